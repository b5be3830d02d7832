"""Commands for a round that is out: its slips, and the proof that none is better."""

from __future__ import annotations

from pathlib import Path

import click

from runner.app import console as desk
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.print import print_slips
from runner.cli.common import load_event, run_once, show
from runner.cli.group import EVENT, SITE, main
from runner.core.event import RoundId


@main.command()
@EVENT
@click.option("--round", "number", type=int, help="Default: the round that is out.")
@click.option("--phase", default=1, show_default=True)
def slips(event_dir: Path, number: int | None, phase: int) -> None:
    """Print a round's match slips into the event's slips folder."""
    folder = EventFolder(event_dir)
    loaded = load_event(folder)
    current = loaded.snapshot.current_round
    wanted = RoundId(phase, number) if number else current.id if current else None
    if wanted is None or wanted not in {each.id for each in loaded.snapshot.rounds}:
        raise click.ClickException("That round is not out yet, so it has no slips.")
    printed = print_slips(folder, loaded.snapshot, wanted)
    show(printed.problems)
    for path in printed.files:
        click.echo(f"Slips: {path}")


@main.command()
@EVENT
@SITE
def prove(event_dir: Path, site_out: Path) -> None:
    """Look for the proof that the latest round could not be paired better.

    `runner watch` does so by itself once a round is out; it may take a minute.
    """
    from runner.app.prove import give_way, prove_latest

    folder = EventFolder(event_dir)
    give_way()
    found = prove_latest(folder)
    if found is None:
        click.echo("There is nothing left to prove of the latest round.")
        return
    run_once(Pipeline(folder, site_out))
    certificate = load_event(folder).ledger.rounds[found].certificate or {}
    click.echo(f"{found.sheet}: {desk.certificate_line(certificate)}")

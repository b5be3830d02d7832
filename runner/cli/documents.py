"""The command that writes an event for other programs."""

import json
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.cli.common import load_event
from runner.cli.group import EVENT, main
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.interchange.event_out import event_document
from runner.interchange.matchmaker_out import matchmaker_log
from runner.interchange.snapshot_out import snapshot_document
from runner.interchange.topdeck_out import pairings_csv
from runner.render.chat import chat_text


@main.command()
@EVENT
@click.option("--snapshot", is_flag=True, help="Write all that is computed from the event instead.")
@click.option(
    "--for",
    "whom",
    type=click.Choice(["topdeck", "edh-matchmaker", "chat"]),
    help="Instead: the pairings of a round as TopDeck takes them, EDH_matchmaker’s log, or a round "
    "as a text for a chat. Names are those of the pages.",
)
@click.option("--round", "number", type=int, help="With --for.  [default: the round that is out]")
@click.option("--phase", default=1, show_default=True, help="With --round.")
def export(
    event_dir: Path, snapshot: bool, whom: str | None, number: int | None, phase: int
) -> None:
    """Write the event as a runner-event/1 document to standard output."""
    loaded = load_event(EventFolder(event_dir))
    if whom == "edh-matchmaker":
        click.echo(json.dumps(matchmaker_log(loaded.snapshot), ensure_ascii=False, indent=1))
        return
    if whom:
        id_ = _round(loaded.snapshot, number, phase)
        write = pairings_csv if whom == "topdeck" else chat_text
        click.echo(write(loaded.snapshot, id_), nl=False)
        return
    document = (
        snapshot_document(loaded.snapshot, loaded.problems)
        if snapshot
        else event_document(loaded.snapshot, loaded.ledger)
    )
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


def _round(snapshot: Snapshot, number: int | None, phase: int) -> RoundId:
    """The round that is asked for, or the one that is out; the end of the command where it is not
    out."""
    current = snapshot.current_round
    if current is None:
        raise click.ClickException("No round is out yet.")
    wanted = RoundId(phase, number) if number else current.id
    if wanted not in {round_.id for round_ in snapshot.rounds}:
        raise click.ClickException(f"{wanted.sheet} is not out yet.")
    return wanted

"""Commands for trying things out: made-up results, and a made-up event."""

from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.publish import as_demo
from runner.app.rehearse import begin, end_rehearsal, play
from runner.cli.building import finish, run_once
from runner.cli.common import load_event, show, workbook_of, working
from runner.cli.group import EVENT, SITE, main
from runner.cli.making import new
from runner.cli.reporting import Failed, say
from runner.core.actions import Serve
from runner.core.language import count
from runner.core.problems import Problem
from runner.render.documents.registry import SLIPS
from runner.render.wording import command_line


@main.command()
@EVENT
@SITE
@click.option("--rounds", type=click.IntRange(0), help="Play every round up to this one.")
@click.option("--end", is_flag=True, help="Take everything that was made up out again.")
def rehearse(event_dir: Path, site_out: Path, rounds: int | None, end: bool) -> None:
    """Fill in made-up results, marked as a rehearsal everywhere.

    Without --rounds: only the current round’s missing results. Only before the event
    has begun: while no round is out and no result typed.
    """
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    if end:
        _end(pipeline)
        return
    if real := begin(pipeline.folder):
        raise Failed(real)
    if rounds is None:
        rounds = max(1, len(load_event(pipeline.folder).snapshot.rounds))
    with working("Playing"):
        played = play(pipeline, rounds)
    if played.why:
        raise Failed(played.why)
    say(f"Made up {count(played.results, 'result')}.")
    finish(pipeline, played.report, documents=True)


def _end(pipeline: Pipeline) -> None:
    done = end_rehearsal(pipeline)
    if isinstance(done, Problem):
        raise Failed(done)
    if done.written.waiting:
        raise Failed(done.written.why)
    report = run_once(pipeline)
    if report.snapshot is None:
        show(report.problems)
    if done.real:
        say(f"{done.real}. So what was made up is gone, and pairings and ledger stay.")
    else:
        say("The rehearsal is over: what was made up is gone, what you typed is still there.")


@main.command()
@click.argument("event_dir", type=click.Path(path_type=Path), default=Path("events/demo"))
@SITE
@click.option("--players", default=118, show_default=True)
@click.option("--rounds", default=4, show_default=True, help="How many are played.")
@click.pass_context
def demo(
    context: click.Context, event_dir: Path, site_out: Path, players: int, rounds: int
) -> None:
    """Make an event with made-up players, and rehearse it."""
    folder = EventFolder(event_dir)
    if isinstance(folder.workbook(), Problem):
        context.invoke(
            new, event_dir=event_dir, name="Runner Demo Cup", venue="Your hall", sample=players,
            day="2026-11-21", mode="multiplayer", players=players,
        )  # fmt: skip
        as_demo(folder)
    context.invoke(rehearse, event_dir=event_dir, site_out=site_out, rounds=rounds)
    click.echo(
        f"\nLook at\n  the workbook  {workbook_of(folder)}\n  the site      "
        f"{(site_out / 'index.html').resolve()}\n  the slips     {folder.root / SLIPS.FOLDER}\n"
        f"Show it in the hall with: {command_line(Serve(str(site_out)))}"
    )

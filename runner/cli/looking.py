"""Commands that look at an event or at the rules, and change nothing."""

import sys
from pathlib import Path

import click

from runner.app import compare as comparing
from runner.app import console as desk
from runner.app.event_folder import EventFolder
from runner.app.load import load
from runner.cli.common import load_event, workbook_of
from runner.cli.group import EVENT, main
from runner.compute.comparison import compare as compare_presets
from runner.core.problems import Problem, Severity
from runner.disk import contents_once_there
from runner.render.desk.status import state_line
from runner.render.rules_text import console as explaining


@main.command()
@EVENT
def check(event_dir: Path) -> None:
    """List everything to fix in the workbook; changes nothing."""
    folder = EventFolder(event_dir)
    loaded, problems = load(folder, contents_once_there(workbook_of(folder)))
    if loaded is not None:
        problems = (*problems, *loaded.snapshot.problems)
    for line in desk.problem_lines(problems, most=len(problems)):
        click.echo(line)
    if loaded is not None:
        click.echo(state_line(loaded.snapshot))
    click.echo(f"{desk.summary(problems)}.".capitalize())
    if any(problem.severity is Severity.ERROR for problem in problems):
        sys.exit(1)


@main.command()
@click.argument("preset", required=False)
def rules(preset: str | None) -> None:
    """List the presets, or explain one (PRESET) in plain words with its sources."""
    told = explaining.preset_lines(preset) if preset else list(explaining.list_lines())
    if isinstance(told, Problem):
        raise click.ClickException(str(told))
    for line in told:
        click.echo(line)


@main.command()
@EVENT
@click.option("--phase", default=1, show_default=True)
@click.option("--top", type=click.IntRange(0), default=16, show_default=True, help="0 for all.")
def compare(event_dir: Path, phase: int, top: int) -> None:
    """Rank the event by every preset, and say who would move; changes nothing.

    Puts a page for the staff, compare.html, beside the workbook.
    """
    folder = EventFolder(event_dir)
    snapshot = load_event(folder).snapshot
    found = compare_presets(snapshot, phase) if 1 <= phase <= len(snapshot.phases) else None
    if found is None:
        raise click.ClickException("There is nothing to compare before the first result.")
    for line in comparing.lines(snapshot, found, top):
        click.echo(line)
    click.echo(f"The same as a page for the staff: {comparing.write_page(folder, snapshot, found)}")

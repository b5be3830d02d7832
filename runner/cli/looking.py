"""Commands that inspect an event or the rules without changing anything."""

from pathlib import Path

import click

from runner.app import compare as comparing
from runner.app.event_folder import EventFolder
from runner.app.events import Document, Written
from runner.cli import completion
from runner.cli.common import load_event, working
from runner.cli.group import EVENT, PHASE, main
from runner.cli.reporting import Failed, report, say
from runner.compute.comparison import compare as compare_presets
from runner.core.problems import Problem
from runner.render.rules_text.console import list_lines, preset_lines


@main.command()
@click.argument("preset", required=False, shell_complete=completion.presets)
def rules(preset: str | None) -> None:
    """List the presets, or explain one (PRESET) in plain words with its sources."""
    lines = preset_lines(preset) if preset else list_lines()
    if isinstance(lines, Problem):
        raise Failed(lines)
    for line in lines:
        click.echo(line)
    if not preset:
        click.echo("One of them in plain language: runner rules NAME")


@main.command()
@EVENT
@PHASE
@click.option("--top", type=click.IntRange(0), default=16, show_default=True, help="0 for all.")
@click.option("--json", "as_json", is_flag=True, help="All players as JSON; writes no page.")
def compare(event_dir: Path, phase: int, top: int, as_json: bool) -> None:
    """Rank the event by every preset, and list who would move.

    The event stays as it is. Puts a page for the staff, compare.html, beside the workbook.
    """
    folder = EventFolder(event_dir)
    snapshot = load_event(folder).snapshot
    with working("Ranking"):
        compared = compare_presets(snapshot, phase) if 1 <= phase <= len(snapshot.phases) else None
    if compared is None:
        raise Failed("There is nothing to compare before the first result.")
    if as_json:
        report(Document(comparing.document(snapshot, compared)))
        return
    for line in comparing.lines(snapshot, compared, top):
        say(line)
    page = comparing.write_page(folder, snapshot, compared)
    report(Written("The same as a page for the staff", str(page)))

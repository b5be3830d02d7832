"""The desk in the terminal, once."""

import json
import sys
from datetime import datetime
from pathlib import Path

import click

from runner.app import outcomes
from runner.app.desk_facts import beside, waiting_by_sheet
from runner.app.event_folder import EventFolder
from runner.app.events import Document
from runner.app.load import load
from runner.app.priority import give_way
from runner.cli import completion
from runner.cli.common import workbook_of
from runner.cli.group import main
from runner.cli.reporting import report, wants_events
from runner.compute.snapshot import Snapshot
from runner.core.problems import Problem, Severity
from runner.disk import contents_once_there, disk_problem
from runner.render.desk.card import card
from runner.render.desk.facts import Facts
from runner.render.wording import command_line, in_terminal

Stand = tuple[Snapshot | None, Facts]


@main.command()
@click.argument(
    "event_dirs", metavar="EVENT_DIR", nargs=-1, required=True, type=click.Path(path_type=Path),
    shell_complete=completion.folders,
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each event; any number.")
def status(event_dirs: tuple[Path, ...], as_json: bool) -> None:
    """Show where the event stands, what to do next, and everything to fix.

    Nothing is changed. The exit code is 1 where something has to be fixed (a line with ✗), else 0;
    with --json it is 0.
    """
    if as_json:
        give_way()
        for root in event_dirs:
            snapshot, facts = _whatever(EventFolder(root))
            if wants_events():
                report(Document(card(snapshot, facts)))
                continue
            shown = {**card(snapshot, facts), "problems": [*map(_document, facts.problems)]}
            click.echo(json.dumps(shown, ensure_ascii=False, default=command_line))
        return
    bad = False
    for root in event_dirs:
        folder = EventFolder(root)
        snapshot, facts = _stand(folder, workbook_of(folder))
        for event in outcomes.status_messages(snapshot, facts):
            report(event)
        if all(problem.severity is Severity.NOTE for problem in facts.problems):
            click.echo("No problems found.")
        bad = bad or bool(facts.bad_since or facts.errors)
    if bad:
        sys.exit(1)


def _stand(folder: EventFolder, workbook: Path) -> Stand:
    """The event as it is on the disk, or why it cannot be used."""
    loaded, problems = load(folder, contents_once_there(workbook))
    if loaded is None:
        return None, beside(_unusable(problems), folder.root, workbook)
    snapshot = loaded.snapshot
    facts = Facts(
        at=_now(),
        problems=(*problems, *snapshot.problems),
        entries=loaded.ledger.entries,
        waiting=waiting_by_sheet(loaded.wanted_cells),
        workbook=workbook.name,
    )
    return snapshot, beside(facts, folder.root, workbook)


def _document(problem: Problem) -> dict[str, str]:
    """Return a problem as JSON has it."""
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "text": problem.text,
        "fix": in_terminal(*problem.fix),
    }


def _whatever(folder: EventFolder) -> Stand:
    """The same for a list of events, of which one that is gone keeps nobody from the others."""
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        return None, _unusable((workbook,))
    try:
        return _stand(folder, workbook)
    except OSError as reason:
        return None, _unusable((disk_problem(reason),))


def _unusable(problems: tuple[Problem, ...]) -> Facts:
    at = _now()
    return Facts(at, problems, bad_since=at)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")

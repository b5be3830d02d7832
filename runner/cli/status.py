"""The command that shows the desk in the terminal."""

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
from runner.cli.reporting import report
from runner.compute.snapshot import Snapshot
from runner.core.problems import Problem, Severity
from runner.disk import contents_once_there, disk_problem
from runner.render.desk.card import card
from runner.render.desk.facts import Facts
from runner.render.wording import in_terminal


@main.command()
@click.argument(
    "event_dirs", metavar="EVENT_DIR", nargs=-1, required=True, type=click.Path(path_type=Path),
    shell_complete=completion.folders,
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each event; any number.")
@click.pass_context
def status(context: click.Context, event_dirs: tuple[Path, ...], as_json: bool) -> None:
    """Show where the event stands, what to do next, and everything to fix.

    Nothing is changed. The exit code is 1 where something has to be fixed (a line with ✗), else 0;
    with --json it is 0.
    """
    bad = False
    if as_json:
        give_way()
    for root in event_dirs:
        context.params["event_dir"] = root  # the event in suggested commands
        folder = EventFolder(root)
        if as_json:
            _report_card(folder)
            continue
        snapshot, facts = _stand(folder, workbook_of(folder))
        for event in outcomes.status_messages(snapshot, facts):
            report(event)
        if all(problem.severity is Severity.NOTE for problem in facts.problems):
            click.echo("No problems found.")
        bad = bad or bool(facts.bad_since or facts.errors)
    if bad:
        sys.exit(1)


def _report_card(folder: EventFolder) -> None:
    """Report the state of an event as JSON; an unreadable event does not stop the others."""
    workbook, event = folder.workbook(), str(folder.root)
    snapshot = None
    if isinstance(workbook, Problem):
        facts = _unusable((workbook,))
    else:
        try:
            snapshot, facts = _stand(folder, workbook)
        except OSError as reason:
            facts = _unusable((disk_problem(reason),))
    problems = [
        {
            "code": problem.code,
            "severity": problem.severity.value,
            "sheet": problem.place.sheet,
            "cell": problem.place.cell,
            "text": problem.text,
            "fix": in_terminal(*problem.fix, event=event),
        }
        for problem in facts.problems
    ]
    report(Document({**card(snapshot, facts), "problems": problems}))


def _stand(folder: EventFolder, workbook: Path) -> tuple[Snapshot | None, Facts]:
    """Return the event as on disk, or None if unusable, and its facts."""
    loaded, problems = load(folder, contents_once_there(workbook))
    if loaded is None:
        return None, beside(_unusable(problems), folder.root, workbook)
    snapshot = loaded.snapshot
    facts = Facts(
        at=_now(),
        problems=(*problems, *snapshot.problems),
        entries=loaded.ledger.lines,
        waiting=waiting_by_sheet(loaded.wanted_cells),
        workbook=workbook.name,
    )
    return snapshot, beside(facts, folder.root, workbook)


def _unusable(problems: tuple[Problem, ...]) -> Facts:
    return Facts(_now(), problems, bad_since=_now())


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")

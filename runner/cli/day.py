"""Commands that bring everything up to date once, with or without the next round."""

from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.cli.common import show
from runner.cli.group import EVENT, SITE, main
from runner.cli.reporting import Failed
from runner.cli.running import finish, run_once
from runner.ledger.entries import EntryKind
from runner.render.desk.status import state_line

_TYPED = (EntryKind.RESULTS, EntryKind.CORRECTED)  # nothing that was asked for


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print the current round’s slips too.")
def build(event_dir: Path, site_out: Path, slips: bool) -> None:
    """Rebuild pages, ledger, workbook and slips once."""
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    finish(pipeline, run_once(pipeline), documents=slips)


@main.command("next")
@EVENT
@SITE
def next_(event_dir: Path, site_out: Path) -> None:
    """Pair and publish the next round, like yes under Go on Decisions."""
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    report = run_once(pipeline, publish_next=True)
    if report.snapshot is not None and all(entry.kind in _TYPED for entry in report.entries):
        show(report.problems)
        raise Failed(state_line(report.snapshot))
    finish(pipeline, report, documents=True)

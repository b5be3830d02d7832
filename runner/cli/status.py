"""The desk in the terminal, once."""

import sys
from datetime import datetime
from pathlib import Path

import click

from runner.app import console as desk
from runner.app.desk_facts import beside, waiting_by_sheet
from runner.app.event_folder import EventFolder
from runner.app.load import load
from runner.cli.common import workbook_of
from runner.cli.group import EVENT, main
from runner.disk import contents
from runner.render.desk.facts import Facts


@main.command()
@EVENT
def status(event_dir: Path) -> None:
    """Say where the event stands, and what to do next; changes nothing."""
    folder = EventFolder(event_dir)
    workbook = workbook_of(folder)
    loaded, problems = load(folder, contents(workbook))
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    if loaded is None:
        facts, snapshot = Facts(at, problems, bad_since=at), None
    else:
        snapshot = loaded.snapshot
        facts = Facts(
            at=at,
            problems=(*problems, *snapshot.problems),
            entries=loaded.ledger.entries,
            waiting=waiting_by_sheet(loaded.wanted_cells),
            workbook=workbook.name,
        )
    for line in desk.status_lines(snapshot, beside(facts, folder.root, workbook)):
        click.echo(line)
    if loaded is None:
        sys.exit(1)

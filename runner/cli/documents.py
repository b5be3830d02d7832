"""The command that writes an event for other programs."""

import json
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.cli.common import load_event
from runner.cli.group import EVENT, main
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document


@main.command()
@EVENT
@click.option("--snapshot", is_flag=True, help="Write all that is computed from the event instead.")
def export(event_dir: Path, snapshot: bool) -> None:
    """Write the event as a runner-event/1 document to standard output."""
    loaded = load_event(EventFolder(event_dir))
    document = (
        snapshot_document(loaded.snapshot, loaded.problems)
        if snapshot
        else event_document(loaded.snapshot, loaded.ledger)
    )
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))

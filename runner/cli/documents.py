"""Commands that other programs talk to: documents in, documents out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.cli.common import document_of, load_event
from runner.cli.group import EVENT, main
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.pairing import engine


@main.command()
@EVENT
@click.option("--snapshot", is_flag=True, help="What follows from the event instead.")
def export(event_dir: Path, snapshot: bool) -> None:
    """Write the event as a runner-event/1 document to standard output."""
    loaded = load_event(EventFolder(event_dir))
    document = (
        snapshot_document(loaded.snapshot, loaded.problems)
        if snapshot
        else event_document(loaded.snapshot, loaded.ledger)
    )
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


@main.command()
def pair() -> None:
    """Pair one round: a state on standard input, the pairing on standard output."""
    answer = engine.pair_document(document_of(sys.stdin.read()))
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    if "problems" in answer:
        sys.exit(1)

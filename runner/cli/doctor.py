"""The command that diagnoses problems."""

import sys
from datetime import datetime
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.app.events import Document
from runner.cli.group import JSON, main
from runner.cli.reporting import report, wants_events


@main.command()
@click.argument("event_dir", type=click.Path(path_type=Path), required=False)
@JSON
def doctor(event_dir: Path | None, as_json: bool) -> None:
    """Diagnose problems of this computer or an event, as text to copy into a question.

    Runner itself, paper, fonts, network and firewall; with EVENT_DIR also its folder, disk, locks
    and workbook. No player’s name is in it. Each problem comes with what to do.
    """
    from runner.app.doctor import examine
    from runner.app.doctor.report import Target, document, page
    from runner.app.publish import usual

    target = Target(EventFolder(event_dir), usual(event_dir)) if event_dir else Target()
    at = f"{datetime.now().astimezone():%Y-%m-%d %H:%M %z}"
    findings = examine(target)
    as_event = wants_events()
    result = document(findings, at, lambda *parts: parts) if as_event else document(findings, at)
    if as_json or as_event:
        report(Document(result))
    else:
        click.echo(page(result))
    sys.exit(bool(result["broken"]))

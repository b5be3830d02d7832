"""The command that diagnoses problems."""

import json
import sys
from datetime import datetime
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.app.events import Document
from runner.cli.group import main
from runner.cli.reporting import report, wants_events


@main.command()
@click.argument("event_dir", type=click.Path(path_type=Path), required=False)
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
def doctor(event_dir: Path | None, as_json: bool) -> None:
    """Diagnose problems of this computer or an event, as text to copy into a question.

    Runner itself, paper, fonts, network and firewall; with EVENT_DIR also its folder, disk, locks
    and workbook. No player’s name is in it. Each problem comes with what to do.
    """
    from runner.app import doctor as doctor_
    from runner.app.doctor.report import Target, document, page
    from runner.app.publish import usual

    target = Target(EventFolder(event_dir), usual(event_dir)) if event_dir else Target()
    at = f"{datetime.now().astimezone():%Y-%m-%d %H:%M %z}"
    found = doctor_.examine(target)
    if wants_events():
        result = document(found, at, lambda *parts: parts)
        report(Document(result))
    else:
        result = document(found, at)
        click.echo(json.dumps(result, ensure_ascii=False) if as_json else page(result))
    sys.exit(bool(result["broken"]))

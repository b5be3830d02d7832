"""The command that looks for what is in Runner's way."""

import sys
from datetime import datetime
from pathlib import Path

import click

from runner.app.event_folder import EventFolder
from runner.cli.group import main


@main.command()
@click.argument("event_dir", type=click.Path(path_type=Path), required=False)
def doctor(event_dir: Path | None) -> None:
    """Say what stands in Runner’s way here, on one page to copy into a question.

    Runner itself, paper, fonts, network and firewall; with EVENT_DIR also its folder, disk, locks
    and workbook. No player’s name is in it. What is broken comes with what to do.
    """
    from runner.app.doctor import Grade, examined, page
    from runner.app.doctor.findings import Patient
    from runner.app.publish import usual

    patient = Patient(EventFolder(event_dir), usual(event_dir)) if event_dir else Patient()
    findings = list(examined(patient))
    click.echo(page(findings, f"{datetime.now().astimezone():%Y-%m-%d %H:%M %z}"))
    if any(each.grade is Grade.BROKEN for each in findings):
        sys.exit(1)

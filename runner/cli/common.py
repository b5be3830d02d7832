"""What the commands share: the workbook found, read, run and told about."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from runner.app import console as desk
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Loaded, Pipeline, Report, load
from runner.app.print import print_round
from runner.core.problems import Problem
from runner.render.documents.registry import REGISTRY
from runner.workbook.write.write_back import Outcome

_SAVES_MEANWHILE = 5  # how often a save in the middle of a command makes it start over


def workbook_of(folder: EventFolder) -> Path:
    """The event's workbook, or the end of the command with the reason."""
    found = folder.workbook()
    if isinstance(found, Problem):
        raise click.ClickException(str(found))
    return found


def load_event(folder: EventFolder) -> Loaded:
    """The event as it stands, or the end of the command with all there is to mend."""
    loaded, problems = load(folder, workbook_of(folder).read_bytes())
    if loaded is None:
        show(problems)
        raise click.ClickException("The workbook cannot be used as it is.")
    return loaded


def run_once(pipeline: Pipeline, *, publish_next: bool = False) -> Report:
    """Bring ledger and pages up to date with the workbook as it is on the disk."""
    return pipeline.run(workbook_of(pipeline.folder).read_bytes(), publish_next=publish_next)


def finish(pipeline: Pipeline, report: Report, *, documents: bool) -> None:
    """Names into the workbook, documents, and a word on all of it."""
    names = pipeline.write_names()
    for _ in range(_SAVES_MEANWHILE):
        if names.outcome is not Outcome.STALE:
            break
        report = run_once(pipeline)
        names = pipeline.write_names()
    if report.snapshot is None:
        show(report.problems)
        raise click.ClickException("Nothing was published; the last good site stays.")
    for line in filter(None, (names.why, *desk.kept_lines(names))):
        click.echo(line)
    for line in desk.report_lines(report):
        click.echo(line)
    current = report.snapshot.current_round
    if documents and current is not None:
        printed = print_round(pipeline.folder, report.snapshot, current.id, REGISTRY.values())
        pipeline.desk.refresh()
        show(problem for each in printed for problem in each.problems)


def show(problems: Iterable[Problem]) -> None:
    """Problems, to the standard error."""
    for line in desk.problem_lines(tuple(problems)):
        click.echo(line, err=True)


def text_of(path: Path) -> str:
    """A file's text, or the end of the command with the reason."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise click.ClickException(f"{path} cannot be read: {reason}") from None


def document_of(text: str) -> Any:
    """A JSON document, or the end of the command with the reason."""
    try:
        return json.loads(text)
    except ValueError as reason:
        raise click.ClickException(f"That is not JSON: {reason}.") from None

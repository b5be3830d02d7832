"""Functions shared by commands: reading input, showing problems and progress."""

import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from runner.app import outcomes
from runner.app.event_folder import OWN, EventFolder
from runner.app.find_events import events_in, holds_events
from runner.app.load import Loaded, load
from runner.cli.reporting import Failed, report
from runner.core.problems import Problem
from runner.disk import contents_once_there
from runner.render.desk.facts import Facts


def event_of(event_dir: Path) -> EventFolder:
    """Return the folder of an event, whose workbook may be lost. Raises Failed if it is none."""
    folder = EventFolder(event_dir)
    if not (folder.ledger.exists() or (event_dir / OWN).exists()):
        workbook_of(folder)
    return folder


def workbook_of(folder: EventFolder) -> Path:
    """Return the event's workbook. Raises Failed if there is none."""
    if holds_events(folder.root):
        first = events_in(folder.root)[0]
        raise Failed(f"{folder.root} is a folder of events. Name one of them, such as {first}.")
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        raise Failed(workbook)
    return workbook


def load_event(folder: EventFolder) -> Loaded:
    """Return the current event. If it is unusable, shows its problems and raises Failed."""
    loaded, problems = load(folder, contents_once_there(workbook_of(folder)))
    if loaded is None:
        show(problems)
        raise Failed(f"The {Facts('', problems).unusable} cannot be used as it is.")
    return loaded


def read_json(path: Path) -> Any:
    """Return the JSON document in a file, or for "-" in standard input. Raises Failed."""
    piped = str(path) == "-"
    try:
        text = (
            (sys.stdin.read() if sys.stdin else "") if piped else path.read_text(encoding="utf-8")
        )
        return json.loads(text.removeprefix("\ufeff"))
    except UnicodeDecodeError as reason:
        what = "The standard input is not UTF-8" if piped else f"{path} cannot be read"
        raise Failed(f"{what}: {reason}.") from None
    except OSError as reason:
        raise Failed(f"{path} cannot be read: {reason}") from None
    except ValueError as reason:
        raise Failed(f"That is not JSON: {reason}.") from None
    except RecursionError:
        raise Failed("That JSON is nested too deeply to be read.") from None


def show(problems: Iterable[Problem]) -> None:
    """Report each distinct problem to standard error."""
    for event in outcomes.problem_messages(tuple(dict.fromkeys(problems))):
        report(event, err=True)


def at_a_terminal() -> bool:
    """Return whether progress can be shown: standard error is open, and a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress(text: str) -> None:
    """Show progress on a terminal, replacing the previous text; "" clears it."""
    if at_a_terminal():
        click.echo(f"\r{text:40}" + ("" if text else "\r"), nl=False, err=True)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal what is in progress, and for how long, starting after one second.

    Nothing may be written meanwhile. The line is on standard error, and cleared at the end.
    """
    if not at_a_terminal():
        yield
        return
    done, start = threading.Event(), time.monotonic()

    def show() -> None:
        while not done.wait(1.0):
            click.echo(f"\r{what}: {time.monotonic() - start:.0f} s …", nl=False, err=True)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        click.echo(f"\r{'':{len(what) + 12}}\r", nl=False, err=True)

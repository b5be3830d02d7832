"""Output of commands: as text, or as lines of JSON (`runner.app.events`) for the parent program."""

import json
from functools import partial
from typing import TextIO

import click

from runner.app import events
from runner.app.terminal import Terminal
from runner.core.actions import Part
from runner.core.language import count
from runner.core.problems import Problem
from runner.render.wording import EVENT_DIR, command_line, in_terminal

_MARKS = {"error": "✗ ", "warning": "! ", "note": "· ", "good": "✓ "}  # by the level


class Failed(click.ClickException):
    """Ends a command with the reason, as sentences and actions."""

    def __init__(self, *parts: Part | Problem) -> None:
        self.parts = tuple(part for each in parts for part in parts_of(each))
        super().__init__(in_terminal(*self.parts, event=event_dir()))


class Misused(Failed):
    """Ends a command that was called incorrectly."""

    exit_code = 2


class Reporter:
    """Reports a command's events from any thread without waiting for a reader (see `Terminal`)."""

    def __init__(self, out: TextIO | None) -> None:
        self._terminal = Terminal(out)
        self._as_events = wants_events()
        self._event_dir = event_dir()

    def __call__(self, event: events.Event) -> None:
        """Report an event."""
        if self._as_events:
            self._terminal.say(events.encode(event))
        elif isinstance(event, events.State):
            self._terminal.state(event.text)
        else:
            self._terminal.say(text(event, self._event_dir))

    def close(self, last: str = "") -> None:
        """End the output; `last` is shown only on a terminal."""
        self._terminal.close("" if self._as_events else last)


def wants_events() -> bool:
    """Return whether the parent program reads events."""
    context = click.get_current_context(silent=True)
    return bool(context and context.find_root().params.get("events"))


def event_dir() -> str:
    """Return the event's folder to be inserted into commands, or EVENT_DIR if there is none."""
    context = click.get_current_context(silent=True)
    return str((context and context.params.get("event_dir")) or EVENT_DIR)


def report(event: events.Event, *, err: bool = False) -> None:
    """Report an event; its text goes to standard error if `err`."""
    if wants_events():
        click.echo(events.encode(event))
    else:
        click.echo(text(event, event_dir()), err=err)


def say(*parts: Part) -> None:
    """Report a message made of these parts."""
    report(events.Message(parts))


def text(event: events.Event, folder: str = EVENT_DIR) -> str:
    """Return an event as text for the terminal, with `folder` as event folder in commands."""
    match event:
        case events.Message(parts, level, place):
            where = f"{place}: " if place else ""
            return f"{_MARKS.get(level, '')}{where}{in_terminal(*parts, event=folder)}"
        case events.State(words):
            return words
        case events.Watching(workbook, site):
            return f"Watching {workbook}. The site is in {site}. Ctrl-C ends it."
        case events.Following(service, copy_in, published):
            late = " It is published, not shared: what you type may take five minutes to come."
            return (
                f"Following the workbook in {service}. Type there, not into the copy in {copy_in}."
                + late * published
            )
        case events.Address(url, local):
            return f"On this {'computer' if local else 'network'}: {url}"
        case events.Published(round_, tables):
            return f"{round_} is out: {count(tables, 'table')}."
        case events.Written(what, path):
            return f"{what}: {path}"
        case events.Document(content):
            typed = partial(command_line, event=folder)
            return json.dumps(content, ensure_ascii=False, default=typed)
        case events.Ended(_, parts):
            return f"Error: {in_terminal(*parts, event=folder)}"


def parts_of(each: Part | Problem) -> tuple[Part, ...]:
    """Return a part as a tuple; for a problem, its place and text, and how to fix it."""
    if not isinstance(each, Problem):
        return (each,)
    event = events.of_problem(each)
    first, *rest = event.parts
    return (f"{event.place}: {first}" if event.place else first, *rest)

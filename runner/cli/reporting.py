"""How a command reports: as text at the terminal, or as lines of JSON to the program that started
it (`runner.app.events`)."""

from typing import TextIO

import click

from runner.app.events import (
    Address,
    Document,
    Ended,
    Event,
    Following,
    Level,
    Message,
    Published,
    State,
    Watching,
    Written,
    encode,
    of_problem,
)
from runner.app.terminal import Terminal
from runner.core.actions import Part
from runner.core.language import count
from runner.core.problems import Problem
from runner.render.wording import in_terminal

_MARKS = {Level.ERROR: "✗ ", Level.WARNING: "! ", Level.NOTE: "· ", Level.GOOD: "✓ "}


class Failed(click.ClickException):
    """The end of a command, with the reason as sentences and actions."""

    def __init__(self, *parts: Part | Problem) -> None:
        self.parts = tuple(part for each in parts for part in parts_of(each))
        super().__init__(in_terminal(*self.parts))


class Misused(Failed):
    """The end of a command that was called in a wrong way."""

    exit_code = 2


class Reporter:
    """Reports the events of a command that runs all day, from any thread. Nobody ever waits for a
    reader: see `Terminal`."""

    def __init__(self, out: TextIO | None) -> None:
        self._terminal = Terminal(out)
        self._as_events = wants_events()

    def __call__(self, event: Event) -> None:
        """Report an event."""
        if self._as_events:
            self._terminal.say(encode(event))
        elif isinstance(event, State):
            self._terminal.state(event.text)
        else:
            self._terminal.say(text(event))

    def say(self, *parts: Part) -> None:
        """Report a message of these parts."""
        self(Message(parts))

    def close(self, last: str = "") -> None:
        """End the output; `last` is for the terminal alone."""
        self._terminal.close("" if self._as_events else last)


def wants_events() -> bool:
    """Return whether the program that started this command reads its events."""
    context = click.get_current_context(silent=True)
    return bool(context and context.find_root().params.get("events"))


def report(event: Event, *, err: bool = False) -> None:
    """Report an event; `err` sends its text to standard error."""
    if wants_events():
        click.echo(encode(event))
    else:
        click.echo(text(event), err=err)


def say(*parts: Part) -> None:
    """Report a message of these parts."""
    report(Message(parts))


def text(event: Event) -> str:
    """Return an event as the terminal shows it."""
    match event:
        case Message(parts, level, place):
            where = f"{place}: " if place else ""
            return f"{_MARKS.get(level, '')}{where}{in_terminal(*parts)}"
        case State(words):
            return words
        case Watching(workbook, site):
            return f"Watching {workbook}. The site is in {site}. Ctrl-C ends it."
        case Following(service, folder, published):
            late = " It is published, not shared: what you type may take five minutes to come."
            return (
                f"Following the workbook in {service}. Type there, not into the copy in {folder}."
                + late * published
            )
        case Address(url, local):
            return f"On this {'computer' if local else 'network'}: {url}"
        case Published(round_, tables):
            return f"{round_} is out: {count(tables, 'table')}."
        case Written(what, path):
            return f"{what}: {path}"
        case Document(content):
            return str(content)
        case Ended(_, parts):
            return f"Error: {in_terminal(*parts)}"


def parts_of(each: Part | Problem) -> tuple[Part, ...]:
    """Return a part as it is; of a problem where it is, what is wrong, and what to do."""
    if not isinstance(each, Problem):
        return (each,)
    found = of_problem(each)
    first, *rest = found.parts
    return (f"{found.place}: {first}" if found.place else first, *rest)

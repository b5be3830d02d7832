"""What Runner's programs report to one another: typed events, one JSON object a line.

A command reports events. Started by a person it shows them as text (`runner.cli.reporting`);
started by another program of Runner's, with the hidden option `--events`, it writes each as a line
of JSON to standard output, which the other program decodes. A reader skips events and actions that
it does not know and ignores fields that it does not know, so that a newer program can be read.

    {"runner": 1, "event": "Published", "round": "Round 1", "tables": 2}
    {"runner": 1, "event": "Ended", "code": 1, "parts": ["The ledger is lost.",
     {"action": "Restore", "event": "/home/ann/friday"}]}

A program that ends without an `Ended` event ended well or was killed: its exit code says which.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args

from runner.core import actions
from runner.core.actions import Part, Parts
from runner.core.problems import Problem

VERSION = 1
OPTION = "--events"
"""The option of `runner` with which a command writes events as JSON."""


class Level(StrEnum):
    """How much a message matters. The values of problems are those of `Severity`."""

    INFO = "info"
    GOOD = "good"
    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Message:
    """Sentences and actions, about the cell or sheet `place`; `code` is that of the problem."""

    parts: Parts
    level: Level = Level.INFO
    place: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Where the event stands, in one line. It replaces the state before."""

    text: str


@dataclass(frozen=True, slots=True)
class Watching:
    """The watch of a workbook has begun; the pages go into the folder `site`."""

    workbook: str
    site: str


@dataclass(frozen=True, slots=True)
class Following:
    """The workbook is the one on the web at `service`; its copy is in the event's folder."""

    service: str
    folder: str
    published: bool = False
    """Whether it is published, not shared, so that changes arrive minutes later."""


@dataclass(frozen=True, slots=True)
class Address:
    """The pages can be seen at `url`: from this computer alone where `local`."""

    url: str
    local: bool = False


@dataclass(frozen=True, slots=True)
class Published:
    """A round went out, or was paired again."""

    round: str
    tables: int


@dataclass(frozen=True, slots=True)
class Written:
    """A file was written; `what` is what it contains."""

    what: str
    path: str


@dataclass(frozen=True, slots=True)
class Document:
    """The result of a command as plain values, texts as strings or tuples of parts."""

    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ended:
    """The command has failed, with that exit code and for that reason."""

    code: int
    parts: Parts


Event = Message | State | Watching | Following | Address | Published | Written | Document | Ended
Emit = Callable[[Event], None]

_EVENTS: Mapping[str, Any] = {kind.__name__: kind for kind in get_args(Event)}
_ACTIONS: Mapping[str, Any] = {kind.__name__: kind for kind in get_args(actions.Action)}


def message(*parts: Part, level: Level = Level.INFO) -> Message:
    """Return a message of these parts."""
    return Message(parts, level)


def of_problem(problem: Problem) -> Message:
    """Return a problem as a message."""
    place = str(problem.place) if problem.place.sheet else ""
    parts = (problem.text, *problem.fix)
    return Message(parts, Level(problem.severity.value), place, problem.code)


def encode(event: Event) -> str:
    """Return an event as a line of JSON, without the end of the line."""
    return json.dumps({"runner": VERSION, "event": type(event).__name__, **_fields(event)})


def decode(line: str) -> Event | None:
    """Return the event that a line is; None for other text, and for an event of an unknown kind."""
    try:
        read = json.loads(line)
        kind = _EVENTS[read.pop("event")] if "runner" in read else None
        return kind and _made(kind, read)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _fields(value: Any) -> dict[str, Any]:
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {"action": type(value).__name__, **_fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


def _made(kind: Any, given: Mapping[str, Any]) -> Any:
    """Return an event or action from what JSON has of it. Raises TypeError where a field is
    missing."""
    return kind(
        **{each.name: _read(given[each.name]) for each in fields(kind) if each.name in given}
    )


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(each for each in map(_read, value) if each is not None)
    if not isinstance(value, dict):
        return value
    if "action" not in value:
        return {key: _read(each) for key, each in value.items()}
    kind = _ACTIONS.get(value["action"])
    return kind and _made(kind, value)

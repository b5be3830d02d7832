"""Changes on the Event sheet and the Phases sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from runner.app.history.changes.phrases import (
    became,
    heading,
    names_shown,
    spoken,
    table_changes,
)
from runner.core.event import Event, Phase
from runner.core.phrases import count
from runner.rules.settings import SETTINGS

_LISTS = {
    "settings", "phases", "players", "rounds", "penalties", "decisions", "extensions", "starts",
    "rehearsal", "saved", "names_shown",
}  # fmt: skip
_NO_CHANGE = {"number", "settings", "place"}
_HEADINGS: Mapping[str, str] = {
    "address": "public address",
    "automatic": "pair rounds by itself",
    "public_columns": "public columns",
}


def whole(event: Event) -> str:
    """An event in a line, where nothing is known that came before."""
    there = [count(len(event.players), "player"), count(len(event.phases), "phase")]
    results = sum(1 for sheet in event.rounds for row in sheet.rows if row.result)
    if results:
        there.append(count(results, "result"))
    return f"{event.name}: {', '.join(there)}."


def changed(before: Event, after: Event) -> Iterator[str]:
    """What is told of the event as a whole, and of its phases."""
    for field in fields(Event):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if field.name not in _LISTS and old != new:
            yield f"Event: {_HEADINGS.get(field.name, heading(field.name))} {_became(new, old)}"
    for name, said in table_changes(after.settings, before.settings):
        yield f"Event: {_setting(name)} {said}"
    if before.names_shown != after.names_shown:
        old, new = names_shown(before.names_shown), names_shown(after.names_shown)
        yield f"Event: names shown {became(new, old)}"
    if before.rehearsal != after.rehearsal:
        yield "This is a rehearsal now" if after.rehearsal else "The rehearsal is over"
    yield from _phases(before, after)


def _became(new: Any, old: Any) -> str:
    """Lines of a sheet that this module does not know are told as changed, and no more."""
    if any(
        is_dataclass(each) for value in (new, old) if isinstance(value, tuple) for each in value
    ):
        return "changed"
    return became(new, old)


def _phases(before: Event, after: Event) -> Iterator[str]:
    was = {each.number: each for each in before.phases}
    now = {each.number: each for each in after.phases}
    for number in sorted({*was, *now}):
        if number not in was:
            yield f"Phases: {number}, {now[number].name}, added"
        elif number not in now:
            yield f"Phases: {number}, {was[number].name}, taken out"
        else:
            for said in _phase(was[number], now[number]):
                yield f"Phases: {now[number].name}: {said}"


def _phase(was: Phase, now: Phase) -> Iterator[str]:
    for field in fields(Phase):
        old, new = getattr(was, field.name), getattr(now, field.name)
        if field.name not in _NO_CHANGE and old != new:
            before = "" if old in (None, "") else f", before {_plain(field.name, old)}"
            yield f"{heading(field.name)} {_plain(field.name, new)}{before}"
    for name, said in table_changes(now.settings, was.settings):
        yield f"{_setting(name)} {said}"


def _plain(field: str, value: Any) -> str:
    """A name as it was typed, a choice as a word, anything else as it is told elsewhere."""
    if not isinstance(value, str) or not value:
        return spoken(value)
    return value if field == "name" else heading(value)


def _setting(name: str) -> str:
    """A setting by the heading of its column."""
    return next((each.heading for each in SETTINGS if each.name == name), heading(name))

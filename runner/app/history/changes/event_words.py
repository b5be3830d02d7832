"""Changes on the Event sheet and the Phases sheet."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from runner.app.history.changes.phrases import (
    became,
    differences,
    heading,
    names_shown,
    spoken,
    table_changes,
)
from runner.core.event import Event, Phase
from runner.core.phrases import count
from runner.rules.settings import SETTINGS
from runner.workbook.schema import EVENT, mode_choice

_TOLD_OTHERWISE = {
    "settings", "phases", "players", "rounds", "penalties", "decisions", "extensions", "starts",
    "stops", "screens", "draft", "rehearsal", "saved", "names_shown", "places",
    "mark", "heads",  # of Runner's alone, which nobody has typed
}  # fmt: skip
_OF_A_PHASE_OTHERWISE = {
    "number", "mode", "drafted", "limited", "variant", "settings", "place", "places",
}  # fmt: skip
_HEADINGS = {column.key: column.heading.lower() for column in EVENT.columns}


def whole(event: Event) -> str:
    """An event in a line, where nothing is known that came before."""
    there = [count(len(event.players), "player"), count(len(event.phases), "phase")]
    results = sum(1 for sheet in event.rounds for row in sheet.rows if row.result)
    if results:
        there.append(count(results, "result"))
    return f"{event.name}: {', '.join(there)}."


def changed(before: Event, after: Event) -> Iterator[str]:
    """What is told of the event as a whole, and of its phases."""
    for field, new, old in differences(after, before, _TOLD_OTHERWISE):
        yield f"Event: {_HEADINGS.get(field, heading(field))} {_became(new, old)}"
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
        is_dataclass(line) for value in (new, old) if isinstance(value, tuple) for line in value
    ):
        return "changed"
    return became(new, old)


def _phases(before: Event, after: Event) -> Iterator[str]:
    was = {phase.number: phase for phase in before.phases}
    now = {phase.number: phase for phase in after.phases}
    for number in sorted({*was, *now}):
        if number not in was:
            yield f"Phases: {number}, {now[number].name}, added"
        elif number not in now:
            yield f"Phases: {number}, {was[number].name}, taken out"
        else:
            for said in _phase(was[number], now[number]):
                yield f"Phases: {now[number].name}: {said}"


def _phase(was: Phase, now: Phase) -> Iterator[str]:
    if mode(was) != mode(now):
        yield f"mode {mode(now)}, before {mode(was)}"
    for field, new, old in differences(now, was, _OF_A_PHASE_OTHERWISE):
        before = "" if old in (None, "") else f", before {_plain(field, old)}"
        yield f"{heading(field)} {_plain(field, new)}{before}"
    for name, said in table_changes(now.settings, was.settings):
        yield f"{_setting(name)} {said}"


def mode(phase: Phase) -> str:
    """How a phase is played, as the Phases sheet has it."""
    return heading(mode_choice(phase))


def _plain(field: str, value: Any) -> str:
    """A name as it was typed, a choice as a word, anything else as it is told elsewhere."""
    if not isinstance(value, str) or not value:
        return spoken(value)
    return value if field == "name" else heading(value)


def _setting(name: str) -> str:
    """A setting by the heading of its column."""
    return next((setting.heading for setting in SETTINGS if setting.name == name), heading(name))

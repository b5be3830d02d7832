"""Put one thing of an event into words: a line of a sheet, a setting, a value and what it was.

Both what changed (`changes.py`) and the content of a workbook as text (`as_text.py`) use these.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any

from runner.compute.decisions import REGISTRY
from runner.core.event import (
    ClockStop,
    Decision,
    DraftLine,
    Event,
    Penalty,
    Phase,
    Player,
    RoundStart,
    Shown,
    TimeExtension,
)
from runner.core.language import count
from runner.core.screens import Screen
from runner.workbook.column import label
from runner.workbook.schema import NAMES_SHOWN, SHOWN_AS, SHOWS, mode_choice


def mode(phase: Phase) -> str:
    """Return how a phase is played, as on the Phases sheet."""
    return heading(mode_choice(phase))


def spot(line: DraftLine | None) -> str:
    """ "pod 2, seat 5"."""
    if line is None or (line.pod is None and line.seat is None):
        return "in no pod"
    pod = "no pod" if line.pod is None else f"pod {line.pod}"
    return f"{pod}, no seat" if line.seat is None else f"{pod}, seat {line.seat}"


def penalty(line: Penalty) -> str:
    """A penalty in words: "round 2, Bo Sample: Game loss (Tardiness)"."""
    why = f" ({line.infraction})" if line.infraction else ""
    return f"round {line.round}, {line.player}: {line.penalty}{why}"


def draft(line: DraftLine) -> str:
    """A player's pod and seat in words: "phase 1, P004: pod 2, seat 5"."""
    return f"phase {line.phase}, {line.player}: {spot(line)}"


def decision(line: Decision, event: Event) -> str:
    """A decision in words: "Pair round 4", "Give a bye, round 4: Ana Example"."""
    said = REGISTRY[line.kind].asked(line, event)
    table = f", table {line.table}" if line.table is not None else ""
    who = f": {line.player}" if line.player else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"{said[0].upper()}{said[1:]}{table}{who}{why}"


def extension(line: TimeExtension) -> str:
    """More time in words: "round 3, table 12: 5 minutes more (deck check)"."""
    where = f"table {line.table}" if line.table is not None else "all tables"
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round}, {where}: {line.minutes} minutes more{why}"


def start(line: RoundStart) -> str:
    """When a round began: "round 3 began at 14:10"."""
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round} began at {line.at}{why}"


def stop(line: ClockStop) -> str:
    """A clock that stood still: "the clock of round 3 stopped at 14:40, goes on at 14:55"."""
    on = f", restarts at {line.goes_on}" if line.goes_on else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"the clock of round {line.round} stopped at {line.stopped}{on}{why}"


def screen(line: Screen) -> str:
    """What a display shows: "Hall 1 shows Pairings by name, part A-F, 4 columns"."""
    said = [f"{line.name} shows {label(line.show, SHOWS)}"]
    said += [f"part {line.part}"] if line.part else []
    said += [count(line.columns, "column")] if line.columns else []
    said += [f"“{line.message}”"] if line.message else []
    said += [count(line.inches, "inch", "inches")] if line.inches else []
    said += [count(line.metres, "metre") + " away"] if line.metres else []
    return ", ".join(said)


LINES: tuple[tuple[str, str, Callable[[Any, Event], str]], ...] = (
    ("penalties", "Penalties", lambda line, event: penalty(line)),
    ("decisions", "Decisions", decision),
    ("extensions", "Time", lambda line, event: extension(line)),
    ("starts", "Time", lambda line, event: start(line)),
    ("stops", "Time", lambda line, event: stop(line)),
    ("screens", "Screens", lambda line, event: screen(line)),
)
"""The lines of sheets without keys, by the field of an event: their sheet, and them in words."""


def became(new: object, old: object) -> str:
    """ "“Hall 2”, before “Hall 1”"; an empty value is told as nothing."""
    return f"{spoken(new)}, before {spoken(old)}" if _there(old) else spoken(new)


def spoken(value: object) -> str:
    """Return a value in words: texts quoted, yes or no, lists with commas, or “nothing”."""
    if not _there(value):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, list | tuple):
        return "“" + ", ".join(map(str, value)) + "”"
    return str(value)


def _there(value: object) -> bool:
    """Whether there is a value; False and 0 count as values."""
    return value is not None and value != "" and value != () and value != []


def differences(new: Any, old: Any, but: Collection[str]) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, new and old value of each field in which two objects differ, except those in
    `but`."""
    for field in fields(new):
        has, had = getattr(new, field.name), getattr(old, field.name)
        if field.name not in but and has != had:
            yield field.name, has, had


def table_changes(new: Mapping[str, object], old: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return the keys whose values differ, in order, each with its change in words."""
    return [
        (key, became(new.get(key), old.get(key)))
        for key in sorted({*new, *old})
        if new.get(key) != old.get(key)
    ]


def heading(field: str) -> str:
    """A field's name as people read it: "keep_apart" is "keep apart"."""
    return field.replace("_", " ")


def names_shown(everybody: Shown) -> str:
    """Return how all names are shown, as on the Event sheet."""
    return label(everybody, NAMES_SHOWN).lower()


def shown_as(player: Player) -> str:
    """Return the content of “Shown as” for a player, or ""."""
    return player.handle if player.shown is None else label(player.shown, SHOWN_AS)

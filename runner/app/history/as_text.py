"""The content of a workbook as text, one line a fact: what a version control can compare; and one
thing of an event in words, such as a line of a sheet, which `changes.py` uses too.

The same content gives the same bytes, whatever it looks like and whoever saved it. What stands in a
column is in it only where the schema marks the column as public, so Notes, Keep apart and the notes
beside the rows of a round are not; the seed, from which the draws to come can be foretold, stands
there as its SHA-256.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

from runner.compute.decisions import REGISTRY
from runner.core import contacts
from runner.core.event import Decision, DraftLine, Event, Penalty
from runner.core.identifiers import RowKind
from runner.core.language import count
from runner.core.phase import Phase
from runner.core.player import Player, Shown
from runner.core.round_sheet import Row
from runner.core.screens import Screen
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.workbook.column import Column, label
from runner.workbook.read.phases import PHASES
from runner.workbook.round_schema import round_columns
from runner.workbook.schema import EVENT, NAMES_SHOWN, PLAYERS, SHOWN_AS, SHOWS, mode_choice

_FIRST = "# What the workbook says, written by Runner after each save. Nothing reads this file."
_ROUND = round_columns(0)


def content(event: Event) -> str:
    """Return all that counts of an event as lines, in the order of the sheets."""
    lines = [_FIRST, *_event(event)]
    for phase in event.phases:
        where = f"Phase {phase.number}"
        lines += [f"{where}: {phase.name}", f"{where}, mode: {mode(phase)}"]
        lines += _facts(where, phase, PHASES.columns, {"name", "mode"})
        lines += _table(where, phase.settings)
    lines += _players(event.players)
    lines += [line for sheet in sorted(event.rounds, key=lambda sheet: sheet.id)
              for line in _round(sheet.rows)]  # fmt: skip
    event = replace(event, screens=tuple(replace(each, off_camera=()) for each in event.screens))
    for field, sheet, words in LINES:
        texts = [f"{sheet}: {words(line, event)}" for line in getattr(event, field)]
        lines += texts if field in ("decisions", "screens") else sorted(texts)
    lines += sorted(f"Draft: {draft(line)}" for line in event.draft)
    return "\n".join(" ".join(line.split()) for line in lines) + "\n"


def _event(event: Event) -> Iterator[str]:
    yield from _facts("Event", event, EVENT.columns, {"names_shown"})
    if event.names_shown is not Shown.FULL:
        yield f"Event, names shown: {names_shown(event.names_shown)}"
    if event.seed:
        yield f"Event, SHA-256 of the seed: {sha256(event.seed.encode()).hexdigest()}"
    yield from _table("Event", event.settings)


def _players(players: Iterable[Player]) -> Iterator[str]:
    """Yield the lines of players by id; those without one follow, by name."""
    for player in sorted(players, key=lambda player: (not player.id, player.id or player.name)):
        where = f"Player {player.id}" if player.id else "New player"
        name = contacts.without(player.name)
        yield f"{where}: {name}"
        where = where if player.id else f"New player {name}"
        if player.enters > 1:
            yield f"{where}, enters: {player.enters}"
        if player.members:
            yield f"{where}, members: {_text(player.members)}"
        yield from _facts(where, player, PLAYERS.columns, {"id", "name", "enters"})
        if shown_as(player):
            yield f"{where}, shown as: {shown_as(player)}"
        yield from _table(where, player.extra)


def _round(rows: Iterable[Row]) -> Iterator[str]:
    kinds = list(RowKind)
    for row in sorted(rows, key=lambda row: (kinds.index(row.key.kind), row.key.number)):
        where = f"{row.key.round.sheet}, {row.key.kind.name.lower()} {row.key.number}"
        if any(row.seats):
            last = max(at for at, name in enumerate(row.seats) if name)  # which may be a dash
            there = (contacts.without(name) or "-" for name in row.seats[: last + 1])
            yield f"{where}: {' / '.join(there)}"
        yield from _facts(where, row, _ROUND, {"key", "table"})
        if row.rehearsed:
            yield f"{where}, made up: yes"


def _facts(
    where: str, thing: Any, columns: Iterable[Column], without: Collection[str]
) -> Iterator[str]:
    """Yield a line for each public column that is filled, except those in `without`."""
    public = {column.key for column in columns if column.public}.difference(without)
    for field in fields(thing):
        value = getattr(thing, field.name)
        silent = value is False or value in ("", None, (), field.default)
        if field.name in public and (value or not silent):
            yield f"{where}, {heading(field.name)}: {_text(value)}"


def _table(where: str, values: Mapping[str, Any]) -> Iterator[str]:
    for key in sorted(values):
        yield f"{where}, {heading(key)}: {_text(values[key])}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)


def mode(phase: Phase) -> str:
    """Return how a phase is played, as on the Phases sheet."""
    return heading(mode_choice(phase))


def spot(line: DraftLine | None) -> str:
    """Return a place in a draft: "pod 2, seat 5"."""
    if line is None or (line.pod is None and line.seat is None):
        return "in no pod"
    pod = "no pod" if line.pod is None else f"pod {line.pod}"
    return f"{pod}, no seat" if line.seat is None else f"{pod}, seat {line.seat}"


def penalty(line: Penalty) -> str:
    """Return a penalty in words: "round 2, Bo Sample: Game loss (Tardiness)"."""
    why = f" ({line.infraction})" if line.infraction else ""
    return f"round {line.round}, {line.player}: {line.penalty}{why}"


def draft(line: DraftLine) -> str:
    """Return a player's pod and seat in words: "phase 1, P004: pod 2, seat 5"."""
    return f"phase {line.phase}, {line.player}: {spot(line)}"


def decision(line: Decision, event: Event) -> str:
    """Return a decision in words: "Pair round 4", "Give a bye, round 4: Ana Example"."""
    words = REGISTRY[line.kind].asked(line, event)
    table = f", table {line.table}" if line.table is not None else ""
    who = f": {line.player}" if line.player else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"{words[0].upper()}{words[1:]}{table}{who}{why}"


def extension(line: TimeExtension) -> str:
    """Return a time extension in words: "round 3, table 12: 5 minutes more (deck check)"."""
    where = f"table {line.table}" if line.table is not None else "all tables"
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round}, {where}: {line.minutes} minutes more{why}"


def start(line: RoundStart) -> str:
    """Return when a round began: "round 3 began at 14:10"."""
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round} began at {line.at}{why}"


def stop(line: ClockStop) -> str:
    """Return a stop of the clock: "the clock of round 3 stopped at 14:40, goes on at 14:55"."""
    on = f", restarts at {line.goes_on}" if line.goes_on else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"the clock of round {line.round} stopped at {line.stopped}{on}{why}"


def screen(line: Screen) -> str:
    """Return what a display shows: "Hall 1 shows Pairings by name, part A-F, 4 columns"."""
    parts = [f"{line.name} shows {label(line.show, SHOWS)}"]
    parts += [f"part {line.part}"] if line.part else []
    parts += [count(line.columns, "column")] if line.columns else []
    parts += [f"“{line.message}”"] if line.message else []
    parts += [count(line.inches, "inch", "inches")] if line.inches else []
    parts += [count(line.metres, "metre") + " away"] if line.metres else []
    parts += [f"off camera: {', '.join(line.off_camera)}"] if line.off_camera else []
    return ", ".join(parts)


LINES: tuple[tuple[str, str, Callable[[Any, Event], str]], ...] = (
    ("penalties", "Penalties", lambda line, event: penalty(line)),
    ("decisions", "Decisions", decision),
    ("previews", "Decisions", lambda line, event: f"preview: {decision(line, event)}"),
    ("extensions", "Time", lambda line, event: extension(line)),
    ("starts", "Time", lambda line, event: start(line)),
    ("stops", "Time", lambda line, event: stop(line)),
    ("screens", "Screens", lambda line, event: screen(line)),
)
"""The lines of sheets without keys, by the field of an event: their sheet, and them in words."""


def became(new: object, old: object) -> str:
    """Return a change in words: "“Hall 2”, before “Hall 1”"; an empty value is "nothing"."""
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
    """Return whether there is a value; False and 0 count as values."""
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
    """Return a field's name in words: "keep_apart" is "keep apart"."""
    return field.replace("_", " ")


def names_shown(everybody: Shown) -> str:
    """Return how all names are shown, as on the Event sheet."""
    return label(everybody, NAMES_SHOWN).lower()


def shown_as(player: Player) -> str:
    """Return the content of “Shown as” for a player, or ""."""
    return player.handle if player.shown is None else label(player.shown, SHOWN_AS)

"""The content of a workbook as text, one line a fact: what a version control can compare.

The same content gives the same bytes, whatever it looks like and whoever saved it. What stands in a
column is in it only where the schema marks the column as public, so Notes, Keep apart and the notes
beside the rows of a round are not; the seed, from which the draws to come can be foretold, stands
there as its SHA-256.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

from runner.app.history.descriptions import (
    LINES,
    draft,
    heading,
    mode,
    names_shown,
    shown_as,
)
from runner.core import contacts
from runner.core.event import Event, Player, Row, RowKind, Shown
from runner.workbook.column import Column
from runner.workbook.read.phases import PHASES
from runner.workbook.schema import EVENT, PLAYERS, round_columns

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
    for field, sheet, words in LINES:
        said = [f"{sheet}: {words(line, event)}" for line in getattr(event, field)]
        lines += said if field in ("decisions", "screens") else sorted(said)
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
    where: str, thing: Any, columns: Iterable[Column], told: Collection[str]
) -> Iterator[str]:
    """Yield a line for each public column that is filled, except those in `told`."""
    public = {column.key for column in columns if column.public}.difference(told)
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

"""The content of a workbook as text, one line a fact: what a version control can compare.

The same content gives the same bytes, whatever it looks like and whoever saved it. The private
columns Notes and Keep apart, and the notes beside the rows of a round, are left out; the seed,
from which the draws to come can be foretold, stands there as its SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from runner.app.history.changes.line_words import decision, extension, penalty, start
from runner.app.history.changes.phrases import heading, names_shown, shown_as
from runner.core.event import Event, Player, Row, RowKind, Shown

_FIRST = "# What the workbook says, written by Runner after each save. Nothing reads this file."
_OF_EVENT = {"seed", "settings", "saved", "names_shown"}
_OF_PLAYER = {
    "id",
    "name",
    "enters",
    "keep_apart",
    "extra",
    "notes",
    "place",
    "shown",
    "handle",
    "listed",
}
_OF_PHASE = {"number", "name", "settings", "place"}


def content(event: Event) -> str:
    """All that counts of an event, in the order of the sheets."""
    lines = [_FIRST, *_event(event), *_phases(event), *_players(event.players)]
    lines += [line for sheet in sorted(event.rounds, key=lambda each: each.id)
              for line in _round(sheet.rows)]  # fmt: skip
    lines += sorted(f"Penalties: {penalty(each)}" for each in event.penalties)
    lines += [f"Decisions: {decision(each)}" for each in event.decisions]
    lines += sorted(f"Time: {extension(each)}" for each in event.extensions)
    lines += sorted(f"Time: {start(each)}" for each in event.starts)
    return "\n".join(" ".join(line.split()) for line in lines) + "\n"


def _event(event: Event) -> Iterator[str]:
    yield from _facts("Event", event, _OF_EVENT)
    if event.names_shown is not Shown.FULL:
        yield f"Event, names shown: {names_shown(event.names_shown)}"
    if event.seed:
        yield f"Event, SHA-256 of the seed: {sha256(event.seed.encode()).hexdigest()}"
    yield from _table("Event", event.settings)


def _phases(event: Event) -> Iterator[str]:
    for phase in event.phases:
        where = f"Phase {phase.number}"
        yield f"{where}: {phase.name}"
        yield from _facts(where, phase, _OF_PHASE)
        yield from _table(where, phase.settings)


def _players(players: Iterable[Player]) -> Iterator[str]:
    """By Id; those who have none yet follow, by name."""
    for player in sorted(players, key=lambda each: (not each.id, each.id or each.name)):
        where = f"Player {player.id}" if player.id else "New player"
        yield f"{where}: {player.name}"
        where = where if player.id else f"New player {player.name}"
        if player.enters > 1:
            yield f"{where}, enters: {player.enters}"
        yield from _facts(where, player, _OF_PLAYER)
        if shown_as(player):
            yield f"{where}, shown as: {shown_as(player)}"
        yield from _table(where, player.extra)


def _round(rows: Iterable[Row]) -> Iterator[str]:
    kinds = list(RowKind)
    for row in sorted(rows, key=lambda each: (kinds.index(each.key.kind), each.key.number)):
        where = f"{row.key.round.sheet}, {row.key.kind.name.lower()} {row.key.number}"
        if any(row.seats):
            last = max(at for at, each in enumerate(row.seats) if each)  # which may be a dash
            yield f"{where}: {' / '.join(each or '-' for each in row.seats[: last + 1])}"
        for what, value in (("result", row.result), ("games", row.games)):
            if value:
                yield f"{where}, {what}: {value}"
        if row.rehearsed:
            yield f"{where}, made up: yes"


def _facts(where: str, thing: Any, but: set[str]) -> Iterator[str]:
    """Every plain field that says something, so that one that is new tomorrow stands here too."""
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name not in but and _says(value) and (value or value != field.default):
            yield f"{where}, {heading(field.name)}: {_text(value)}"


def _table(where: str, values: Mapping[str, Any]) -> Iterator[str]:
    for key in sorted(values):
        yield f"{where}, {heading(key)}: {_text(values[key])}"


def _says(value: Any) -> bool:
    if value is None or value is False or value == "" or isinstance(value, Mapping):
        return False
    if isinstance(value, tuple):
        return bool(value) and not is_dataclass(value[0])
    return True


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)

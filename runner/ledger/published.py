"""A round as it is out: its tables, its byes, and what may stand in the workbook for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runner.core.event import RoundId, RowKind


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table as published: number, and ids in turn order."""

    number: int
    seats: tuple[str, ...]


Cell = tuple[RowKind, int, int]
"""A name's cell in a round sheet: kind of row, number in its key, seat from 0."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A pairing as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` are ids that earlier drawings
    of the round may have left in a cell of the workbook, and `spoilt` the result and games that
    were typed for a table of such a drawing.
    """

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    spoilt: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    certificate: Mapping[str, Any] | None = None

    def sits_in(self, kind: RowKind, number: int, player: str) -> bool:
        """Whether a player is in a row of the round as it is in force."""
        if kind is RowKind.TABLE:
            return any(each.number == number and player in each.seats for each in self.tables)
        return player in (self.byes if kind is RowKind.BYE else self.absent)


def cells(
    tables: Iterable[PublishedTable], byes: Iterable[str], absent: Iterable[str]
) -> dict[Cell, str]:
    """The id in each cell of a round sheet."""
    found = {
        (RowKind.TABLE, table.number, seat): player
        for table in tables
        for seat, player in enumerate(table.seats)
    }
    for kind, players in ((RowKind.BYE, byes), (RowKind.ABSENT, absent)):
        found.update({(kind, number, 0): player for number, player in enumerate(players, 1)})
    return found


def tables_document(tables: Iterable[PublishedTable]) -> list[dict[str, Any]]:
    """Tables as they stand in a line."""
    return [{"table": each.number, "seats": list(each.seats)} for each in tables]


def tables_of(data: Mapping[str, Any]) -> tuple[PublishedTable, ...]:
    """The tables that a line has."""
    return tuple(
        PublishedTable(int(each["table"]), tuple(each["seats"])) for each in data["tables"]
    )

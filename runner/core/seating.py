"""Seatings: who sits where in a round, as ids and without results.

The same type serves an organiser's changes, the engine's proposals, published rounds of the ledger,
and the rows of a sheet. With results it is a `Round`; with the data it was paired from, it is a
`PublishedRound` of the ledger or a `Pairing` on the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from runner.core.identifiers import RowKind, seat_letter
from runner.core.rounds import Round

RowOf = tuple[RowKind, int]
"""A row of a round sheet: its kind, and the number in its key."""
Cell = tuple[RowKind, int, int]
"""A name's cell in a round sheet: kind of row, number in its key, seat from 0."""


class SeatedTable(NamedTuple):
    """A table: its number, and the ids of its players in turn order."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """Who sits where in a round: tables (which may be empty), byes and absences."""

    tables: tuple[SeatedTable, ...] = ()
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @classmethod
    def of(cls, played: Round) -> Seating:
        """Return the seating of a round, without its results."""
        tables = (SeatedTable(table.number, table.players) for table in played.tables)
        return cls(tuple(tables), played.byes, played.absent)

    @classmethod
    def of_rows(cls, rows: Mapping[RowOf, tuple[str, ...]]) -> Seating:
        """Return the seating of the rows of a sheet; blank byes and absences are left out."""
        tables = (SeatedTable(number, ids) for (kind, number), ids in rows.items()
                  if kind is RowKind.TABLE)  # fmt: skip
        byes, absent = (
            tuple(ids[0] for (kind, _), ids in rows.items() if kind is wanted and ids)
            for wanted in (RowKind.BYE, RowKind.ABSENT)
        )
        return cls(tuple(tables), byes, absent)

    @cached_property
    def _at(self) -> Mapping[int, tuple[str, ...]]:
        return dict(self.tables)

    @property
    def rows(self) -> dict[RowOf, tuple[str, ...]]:
        """The ids in each row of a round sheet; each bye or absence has a row of its own."""
        rows = {(RowKind.TABLE, table.number): table.seats for table in self.tables}
        for kind, players in ((RowKind.BYE, self.byes), (RowKind.ABSENT, self.absent)):
            rows |= {(kind, number): (player,) for number, player in enumerate(players, 1)}
        return rows

    @property
    def cells(self) -> dict[Cell, str]:
        """The id in each cell of a round sheet."""
        return {
            (kind, number, seat): player
            for (kind, number), ids in self.rows.items()
            for seat, player in enumerate(ids)
        }

    @property
    def seated(self) -> tuple[str, ...]:
        """The players at a table."""
        return tuple(player for table in self.tables for player in table.seats)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players at a table, with a bye, or absent."""
        return (*self.seated, *self.byes, *self.absent)

    @property
    def spots(self) -> dict[str, str]:
        """Where each player is: "table 4, seat B", "a bye" or "absent"."""
        return {
            **{
                player: f"table {table.number}, seat {seat_letter(at)}"
                for table in self.tables
                for at, player in enumerate(table.seats)
            },
            **dict.fromkeys(self.byes, "a bye"),
            **dict.fromkeys(self.absent, "absent"),
        }

    def has(self, kind: RowKind, number: int, player: str) -> bool:
        """Return whether a player is in that row: at that table, or with a bye, or absent."""
        if kind is RowKind.TABLE:
            return player in self._at.get(number, ())
        return player in (self.byes if kind is RowKind.BYE else self.absent)

    def table_of(self, player: str) -> int | None:
        """Return the number of the table where a player sits; None if at none."""
        return next((table.number for table in self.tables if player in table.seats), None)

    def with_tables(self, tables: Mapping[int, tuple[str, ...]]) -> Seating:
        """Return the seating with these tables replaced; new ones are added at the end."""
        merged = {**dict(self.tables), **tables}
        return replace(self, tables=tuple(SeatedTable(*table) for table in merged.items()))

    def without(self, player: str) -> Seating:
        """Return the seating without a player."""
        tables = (SeatedTable(number, _less(seats, player)) for number, seats in self.tables)
        return Seating(tuple(tables), _less(self.byes, player), _less(self.absent, player))


def tables_document(tables: Iterable[SeatedTable]) -> list[dict[str, Any]]:
    """Return tables in the form of all JSON documents."""
    return [{"table": number, "seats": list(seats)} for number, seats in tables]


def _less(ids: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(other for other in ids if other != player)

"""How the rows of a round are understood, beside what was published for them.

Who is in a cell in which P1 was published:

| there stands    | the names have arrived | they have not, or some of an earlier pairing are left |
| --------------- | ---------------------- | ----------------------------------------------------- |
| nothing         | nobody: it was cleared | P1; nobody where P1 has been taken out before         |
| a dash          | nobody: it is meant    | nobody; P1 where names of an earlier pairing are left |
| P2's name       | P2                     | P2; P1 where P2 is what an earlier pairing left there |
| an unknown name | P1, with a problem     | P1, with a problem                                    |

A sheet with fewer seats than a table has players says nothing of the others: they sit there as they
were published, unless they are typed elsewhere in the round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runner.compute.reconcile.players import Directory
from runner.core import names
from runner.core.event import RoundSheet, Row, RowKind
from runner.core.problems import Problem
from runner.core.seating import Cell, RowOf
from runner.ledger.published import PublishedRound

EMPTY_SEAT = frozenset({"-", "–", "—", "empty"})
"""What says that nobody sits in a seat."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A row: the ids in it, who was taken out of it with a dash, and what is wrong there."""

    row: Row
    ids: tuple[str, ...]
    dashed: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def at(self) -> RowOf:
        """Which row it is."""
        return (self.row.key.kind, self.row.key.number)


def as_published(published: PublishedRound) -> dict[RowOf, tuple[str, ...]]:
    """The ids in each row before anything was typed; a table that is made by hand has nobody."""
    rows: dict[RowOf, tuple[str, ...]] = {
        (RowKind.TABLE, table.number): () for table in published.seating.tables
    }
    for (kind, number, _), player in published.base.items():
        rows[(kind, number)] = (*rows.get((kind, number), ()), player)
    return rows


def understood(sheet: RoundSheet, published: PublishedRound, who: Directory) -> list[Understood]:
    """Every row of a sheet."""
    reader, rows = _Reader(published, who, arrived=False), as_published(published)
    typed = {
        (cell := (row.key.kind, row.key.number, seat)): reader.find(cell, text)
        for row in sheet.rows
        for seat, text in enumerate(row.seats)
    }
    there = sum(typed.get(cell) == player for cell, player in published.base.items())
    arrived = not published.stale and 2 * there >= len(published.base)
    reader = replace(reader, arrived=arrived)
    read = [reader.row(row, rows.get((row.key.kind, row.key.number), ())) for row in sheet.rows]
    return _with_seatless(read, published)


def _with_seatless(read: Sequence[Understood], published: PublishedRound) -> list[Understood]:
    """The rows with those for whom the sheet has no seat, and who are nowhere else in it."""
    somewhere = {player for found in read for player in found.ids}
    seats = {found.at: len(found.row.seats) for found in read if found.at[0] is RowKind.TABLE}
    seatless: dict[RowOf, tuple[str, ...]] = {}
    for (kind, number, seat), player in published.base.items():
        at = (kind, number)
        beyond = seat >= seats.get(at, 0) > 0 and player not in somewhere
        if beyond and published.seating.has(kind, number, player):
            seatless[at] = (*seatless.get(at, ()), player)
    return [replace(found, ids=(*found.ids, *seatless.get(found.at, ()))) for found in read]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the rows of one round.

    The names have `arrived` where most cells hold theirs. As long as some of an earlier pairing may
    be left, they have not: neither a blank nor a dash says anything then.
    """

    published: PublishedRound
    who: Directory
    arrived: bool

    def find(self, cell: Cell, text: str) -> str | None:
        """Whom a name in a cell means: who was published there under it, whoever has it today."""
        player = self.published.base.get(cell, "")
        known = self.published.names.get(player)
        same = known is not None and names.key(text) == names.key(known)
        return player if same else self.who.find(text)

    def row(self, row: Row, before: tuple[str, ...]) -> Understood:
        """A row in which these were published; for a bye or an absence only the first cell
        counts."""
        kind, number = row.key.kind, row.key.number
        texts = row.seats or ("",) * max(1, len(before))
        cells = [((kind, number, seat), text) for seat, text in enumerate(texts)]
        cells = cells if kind is RowKind.TABLE else cells[:1]
        dashed = [cell for cell, text in cells if text in EMPTY_SEAT and not self.published.stale]
        return Understood(
            row,
            tuple(filter(None, (self._player(cell, text) for cell, text in cells))),
            tuple(filter(None, map(self.published.base.get, dashed))),
            tuple(
                self.who.unknown(text, row.place(f"seat {seat + 1}"))
                for (_, _, seat), text in cells
                if text and text not in EMPTY_SEAT and self.who.find(text) is None
            ),
        )

    def _player(self, cell: Cell, text: str) -> str | None:
        """Who is in a cell in which this stands; None for nobody."""
        before, stale = self.published.base.get(cell), self.published.stale
        if text in EMPTY_SEAT:
            return before if stale else None
        if not text:
            return None if before and self._cleared(cell, before) else before
        found = self.find(cell, text)
        return before if found is None or found in stale.get(cell, ()) else found

    def _cleared(self, cell: Cell, player: str) -> bool:
        """Whether the organiser has taken a player out of a blank cell, now or before."""
        kind, number, _ = cell
        return self.arrived or not self.published.seating.has(kind, number, player)

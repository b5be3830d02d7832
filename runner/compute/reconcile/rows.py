"""How the names in the rows of a round are understood, beside what was published for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runner.compute.reconcile.players import Directory
from runner.core.event import RoundSheet, Row, RowKind
from runner.core.problems import Problem
from runner.ledger.published import Cell, PublishedRound

EMPTY_SEAT = frozenset({"-", "–", "—", "empty"})
"""What says that nobody sits in a seat."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How the cells of one round are to be understood.

    `arrived`: the names are in the workbook, so that a blank cell has been cleared. While names of
    an earlier pairing may still stand there, neither a blank nor a dash says anything.
    """

    published: PublishedRound
    who: Directory
    arrived: bool

    @classmethod
    def of(cls, sheet: RoundSheet, published: PublishedRound, who: Directory) -> Reading:
        """The reading of a sheet as it is."""
        texts = {
            (row.key.kind, row.key.number, seat): text
            for row in sheet.rows
            for seat, text in enumerate(row.seats)
        }
        there = sum(
            1 for cell, player in published.base.items() if who.find(texts.get(cell, "")) == player
        )
        return cls(published, who, not published.stale and 2 * there >= len(published.base))

    def row(self, row: Row, base: Mapping[Cell, str]) -> tuple[list[str], list[Problem], set[str]]:
        """The ids in a row after the organiser's changes to what was published for it, what is
        wrong there, and who was taken out with a dash."""
        kind, number = row.key.kind, row.key.number
        seated: list[str] = []
        problems: list[Problem] = []
        dashed: set[str] = set()
        length = max(len(row.seats), sum(1 for cell in base if cell[:2] == (kind, number)))
        for seat in range(length if kind is RowKind.TABLE else 1):
            cell = (kind, number, seat)
            text = row.seats[seat] if seat < len(row.seats) else ""
            player: str | None = base.get(cell)
            if text in EMPTY_SEAT:
                dashed |= {player} if player and not self.published.stale else set()
                player = player if self.published.stale else None
            elif not text and player and self._cleared(cell, player):
                player = None
            elif text:
                found = self.who.find(text)
                if found is None:
                    problems.append(self.who.unknown(text, row.place(f"seat {seat + 1}")))
                elif found not in self.published.stale.get(cell, ()):
                    player = found
            if player is not None:
                seated.append(player)
        return seated, problems, dashed

    def _cleared(self, cell: Cell, player: str) -> bool:
        """Whether the organiser has taken a player out of a blank cell, now or before."""
        return self.arrived or not self.published.sits_in(cell[0], cell[1], player)

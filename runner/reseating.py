"""Places in a published round changed by a decision: a bye more or less, a late arrival, seats
shuffled.

Pure functions of who sits where: they say what the round is then, or why it cannot be.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, count

from runner.hand_work import Seating
from runner.ledger import PublishedTable
from runner.randomness import Stream

_NOTHING = Fraction(0)


class Refused(Exception):  # noqa: N818 - a refusal is no error of the program
    """Why a round cannot be changed so: a sentence, and what to do instead."""

    def __init__(self, why: str, fix: str) -> None:
        super().__init__(why)
        self.why = why
        self.fix = fix


@dataclass(frozen=True, slots=True)
class Hall:
    """A round that is being played, and what counts when somebody is put somewhere in it.

    `busy` are tables that have a result; they stay as they are. `keeps` are those whose bye is not
    to be used: it was awarded, or given by hand. `met` are pairs who have met before.
    """

    seating: Seating
    pod: int
    busy: Collection[int] = ()
    keeps: Collection[str] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)
    met: Collection[frozenset[str]] = ()
    first_table: int = 1
    gaps: Collection[tuple[int, int]] = ()

    # --- what a decision does ---------------------------------------------------------------------

    def with_bye(self, player: str) -> Seating:
        """The player has a bye; who is left alone at a table of two plays somebody else."""
        if player in self.seating.byes:
            raise Refused("{} has a bye in this round anyway.", "Clear the Go cell.")
        number = self._table_of(player)
        if number in self.busy:
            raise self._has_result(number)
        left = self._without(player)
        alone = left.tables.get(number, ()) if number is not None else ()
        if self.pod == 2 and len(alone) == 1:
            there = self._at(left)._without(alone[0])
            try:
                left = self._at(there).seated(alone[0])
            except Refused:
                left = _made(there, byes=(*there.byes, alone[0]))
        return _made(left, byes=(*left.byes, player))

    def without_bye(self, player: str) -> Seating:
        """The player's bye is taken back, and they are seated."""
        if player not in self.seating.byes:
            raise Refused("{} has no bye in this round.", "Clear the Go cell.")
        return self._at(self._without(player)).seated(player)

    def with_player(self, player: str) -> Seating:
        """Somebody who has no place is seated."""
        number = self._table_of(player)
        if number is not None:
            raise Refused(f"{{}} sits at table {number} already.", "Clear the Go cell.")
        if player in self.seating.byes:
            raise Refused("{} has a bye in this round.", "Choose “Take back a bye”.")
        return self._at(self._without(player)).seated(player)

    def shuffled(self, table: int | None, stream: tuple[object, ...]) -> Seating:
        """The seats of one table drawn anew, or of all that have no result."""
        if table is not None and not self.seating.tables.get(table):
            raise Refused(f"There is no table {table} in this round.", "Correct it under Table.")
        if table in self.busy:
            raise self._has_result(table)
        tables = {
            number: tuple(Stream(*stream, number).shuffled(sorted(seats)))
            if table in (None, number) and number not in self.busy
            else seats
            for number, seats in self.seating.tables.items()
        }
        return _made(self.seating, tables=tables)

    # --- where somebody is put --------------------------------------------------------------------

    def seated(self, player: str) -> Seating:
        """The round with somebody who has no place in it at the best that there is: a free seat at
        a short table, or a new table with those who have a bye.

        The fewest who have met before come first, and then the smallest difference in points.
        """
        tables, byes = self.seating.tables, self.seating.byes
        free = [n for n, at in tables.items() if 0 < len(at) < self.pod and n not in self.busy]
        partners = [each for each in byes if each not in self.keeps]
        least = 1 if self.pod == 2 else self.pod - 2
        groups = list(combinations(partners, least)) if least >= 1 else []
        if free:
            best = min(free, key=lambda number: (*self._cost(player, tables[number]), number))
            return _made(self.seating, tables={**tables, best: (*tables[best], player)})
        if groups:
            group = min(groups, key=lambda each: self._cost(player, each))
            number = next(n for n in count(self.first_table) if self._may_be_used(n))
            left = tuple(each for each in byes if each not in group)
            return _made(self.seating, tables={**tables, number: (*group, player)}, byes=left)
        raise Refused(
            "There is no free seat for {} at a table without a result, and nobody with a bye to "
            "play.",
            "Give a bye on Decisions, or make a new table by hand: type its number under Table in "
            "a free row, and the names beside it.",
        )

    def _may_be_used(self, number: int) -> bool:
        """Whether nobody sits at the table of that number, and it is in no gap."""
        gap = any(least <= number <= most for least, most in self.gaps)
        return not gap and not self.seating.tables.get(number)

    def _cost(self, player: str, others: tuple[str, ...]) -> tuple[int, Fraction]:
        pairs = [frozenset(pair) for pair in combinations((*others, player), 2)]
        again = sum(pair in self.met for pair in pairs)
        mine = self.points.get(player, _NOTHING)
        apart = sum((abs(mine - self.points.get(each, _NOTHING)) for each in others), _NOTHING)
        return again, apart / max(len(others), 1)

    def _table_of(self, player: str) -> int | None:
        return next((n for n, seats in self.seating.tables.items() if player in seats), None)

    def _without(self, player: str) -> Seating:
        return _made(
            self.seating,
            tables={
                number: tuple(each for each in seats if each != player)
                for number, seats in self.seating.tables.items()
            },
            byes=tuple(each for each in self.seating.byes if each != player),
            absent=tuple(each for each in self.seating.absent if each != player),
        )

    def _at(self, seating: Seating) -> Hall:
        return replace(self, seating=seating)

    def _has_result(self, table: int | None) -> Refused:
        return Refused(
            f"Table {table} has a result.",
            "Clear it first, or type the names over those on the round's sheet.",
        )


def _made(
    seating: Seating,
    *,
    tables: Mapping[int, tuple[str, ...]] | None = None,
    byes: tuple[str, ...] | None = None,
    absent: tuple[str, ...] | None = None,
) -> Seating:
    """The seating with some of it changed."""
    now = seating.tables if tables is None else tables
    return Seating(
        (PublishedTable(*each) for each in now.items()),
        seating.byes if byes is None else byes,
        seating.absent if absent is None else absent,
    )

"""Changes of places in a published round by decisions: byes, late arrivals, shuffled seats.

Pure functions of who sits where: they return the new round, or raise `Refused`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, count

from runner.core.seating import Seating
from runner.pairing.seats import drawn_seats
from runner.pairing.tables import SMALLEST_POD, pod_sizes
from runner.phases.phase_type import Schedule

_NOTHING = Fraction(0)
_BY_NAME = "To do it another way, type the names on the round’s sheet."


class Refused(Exception):  # noqa: N818 - a refusal is not an error of the program
    """Raised if a round cannot be changed: why, what to do, and whether the cause is the
    `table`."""

    def __init__(self, why: str, fix: str, *, table: bool = False) -> None:
        super().__init__(why)
        self.why, self.fix, self.table = why, fix, table


@dataclass(frozen=True, slots=True)
class Hall:
    """A round that is being played, and the data for finding a place in it.

    `busy` are tables with a result, which stay as they are. `keeps` are players whose bye must not
    be used, as it was awarded or given by hand. `met` are pairs who have met before; `due` is set
    if a bracket or a round robin prescribes who meets whom.
    """

    seating: Seating
    pod: int
    busy: Collection[int] = ()
    keeps: Collection[str] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)
    met: Collection[frozenset[str]] = ()
    first_table: int = 1
    gaps: Collection[tuple[int, int]] = ()
    due: Schedule | None = None

    # --- what a decision does ---------------------------------------------------------------------

    def with_bye(self, player: str) -> Seating:
        """Return the round with a bye for the player; an opponent left alone plays somebody
        else."""
        if player in self.seating.byes:
            raise Refused("{} already has a bye in this round.", "Clear the Go cell.")
        number = self.seating.table_of(player)
        self._refuse_busy(number)
        left = self.seating.without(player)
        alone = dict(left.tables).get(number, ()) if number is not None else ()
        if self.due:
            self._may_have_bye(player, self.due, alone)
        if len(alone) == 1 and self.least == len(alone) + 1:
            there = left.without(alone[0])
            left = replace(there, byes=(*there.byes, alone[0]))
            if self.due is None:
                with suppress(Refused):
                    left = self._at(there).seated(alone[0])
        elif number is not None and 0 < len(alone) < self.least:
            left = self._at(left).completed(number)
        return replace(left, byes=(*left.byes, player))

    def _may_have_bye(self, player: str, due: Schedule, others: Collection[str]) -> None:
        """Raise Refused if a bracket has no place for the bye; `others` are at the player's
        table."""
        if player not in due.inside:
            raise Refused(f"{{}} is not in {due.phase} in this round, so there is nothing to skip.",
                "Correct the name, or clear the Go cell.")  # fmt: skip
        if due.sends_on and len(others) == 1:
            raise Refused(
                f"With a bye {{}} would advance in {due.phase}, and so would the other at the "
                "table.",
                "Type the result for whoever advances; for a player who has left, fill in “Drops "
                "after round” on Players as well.")  # fmt: skip
        if due.sends_on and len(others) == 2 < len(self.seating.seated) - 1 and self.pod > 2:
            raise Refused(f"With a bye for {{}} two would be left at their table of {due.phase}.",
                "Type the result of the table for whoever advances.")  # fmt: skip
        if due.sends_on and others and sum(1 for table in self.seating.tables if table.seats) == 1:
            raise Refused(
                f"With a bye for {{}} nothing is won: this is the last table of {due.phase}.",
                "Type the result of the table.")  # fmt: skip

    def without_bye(self, player: str, table: int | None = None) -> Seating:
        """Return the round with the player's bye withdrawn and the player seated, at `table` if
        given."""
        if player not in self.seating.byes:
            raise Refused("{} has no bye in this round.", "Clear the Go cell.")
        due = self.due  # the player has a table, or an opponent, in the bracket
        if due and player in due.inside and not (due.opponents.get(player) or player in due.drawn):
            raise Refused(f"{{}} meets nobody in this round of {due.phase}, so the bye stays.",
                _BY_NAME)  # fmt: skip
        return self._at(self.seating.without(player)).seated(player, table)

    def with_player(self, player: str, table: int | None = None) -> Seating:
        """Return the round with a player who had no place seated, at `table` if given."""
        if (number := self.seating.table_of(player)) is not None:
            raise Refused(f"{{}} sits at table {number} already.", "Clear the Go cell.")
        if player in self.seating.byes:
            raise Refused("{} has a bye in this round.", "Choose “Take back a bye”.")
        return self._at(self.seating.without(player)).seated(player, table)

    def shuffled(self, table: int | None, name: Sequence[object]) -> Seating:
        """Return new seats at one table, or at all without a result, by the draw of that `name`."""
        if table is not None and not self._tables.get(table):
            raise Refused(f"There is no table {table} in this round.", "Correct it under Table.",
                table=True)  # fmt: skip
        self._refuse_busy(table)
        if not (free := self.to_shuffle(table)):
            raise Refused("Every table of this round has a result.", "Clear the Go cell.")
        drawn = {number: drawn_seats(self._tables[number], number, name) for number in free}
        return self.seating.with_tables(drawn)

    def to_shuffle(self, table: int | None) -> tuple[int, ...]:
        """Return the tables whose seats are drawn again: one, or all with players and without a
        result."""
        free = ((at, seats) for at, seats in self.seating.tables if at not in self.busy)
        return tuple(number for number, seats in free if seats and table in (None, number))

    # --- finding a place --------------------------------------------------------------------------

    def seated(self, player: str, table: int | None = None) -> Seating:
        """Return the round with a player seated at `table`, or at the best place: a free seat at a
        short table, or a new table with players who have byes. Fewer repeated pairs are better,
        then a smaller difference in points. If a bracket prescribes who meets whom, it alone
        decides."""
        if table is not None:
            return self._seated_at(player, table)
        if self.due:
            return self._where_due(player, self.due)
        tables, free = self._tables, self._free
        if free:
            best = min(free, key=lambda n: (len(tables[n]) >= self.least,
                                            *self._cost(player, tables[n]), n))  # fmt: skip
            joined = self._at(self.seating.with_tables({best: (*tables[best], player)}))
            return joined.completed(best)
        for others in range(max(self.pod - 2, self.least - 1), self.least - 2, -1):
            if groups := list(combinations(self._partners, others)):
                group = min(groups, key=lambda others: self._cost(player, others))
                number = next(n for n in count(self.first_table) if self._may_be_used(n))
                return self._playing(group).with_tables({number: (*group, player)})
        raise Refused(
            "There is no free seat for {} at a table without a result, and nobody with a bye to "
            "play.",
            "Give a bye on Decisions, or make a new table by hand: type its number under Table in "
            "a free row, and the names beside it.",
        )

    def _seated_at(self, player: str, table: int) -> Seating:
        fix = "Correct the number under Table, or clear it to have the table chosen."
        if not (seats := self._tables.get(table, ())):
            raise Refused(f"There is no table {table} in this round.", fix, table=True)
        self._refuse_busy(table)
        if self.due:
            there = self._where_due(player, self.due)
            if player not in dict(there.tables).get(table, ()):
                raise Refused(
                    f"{{}} does not belong at table {table} in this round of {self.due.phase}.",
                    fix, table=True)  # fmt: skip
            return there
        if len(seats) >= self._most:
            raise Refused(f"Table {table} has no free seat for {{}}.", fix, table=True)
        return self._at(self.seating.with_tables({table: (*seats, player)})).completed(table)

    def completed(self, number: int) -> Seating:
        """Return the round with the table filled up to the minimum size, moving as few players as
        possible: players with byes join it, or players of larger tables, or its own go to
        others."""
        seats, missing = self._tables[number], self.least - len(self._tables[number])
        if missing <= 0:
            return self.seating
        if len(partners := self._partners[:missing]) == missing:
            return self._playing(partners).with_tables({number: (*seats, *partners)})
        if spared := self._from_larger(number, missing):
            joining, left = spared
            return left.with_tables({number: (*seats, *joining)})
        try:
            return self._spread(seats)
        except Refused:
            who = "one player" if len(seats) == 1 else f"{len(seats)} players"
            raise Refused(
                f"That would leave {who} at table {number}: no other table without a result has "
                "seats for them, or one to spare.",
                f"Type the result of table {number}, or give all at it a bye. {_BY_NAME}",
            ) from None

    def _from_larger(self, number: int, missing: int) -> tuple[tuple[str, ...], Seating] | None:
        """Return the best fitting players of tables that can spare some; None if there are not
        enough."""
        seats, hall = self._tables[number], self
        joining: list[str] = []
        for _ in range(missing):
            able = [other for at, others in hall.seating.tables for other in others
                    if at not in (number, *self.busy) and len(others) > self.least]  # fmt: skip
            if not able:
                return None
            joining.append(min(able, key=lambda other: self._cost(other, (*seats, *joining))))
            hall = hall._at(hall.seating.without(joining[-1]))
        return tuple(joining), hall.seating

    def _spread(self, players: Sequence[str]) -> Seating:
        hall = self
        for player in players:
            hall = hall._at(hall.seating.without(player))
        for player in players:
            if not hall._free:
                raise Refused("", "")
            hall = hall._at(hall.seated(player))
        return hall.seating

    def _where_due(self, player: str, due: Schedule) -> Seating:
        """Return the round with a player where a bracket has them: at their own table, or with
        their opponent; a player without an opponent takes the place of somebody who is not
        there."""
        tables, byes, free = self._tables, self.seating.byes, self._free
        own, opponent = due.drawn.get(player, (0, 0))[0], due.opponents.get(player, "")
        with_opponent = [number for number in free if opponent in tables[number]]
        if own in free and (self.pod > 2 or not opponent or own in with_opponent):
            return self._joined(player, own, due)
        if with_opponent:
            return self._joined(player, with_opponent[0], due)
        if opponent:
            if opponent not in byes:
                why = f"{{}} has nobody to meet in this round of {due.phase}: whoever was due is "
                raise Refused(f"{why}not free.", f"Seat them both, or give a bye. {_BY_NAME}")
            return self._together(opponent, player, due)
        if player in due.inside and self.pod == 2:
            raise Refused(f"{{}} meets nobody in this round of {due.phase}.", _BY_NAME)
        if free:
            return self._joined(player, min(free, key=lambda n: (len(tables[n]), n)), due)
        late = [other for other in due.open if other in byes and other not in self.keeps]
        if player not in due.inside and late and self.pod == 2:
            return self._together(late[0], player, due)
        why = f"There is no free place for {{}} in this round of {due.phase}."
        fix = f"{_BY_NAME} As long as there is no result, “Re-pair round” draws it with everybody "
        raise Refused(why, f"{fix}who is in it by then.")

    def _joined(self, player: str, number: int, due: Schedule) -> Seating:
        """Return the round with one more player at a table, in the seat drawn for them there."""
        seats = [*self._tables[number]]
        drawn, at = due.drawn.get(player, (0, 0))
        seats.insert(at if drawn == number else len(seats), player)
        return self.seating.with_tables({number: tuple(seats)})

    def _together(self, one: str, other: str, due: Schedule) -> Seating:
        """Return the round with two players at a table of their own: the one drawn for them, if it
        is free."""
        was = due.drawn.get(one), due.drawn.get(other)
        number = was[0][0] if was[0] and was[1] and was[0][0] == was[1][0] else 0
        ordered = sorted((one, other), key=lambda player: due.seeds.get(player, len(due.seeds) + 1))
        if number and self._may_be_used(number):
            ordered.sort(key=lambda player: due.drawn[player][1])
        else:
            number = next(n for n in count(self.first_table) if self._may_be_used(n))
        left = tuple(player for player in self.seating.byes if player != one)
        return replace(self.seating, byes=left).with_tables({number: tuple(ordered)})

    def _may_be_used(self, number: int) -> bool:
        gap = any(least <= number <= most for least, most in self.gaps)
        return not gap and not self._tables.get(number)

    def _cost(self, player: str, others: tuple[str, ...]) -> tuple[int, Fraction]:
        pairs = [frozenset(pair) for pair in combinations((*others, player), 2)]
        again = sum(pair in self.met for pair in pairs)
        mine = self.points.get(player, _NOTHING)
        apart = sum((abs(mine - self.points.get(other, _NOTHING)) for other in others), _NOTHING)
        return again, apart / max(len(others), 1)

    @property
    def least(self) -> int:
        """The fewest players at a table: two only if nobody else plays."""
        return 2 if self.pod == 2 else min(SMALLEST_POD, max(len(self.seating.seated), 2))

    @property
    def _most(self) -> int:
        """The most players at a table if one more plays: five in pods of four only if there is no
        other way."""
        if self.pod == 2:
            return 2
        playing = len(self.seating.seated) + 1
        return max((self.pod, *pod_sizes(playing, self.pod, "small_pods").tables))

    @property
    def _partners(self) -> tuple[str, ...]:
        """The players with a bye that may be used to let others play."""
        return tuple(player for player in self.seating.byes if player not in self.keeps)

    def _playing(self, players: Collection[str]) -> Seating:
        left = tuple(player for player in self.seating.byes if player not in players)
        return replace(self.seating, byes=left)

    @property
    def _tables(self) -> dict[int, tuple[str, ...]]:
        return dict(self.seating.tables)

    @property
    def _free(self) -> list[int]:
        """The tables without a result that have players and a free seat."""
        return [number for number, seats in self.seating.tables
                if 0 < len(seats) < self._most and number not in self.busy]  # fmt: skip

    def _at(self, seating: Seating) -> Hall:
        return replace(self, seating=seating)

    def _refuse_busy(self, table: int | None) -> None:
        if table in self.busy:
            raise Refused(f"Table {table} has a result.",
                "Clear it first, or type the names over those on the round’s sheet.",
                table=True)  # fmt: skip

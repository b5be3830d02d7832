"""A round as seated, the least difference of points it could have, and how notes are worded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby, pairwise

from runner.core.numbers import in_proportion
from runner.core.seating import SeatedTable
from runner.pairing.state import Entrant, PairingInput

NAMED = 6  # names in one sentence
SAID = 3  # sentences of one kind


def counted(names: Sequence[str], one: str, many: str) -> list[str]:
    """ "2 pairs meet again: P001 and P007, P003 and P009." Nothing for none."""
    if not names:
        return []
    listed = ", ".join(names[:NAMED])
    rest = f", and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [f"{one if len(names) == 1 else f'{len(names)} {many}'}: {listed}{rest}."]


def sentence(text: str) -> str:
    """Return the text as a sentence of its own; ids keep the case that they have."""
    return f"{text[0].upper()}{text[1:]}."


_NOTHING = Fraction(0)


def difference(values: Sequence[Fraction]) -> Fraction:
    """Return the sum of the differences between every two values of one table; mostly they are
    equal."""
    if values.count(values[0]) == len(values):
        return _NOTHING
    return sum((abs(one - two) for one, two in combinations(values, 2)), Fraction(0))


def least_split(sizes: Sequence[int]) -> list[int]:
    """For each k, the least number of pairs that k players of a field can have with the others.

    Index k is 0 to the sum of `sizes`. A pair counts if both sit in the same pod and only one of
    them belongs to the k. The least is had by filling whole pods with the k and one pod with
    what is left over, r of s seats, which makes r * (s - r) pairs: that number is a concave
    function of how the k are spread, so its least lies in a corner.

        two pods of 4    k = 0 1 2 3 4 5 6 7 8    0 3 4 3 0 3 4 3 0 pairs

    With 7 7 7 7 7 0 0 0 points three players are below the gap: 3 pairs, so 21 points at least,
    which 7 7 7 7 and 7 0 0 0 have.
    """
    total = sum(sizes)
    least = [-1] * (total + 1)
    counts = {size: len(list(same)) for size, same in groupby(sorted(sizes))}
    for sum_of_full in _sums(counts, total):
        least[sum_of_full] = 0
    for size, count in counts.items():
        others = {**counts, size: count - 1}
        for filled in _sums(others, total):
            for rest in range(1, size):
                pairs = rest * (size - rest)
                if least[filled + rest] < 0 or pairs < least[filled + rest]:
                    least[filled + rest] = pairs
    return least


def holdings(sizes: Sequence[int]) -> set[int]:
    """Return every number of players that some of the tables hold when each of them is full."""
    return set(_sums({size: sizes.count(size) for size in set(sizes)}, sum(sizes)))


def _sums(counts: dict[int, int], total: int) -> list[int]:
    """Return every number of players that some of so many pods of each size hold together."""
    reachable = 1  # bit k: k players fill whole pods
    for size, count in counts.items():
        step = 0
        for taken in range(count + 1):
            step |= reachable << (taken * size)
        reachable = step
    return [at for at in range(total + 1) if reachable >> at & 1]


def least_difference(values: Sequence[Fraction], sizes: Sequence[int]) -> Fraction:
    """Return the least that differences within tables of those sizes can add up to, over all ways
    to fill them.

    Between two neighbouring values, each pair that is parted by the gap spans it; `least_split`
    tells how many pairs that is at least for each gap. `values` are as many as there are seats.
    """
    least = least_split(sizes)
    total = Fraction(0)
    steps = in_proportion(values)
    order = sorted(range(len(values)), key=steps.__getitem__)
    for below, (low, high) in enumerate(pairwise(order), start=1):
        if steps[high] > steps[low]:
            total += (values[high] - values[low]) * least[below]
    return total


Pair = tuple[Entrant, Entrant]
Relation = Callable[[Entrant, Entrant], bool]
"""Something that should not be between two players at one table; the same both ways round."""


@dataclass(frozen=True, slots=True)
class AuditedTable:
    """A table with its players in turn order; `by_hand`: the organiser filled it."""

    number: int
    players: tuple[Entrant, ...]
    by_hand: bool


@dataclass(frozen=True)
class AuditedRound:
    """All tables of a round, and the players who have been given a bye by the pairing.

    Byes that were given before, by hand or awarded, are none of the pairing's.
    """

    state: PairingInput
    tables: tuple[AuditedTable, ...]
    byes: tuple[Entrant, ...]

    @classmethod
    def of(
        cls, state: PairingInput, tables: Sequence[SeatedTable], byes: Sequence[str]
    ) -> AuditedRound:
        """Return the round that the ids of tables and byes make of a state."""
        players = {player.id: player for player in state.players}
        placed = {number for number, _ in state.placed}
        return cls(
            state,
            tuple(
                AuditedTable(
                    table.number,
                    tuple(players[identity] for identity in table.seats),
                    table.number in placed,
                )
                for table in tables
                if table.seats
            ),
            tuple(players[identity] for identity in byes if identity not in state.byes),
        )

    @cached_property
    def free_tables(self) -> tuple[AuditedTable, ...]:
        """The tables that the pairing filled."""
        return tuple(table for table in self.tables if not table.by_hand)

    @cached_property
    def paired(self) -> tuple[Entrant, ...]:
        """The players at those tables."""
        return tuple(player for table in self.free_tables for player in table.players)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many sit at each of those tables."""
        return tuple(len(table.players) for table in self.free_tables)

    @cached_property
    def by_points(self) -> Mapping[Fraction, Sequence[Entrant]]:
        """The players at those tables, by their match points."""
        groups: dict[int, list[Entrant]] = {}
        steps = in_proportion(player.points for player in self.paired)
        for step, player in zip(steps, self.paired, strict=True):
            groups.setdefault(step, []).append(player)
        return {players[0].points: players for players in groups.values()}

    @cached_property
    def holdings(self) -> frozenset[int]:
        """Every number of players that some of those tables hold when each of them is full."""
        return frozenset(holdings(self.sizes))

    def pairs(self, relation: Relation) -> list[tuple[AuditedTable, Pair]]:
        """Return the pairs at one table between whom the relation is, in order of their ids."""
        together = (
            (table, _in_order(one, two))
            for table in self.tables
            for one, two in combinations(table.players, 2)
            if relation(one, two)
        )
        return sorted(together, key=lambda entry: (entry[1][0].id, entry[1][1].id))

    def small_again(self) -> Iterator[tuple[AuditedTable, Entrant]]:
        """Yield who sits at a table below the standard size, and has done so before (docs/rules.md
        4)."""
        for table in self.tables:
            if self.is_small(table):
                yield from ((table, player) for player in table.players if player.small_pods)

    def is_small(self, table: AuditedTable) -> bool:
        """Return whether the table has fewer seats than the standard."""
        return len(table.players) < self.state.table_seats


def have_met(one: Entrant, two: Entrant) -> bool:
    """Return whether the two have been at one table in an earlier round."""
    return two.id in one.opponents or one.id in two.opponents


def of_one_club(one: Entrant, two: Entrant) -> bool:
    """Return whether both are of one club; the state names clubs only where they are kept apart."""
    return one.club != "" and one.club == two.club


def kept_apart(one: Entrant, two: Entrant) -> bool:
    """Return whether the organiser wants the two at different tables, by club or by name."""
    return two.id in one.keep_apart or one.id in two.keep_apart or of_one_club(one, two)


def _in_order(one: Entrant, two: Entrant) -> Pair:
    return (one, two) if one.id <= two.id else (two, one)

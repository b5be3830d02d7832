"""A round as it is seated: who sits with whom, and which of it was the organiser's own doing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from runner.core.numbers import in_proportion
from runner.core.seating import SeatedTable
from runner.pairing.audit.points_bound import holdings
from runner.pairing.state import Entrant, State

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

    state: State
    tables: tuple[AuditedTable, ...]
    byes: tuple[Entrant, ...]

    @classmethod
    def of(cls, state: State, tables: Sequence[SeatedTable], byes: Sequence[str]) -> AuditedRound:
        """The round that the ids of tables and byes make of a state."""
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
        """The pairs at one table between whom the relation is, in order of their ids."""
        found = (
            (table, _in_order(one, two))
            for table in self.tables
            for one, two in combinations(table.players, 2)
            if relation(one, two)
        )
        return sorted(found, key=lambda entry: (entry[1][0].id, entry[1][1].id))

    def small_again(self) -> Iterator[tuple[AuditedTable, Entrant]]:
        """Who sits at a table below the standard size, and has done so before (docs/rules.md 4)."""
        for table in self.tables:
            if self.is_small(table):
                yield from ((table, player) for player in table.players if player.small_pods)

    def is_small(self, table: AuditedTable) -> bool:
        """Whether the table has fewer seats than the standard."""
        return len(table.players) < self.state.table_seats


def have_met(one: Entrant, two: Entrant) -> bool:
    """Whether the two have been at one table in an earlier round."""
    return two.id in one.opponents or one.id in two.opponents


def of_one_club(one: Entrant, two: Entrant) -> bool:
    """Whether both are of one club; the state names clubs only where they are kept apart."""
    return one.club != "" and one.club == two.club


def kept_apart(one: Entrant, two: Entrant) -> bool:
    """Whether the organiser wants the two at different tables, by club or by name."""
    return two.id in one.keep_apart or one.id in two.keep_apart or of_one_club(one, two)


def _in_order(one: Entrant, two: Entrant) -> Pair:
    return (one, two) if one.id <= two.id else (two, one)

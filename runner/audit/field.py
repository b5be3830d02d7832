"""A Swiss round: what it costs that players sit together, and what an exchange of two spares."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

from runner.audit.tournament import Pair, Past, Round, Table, Tournament
from runner.core.numbers import in_proportion

REPEATS, SECOND, APART, LOW, DIFFERENCES = range(5)
"""What counts in a round, the most important first."""


class Field:
    """A Swiss round as it was paired: its tables but for those filled by hand."""

    def __init__(self, t: Tournament, round_: Round, past: dict[str, Past]) -> None:
        self.t, self.round, self.past = t, round_, past
        hand = t.by_hand(round_)
        self.tables = [each for each in round_.tables if each.number not in hand and each.players]
        rules = round_.stage.rules
        self.standard = rules.pod_size
        values = in_proportion([*(past[one].points for one in round_.seated), rules.win])
        self.points, self.win = dict(zip(round_.seated, values, strict=False)), values[-1]
        self.met = {one: {*past[one].met} for one in round_.seated}
        self.strict = rules.method == "power" or _by_standing(round_)
        clubs = t.apart["club"] if rules.keep_clubs_apart else set()
        self.kept_apart = clubs | t.apart["name"]

    @cached_property
    def fixed(self) -> set[str]:
        """The players whom a fixed table holds."""
        return {one for one in self.points if self.t.players.get(one, {}).get("fixed_table")}

    def repeats(self, table: Table) -> list[Pair]:
        """Return the pairs at a table who have met before."""
        return [
            frozenset(two) for two in combinations(table.players, 2) if two[1] in self.met[two[0]]
        ]

    def is_small(self, table: Table) -> bool:
        """Return whether a table has fewer seats than the standard."""
        return len(table.players) < self.standard

    def cost(self, one: str, others: Sequence[str], small: bool, level: int) -> int:
        """Return a cost of a player who sits with others; the levels are in order of importance:
        repeats, second small pods, pairs to be kept apart, points in small pods, differences."""
        points = self.points[one]
        if level == REPEATS:
            return sum(other in self.met[one] for other in others)
        if level == SECOND:
            return int(small and bool(self.past[one].small))
        if level == APART:
            return sum(frozenset((one, other)) in self.kept_apart for other in others)
        if level == LOW:
            return points if small and self.round.stage.rules.small_pods_last else 0
        return sum(abs(points - self.points[other]) for other in others)

    def spared(self, one: str, a: Table, other: str, b: Table, level: int) -> bool:
        """Return whether a cost falls if two players of two tables change places, and none that
        counts for more grows."""
        at_a, at_b = ([each for each in x.players if each not in (one, other)] for x in (a, b))
        small_a, small_b = self.is_small(a), self.is_small(b)
        for each in range(level, -1, -1):
            growth = self.cost(other, at_a, small_a, each) + self.cost(one, at_b, small_b, each)
            growth -= self.cost(one, at_a, small_a, each) + self.cost(other, at_b, small_b, each)
            if growth > -(each == level):
                return False
        return not {one, other} & self.fixed

    def conflicts(self, one: str, table: Table, instead_of: str) -> int:
        """Return with how many a player would sit who are met again, or to be kept apart."""
        others = [each for each in table.players if each != instead_of]
        return sum(self.cost(one, others, False, level) for level in (REPEATS, APART))

    def better(self, one: str, a: Table, level: int) -> str:
        """Return somebody with whom a player could have changed places to spare that cost; "" if
        there is nobody."""
        return next(
            (
                other
                for b in self.tables
                if b is not a
                for other in b.players
                if self.spared(one, a, other, b, level)
            ),
            "",
        )


def _by_standing(round_: Round) -> bool:
    """Return whether the round is paired strictly by standing, and nobody can be moved by it."""
    rules = round_.stage.rules
    return rules.last_round_by_standing and round_.number == round_.stage.rounds

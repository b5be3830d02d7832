"""A Swiss round: what it costs that players sit together, and what an exchange of two spares."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from runner.audit.tournament import Pair, Past, Round, Table, Tournament
from runner.core.numbers import in_proportion

REPEATS, SECOND, APART, LOW, DIFFERENCES = range(5)
"""What counts in a round, the most important first."""
NEAR = 8
"""How many tables further down players change places with."""


class Field:
    """A Swiss round as it was paired: its tables but for those filled by hand."""

    def __init__(self, t: Tournament, round_: Round, past: dict[str, Past]) -> None:
        self.t, self.round, self.past = t, round_, past
        self.rules = rules = round_.stage.rules
        hand = t.by_hand(round_)
        self.by_hand = bool(hand)
        self.tables = [each for each in round_.in_order if each.number not in hand and each.players]
        values = in_proportion([*(past[one].points for one in round_.seated), rules.win])
        self.points, self.win = dict(zip(round_.seated, values, strict=False)), values[-1]
        self.met = {one: {*past[one].met} for one in round_.seated}
        self.fixed = {one for one in self.points if t.fixed_table(one)}
        last = round_.number == round_.stage.rounds
        self.strict = rules.method == "power" or (rules.last_round_by_standing and last)
        self.by_points = round_.at > 1 and round_.stage.by_points
        clubs = t.apart["club"] if rules.keep_clubs_apart else set()
        self.kept_apart = clubs | t.apart["name"]

    @cached_property
    def by_mean(self) -> list[Table]:
        """The tables, those with the most points first."""
        return sorted(self.tables, key=self.mean, reverse=True)

    def mean(self, table: Table) -> Fraction:
        """Return the mean of the points at a table."""
        return Fraction(sum(self.points[one] for one in table.players), len(table.players))

    def repeats(self, table: Table) -> list[Pair]:
        """Return the pairs at a table who have met before."""
        return [
            frozenset(two) for two in combinations(table.players, 2) if two[1] in self.met[two[0]]
        ]

    def is_small(self, table: Table) -> bool:
        """Return whether a table has fewer seats than the standard."""
        return len(table.players) < self.rules.pod_size

    def cost(self, one: str, others: Sequence[str], small: bool, level: int) -> int:
        """Return a cost of a player who sits with others; the levels are in order of importance:
        repeats, second small pods, pairs to be kept apart, points in small pods, differences."""
        points = self.points[one]
        if level == REPEATS:
            return sum(other in self.met[one] for other in others)
        if level == SECOND:
            return int(small and self.past[one].small > 0)
        if level == APART:
            return sum(frozenset((one, other)) in self.kept_apart for other in others)
        if level == LOW:
            return points if small and self.rules.small_pods_last else 0
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

    def exchange(
        self, players: Iterable[str], a: Table, level: int, tables: Sequence[Table] | None = None
    ) -> tuple[str, ...]:
        """Return the first of some players at a table who could have changed places to spare a
        cost, and with whom; nothing if nobody could. Other tables are all, or those named."""
        return next(
            (
                (one, other)
                for one in players
                for b in (self.tables if tables is None else tables)
                if b is not a
                for other in b.players
                if self.spared(one, a, other, b, level)
            ),
            (),
        )

    def out_of_order(self, a: Table, below: Sequence[Table]) -> tuple[str, ...]:
        """Return the first player at a table who could have changed places with somebody below who
        has more points, neither meeting anybody again or from whom to be kept apart; and whom."""
        return next(
            (
                (one, other)
                for one in a.players
                for b in below
                for other in b.players
                if self.points[other] > self.points[one]
                and not self._conflicts(other, a, one)
                and not self._conflicts(one, b, other)
            ),
            (),
        )

    def _conflicts(self, one: str, table: Table, instead_of: str) -> int:
        """Return with how many a player would sit who are met again, or to be kept apart."""
        others = [each for each in table.players if each != instead_of]
        return sum(self.cost(one, others, False, level) for level in (REPEATS, APART))


def fields(t: Tournament) -> Iterator[Field]:
    """Yield the Swiss rounds that are not drawn at random, and in which nobody sits twice."""
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        if round_.stage.rules.method != "random" and len({*round_.seated}) == len(round_.seated):
            yield Field(t, round_, past)

"""What could be a match of two, what it would cost, and the best pairing made of such matches.

The players are the nodes of a graph and every possible match is an edge, the bye a player like
any other. What a match costs is a list of aims, turned into one number in which each aim weighs
more than all later ones together. A perfect matching of least cost is then the best pairing.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from runner.core.randomness import Stream
from runner.pairing.field import Field
from runner.pairing.matches.matchings import least
from runner.pairing.methods import Aims

CONFLICTS = 4
"""The first so many aims of an edge are conflicts: each of them should be 0."""

POINTS = CONFLICTS + 2
"""Where among the aims the differences of points are, the last aim that is proved and shown."""

_NOISE = 1 << 16  # parts pairings that are otherwise equal, so that one of them is the best
_BITS = 120  # rustworkx counts with 128, and doubles what it is given


_NO_CONFLICT = (0, 0, 0)


class Edge(NamedTuple):
    """A possible match of two places, or a bye where `two` is one past the last place."""

    one: int
    two: int
    aims: tuple[int, ...]


def worth(edges: Sequence[Edge]) -> tuple[int, ...]:
    """What a pairing costs in all, aim by aim, down to the differences of points."""
    return tuple(map(sum, zip(*(edge.aims for edge in edges), strict=True)))[: POINTS + 1]


class Graph:
    """The possible matches of one field. `byes` are the places in the order of turns for a bye,
    and `turns` has the turn of each, the same for all who are equally entitled. `wanted` has for a
    place the one that it is to meet.

    `nodes` are the players and, in an odd field, the bye; `moved` is 1 for those who were paired up
    or down before. `exact` tells whether the costs of all
    pairings so far held all aims down to the differences of points.
    """

    def __init__(
        self,
        field: Field,
        byes: Sequence[Sequence[int]],
        aims: Aims,
        stream: Stream,
        wanted: Mapping[int, int] | None = None,
    ) -> None:
        self.field = field
        self._wanted = wanted or {}
        equals = byes if len(field) % 2 else ()
        self.byes = [place for places in equals for place in places]
        self.turns = {place: turn for turn, places in enumerate(equals) for place in places}
        self.nodes = len(field) + len(self.byes[:1])
        self.equal_points = aims.equal_points
        self.exact = True
        self._no_rematch = aims.no_rematch
        self._stream = stream
        distinct = sorted(set(field.levels))
        step = {level: at for at, level in enumerate(distinct)}
        self._steps = [step[level] for level in field.levels]
        self.moved = [int(player.moved > 0) for player in field.players]

    def edges(self, players: Sequence[int], reach: int, *, free: bool = False) -> Iterator[Edge]:
        """The matches of players who are at most `reach` apart in a list, best placed first;
        `free`: only those that are no conflict."""
        for at, one in enumerate(players):
            for two in players[at + 1 : at + 1 + reach]:
                if not free or self.free(one, two):
                    yield self.match(one, two)

    def all_edges(self) -> list[Edge]:
        """All that could be at all, every bye included."""
        players = range(len(self.field))
        return [*self.edges(players, len(players)), *map(self.bye, self.byes)]

    def bye(self, one: int) -> Edge:
        """The bye of a place. Of equals the lowest in the order has it, where nothing else parts
        them: the bye is an opponent below all others."""
        again, below = self.field.players[one].byes, len(self.field) - one
        others = (self.turns[one], self._unmet(one), 0, 0, 0, 0, below, 0)
        return Edge(one, len(self.field), (0, again, 0, 0, *others))

    def in_turn(self) -> list[Edge]:
        """The byes of those who are the most entitled to one."""
        return [self.bye(one) for one in self.byes if not self.turns[one]]

    def free(self, one: int, two: int) -> bool:
        """Whether a match is no conflict."""
        return self._conflicts(one, two) == _NO_CONFLICT

    def _conflicts(self, one: int, two: int) -> tuple[int, int, int]:
        """Whether their fixed tables clash, they have met, they are to be kept apart."""
        field = self.field
        fixed, other = field.fixed[one], field.fixed[two]
        club = field.clubs[one]
        return (
            int(0 != fixed != other != 0),
            int(self._no_rematch and two in field.met[one]),
            int(two in field.apart[one] or (club != 0 and club == field.clubs[two])),
        )

    def _unmet(self, *players: int) -> int:
        """How many of them are to meet somebody who is not among them."""
        if not self._wanted:
            return 0
        return sum(self._wanted.get(each, each) not in players for each in players)

    def match(self, one: int, two: int) -> Edge:
        """The match of two places, `one` the better placed.

        Its aims in their order: fixed tables that clash, a bye again (here 0), met before, kept
        apart, the turn for a bye (0), others whom they were to meet, points apart, how often they
        met, the square of how many levels of points lie between, which makes pair-downs near, who
        of them is paired up or down again, places apart, and chance.
        """
        clash, met, apart = self._conflicts(one, two)
        points = steps = again = 0
        if self.equal_points:
            points = self.field.levels[one] - self.field.levels[two]
            steps = (self._steps[one] - self._steps[two]) ** 2
            again = self.moved[one] + self.moved[two] if points else 0
        times = self.field.met[one].get(two, 0) if met else 0
        noise = self._stream.below(_NOISE)
        others = (self._unmet(one, two), points, times, steps, again, two - one, noise)
        return Edge(one, two, (clash, 0, met, apart, 0, *others))

    def best(self, edges: Sequence[Edge], nodes: Sequence[int]) -> list[Edge]:
        """The best pairing of some players, and the bye, made of some edges; empty if none is."""
        costs, units = self.costs(edges, len(nodes) // 2)
        self.exact = self.exact and len(units) > POINTS
        at = {node: number for number, node in enumerate(nodes)}
        found = least(
            len(nodes),
            [(at[edge.one], at[edge.two], cost) for edge, cost in zip(edges, costs, strict=True)],
        )
        return [edges[place] for place in found or ()]

    @staticmethod
    def costs(edges: Sequence[Edge], matches: int) -> tuple[list[int], list[int]]:
        """The aims of each edge as one number, and what one of each aim weighs in it.

        Where the numbers would be too large to count with, the last aims are left out.
        """
        if not edges:
            return [], [1] * (POINTS + 1)
        columns = list(zip(*(edge.aims for edge in edges), strict=True))
        spans = [matches * max(aim) + 1 for aim in columns]
        while prod(spans) > 1 << _BITS:
            spans.pop()
        units = [prod(spans[at + 1 :]) for at in range(len(spans))]
        costs = [0] * len(edges)
        for aim, unit, span in zip(columns, units, spans, strict=False):
            if span > 1:
                costs = [cost + value * unit for cost, value in zip(costs, aim, strict=True)]
        return costs, units

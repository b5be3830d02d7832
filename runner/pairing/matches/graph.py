"""Possible matches as a weighted graph, its best matchings, and a bound on their points."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, groupby, islice, pairwise
from math import prod
from typing import NamedTuple

from runner.core.randomness import Stream
from runner.pairing.field import Field
from runner.pairing.methods import Objectives

WeightedEdge = tuple[int, int, int]


def least(nodes: int, edges: Sequence[WeightedEdge]) -> list[int] | None:
    """Return the perfect matching of least cost, as places in the list of edges; None: there is
    none.

    Costs are whole numbers from 0 that rustworkx, which counts with 128 bits, can add up.
    """
    import rustworkx  # here, because it takes a while and most runs pair nothing

    if nodes % 2:
        return None
    most = max((cost for _, _, cost in edges), default=0)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, two, most - cost) for one, two, cost in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < nodes:
        return None
    wanted = {(min(pair), max(pair)) for pair in pairs}
    return [
        at for at, (one, two, _) in enumerate(edges) if (min(one, two), max(one, two)) in wanted
    ]


def ranked(nodes: int, edges: Sequence[WeightedEdge]) -> Iterator[list[int]]:
    """Yield all perfect matchings, those of less cost first (K. G. Murty, 1968).

    Once a matching is out, all others fall into parts, by the first of its edges that they lack;
    the best of each part waits until none costs less.
    """
    waiting: list[tuple[int, int, list[int], list[int]]] = []
    count = 0

    def wait(allowed: list[int]) -> None:
        nonlocal count
        matching = least(nodes, [edges[edge] for edge in allowed])
        if matching is not None:
            chosen = [allowed[at] for at in matching]
            count += 1
            heappush(waiting, (sum(edges[edge][2] for edge in chosen), count, chosen, allowed))

    wait(list(range(len(edges))))
    while waiting:
        _, _, chosen, allowed = heappop(waiting)
        yield chosen
        for edge in chosen:
            ends = set(edges[edge][:2])
            apart = [other for other in allowed if ends.isdisjoint(edges[other][:2])]
            if _reached(edges, allowed, edge, ends):
                wait([other for other in allowed if other != edge])
            allowed = sorted([*apart, edge])


def _reached(
    edges: Sequence[WeightedEdge], allowed: Sequence[int], edge: int, ends: set[int]
) -> bool:
    """Return whether both ends of an edge have another edge as well."""
    others = (edges[other][:2] for other in allowed if other != edge)
    return len(ends & {node for pair in others for node in pair}) == len(ends)


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
    """Return what a pairing costs in all, aim by aim, down to the differences of points."""
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
        aims: Objectives,
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
        self.moved = [int(player.floats > 0) for player in field.players]

    def edges(self, players: Sequence[int], reach: int, *, free: bool = False) -> Iterator[Edge]:
        """Yield the matches of players who are at most `reach` apart in a list, best placed first;
        `free`: only those that are no conflict."""
        for at, one in enumerate(players):
            for two in players[at + 1 : at + 1 + reach]:
                if not free or self.free(one, two):
                    yield self.match(one, two)

    def all_edges(self) -> list[Edge]:
        """Return all that could be at all, every bye included."""
        players = range(len(self.field))
        return [*self.edges(players, len(players)), *map(self.bye, self.byes)]

    def bye(self, one: int) -> Edge:
        """Return the bye of a place. Of equals the lowest in the order has it, where nothing else
        parts them: the bye is an opponent below all others."""
        again, below = self.field.players[one].byes, len(self.field) - one
        others = (self.turns[one], self._unmet(one), 0, 0, 0, 0, below, 0)
        return Edge(one, len(self.field), (0, again, 0, 0, *others))

    def in_turn(self) -> list[Edge]:
        """Return the byes of those who are the most entitled to one."""
        return [self.bye(one) for one in self.byes if not self.turns[one]]

    def free(self, one: int, two: int) -> bool:
        """Return whether a match is no conflict."""
        return self._conflicts(one, two) == _NO_CONFLICT

    def _conflicts(self, one: int, two: int) -> tuple[int, int, int]:
        """Return whether their fixed tables clash, they have met, they are to be kept apart."""
        field = self.field
        fixed, other = field.fixed[one], field.fixed[two]
        club = field.clubs[one]
        return (
            int(0 != fixed != other != 0),
            int(self._no_rematch and two in field.met[one]),
            int(two in field.apart[one] or (club != 0 and club == field.clubs[two])),
        )

    def _unmet(self, *players: int) -> int:
        """Return how many of them are to meet somebody who is not among them."""
        if not self._wanted:
            return 0
        return sum(self._wanted.get(each, each) not in players for each in players)

    def match(self, one: int, two: int) -> Edge:
        """Return the match of two places, `one` the better placed.

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
        """Return the best pairing of some players, and the bye, made of some edges; empty if none
        is."""
        costs, units = self.costs(edges, len(nodes) // 2)
        self.exact = self.exact and len(units) > POINTS
        at = {node: number for number, node in enumerate(nodes)}
        matching = least(
            len(nodes),
            [(at[edge.one], at[edge.two], cost) for edge, cost in zip(edges, costs, strict=True)],
        )
        return [edges[place] for place in matching or ()]

    @staticmethod
    def costs(edges: Sequence[Edge], matches: int) -> tuple[list[int], list[int]]:
        """Return the aims of each edge as one number, and what one of each aim weighs in it.

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


_MOST_EDGES = 40_000  # of the smaller problem; with more it takes too long


class Groups:
    """The groups of players of equal points, from the top, and the gaps between them.

    `levels` are points as whole numbers, the most first. Where the players are odd in number, one
    of `bye_players`, positions in the same group, has no match.
    """

    def __init__(self, levels: Sequence[int], bye_players: Sequence[int] = ()) -> None:
        groups = [(level, len(list(same))) for level, same in groupby(levels)]
        self.levels = [level for level, _ in groups]
        self.sizes = [size for _, size in groups]
        self.bye_players = frozenset(bye_players)
        self.gaps = [high - low for high, low in pairwise(self.levels)]
        rest = self.levels.index(levels[bye_players[0]]) if bye_players else None
        matched = (size - (at == rest) for at, size in enumerate(self.sizes))
        self.odd = [above % 2 for above in accumulate(matched)][:-1]
        self.least = sum(gap for gap, odd in zip(self.gaps, self.odd, strict=True) if odd)
        twice = (0 if odd else 2 * gap for gap, odd in zip(self.gaps, self.odd, strict=True))
        self._detours = list(accumulate(twice, initial=0))

    def detour(self, one: int, two: int) -> int:
        """By how much a pairing is at least above the bound if it matches these two groups."""
        return abs(self._detours[one] - self._detours[two])

    def pairs(self, spare: int, most: int) -> Iterator[tuple[int, int]]:
        """Return the matches, by position from the top, that can be part of a pairing at most
        `spare` above the bound, the first so many of them."""
        group = [at for at, size in enumerate(self.sizes) for _ in range(size)]
        ends = list(accumulate(self.sizes))
        last = [
            max(end for two, end in enumerate(ends) if self.detour(one, two) <= spare)
            for one in range(len(ends))
        ]
        near = ((one, two) for one in range(len(group)) for two in range(one + 1, last[group[one]]))
        return islice(near, most)

    def leaving(self, group: int, spare: int) -> int:
        """Return how many players of a group can be paired out of it, at most `spare` above the
        bound."""
        beside = [at for at in (group - 1, group) if 0 <= at < len(self.gaps)]
        return sum(self.odd[at] + 2 * (spare // (2 * self.gaps[at])) for at in beside)


@dataclass(frozen=True, slots=True)
class _Node:
    """A player by position, or a stand-in for one of a group."""

    group: int
    player: int | None


def least_points(
    groups: Groups, known: int, largest: int, free: Callable[[int, int], bool]
) -> int | None:
    """Return a number that no pairing without conflicts is below, at most `known`.

    `known` is what points differ by in some pairing; groups larger than `largest` have stand-ins.
    `free` tells of two players, by position from the top, whether they may meet. None: the problem
    is too large even so.
    """
    spare = known - groups.least - 1
    if spare < 0:
        return known
    nodes = _nodes(groups, spare, largest)
    edges: list[WeightedEdge] = []
    finer = len(nodes) ** 2  # parts what is equally good: ties make the search for the best slow
    for at, one in enumerate(nodes):
        for to in range(at + 1, len(nodes)):
            two = nodes[to]
            if groups.detour(one.group, two.group) > spare:
                break  # all others are farther down still
            if one.player is None or two.player is None or free(one.player, two.player):
                apart = groups.levels[one.group] - groups.levels[two.group]
                edges.append((at, to, apart * finer + to - at))
        if len(edges) > _MOST_EDGES:
            return None
    # A stand-in may be the one who rests as well; among the players of a small group it is seen.
    edges += [
        (at, len(nodes), 0) for at, node in enumerate(nodes) if node.player in groups.bye_players
    ]
    matching = least(len(nodes) + len(nodes) % 2, edges)
    if matching is None:
        return known
    return min(known, sum(edges[at][2] // finer for at in matching))


def _nodes(groups: Groups, spare: int, largest: int) -> list[_Node]:
    """Return the players, and the stand-ins for those of large groups, from the top."""
    nodes: list[_Node] = []
    first = 0
    for group, size in enumerate(groups.sizes):
        leaving = groups.leaving(group, spare)
        if size > max(largest, leaving):
            nodes += [_Node(group, None)] * leaving
        else:
            nodes += [_Node(group, first + at) for at in range(size)]
        first += size
    return nodes

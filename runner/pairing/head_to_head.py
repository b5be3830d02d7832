"""Swiss matches of two, exactly: the pairs of least weight among all that could be (MTR 10.4).

The players are the nodes of a graph and every possible match is an edge, the bye a player like
any other. What a match costs is a list of aims, turned into one number in which each aim weighs
more than all later ones together. A maximum-weight matching is then the best pairing there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from runner.pairing.certificate import least_difference
from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.randomness import Stream

_NEAR = 12  # how many places in the order opponents are apart at most, at first
_WIDER = 4  # times as far at the next attempt
_COMPLETE_FIELD = 320  # players; of fewer, everybody is tried with everybody straight away
_MOST_EDGES = 300_000
_NOISE = 1 << 16  # parts pairings that are otherwise equal, so that one of them is the best
_BITS = 120  # rustworkx counts with 128, and doubles what it is given
_CONFLICTS = 4  # the first aims of an edge: each of them should be 0
_SHOWN = _CONFLICTS + 2  # the first aims, down to the differences of points


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of places, the better placed first, and for an odd field the place with the bye.

    `proved`: no pairing is better, down to the differences of points.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    proved: bool = False


@dataclass(frozen=True, slots=True)
class _Edge:
    """A possible match of two places, or a bye where `two` is one past the last place."""

    one: int
    two: int
    aims: tuple[int, ...]


def match_up(field: Field, byes: Sequence[int], aims: Aims, stream: Stream) -> Matches:
    """The matches of a field. `byes` are the places in the order in which a bye goes to them.

    Opponents are looked for among neighbours in the order first, then farther off until nothing
    gets better; matches with a conflict only come in where no pairing does without.
    """
    graph = _Graph(field, byes, aims, stream)
    best: list[_Edge] = []
    for reach in _reaches(len(field)):
        found = graph.matching(reach, conflicts=False)
        no_better = best and found and _worth(found) >= _worth(best)
        best = found or best
        if best and (no_better or graph.ideal(best)):
            break
    best = best or graph.matching(reach, conflicts=True)
    everybody = reach >= len(field) - 1
    proof = everybody and graph.exact and aims == Aims() and field.exact
    return replace(graph.matches(best), proved=proof)


def _reaches(count: int) -> Iterator[int]:
    """How many places apart opponents are at most, attempt by attempt."""
    farthest = max(1, min(count - 1, 2 * _MOST_EDGES // max(count, 1)))
    reach = _NEAR
    while reach < farthest:
        yield reach
        reach = reach * _WIDER if count > _COMPLETE_FIELD else farthest
    yield farthest


def _worth(edges: Sequence[_Edge]) -> tuple[int, ...]:
    """What a pairing costs in all, aim by aim, down to the differences of points."""
    return tuple(map(sum, zip(*(edge.aims for edge in edges), strict=True)))[:_SHOWN]


class _Graph:
    """The possible matches of one field."""

    def __init__(self, field: Field, byes: Sequence[int], aims: Aims, stream: Stream) -> None:
        self._field = field
        self._byes = byes if len(field) % 2 else ()
        self._aims = aims
        self._stream = stream
        distinct = sorted(set(field.levels))
        step = {level: at for at, level in enumerate(distinct)}
        self._steps = [step[level] for level in field.levels]
        self.exact = True  # whether the weights hold all aims down to the differences of points

    def matching(self, reach: int, *, conflicts: bool) -> list[_Edge]:
        """The best pairing of players at most `reach` places apart, empty if there is none."""
        import rustworkx  # here, because it takes a while and most runs pair nothing

        nodes = len(self._field) + len(self._byes[:1])
        edges = [
            edge for edge in self._edges(reach) if conflicts or not any(edge.aims[:_CONFLICTS])
        ]
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(nodes))
        weights, kept = _weights(edges, nodes // 2)
        self.exact = kept >= _SHOWN
        graph.add_edges_from(
            [(edge.one, edge.two, weight) for edge, weight in zip(edges, weights, strict=True)]
        )
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(pairs) < nodes:
            return []
        wanted = {(min(pair), max(pair)) for pair in pairs}
        return [edge for edge in edges if (edge.one, edge.two) in wanted]

    def _edges(self, reach: int) -> Iterator[_Edge]:
        count = len(self._field)
        for one in range(count):
            for two in range(one + 1, min(count, one + reach + 1)):
                yield _Edge(one, two, self._match_aims(one, two))
        for turn, one in enumerate(self._byes[: reach + 1]):
            again = self._field.players[one].byes
            yield _Edge(one, count, (0, again, 0, 0, turn, 0, 0, 0, 0))

    def _match_aims(self, one: int, two: int) -> tuple[int, ...]:
        """The aims in their order: fixed tables that clash, a bye again (here 0), times met, kept
        apart, the turn for a bye (0), points apart, the square of how many levels of points lie
        between, which makes pair-downs near, places apart, and chance."""
        field = self._field
        clash = field.fixed[one] and field.fixed[two] and field.fixed[one] != field.fixed[two]
        met = field.met[one].get(two, 0) if self._aims.no_rematch else 0
        same_club = field.clubs[one] and field.clubs[one] == field.clubs[two]
        apart = bool(same_club) + (two in field.apart[one])
        points = steps = 0
        if self._aims.equal_points:
            points = field.levels[one] - field.levels[two]
            steps = (self._steps[one] - self._steps[two]) ** 2
        noise = self._stream.below(_NOISE)
        return (int(bool(clash)), 0, met, apart, 0, points, steps, two - one, noise)

    def matches(self, edges: Sequence[_Edge]) -> Matches:
        """The pairs and the bye that the edges stand for."""
        count = len(self._field)
        pairs = tuple(sorted((edge.one, edge.two) for edge in edges if edge.two < count))
        return Matches(pairs, next((edge.one for edge in edges if edge.two == count), None))

    def ideal(self, edges: Sequence[_Edge]) -> bool:
        """Whether no pairing at all could be better, down to the differences of points."""
        matches = self.matches(edges)
        if matches.bye is not None and matches.bye != self._byes[0]:
            return False
        if not self._aims.equal_points:
            return True
        levels = [Fraction(it) for at, it in enumerate(self._field.levels) if at != matches.bye]
        return sum(edge.aims[_CONFLICTS + 1] for edge in edges) == least_difference(
            levels, (2,) * len(matches.pairs)
        )


def _weights(edges: Sequence[_Edge], matches: int) -> tuple[list[int], int]:
    """The aims of each edge as one number, the more the better, and how many aims it holds.

    Where the numbers would be too large to count with, the last aims are left out.
    """
    if not edges:
        return [], 0
    spans = [matches * max(aim) + 1 for aim in zip(*(edge.aims for edge in edges), strict=True)]
    while prod(spans) > 1 << _BITS:
        spans.pop()
    units = [prod(spans[at + 1 :]) for at in range(len(spans))]
    costs = [
        sum(value * unit for value, unit in zip(edge.aims, units, strict=False)) for edge in edges
    ]
    most = max(costs)
    return [most - cost for cost in costs], len(spans)

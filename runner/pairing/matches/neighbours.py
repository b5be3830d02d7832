"""Pairs a large field quickly: neighbours in the order meet, and only where they cannot is a best
pairing looked for, in a short window round them.

    9 9 9 | 6 6 6 6 | 3    one of the 9 points meets one of the 6, and one of the 6 that of the 3;
    0 1 2   3 4 5 6   7    0 v 1, 2 v 3, 4 v 5, 6 v 7 unless 2 was paired down before: then 0 v 2
                           and 1 v 3

Neighbours of equal points are as good a match as there can be, and so is a pair-down between the
last of a group and the first of the next. What is found here is checked against a bound on the
points that holds for all pairings.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from runner.pairing.matches.bound import Groups
from runner.pairing.matches.graph import POINTS, Edge, Graph, worth

_REACH = 10  # places in a window that opponents are apart at most
_WINDOWS = (1, 12)  # pairs on both sides of one that cannot meet, at first and next
_PAIR_DOWN = 3  # the same at least where the two differ in points


def neighbours(graph: Graph, players: Sequence[int]) -> list[Edge]:
    """A pairing of these places, an even number in the order of the standings, without conflicts;
    the best of those with shorter and longer windows. Empty where none is found."""
    order = _sparing(graph, players) if graph.equal_points else list(players)
    levels = [graph.field.levels[player] for player in players]
    least = Groups(levels).least if graph.equal_points else 0
    found: list[Edge] = []
    for radius in _WINDOWS:
        pairs = _paired(graph, order, radius)
        if pairs and (not found or _aims(pairs) < _aims(found)):
            found = pairs
        if found and worth(found)[POINTS] == least:
            break
    return found


def _aims(pairing: Sequence[Edge]) -> list[int]:
    """What a pairing costs, aim by aim."""
    return [*map(sum, zip(*(edge.aims for edge in pairing), strict=True))]


def _sparing(graph: Graph, players: Sequence[int]) -> list[int]:
    """The players in an order in which neighbours meet: of each group of equal points that is
    paired up to the one above or down to the one below, whoever was not moved before stands at that
    end, the nearest to it first."""
    levels, moved = graph.field.levels, graph.moved
    order: list[int] = []
    for _, same in groupby(players, key=levels.__getitem__):
        group = list(same)
        if len(order) % 2:  # one from above is paired down to this group
            up = next((at for at, player in enumerate(group) if not moved[player]), 0)
            order.append(group.pop(up))
        if len(group) % 2:
            last = len(group) - 1
            down = next((at for at in range(last, -1, -1) if not moved[group[at]]), last)
            group.append(group.pop(down))
        order += group
    return order


def _paired(graph: Graph, order: Sequence[int], radius: int) -> list[Edge]:
    """Neighbours as pairs, and the best pairing of each window; empty where one has none."""
    pairing: list[Edge] = []
    done = 0
    for first, end in _windows(graph, order, radius):
        pairing += _neighbours(graph, order[done:first])
        window = order[first:end]
        best = graph.best(list(_near(graph, window)), window)
        if not best:
            return []
        pairing += best
        done = end
    return [*pairing, *_neighbours(graph, order[done:])]


def _near(graph: Graph, window: Sequence[int]) -> Iterator[Edge]:
    """The matches without a conflict of players who are near each other in a window."""
    for at, one in enumerate(window):
        for two in window[at + 1 : at + 1 + _REACH]:
            better, other = min(one, two), max(one, two)
            if graph.free(better, other):
                yield graph.match(better, other)


def _neighbours(graph: Graph, order: Sequence[int]) -> Iterator[Edge]:
    for one, two in zip(order[::2], order[1::2], strict=True):
        yield graph.match(min(one, two), max(one, two))


def _windows(graph: Graph, order: Sequence[int], radius: int) -> list[tuple[int, int]]:
    """Where windows begin and end, round all neighbours who cannot meet."""
    windows: list[tuple[int, int]] = []
    levels = graph.field.levels
    for at in range(0, len(order), 2):
        one, two = order[at], order[at + 1]
        if graph.free(one, two):
            continue
        wide = radius if levels[one] == levels[two] else max(radius, _PAIR_DOWN)
        first, end = max(0, at - 2 * wide), min(len(order), at + 2 + 2 * wide)
        while windows and windows[-1][1] >= first:
            first = min(first, windows.pop()[0])
        windows.append((first, end))
    return windows

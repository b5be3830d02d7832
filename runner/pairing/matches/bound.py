"""What the points of matches must differ by at least, and which matches cannot be part of less.

Players of equal points are a group, and between neighbouring groups lies a gap. A match spans the
gaps between its two groups, and its difference of points is their sum. If the players above a gap
are odd in number, some match spans it, and the number of those that do is odd; else it is even.
Two things follow:

- the gaps below an odd number of players add up to a bound, `Groups.least`;
- a match that spans one of the other gaps has a second one beside it: a pairing with such a match
  is at least twice that gap above the bound, which is the `detour` of the match.

    9 9 9 | 6 6 | 3    3 players above the first gap and 5 above the second: 3 + 3 = 6 at least,
                       which 9 v 9, 9 v 6 and 6 v 3 have, so nothing is better

Where that bound is not reached, a smaller problem gives a better one. Of a large group only the
few players matter who can be paired out of it in a pairing that is better than one already known.
So many stand for the group, and may meet anybody. What is best for them bounds what is best for
all: a pairing without conflicts that is better than the known one can be told for them too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, islice, pairwise

from runner.pairing.matches.matchings import Edge, least

_MOST_EDGES = 40_000  # of the smaller problem; with more it takes too long


class Groups:
    """The groups of players of equal points, from the top, and the gaps between them.

    `levels` are points as whole numbers, the most first. Where the players are odd in number, one
    of `resting`, positions in the same group, has no match.
    """

    def __init__(self, levels: Sequence[int], resting: Sequence[int] = ()) -> None:
        groups = [(level, len(list(same))) for level, same in groupby(levels)]
        self.levels = [level for level, _ in groups]
        self.sizes = [size for _, size in groups]
        self.resting = frozenset(resting)
        self.gaps = [high - low for high, low in pairwise(self.levels)]
        rest = self.levels.index(levels[resting[0]]) if resting else None
        matched = (size - (at == rest) for at, size in enumerate(self.sizes))
        self.odd = [above % 2 for above in accumulate(matched)][:-1]
        self.least = sum(gap for gap, odd in zip(self.gaps, self.odd, strict=True) if odd)
        twice = (0 if odd else 2 * gap for gap, odd in zip(self.gaps, self.odd, strict=True))
        self._detours = list(accumulate(twice, initial=0))

    def detour(self, one: int, two: int) -> int:
        """By how much a pairing is at least above the bound if it matches these two groups."""
        return abs(self._detours[one] - self._detours[two])

    def pairs(self, spare: int, most: int) -> Iterator[tuple[int, int]]:
        """The matches, by position from the top, that can be part of a pairing at most `spare`
        above the bound, the first so many of them."""
        group = [at for at, size in enumerate(self.sizes) for _ in range(size)]
        ends = list(accumulate(self.sizes))
        last = [
            max(end for two, end in enumerate(ends) if self.detour(one, two) <= spare)
            for one in range(len(ends))
        ]
        near = ((one, two) for one in range(len(group)) for two in range(one + 1, last[group[one]]))
        return islice(near, most)

    def leaving(self, group: int, spare: int) -> int:
        """How many players of a group can be paired out of it, at most `spare` above the bound."""
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
    """A number that no pairing without conflicts is below, at most `known`.

    `known` is what points differ by in some pairing; groups larger than `largest` have stand-ins.
    `free` tells of two players, by position from the top, whether they may meet. None: the problem
    is too large even so.
    """
    spare = known - groups.least - 1
    if spare < 0:
        return known
    nodes = _nodes(groups, spare, largest)
    edges: list[Edge] = []
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
    edges += [(at, len(nodes), 0) for at, node in enumerate(nodes) if node.player in groups.resting]
    found = least(len(nodes) + len(nodes) % 2, edges)
    if found is None:
        return known
    return min(known, sum(edges[at][2] // finer for at in found))


def _nodes(groups: Groups, spare: int, largest: int) -> list[_Node]:
    """The players, and the stand-ins for those of large groups, from the top."""
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

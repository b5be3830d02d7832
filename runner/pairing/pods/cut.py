"""The field cut into pods from top to bottom, with the small pods where they cost least.

Where all pods have one size there is only one way to cut, and without rematches none is better.
Where there are two sizes it depends on which pods are the smaller ones who sits in a small pod
again, and how many players of different points come together: all ways are compared, player by
player down the standings.

    9 9 9 9 6 6 6    1 2 3 4 | 5 6 7    the small pod at the bottom
    9 9 9 6 6 6 6    1 2 3 | 4 5 6 7    at the top, if the differences of points are to go first
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice

from runner.pairing.pods.cost import Cost

Pods = list[list[int]]
_MOST_SMALL = 12  # small pods, to compare all places for them
_Price = tuple[
    int, int
]  # what counts down to the differences of points, then how high small pods are


def cut(cost: Cost, sizes: Sequence[int]) -> Pods:
    """Pods of those sizes; within equal points, small pods take those who cost least there."""
    count, least, most = sum(sizes), min(sizes), max(sizes)
    small = list(sizes).count(least) if least < most else 0
    if not small:
        return _dealt(cost, list(sizes))
    if small > _MOST_SMALL or most - least > 1:
        return _dealt(cost, sorted(sizes, reverse=True))
    return _dealt(cost, _order(cost, count, least, most, small))


def _order(cost: Cost, count: int, least: int, most: int, small: int) -> list[int]:
    """The sizes of the pods from the top down at which the cut costs least."""
    best: dict[tuple[int, int], tuple[_Price, int]] = {(0, 0): ((0, 0), 0)}
    clean = _clean(cost)
    for at in range(count):
        for used in range(small + 1):
            if (at, used) not in best:
                continue
            (points, height), _ = best[at, used]
            for size in (most, least):
                end, after = at + size, used + (size == least)
                if end > count or after > small:
                    continue
                price = (
                    points + _points(cost, range(at, end), clean, is_small=size < cost.standard),
                    height + (count - at if size == least else 0),
                )
                if (end, after) not in best or price < best[end, after][0]:
                    best[end, after] = (price, size)
    return _back(best, count, small, least)


def _back(
    best: dict[tuple[int, int], tuple[_Price, int]], count: int, small: int, least: int
) -> list[int]:
    sizes: list[int] = []
    at, used = count, small
    while at:
        size = best[at, used][1]
        sizes.append(size)
        at, used = at - size, used - (size == least)
    return sizes[::-1]


def _clean(cost: Cost) -> Counter[int]:
    """How many players of each number of points may sit in a small pod without a conflict."""
    return Counter(
        level for level, small in zip(cost.levels, cost.small, strict=True) if small < cost.conflict
    )


def _points(cost: Cost, pod: Sequence[int], clean: Counter[int], *, is_small: bool) -> int:
    """The differences of points of a pod, and what it costs where it is a small one; a conflict
    for each who should not sit there."""
    levels = [cost.levels[player] for player in pod]
    total = cost.points * sum(abs(one - two) for one, two in combinations(levels, 2))
    if is_small:
        low = sum(cost.small[player] % cost.conflict // cost.points for player in pod)
        total += cost.points * low + cost.conflict * sum((Counter(levels) - clean).values())
    return total


def _dealt(cost: Cost, sizes: Sequence[int]) -> Pods:
    """The pods with players in them: small ones choose first among those of the right points."""
    points = iter(cost.levels)
    chairs = [list(islice(points, size)) for size in sizes]
    free: dict[int, list[int]] = {}
    for player in range(sum(sizes)):
        free.setdefault(cost.levels[player], []).append(player)
    pods: Pods = [[] for _ in sizes]
    small = [at for at, size in enumerate(sizes) if size < cost.standard]
    for at in reversed(small):
        for value in chairs[at]:
            chosen = min(free[value], key=lambda player: cost.small[player])
            free[value].remove(chosen)
            pods[at].append(chosen)
    for at, values in enumerate(chairs):
        if at not in small:
            pods[at] = [free[value].pop(0) for value in values]
    return pods

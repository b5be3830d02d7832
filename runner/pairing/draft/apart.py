"""Which pod is whose, so that as few pairs as possible who are to be kept apart share one.

Players are numbers in the order drawn, from 0; `against[one]` are those to be kept from `one`.
"""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

Against = Sequence[frozenset[int]]
Pods = list[list[int]]
Whole = NDArray[np.int64]


def together(pods: Sequence[Sequence[int]], against: Against) -> int:
    """Return how many pairs to be kept apart share a pod."""
    return sum(len(against[one] & {*pod}) for pod in pods for one in pod) // 2


def spread(pods: Pods, against: Against) -> Pods:
    """Return the pods after all exchanges that leave fewer such pairs, each in the seat of another.

    Players change pods in a ring: the first takes the seat of the second, who takes that of the
    third, and so on. When no ring is left that is better, and nobody is kept apart but by club,
    then no pods at all have fewer pairs: so it is in every flow whose costs are convex.
    """
    pods = [[*pod] for pod in pods]
    starts = [0, *accumulate(len(pod) for pod in pods)][:-1]
    near = _near(pods, against)
    while ring := _better_ring(costs := _costs(pods, near), starts):
        movers = [_mover(costs, starts, pods, one, other) for one, other in ring]
        for (_, pod), mover, gives_way in zip(ring, movers, [*movers[1:], movers[0]], strict=True):
            pods[pod][pods[pod].index(gives_way)] = mover
        for (left, entered), mover in zip(ring, movers, strict=True):
            others = [*against[mover]]
            near[others, left] -= 1
            near[others, entered] += 1
    return pods


def _near(pods: Pods, against: Against) -> Whole:
    """Return how many in each pod are to be kept from each player."""
    near: Whole = np.zeros((len(against), len(pods)), dtype=np.int64)
    for at, pod in enumerate(pods):
        for one in pod:
            near[[*against[one]], at] += 1
    return near


def _costs(pods: Pods, near: Whole) -> Whole:
    """By how many such pairs there are more when each player, by seat, goes to each pod."""
    seated = [one for pod in pods for one in pod]
    own = np.repeat(np.arange(len(pods)), [len(pod) for pod in pods])
    there = near[seated]
    return there - there[np.arange(len(seated)), own][:, None]


def _mover(costs: Whole, starts: Sequence[int], pods: Pods, pod: int, other: int) -> int:
    """Return who goes from a pod to another: the first seat of those who cost least."""
    first = starts[pod]
    return pods[pod][int(costs[first : first + len(pods[pod]), other].argmin())]


def _better_ring(costs: Whole, starts: Sequence[int]) -> list[tuple[int, int]]:
    """Ways from pod to pod, back to the first, that leave fewer pairs; [] where there are none."""
    pods = len(starts)
    if pods < 2:
        return []
    least = np.minimum.reduceat(costs, starts, axis=0)
    both = least + least.T
    one, other = divmod(int(both.argmin()), pods)
    if both[one, other] < 0:
        return [(one, other), (other, one)]
    return _longer_ring(least)


def _longer_ring(least: Whole) -> list[tuple[int, int]]:
    """Return a ring of negative cost (Bellman and Ford), or []."""
    pods = len(least)
    cost: Whole = np.zeros(pods, dtype=np.int64)
    before: Whole = np.full(pods, -1, dtype=np.int64)
    better: NDArray[np.bool_] = np.zeros(pods, dtype=np.bool_)
    for _ in range(pods):
        ways = cost[:, None] + least
        now = ways.min(axis=0)
        better = now < cost
        if not better.any():
            return []
        before[better] = ways.argmin(axis=0)[better]
        cost = np.minimum(cost, now)
    at = int(better.argmax())
    for _ in range(pods):
        at = int(before[at])
    ring: list[tuple[int, int]] = []
    to = at
    while not ring or to != at:
        came = int(before[to])
        ring.append((came, to))
        to = came
    return ring[::-1]


def fewest(sizes: Sequence[int], clubs: Against, others: Against) -> int:
    """No pods of these sizes have fewer pairs: exact for clubs, and of `others`, asked for by name,
    those counted who are too many for the pods and all to be kept from each other."""
    order = iter(range(len(clubs)))
    plain = [[next(order) for _ in range(size)] for size in sizes]
    return together(spread(plain, clubs), clubs) + _crowds(sizes, others)


def _crowds(sizes: Sequence[int], against: Against) -> int:
    left = [{*each} for each in against]
    pairs = 0
    for one in range(len(left)):
        while len(crowd := _crowd(one, left)) > len(sizes):
            pairs += _evenly(len(crowd), sizes)
            for each in crowd:
                left[each] -= crowd
    return pairs


def _crowd(one: int, against: Sequence[set[int]]) -> set[int]:
    """Return a player and others who are all to be kept from each other."""
    crowd, common = {one}, {*against[one]}
    while common:
        joins = min(common, key=lambda each: (-len(against[each] & common), each))
        crowd.add(joins)
        common &= against[joins]
    return crowd


def _evenly(players: int, sizes: Sequence[int]) -> int:
    """Pairs in one pod, of so many who are dealt evenly to pods of these sizes."""
    dealt = [0] * len(sizes)
    for _ in range(players):
        at = min(
            (each for each in range(len(sizes)) if dealt[each] < sizes[each]), key=dealt.__getitem__
        )
        dealt[at] += 1
    return sum(each * (each - 1) // 2 for each in dealt)

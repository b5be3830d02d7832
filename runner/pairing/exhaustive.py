"""Comparing all ways to split a small field into pods, and proving that none is better.

The search is depth first with bounds. It is limited by a number of steps, so that it gives the
same answer on every machine; within that limit it finishes for fields of about twenty players
and, where few players have not met yet, for larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from runner.pairing.certificate import least_split
from runner.pairing.cost import Cost

_splits = lru_cache(maxsize=4096)(least_split)


class _OutOfStepsError(Exception):
    """The search stops here without a proof."""


def floor(cost: Cost, players: Sequence[int], sizes: tuple[int, ...]) -> int:
    """A total that no split of the players into pods of those sizes can be below.

    Counts the differences within pods (see `least_split`) and the cheapest players for the small
    pods, as if no two players had met. `players` are places in ascending order.
    """
    value = cost.value
    least = _splits(sizes)
    total = sum(
        (value[after] - value[before]) * least[count]
        for count, (before, after) in enumerate(pairwise(players), start=1)
    )
    small_seats = sum(size for size in sizes if size < cost.standard)
    if small_seats:
        total += sum(sorted(cost.small[player] for player in players)[:small_seats])
    return total


class Exhaustive:
    """A search for pods whose cost is below a limit, counted down to a step of points.

    After `run`, `pods` are the best found (None: nothing below the limit), and `finished` tells
    whether everything was compared, so that nothing better exists.
    """

    def __init__(self, cost: Cost, sizes: Sequence[int], limit: int, steps: int) -> None:
        self._cost = cost
        self._limit = limit // cost.points
        self._steps = steps
        self._sizes = tuple(sorted(sizes, reverse=True))
        self.pods: list[list[int]] | None = None
        self.finished = False

    def run(self) -> None:
        """Search until everything is compared or the steps are used up."""
        try:
            self._extend(list(range(sum(self._sizes))), self._sizes, 0, [])
            self.finished = True
        except _OutOfStepsError:
            pass

    def _too_much(self, total: int) -> bool:
        return total // self._cost.points >= self._limit

    def _extend(
        self, left: list[int], sizes: tuple[int, ...], total: int, pods: list[list[int]]
    ) -> None:
        """Give the first player who is left a pod in every way, and go on with the rest."""
        if not left:
            if not self._too_much(total):
                self.pods, self._limit = list(pods), total // self._cost.points
            return
        if self._too_much(total + floor(self._cost, left, sizes)):
            return
        for at, size in enumerate(sizes):
            if at and sizes[at - 1] == size:
                continue
            rest_sizes = sizes[:at] + sizes[at + 1 :]
            for pod in self._pods_of_first(left, size, total):
                members = set(pod)
                rest = [player for player in left if player not in members]
                after = total + self._cost.pod(pod)
                if not self._too_much(after):
                    self._extend(rest, rest_sizes, after, [*pods, pod])

    def _pods_of_first(self, left: list[int], size: int, total: int) -> Iterator[list[int]]:
        """Every pod of that size with the first player in it, near mates first."""
        stack = [([left[0]], 1, total)]
        while stack:
            self._steps -= 1
            if self._steps < 0:
                raise _OutOfStepsError
            pod, start, cost = stack.pop()
            if len(pod) == size:
                yield pod
                continue
            for at in range(len(left) - 1, start - 1, -1):
                mate = left[at]
                with_mate = cost + sum(self._cost.row(mate, pod))
                if not self._too_much(with_mate):
                    stack.append(([*pod, mate], at + 1, with_mate))

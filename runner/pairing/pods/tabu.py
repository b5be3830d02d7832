"""Fewer conflicts by a tabu search: repeats and second small pods before everything else.

Where nearly everybody has met, no single swap makes anything better for a long time. So in each
step the best swap of two players is made even if it makes things worse, and for some steps after
it neither may go back to the pod that they left (F. Glover, 1986; for pods of players who have not
met, I. Dotú and P. Van Hentenryck, 2007). All numbers are whole, and steps are counted.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from runner.pairing.bounds.effort import Work
from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.reassign import Noise
from runner.pairing.pods.swaps import Pods, Swaps

Whole = npt.NDArray[np.int64]

_STEP, _PAIR = 3_500, 16  # work for a step, and for each two players that it compares
_STAY = 6, 12  # steps for which nobody goes back: at least, and up to so many more
_POINTS = 1 << 12  # steps of points that are told apart, below all conflicts
_FAR = 1 << 62


def with_fewer_conflicts(field: Field, swaps: Swaps, aims: Aims, noise: Noise, work: Work) -> Pods:
    """The pods with the fewest conflicts that are found within the work, then the least differences
    of points; `swaps` are those to begin with."""
    search, step = _Search(field, swaps.cost, swaps.pods, aims), 0
    stays = noise.table(64, 64).ravel() % _STAY[1] + _STAY[0]
    while search.conflicts and work.left > 0:
        work.left -= _STEP + _PAIR * search.step(step, int(stays[step % len(stays)]))
        step += 1
    return search.best_pods()


class _Search:
    """Who sits where, and the best of that so far. `conflicts`: whether the best has any."""

    def __init__(self, field: Field, cost: Cost, pods: Sequence[Sequence[int]], aims: Aims) -> None:
        count = len(field)
        self._sizes = [len(pod) for pod in pods]
        self._pod = np.zeros(count, np.int64)
        for at, pod in enumerate(pods):
            self._pod[list(pod)] = at
        self._pairs, self._own, self._conflict = weights(field, cost, aims, self._sizes)
        self._small = np.array([size < cost.standard for size in self._sizes], np.int64)
        self._free_from = np.zeros((count, len(pods)), np.int64)  # the step from which one may go
        self._with = np.stack([self._pairs[:, list(pod)].sum(axis=1) for pod in pods], axis=1)
        own = np.take_along_axis(self._with, self._pod[:, None], 1).sum() // 2
        self._total = int(own + (self._own * self._small[self._pod]).sum())
        self._best, self._least = self._pod.copy(), self._total

    @property
    def conflicts(self) -> bool:
        return self._least >= self._conflict

    def best_pods(self) -> Pods:
        """The best so far."""
        return [np.flatnonzero(self._best == at).tolist() for at in range(len(self._sizes))]

    def step(self, now: int, stay: int) -> int:
        """Make the best swap of somebody who is in a conflict; how many swaps were compared."""
        pod, everybody = self._pod, np.arange(len(self._pod))
        small = self._small[pod]
        here = self._with[everybody, pod] + self._own * small
        ones = np.flatnonzero(here >= self._conflict)
        if not len(ones):
            ones = everybody
        there = self._with[ones][:, pod] + self._own[ones, None] * small
        back = self._with[:, pod[ones]].T + self._own * small[ones, None]
        change = there + back - here[ones, None] - here - 2 * self._pairs[ones]
        change[pod[ones, None] == pod] = _FAR
        barred = (self._free_from[ones][:, pod] > now) | (now < self._free_from[:, pod[ones]].T)
        barred &= self._total + change >= self._least
        change[barred] = _FAR
        at, two = divmod(int(change.argmin()), len(pod))
        if change[at, two] < _FAR:
            self._swap(int(ones[at]), two, int(change[at, two]))
            self._free_from[int(ones[at]), pod[two]] = now + stay
            self._free_from[two, pod[int(ones[at])]] = now + stay
        return int(change.size)

    def _swap(self, one: int, two: int, change: int) -> None:
        first, second = self._pod[one], self._pod[two]
        moved = self._pairs[two] - self._pairs[one]
        self._with[:, first] += moved
        self._with[:, second] -= moved
        self._pod[one], self._pod[two] = second, first
        self._total += change
        if self._total < self._least:
            self._best, self._least = self._pod.copy(), self._total


def weights(field: Field, cost: Cost, aims: Aims, sizes: Sequence[int]) -> tuple[Whole, Whole, int]:
    """What each two players cost at one table, and each in a small pod, in the order of the aims;
    and the least that is a conflict. The points come last, in steps that may be coarse."""
    met, apart = np.zeros((2, len(field), len(field)), np.bool_)
    for one in range(len(field)):
        met[one, list(field.met[one])] = aims.no_rematch
        apart[one, list(field.apart[one])] = True
    clubs, fixed = np.array(field.clubs), np.array(field.fixed)
    apart |= (clubs[:, None] == clubs) & (clubs > 0)
    np.fill_diagonal(apart, False)
    clashing = (fixed[:, None] != fixed) & (fixed[:, None] > 0) & (fixed > 0)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    seats = sum(size for size in sizes if size < cost.standard)
    most_apart, most_met, most_clashing = (
        min(pairs, int(which.sum()) // 2) for which in (apart, met, clashing)
    )
    # So many times a step of points counts at most; all of it together is to stay below `_FAR`.
    times = pairs * (most_apart + 1) * (seats + 1) * (most_met + 1) * (most_clashing + 1)
    steps = _in_steps(cost.levels, max(1, min(_POINTS, _FAR // (4 * times))))
    conflict = int(steps.max()) * pairs + 1
    again = conflict * (most_apart + 1)
    repeat = again * (seats + 1)
    clash = repeat * (most_met + 1)
    both = np.abs(steps[:, None] - steps) + conflict * apart + repeat * met + clash * clashing
    had = np.array([player.small_pods > 0 for player in field.players], np.int64)
    return both, had * (again * aims.no_second_small_pod), conflict


def _in_steps(levels: Sequence[int], most: int) -> Whole:
    """The levels from 0, in so many whole steps at most."""
    least, widest = min(levels), max(*levels, 1) - min(levels)
    many = min(widest, most)
    return np.array([(level - least) * many // max(widest, 1) for level in levels], np.int64)

"""The pods that cost less than what their players pay at some prices, and the prices themselves.

A pod's players stand from the fewest points up, so the differences of points between all its pairs
are a sum over its players: each one's points times a weight by position (-3, -1, 1 and 3 in a pod
of four). Whole families of pods can thus be passed over at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from runner.pairing.bounds.effort import OutOfWorkError, Work
from runner.pairing.bounds.gaps import Numbers, Plane
from runner.pairing.bounds.problem import Problem

_EXACT = 1 << 51  # with costs that add up to less, all sums are below 2**53
_CALL = 2_000  # numbers that could be looked at while a step of the search is begun
_EACH = 10  # pods for each player that `seeds` gives
PricedPod = tuple[float, tuple[int, ...]]
"""How much less than its price a pod costs (below 0), and its players' positions."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What each player pays, each pod of a size, and each cut, in whole parts of a unit of cost.

    Whatever whole numbers they are, and however a solver came by them, they prove a bound, as those
    of cuts are not below 0: a pairing costs what is paid and what its pods cost beyond that.
    """

    players: Numbers
    sizes: Mapping[int, float]
    cuts: Sequence[tuple[Plane, float]]

    def paid(self, counts: Mapping[int, int]) -> int:
        """Return what is paid in all, for so many pods of each size. Nothing is rounded."""
        total = sum(map(int, self.players))
        total += sum(int(price) * cut.least for cut, price in self.cuts)
        return total + sum(pods * int(self.sizes[size]) for size, pods in counts.items())

    def largest(self) -> float:
        """Not less than any sum of what one pod could pay."""
        cuts = sum(
            max(abs(each) for amounts in cut.amounts.values() for each in amounts) * abs(price)
            for cut, price in self.cuts
        )
        players = float(np.abs(self.players).max(initial=0.0))
        return 8 * (players + 2 * cuts + max(map(abs, self.sizes.values()), default=0.0))

    def at_positions(self, size: int) -> list[Numbers]:
        """Return what cuts pay for each position in a pod of that size, by the player who has it.

        Of the players of a pod, k stand below a gap that lies between those of positions k - 1 and
        k. So each player adds what gaps up to there pay for the players before, and takes away
        what they pay for one more.
        """
        count = len(self.players)
        paid = np.zeros((size + 1, count + 1))
        for cut, price in self.cuts:
            if size in cut.amounts:
                paid[:, cut.below] += np.multiply(cut.amounts[size], price)
        up_to = np.cumsum(paid, axis=1)
        always = up_to[size, count]
        paid_at = [up_to[at, :count] - up_to[at + 1, :count] for at in range(size)]
        return [paid_at[0] + always, *paid_at[1:]]


def improving_pods(
    problem: Problem,
    prices: Prices,
    size: int,
    work: Work,
    allowance: float = 0.0,
    *,
    every: bool = False,
) -> Iterator[PricedPod]:
    """Pods of a size that cost less than they pay, or less than that and an allowance.

    Of those that share all but their last two players only the best, unless `every` is wanted.
    Where there is none, there is none: nothing is left out for being unlikely, and all sums are of
    whole numbers so small that floats hold them exactly. Raises OutOfWorkError where they are not.
    """
    return _Search(problem, prices, size, work, allowance, every).run()


class _Search:
    """A search for improving pods of one size that adds players from the fewest points up."""

    def __init__(
        self,
        problem: Problem,
        prices: Prices,
        size: int,
        work: Work,
        allowance: float,
        every: bool,
    ) -> None:
        self._size, self._work, self._every = size, work, every
        parts = float(problem.parts)
        if not prices.largest() + allowance < _EXACT:  # costs are (`Task.problem`)
            raise OutOfWorkError
        self._pairs = problem.pairs * parts
        small = problem.small * parts if size < problem.standard else 0.0
        self._never = problem.never * parts
        self._begin = -prices.sizes[size] - allowance
        levels = problem.levels * parts
        self._own = [
            (2 * at - size + 1) * levels - prices.players - paid + small
            for at, paid in enumerate(prices.at_positions(size))
        ]
        self._rest = self._least_rest()

    def _least_rest(self) -> list[Numbers]:
        """For each position and player, the least that it and later positions can add if nobody
        before that player takes them."""
        count = len(self._own[0])
        rest = [np.zeros(count + 1)]
        for own in reversed(self._own):
            least = np.full(count + 1, np.inf)
            least[:count] = np.minimum.accumulate((own + rest[0][1:])[::-1])[::-1]
            rest.insert(0, least)
        return rest

    def run(self) -> Iterator[PricedPod]:
        """Return all of them, in the order of their players."""
        everybody = np.arange(len(self._own[0]))
        return self._extend((), self._begin, everybody, np.zeros(len(everybody)))

    def _extend(
        self, pod: tuple[int, ...], cost: float, free: npt.NDArray[np.int64], extra: Numbers
    ) -> Iterator[PricedPod]:
        """Go on from some players; `free` may still come, for `extra` beside their own."""
        at = len(pod)
        self._work.spend(_CALL + 8 * len(free))
        if self._size - at == 2:
            yield from self._last_two(pod, cost, free, extra)
            return
        least = cost + self._own[at][free] + extra + self._rest[at + 1][free + 1]
        for index in np.nonzero(least < 0)[0]:
            player, later = int(free[index]), free[index + 1 :]
            with_player = extra[index + 1 :] + self._pairs[player, later]
            can = with_player < self._never
            yield from self._extend(
                (*pod, player),
                cost + float(self._own[at][player]) + float(extra[index]),
                later[can],
                with_player[can],
            )

    def _last_two(
        self, pod: tuple[int, ...], cost: float, free: npt.NDArray[np.int64], extra: Numbers
    ) -> Iterator[PricedPod]:
        upper, last = self._size - 2, self._size - 1
        one = cost + self._own[upper][free] + extra
        likely = one + self._rest[last][free + 1] < 0
        if not likely.any():
            return
        first, one = free[likely], one[likely]
        two = self._own[last][free] + extra
        possible = (one.min() + two < 0) & (free > first[0])
        second, two = free[possible], two[possible]
        if not len(second):
            return
        self._work.spend(3 * len(first) * len(second))
        costs = one[:, None] + two[None, :] + self._pairs[first[:, None], second]
        costs[second[None, :] <= first[:, None]] = np.inf
        yield from self._picked(pod, first, second, costs)

    def _picked(
        self,
        pod: tuple[int, ...],
        first: npt.NDArray[np.int64],
        second: npt.NDArray[np.int64],
        costs: Numbers,
    ) -> Iterator[PricedPod]:
        if self._every:
            for row, column in zip(*np.nonzero(costs < 0), strict=True):
                cost = float(costs[row, column])
                yield cost, (*pod, int(first[row]), int(second[column]))
            return
        row, column = divmod(int(costs.argmin()), len(second))
        if costs[row, column] < 0:
            yield float(costs[row, column]), (*pod, int(first[row]), int(second[column]))


def seeds(problem: Problem) -> Iterator[tuple[int, ...]]:
    """For each player the cheapest pods that they could join in somebody's place.

    They prove nothing; with them the programme needs a few rounds of pricing instead of dozens.
    """
    levels = problem.levels
    difference = np.abs(levels[:, None] - levels[None, :]) + problem.pairs
    players = len(levels)
    for size in problem.sizes:
        pods = np.array([pod for pod in problem.pods if len(pod) == size])
        small = problem.small if size < problem.standard else np.zeros(players, np.int64)
        inside = difference[pods[:, :, None], pods[:, None, :]].sum(axis=2)  # of each with its pod
        whole = inside.sum(axis=1) // 2 + small[pods].sum(axis=1)
        joining = difference[:, pods]  # player, pod, member
        total = joining.sum(axis=2)[:, :, None] - joining
        costs = whole[:, None] - inside - small[pods] + total + small[:, None, None]
        costs = costs.reshape(players, -1)
        costs[costs >= problem.never] = problem.never
        for player in range(players):
            cheapest = np.argsort(costs[player], kind="stable")[: _EACH + size]
            for at in cheapest:
                pod, leaving = divmod(int(at), size)
                members = pods[pod].tolist()
                if costs[player, at] < problem.never and player not in members:
                    members[leaving] = player
                    yield tuple(sorted(members))

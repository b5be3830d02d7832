"""Comparing all ways to split a small field into pods, and proving that none is better.

Every possible pod is listed with its cost. Prices of the players (`_prices`) give a bound: what
all players cost together no split can be below, and a pod is worth looking at only as far as it
costs more than its members' prices. The search is depth first within that bound. It is limited by
counted steps and reckons in whole numbers, so that it gives the same answer on every machine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations
from math import comb
from operator import or_
from typing import Any

import numpy as np
import numpy.typing as npt

from runner.pairing.feasibility import Budget, OutOfStepsError
from runner.pairing.pods.cost import Cost

MOST_PODS = 160_000
"""Possible pods that can be listed; of fields with more nothing is compared."""

_PRICE_ROUNDS = 450  # corrections of the prices
_PRICE_TURNS = 10  # corrections after which all pods are looked at
_NEAR = 6_000  # pods of one size that are looked at between
_QUICK = 5_000  # pods that a step deals with in the usual time; more count as more steps
_FEW = 250  # pods among which the search needs no good bound
_SHRINKING = 0.97  # of the width with each correction
_NOTHING = 31  # times that 2**30 is halved until nothing is left of it
_PARTS = 1 << 10  # of a unit, to which the bound on the aims above points is reckoned
_EXACT = 1 << 40  # whole numbers up to here stay exact in sums of floating-point numbers

Accept = Callable[[list[list[int]]], bool]
Whole = npt.NDArray[Any]  # whole numbers of any length
Rows = npt.NDArray[np.intp]
Weights = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Listed:
    """All pods that may be played, of every size that there are tables of.

    `members[at]` are the places in a pod, `cost[at]` what it costs. `sizes` tells how many pods
    of each size a round has.
    """

    members: list[tuple[int, ...]]
    cost: Whole
    sizes: dict[int, int]
    count: int

    def only(self, rows: Sequence[int] | npt.NDArray[np.intp]) -> Listed:
        """Return those of the pods, in that order."""
        members = [self.members[row] for row in rows]
        return Listed(members, self.cost[rows], self.sizes, self.count)

    def below(self, limit: int) -> Listed:
        """Return the pods that cost less."""
        return self.only(np.flatnonzero(self.cost < limit))

    def possible(self) -> bool:
        """Return whether there is at least one pod for every player and of every size."""
        seated = set().union(*self.members)
        return len(seated) == self.count and set(map(len, self.members)) == set(self.sizes)

    def by_size(self) -> Iterator[tuple[int, Rows, Rows]]:
        """For each size: how many pods a round has, the rows of the pods, and their members."""
        size_of = np.array([len(pod) for pod in self.members])
        for size, tables in self.sizes.items():
            rows = np.flatnonzero(size_of == size)
            if len(rows):
                yield tables, rows, np.array([self.members[row] for row in rows])


def listed(cost: Cost, sizes: Sequence[int]) -> Listed | None:
    """Return all pods of those sizes with their costs; None where they are too many to list."""
    count = sum(sizes)
    places = range(count)
    if sum(comb(count, size) for size in set(sizes)) > MOST_PODS:
        return None
    pair = np.array([cost.row(one, places) for one in places], dtype=object)
    small = np.array(cost.small, dtype=object)
    members: list[tuple[int, ...]] = []
    costs = []
    for size in sorted(set(sizes)):
        pods = [*combinations(places, size)]
        at = np.array(pods, dtype=int)
        total = (small if size < cost.standard else small * 0)[at].sum(axis=1)
        for one, two in combinations(range(size), 2):
            total += pair[at[:, one], at[:, two]]
        members += pods
        costs.append(total)
    return Listed(members, np.concatenate(costs), {s: sizes.count(s) for s in set(sizes)}, count)


@dataclass(frozen=True, slots=True)
class _Block:
    """Pods of one size: how many a round has, their members seat by seat, and their costs."""

    tables: int
    members: Rows
    cost: Weights

    def above(self, prices: Weights) -> Weights:
        """Return what the pods cost above the prices of their members."""
        above = self.cost.copy()
        for seat in self.members:
            above -= prices[seat]
        return above

    def near(self, prices: Weights) -> _Block:
        """Return the pods that cost the least above the prices."""
        if len(self.cost) <= _NEAR:
            return self
        above = self.above(prices)
        kept = np.flatnonzero(above <= np.partition(above, _NEAR)[_NEAR])[: 2 * _NEAR]
        return _Block(self.tables, self.members[:, kept], self.cost[kept])


def prices_for(pods: Listed, cost: Whole) -> list[int]:
    """Return a price for each player, such that all prices together make a high bound.

    Were the least pods of each size (above their members' prices) to seat everybody once, no
    bound could be higher. So prices go up for players who are rare among the least pods and down
    for those who are frequent, where a pod counts half for each `width` that it is above the
    least, and the width shrinks. The bound comes out as that of the linear program.

    All numbers are whole and small enough to be exact, so that no machine rounds them otherwise.
    """
    unit = int(max(cost)) * pods.count // _EXACT + 1
    least = (cost // unit).astype(np.float64)
    blocks = [
        _Block(tables, members.T.copy(), least[rows]) for tables, rows, members in pods.by_size()
    ]
    cheapest = np.full(pods.count, np.inf)
    for block in blocks:
        for seat in block.members:
            np.minimum.at(cheapest, seat, block.cost)
    prices = kept = np.floor(cheapest / max(pods.sizes))
    if len(pods.members) <= _FEW:
        return [int(price) * unit for price in kept]
    best = -np.inf
    width = max(1.0, float(np.floor(least.max() / 20)))
    pause = _PRICE_TURNS if max(len(block.cost) for block in blocks) > _NEAR else 1
    for turn in range(_PRICE_ROUNDS + 1):
        if turn % pause == 0:
            bound = prices.sum() + sum(block.tables * block.above(prices).min() for block in blocks)
            if bound > best:
                best, kept = bound, prices
            near = [block.near(prices) for block in blocks]
        expected = _expected(near, prices, width)
        prices = prices + np.rint(width * (1 - expected) / np.maximum(expected, 1))
        width = max(1.0, width * _SHRINKING)
    return [int(price) * unit for price in kept]


def _expected(blocks: Sequence[_Block], prices: Weights, width: float) -> Weights:
    """Return how often each player sits in the pods of a round, were these drawn by their
    weights."""
    times_seated = np.zeros(len(prices))
    for block in blocks:
        above = block.above(prices)
        times = (above - above.min()) / width
        some = np.flatnonzero(times < _NOTHING)
        weight = _halved(times[some])
        seated = sum(
            np.bincount(seat[some], weights=weight, minlength=len(prices)) for seat in block.members
        )
        times_seated += block.tables * seated / weight.sum()
    return times_seated


def _halved(times: Weights) -> Weights:
    """About 2**30 halved so many times, as a whole number; straight between whole times."""
    whole = np.floor(times)
    shares: Weights = np.rint(np.ldexp(2 - times + whole, 29 - np.minimum(whole, 60).astype(int)))
    return shares


def _seated(pods: Sequence[Sequence[int]], count: int) -> Flags:
    """For each player, which of the pods they are in."""
    seated = np.zeros((count, len(pods)), np.bool_)
    lengths = [len(pod) for pod in pods]
    seated[[*chain.from_iterable(pods)], np.repeat(np.arange(len(pods)), lengths)] = True
    return seated


def _bits(flags: Flags) -> int:
    """Return a whole number whose bit 0 is the first flag."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


class Search:
    """A search for a split into some pods, below a limit, counted down to a `grain`.

    `bound` is a total that no split can be below. Pods are numbered from the least above the
    prices of its members; sets of pods are the bits of whole numbers. `accept` may refuse a
    split that is better than all before. After `run`, `pods` is the best split accepted (None:
    nothing below the limit) and `total` its cost; `finished` tells that nothing better exists.
    """

    def __init__(self, pods: Listed, cost: Whole, prices: Sequence[int], grain: int) -> None:
        worth = np.array(prices, dtype=object)
        above = np.array(cost, dtype=object)
        self.bound = sum(prices)
        below_grain = 0
        for tables, rows, members in pods.by_size():
            above[rows] -= worth[members].sum(axis=1)
            least = min(above[rows])
            above[rows] -= least
            self.bound += least * tables
            below_grain += max(cost[rows] % grain) * tables
        self._slack = min(below_grain, grain - 1)
        self.above = above
        self.pods: list[list[int]] | None = None
        self.total = 0
        self.finished = False
        self._budget = Budget(0)
        self._listed = pods
        self._grain = grain

    def run(self, limit: int, steps: int, accept: Accept | None = None, enough: int = 0) -> None:
        """Search until everything below the limit is compared, the steps are used up, or a split
        is found that costs no more than `enough`, down to the grain."""
        self._accept = accept
        self._enough = max(enough // self._grain, -(-(self.bound - self._slack) // self._grain))
        self._budget = Budget(steps)
        self._lower(limit)
        rows = np.flatnonzero(self.above < self._gap)
        rows = rows[np.argsort(self.above[rows], kind="stable")]
        self._members = [self._listed.members[row] for row in rows]
        self._above = self.above[rows].tolist()
        places = range(self._listed.count)
        self._has = [*map(_bits, _seated(self._members, len(places)))]
        self._others: list[int | None] = [None] * len(rows)  # pods with none of a pod's players
        lengths = np.array([len(pod) for pod in self._members])
        self._of_size = {size: _bits(lengths == size) for size in self._listed.sizes}
        self._largest = max(self._listed.sizes)
        self._step = 1 + len(rows) // _QUICK
        try:
            everything = (1 << len(rows)) - 1
            self._extend(everything, list(places), self._listed.sizes, 0, [])
            self.finished = True
        except OutOfStepsError:
            self.finished = self.pods is not None and self.total // self._grain <= self._enough

    @property
    def steps(self) -> int:
        """How many steps are left."""
        return self._budget.left

    def _lower(self, limit: int) -> None:
        """From now on only splits below the limit count: those that are a grain below it, and
        what comes below a grain on top."""
        self._gap = (limit // self._grain - 1) * self._grain + self._slack + 1 - self.bound

    def _extend(
        self, pods: int, left: list[int], sizes: dict[int, int], above: int, chosen: list[int]
    ) -> None:
        """Give the player with the fewest pods to choose from each of them, and go on."""
        if not left:
            self._finish(above, chosen)
            return
        pods &= (1 << bisect_left(self._above, self._gap - above)) - 1
        fewest = needed = 0
        choice = 0
        for player in left:
            own = pods & self._has[player]
            if not own:
                return
            needed += self._above[(own & -own).bit_length() - 1]
            count = own.bit_count()
            if not fewest or count < fewest:
                fewest, choice = count, own
        if above - -needed // self._largest >= self._gap:
            return
        while choice:
            pod = (choice & -choice).bit_length() - 1
            choice &= choice - 1
            after = above + self._above[pod]
            if after >= self._gap:
                return
            self._budget.spend(self._step)
            self._take(pod, pods, left, sizes, after, chosen)

    def _take(
        self,
        pod: int,
        pods: int,
        left: list[int],
        sizes: dict[int, int],
        above: int,
        chosen: list[int],
    ) -> None:
        members = self._members[pod]
        others = self._others[pod]
        if others is None:
            others = self._others[pod] = ~reduce(or_, [self._has[player] for player in members])
        pods &= others
        size = len(members)
        sizes = {**sizes, size: sizes[size] - 1}
        if not sizes[size]:
            pods &= ~self._of_size[size]
        rest = [player for player in left if player not in members]
        self._extend(pods, rest, sizes, above, [*chosen, pod])

    def _finish(self, above: int, chosen: list[int]) -> None:
        """All have a pod: keep this split if it is accepted."""
        if above >= self._gap:
            return
        pods = [list(self._members[pod]) for pod in chosen]
        if self._accept is not None and not self._accept(pods):
            return
        self.pods, self.total = pods, self.bound + above
        self._lower(self.total)
        if self.total // self._grain <= self._enough:
            raise OutOfStepsError

"""A lower bound from a linear programme over all pods that there could be.

Pods come into the programme as they turn out to be bargains at its prices, and cuts (`gaps`) as its
shares of pods miss them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from typing import Any

import numpy as np

from runner.pairing.bounds.effort import OutOfWorkError, Work
from runner.pairing.bounds.gaps import Numbers, Plane, PodSizes, Shares, missed
from runner.pairing.bounds.pricing import Found, Prices, bargains
from runner.pairing.bounds.problem import Pods, Problem

_A_ROUND = 2  # bargains taken into the programme at once, for each player
_DEAR = 4  # times the differences of the pods made: the price of what a branch cannot have
_SOLVED, _POD, _STEP = 300_000, 1_000, 4  # work for a programme, a pod in it, and each of its steps
_NEARLY = Fraction(1, 20)  # of a unit: so near to the programme's value cuts are looked for


@dataclass(frozen=True, slots=True)
class Programme:
    """What a linear programme is about: pods to begin with, cuts that hold for all pods, and
    `branches`, which need not: rows that say which part of all pairings is looked at."""

    pods: Sequence[tuple[int, ...]]
    cuts: Sequence[Plane] = ()
    branches: Sequence[Plane] = ()


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution of the programme: its value, how much of each pod it takes, and its prices."""

    value: float
    shares: Numbers
    prices: Prices


@dataclass(frozen=True, slots=True)
class Priced:
    """The best prices that were found and the bound that they prove; `programme` with all that was
    taken into it, as it was `solved` last. `better` are whole pods that cost less than those made,
    where some were come upon."""

    prices: Prices
    bound: Fraction
    programme: Programme
    solved: Solved
    better: Pods | None = None

    def narrowed(self, branch: Plane) -> Programme:
        """The programme for one part of it."""
        return replace(self.programme, branches=(*self.programme.branches, branch))


def priced(problem: Problem, sizes: PodSizes, begun: Programme, work: Work) -> Priced | None:
    """Prices after some rounds of taking in bargains and cuts, until there are none or the bound
    closes the gap, or the work is done; None where there is none at all."""
    master = Master(problem, begun)
    best: Priced | None = None
    while True:
        solved = master.solved(work)
        if solved is None:
            break
        try:
            found = {
                size: list(bargains(problem, solved.prices, size, work)) for size in problem.sizes
            }
        except OutOfWorkError:
            break
        bound = _bound(problem, solved.prices, found)
        if best is None or bound > best.bound:
            best = Priced(solved.prices, bound, begun, solved)
        better = problem.better(master.pods, solved.shares)
        best = replace(best, programme=master.programme, solved=solved, better=better)
        if not problem.gap(best.bound):
            break
        cuts: list[Plane] = []
        if bound >= solved.value - _NEARLY:
            cuts = [*missed(problem, sizes, Shares(sizes, master.pods, solved.shares))]
        most = _A_ROUND * len(problem.levels)
        fresh = [pod for of_size in found.values() for _, pod in nsmallest(most, of_size)]
        if not master.take(fresh) | master.cut(cuts):
            break
    return best


def _bound(problem: Problem, prices: Prices, found: dict[int, list[Found]]) -> Fraction:
    """What the prices prove: all that is paid, less the largest bargain of each size for as many
    pods as there are. All numbers are whole, so nothing is rounded."""
    total = sum(map(int, prices.players))
    total += sum(int(price) * cut.least for cut, price in prices.cuts)
    for size, pods in problem.sizes.items():
        largest = min((cost for cost, _ in found[size]), default=0.0)
        total += pods * int(prices.sizes[size] + largest)
    return Fraction(total, Prices.PARTS)


class Master:
    """The linear programme over the pods and cuts taken in so far."""

    def __init__(self, problem: Problem, begun: Programme) -> None:
        self._problem = problem
        self._sizes = list(problem.sizes)
        self._costs: dict[tuple[int, ...], int] = {}
        self._cuts = list(begun.cuts)
        self._branches = list(begun.branches)
        self.take(begun.pods)

    @property
    def pods(self) -> list[tuple[int, ...]]:
        """The pods taken in, in order."""
        return list(self._costs)

    @property
    def programme(self) -> Programme:
        """All that it has taken in."""
        return Programme(self.pods, tuple(self._cuts), tuple(self._branches))

    def take(self, pods: Iterable[tuple[int, ...]]) -> bool:
        """Take pods in; whether any of them is new."""
        before = len(self._costs)
        for pod in pods:
            if pod not in self._costs:
                self._costs[pod] = self._problem.cost(pod)
        return len(self._costs) > before

    def cut(self, cuts: Iterable[Plane]) -> bool:
        """Take cuts in; whether any of them is new."""
        fresh = [plane for plane in cuts if plane not in self._cuts]
        self._cuts += fresh
        return bool(fresh)

    def solved(self, work: Work) -> Solved | None:
        """The best shares of pods, with the prices of players, sizes and cuts in whole parts; None
        where the solver gives up, or no work is left.

        The pods taken in may not fill a branch although others could. What is missing then comes at
        a price beyond all that a better pairing could cost.
        """
        from scipy.optimize import linprog  # here, because it takes a while to load
        from scipy.sparse import csr_array, hstack

        if work.left <= 0:
            return None
        rows, every = self.rows(), [*self._cuts, *self._branches]
        spare = np.eye(len(every))[:, len(self._cuts) :]
        dear = np.full(spare.shape[1], _DEAR * (self._problem.differences + 1.0))
        more: dict[str, Any] = {}
        if every:
            more = {"A_ub": -hstack([rows.cuts, csr_array(spare)]), "b_ub": -rows.least}
        found = linprog(
            np.concatenate([rows.costs, dear]),
            A_eq=hstack([rows.seats, csr_array((len(rows.wanted), len(dear)))]),
            b_eq=rows.wanted,
            bounds=(0, None),
            method="highs",
            **more,
        )
        work.left -= _SOLVED + len(rows.costs) * (_POD + _STEP * found.nit)
        if found.fun is None or found.x is None:
            return None
        players = len(self._problem.levels)
        paid = np.rint(found.eqlin.marginals * Prices.PARTS)
        for_cuts = -found.ineqlin.marginals if every else np.zeros(0)
        by_cut = np.maximum(np.rint(for_cuts * Prices.PARTS), 0)
        prices = Prices(
            paid[:players],
            dict(zip(self._sizes, map(float, paid[players:]), strict=True)),
            [(cut, float(price)) for cut, price in zip(every, by_cut, strict=True) if price],
        )
        return Solved(float(found.fun), np.asarray(found.x)[: len(rows.costs)], prices)

    def rows(self) -> Matrices:
        """The programme as matrices."""
        from scipy.sparse import csr_array

        pods, players = self.pods, len(self._problem.levels)
        every = [*self._cuts, *self._branches]
        seats = [(player, at) for at, pod in enumerate(pods) for player in pod]
        seats += [(players + self._sizes.index(len(pod)), at) for at, pod in enumerate(pods)]
        where = np.array(seats).T
        shape = (players + len(self._sizes), len(pods))
        return Matrices(
            np.array(list(self._costs.values()), float),
            csr_array((np.ones(len(seats)), (where[0], where[1])), shape=shape),
            np.array([1] * players + [self._problem.sizes[size] for size in self._sizes], float),
            csr_array(self._cut_rows(every, pods)),
            np.array([cut.least for cut in every], float),
        )

    def _cut_rows(self, cuts: Sequence[Plane], pods: Sequence[tuple[int, ...]]) -> Numbers:
        rows = np.zeros((len(cuts), len(pods)))
        for size in self._sizes:
            columns = [at for at, pod in enumerate(pods) if len(pod) == size]
            members = np.array([pods[at] for at in columns])
            for row, cut in enumerate(cuts):
                if columns and size in cut.amounts:
                    rows[row, columns] = cut.row(members)
        return rows


@dataclass(frozen=True, slots=True)
class Matrices:
    """Costs of the pods; which players and which size each has, with how often each player and size
    is `wanted`; and what it adds to each cut and branch, with the `least` that all must come to."""

    costs: Numbers
    seats: Any
    wanted: Numbers
    cuts: Any
    least: Numbers

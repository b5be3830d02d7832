"""A lower bound from a linear programme over all pods that there could be.

Pods come into the programme as they turn out to be bargains at its prices, and cuts (`gaps`) as its
shares of pods miss them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from typing import Any

import numpy as np

from runner.pairing.bounds.gaps import Cut, Numbers, Sizes, cuts_without_others, violated
from runner.pairing.bounds.pricing import Found, Prices, bargains
from runner.pairing.bounds.problem import Problem
from runner.pairing.bounds.seeds import seeds

_A_ROUND = 2  # bargains taken into the programme at once, for each player
_NEARLY = Fraction(1, 20)  # of a unit: so near to the programme's value cuts are looked for


@dataclass(frozen=True, slots=True)
class Priced:
    """The best prices that were found, and the bound that they prove."""

    prices: Prices
    bound: Fraction


def priced(problem: Problem, rounds: int) -> Priced | None:
    """Prices after at most so many rounds of taking in bargains and cuts; None where pods have
    more than two sizes, or no round is wanted."""
    sizes = Sizes.of(problem)
    if sizes is None:
        return None
    cuts = [] if sizes.others else cuts_without_others(problem, sizes)
    master = Master(problem, [*problem.pods, *seeds(problem)], cuts)
    best: Priced | None = None
    for _ in range(rounds):
        solved = master.solved()
        if solved is None:
            break
        found = {size: list(bargains(problem, solved.prices, size)) for size in problem.sizes}
        bound = _bound(problem, solved.prices, found)
        if best is None or bound > best.bound:
            best = Priced(solved.prices, bound)
        if not problem.gap(best.bound):
            break
        fresh = [pod for each in found.values() for pod in _most(each, len(problem.levels))]
        missed = []
        if sizes.others and bound >= solved.value - _NEARLY:
            missed = violated(problem, sizes, master.pods, solved.shares)
        if not master.take(fresh) | master.cut(missed):
            break
    return best


def _most(found: Sequence[Found], players: int) -> list[tuple[int, ...]]:
    return [pod for _, pod in nsmallest(_A_ROUND * players, found)]


def _bound(problem: Problem, prices: Prices, found: dict[int, list[Found]]) -> Fraction:
    """What the prices prove: all that is paid, less the largest bargain of each size for as many
    pods as there are. All numbers are whole, so nothing is rounded."""
    total = int(prices.players.sum())
    total += sum(int(price) * cut.least for cut, price in prices.cuts)
    for size, pods in problem.sizes.items():
        largest = min((cost for cost, _ in found[size]), default=0.0)
        total += pods * int(prices.sizes[size] + largest)
    return Fraction(total, Prices.PARTS)


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution of the programme: its value, how much of each pod it takes, and its prices."""

    value: float
    shares: Numbers
    prices: Prices


class Master:
    """The linear programme over the pods and cuts taken in so far."""

    def __init__(
        self, problem: Problem, pods: Iterable[tuple[int, ...]], cuts: Sequence[Cut]
    ) -> None:
        self._problem = problem
        self._sizes = list(problem.sizes)
        self._costs: dict[tuple[int, ...], int] = {}
        self.cuts = list(cuts)
        self.take(pods)

    @property
    def pods(self) -> list[tuple[int, ...]]:
        """The pods taken in, in order."""
        return list(self._costs)

    def take(self, pods: Iterable[tuple[int, ...]]) -> bool:
        """Take pods in; whether any of them is new."""
        before = len(self._costs)
        for pod in pods:
            if pod not in self._costs:
                self._costs[pod] = self._problem.cost(pod)
        return len(self._costs) > before

    def cut(self, cuts: Iterable[Cut]) -> bool:
        """Take cuts in; whether any of them is new."""
        fresh = [each for each in cuts if each not in self.cuts]
        self.cuts += fresh
        return bool(fresh)

    def solved(self) -> Solved | None:
        """The best shares of pods, with the prices of players, sizes and cuts in whole parts; None
        where the solver gives up."""
        from scipy.optimize import linprog  # here, because it takes a while to load

        rows = self.rows()
        more = {"A_ub": -rows.cuts, "b_ub": -rows.least} if self.cuts else {}
        found = linprog(
            rows.costs, A_eq=rows.seats, b_eq=rows.wanted, bounds=(0, None), method="highs", **more
        )
        if found.fun is None or found.x is None:
            return None
        players = len(self._problem.levels)
        paid = np.rint(found.eqlin.marginals * Prices.PARTS)
        for_cuts = -found.ineqlin.marginals if self.cuts else np.zeros(0)
        by_cut = np.maximum(np.rint(for_cuts * Prices.PARTS), 0)
        prices = Prices(
            paid[:players],
            dict(zip(self._sizes, map(float, paid[players:]), strict=True)),
            [(cut, float(price)) for cut, price in zip(self.cuts, by_cut, strict=True) if price],
        )
        return Solved(float(found.fun), np.asarray(found.x), prices)

    def rows(self) -> Rows:
        """The programme as matrices."""
        from scipy.sparse import csr_array

        pods, players = self.pods, len(self._problem.levels)
        seats = [(each, at) for at, pod in enumerate(pods) for each in pod]
        seats += [(players + self._sizes.index(len(pod)), at) for at, pod in enumerate(pods)]
        where = np.array(seats).T
        shape = (players + len(self._sizes), len(pods))
        return Rows(
            np.array(list(self._costs.values()), float),
            csr_array((np.ones(len(seats)), (where[0], where[1])), shape=shape),
            np.array([1] * players + [self._problem.sizes[each] for each in self._sizes], float),
            csr_array(self._cut_rows(pods)),
            np.array([cut.least for cut in self.cuts], float),
        )

    def _cut_rows(self, pods: Sequence[tuple[int, ...]]) -> Numbers:
        rows = np.zeros((len(self.cuts), len(pods)))
        for size in self._sizes:
            columns = [at for at, pod in enumerate(pods) if len(pod) == size]
            members = np.array([pods[at] for at in columns])
            for row, cut in enumerate(self.cuts):
                if columns:
                    rows[row, columns] = cut.row(members)
        return rows


@dataclass(frozen=True, slots=True)
class Rows:
    """Costs of the pods; which players and which size each has, with how often each player and size
    is `wanted`; and what it adds to each cut, with the `least` that all must come to."""

    costs: Numbers
    seats: Any
    wanted: Numbers
    cuts: Any
    least: Numbers

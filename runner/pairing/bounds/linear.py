"""A lower bound from a linear programme over all possible pods, by column generation.

`improving_pods` yields the pods that cost less than the current prices; they enter the programme
together with the cuts (`gaps`) that its solution violates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest

import numpy as np

from runner.pairing.bounds.effort import OutOfWorkError, Work
from runner.pairing.bounds.gaps import (
    Entries,
    Model,
    Numbers,
    Plane,
    PodSizes,
    Shares,
    gaps,
    missed,
)
from runner.pairing.bounds.pricing import PricedPod, Prices, improving_pods
from runner.pairing.bounds.problem import Pods, Problem

_A_ROUND = 2  # improving pods taken into the programme at once, for each player
_DEAR = 4  # times the differences of the pods made: the price of what a branch cannot have
_SOLVED, _POD, _STEP = 300_000, 1_000, 4  # work for a programme, a pod in it, and each of its steps
_CUT = 150_000  # work for looking for a cut at a gap
_NEARLY = 1_000_000  # parts of the cost: so near to the programme's value cuts are looked for
_USUAL = 1 << 20  # larger differences of points are scaled down for the solver


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
        """Return the programme for one part of it."""
        return replace(self.programme, branches=(*self.programme.branches, branch))


def priced(problem: Problem, sizes: PodSizes, begun: Programme, work: Work) -> Priced | None:
    """Prices after some rounds of adding improving pods and cuts, until there are none or the bound
    closes the gap, or the work is done; None where there is none at all."""
    master = Master(problem, begun)
    best: Priced | None = None
    while True:
        solved = master.solved(work)
        if solved is None:
            break
        try:
            pods = {
                size: list(improving_pods(problem, solved.prices, size, work))
                for size in problem.sizes
            }
        except OutOfWorkError:
            break
        bound = _bound(problem, solved.prices, pods)
        if best is None or bound > best.bound:
            best = Priced(solved.prices, bound, begun, solved)
        better = problem.better(master.pods, solved.shares)
        best = replace(best, programme=master.programme, solved=solved, better=better)
        if not problem.gap(best.bound):
            break
        cuts: list[Plane] = []
        if bound >= solved.value - max(0.05, problem.total / _NEARLY):
            work.left -= _CUT * len(gaps(problem))
            cuts = [*missed(problem, sizes, Shares(sizes, master.pods, solved.shares))]
        most = _A_ROUND * len(problem.levels)
        fresh = [pod for of_size in pods.values() for _, pod in nsmallest(most, of_size)]
        if not master.take(fresh) | master.cut(cuts):
            break
    return best


def _bound(problem: Problem, prices: Prices, pods_of: dict[int, list[PricedPod]]) -> Fraction:
    """Return the bound that the prices prove: the total that players pay, less, for each size, the
    largest saving of one pod times the number of pods. All numbers are integers, so nothing is
    rounded.
    """
    total = prices.paid(problem.sizes)
    for size, pods in problem.sizes.items():
        total += pods * int(min((cost for cost, _ in pods_of[size]), default=0.0))
    return Fraction(total, problem.parts)


class Master:
    """The linear programme over the pods and cuts taken in so far.

    Its rows are the players, the sizes, the branches, and then the cuts. The pods taken in may not
    fill a branch although others could: what is missing then comes at a price beyond all that a
    better pairing could cost, in a column of its own for each branch, before those of the pods.
    """

    def __init__(self, problem: Problem, begun: Programme) -> None:
        self._problem = problem
        self._sizes = list(problem.sizes)
        self._costs: dict[tuple[int, ...], int] = {}
        self._cuts: list[Plane] = []
        self._branches = list(begun.branches)
        self._scale = float(1 << (problem.differences // _USUAL).bit_length())
        self._model = Model()
        self._begin()
        self.take(begun.pods)
        self.cut(begun.cuts)

    def _begin(self) -> None:
        wanted = [1] * len(self._problem.levels) + [self._problem.sizes[at] for at in self._sizes]
        self._model.add_rows(Entries.of(np.zeros((len(wanted), 0))), wanted, wanted)
        branches = len(self._branches)
        least = [branch.least for branch in self._branches]
        self._model.add_rows(Entries.of(np.zeros((branches, 0))), least, np.full(branches, np.inf))
        dear = np.full(branches, _DEAR * (self._problem.differences + 1.0) / self._scale)
        self._model.add_columns(Entries.of(np.eye(branches)).below(len(wanted)), dear)

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
        fresh = {
            pod: self._problem.cost(pod) for pod in dict.fromkeys(pods) if pod not in self._costs
        }
        self._costs |= fresh
        if fresh:
            seats, rows = seated(self._problem, list(fresh)), [*self._branches, *self._cuts]
            counted = Entries.of(_rows(rows, list(fresh))).below(self._fixed)
            costs = np.array([*fresh.values()], float) / self._scale
            self._model.add_columns(seats.and_(counted), costs)
        return bool(fresh)

    def cut(self, cuts: Iterable[Plane]) -> bool:
        """Take cuts in; whether any of them is new."""
        fresh = [plane for plane in cuts if plane not in self._cuts]
        self._cuts += fresh
        if fresh:
            spare = np.zeros((len(fresh), len(self._branches)))
            counted = Entries.of(np.hstack([spare, _rows(fresh, self.pods)]))
            least = [plane.least for plane in fresh]
            self._model.add_rows(counted, least, np.full(len(fresh), np.inf))
        return bool(fresh)

    @property
    def _fixed(self) -> int:
        return len(self._problem.levels) + len(self._sizes)

    def solved(self, work: Work) -> Solved | None:
        """Return the best shares of pods, with the prices of players, sizes and cuts in whole
        parts; None where the solver gives up, or no work is left."""
        solution = self._model.solved() if work.left > 0 else None
        if solution is None:
            return None
        work.left -= _SOLVED + len(self._costs) * (_POD + _STEP * solution.steps)
        players = len(self._problem.levels)
        paid = np.rint(solution.prices * (self._scale * self._problem.parts))
        by_row = np.maximum(paid[self._fixed :], 0)
        every = [*self._branches, *self._cuts]
        prices = Prices(
            paid[:players],
            dict(zip(self._sizes, map(float, paid[players : self._fixed]), strict=True)),
            [(cut, float(price)) for cut, price in zip(every, by_row, strict=True) if price],
        )
        return Solved(solution.value * self._scale, solution.taken[len(self._branches) :], prices)


def whole(problem: Problem, programme: Programme) -> Model:
    """Return the programme with each pod taken once or not at all, to be solved in whole
    numbers."""
    model, pods = Model(), list(programme.pods)
    wanted = [1] * len(problem.levels) + list(problem.sizes.values())
    model.add_rows(Entries.of(np.zeros((len(wanted), 0))), wanted, wanted)
    model.add_columns(seated(problem, pods), list(map(problem.cost, pods)), most=1.0)
    planes = [*programme.cuts, *programme.branches]
    least = [plane.least for plane in planes]
    model.add_rows(Entries.of(_rows(planes, pods)), least, np.full(len(planes), np.inf))
    return model


def seated(problem: Problem, pods: Pods) -> Entries:
    """Return which players sit in each pod, and below those rows which size it has."""
    players, sizes = len(problem.levels), list(problem.sizes)
    rows = [at for pod in pods for at in (*pod, players + sizes.index(len(pod)))]
    columns = np.repeat(np.arange(len(pods)), [len(pod) + 1 for pod in pods])
    return Entries(np.array(rows, np.intp), columns, np.ones(len(rows)))


def _rows(planes: Sequence[Plane], pods: Pods) -> Numbers:
    """Return what each pod adds to each cut or branch."""
    rows = np.zeros((len(planes), len(pods)))
    for size in {len(pod) for pod in pods} if planes else ():
        columns = [at for at, pod in enumerate(pods) if len(pod) == size]
        members = np.array([pods[at] for at in columns])
        for row, plane in enumerate(planes):
            if size in plane.amounts:
                rows[row, columns] = plane.row(members)
    return rows

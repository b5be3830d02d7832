"""Linear programmes as HiGHS solves them, and cutting planes for pods.

`Model` is a linear or whole-number programme: how much of each column is taken, so that every row
comes to its limits and the total cost is least.

    costs   3  2  4    row 0, which wants 1, is in columns 0 and 2, row 1 in 1 and 2:
    row 0   1     1    4 for column 2 is less than 3 + 2 for the others, and the prices
    row 1      1  1    of the rows come to 4 as well

Columns and rows can be added to a solved programme; it goes on from its last solution. HiGHS uses
floats: callers recount in whole numbers whatever must be exact.

A `Plane` is a cutting plane at a gap between two levels of points. If K players stand below a gap,
the pods that the gap divides hold K players below it, apart from pods that lie below it entirely.
With pods of s players, the numbers below in divided pods add up to K modulo s: for K = 4a + 1 there
is a pod with 1 below, or 2 + 3, or 3 + 3 + 3, or more than that. Pods of another size shift the
rest by as many as they have below. The idea is R. Gomory's corner polyhedra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import highspy
import numpy as np
import numpy.typing as npt

from runner.pairing.bounds.problem import Problem

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

_FOUND = highspy.HighsModelStatus.kOptimal
_NONE = (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible)


class Entries(NamedTuple):
    """What columns add to rows, an entry each: row, column and amount. Rows and columns that are
    added now are counted from 0, those that are there already as they are."""

    rows: Places
    columns: Places
    amounts: Numbers

    @classmethod
    def of(cls, matrix: npt.ArrayLike) -> Entries:
        """Return the entries of a matrix that are not 0."""
        dense = np.asarray(matrix, float)
        rows, columns = np.nonzero(dense)
        return cls(rows, columns, dense[rows, columns])

    def below(self, rows: int) -> Entries:
        """Return the same so many rows further down."""
        return self._replace(rows=self.rows + rows)

    def and_(self, others: Entries) -> Entries:
        """These and others."""
        return Entries(
            np.concatenate([self.rows, others.rows]),
            np.concatenate([self.columns, others.columns]),
            np.concatenate([self.amounts, others.amounts]),
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """What is taken of each column, the price of each row, what all costs, and the steps to it."""

    taken: Numbers
    prices: Numbers
    value: float
    steps: int


@dataclass(frozen=True, slots=True)
class Whole:
    """What is taken of each column in whole numbers, if anything was found; `bound`: nothing costs
    less. `impossible`: there is no way at all."""

    taken: Numbers | None
    bound: float
    impossible: bool


class Model:
    """A programme that grows."""

    def __init__(self) -> None:
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (("output_flag", False), ("threads", 1)):
            self._highs.setOptionValue(option, value)

    def add_rows(self, entries: Entries, least: npt.ArrayLike, most: npt.ArrayLike) -> None:
        """Rows that must come to `least` or more and `most` or less."""
        low, high = np.asarray(least, float), np.asarray(most, float)
        starts, places, amounts = _packed(len(low), entries.rows, entries.columns, entries.amounts)
        self._highs.addRows(len(low), low, high, len(places), starts, places, amounts)

    def add_columns(
        self,
        entries: Entries,
        costs: npt.ArrayLike,
        least: npt.ArrayLike = 0.0,
        most: npt.ArrayLike = np.inf,
    ) -> None:
        """Columns of which `least` to `most` may be taken, for `costs` each."""
        paid = np.asarray(costs, float)
        low, high = (
            np.broadcast_to(np.asarray(limit, float), paid.shape) for limit in (least, most)
        )
        starts, places, amounts = _packed(len(paid), entries.columns, entries.rows, entries.amounts)
        self._highs.addCols(len(paid), paid, low, high, len(places), starts, places, amounts)

    def costing(self, costs: Numbers) -> None:
        """Other costs for all columns."""
        self._highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), costs)

    def solved(self) -> Solved | None:
        """Return the least that it can cost; None where the solver finds none."""
        self._highs.run()
        if self._highs.getModelStatus() != _FOUND:
            return None
        solution, info = self._highs.getSolution(), self._highs.getInfo()
        return Solved(
            np.array(solution.col_value),
            np.array(solution.row_dual),
            info.objective_function_value,
            max(0, info.simplex_iteration_count),
        )

    def whole(self, *, branches: int | None = None, exact: bool = False) -> Whole:
        """Return the least that it can cost where each column is taken in whole numbers, looking
        through so many branches at most. `exact`: to the last unit, not to one in ten thousand, and
        nothing where the search ended before that was certain."""
        highs, count = self._highs, self._highs.getNumCol()
        kinds = np.full(count, highspy.HighsVarType.kInteger)
        highs.changeColsIntegrality(count, np.arange(count, dtype=np.int32), kinds)
        if branches is not None:
            highs.setOptionValue("mip_max_nodes", branches)
        if exact:
            highs.setOptionValue("mip_rel_gap", 0.0)
        highs.run()
        status, info = highs.getModelStatus(), highs.getInfo()
        feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        feasible &= status == _FOUND or not exact
        taken = np.array(highs.getSolution().col_value) if feasible else None
        return Whole(taken, info.mip_dual_bound, status in _NONE)


def _packed(
    lines: int, along: Places, across: Places, amounts: Numbers
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Numbers]:
    """Entries line by line: where each line begins, and places and amounts."""
    order = np.argsort(along, kind="stable")
    starts = np.searchsorted(along[order], np.arange(lines))
    return starts.astype(np.int32), across[order].astype(np.int32), amounts[order]


Limits = Sequence[tuple[int, int]]

_FINE = 60  # parts of one that amounts are counted in: halves to sixths come out even
_VIOLATED = 1e-3  # by which a cut must be missed to be worth a row
_MOST_OTHERS = 8  # pods of the other size, beyond which there are too many ways to have them
_DUST = 1e-7


@dataclass(frozen=True, slots=True)
class Plane:
    """A row of the programme: over all pods, `amounts[size][k]` for k players below the gap add up
    to `least` or more. `below` is how many players stand there. All numbers are whole."""

    below: int
    amounts: Mapping[int, tuple[int, ...]]
    least: int

    def row(self, members: npt.NDArray[np.int64]) -> Numbers:
        """Return what pods of one size (a row each) add to it."""
        under = (members < self.below).sum(axis=1)
        return np.asarray(np.array(self.amounts[members.shape[1]], float)[under])


@dataclass(frozen=True, slots=True)
class PodSizes:
    """The size that most pods have, and the other one with how many there are of it."""

    main: int
    other: int
    others: int

    @classmethod
    def of(cls, problem: Problem) -> PodSizes | None:
        """Return the sizes of a round; None where there are more than two."""
        order = sorted(problem.sizes, key=lambda size: -problem.sizes[size])
        if len(order) > 2:
            return None
        other = order[1] if len(order) == 2 else order[0]
        return cls(order[0], other, problem.sizes[other] if len(order) == 2 else 0)

    @property
    def each(self) -> tuple[int, ...]:
        """Every size that there is."""
        return (self.main, self.other) if self.others else (self.main,)


def gaps(problem: Problem) -> list[int]:
    """Return how many players stand below each gap between two levels."""
    return [int(at) for at in np.nonzero(np.diff(problem.levels))[0] + 1]


class Shares:
    """How many pods, in shares, have how many players below a gap, by size."""

    def __init__(
        self, sizes: PodSizes, pods: Sequence[tuple[int, ...]], shares: npt.ArrayLike
    ) -> None:
        share = np.asarray(shares, float)
        used = [at for at in range(len(pods)) if share[at] > _DUST]
        self._sizes = sizes
        self._of: dict[int, tuple[npt.NDArray[np.int64], Numbers]] = {}
        for size in sizes.each:
            columns = [at for at in used if len(pods[at]) == size]
            members = np.array([pods[at] for at in columns], np.int64).reshape(-1, size)
            self._of[size] = (members, share[columns])

    def at(self, below: int, size: int) -> Numbers:
        """Return the pods of that size with 0, 1, ... players below the gap."""
        members, shares = self._of[size]
        under = (members < below).sum(axis=1)
        return np.bincount(under, weights=shares, minlength=size + 1).astype(float)


def missed(problem: Problem, sizes: PodSizes, shares: Shares) -> Iterator[Plane]:
    """For each gap the cut that these shares of pods miss by most, where they miss one."""
    if sizes.others > _MOST_OTHERS:
        return
    for below in gaps(problem):
        main = shares.at(below, sizes.main)[1:-1]
        if sizes.others:
            plane = _with_others(sizes, below, main, shares.at(below, sizes.other))
        else:
            plane = _of_one_size(sizes.main, below, main)
        if plane:
            yield plane


def _of_one_size(size: int, below: int, main: Numbers) -> Plane | None:
    """Amounts that come to 1 or more in every way to have whole pods."""
    ways = np.array(parted(size, below % size), float)
    if not ways.any():
        return None
    value, amounts = _least(main, -ways, -np.ones(len(ways)), [(0, 1)] * len(main))
    if value >= 1 - _VIOLATED:
        return None
    up = _up(amounts)
    return Plane(below, {size: up}, _FINE) if _kept(ways, up, (), _FINE) else None


def _with_others(sizes: PodSizes, below: int, main: Numbers, others: Numbers) -> Plane | None:
    """Amounts that for the main pods come to no less than for the other ones, in every way."""
    rows = np.array(_ways(sizes, below), float)
    limits = [(0, 1)] * len(main) + [(-sizes.main, sizes.main)] * len(others)
    signs = np.concatenate([-np.ones(len(main)), np.ones(len(others))])
    have = np.concatenate([main, -others])
    value, amounts = _least(have, rows * signs, np.zeros(len(rows)), limits)
    if value >= -_VIOLATED:
        return None
    down = tuple(-int(np.floor(amount * _FINE + _DUST)) for amount in amounts[len(main) :])
    up = _up(amounts[: len(main)])
    return (
        Plane(below, {sizes.main: up, sizes.other: down}, 0) if _kept(rows, up, down, 0) else None
    )


def _kept(ways: Numbers, up: Sequence[int], down: Sequence[int], least: int) -> bool:
    """Return whether every way to have whole pods keeps a cut, counted in whole numbers: a solver
    in floats made it. Ways with more pods keep it as well, since no main pod takes anything away.
    """
    amounts = np.array([*up[1:-1], *down], np.int64)
    return min(up) >= 0 and bool((ways.astype(np.int64) @ amounts >= least).all())


def _ways(sizes: PodSizes, below: int) -> list[tuple[int, ...]]:
    """Return every way to have whole pods at a gap: the main ones that it parts, by players below,
    and the other ones, by players below from 0 up."""
    kinds = range(sizes.other + 1)
    return [
        (*way, *(pods.count(kind) for kind in kinds))
        for pods in combinations_with_replacement(kinds, sizes.others)
        if sum(pods) <= below
        for way in parted(sizes.main, (below - sum(pods)) % sizes.main)
    ]


@cache
def parted(size: int, rest: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which parted pods have `rest` players below a gap, but for whole pods: how
    many of them have 1, 2, ... below. Each way that only adds pods to another is left out."""
    kinds, ways = range(1, size), list[tuple[int, ...]]()
    for pods in range(size):
        for below in combinations_with_replacement(kinds, pods):
            way = tuple(below.count(kind) for kind in kinds)
            more = any(all(a <= b for a, b in zip(few, way, strict=True)) for few in ways)
            if sum(below) % size == rest and not more:
                ways.append(way)
    return tuple(ways)


def _least(cost: Numbers, rows: Numbers, limits: Numbers, bounds: Limits) -> tuple[float, Numbers]:
    """Return the least that amounts within bounds cost where no row comes to more than its
    limit."""
    low, high = np.array(bounds, float).T
    model = Model()
    model.add_rows(Entries.of(np.zeros((len(rows), 0))), np.full(len(rows), -np.inf), limits)
    model.add_columns(Entries.of(rows), cost, low, high)
    solved = model.solved()
    return (solved.value, solved.taken) if solved else (np.inf, np.zeros(len(cost)))


def _up(amounts: Numbers) -> tuple[int, ...]:
    """Amounts by players below in whole parts, rounded up, which keeps a cut true."""
    return (0, *(int(np.ceil(amount * _FINE - _DUST)) for amount in amounts), 0)

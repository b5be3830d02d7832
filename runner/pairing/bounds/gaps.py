"""What whole pods must do at a gap between two levels, and fractions of pods need not.

If K players stand below a gap, the pods that it parts have K players below it, but for pods that
have all of theirs there. So with pods of s players those that are parted, by how many each has
below, come to the rest of K by s: for K = 4a + 1 there is a pod with 1 below, or 2 + 3, or 3 + 3 +
3, or more than that. Pods of another size shift the rest by as many as they have below. A `Plane`
(a cutting plane) says so as a linear programme understands it, in sums of amounts over the pods,
each by how many it has below. R. Gomory's corner polyhedra are where the idea comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from runner.pairing.bounds.problem import Problem
from runner.pairing.bounds.solver import Entries, Model, Numbers

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
        """What pods of one size (a row each) add to it."""
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
        """The sizes of a round; None where there are more than two."""
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
    """How many players stand below each gap between two levels."""
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
        """The pods of that size with 0, 1, ... players below the gap."""
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
            found = _with_others(sizes, below, main, shares.at(below, sizes.other))
        else:
            found = _of_one_size(sizes.main, below, main)
        if found:
            yield found


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
    """Whether every way to have whole pods keeps a cut, counted in whole numbers: a solver in
    floats made it. Ways with more pods keep it as well, since no main pod takes anything away."""
    amounts = np.array([*up[1:-1], *down], np.int64)
    return min(up) >= 0 and bool((ways.astype(np.int64) @ amounts >= least).all())


def _ways(sizes: PodSizes, below: int) -> list[tuple[int, ...]]:
    """Every way to have whole pods at a gap: the main ones that it parts, by players below, and
    the other ones, by players below from 0 up."""
    kinds = range(sizes.other + 1)
    return [
        (*way, *(pods.count(kind) for kind in kinds))
        for pods in combinations_with_replacement(kinds, sizes.others)
        if sum(pods) <= below
        for way in parted(sizes.main, (below - sum(pods)) % sizes.main)
    ]


@cache
def parted(size: int, rest: int) -> tuple[tuple[int, ...], ...]:
    """The ways in which parted pods have `rest` players below a gap, but for whole pods: how many
    of them have 1, 2, ... below. Each way that only adds pods to another is left out."""
    kinds, found = range(1, size), list[tuple[int, ...]]()
    for pods in range(size):
        for below in combinations_with_replacement(kinds, pods):
            way = tuple(below.count(kind) for kind in kinds)
            more = any(all(a <= b for a, b in zip(few, way, strict=True)) for few in found)
            if sum(below) % size == rest and not more:
                found.append(way)
    return tuple(found)


def _least(cost: Numbers, rows: Numbers, limits: Numbers, bounds: Limits) -> tuple[float, Numbers]:
    """The least that amounts within bounds cost where no row comes to more than its limit."""
    low, high = np.array(bounds, float).T
    model = Model()
    model.add_rows(Entries.of(np.zeros((len(rows), 0))), np.full(len(rows), -np.inf), limits)
    model.add_columns(Entries.of(rows), cost, low, high)
    solved = model.solved()
    return (solved.value, solved.taken) if solved else (np.inf, np.zeros(len(cost)))


def _up(amounts: Numbers) -> tuple[int, ...]:
    """Amounts by players below in whole parts, rounded up, which keeps a cut true."""
    return (0, *(int(np.ceil(amount * _FINE - _DUST)) for amount in amounts), 0)

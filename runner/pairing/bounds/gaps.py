"""What whole pods must do at a gap between two levels, and fractions of pods need not.

If K players stand below a gap and all pods had s players, at least r(s - r) pairs would be parted
there, r being the rest of K by s. Pods of another size shift that rest by as many players as they
have below. `Cut` says so in a way that a linear programme understands: the pairs that pods of the
main size part are at least a sum of amounts over the other pods, each by how many it has below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from runner.pairing.bounds.problem import Problem

Numbers = npt.NDArray[np.float64]

_FINE = 12  # parts of a pair that amounts are counted in
_VIOLATED = 0.02  # pairs by which a cut must be missed to be worth a row
_DUST = 1e-7


@dataclass(frozen=True, slots=True)
class Cut:
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
class Sizes:
    """The size that most pods have, and the other one with how many there are of it."""

    main: int
    other: int
    others: int

    @classmethod
    def of(cls, problem: Problem) -> Sizes | None:
        """The sizes of a round; None where there are more than two."""
        order = sorted(problem.sizes, key=lambda size: -problem.sizes[size])
        if len(order) > 2:
            return None
        other = order[1] if len(order) == 2 else order[0]
        return cls(order[0], other, problem.sizes[other] if len(order) == 2 else 0)

    def parted(self, below: int) -> int:
        """The fewest pairs that pods of the main size part with so many players below."""
        rest = below % self.main
        return rest * (self.main - rest)


def gaps(problem: Problem) -> list[int]:
    """How many players stand below each gap between two levels."""
    return [int(at) for at in np.nonzero(np.diff(problem.levels))[0] + 1]


def cuts_without_others(problem: Problem, sizes: Sizes) -> list[Cut]:
    """The cuts of a round in which all pods have one size: they are all there are."""
    found = (cut_of(sizes, below, None) for below in gaps(problem) if sizes.parted(below))
    return [each for each in found if each]


def violated(
    problem: Problem,
    sizes: Sizes,
    pods: Sequence[tuple[int, ...]],
    shares: Numbers,
) -> list[Cut]:
    """For each gap the cut that these shares of pods miss by most, where they miss one."""
    used = [at for at in range(len(pods)) if shares[at] > _DUST]
    by_size = {
        size: [at for at in used if len(pods[at]) == size] for size in (sizes.main, sizes.other)
    }
    members = {size: np.array([pods[at] for at in each]) for size, each in by_size.items()}
    found = []
    for below in gaps(problem):
        under = {
            size: (members[size] < below).sum(axis=1) for size, each in by_size.items() if each
        }
        if len(under) < 2:
            continue
        main = under[sizes.main]
        parts = float((main * (sizes.main - main) * shares[by_size[sizes.main]]).sum())
        have: Numbers = np.bincount(
            under[sizes.other], weights=shares[by_size[sizes.other]], minlength=sizes.other + 1
        ).astype(float)
        amounts = amounts_of(sizes, below, have)
        if parts < float(have @ amounts) - _VIOLATED:
            found.append(cut_of(sizes, below, amounts))
    return [each for each in found if each]


def cut_of(sizes: Sizes, below: int, amounts: Numbers | None) -> Cut:
    """The cut at a gap, its amounts rounded down, which keeps it true."""
    main = tuple(_FINE * k * (sizes.main - k) for k in range(sizes.main + 1))
    if amounts is None:
        return Cut(below, {sizes.main: main}, _FINE * sizes.parted(below))
    other = tuple(-int(np.floor(each * _FINE + _DUST)) for each in amounts)
    return Cut(below, {sizes.main: main, sizes.other: other}, 0)


def amounts_of(sizes: Sizes, below: int, have: Numbers) -> Numbers:
    """The amounts by players below that come to the most for the other pods as they are (`have` of
    them with 0, 1, 2 ... below), and never to more than the main pods must part for any others."""
    from scipy.optimize import linprog

    kinds = range(sizes.other + 1)
    rows, limits = [], []
    for pods in combinations_with_replacement(kinds, sizes.others):
        if sum(pods) <= below:
            rows.append([pods.count(kind) for kind in kinds])
            limits.append(sizes.parted(below - sum(pods)))
    widest = sizes.main**2
    solved = linprog(-have, A_ub=rows, b_ub=limits, bounds=(-widest, widest), method="highs")
    return np.asarray(solved.x)

"""Parting all pairings by how their pods stand at a gap, until each part is seen to be no better.

A whole pairing has a whole number of pods with, say, two players below a gap. Where the shares of
pods that a linear programme likes best come to 1.5, there are two parts: the pairings that have one
such pod or none, and those with two or more. Each part has a bound of its own, and the least of
them holds for all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import floor

from runner.pairing.bounds.closing import closed
from runner.pairing.bounds.effort import Effort, Work
from runner.pairing.bounds.gaps import Plane, PodSizes, Shares, gaps
from runner.pairing.bounds.linear import Priced, Programme, priced
from runner.pairing.bounds.problem import Pods, Problem
from runner.pairing.bounds.seeds import seeds

_WHOLE = 1e-3  # so near to a whole number a share counts as one
_UNPARTED = 3  # times as much a number of pods counts that a gap does not part


@dataclass(frozen=True, slots=True)
class Least:
    """A bound on what pods can cost at least: the least of the bounds of parts that are all
    pairings together. `better` are pods that cost less than those made, where some were looked for
    and found: the bound is then one as it was so far."""

    bound: Fraction
    better: Pods | None = None


def least(problem: Problem, effort: Effort, work: Work) -> Least | None:
    """A bound on what pods can cost at least, within the work; None where nothing can be said."""
    sizes = PodSizes.of(problem)
    if sizes is None:
        return None
    root = priced(problem, sizes, Programme([*problem.pods, *seeds(problem)]), work)
    if root is None:
        return None
    order = count()
    parts = [(root.bound, next(order), root)]
    stuck: list[Fraction] = []
    while parts and work.left > 0:
        bound, _, part = heappop(parts)
        if not problem.gap(bound) or bound >= min(stuck, default=problem.goal):
            return Least(min([problem.goal, bound, *stuck]))
        if part.better and effort.improving:
            return Least(bound, part.better)
        ways = list(_parted(problem, sizes, part))
        if not ways:
            end = closed(problem, part, effort, work)
            stuck.append(max(bound, end.bound))
            if end.better and effort.improving:
                return Least(bound, end.better)
        for branch in ways:
            found = priced(problem, sizes, part.narrowed(branch), work)
            better = max(bound, found.bound) if found else bound
            if found is None:
                stuck.append(better)
            elif problem.gap(better):
                # A part keeps the bound that its own prices prove: what is left out for them is
                # told from that (`closed`), not from the bound of all that it is a part of.
                heappush(parts, (better, next(order), found))
    return Least(min([problem.goal, *stuck, *(bound for bound, _, _ in parts)]))


def _parted(problem: Problem, sizes: PodSizes, part: Priced) -> Iterator[Plane]:
    """The two parts of a part in which its shares of pods are no longer possible; nothing where
    they are whole at every gap.

    The number to part by is that nearest to a half, at a wide gap above all; how many pods a gap
    does not part at all says more than how the others stand there.
    """
    shares = Shares(sizes, part.programme.pods, part.solved.shares)
    best, found = 0.0, None
    for below in gaps(problem):
        width = int(problem.levels[below] - problem.levels[below - 1])
        for size in sizes.each:
            for kind, share in enumerate(shares.at(below, size)):
                over = share - floor(share)
                weight = width * min(over, 1 - over) * (_UNPARTED if kind in (0, size) else 1)
                if _WHOLE < over < 1 - _WHOLE and weight > best:
                    best, found = weight, (below, size, kind, floor(share))
    if found:
        below, size, kind, whole = found
        yield _counted(sizes, below, size, kind, 1, whole + 1)
        yield _counted(sizes, below, size, kind, -1, -whole)


def _counted(sizes: PodSizes, below: int, size: int, kind: int, sign: int, least: int) -> Plane:
    """That so many pods of a size, or no more than so many (`sign` -1), have `kind` players below
    a gap."""
    amounts = {other: (0,) * (other + 1) for other in sizes.each}
    amounts[size] = tuple(sign * (at == kind) for at in range(size + 1))
    return Plane(below, amounts, least)

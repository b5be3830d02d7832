"""Closing the gap: all pods that could be part of something better, and whether they make it.

At given prices a pairing costs the bound and what its pods cost beyond what they pay. Something
better than the pods made can only have pods that cost no more beyond than the gap is wide: where
these are few, a whole-number programme tells whether some of them fill the round.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import ceil

import numpy as np

from runner.pairing.bounds.effort import Effort, OutOfWorkError, Work
from runner.pairing.bounds.linear import Priced, whole
from runner.pairing.bounds.pricing import Prices, bargains
from runner.pairing.bounds.problem import Pods, Problem

_BRANCH = 1_000  # work for each pod at each branch
_DUST = 1e-6  # by which a solver that works in floats may be off


def closed(problem: Problem, found: Priced, effort: Effort, work: Work) -> Priced:
    """The bound after looking through the pods; the same where they are more than the effort
    allows."""
    better = problem.total - problem.step
    allowance = float((better - found.bound) * Prices.PARTS) + 0.5  # so that equal counts too
    pods: list[tuple[int, ...]] = []
    try:
        for size in problem.sizes:
            listed = bargains(problem, found.prices, size, work, allowance, every=True)
            pods += [pod for _, pod in islice(listed, effort.pods + 1 - len(pods))]
        branches = min(effort.branches, work.left // (_BRANCH * (1 + len(pods))))
        if len(pods) > effort.pods or not branches:
            return found
    except OutOfWorkError:
        return found
    work.left -= _BRANCH * len(pods)
    bound, cheaper = _least(problem, found, pods, branches)
    return replace(found, bound=max(found.bound, bound), better=cheaper)


def _least(
    problem: Problem, found: Priced, pods: list[tuple[int, ...]], branches: int
) -> tuple[Fraction, Pods | None]:
    """What pods of that list cost at least if they fill the round, and such as cost less than the
    pods made; what those cost, where nothing less can be had."""
    covered = {player for pod in pods for player in pod}
    if len(covered) < len(problem.levels):
        return Fraction(problem.total), None
    solved = whole(problem, replace(found.programme, pods=pods)).whole(branches=branches)
    if solved.impossible:
        return Fraction(problem.total), None
    better = None if solved.taken is None else problem.better(pods, solved.taken)
    if not np.isfinite(solved.bound):
        return found.bound, better
    return Fraction(min(problem.total, ceil(solved.bound - _DUST))), better

"""How good the pods of a round could have been at best: a lower bound, and often a proof.

Nothing here makes pods. The pods that were made are the start of a linear programme over all pods
that there could be (`linear`); its prices, rounded to whole numbers and checked exactly against
every possible pod (`pricing`), give a bound that holds whatever rounding the solver did. Where a
gap is left, all pods that could be part of anything better are listed, and a whole-number
programme looks for it among them (`closing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.pairing.bounds.closing import closed
from runner.pairing.bounds.linear import priced
from runner.pairing.bounds.problem import problem_of
from runner.pairing.state import State

__all__ = ["PUBLISHED", "THOROUGH", "Bound", "Effort", "bound_of"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be done, all in counts: players of the largest field, players to be priced in
    all rounds of pricing together, pods listed to close the gap (0: none), and branches of the
    search among them."""

    players: int
    priced: int
    pods: int
    branches: int


PUBLISHED = Effort(players=300, priced=4_000, pods=2_000, branches=100)
"""What is done where somebody waits for it: below a second as a rule."""
THOROUGH = Effort(players=1_100, priced=100_000, pods=30_000, branches=2_000)
"""What is done in the background: up to a minute."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What no pairing can have less of. `points` are differences of points within the given
    tables, in match points, among pairings that are as good in all aims before; `proved` tells that
    no pairing is better in any aim down to the points."""

    points: Fraction
    proved: bool


def bound_of(
    state: State, tables: Sequence[Sequence[str]], effort: Effort = PUBLISHED
) -> Bound | None:
    """The bound for the tables of a round; None where the field is too large for the effort, or
    the round was not paired by all aims, or points are told apart too finely.

    `tables` are those that Runner filled, as ids.
    """
    problem = problem_of(state, tables)
    if problem is None or len(problem.levels) > effort.players:
        return None
    prices = priced(problem, max(1, effort.priced // len(problem.levels)))
    if prices is None:
        return None
    gap = problem.gap(prices.bound)
    if gap > 0 and effort.pods:
        prices = closed(problem, prices, effort.pods, effort.branches)
        gap = problem.gap(prices.bound)
    return Bound(problem.in_points(prices.bound), gap <= 0)

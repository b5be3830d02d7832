"""How good the pods of a round could have been at best: a lower bound, and often a proof.

Nothing here makes pods. The pods that were made are the start of a linear programme over all pods
that there could be (`linear`); its prices, rounded to whole numbers and checked exactly against
every possible pod (`pricing`), give a bound that holds whatever rounding the solver did. Cuts tell
the programme what only whole pods do (`gaps`); where a gap is left, all pairings are parted by how
their pods stand at one level or another, and each part has its own bound (`branching`). At last all
pods that could be part of anything better are listed, and a whole-number programme looks for it
among them (`closing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.pairing.bounds.branching import least
from runner.pairing.bounds.effort import PUBLISHED, THOROUGH, Effort
from runner.pairing.bounds.problem import problem_of
from runner.pairing.state import State

__all__ = ["PUBLISHED", "THOROUGH", "Bound", "Effort", "bound_of"]


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
    found = least(problem, effort)
    if found is None:
        return None
    return Bound(problem.in_points(found), not problem.gap(found))

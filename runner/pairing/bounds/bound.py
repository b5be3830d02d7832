"""The bound of a round, and whether it proves that no pairing is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.pairing.bounds.branching import least
from runner.pairing.bounds.effort import PUBLISHED, Effort
from runner.pairing.bounds.problem import problem_of
from runner.pairing.state import State


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

"""The bound of a round, and whether it proves that no pairing is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.event import Mode
from runner.pairing.bounds.branching import least
from runner.pairing.bounds.effort import PUBLISHED, Effort
from runner.pairing.bounds.problem import Task
from runner.pairing.methods import method_in_force
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
    aims = method_in_force(state).aims
    if not tables or sum(map(len, tables)) > effort.players:
        return None
    if state.mode != Mode.MULTIPLAYER or not aims.whole:
        return None
    known = {player.id: player for player in state.players}
    seated = [known[identity] for table in tables for identity in table]
    task = Task(seated, tables, state.ruleset.pod_size, aims)
    return _of_task(task, effort) if task.fine else None


def _of_task(task: Task, effort: Effort) -> Bound | None:
    """One aim after the other is seen to be at its least; the last are the points."""
    proved = True
    for at in range(len(task.aims)):
        if not task.surely_least(at):
            problem = task.problem(at)
            found = least(problem, effort) if problem else None
            proved &= problem is not None and found is not None and not problem.gap(found)
    problem = task.problem(len(task.aims))
    found = least(problem, effort) if problem else None
    if problem is None or found is None:
        return None
    return Bound(problem.in_points(found), proved and not problem.gap(found))

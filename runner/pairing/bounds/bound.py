"""The bound of a round, and whether it proves that no pairing is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.event import Mode
from runner.pairing.bounds.branching import least
from runner.pairing.bounds.effort import PUBLISHED, Effort, Work
from runner.pairing.bounds.problem import Task
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
    the round was not paired by all aims, or numbers would be too large to be exact.

    `tables` are those that Runner filled, as ids.
    """
    if not tables or sum(map(len, tables)) > effort.players or not _by_all_aims(state):
        return None
    known = {player.id: player for player in state.players}
    seated = [known[identity] for table in tables for identity in table]
    rules = state.ruleset
    task = Task(seated, tables, rules.pod_size, small_pods_last=rules.small_pods_last)
    return _of_task(task, effort) if task.possible else None


def _by_all_aims(state: State) -> bool:
    """Whether the round is one of pods that keep to every aim of docs/rules.md 4."""
    rules = state.ruleset
    last = rules.last_round_by_standing and state.round == state.rounds and not state.first
    return state.mode is Mode.MULTIPLAYER and rules.method in ("swiss", "bubble") and not last


def _of_task(task: Task, effort: Effort) -> Bound | None:
    """One aim after the other is seen to be at its least; the last are the points. Proved is only
    what all of these prove: a search that stops early gives a bound below what was made."""
    proved, work = True, Work(effort.work)
    for at in range(len(task.aims)):
        if not task.surely_least(at):
            problem = task.problem(at)
            found = least(problem, effort, work) if problem else None
            proved &= problem is not None and found is not None and not problem.gap(found.bound)
    problem = task.problem(len(task.aims))
    found = least(problem, effort, work) if problem else None
    if problem is None or found is None:
        return None
    return Bound(problem.in_points(found.bound), proved and not problem.gap(found.bound))

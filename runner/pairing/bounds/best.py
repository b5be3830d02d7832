"""The best pods that there are: those made, and whatever better ones the bounds come upon."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from runner.pairing.bounds.branching import least
from runner.pairing.bounds.closing import within
from runner.pairing.bounds.effort import Effort, OutOfWorkError, Work
from runner.pairing.bounds.gaps import PodSizes
from runner.pairing.bounds.linear import Programme, priced, whole
from runner.pairing.bounds.problem import Pods, Problem, Task
from runner.pairing.bounds.seeds import seeds
from runner.pairing.bounds.solver import Entries

_MOST_EQUAL = 2_000  # pods among which those worth least are looked for
_BRANCHES = 200  # of that search
_TAKING = 20_000  # work for each of them, each time

Worths = Callable[[Sequence[tuple[int, ...]]], Sequence[Sequence[int]]]
"""For some pods, as positions: what each is worth by one measure after the other, the less the
better; what is best by all of them is one way only."""


def improved(
    task: Task, effort: Effort, work: Work, *, conflicts: bool = False
) -> tuple[Task, bool]:
    """Better pods, one aim after the other, and whether nothing is better than they are; the aims
    alone that count as `conflicts`, where no more is asked.

    Proved is that only of pods of which each aim is at its least, seen at a look or by a bound that
    reaches what they come to.
    """
    at, proved = 0, task.possible
    last = len(task.conflicts) - 1 if conflicts else len(task.aims)
    while at <= last and task.possible:
        if at < len(task.aims) and task.surely_least(at):
            at += 1
            continue
        problem = task.problem(at)
        found = least(problem, effort, work) if problem else None
        if found and found.better:
            task = task.with_pods(found.better)
            continue
        proved &= problem is not None and found is not None and not problem.gap(found.bound)
        at += 1
    return task, proved


def chosen(task: Task, work: Work, worths: Worths) -> Pods | None:
    """Of all pods as good as the best ones of a task those that are worth least, which are the same
    however a solver came by the ones that it has; None where too many pods could be part of them.
    """
    problem = task.problem(len(task.aims))
    sizes = PodSizes.of(problem) if problem else None
    if problem is None or sizes is None:
        return None
    begun = Programme([*problem.pods, *seeds(problem)])
    root = priced(problem, sizes, begun, work)
    try:
        listed = within(problem, root, problem.goal, _MOST_EQUAL, work) if root else None
        pods = [pod for _, pod in listed or ()]
        return _least_worth(problem, pods, worths(pods), work) if pods else None
    except OutOfWorkError:
        return None


def _least_worth(
    problem: Problem,
    pods: list[tuple[int, ...]],
    worths: Sequence[Sequence[int]],
    work: Work,
) -> Pods | None:
    """The pods that fill the round at the same cost and are worth least; None where that is not
    certain within the branches."""
    model = whole(problem, Programme(pods))
    made: Pods = ()
    held, total = [problem.cost(pod) for pod in pods], problem.total
    for worth in worths:
        model.add_rows(Entries.of([held]), [-np.inf], [total + 0.5 + problem.slack])
        model.costing(np.array(worth, float))
        work.spend(_TAKING * len(pods))
        taken = model.whole(branches=_BRANCHES, exact=True).taken
        if taken is None:
            return None
        kept = [at for at, share in enumerate(taken) if share > 0.5]
        held, total = [*worth], sum(worth[at] for at in kept)
        made = tuple(pods[at] for at in kept)
    # The solver reckons in floats: what it took is counted again.
    return made if problem.exact(made) == problem.exact(problem.pods) else None

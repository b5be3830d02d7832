"""The best pods that there are: those made, and whatever better ones the bounds come upon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np

from runner.pairing.bounds.branching import least
from runner.pairing.bounds.effort import Effort, OutOfWorkError, Work
from runner.pairing.bounds.gaps import PodSizes
from runner.pairing.bounds.linear import Priced, Programme, priced, whole
from runner.pairing.bounds.pricing import Prices, bargains
from runner.pairing.bounds.problem import Pods, Problem, Task
from runner.pairing.bounds.seeds import seeds
from runner.pairing.bounds.solver import Entries

Worths = Callable[[Sequence[tuple[int, ...]]], Sequence[Sequence[int]]]
"""For some pods, as positions: what each is worth by one measure after the other, the less the
better; what is best by all of them is one way only."""


def improved(task: Task, effort: Effort, *, conflicts: bool = False) -> tuple[Task, bool]:
    """Better pods, one aim after the other, and whether nothing is better than they are; the aims
    alone that count as `conflicts`, where no more is asked."""
    at, proved = 0, task.fine
    last = len(task.conflicts) - 1 if conflicts else len(task.aims)
    while at <= last and task.fine:
        if at < len(task.aims) and task.surely_least(at):
            at += 1
            continue
        problem = task.problem(at)
        found = least(problem, effort) if problem else None
        if found and found.better:
            task = task.with_pods(found.better)
            continue
        proved &= problem is not None and found is not None and not problem.gap(found.bound)
        at += 1
    return task, proved


def chosen(task: Task, effort: Effort, worths: Worths) -> Pods | None:
    """Of all pods as good as the best ones of a task those that are worth least, which are the same
    however a solver came by the ones that it has; None where too many pods could be part of them.
    """
    problem = task.problem(len(task.aims))
    sizes = PodSizes.of(problem) if problem else None
    if problem is None or sizes is None:
        return None
    begun = Programme([*problem.pods, *seeds(problem)])
    work = Work(effort.work)
    root = priced(problem, sizes, begun, work)
    try:
        pods = _no_dearer(problem, root, effort.pods, work) if root else None
    except OutOfWorkError:
        return None
    return _least_worth(problem, pods, worths(pods)) if pods else None


def _no_dearer(
    problem: Problem, root: Priced, most: int, work: Work
) -> list[tuple[int, ...]] | None:
    """All pods that can be part of something as good as what is made."""
    allowance = float((problem.total - root.bound) * Prices.PARTS) + 0.5
    found: list[tuple[int, ...]] = []
    for size in problem.sizes:
        listed = bargains(problem, root.prices, size, work, allowance, every=True)
        found += [pod for _, pod in islice(listed, most + 1 - len(found))]
    return found if len(found) <= most else None


def _least_worth(
    problem: Problem, pods: list[tuple[int, ...]], worths: Sequence[Sequence[int]]
) -> Pods | None:
    """The pods that fill the round at the same cost and are worth least."""
    model = whole(problem, Programme(pods))
    made: Pods = ()
    held, total = [problem.cost(pod) for pod in pods], problem.total
    for worth in worths:
        model.add_rows(Entries.of([held]), [-np.inf], [total + 0.5])
        model.costing(np.array(worth, float))
        taken = model.whole(exact=True).taken
        if taken is None:
            return None
        kept = [at for at, share in enumerate(taken) if share > 0.5]
        held, total = [*worth], sum(worth[at] for at in kept)
        made = tuple(pods[at] for at in kept)
    return made if sum(map(problem.cost, made)) == problem.total else None

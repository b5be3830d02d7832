"""Fields of up to some 45 players: the best pods that there are, in place of those found.

A linear programme over all pods looks for better ones (`runner.pairing.bounds`). It reckons in
floats, so that what it comes upon first may be another on another machine: where it finds better
pods, those are taken which are the closest to the standings of all that are as good.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import combinations

from runner.pairing.bounds.effort import EXACT, GLANCE, Work
from runner.pairing.bounds.problem import Task
from runner.pairing.field import Field
from runner.pairing.methods import Objectives
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.swaps import Pods
from runner.pairing.state import Entrant

Accept = Callable[[Pods], bool]


def improve_exact(
    field: Field,
    cost: Cost,
    pods: Sequence[Sequence[int]],
    aims: Objectives,
    accept: Accept,
    work: Work,
) -> tuple[Pods, bool]:
    """Return better pods than those, if `accept` takes them, and whether they are proved
    optimal."""
    given = [list(pod) for pod in pods]
    tables = [[field.players[at].id for at in pod] for pod in pods]
    task = Task(field.players, tables, cost.standard, small_pods_last=aims.low_small_pods)
    if task.surely_best:
        return given, True
    from runner.pairing.bounds.search import chosen, improved  # here: only some rounds need it

    best, proved = improved(task, EXACT, work)
    if best is task or not proved:
        return given, proved
    place = {player.id: at for at, player in enumerate(field.players)}

    def worths(some: Sequence[tuple[int, ...]]) -> list[list[int]]:
        places = [[place[best.ids[at]] for at in pod] for pod in some]
        return [
            [cost.pod(pod) % cost.points // cost.high for pod in places],
            [sum((one - two) ** 2 for one, two in combinations(pod, 2)) for pod in places],
            [_any_order(pod) for pod in places],
        ]

    taken = chosen(best, work, worths)
    if taken is None:
        return given, False
    better = [[place[each] for each in table] for table in best.named(taken)]
    return (better, True) if accept(better) else (given, False)


def surely_worse(
    tables: Sequence[Sequence[Entrant]],
    best: Sequence[Sequence[Entrant]],
    standard: int,
    aims: Objectives,
    work: Work,
) -> bool:
    """Return whether the players of some tables certainly cannot be seated with as few conflicts as
    those of others, whatever the tables."""
    if not aims.whole or sum(map(len, tables)) > GLANCE.players:
        return False
    task, other = (
        Task(
            [player for table in those for player in table],
            [[player.id for player in table] for table in those],
            standard,
            small_pods_last=aims.low_small_pods,
        )
        for those in (tables, best)
    )
    if task.conflicts <= other.conflicts:
        return False
    from runner.pairing.bounds.search import improved  # here: scipy takes a while to load

    glance = Work(min(GLANCE.work, work.left))
    work.left -= glance.left
    least, proved = improved(task, GLANCE, glance, conflicts=True)
    work.back(glance)
    return proved and least.conflicts > other.conflicts


def _any_order(pod: Sequence[int]) -> int:
    """Return a number that parts pods which nothing else does, the same everywhere."""
    return int.from_bytes(sha256(repr(sorted(pod)).encode()).digest()[:3])

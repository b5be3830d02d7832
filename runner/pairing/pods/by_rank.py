"""Pods strictly by rank: 1-4, 5-8, ...; only who may not sit together makes somebody move.

Tables are filled from the top. Whoever may not sit with those at a table waits for the next one,
and the next in rank takes the chair:

    1 2 3 4 | 5 6 7 8 | 9 10 11 12    5 and 6 have met
    1 2 3 4 | 5 7 8 9 | 6 10 11 12    nobody moves at the first table

Where the last players cannot be seated so, the table just above them is filled in the next way.
"""

from collections.abc import Callable, Iterator, Sequence

from runner.pairing.pods.cost import Cost

Pods = list[list[int]]
Between = Callable[[int, int], int]
_STEPS = 20_000  # players tried at a table


def by_rank(cost: Cost, sizes: Sequence[int], most: int) -> Pods | None:
    """The first pods from the top down whose conflicts cost no more than `most` in all; None where
    there are none, or none are found in the steps. Small pods come last."""
    steps = iter(range(_STEPS + sum(sizes)))
    order = sorted(sizes, reverse=True)
    between = _between(cost)
    tables = [_ways(between, list(range(sum(sizes))), order[0], most // cost.conflict, steps)]
    pods: Pods = []
    while tables:
        found = next(tables[-1], None)
        if found is None:
            tables.pop()
            if pods:
                pods.pop()
            continue
        pod, left, rest = found
        pods.append(pod)
        if not rest:
            return pods
        tables.append(_ways(between, rest, order[len(pods)], left, steps))
    return None


def _between(cost: Cost) -> Between:
    """What conflicts two players have, counted in the least of them."""
    known: dict[tuple[int, int], int] = {}

    def between(one: int, two: int) -> int:
        if (one, two) not in known:
            known[one, two] = sum(cost.row(one, [two])) // cost.conflict
        return known[one, two]

    return between


def _ways(
    between: Between, waiting: Sequence[int], size: int, most: int, steps: Iterator[int]
) -> Iterator[tuple[list[int], int, list[int]]]:
    """The ways to fill a table, who are highest in rank first: its players, what is left for
    conflicts, and who still waits."""

    def fill(pod: list[int], after: int, left: int) -> Iterator[tuple[list[int], int, list[int]]]:
        if len(pod) == size:
            yield pod, left, [player for player in waiting if player not in pod]
            return
        for at in range(after, len(waiting) - (size - len(pod)) + 1):
            if next(steps, None) is None:
                return
            player = waiting[at]
            price = sum(between(player, other) for other in pod)
            if price <= left:
                yield from fill([*pod, player], at + 1, left - price)
            if not pod:
                return  # the highest in rank of all who wait is at this table

    yield from fill([], 0, most)

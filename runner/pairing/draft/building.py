"""Tables where decks are built: two at each, away from those of their pod (docs/rules.md 8)."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from runner.core.seating import SeatedTable


class Building(NamedTuple):
    """Tables by number, and at how many of them two of one pod sit.

    It cannot be fewer than `bound`: the others are too few for those of one pod.
    """

    tables: tuple[SeatedTable, ...]
    mates: int
    bound: int


def building_tables(
    pods: Sequence[Sequence[str]], first: int = 1, *, alone: bool = False
) -> Building:
    """The tables of pods of ids in the order of their seats, numbered from `first`.

    One pod: everybody alone. Two: seat by seat, and whoever is left over alone. More: all of
    seat 1, then all of seat 2 and so on, two by two along that queue; where two of one pod would
    meet, one of them changes with somebody of the last table before at which nobody of that pod
    sits. With `alone` everybody has a table, as teams do.
    """
    pods = [pod for pod in pods if pod]
    rows = [[one for one in row if one is not None] for row in zip_longest(*pods)]
    queue = [one for row in rows for one in row]
    if len(pods) < 2 or alone:
        made = [[one] for one in queue]
    elif len(pods) == 2:
        made = rows
    else:
        made = [queue[at : at + 2] for at in range(0, len(queue), 2)]
    pod_of = {one: at for at, pod in enumerate(pods) for one in pod}
    if len(pods) > 2 and not alone:
        _mend(made, pod_of)
    return Building(
        tuple(SeatedTable(number, tuple(ids)) for number, ids in enumerate(made, first)),
        sum(_mates(ids, pod_of) for ids in made),
        0 if alone else _bound([len(pod) for pod in pods]),
    )


def _bound(sizes: Sequence[int]) -> int:
    """Tables at which two of the largest pod must sit, when all sit two by two."""
    return max(0, 2 * max(sizes) - sum(sizes)) // 2 if len(sizes) > 2 else 0


def _mates(ids: Sequence[str], pod_of: dict[str, int]) -> bool:
    return len(ids) == 2 and pod_of[ids[0]] == pod_of[ids[1]]


def _mend(tables: list[list[str]], pod_of: dict[str, int]) -> None:
    """Change as few as can be: each change parts two of one pod.

    In the queue two of one pod meet only at the end, when one pod alone has such seats left.
    """
    for at, ids in enumerate(tables):
        if not _mates(ids, pod_of):
            continue
        pod = pod_of[ids[0]]
        for other in reversed(tables[:at]):
            if len(other) == 2 and all(pod_of[one] != pod for one in other):
                ids[1], other[1] = other[1], ids[1]
                break

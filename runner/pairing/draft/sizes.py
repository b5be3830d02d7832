"""How many players sit in each draft pod, and the tables at which they build decks."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from runner.core.seating import SeatedTable
from runner.pairing.tables import pod_sizes as table_sizes

SMALLEST, BEST, LARGEST = 6, 8, 10
ONE_POD = 11
"""So many players and fewer draft in one pod."""
_SMALLEST_REST = 4  # fewer are spread over the other pods of a fixed size
_FULL = {3: 9, 4: 8, 5: 10}  # the pod nearest to eight that makes only full tables of a size
_MOST_OTHERS = 19  # of all players, so many at most are in no pod of eight that could be had


def pod_sizes(
    players: int, aim: str = "most_eights", size: int = BEST, table: int = 4
) -> tuple[int, ...]:
    """Return the seats of every pod, the largest first; nobody makes no pod.

    Up to 11 players are one pod, and more are pods of 6 to 10. `aim` "most_eights" makes as many
    pods of exactly 8 as it can, and of those ways takes the one nearest to 8 in all;
    "closest_to_eight" is nearest to 8 in all, then has the fewest pods of 6 or 10, then the most of
    8. "fixed" makes pods of `size`, whose last one takes the rest; a rest under 4 is spread over
    the others, one each from the first on. "full_tables" is for pods that play at tables of `table`
    players: pods of 4, or 6 to 11, that make the fewest small tables.
    """
    if players < 1:
        return ()
    if aim == "fixed":
        return _fixed(players, size)
    if players <= ONE_POD:
        return (players,)
    if aim == "full_tables":
        return min(
            _any_pods(players, table),
            key=lambda sizes: (*small_tables(sizes, table), _distance(sizes), len(sizes)),
        )
    if aim == "most_eights":
        return min(_ways(players), key=_most_eights)
    return min(_ways(players), key=_closest)


def team_pods(teams: int, members: int) -> tuple[int, ...]:
    """Return the teams of every pod, the largest first: pods of 6 to 10 people, as near to 8 in all
    as can be, and one pod where there are too few teams for that."""
    if teams < 1:
        return ()
    least, most = -(-SMALLEST // members), LARGEST // members
    ways = [_even(teams, pods) for pods in range(-(-teams // most), teams // least + 1)]
    return min(
        ways, key=lambda way: sum(abs(each * members - BEST) for each in way), default=(teams,)
    )


def _most_eights(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sort key, the best first: most pods of eight, then sizes close to it."""
    return -sizes.count(BEST), _distance(sizes)


def _closest(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sort key, the best first: sizes close to eight, then few of the extremes."""
    extreme = sizes.count(SMALLEST) + sizes.count(LARGEST)
    return _distance(sizes), extreme, -sizes.count(BEST)


def small_tables(sizes: tuple[int, ...], table: int) -> tuple[int, int, int]:
    """Return what pods of these sizes come to where each plays at tables of `table` players: tables
    that are too large, tables that are small, and how many players never sit at any other. The
    smaller the better, the first before the second."""
    split = [table_sizes(size, table, "small_pods").tables for size in sizes]
    return (
        sum(each > table for tables in split for each in tables),
        sum(each < table for tables in split for each in tables),
        sum(sum(tables) for tables in split if all(each < table for each in tables)),
    )


def _any_pods(players: int, table: int) -> Iterator[tuple[int, ...]]:
    """Pods that make only full tables, and a rest in all ways."""
    full = _FULL.get(table, BEST)
    pods = max(0, (players - _MOST_OTHERS) // full)
    for rest in _split(players - pods * full, ONE_POD):
        yield tuple(sorted((*(full,) * pods, *rest), reverse=True))


def _split(players: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all pods of 4, and of 6 to so many at the most."""
    if not players:
        yield ()
    for size in range(min(most, players), _SMALLEST_REST - 1, -1):
        if size != SMALLEST - 1:
            for others in _split(players - size, size):
                yield (size, *others)


def _distance(sizes: tuple[int, ...]) -> int:
    return sum(abs(each - BEST) for each in sizes)


def _ways(players: int) -> Iterator[tuple[int, ...]]:
    """Yield all as evenly as so many pods allow; or eights, and a small rest as evenly as it can
    be."""
    for pods in range(-(-players // LARGEST), players // SMALLEST + 1):
        yield _even(players, pods)
    for rest in range(players % BEST, min(players, _MOST_OTHERS) + 1, BEST):
        eights = (BEST,) * ((players - rest) // BEST)
        if not rest:
            yield eights
        for pods in range(-(-rest // LARGEST), rest // SMALLEST + 1):
            yield tuple(sorted((*eights, *_even(rest, pods)), reverse=True))


def _even(players: int, pods: int) -> tuple[int, ...]:
    smaller, larger_pods = divmod(players, pods) if pods else (0, 0)
    return (smaller + 1,) * larger_pods + (smaller,) * (pods - larger_pods)


def _fixed(players: int, size: int) -> tuple[int, ...]:
    full, rest = divmod(players, size)
    if not full:
        return (players,)
    if not rest or rest >= _SMALLEST_REST:
        return (size,) * full + (rest,) * bool(rest)
    each, more = divmod(rest, full)
    return tuple(size + each + (at < more) for at in range(full))


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
    """Return the tables of pods of ids in the order of their seats, numbered from `first`.

    One pod: everybody alone. Two: seat by seat, and whoever is left over alone. More: all of
    seat 1, then all of seat 2 and so on, two by two along that queue; where two of one pod would
    meet, one of them changes with somebody of the last table before at which nobody of that pod
    sits. With `alone` everybody has a table, as teams do.
    """
    pods = [pod for pod in pods if pod]
    rows = [[one for one in row if one is not None] for row in zip_longest(*pods)]
    queue = [one for row in rows for one in row]
    if len(pods) < 2 or alone:
        tables = [[one] for one in queue]
    elif len(pods) == 2:
        tables = rows
    else:
        tables = [queue[at : at + 2] for at in range(0, len(queue), 2)]
    pod_of = {one: at for at, pod in enumerate(pods) for one in pod}
    if len(pods) > 2 and not alone:
        _mend(tables, pod_of)
    return Building(
        tuple(SeatedTable(number, tuple(ids)) for number, ids in enumerate(tables, first)),
        sum(_mates(ids, pod_of) for ids in tables),
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

"""How many players sit in each draft pod (docs/rules.md 8; MTR 7.6)."""

from collections.abc import Iterator

SMALLEST, BEST, LARGEST = 6, 8, 10
ONE_POD = 11
"""So many players and fewer draft in one pod."""
_SMALLEST_REST = 4  # fewer are spread over the other pods of a fixed size
_MOST_OTHERS = 19  # of all players, so many at most are in no pod of eight that could be had


def pod_sizes(players: int, aim: str = "most_eights", size: int = BEST) -> tuple[int, ...]:
    """The seats of every pod, the largest first; nobody makes no pod.

    Up to 11 players are one pod, and more are pods of 6 to 10. `aim` "most_eights" makes as many
    pods of exactly 8 as it can, and of those ways takes the one nearest to 8 in all;
    "closest_to_eight" is nearest to 8 in all, then has the fewest pods of 6 or 10, then the most of
    8. "fixed" makes pods of `size`, whose last one takes the rest; a rest under 4 is spread over
    the others, one each from the first on.
    """
    if players < 1:
        return ()
    if aim == "fixed":
        return _fixed(players, size)
    if players <= ONE_POD:
        return (players,)
    if aim == "most_eights":
        return min(_ways(players), key=_most_eights)
    return min(_ways(players), key=_closest)


def _most_eights(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The smaller the better."""
    return -sizes.count(BEST), _distance(sizes)


def _closest(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The smaller the better."""
    extreme = sizes.count(SMALLEST) + sizes.count(LARGEST)
    return _distance(sizes), extreme, -sizes.count(BEST)


def _distance(sizes: tuple[int, ...]) -> int:
    return sum(abs(each - BEST) for each in sizes)


def _ways(players: int) -> Iterator[tuple[int, ...]]:
    """All as evenly as so many pods allow; or eights, and a small rest as evenly as it can be."""
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

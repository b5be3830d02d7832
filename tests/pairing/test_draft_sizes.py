"""Sizes of draft pods, against all that could be made."""

from collections.abc import Iterator
from functools import cache

import pytest

from runner.pairing.draft.sizes import pod_sizes

AIMS = ("most_eights", "closest_to_eight")


@cache
def largest_first(players: int, most: int = 10) -> tuple[tuple[int, ...], ...]:
    if not players:
        return ((),)
    return tuple(
        (size, *more)
        for size in range(min(most, players), 5, -1)
        for more in largest_first(players - size, size)
    )


def off(sizes: tuple[int, ...]) -> int:
    return sum(max(size, 8) - min(size, 8) for size in sizes)


@pytest.mark.parametrize(("players", "most_eights", "closest"), [
    (12, (6, 6), (6, 6)), (14, (8, 6), (7, 7)), (16, (8, 8), (8, 8)), (18, (10, 8), (9, 9)),
    (19, (10, 9), (10, 9)), (20, (8, 6, 6), (7, 7, 6)), (26, (10, 8, 8), (9, 9, 8)),
    (28, (8, 8, 6, 6), (7, 7, 7, 7)), (29, (8, 8, 7, 6), (8, 7, 7, 7)),
    (30, (8, 8, 8, 6), (8, 8, 7, 7)), (36, (8, 8, 8, 6, 6), (8, 7, 7, 7, 7)),
])  # fmt: skip
def test_the_two_aims(players: int, most_eights: tuple[int, ...], closest: tuple[int, ...]) -> None:
    assert pod_sizes(players, "most_eights") == most_eights
    assert pod_sizes(players, "closest_to_eight") == closest


def test_up_to_11_are_one_pod_and_up_to_30_the_aims_differ_at_these() -> None:
    for aim in AIMS:
        assert pod_sizes(0, aim) == ()
        assert [pod_sizes(players, aim) for players in range(1, 12)] == [(n,) for n in range(1, 12)]
    differ = [n for n in range(31) if pod_sizes(n, AIMS[0]) != pod_sizes(n, AIMS[1])]
    assert differ == [14, 18, 20, 21, 22, 26, 27, 28, 29, 30]


@pytest.mark.parametrize("players", range(12, 81))
def test_no_other_pods_of_6_to_10_are_better(players: int) -> None:
    ways = largest_first(players)
    best = min((-way.count(8), off(way)) for way in ways)
    assert [way for way in ways if (-way.count(8), off(way)) == best] == [pod_sizes(players)]
    keys = {way: (off(way), way.count(6) + way.count(10), -way.count(8)) for way in ways}
    nearest = [way for way in ways if keys[way] == min(keys.values())]
    assert nearest == [pod_sizes(players, "closest_to_eight")]


def counted(players: int) -> Iterator[tuple[int, ...]]:
    """Every way for many players, as how many pods of 6, 7, 8, 9 and 10 there are."""
    for tens in range(players // 10 + 1):
        for nines in range((players - 10 * tens) // 9 + 1):
            for sevens in range((left := players - 10 * tens - 9 * nines) // 7 + 1):
                for sixes in range((left - 7 * sevens) // 6 + 1):
                    if (left - 7 * sevens - 6 * sixes) % 8 == 0:
                        yield sixes, sevens, (left - 7 * sevens - 6 * sixes) // 8, nines, tens


@pytest.mark.parametrize("players", [*range(81, 100), *range(191, 201)])
def test_nor_for_many(players: int) -> None:
    def key(way: tuple[int, ...]) -> int:
        return way[1] + way[3] + 2 * (way[0] + way[4])

    ways = [*counted(players)]
    eights, near = (
        tuple(pod_sizes(players, aim).count(size) for size in range(6, 11)) for aim in AIMS
    )
    assert eights == min(ways, key=lambda way: (-way[2], key(way)))
    assert near == min(ways, key=lambda way: (key(way), way[0] + way[4], -way[2]))


@pytest.mark.thorough
@pytest.mark.parametrize("aim", AIMS)
def test_hundreds_all_have_a_seat(aim: str) -> None:
    for players in range(12, 1025):
        sizes = pod_sizes(players, aim)
        assert sum(sizes) == players
        assert {*sizes} <= {6, 7, 8, 9, 10}
        assert sizes == tuple(sorted(sizes, reverse=True))


@pytest.mark.parametrize(("players", "size", "sizes"), [
    (24, 8, (8, 8, 8)), (28, 8, (8, 8, 8, 4)), (29, 8, (8, 8, 8, 5)), (31, 8, (8, 8, 8, 7)),
    (25, 8, (9, 8, 8)), (27, 8, (9, 9, 9)), (11, 8, (11,)), (12, 8, (8, 4)), (19, 8, (10, 9)),
    (9, 4, (5, 4)), (7, 4, (7,)), (7, 2, (3, 2, 2)), (5, 8, (5,)), (3, 8, (3,)), (1, 8, (1,)),
    (0, 8, ()),
])  # fmt: skip
def test_pods_of_a_fixed_size(players: int, size: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(players, "fixed", size) == sizes


@pytest.mark.parametrize("size", range(2, 17))
def test_a_fixed_size_seats_everybody(size: int) -> None:
    for players in range(4, 201):
        sizes = pod_sizes(players, "fixed", size)
        assert sum(sizes) == players
        if players >= size:
            full, rest = players // size, players % size
            dealt = [size] * full + [rest] * (rest >= 4)
            for at in range(rest if rest < 4 else 0):
                dealt[at % full] += 1
            assert [*sizes] == dealt


@pytest.mark.parametrize("aim", ["most_eights", "closest_to_eight"])
def test_no_pods_of_any_field_up_to_200_are_better(aim: str) -> None:
    """All ways at once, player by player: the best pods of n are a pod and the best of the rest."""

    def worth(size: int) -> tuple[int, ...]:
        away, extreme, eight = abs(size - 8), int(size in (6, 10)), int(size == 8)
        return (-eight, away) if aim == "most_eights" else (away, extreme, -eight)

    best: dict[int, tuple[int, ...]] = {0: (0,) * len(worth(8))}
    for players in range(1, 201):
        made = [
            tuple(map(sum, zip(best[players - size], worth(size), strict=True)))
            for size in range(6, 11)
            if players - size in best
        ]
        if made:
            best[players] = min(made)
    for players in range(12, 201):
        sizes = pod_sizes(players, aim)
        assert sum(sizes) == players
        assert all(6 <= size <= 10 for size in sizes)
        assert tuple(map(sum, zip(*map(worth, sizes), strict=True))) == best[players], players
    for players in range(4, 12):
        assert pod_sizes(players, aim) == (players,)

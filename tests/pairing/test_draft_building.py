"""Building tables: away from those of one's pod, as far as numbers allow."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.pairing.draft.sizes import Building, building_tables, pod_sizes


def pods_of(sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Pods A, B ... with seats A1, A2 ..."""
    return [
        tuple(f"{chr(65 + pod)}{seat}" for seat in range(1, size + 1))
        for pod, size in enumerate(sizes)
    ]


def fewest(sizes: tuple[int, ...]) -> int:
    """Of all ways to sit two by two, by what is left of each pod."""
    known: dict[tuple[int, ...], int] = {(): 0, (1,): 0}

    def of(left: tuple[int, ...]) -> int:
        left = tuple(sorted(filter(None, left)))
        if left not in known:
            known[left] = min(_ways(left))
        return known[left]

    def _ways(left: tuple[int, ...]) -> Iterator[int]:
        if sum(left) % 2:
            for at in range(len(left)):
                yield of((*left[:at], left[at] - 1, *left[at + 1 :]))
            return
        for other in range(len(left)):
            rest = [left[0] - 1, *left[1:]]
            if rest[other]:
                rest[other] -= 1
                yield of(tuple(rest)) + (other == 0)

    return of(sizes)


@pytest.mark.parametrize(("sizes", "first", "seats"), [
    ([4], 21, "21:A1 22:A2 23:A3 24:A4"),  # in one pod everybody sits alone
    # two pods sit seat by seat, and who is left over alone
    ([5, 3], 1, "1:A1-B1 2:A2-B2 3:A3-B3 4:A4 5:A5"),
    ([2, 3], 1, "1:A1-B1 2:A2-B2 3:B3"),
    # three pods and more sit two by two along their seats
    ([2, 2, 2], 5, "5:A1-B1 6:C1-A2 7:B2-C2"),
    ([2, 2, 2, 2], 1, "1:A1-B1 2:C1-D1 3:A2-B2 4:C2-D2"),
    ([3, 2, 2], 1, "1:A1-B1 2:C1-A2 3:B2-C2 4:A3"),
    # at the end one of two pod mates changes with the nearest table
    ([4, 2, 2], 1, "1:A1-B1 2:C1-A2 3:B2-A4 4:A3-C2"),
    ([2, 4, 2], 1, "1:A1-B1 2:C1-B4 3:B2-C2 4:B3-A2"),
    ([4, 2, 2, 2], 1, "1:A1-B1 2:C1-D1 3:A2-B2 4:C2-A4 5:A3-D2"),
])  # fmt: skip
def test_pods_sit_two_by_two_along_their_seats(sizes: list[int], first: int, seats: str) -> None:
    made = building_tables(pods_of(sizes), first)
    assert " ".join(f"{number}:{'-'.join(ids)}" for number, ids in made.tables) == seats


def test_where_one_pod_is_too_large_no_fewer_pod_mates_could_meet() -> None:
    made = building_tables(pods_of([20, 4, 4]))
    assert (made.mates, made.bound) == (6, 6)
    assert building_tables(pods_of([10, 8]))[1:] == (0, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("pods", [3, 4, 5])
def test_nobody_could_do_better(pods: int) -> None:
    for sizes in combinations_with_replacement(range(1, 9 if pods < 5 else 5), pods):
        for order in (sizes, sizes[::-1], sizes[1:] + sizes[:1]):
            made = building_tables(pods_of(order))
            assert made.mates == made.bound == fewest(sizes), order


def sits_well(sizes: Sequence[int], made: Building) -> None:
    everybody = [*chain(*pods_of(sizes))]
    assert Counter(chain(*(ids for _, ids in made.tables))) == Counter(everybody)
    assert [number for number, _ in made.tables] == [*range(1, len(made.tables) + 1)]
    assert len(made.tables) == -(-len(everybody) // 2)
    met = sum(len(ids) == 2 and ids[0][0] == ids[1][0] for _, ids in made.tables)
    assert made.mates == met == made.bound
    queue = [pod[at] for at in range(max(sizes)) for pod in pods_of(sizes) if at < len(pod)]
    plain = [tuple(queue[at : at + 2]) for at in range(0, len(queue), 2)]
    meet = sum(len(ids) == 2 and ids[0][0] == ids[1][0] for ids in plain)
    changed = sum({*ids} != {*was} for (_, ids), was in zip(made.tables, plain, strict=True))
    assert changed == 2 * (meet - made.mates)


@pytest.mark.thorough
@given(st.lists(st.integers(1, 24), min_size=3, max_size=40))
def test_whatever_the_sizes_it_is_as_good_as_can_be(sizes: list[int]) -> None:
    sits_well(sizes, building_tables(pods_of(sizes)))


@pytest.mark.thorough
@pytest.mark.parametrize("aim", ["most_eights", "closest_to_eight"])
def test_pods_of_the_usual_sizes_never_meet(aim: str) -> None:
    for players in range(20, 321):
        sizes = pod_sizes(players, aim)
        if len(sizes) > 2:
            made = building_tables(pods_of(sizes))
            sits_well(sizes, made)
            assert not made.mates


def test_nobody_needs_no_table_and_an_empty_pod_is_none() -> None:
    assert building_tables([]) == ((), 0, 0)
    assert building_tables([("A",), (), ("B", "C")]) == building_tables([("A",), ("B", "C")])
    assert building_tables([("A", "B", "C"), (), ("D",)]).tables[1:] == ((2, ("B",)), (3, ("C",)))

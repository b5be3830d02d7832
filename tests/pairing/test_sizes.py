import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.pairing.tables import Sizes, pod_sizes

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.mark.parametrize(("players", "tables"), [
    (23, (4, 4, 4, 4, 4, 3)), (22, (4, 4, 4, 4, 3, 3)), (21, (4, 4, 4, 3, 3, 3)),
    (20, (4, 4, 4, 4, 4)), (6, (3, 3)), (9, (3, 3, 3)), (5, (5,)), (3, (3,)), (2, (2,)),
])  # fmt: skip
def test_small_pods_are_as_few_as_possible(players: int, tables: tuple[int, ...]) -> None:
    assert pod_sizes(players, 4, "small_pods") == Sizes(tables)


@pytest.mark.parametrize("uneven", ["small_pods", "byes", "small_pods_then_byes"])
def test_a_single_player_has_a_bye_and_nobody_at_all_has_none(uneven: str) -> None:
    assert pod_sizes(1, 4, uneven, 0) == Sizes((), 1)
    assert pod_sizes(0, 4, uneven) == Sizes(())


@pytest.mark.parametrize(("players", "expected"), [
    (23, Sizes((4, 4, 4, 4, 4), 3)), (5, Sizes((4,), 1)), (4, Sizes((4,))), (3, Sizes((3,))),
    (2, Sizes((2,))),
])  # fmt: skip
def test_byes_keep_the_pods_full_but_somebody_always_plays(players: int, expected: Sizes) -> None:
    assert pod_sizes(players, 4, "byes") == expected


def test_more_byes_than_the_limit_become_a_small_pod() -> None:
    assert pod_sizes(23, 4, "byes", 2) == Sizes((4, 4, 4, 4, 4, 3))
    assert pod_sizes(22, 4, "byes", 2) == Sizes((4, 4, 4, 4, 4), 2)


def test_byes_come_last_where_small_pods_go_first() -> None:
    assert pod_sizes(23, 4, "small_pods_then_byes", 2) == Sizes((4, 4, 4, 4, 4, 3))
    assert pod_sizes(5, 4, "small_pods_then_byes", 2) == Sizes((4,), 1)
    assert pod_sizes(5, 4, "small_pods_then_byes", 0) == Sizes((5,))


def test_other_standard_sizes_do_likewise() -> None:
    assert pod_sizes(23, 5, "small_pods") == Sizes((5, 5, 5, 4, 4))
    assert pod_sizes(11, 5, "small_pods") == Sizes((4, 4, 3))
    assert pod_sizes(11, 3, "small_pods") == Sizes((4, 4, 3))
    assert pod_sizes(11, 3, "byes") == Sizes((3, 3, 3), 2)


@given(
    st.integers(3, 400), st.sampled_from([3, 4, 5]),
    st.sampled_from(["small_pods", "byes", "small_pods_then_byes"]), st.none() | st.integers(0, 4),
)  # fmt: skip
def test_everybody_has_a_seat_or_a_bye_and_pods_hold_three_to_five(
    players: int, standard: int, uneven: str, most: int | None
) -> None:
    sizes = pod_sizes(players, standard, uneven, most)
    assert sum(sizes.tables) + sizes.byes == players
    assert all(3 <= size <= 5 for size in sizes.tables)
    assert sizes.byes <= (standard - 1 if most is None else most)
    assert len(set(sizes.tables)) <= 2
    assert list(sizes.tables) == sorted(sizes.tables, reverse=True)


@given(st.integers(6, 400))
def test_pods_of_four_take_the_least_number_of_threes(players: int) -> None:
    tables = pod_sizes(players, 4, "small_pods").tables
    least = next(b for b in range(players) if players >= 3 * b and (players - 3 * b) % 4 == 0)
    assert tables == (4,) * ((players - 3 * least) // 4) + (3,) * least

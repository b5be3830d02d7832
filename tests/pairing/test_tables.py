from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.phase import Mode, SettingValue
from runner.core.seating import SeatedTable
from runner.pairing.engine import Result, pair
from runner.pairing.state import Entrant
from runner.pairing.tables import numbered
from tests.support.states import state_of

pytestmark = pytest.mark.thorough  # left out of make quick


def ranked(count: int) -> list[Entrant]:
    return [Entrant(f"P{at:02}", Fraction(50 - at)) for at in range(count)]


def paired(players: list[Entrant], **settings: SettingValue) -> Result:
    return pair(state_of(tuple(players), settings=settings))


def table_of(result: Result, player: str) -> int:
    return next(table.number for table in result.tables if player in table.seats)


@pytest.mark.parametrize(
    ("first", "order", "numbers"),
    [(20, "up", [20, 21, 22]), (100, "down", [100, 99, 98]), (2, "down", [2, 1, 3])],
    ids=["up", "down", "down until they run out"],
)
def test_the_best_sit_at_the_first_table(first: int, order: str, numbers: list[int]) -> None:
    result = paired(ranked(12), first_table=first, table_order=order)
    assert [table_of(result, each) for each in ("P00", "P04", "P08")] == numbers


def test_gaps_stay_empty_unless_a_fixed_table_pulls_a_pod_there() -> None:
    result = paired(ranked(16), table_gaps=["2", "4-10"])
    assert [table.number for table in result.tables] == [1, 3, 11, 12]
    players = ranked(12)
    players[5] = replace(players[5], fixed_table=2)
    players[0] = replace(players[0], fixed_table=77)
    result = paired(players, table_gaps=["77"])
    assert [table_of(result, each) for each in ("P00", "P03", "P05", "P08")] == [77, 77, 2, 1]


def test_players_with_different_fixed_tables_are_never_in_one_pod() -> None:
    players = ranked(8)
    players[0] = replace(players[0], fixed_table=5, opponents=tuple(f"P{at:02}" for at in (4, 5)))
    players[1] = replace(players[1], fixed_table=6)
    for mode in (Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD):
        result = pair(state_of(tuple(players), mode))
        assert table_of(result, "P00") == 5
        assert table_of(result, "P01") == 6


def test_who_wants_a_table_that_is_taken_or_filled_by_hand_is_told() -> None:
    players = ranked(8)
    players[0] = replace(players[0], fixed_table=3)
    players[7] = replace(players[7], fixed_table=3)
    result = paired(players)
    assert [table_of(result, "P00"), table_of(result, "P07")] == [3, 1]
    assert "P07 cannot sit at table 3, which is taken." in result.certificate.notes
    players = ranked(12)
    players[0] = replace(players[0], fixed_table=2)
    state = state_of(tuple(players), placed=(SeatedTable(2, ("P08", "P09", "P10", "P11")),))
    result = pair(state)
    assert [table.number for table in result.tables] == [1, 2, 3]
    assert "P00 cannot sit at table 2, which is taken." in result.certificate.notes


@given(
    st.lists(st.none() | st.integers(1, 12), min_size=1, max_size=10), st.sets(st.integers(1, 12)),
    st.integers(1, 12), st.sampled_from(["up", "down"]),
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=2),
)  # fmt: skip
def test_no_number_is_given_twice_or_against_the_rules(
    wishes: list[int | None], taken: set[int], first: int, order: str, gaps: list[tuple[int, int]]
) -> None:
    rules = replace(
        state_of(()).ruleset, first_table=first, table_order=order, table_gaps=tuple(gaps)
    )
    tables = [[Entrant(str(at), fixed_table=wish)] for at, wish in enumerate(wishes)]
    numbers, notes = numbered(tables, rules, taken)
    assert len(set(numbers)) == len(wishes)
    assert not set(numbers) & taken
    for wish, number in zip(wishes, numbers, strict=True):
        assert number >= 1
        in_gap = any(least <= number <= most for least, most in gaps)
        assert number == wish or not in_gap
    unmet = [at for at, wish in enumerate(wishes) if wish not in (None, numbers[at])]
    assert len(notes) == len(unmet)

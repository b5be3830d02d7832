from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from statistics import pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.event import Mode, SettingValue
from runner.core.randomness import Stream
from runner.pairing.engine import pair
from runner.pairing.seats import seated
from runner.pairing.state import Entrant
from tests.support.states import event, newcomers, state_of

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.mark.parametrize(
    ("mode", "seats"), [(Mode.MULTIPLAYER, 4), (Mode.HEAD_TO_HEAD, 2)], ids=["pods", "matches"]
)
def test_turns_in_each_seat_stay_even_over_an_event(mode: Mode, seats: int) -> None:
    *_, (state, _) = islice(event(64, mode), seats + 1)
    turns = [Counter(player.seats) for player in state.players]
    assert all(max(each.values()) <= 2 for each in turns)
    even = sum(max(each.values()) == 1 for each in turns)
    assert even > len(turns) / 2


@given(st.lists(st.lists(st.integers(1, 4), max_size=6).map(tuple), min_size=3, max_size=4))
def test_balanced_seats_have_the_least_sum_of_squares(taken: list[tuple[int, ...]]) -> None:
    players = [Entrant(f"P{at}", seats=seats) for at, seats in enumerate(taken)]

    def squares(order: tuple[str, ...]) -> int:
        counts = [
            Counter((*player.seats, order.index(player.id) + 1)).values() for player in players
        ]
        return sum(times * times for each in counts for times in each)

    made = seated(players, "balanced", Stream("seats"))
    assert squares(made) == min(map(squares, permutations(player.id for player in players)))


def test_the_top_seed_has_the_first_seat_where_the_event_wants_it() -> None:
    players = tuple(Entrant(f"P{at}", Fraction(9 - at)) for at in range(8))
    for seed in "abc":
        tables = pair(state_of(players, seed=seed, settings={"seats": "top_seed_first"})).tables
        assert [table.seats[0] for table in tables] == ["P0", "P4"]


def test_a_sliding_window_gives_no_seat_twice_in_as_many_rounds_as_seats() -> None:
    taken = [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)]
    players = [Entrant(f"P{at}", seats=seats) for at, seats in enumerate(taken)]
    assert seated(players, "sliding_window", Stream("x")) == ("P1", "P2", "P3", "P0")


def test_a_sliding_window_that_cannot_be_kept_takes_the_seat_used_longest_ago() -> None:
    """All three have had seat 1 in the last two rounds, A the longest ago."""
    players = [Entrant("A", seats=(1, 2)), Entrant("B", seats=(2, 1)), Entrant("C", seats=(3, 1))]
    for seed in "abc":
        assert seated(players, "sliding_window", Stream(seed)) == ("A", "C", "B")


def test_random_seats_follow_the_seed_alone() -> None:
    players = tuple(replace(each, seats=(1, 1, 1)) for each in newcomers(4))
    firsts = {
        pair(state_of(players, seed=str(seed), settings={"seats": "random"})).tables[0].seats[0]
        for seed in range(40)
    }
    assert firsts == {"P001", "P002", "P003", "P004"}


STRENGTHS = tuple(Fraction(each, 100) for each in (31, 26, 23, 20))


def spread_of_luck(settings: Mapping[str, SettingValue]) -> float:
    """The variance of the sums of the strengths of everybody's seats after five rounds."""
    *_, (state, _) = islice(event(64, settings=settings), 6)
    luck = [float(sum(STRENGTHS[seat - 1] for seat in each.seats)) for each in state.players]
    return pvariance(luck)


def test_seats_of_given_strength_even_out_luck() -> None:
    strengths: dict[str, SettingValue] = {"seat_strengths": [float(each) for each in STRENGTHS]}
    assert spread_of_luck(strengths) < spread_of_luck({})


def test_who_had_the_best_seats_gets_the_worst_one_where_strength_counts() -> None:
    taken = ((1, 1), (2, 2), (3, 3), (4, 4))
    players = [Entrant(f"P{at}", seats=seats) for at, seats in enumerate(taken)]
    made = seated(players, "balanced", Stream("x"), STRENGTHS)
    assert made == ("P3", "P2", "P1", "P0")


def test_who_meet_again_do_not_sit_next_to_each_other_where_seats_allow_it() -> None:
    players = [Entrant(f"P{at}") for at in range(4)]
    players[0] = replace(players[0], opponents=("P1",))
    for seed in range(20):
        made = seated(players, "balanced", Stream(seed))
        assert abs(made.index("P0") - made.index("P1")) == 2
    assert len({seated(players, "balanced", Stream(seed)) for seed in range(20)}) > 3


def test_every_player_has_even_seats_at_the_end_of_an_event_or_nearly() -> None:
    """At least 98 of 100, over six rounds of 64 players."""
    *_, (_, last) = islice(event(64), 6)
    assert last.certificate.uneven_seats is not None
    assert last.certificate.uneven_seats <= 64 * 0.02 + 1

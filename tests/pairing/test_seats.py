from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.phase import Mode, SettingValue
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable
from runner.pairing.engine import pair
from runner.pairing.seats import seated
from runner.pairing.state import Entrant
from runner.rules.ruleset import WIN_RATES
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


def test_the_top_seed_has_the_first_seat_and_random_seats_follow_the_seed_alone() -> None:
    players = tuple(Entrant(f"P{at}", Fraction(9 - at)) for at in range(8))
    for seed in "abc":
        tables = pair(state_of(players, seed=seed, settings={"seats": "top_seed_first"})).tables
        assert [table.seats[0] for table in tables] == ["P0", "P4"]
    players = tuple(replace(each, seats=(1, 1, 1)) for each in newcomers(4))
    firsts = {
        pair(state_of(players, seed=str(seed), settings={"seats": "random"})).tables[0].seats[0]
        for seed in range(40)
    }
    assert firsts == {"P001", "P002", "P003", "P004"}


def test_a_sliding_window_gives_no_seat_twice_or_else_the_one_used_longest_ago() -> None:
    taken = [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)]
    players = [Entrant(f"P{at}", seats=seats) for at, seats in enumerate(taken)]
    assert seated(players, "sliding_window", Stream("x")) == ("P1", "P2", "P3", "P0")
    # All three have had seat 1 in the last two rounds, A the longest ago.
    players = [Entrant("A", seats=(1, 2)), Entrant("B", seats=(2, 1)), Entrant("C", seats=(3, 1))]
    for seed in "abc":
        assert seated(players, "sliding_window", Stream(seed)) == ("A", "C", "B")


AGAIN = "a seat again within as many rounds as"
SLIDING: dict[str, SettingValue] = {"seats": "sliding_window"}


@pytest.mark.parametrize("players", range(13, 19))
def test_the_certificate_counts_who_has_a_seat_again_too_soon(players: int) -> None:
    for state, result in islice(event(players, settings=SLIDING), 6):
        seats = {player.id: player.seats for player in state.players}
        again = sorted(
            player
            for table in result.tables
            for seat, player in enumerate(table.seats, 1)
            if seat in seats[player][::-1][: len(table.seats) - 1]
        )
        told = [note for note in result.certificate.notes if AGAIN in note]
        few = ", ".join(again[:6])
        assert [note.split(":")[0].split()[0] for note in told] == [str(len(again))] * bool(again)
        assert all(few in note for note in told)
        no_other = "No other order at these tables gives fewer players a seat again so soon."
        assert (no_other in result.certificate.notes) is bool(again)


def test_seats_by_hand_that_another_order_would_spare_are_told_where_seatings_slide() -> None:
    players = tuple(replace(each, seats=(at,)) for at, each in enumerate(newcomers(4), 1))
    seats = tuple(player.id for player in players)
    state = replace(state_of(players, settings=SLIDING), placed=(SeatedTable(1, seats),))
    notes = pair(state).certificate.notes
    assert "Another order at these tables would spare 4 players that." in notes
    assert not any(AGAIN in note for note in pair(replace(state, placed=())).certificate.notes)
    for _, result in islice(event(13), 6):
        assert not any(AGAIN in note for note in result.certificate.notes)


NO_STRENGTHS: dict[str, SettingValue] = {"seat_strengths": [1, 1, 1, 1]}


def spread_of_luck(settings: Mapping[str, SettingValue], rounds: int = 6) -> tuple[float, int]:
    """The standard deviation of everybody's expected wins by the published win rates of their
    seats, over three events, and how many players have uneven seats."""
    spread, uneven = 0.0, 0
    for seed in "abc":
        *_, (state, last) = islice(event(64, seed=seed, settings=settings), rounds)
        seats = {player.id: list(player.seats) for player in state.players}
        for table in last.tables:
            for seat, player in enumerate(table.seats, start=1):
                seats[player].append(seat)
        spread += pstdev(float(sum(WIN_RATES[at - 1] for at in each)) for each in seats.values())
        uneven += last.certificate.uneven_seats or 0
    return spread / 3, uneven


def test_balanced_seats_even_out_luck_and_turns_stay_as_even() -> None:
    """After six rounds, as it is by default and with all seats held to be as good."""
    spread, uneven = spread_of_luck({})
    before, uneven_before = spread_of_luck(NO_STRENGTHS)
    assert spread < 0.85 * before
    assert uneven <= uneven_before + 2


def test_who_had_the_best_seats_gets_the_worst_one_but_even_turns_go_first() -> None:
    """A has had the best seat twice, and B the worst."""
    lucky = [Entrant("A", seats=(1, 2, 3, 4, 1)), Entrant("B", seats=(1, 2, 3, 4, 4)),
             Entrant("C", seats=(1, 2, 3, 4)), Entrant("D", seats=(1, 2, 3, 4))]  # fmt: skip
    for seed in range(10):
        made = seated(lucky, "balanced", Stream(seed), WIN_RATES)
        assert (made[0], made[3]) == ("B", "A")
    # A has had bad seats, but the best one once as well: first come those that A has not had.
    players = [Entrant("A", seats=(1, 4, 4, 4)), *(Entrant(name) for name in "BCD")]
    for seed in range(10):
        assert seated(players, "balanced", Stream(seed), WIN_RATES)[1] == "A"


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

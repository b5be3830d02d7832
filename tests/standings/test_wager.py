"""Wager scoring in its three rule sets, and the exact mean over all orders of the rounds."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.identifiers import RoundId
from runner.core.numbers import total
from runner.core.rounds import Round, Table
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories
from runner.standings.ranking import workings
from runner.standings.scoring.order_average import MOST_ROUNDS, mean_over_orders
from runner.standings.scoring.scoring import Pot
from runner.standings.scoring.wager import Wager
from tests.support.data import document, expected, needs_data, snapshot
from tests.support.events import latest_ranking
from tests.support.rounds_as_text import rounds
from tests.support.standings import people, ranked, rules

EVERYBODY_DREW = "Round 1 | T1 a b c d = draw"
WON = "Round 1 | T1 a b c d = A"


def hareruya(**settings: Any) -> Ruleset:
    return rules("hareruya", **settings)


def scored(used: Ruleset, played: str | Sequence[Round], ids: str, **late: int) -> Histories:
    played = rounds(played) if isinstance(played, str) else played
    return Wager().histories(used, played, people(ids, **late), 0)


def stacks(used: Ruleset, played: str | Sequence[Round], ids: str, **late: int) -> list[Fraction]:
    found = scored(used, played, ids, **late)
    return [found[each].match_points for each in ids]


def test_a_draw_evens_out_what_was_staked_or_costs_it_where_it_is_lost() -> None:
    rounds = f"{WON}\nRound 2 | T1 a b c d = draw"
    pot = Fraction(7, 100) * 4000
    assert stacks(hareruya(), rounds, "abcd") == [
        Fraction(93, 100) * each + pot / 4 for each in (1210, 930, 930, 930)
    ]
    assert stacks(rules("hareruya-shop"), EVERYBODY_DREW, "abcd") == [930] * 4


POD = "Round 1 | T1 a b c d = "
THIRD = 930 + Fraction(280, 3)


@pytest.mark.parametrize(("played", "expected"), [
    pytest.param(WON, [1210, 930, 930, 930], id="the winner takes what the others stake"),
    pytest.param("Round 1 | T1 a b c = A", [1140, 930, 930], id="of two others"),
    pytest.param(EVERYBODY_DREW, [1000] * 4, id="equal stacks draw"),
    *((f"{EVERYBODY_DREW}, C {away}", [THIRD, THIRD, 930, THIRD])
      for away in ("conceded", "penalty", "no-show")),
    pytest.param(f"{POD} none", [930] * 4, id="all lose"),
    pytest.param(f"{POD} A 0, B 3, C 1, D 0", [930, 1210, 930, 930], id="the most points win"),
    pytest.param(f"{POD} A 3, B 3, C 1, D 0", [1070, 1070, 930, 930], id="equal points draw"),
])  # fmt: skip
def test_a_pot_goes_to_whoever_wins_or_draws(played: str, expected: list[Fraction]) -> None:
    assert stacks(hareruya(), played, "abcd"[: len(expected)]) == expected


def test_gains_are_rounded_up_as_is_their_average_and_losses_are_not() -> None:
    shop = rules("hareruya-shop")
    rounds = f"{WON}\nRound 2 | T1 b a c d = A"
    assert stacks(shop, rounds, "abcd") == [
        Fraction("1125.3"), 930 + 215, Fraction("864.9"), Fraction("864.9"),
    ]  # fmt: skip  # b takes 84.7 + 65.1 + 65.1 = 214.9
    exact = stacks(hareruya(), rounds, "abcd")
    assert exact[1] == 930 + Fraction("214.9")
    rounds = "Round 1 | T1 b c d e = A | bye a\nRound 2 | T1 a c d e = A\nRound 3 | T1 a b c d = B"
    used = hareruya(wager_bye="average", wager_rounding="up")
    played = (1000 + 196) * Fraction(93, 100)  # 3 stakes of 65.1 are a gain of 196
    assert stacks(used, rounds, "a") == [played + 57]  # (1112.28 - 1000) / 2 is 56.14


def test_each_seat_stakes_by_its_factor_or_the_plain_wager_and_at_most_everything() -> None:
    used = hareruya(seat_factors=[1.5, 0.5])
    assert stacks(used, WON, "abcd") == [
        1000 + 35 + 70 + 70, 965, 930, 930,
    ]  # fmt: skip
    used = hareruya(wager=40, seat_factors=[1, 4])
    assert stacks(used, "Round 1 | T1 a b c = A", "abc") == [2400, 0, 600]


def test_a_table_that_is_empty_or_still_plays_stakes_nothing() -> None:
    empty = [Round(RoundId(1, 1), (Table(1, ()),))]
    assert stacks(rules("hareruya-averaged"), empty, "") == []
    assert stacks(rules("hareruya-averaged"), empty, "a") == [1000]
    assert stacks(hareruya(), f"{WON} | T2 e f g", "efg") == [1000] * 3


@pytest.mark.parametrize(("bye", "stack"), [("2", 1140), ("1/2", 1035), ("none", 1000)])
def test_a_bye_earns_the_wager_so_many_times(bye: str, stack: int) -> None:
    assert stacks(hareruya(wager_bye=bye), "Round 1 | bye a", "a") == [stack]


def test_a_bye_may_earn_the_average_gain_of_the_rounds_played_and_costs_nothing() -> None:
    rounds = "Round 1 | T1 b c d e = A | bye a\nRound 2 | T1 a c d e = A | bye b"
    found = scored(hareruya(wager_bye="average"), rounds, "abcde")
    gain = 3 * Fraction("65.1")  # what c, d and e staked once they had lost to b
    assert [line.points for line in found["a"].rounds] == [gain, gain]
    assert found["a"].match_points == 1000 + 2 * gain
    assert found["b"].match_points == 1000 + 2 * 210
    # As in the rows of P080 and six others of the published standings of 118 players.
    rounds = "Round 1 | bye b\nRound 2 | T1 a b c d = A"
    assert stacks(hareruya(wager_bye="average"), rounds, "b") == [930]


def test_a_round_missed_costs_the_stake_and_points_of_rounds_are_what_each_changed() -> None:
    rounds = "\n".join(f"Round {number} | T1 b c d = A | absent e" for number in (1, 2, 3))
    assert stacks(hareruya(), rounds, "ae", a=3) == [1000 * Fraction(93, 100) ** 2, 1000]
    rounds = f"{WON} | bye e\nRound 2 | T1 e a b c = draw | bye d"
    for history in scored(hareruya(), rounds, "abcde").values():
        assert 1000 + total(line.points for line in history.rounds) == history.match_points


def test_the_presets_differ_as_the_rule_sets_do_and_their_scoring_can_be_changed() -> None:
    plain, shop, averaged = (
        rules(each) for each in ("hareruya", "hareruya-shop", "hareruya-averaged")
    )
    assert {each.scoring for each in (plain, shop, averaged)} == {"wager"}
    assert {(each.start, each.wager) for each in (plain, shop, averaged)} == {(1000, 7)}
    assert (plain.wager_draw, plain.wager_bye, plain.wager_rounding) == ("split", "2", "none")
    assert (shop.wager_draw, shop.wager_bye, shop.wager_rounding) == ("lose", None, "up")
    assert [each.order_average for each in (plain, shop, averaged)] == [False, False, True]
    assert [each.standings_hidden for each in (plain, shop, averaged)] == [False, True, False]
    assert rules("mamtr", scoring="wager").scoring == "wager"
    assert rules("hareruya", scoring="match points").scoring == "match_points"


EVENT = rounds("""
    Round 1 | T1 a b c d = A | T2 e f g = A | bye h
    Round 2 | T1 a e h g = draw, C conceded | T2 b c d = B
    Round 3 | T1 h g f e = A | T2 a b c = draw | bye d
    Round 4 | T1 d c b a = A | T2 e f g h = none
    Round 5 | T1 a f c h = C | bye b e
""")


@pytest.mark.parametrize("bye", ["2", "none"])
@pytest.mark.parametrize("factors", [[], [1.32, 1.05, 0.91, 0.72]])
def test_the_mean_is_exactly_that_of_every_order(bye: str, factors: list[float]) -> None:
    used = {"wager_bye": bye, "seat_factors": factors}
    mean = [Fraction(0)] * 8
    for order in permutations(EVENT):
        for at, stack in enumerate(stacks(hareruya(**used), order, "abcdefgh")):
            mean[at] += stack / factorial(len(EVENT))
    assert stacks(rules("hareruya-averaged", **used), EVENT, "abcdefgh") == mean


def test_what_a_round_changes_is_the_mean_of_what_it_changes_in_every_order() -> None:
    used, ids = {"seat_factors": [1.32, 1.05, 0.91, 0.72]}, "abcdefgh"
    mean = {(round_.id, each): Fraction(0) for round_ in EVENT for each in ids}
    for order in permutations(EVENT):
        found = scored(hareruya(**used), order, ids)
        for each in ids:
            for line in found[each].rounds:
                mean[order[line.round - 1].id, each] += line.points / factorial(len(EVENT))
    averaged = scored(rules("hareruya-averaged", **used), EVENT, ids)
    for each in ids:
        for line in averaged[each].rounds:
            assert line.points == mean[RoundId(1, line.round), each]


def as_floats(rounds: Sequence[Sequence[Pot]], order: Sequence[int], count: int) -> list[float]:
    """A straightforward float version of one order."""
    stack = [1000.0] * count
    for at in order:
        for pot in rounds[at]:
            staked = {int(p): stack[int(p)] * float(r)
                      for p, r in zip(pot.players, pot.rates, strict=True)}  # fmt: skip
            for player, share in zip(pot.players, pot.shares, strict=True):
                stack[int(player)] += sum(staked.values()) * float(share) - staked[int(player)]
    return stack


RATES = st.sampled_from([Fraction(7, 100), Fraction(924, 10000), Fraction(1, 3), Fraction(0)])


@st.composite
def random_rounds(draw: Any, most: int = 4) -> list[list[Pot]]:
    rounds = []
    for _ in range(draw(st.integers(0, most))):
        order = draw(st.permutations("012345"))
        takers = draw(st.integers(0, 4))
        share = Fraction(1, max(1, takers))
        shares = (*(share,) * takers, *(Fraction(0),) * (4 - takers))
        rates = tuple(draw(RATES) for _ in range(4))
        bye = Pot((order[4],), (-draw(RATES),), (Fraction(0),))
        rounds.append([Pot(tuple(order[:4]), rates, shares), bye])
    return rounds


@given(random_rounds())
@settings(max_examples=40, deadline=None)
def test_the_mean_is_near_that_of_floats_over_every_order(rounds: list[list[Pot]]) -> None:
    orders = list(permutations(range(len(rounds))))
    each = [as_floats(rounds, order, 6) for order in orders]
    _, exact = mean_over_orders(rounds, "012345", Fraction(1000))
    for player, column in zip("012345", zip(*each, strict=True), strict=True):
        assert abs(float(exact[player]) - sum(column) / len(orders)) < 1e-9


@pytest.mark.thorough
def test_the_mean_over_seven_rounds_is_near_that_of_floats_over_5040_orders() -> None:
    four = (Fraction(7, 100),) * 4
    rounds = [
        [Pot(tuple("0123456"[at:] + "0123456"[:at])[:4], four,
             (Fraction(1), *(Fraction(0),) * 3) if at % 3 else (Fraction(1, 4),) * 4)]
        for at in range(7)
    ]  # fmt: skip
    sums = [0.0] * 7
    for order in permutations(range(7)):
        sums = [a + b for a, b in zip(sums, as_floats(rounds, order, 7), strict=True)]
    _, exact = mean_over_orders(rounds, "0123456", Fraction(1000))
    for at in range(7):
        assert abs(float(exact[str(at)]) - sums[at] / 5040) < 1e-9


@given(random_rounds(), st.randoms())
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_rounds_does_not_matter_to_the_mean(
    rounds: list[list[Pot]], chance: Any
) -> None:
    _, before = mean_over_orders(rounds, "012345", Fraction(1000))
    chance.shuffle(rounds)
    assert mean_over_orders(rounds, "012345", Fraction(1000))[1] == before


def test_factors_of_many_digits_are_as_exact() -> None:
    odd = Fraction(123456789012345, 10**16)
    rounds = [[Pot(("a", "b"), (odd, odd / 7), (Fraction(1), Fraction(0)))],
              [Pot(("b", "a"), (odd / 3, odd), (Fraction(1), Fraction(0)))]]  # fmt: skip
    _, found = mean_over_orders(rounds, "ab", Fraction(1000, 3))
    first = Fraction(1000, 3) * odd / 7, Fraction(1000, 3) * odd
    a_then_b = (Fraction(1000, 3) + first[0]) * (1 - odd)
    b_then_a = Fraction(1000, 3) - first[1]
    b_then_a += (Fraction(1000, 3) + first[1]) * odd / 7
    assert found["a"] == (a_then_b + b_then_a) / 2
    assert found["a"] + found["b"] == Fraction(2000, 3)


def test_beyond_the_most_rounds_the_mean_is_over_rotations_and_nobody_has_one_too() -> None:
    again = (EVENT * 3)[: MOST_ROUNDS + 1]
    rounds = [replace(each, id=RoundId(1, at)) for at, each in enumerate(again, 1)]
    mean = [Fraction(0)] * 8
    for at in range(len(rounds)):
        renumbered = rounds[at:] + rounds[:at]
        for player, stack in enumerate(stacks(hareruya(), renumbered, "abcdefgh")):
            mean[player] += stack / len(rounds)
    assert stacks(rules("hareruya-averaged"), rounds, "abcdefgh") == mean
    assert mean_over_orders([], "ab", Fraction(1000)) == ([], {"a": 1000, "b": 1000})
    assert mean_over_orders([[]], "", Fraction(1000)) == ([{}], {})


@st.composite
def random_events(draw: Any) -> list[Round]:
    lines = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        order = "".join(draw(st.permutations("abcdefgh")))
        results = [draw(st.sampled_from(["A", "draw", "draw, C lost, D lost"])) for _ in "12"]
        pods = [" ".join(order[at : at + 4]) for at in (0, 4)]
        lines.append(f"Round {number} | T1 {pods[0]} = {results[0]} | T2 {pods[1]} = {results[1]}")
    return rounds("\n".join(lines))


@pytest.mark.thorough
@given(random_events(), st.booleans(), st.sampled_from([[], [1.32, 1.05, 0.91, 0.72]]))
@settings(max_examples=50, deadline=None)
def test_stacks_sum_to_the_same_where_nothing_is_rounded(
    rounds: list[Round], order_average: bool, factors: list[float]
) -> None:
    used = hareruya(order_average=order_average, seat_factors=factors)
    assert total(stacks(used, rounds, "abcdefgh")) == 8000


@given(random_events(), st.permutations("abcdefgh"))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_players_changes_nothing(rounds: list[Round], order: list[str]) -> None:
    one, other = (scored(hareruya(), rounds, "".join(ids)) for ids in ("abcdefgh", order))
    assert {key: each.match_points for key, each in one.items()} == {
        key: each.match_points for key, each in other.items()
    }


@pytest.mark.thorough
@needs_data
def test_118_published_wager_scores_come_out_in_every_row() -> None:
    """They were rounded up at the fifth decimal at every step; ours are exact."""
    event = document("pods_118")
    event["phases"][0]["preset"] = "hareruya-averaged"
    event["phases"][0]["settings"] = {
        "seat_factors": [1.32, 1.05, 0.91, 0.72],
        "wager_bye": "average",
    }
    made = snapshot(event)
    ranking = latest_ranking(made)
    found = {row.player: row.match_points for row in ranking.rows}
    published = expected("pods_118")["rows"]
    assert len(published) == 118
    for row in published:
        assert abs(found[row["player"]] - Fraction(row["points"])) < Fraction("0.0001"), row


def test_the_working_of_a_stack_begins_with_the_start_and_adds_up() -> None:
    stack = workings(ranked("abcd", WON, hareruya()), "a", {})[0]
    assert stack.lines[0].label == "Start"
    assert [line.value for line in stack.lines] == [1000, 210]
    assert stack.value == 1210

"""Turns at the same time in Grand Melee, against tables made by hand from both texts."""

import pytest

from runner.rules.variants.turn_markers import (
    Classic,
    Comprehensive,
    TurnRules,
    course,
    turn_rules,
    within,
)
from runner.rules.variants.variant import Rules

BY_HAND = """
left  classic at most  CR 807
28    4       4        7
27    4       4        6
26    4       4        6
25    4       4        6
24    4       4        6
23    3       4        5
22    3       4        5
21    3       4        5
20    3       4        5
19    3       3        4
18    3       3        4
17    2       3        4
16    2       3        4
15    2       3        3
14    2       2        3
13    2       2        3
12    2       2        3
11    1       2        2
10    1       2        2
9     1       1        2
"""
"""Grand Melee from 28 players to 9, with spells that reach two seats in the classic rules."""


def _by_hand() -> list[tuple[int, int, int, int]]:
    lines = BY_HAND.strip().splitlines()[1:]
    return [(a, b, c, d) for a, b, c, d in (map(int, line.split()) for line in lines)]


def _one_by_one() -> list[tuple[int]]:
    """Nineteen of 28 go out, somewhere round the circle."""
    return [(seat * 5 % 28,) for seat in range(19)]


def test_from_28_players_to_9_by_both_texts() -> None:
    """At each elimination: turns that the classic rules advise and allow; markers of CR 807."""
    classic = course(Classic(2), 28, _one_by_one())
    current = course(Comprehensive(), 28, _one_by_one())
    found = [
        (old.left, old.best, old.most, new.most) for old, new in zip(classic, current, strict=True)
    ]
    assert found == _by_hand()


def test_when_a_turn_must_go_and_when_it_had_better() -> None:
    """28 players: advised at 23, forced at 19, and so on; a marker of CR 807 goes at once."""
    classic = course(Classic(2), 28, _one_by_one())
    assert [step.left for step in classic if step.advises] == [23, 17, 11]
    assert [step.left for step in classic if step.forces] == [19, 14, 9]
    current = course(Comprehensive(), 28, _one_by_one())
    forced = [step.left for step in current if step.forces]
    assert forced == [27, 23, 19, 15, 11]
    assert forced == [step.left for step in current if step.advises]


def test_24_players_with_four_turns_lose_one_with_the_next_elimination() -> None:
    """24 begin with four turns; 23 players would begin with three."""
    before, after = course(Classic(2), 24, [(7,)])
    assert (before.best, after.best, after.advises, after.forces) == (4, 3, True, False)


@pytest.mark.parametrize(("rules", "turns"), [
    # the chart of the classic rules, for up to forty players and a spell range of two
    *((Classic(2), dict.fromkeys(range(6 * turns, 6 * turns + 6), turns))
      for turns in range(2, 6)),
    (Classic(2), dict.fromkeys(range(2, 12), 1)),
    (Classic(2), dict.fromkeys(range(36, 41), 6)),
    # oneself, two neighbours and one more; and a marker for every full four, but never none
    *((rules, {3: 1, 4: 1, 7: 1, 8: 2, 15: 3, 16: 4, 28: 7, 60: 15})
      for rules in (Classic(1), Comprehensive())),
])  # fmt: skip
def test_so_many_turns_at_the_start(rules: TurnRules, turns: dict[int, int]) -> None:
    assert {players: rules.at_start(players) for players in turns} == turns


def test_a_spell_range_of_one_forces_a_turn_away_later() -> None:
    """Seven turns of three players each: forced where fewer than 21 are left."""
    steps = course(Classic(1), 28, _one_by_one())
    assert [step.left for step in steps if step.forces] == [20, 17, 14, 11]
    assert [step.left for step in steps if step.advises] == [27, 23, 19, 15, 11]


def test_where_the_first_turns_are() -> None:
    """Evenly round the circle in the classic rules, four seats apart in CR 807."""
    assert Classic(2).starting_seats(28) == (0, 7, 14, 21)
    assert Classic(2).starting_seats(29) == (0, 7, 14, 21)
    assert Classic(2).starting_seats(26) == (0, 6, 13, 19)
    assert Comprehensive().starting_seats(19) == (0, 4, 8, 12)


@pytest.mark.parametrize("players", range(6, 61))
@pytest.mark.parametrize("reach", [1, 2, 3])
def test_all_begin_at_once(players: int, reach: int) -> None:
    """No sphere of influence overlaps another at the start, and no marker waits (CR 807.4d)."""
    for rules, apart in ((Classic(reach), 2 * reach + 1), (Comprehensive(), 4)):
        seats = rules.starting_seats(players)
        assert len(seats) == len(set(seats)) == rules.at_start(players)
        following = (*seats[1:], seats[0] + players)
        assert all(
            there - seat >= apart
            for seat, there in zip(seats, following, strict=True)
            if len(seats) > 1
        )


def test_which_classic_turn_and_which_marker_goes() -> None:
    """One in the spell range of who went out; the empty seat still counts as a position."""
    assert Classic(2).goes_among(7, range(24), {7}) == (7, 8, 6, 9, 5)
    assert Classic(2).goes_among(0, range(24), {0, 1}) == (0, 23, 2, 22)
    # CR 807.4e: the first one to the right of who left, past empty seats, round the circle
    assert Comprehensive().goes_among(2, range(8), {2, 1}) == (0, 7, 6, 5, 4, 3)


def test_who_go_out_together_take_as_many_turns_away_and_the_texts_have_their_ranges() -> None:
    """Nine of 28 at once: from four turns to three, and from seven markers to four."""
    assert course(Classic(2), 28, [range(9)])[-1].most == 3
    assert course(Comprehensive(), 28, [range(9)])[-1].most == 4
    # two seats in the classic rules, one in CR 807; another one where the organiser says so
    assert turn_rules(Rules.CLASSIC) == Classic(2)
    assert turn_rules(Rules.CURRENT) == Comprehensive(1)
    assert turn_rules(Rules.CLASSIC, 1) == Classic(1)
    assert set(within(0, range(3), 2)) == {1, 2}

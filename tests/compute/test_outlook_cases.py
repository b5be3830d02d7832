"""What-if, case by case: what can be said, in which words, and where nothing is said."""

from dataclasses import replace
from typing import Any

import pytest

from runner.compute.outlook.outlook import of_phases
from runner.compute.outlook.stage import Outlook, Outlooks, Own, Verdict
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.rounds import Outcome
from tests.support.what_if import Made

IN, OUT, OPEN = Verdict.IN, Verdict.OUT, Verdict.OPEN

ONE_LEFT = """
    Round 1 | T1 a b c d = A | T2 e f g h = A
    Round 2 | T1 a e b f = A | T2 c d g h = draw
    Round 3 | T1 a e c g | T2 b f d h
"""
"""After two rounds: a 14, e 7, c d g h 1, b f 0; a pod's win is 7."""


def outlooks(text: str, planned: int = 3, **more: Any) -> Outlooks:
    found = of_phases(Made.of(text, planned, **{"into": {"cut": 3}, **more}).phases, "s")
    assert found is not None
    return found


def nothing(text: str, planned: int | None = 3, **more: Any) -> bool:
    made = Made.of(text, planned or 0, **{"into": {"cut": 3}, **more})
    before = replace(made.before, planned=planned)
    return of_phases((before, made.phases[1]), "s") is None


def own(found: Outlook) -> tuple[Verdict, ...]:
    return tuple(found.own[how] for how in (Own.WIN, Own.DRAW, Own.LOSS))


def test_the_last_round_at_its_tables_of_which_one_has_finished() -> None:
    found = outlooks(ONE_LEFT).players
    assert found["a"].verdict is IN
    assert own(found["e"]) == (IN, IN, OPEN)
    assert found["e"].left == 1
    text = ONE_LEFT.replace("T2 b f d h", "T2 b f d h = A")
    found = outlooks(text).players
    assert found["f"].verdict is OUT
    assert found["b"].verdict is OPEN
    assert not found["b"].own, "the match is over"
    assert {None} == {*found["b"].shares}


def test_more_rounds_than_one_ask_for_wins_and_after_the_last_the_ranking_counts() -> None:
    text = "".join(ONE_LEFT.splitlines(keepends=True)[:3])
    found = outlooks(text, 4, into={"cut": 5})
    assert not found.paired
    assert found.players["a"].verdict is IN
    assert found.players["e"].wins == 1
    assert found.players["e"].left == 2
    text = ONE_LEFT.replace("T2 b f d h", "T2 b f d h = A").replace("e c g", "e c g = D")
    found = outlooks(text, into={"cut": 3})
    assert found.final
    assert {player for player, each in found.players.items() if each.verdict is IN} == {*"age"}


@pytest.mark.parametrize(
    ("change", "verdict"),
    [({}, OPEN), ({"drops_after": 3}, IN), ({"drops_after": 3, "returns": 4}, OPEN)],
)
def test_who_has_left_when_the_cut_is_made_takes_no_place(
    change: dict[str, int], verdict: Verdict
) -> None:
    text = """
        Round 1 | T1 a b c d = A | T2 e f g h = A
        Round 2 | T1 a e b f = A | T2 c d g h = A
        Round 3 | T1 a e c g = draw | T2 b f d h
    """
    field = [Player(each, each, **(change if each == "e" else {})) for each in "abcdefgh"]
    found = outlooks(text, into={"cut": 2}, players=field).players
    assert ("e" in found) is (verdict is OPEN)
    assert found["c"].verdict is verdict


def test_a_cut_by_points_needs_the_points_and_one_by_rank_and_points_both() -> None:
    found = outlooks(ONE_LEFT, into={"cut_points": 8}).players
    assert found["a"].verdict is IN
    assert own(found["e"]) == (IN, IN, OUT)
    assert own(found["c"]) == (IN, OUT, OUT)
    assert found["b"].verdict is OUT
    found = outlooks(ONE_LEFT, into={"cut_points": 8, "cut": 2}).players
    assert found["e"].own[Own.LOSS] is OUT
    assert found["b"].verdict is OUT
    assert found["a"].verdict is IN


def test_points_that_are_enough_are_in_and_a_match_lost_by_a_penalty_is_not_to_be_won() -> None:
    found = outlooks(ONE_LEFT, into={"cut": 2}, advance_points=8).players
    assert found["a"].verdict is IN
    assert own(found["e"]) == (IN, IN, OPEN)
    assert found["d"].own[Own.WIN] is IN
    made = Made.of(ONE_LEFT, 3, into={"cut": 3})
    last = made.before.rounds[-1]
    table = last.tables[0]
    seats = tuple(replace(seat, outcome=Outcome.PENALTY_LOSS) if seat.player == "c" else seat
                  for seat in table.seats)  # fmt: skip
    penalised = replace(last, tables=(replace(table, seats=seats), *last.tables[1:]))
    rounds = (*made.before.rounds[:-1], penalised)
    found = of_phases((replace(made.before, rounds=rounds), made.phases[1]), "s")
    assert found is not None
    assert not found.players["c"].own
    assert own(found.players["e"])[0] is IN


def test_each_group_has_a_cut_of_its_own() -> None:
    text = """
        Round 1 | T1 a b = 2-0 | T2 c d = 2-0 | T3 e f = 2-0 | T4 g h = 2-0
        Round 2 | T1 a c = 2-0 | T2 b d = 2-0 | T3 e g = 2-0 | T4 f h = 2-0
        Round 3 | T1 a d | T2 b c | T3 e h | T4 f g
    """
    made = Made.of(text, 3, mode=Mode.HEAD_TO_HEAD, group_size=4, group_advance=1)
    phase = replace(made.before.phase, type="round_robin")
    before = replace(made.before, phase=phase, groups=(("a", "b", "c", "d"), ("e", "f", "g", "h")))
    found = of_phases((before, made.phases[1]), "s")
    assert found is not None
    assert found.of_groups
    assert {found.players[each].verdict for each in "ae"} == {OPEN}
    assert {found.players[each].verdict for each in "dh"} == {OUT}
    assert found.players["a"].own[Own.WIN] is IN


def test_nothing_is_said_where_nothing_is_sure_or_the_playoff_has_begun() -> None:
    assert not nothing(ONE_LEFT)
    assert nothing(ONE_LEFT, into={}), "nobody is cut"
    assert nothing(ONE_LEFT, None), "the number of rounds is open"
    assert nothing(ONE_LEFT, standings_hidden=True), "results are kept back"
    assert nothing(ONE_LEFT, win=1, draw=2), "a draw is more than a win"
    assert nothing(ONE_LEFT, scoring="wager"), "points are stakes"
    assert nothing(ONE_LEFT.replace("= draw", "= A 3, B 1, C 1, D 0")), "points were typed"
    assert nothing("Round 1 | T1 a b c d", standing=False), "nothing is played"
    made = Made.of(ONE_LEFT, 3, into={"cut": 3})
    begun = replace(made.phases[1], rounds=made.before.rounds[:1])
    assert of_phases((made.before, begun), "s") is None

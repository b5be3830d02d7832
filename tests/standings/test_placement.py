"""Points by finishing place, points typed for each seat, and a case for every way of scoring."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.player import Player
from runner.core.problems import Severity
from runner.core.results import ParseContext, parse
from runner.core.round_sheet import RoundSheet
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.ledger.ledger import Ledger
from runner.rules.ruleset import ruleset
from runner.rules.settings import BY_NAME
from runner.standings.model import Histories
from runner.standings.scoring import REGISTRY
from runner.standings.scoring.placement import points_by_place
from tests.support.workbooks import NAMES, row, small_event

WORTH = [Fraction(each) for each in (5, 3, 2, 1)]
RESULTS = {
    "A 1, B 2, C 3, D 4": [5, 3, 2, 1], "A 4, B 1, C 3, D 2": [1, 5, 2, 3], "B": [2, 5, 2, 2],
    "draw": ["11/4"] * 4, "draw, C conceded": ["10/3", "10/3", 0, "10/3"], "none": ["11/4"] * 4,
    "A, D penalty": [5, "5/2", "5/2", 0], "A 1, B 2, C 2, D 4": [5, "5/2", "5/2", 1],
    "A 1, B 2, C 2, D 3": [5, "5/2", "5/2", 1], "A 9, B 1, C 2, D 3": [1, 5, 3, 2],
}  # fmt: skip
"""What is typed for a pod, and the points it brings at 5, 3, 2 and 1."""


def seats(text: str, count: int = 4) -> tuple[Seat, ...]:
    ids = "abcdef"[:count]
    return parse(text, "", ids, ParseContext(tuple(f"Player {each}" for each in ids))).seats


def scored(preset: str, now: Round, **settings: Any) -> Histories:
    phase = Phase(1, "", Mode.MULTIPLAYER, "swiss", preset, settings=settings)
    rules, problems = ruleset(phase, {})
    assert not problems
    players = [Player(each, each) for each in "abcde"]
    return REGISTRY[rules.scoring].histories(rules, [now], players, 0)


@pytest.mark.parametrize("text", RESULTS)
def test_places_bring_their_points_and_equals_share(text: str) -> None:
    assert points_by_place(WORTH, seats(text)) == [Fraction(each) for each in RESULTS[text]]


def test_losers_without_a_place_share_the_places_that_are_left() -> None:
    lost = Seat("b", Outcome.LOSS), Seat("d", Outcome.LOSS)
    third = Seat("c", Outcome.POINTS, points=Fraction(3))
    pod = (Seat("a", Outcome.WIN), lost[0], third, lost[1])
    assert points_by_place(WORTH, pod) == [5, 2, 2, 2]


def test_a_small_pod_has_the_first_places_and_further_ones_bring_nothing() -> None:
    assert points_by_place(WORTH, seats("A 3, B 1, C 2", 3)) == [2, 5, 3]
    assert points_by_place(WORTH[:2], seats("A 1, B 2, C 3, D 4")) == [5, 3, 0, 0]
    assert points_by_place([], seats("A")) == [0] * 4


@pytest.mark.thorough
@given(
    st.lists(st.sampled_from(list(Outcome)), min_size=1, max_size=6),
    st.lists(st.fractions(-1, 9, max_denominator=2), min_size=6, max_size=6),
)
def test_the_points_of_all_places_are_given_out_where_everybody_has_a_place(
    outcomes: list[Outcome], places: list[Fraction]
) -> None:
    pod = [
        Seat(str(at), each, points=places[at] if each is Outcome.POINTS else None)
        for at, each in enumerate(outcomes)
    ]
    nothing = (Outcome.CONCESSION, Outcome.PENALTY_LOSS, Outcome.NO_SHOW)
    counted = [each for each in outcomes if each not in nothing]
    found = points_by_place(WORTH, pod)
    assert sum(found) == sum(WORTH[: len(counted)])
    assert all(not each for each, out in zip(found, outcomes, strict=True) if out in nothing)


def test_places_are_scored_where_the_phase_says_so_and_else_points_are_match_points() -> None:
    now = Round(RoundId(1, 1), (Table(1, seats("A 2, B 1, C 4, D 3")),), ("e",))
    found = scored("custom", now, scoring="placement", place_points=[5, 3, 2, 1], bye=2)
    assert [found[each].match_points for each in "abcde"] == [3, 5, 1, 2, 2]
    assert found["b"].rounds[0].points == 5
    now = Round(RoundId(1, 1), (Table(1, seats("A 3, B 1.5, C 0, D 4")),))
    found = scored("custom", now)
    assert [found[each].match_points for each in "abcd"] == [3, Fraction(3, 2), 0, 4]


GOLDEN = {"match_points": [7, 0, 0, 0], "wager": [1210, 930, 930, 930], "placement": [4, 2, 2, 2]}
"""What a pod that its first player won brings under the organiser's own rules."""


@pytest.mark.parametrize("key", REGISTRY)
def test_every_scoring_has_a_golden_case_and_can_be_chosen(key: str) -> None:
    found = scored("custom", Round(RoundId(1, 1), (Table(1, seats("A")),)), scoring=key)
    assert [found[each].match_points for each in "abcd"] == GOLDEN[key]
    assert REGISTRY[key].NAME
    assert set(BY_NAME["scoring"].choices) == set(REGISTRY)


@pytest.mark.parametrize(("result", "said"), [
    ("A 1, B 2, C 3, D 4", ""),
    ("A 1, B 2, C 2, D 4", ""),
    ("A 0, B 2, C 3, D 4", "Table 1 has A 0, but places at a table of 4 go from 1 to 4."),
    ("A 1, B 2.5, C 3, D 7", "Table 1 has B 2.5, D 7, but places at a table of 4"),
])  # fmt: skip
def test_a_number_that_is_no_place_of_the_table_is_pointed_out(result: str, said: str) -> None:
    settings: dict[str, SettingValue] = {"scoring": "placement", "place_points": [5, 3, 2, 1]}
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", "custom", 2, 4, settings=settings)
    sheet = RoundSheet(RoundId(1, 1), (row(1, *NAMES[:4], result=result),))
    event = small_event(phases=(phase,), rounds=(sheet,), players=small_event().players[:4])
    asked = Decision(PairRound.KEY, RoundId(1, 1))
    event = replace(event, decisions=(asked,))
    out = compute(event, Ledger())
    ledger, _ = Ledger().extended(out.entries)
    errors = [each for each in compute(event, ledger).problems if each.severity is Severity.ERROR]
    assert [each.text[: len(said)] for each in errors] == ([said] if said else [])

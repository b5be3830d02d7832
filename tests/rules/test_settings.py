"""Settings: what each may say, and what an event's and a phase's make of a preset."""

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.phase import Mode, Phase
from runner.core.problems import Place
from runner.rules import presets
from runner.rules.ruleset import Ruleset, ruleset, to_document
from runner.rules.settings import BY_NAME, SETTINGS, ValueKind
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS
from tests.support.problems import fix_text

OPEN_FORMAT = """
    win draw loss bye tiebreakers opponent_floor own_floor game_floor phantom_in_small_pods
    phantom_in_oamp bye_opponents pod_size uneven max_byes method seats best_of first_table
    table_order table_gaps elimination_pattern drawn_elimination third_place grand_final_reset
    double_round cut cut_points start wager wager_draw wager_bye wager_rounding order_average
    seat_factors place_points draft_pods draft_pod_size pairing_scope first_pod
    first_building_table building_minutes round_minutes extra_turns extra_turn_minutes
""".split()


def phase(
    preset: str | None = None, mode: Mode = Mode.MULTIPLAYER, size: int | None = None,
    **settings: Any,
) -> Phase:  # fmt: skip
    return Phase(
        1, "Swiss", mode, "swiss", preset, None, size, None, settings, Place("Phases", "A5")
    )


def rules(*arguments: Any, **settings: Any) -> Ruleset:
    made, problems = ruleset(phase(*arguments, **settings), {})
    assert not problems
    return made


def test_every_name_of_the_open_format_is_a_setting_and_every_tiebreaker_a_value() -> None:
    assert set(OPEN_FORMAT) <= BY_NAME.keys()
    named = BY_NAME["tiebreakers"].read(list(TIEBREAKERS))
    assert named == tuple(TIEBREAKERS)
    with pytest.raises(ValueError, match=r"it should be some of mw, oamp, .*, random, each once"):
        BY_NAME["tiebreakers"].read("omw, nonsense")


def test_the_rules_hold_every_setting_but_the_cut_which_is_the_phases_own() -> None:
    held = {each.name for each in fields(Ruleset)}
    assert BY_NAME.keys() - held == {"cut"}
    assert held - BY_NAME.keys() == {"preset", "advice", "variant"}


@pytest.mark.parametrize(("name", "typed", "meant"), [
    ("opponent_floor", 0.33, Fraction(33, 100)), ("opponent_floor", "1/3", Fraction(1, 3)),
    ("opponent_floor", 1 / 7, Fraction(1, 7)),
    ("opponent_floor", 0.333333333333333, Fraction(1, 3)),
    ("opponent_floor", 0.3333, Fraction(3333, 10000)),
    ("opponent_floor", "33 %", Fraction(33, 100)), ("opponent_floor", "0,2", Fraction(1, 5)),
    ("own_floor", "none", None), ("win", 7, Fraction(7)), ("max_byes", None, None),
    ("pod_size", 4.0, 4), ("uneven", "Small pods then byes", "small_pods_then_byes"),
    ("third_place", "yes", True), ("third_place", False, False),
    ("tiebreakers", ["omw", "gw"], ("omw", "gw")), ("tiebreakers", "OMW%, GW%", ("omw", "gw")),
    ("table_gaps", "13, 20-24", ((13, 13), (20, 24))),
    ("table_gaps", [13, [20, 24]], ((13, 13), (20, 24))),
    ("seat_factors", [1.32, "21/20"], (Fraction(132, 100), Fraction(21, 20))),
    ("extra_turns", 5, "5"), ("extra_turns", "players left", "players_left"),
    ("wager_bye", "average", "average"),
])  # fmt: skip
def test_a_value_is_understood_as_it_was_meant(name: str, typed: Any, meant: Any) -> None:
    assert BY_NAME[name].read(typed) == meant


@pytest.mark.parametrize(("name", "typed"), [
    ("win", "seven"), ("win", True), ("win", float("nan")), ("win", -1), ("win", None),
    ("opponent_floor", "1/0"), ("opponent_floor", 33), ("pod_size", 3.5), ("pod_size", [4]),
    ("best_of", 2), ("method", "swizz"), ("third_place", "perhaps"),
    ("tiebreakers", ["omw", "shoe size"]), ("tiebreakers", ["omw", "omw"]),
    ("table_gaps", "from 3 to 5"), ("table_gaps", "1-99999"), ("seat_factors", ["a"]),
    ("extra_turns", "a few"), ("wager_bye", "lots"),
])  # fmt: skip
def test_a_value_that_makes_no_sense_is_refused(name: str, typed: Any) -> None:
    with pytest.raises(ValueError, match=r"it .*\."):
        BY_NAME[name].read(typed)


@pytest.mark.parametrize(("preset", "size", "win", "bye", "floor", "opponents"), [
    ("mamtr", 3, 5, 5, "1/5", 0), ("mamtr", 5, 9, 9, "1/9", 0), ("mamtr-2023", 3, 4, 4, "1/4", 0),
    ("mamtr-2023", 5, 6, 6, "1/6", 0), ("mmta", 3, 5, 5, "1/5", 2), ("mmta", 5, 5, 5, "1/5", 4),
])  # fmt: skip
def test_what_follows_from_the_size_of_pods(
    preset: str, size: int, win: int, bye: int, floor: str, opponents: int
) -> None:
    """At the usual size: tests/rules/test_presets.py."""
    made = rules(preset, size=size)
    assert (made.win, made.draw, made.loss, made.bye) == (win, 1, 0, bye)
    assert (made.opponent_floor, made.bye_opponents) == (Fraction(floor), opponents)


@pytest.mark.parametrize(
    ("preset", "mode", "seats", "win"),
    [("mamtr", Mode.HEAD_TO_HEAD, 2, 3), ("mamtr", Mode.DRAFT, 2, 3),
     ("mtr", Mode.MULTIPLAYER, 4, 3)],
)  # fmt: skip
def test_the_mode_and_not_the_preset_says_how_many_sit_at_a_table(
    preset: str, mode: Mode, seats: int, win: int
) -> None:
    made, _ = ruleset(phase(preset, mode), {})
    assert (made.pod_size, made.win) == (seats, win)


def test_a_problem_of_a_setting_is_shown_where_the_setting_stands() -> None:
    _, [problem] = ruleset(phase(draw=2), {"loss": "much"})
    assert problem.place == Place("Event")
    _, [problem] = ruleset(phase(loss="much"), {"loss": 1})
    assert problem.place == Place("Phases", "A5")


WORDS = ("win", "1/win", "n-1", "2n-1", "none", "", "x", "1/0", "4", "omw", "yes", "down", "1e9")
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.floats(), st.sampled_from(WORDS),
    st.lists(st.one_of(st.integers(0, 9), st.sampled_from(WORDS)), max_size=3),
)  # fmt: skip


@pytest.mark.thorough
@given(
    st.dictionaries(st.sampled_from(sorted(BY_NAME)), JUNK, max_size=4),
    st.sampled_from(presets.names()),
    st.sampled_from(Mode),
)
def test_whatever_is_typed_rules_come_of_it_and_each_value_is_of_its_kind(
    settings: dict[str, Any], preset: str, mode: Mode
) -> None:
    made, problems = ruleset(phase(preset, mode, **settings), {})
    usual = {
        ValueKind.NUMBER: Fraction, ValueKind.COUNT: int, ValueKind.CHOICE: str,
        ValueKind.FLAG: bool,
    }  # fmt: skip
    for setting in SETTINGS:
        if setting.name == "cut":
            continue
        value = getattr(made, setting.name)
        each_round = value if setting.staged and isinstance(value, tuple) else (value,)
        assert each_round, setting.name
        for one in each_round:
            assert isinstance(one, usual.get(setting.kind, str | tuple)) or (
                one is None and setting.optional
            ), (setting.name, value)
    assert made.win > 0
    assert all(problem.text and fix_text(problem.fix) for problem in problems)


@pytest.mark.thorough
@given(
    st.fixed_dictionaries({}, optional={
        "win": st.integers(1, 9), "bye": st.integers(0, 9), "uneven": st.just("byes"),
        "opponent_floor": st.sampled_from(["1/3", 0.33, "20 %"]),
        "own_floor": st.sampled_from([None, "1/4"]), "max_byes": st.sampled_from([None, 1]),
        "table_gaps": st.just([13, "20-24"]), "tiebreakers": st.just(["omw"]),
    }),
    st.sampled_from(["mamtr", "mamtr-2023", "mmta", "topdeck"]),
    st.sampled_from([3, 4, 5]),
)  # fmt: skip
def test_rules_written_as_settings_make_the_same_rules_again(
    settings: dict[str, Any], preset: str, size: int
) -> None:
    made = rules(preset, size=size, **settings)
    assert rules(preset, size=size, **to_document(made)) == made
    assert rules(preset, **to_document(made)) == made

from fractions import Fraction

import pytest

from runner.core.phase import Mode, Phase, SettingValue
from runner.core.problems import Place
from runner.rules import presets
from runner.rules.ruleset import ruleset, to_document
from runner.rules.settings import BY_NAME, SETTINGS
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS

HERE = Place("Phases", "A4")


def phase(
    preset: str | None = None, mode: Mode = Mode.MULTIPLAYER, **settings: SettingValue
) -> Phase:
    return Phase(1, "Swiss", mode, "swiss", preset, settings=settings, place=HERE)


@pytest.mark.parametrize("key", presets.names())
def test_every_preset_is_whole(key: str) -> None:
    preset = presets.load(key)
    rules, problems = ruleset(phase(key, preset.mode), {})
    assert not problems
    assert preset.date
    assert preset.summary.endswith(".")
    assert set(preset.sources) == set(preset.values)
    assert all(preset.sources.values())
    assert set(preset.values) <= set(BY_NAME)
    assert rules.scoring in SCORINGS
    assert set(rules.tiebreakers) <= set(TIEBREAKERS)


def test_a_formula_follows_what_it_builds_on_and_the_phase_overrides_event_and_preset() -> None:
    three, _ = ruleset(phase("mamtr", pod_size=3), {})
    assert (three.win, three.bye, three.opponent_floor) == (5, 5, Fraction(1, 5))
    four, _ = ruleset(phase("mamtr", win=4), {})
    assert (four.win, four.bye, four.opponent_floor) == (4, 4, Fraction(1, 4))
    fixed, _ = ruleset(phase("mamtr", win=4, opponent_floor="1/7"), {})
    assert fixed.opponent_floor == Fraction(1, 7)
    rules, _ = ruleset(phase("mamtr", draw=2), {"draw": 3, "best_of": 3})
    assert (rules.draw, rules.best_of) == (2, 3)


@pytest.mark.parametrize(("settings", "words"), [
    ({"draw": "lots"}, "“lots” does not fit under “Points for a draw”"),
    ({"draw": -1}, "at least 0"),
    ({"best_of": 2.5}, "whole number"),
    ({"seats": "on the floor"}, "one of balanced"),
    ({"opponent_flor": "1/7"}, "no setting “opponent_flor”"),
    ({"win": 0}, "cannot be worth nothing"),
    ({"phantom_in_oamp": "maybe"}, "yes or no"),
    ({"table_gaps": "one to three"}, "table numbers"),
])  # fmt: skip
def test_a_setting_that_cannot_be_is_a_problem_and_the_preset_counts(
    settings: dict[str, SettingValue], words: str
) -> None:
    rules, problems = ruleset(phase("mamtr", **settings), {})
    assert words in str(problems[0])
    assert problems[0].place == HERE
    assert rules == ruleset(phase("mamtr"), {})[0]


def test_an_unknown_preset_is_a_problem() -> None:
    rules, problems = ruleset(phase("mamtrr"), {})
    assert rules.preset == "mamtr"
    assert "no preset “mamtrr”" in problems[0].text


@pytest.mark.parametrize("settings", [
    {"win": 5, "opponent_floor": "1/7", "tiebreakers": ["omw", "mw"]},
    {"own_floor": "0.2", "table_gaps": ["13", "20-24"], "seats": "random"},
    {"seat_factors": [1.32, 1.05], "max_byes": 2, "phantom_in_oamp": True},
    {"wager_bye": "none"},
    {},
])  # fmt: skip
def test_rules_survive_as_a_document(settings: dict[str, SettingValue]) -> None:
    rules, problems = ruleset(phase("mamtr", **settings), {})
    assert not problems
    assert bool(to_document(rules)) == bool(settings), "a plain preset needs none"
    again, problems = ruleset(phase("mamtr", **to_document(rules)), {})
    assert not problems
    assert again == rules


def test_every_setting_explains_itself() -> None:
    assert len(BY_NAME) == len(SETTINGS)
    headings = {setting.heading.casefold() for setting in SETTINGS}
    assert len(headings) == len(SETTINGS)
    assert all(setting.help.endswith(".") for setting in SETTINGS)

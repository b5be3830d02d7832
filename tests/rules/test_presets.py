"""Every value of every preset at each enforcement level, beside what its source says. The table is
written from the documents (docs/rules.md 3 to 5 and 7), not from the presets."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from runner.compute.decisions.pair import PairRound
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.phase import Mode, Phase, SettingValue
from runner.render.rules_text.console import preset_lines
from runner.render.site import render
from runner.rules import presets
from runner.rules.ruleset import ruleset, to_document
from runner.rules.settings import BY_NAME
from tests.support.events import ask, published, swiss, swiss_and_playoff, typed, up_to

LEVELS = ("regular", "competitive", "professional")

_PODS: dict[str, Any] = {
    "scoring": "match_points", "draw": 1, "loss": 0, "tiebreakers": ("mw", "oamp", "omw"),
    "own_floor": None, "phantom_in_small_pods": False, "phantom_in_oamp": False,
    "bye_opponents": 0, "bye_is_match": False, "pod_size": 4, "best_of": 1, "max_byes": None,
    "method": "swiss", "seats": "balanced", "round_minutes": 75, "extra_turns": "players_left",
    "extra_turn_minutes": 20, "advice": "mamtr",
}  # fmt: skip
_SEVEN = {"win": 7, "bye": 7, "opponent_floor": Fraction(1, 7), "game_floor": Fraction(1, 7)}
_FIVE = {"win": 5, "bye": 5, "opponent_floor": Fraction(1, 5), "game_floor": Fraction(1, 5)}
_WAGER = _PODS | _SEVEN | {
    "scoring": "wager", "tiebreakers": ("wins",), "start": 1000, "wager": 7,
    "wager_draw": "split", "wager_bye": "2", "wager_rounding": "none", "order_average": False,
    "standings_hidden": False, "uneven": "small_pods_then_byes", "max_byes": 2,
    "drawn_elimination": "play_on",
}  # fmt: skip

SOURCES: dict[str, dict[str, Any]] = {
    "mtr": {
        "scoring": "match_points", "win": 3, "draw": 1, "loss": 0, "bye": 3,
        "tiebreakers": ("omw", "gw", "ogw"), "opponent_floor": Fraction(33, 100),
        "own_floor": None, "game_floor": Fraction(33, 100), "phantom_in_small_pods": False,
        "phantom_in_oamp": False, "bye_opponents": 0, "bye_is_match": True, "pod_size": 2,
        "best_of": 3, "uneven": "byes", "max_byes": 1, "method": "swiss", "seats": "balanced",
        "drawn_elimination": "play_on", "round_minutes": 50, "extra_turns": "5",
        "advice": "mtr",
    },
    "mamtr": _PODS | _SEVEN | {
        "phantom_in_small_pods": True, "uneven": "small_pods", "drawn_elimination": "highest_seed",
    },
    "mamtr-2023": _PODS | _FIVE | {
        "uneven": "byes", "extra_turn_minutes": None, "drawn_elimination": "play_on",
        "advice": "mamtr-2023",
    },
    "mmta": _PODS | _FIVE | {
        "own_floor": Fraction(1, 5), "bye_opponents": 3, "uneven": "small_pods_then_byes",
        "max_byes": 2, "drawn_elimination": "play_on",
    },
    "topdeck": _PODS | _FIVE | {
        "tiebreakers": ("omw",), "bye_opponents": 3, "uneven": "small_pods",
        "drawn_elimination": "highest_seed",
    },
    "custom": _PODS | _SEVEN | {
        "phantom_in_small_pods": True, "place_points": (4, 3, 2, 1), "start": 1000, "wager": 7,
        "uneven": "small_pods", "drawn_elimination": "highest_seed",
    },
    "hareruya": _WAGER,
    "hareruya-averaged": _WAGER | {"order_average": True},
    "hareruya-shop": _WAGER | {
        "wager_draw": "lose", "wager_bye": None, "wager_rounding": "up", "standings_hidden": True,
        "uneven": "small_pods", "max_byes": None, "drawn_elimination": "highest_seed",
    },
}  # fmt: skip
AT_REGULAR = {"round_minutes": 90, "extra_turn_minutes": None}
REGULAR = {
    key: AT_REGULAR | ({"uneven": "small_pods"} if key == "mamtr-2023" else {})
    for key in SOURCES
    if key != "mtr"
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", presets.names())
def test_every_value_of_a_preset_is_that_of_its_source(key: str, level: str) -> None:
    preset = presets.load(key, level)
    expected = SOURCES[key] | (REGULAR.get(key, {}) if level == "regular" else {})
    assert preset.values.keys() | {"scoring", "advice"} == expected.keys()
    rules, problems = ruleset(Phase(1, "", preset.mode, "swiss", key), {}, level)
    assert not problems
    assert {name: getattr(rules, name) for name in expected} == expected
    assert to_document(rules, level) == {}
    assert all(preset.sources[name] for name in preset.values)


@pytest.mark.parametrize("key", presets.names())
def test_what_a_level_has_otherwise_reads_back_without_the_level(key: str) -> None:
    """A ledger's state names no level; what differs at Regular stands in it as a setting."""
    mode = presets.load(key).mode
    rules, _ = ruleset(Phase(1, "", mode, "swiss", key), {}, "regular")
    document = to_document(rules)
    assert document.keys() == {
        name for name, value in REGULAR.get(key, {}).items() if value != SOURCES[key].get(name)
    }
    again, problems = ruleset(Phase(1, "", mode, "swiss", key, settings=document), {})
    assert (again, problems) == (rules, [])


def test_what_the_organiser_states_counts_at_every_level() -> None:
    for level in LEVELS:
        phase = Phase(1, "", Mode.MULTIPLAYER, "swiss", "mamtr-2023", settings={"uneven": "byes"})
        assert ruleset(phase, {}, level)[0].uneven == "byes"
        rules, _ = ruleset(phase, {"round_minutes": 60}, level)
        assert rules.round_minutes == 60


def test_the_files_of_presets_name_settings_and_levels_only() -> None:
    for key in presets.names():
        for level in LEVELS:
            assert presets.load(key, level).values.keys() <= BY_NAME.keys()


def test_runner_rules_tells_what_is_otherwise_at_regular() -> None:
    told = preset_lines("mamtr-2023")
    assert isinstance(told, list)
    usual, regular = " ".join(told).split("At Regular instead")
    assert "byes go to the lowest" in usual
    assert "one player fewer" in regular
    assert "90 minutes. [MAMTR 2023 App. B, Regular]" in regular
    assert "match points" not in regular
    two = preset_lines("mtr")
    assert isinstance(two, list)
    assert not any("Regular" in line for line in two)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("level", "sizes", "byes"),
    [("regular", [4, 4, 4, 4, 3, 3], 0), ("competitive", [4] * 5, 2), ("professional", [4] * 5, 2)],
)
def test_in_2023_an_uneven_field_has_pods_of_three_at_regular_and_byes_above(
    level: str, sizes: list[int], byes: int
) -> None:
    """MAMTR 2023 10.4A: 22 players are four pods of four and two of three."""
    now = replace(swiss(22, preset="mamtr-2023"), enforcement=level)
    snapshot, ledger = published(now)
    snapshot, ledger = published(typed(ask(now, PairRound.KEY, 2), snapshot), ledger)
    for drawn in snapshot.rounds:
        assert sorted((len(table.seats) for table in drawn.tables), reverse=True) == sizes
        assert len(drawn.byes) == byes
    assert all(finding.sound is not False for finding in verify(ledger))
    told = render(snapshot, {}).files["scoring.html"].decode()
    assert ("one player fewer" in told) == (level == "regular")
    assert "changed" not in told.casefold()


@pytest.mark.thorough
@pytest.mark.parametrize(("preset", "mode", "plays_on"), [
    *((key, Mode.MULTIPLAYER, key != "mamtr") for key in ("mamtr", "mamtr-2023", "mmta")),
    ("mtr", Mode.HEAD_TO_HEAD, True),
])  # fmt: skip
def test_a_drawn_playoff_match_goes_on_by_seed_under_mamtr_only(
    preset: str, mode: Mode, plays_on: bool
) -> None:
    """MAMTR 2.4C; MAMTR 2023 and GetPaird have no such rule, and MTR 2.4 no drawn playoff match."""
    now = _to_the_playoff(preset, mode)
    now, snapshot, ledger = up_to(now, 2, 1)
    before = len(snapshot.rounds)
    snapshot, ledger = published(typed(now, snapshot, "draw"), ledger)
    assert (len(snapshot.rounds) == before) == plays_on
    told = " ".join(str(each) for each in snapshot.problems)
    assert ("is drawn, and is played on until it has a winner" in told) == plays_on


def _to_the_playoff(preset: str, mode: Mode, **settings: SettingValue) -> Event:
    now = swiss_and_playoff(16, mode, cut=16 if mode is Mode.MULTIPLAYER else 8)
    own = ({}, settings)
    phases = (replace(each, preset=preset, settings=own[at]) for at, each in enumerate(now.phases))
    return replace(now, phases=tuple(phases))


@pytest.mark.parametrize(
    ("preset", "mode"), [("mmta", Mode.MULTIPLAYER), ("mtr", Mode.HEAD_TO_HEAD)]
)
def test_who_went_on_from_a_drawn_match_before_stays_where_they_are(
    preset: str, mode: Mode
) -> None:
    """A round that is out was drawn by the rules of then; nothing of it changes."""
    was = _to_the_playoff(preset, mode, drawn_elimination="highest_seed")
    was, snapshot, ledger = up_to(was, 2, 1)
    was = typed(was, snapshot, "draw")
    before, ledger = published(was, ledger)
    now = replace(was, phases=_to_the_playoff(preset, mode).phases)
    after, same = published(now, ledger)
    assert [each.tables for each in after.rounds] == [each.tables for each in before.rounds]
    assert same == ledger
    while not after.over:
        current = after.current_round
        assert current is not None
        now = typed(now, after, "A")
        after, ledger = published(now, ledger)
        assert after.current_round != current or after.over, after.problems
    assert len({place.player for place in after.final}) == 16
    assert after.final[0].player == after.rounds[-1].tables[0].players[0]
    assert all(finding.sound is not False for finding in verify(ledger))

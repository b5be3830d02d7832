from dataclasses import replace

import pytest

from runner.compute.compute import compute
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.problems import Place
from runner.rules.settings import SETTINGS
from tests.support.events import NOTHING, phase, planned

PODS, PAIRS = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD


def told(*phases: Phase, of: str) -> list[str]:
    """What is told of a setting, whose cell in each row is called X with the row's number."""
    placed = (replace(each, places={of: Place("Phases", f"X{each.number}")}) for each in phases)
    snapshot = compute(planned(16, *placed), NOTHING)
    return [str(each) for each in snapshot.problems if "means nothing in the row of" in each.text]


def swiss(number: int = 1, mode: Mode = PODS, **settings: SettingValue) -> Phase:
    return phase(number, "swiss", mode, rounds=3, **settings)


def playoff(number: int = 2, mode: Mode = PODS, **settings: SettingValue) -> Phase:
    return phase(number, "single_elimination", mode, cut=4, **settings)


def groups(number: int = 1, **settings: SettingValue) -> Phase:
    return phase(number, "round_robin", PAIRS, **settings)


def test_in_the_playoff_at_is_told_in_each_row_in_which_nobody_can_be_through() -> None:
    name = "advance_points"
    (found,) = told(swiss(), playoff(advance_points=9), of=name)
    assert found.startswith("Phases!X2: “In the playoff at” means nothing in the row of Playoff: ")
    assert "it is for a Swiss phase that another phase follows" in found
    assert found.endswith("Clear the cell, or type it in the row where it belongs.")
    assert told(swiss(advance_points=9), of=name)
    assert told(groups(advance_points=9), playoff(mode=PAIRS), of=name)
    assert not told(swiss(advance_points=9), playoff(), of=name)
    assert not told(swiss(), playoff(), of=name)
    assert not told(swiss(), playoff(advance_points="none"), of=name)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "value", "here", "there"), [
    ("third_place", True, [swiss()], [swiss(), playoff(mode=PAIRS)]),
    ("drawn_elimination", "play_on", [swiss()], [swiss(), playoff()]),
    ("elimination_pattern", "column", [swiss(), playoff(mode=PAIRS)], [swiss(), playoff()]),
    ("grand_final_reset", False, [swiss(), playoff(mode=PAIRS)],
     [swiss(), phase(2, "double_elimination", PAIRS, cut=4)]),
    ("double_round", True, [swiss()], [groups()]),
    ("group_size", 4, [swiss()], [groups()]),
    ("group_advance", 2, [groups()], None),
    ("method", "power", [groups()], [swiss()]),
    ("last_round_by_standing", True, [swiss(), playoff()], [swiss()]),
    ("uneven", "small_pods", [swiss(mode=PAIRS)], [swiss()]),
    ("carry_points", True, [swiss()], [swiss(), swiss(2)]),
    ("wager", 9, [swiss()], [swiss(preset="hareruya")]),
    ("place_points", [3, 2, 1, 0], [swiss()], [swiss(scoring="placement")]),
    ("building_minutes", 25, [swiss()], [phase(1, "swiss", Mode.DRAFT)]),
    ("draft_pod_size", 7, [phase(1, "swiss", Mode.DRAFT)],
     [phase(1, "swiss", Mode.DRAFT, draft_pods="fixed")]),
    ("spell_range", 2, [swiss()], [swiss(variant="grand_melee")]),
])  # fmt: skip
def test_each_setting_is_told_where_it_means_nothing_and_nowhere_else(
    name: str, value: SettingValue, here: list[Phase], there: list[Phase] | None
) -> None:
    def typed(phases: list[Phase]) -> list[str]:
        *others, last = phases
        return told(*others, replace(last, settings={**last.settings, name: value}), of=name)

    assert len(typed(here)) == 1
    assert there is None or not typed(there)


def test_a_pod_size_between_two_means_nothing_and_what_is_so_anyway_is_not_told() -> None:
    assert len(told(swiss(mode=PAIRS, pod_size=4), of="pod_size")) == 1
    assert not told(swiss(pod_size=3), of="pod_size")
    assert not told(swiss(mode=PAIRS, pod_size=2), of="pod_size")
    assert not told(swiss(third_place=False), of="third_place")
    assert not told(phase(1, "ladder", PAIRS, third_place=True), of="third_place")
    assert {each.name for each in SETTINGS} > {"third_place"}

"""Variants: who sits at a table, and in which order turns go round it (docs/variants.md)."""

from pathlib import Path

import pytest

from runner.core.phase import Mode, Phase
from runner.rules import variants
from runner.rules.ruleset import ruleset
from runner.rules.variants import one_deck_cards
from runner.rules.variants.variant import Rules, Variant

EVERY = [pytest.param(each, id=key) for key, each in variants.REGISTRY.items()]


def turns(key: str, rules: Rules = Rules.CURRENT) -> str:
    """Who sits clockwise, each as team, member and turn: "A1 takes turn 1" is A1:1."""
    variant = variants.find(key)
    assert variant
    return " ".join(
        f"{'AB'[chair.side]}{chair.member + 1}:{chair.turn}" for chair in variant.ring(2, rules)
    )


@pytest.mark.parametrize("variant", EVERY)
def test_every_player_of_a_table_has_one_chair(variant: Variant) -> None:
    sides = 2 if variant.teams else variant.best
    for rules in Rules:
        ring = variant.ring(sides, rules)
        if variant.form == "duels":
            assert not ring
            continue
        seated = [(chair.side, chair.member) for chair in ring]
        assert sorted(seated) == [
            (side, member) for side in range(sides) for member in range(variant.members)
        ]


@pytest.mark.parametrize("variant", EVERY)
def test_the_rules_of_a_variant_have_nothing_wrong_with_them(variant: Variant) -> None:
    """MTR Appendix C: game points are not used in team tournaments."""
    rules, problems = ruleset(Phase(1, "", variant.mode, "swiss", variant=variant.key), {})
    assert not problems
    assert rules.played_as is variant
    assert rules.pod_size == (2 if variant.teams else variant.usual.get("pod_size", 4))
    if variant.teams:
        assert rules.tiebreakers == ("omw",)
        assert variant.knock_out
    told = Path("docs/variants.md").read_text(encoding="utf-8")
    assert f"| {variant.name} | `{variant.key}` |" in told


def test_what_is_played_with_another_number_is_told() -> None:
    phase = Phase(1, "", Mode.MULTIPLAYER, "swiss", pod_size=12, variant="melee")
    rules, problems = ruleset(phase, {})
    assert [problem.text for problem in problems] == [
        "Melee is for 6 to 10 players at a table, not for 12."
    ]
    assert rules.pod_size == 8


def test_turns_go_round_the_table() -> None:
    """The orders of S4: the sources of docs/variants.md."""
    assert turns("two_headed_giant") == "A1:1 A2:1 B1:2 B2:2"
    assert turns("two_on_two") == "A1:1 B1:2 A2:3 B2:4"
    assert turns("two_on_two_dci") == "A1:1 B1:2 B2:3 A2:4"
    assert turns("emperor") == "A2:1 A1:2 B3:3 B2:4 B1:5 A3:6"
    assert turns("emperor", Rules.CLASSIC) == "A1:1 B3:2 B2:3 B1:4 A3:5 A2:6"
    assert turns("emperor_five").startswith("A3:1 A2:2 A1:3 B5:4")


def test_a_common_deck_grows_with_the_table_and_a_type_names_a_variant_of_its_mode() -> None:
    assert [one_deck_cards(players) for players in (4, 5, 6, 10)] == [120, 140, 160, 240]
    assert variants.of_type("two_headed_giant", Mode.HEAD_TO_HEAD) == "two_headed_giant"
    assert variants.of_type("two_headed_giant", Mode.MULTIPLAYER) == ""
    assert variants.of_type("melee", Mode.MULTIPLAYER) == "melee"
    assert variants.of_type("swiss", Mode.MULTIPLAYER) == ""

"""Rounds and cuts recommended, at each boundary of the tables (docs/rules.md 6)."""

from typing import Any

import pytest

from runner.core.phase import Mode, Phase
from runner.rules import variants
from runner.rules.advice import advice, is_advice, least
from runner.rules.ruleset import Ruleset, ruleset


def rules(preset: str, mode: Mode = Mode.MULTIPLAYER, **settings: Any) -> Ruleset:
    made, problems = ruleset(Phase(1, "Swiss", mode, "swiss", preset, settings=settings), {})
    assert not problems
    return made


@pytest.mark.parametrize(("players", "rounds", "cut"), [
    (4, 2, None), (5, 3, None), (8, 3, None), (9, 5, 4), (16, 5, 4), (17, 5, 8), (32, 5, 8),
    (33, 6, 8), (64, 6, 8), (65, 7, 8), (128, 7, 8), (129, 8, 8), (226, 8, 8), (227, 9, 8),
    (409, 9, 8), (410, 10, 8), (2000, 10, 8),
])  # fmt: skip
def test_advice_of_the_tournament_rules(players: int, rounds: int, cut: int | None) -> None:
    found = advice(rules("mtr", Mode.HEAD_TO_HEAD), players)
    assert (found.rounds, found.cut) == (rounds, cut)


@pytest.mark.parametrize(("players", "rounds", "cut"), [
    (4, 1, None), (5, 2, 4), (12, 2, 4), (13, 3, 10), (15, 3, 10), (16, 3, 10), (24, 3, 10),
    (25, 4, 10), (30, 4, 10), (32, 4, 10),
    (33, 5, 16), (64, 5, 16), (65, 6, 16), (118, 6, 16), (128, 6, 16), (129, 7, 40),
    (256, 7, 40), (257, 8, 40), (512, 8, 40), (513, 9, 64), (2000, 9, 64),
])  # fmt: skip
def test_advice_of_the_addendum(players: int, rounds: int, cut: int | None) -> None:
    found = advice(rules("mamtr"), players)
    assert (found.rounds, found.cut) == (rounds, cut)


@pytest.mark.parametrize(("players", "rounds", "cut"), [
    (4, 1, None), (8, 2, 4), (12, 2, 4), (16, 3, 10), (30, 4, 16), (32, 3, 10), (36, 4, 16),
    (64, 4, 16), (68, 5, 16), (128, 5, 16), (132, 5, 40), (256, 5, 40), (260, 6, 40),
    (1024, 6, 40), (1028, 7, 40),
])  # fmt: skip
def test_advice_of_the_addendum_of_2023(players: int, rounds: int, cut: int | None) -> None:
    found = advice(rules("mamtr-2023"), players)
    assert (found.rounds, found.cut) == (rounds, cut)


@pytest.mark.parametrize(("preset", "mode", "players", "awarded", "counted", "rounds"), [
    ("mamtr", Mode.MULTIPLAYER, 30, (), 32, 4), ("mamtr-2023", Mode.MULTIPLAYER, 30, (), 36, 4),
    ("mamtr-2023", Mode.MULTIPLAYER, 32, (1, 1), 38, 4),
    ("mtr", Mode.HEAD_TO_HEAD, 30, (1, 2), 34, 6), ("mtr", Mode.HEAD_TO_HEAD, 30, (1, 2, 3), 41, 6),
    ("mtr", Mode.HEAD_TO_HEAD, 20, (3, 3, 2, 1), 38, 6),
])  # fmt: skip
def test_invisible_players_are_counted(
    preset: str, mode: Mode, players: int, awarded: tuple[int, ...], counted: int, rounds: int
) -> None:
    found = advice(rules(preset, mode), players, awarded)
    assert (found.counted, found.rounds) == (counted, rounds)
    assert f"For {players} players the rules suggest {rounds} rounds" in found.sentence()
    assert advice(rules("mamtr-2023", uneven="small_pods"), 30).counted == 30, "no byes"


@pytest.mark.parametrize(("players", "sentence"), [
    (4, "For 4 players the rules suggest 2 rounds of single elimination."),
    (8, "For 8 players the rules suggest 3 rounds of single elimination."),
    (16, "For 16 players the rules suggest 5 rounds and a Top 4, or 4 rounds and a Top 8 where "
     "the playoff is a draft."),
    (17, "For 17 players the rules suggest 5 rounds and a Top 8."),
])  # fmt: skip
def test_few_play_single_elimination_and_a_drafted_playoff_is_larger(
    players: int, sentence: str
) -> None:
    said = advice(rules("mtr", Mode.HEAD_TO_HEAD), players).sentence()
    assert said == sentence
    assert is_advice(said)


def test_four_at_one_table_are_an_elimination_pod() -> None:
    for preset in ("mamtr", "mamtr-2023"):
        said = advice(rules(preset), 4).sentence()
        assert said == "For 4 players the rules suggest one elimination pod."


@pytest.mark.parametrize(("rounds", "cut", "instead"), [
    (4, 4, "; you set 4 and a Top 4."), (4, 10, "; you set 4 rounds."),
    (3, 4, "; you set a Top 4."), (None, 4, "; you set a Top 4."), (1, None, "; you set 1 round."),
    (3, 10, "."), (None, None, "."),
])  # fmt: skip
def test_what_the_organiser_has_set_otherwise_stands_beside_it(
    rounds: int | None, cut: int | None, instead: str
) -> None:
    said = advice(rules("mamtr"), 21).sentence(rounds, cut)
    assert said == f"For 21 players the rules suggest 3 rounds and a Top 10{instead}"
    assert is_advice(said)


def test_what_earlier_versions_wrote_is_known_as_ours_and_what_an_organiser_writes_is_not() -> None:
    assert is_advice("21 players (counted as 24): 3 rounds and a Top 10 recommended. Regular asks.")
    assert not is_advice("We play four.")
    assert not is_advice("")


def of_variant(key: str) -> Ruleset:
    played = variants.find(key)
    assert played
    return ruleset(Phase(1, "Swiss", played.mode, "swiss", variant=key), {})[0]


def test_teams_are_counted_as_players_are_and_called_teams() -> None:
    """MTR App. E: a team is a single player for this purpose; 10.1 and 10.2: 4 teams, 2 rounds."""
    giants = of_variant("two_headed_giant")
    assert advice(giants, 21).sentence() == "For 21 teams the rules suggest 5 rounds and a Top 8."
    assert (
        advice(giants, 4)
        .sentence()
        .endswith("For 4 teams the rules suggest 2 rounds of single elimination.")
    )
    assert is_advice(advice(giants, 21).sentence())
    assert least(giants, "competitive") == (4, 2)


def test_no_rules_recommend_rounds_of_a_variant_of_single_players() -> None:
    melee, circle = advice(of_variant("melee"), 23), advice(of_variant("grand_melee"), 28)
    assert (melee.rounds, melee.recommended) == (3, False)
    assert (circle.rounds, circle.recommended) == (1, False)
    assert least(of_variant("star"), "competitive") == (5, 1)

"""Tiebreakers, held against the worked examples of the rules (docs/rules.md 3)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.phase import SettingValue
from runner.core.player import Player
from runner.core.rounds import Outcome, Round
from runner.rules.ruleset import Ruleset
from runner.standings.model import History, Played, RoundKind
from runner.standings.ranking import workings
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.tiebreakers import REGISTRY
from runner.standings.tiebreakers.field import Field, mean
from tests.support.rounds_as_text import rounds
from tests.support.standings import people, ranked, rules

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def matches(outcomes: str, opponents: str = "", bye: Fraction = Fraction(0)) -> tuple[Played, ...]:
    """Rounds from letters: W, D, L played, B a bye, M missed; opponents one letter each."""
    kinds = {"B": RoundKind.BYE, "M": RoundKind.MISSED}
    results = {"W": WIN, "D": DRAW, "L": LOSS, "M": LOSS}
    return tuple(
        Played(
            number, kinds.get(letter, RoundKind.MATCH), outcome=results.get(letter),
            opponents=tuple(opponents[number - 1 : number]) if letter in "WDL" else (),
            games_won=2 if letter == "B" else 0, points=bye if letter == "B" else Fraction(0),
        )
        for number, letter in enumerate(outcomes, 1)
    )  # fmt: skip


def history(player: str, outcomes: str, used: Ruleset, opponents: str = "") -> History:
    worth = {"W": used.win, "D": used.draw, "B": used.bye}
    points = sum((worth.get(letter, used.loss) for letter in outcomes), Fraction(0))
    return History(player, matches(outcomes, opponents, used.bye), points)


def field(used: Ruleset, rounds: int, players: Mapping[str, tuple[str, str]]) -> Field:
    return Field(
        used,
        {name: history(name, done, used, met) for name, (done, met) in players.items()},
        rounds,
    )


MTR_OPPONENTS = {
    "a": "WWWWLLLL", "b": "WWWWWWWL", "c": "WLLLD", "d": "WWWLLLD", "e": "WWWWWWLL",
    "f": "WWWWWLLD", "g": "WWWWLLLD", "h": "WWWWWWLD",
}  # fmt: skip


@pytest.mark.parametrize(("own", "met", "floor", "expected"), [
    ("WWWWWWLL", "abcdefgh", "0.33", "0.6164"),
    ("BWWWWWLL", "-bcdefgh", "0.33", "0.6330"),
    ("WWWWWWLL", "abcdefgh", "1/3", "0.6168"),
])  # fmt: skip
def test_omw_of_the_magic_tournament_rules_example(
    own: str, met: str, floor: str, expected: str
) -> None:
    used = rules("mtr", opponent_floor=floor)
    players = {name: (done, "") for name, done in MTR_OPPONENTS.items()}
    value = REGISTRY["omw"].value(field(used, 8, {"me": (own, met), **players}), "me")
    assert value is not None
    assert f"{float(value):.4f}" == expected


@pytest.mark.parametrize(("done", "own", "as_opponent"), [
    ("WWWWWLLD", Fraction(16, 24), Fraction(16, 24)),
    ("WLLL", Fraction(3, 12), Fraction(33, 100)),
    ("BWWLL", Fraction(9, 15), Fraction(9, 15)),
])  # fmt: skip
def test_mw_of_the_magic_tournament_rules_examples(
    done: str, own: Fraction, as_opponent: Fraction
) -> None:
    here = field(rules("mtr"), 8, {"me": (done, "")})
    assert REGISTRY["mw"].value(here, "me") == own
    assert here.opponent_match_win("me") == as_opponent


@pytest.mark.parametrize(("games", "value", "counted"), [
    ([(2, 0), (2, 1), (1, 2), (2, 0)], Fraction(21, 30), Fraction(21, 30)),
    ([(1, 2), (1, 2), (0, 2), (1, 2)], Fraction(9, 33), Fraction(33, 100)),
])  # fmt: skip
def test_gw_of_the_magic_tournament_rules_examples(
    games: list[tuple[int, int]], value: Fraction, counted: Fraction
) -> None:
    used = rules("mtr")
    lines = tuple(
        Played(number, RoundKind.MATCH, games_won=won, games_lost=lost)
        for number, (won, lost) in enumerate(games, 1)
    )
    here = Field(used, {"me": History("me", lines)}, 4)
    assert REGISTRY["gw"].value(here, "me") == value
    assert REGISTRY["gw"].counts_as(here, value) == counted
    assert here.opponent_game_win("me") == counted


def test_a_bye_is_two_games_won_and_opponents_are_averaged_and_not_pooled() -> None:
    here = field(rules("mtr"), 1, {"me": ("B", "")})
    assert REGISTRY["gw"].value(here, "me") == 1
    here = field(rules("mtr"), 5, {"me": ("WW", "ab"), "a": ("W", ""), "b": ("LLLLL", "")})
    assert REGISTRY["omw"].value(here, "me") == Fraction(665, 1000)


def small_pod_field(**settings: SettingValue) -> Field:
    """Three rounds against 14, 7, 0 | 8, 1, 7 | 21, 2 match points, the last in a pod of three."""
    used = rules("mamtr", **settings)
    earned = {"a": 14, "b": 7, "c": 0, "d": 8, "e": 1, "f": 7, "g": 21, "h": 2}
    histories = {
        name: History(name, matches("LLLL"), Fraction(points)) for name, points in earned.items()
    }
    mine = (
        Played(1, RoundKind.MATCH, opponents=("a", "b", "c"), outcome=WIN),
        Played(2, RoundKind.MATCH, opponents=("d", "e", "f"), outcome=LOSS),
        Played(3, RoundKind.MATCH, opponents=("g", "h"), missing_seats=1, outcome=LOSS),
        Played(4, RoundKind.BYE),
    )
    return Field(used, {"me": History("me", mine, Fraction(14)), **histories}, 4)


def test_the_extra_opponent_of_a_small_pod_counts_in_omw_and_when_switched_on_in_oamp() -> None:
    omw = REGISTRY["omw"]
    without = omw.value(small_pod_field(phantom_in_small_pods=False), "me")
    with_one = omw.value(small_pod_field(), "me")
    assert without is not None
    assert with_one is not None
    assert f"{float(without):.4f}" == "0.3080"
    assert f"{float(with_one):.4f}" == "0.2897"
    oamp = REGISTRY["oamp"]
    assert oamp.value(small_pod_field(), "me") == Fraction(60, 8)
    # Somebody at the floor of 1/7 makes 1 point a round of 7: 4 points in 4 rounds.
    assert oamp.value(small_pod_field(phantom_in_oamp=True), "me") == Fraction(64, 9)


@pytest.mark.parametrize(
    ("preset", "points", "earned", "possible"), [("mamtr-2023", 15, 10, 15), ("mamtr", 21, 14, 21)]
)
def test_win_win_bye_loss(preset: str, points: int, earned: int, possible: int) -> None:
    here = field(rules(preset), 4, {"me": ("WWBL", "")})
    assert here.history("me").match_points == points
    ratio = here.match_ratio("me")
    assert (ratio.earned, ratio.possible) == (earned, possible)


def test_bye_points_are_taken_out_as_they_were_given_and_who_conceded_a_draw_gets_none() -> None:
    used = rules("mamtr", bye=4)
    bye = Played(2, RoundKind.BYE, points=Fraction(4))
    won = Played(1, RoundKind.MATCH, outcome=WIN, points=Fraction(7))
    here = Field(used, {"me": History("me", (won, bye), Fraction(11))}, 2)
    assert REGISTRY["mw"].value(here, "me") == 1
    played = rounds("Round 1 | T1 a b c d = draw, B penalty, C conceded")
    found = SCORINGS["match_points"].histories(rules("mamtr"), played, people("abcd"), 0)
    assert [found[each].match_points for each in "abcd"] == [1, 0, 0, 1]


@pytest.mark.parametrize(("preset", "opponents"), [("mmta", 3), ("topdeck", 3), ("mamtr", 0)])
def test_a_bye_adds_opponents_at_the_floor_where_the_preset_says_so(
    preset: str, opponents: int
) -> None:
    used = rules(preset)
    here = field(used, 2, {"me": ("WB", "a"), "a": ("W", "")})
    expected = mean([Fraction(1)] + [used.opponent_floor] * opponents)
    assert REGISTRY["omw"].value(here, "me") == expected


def test_one_without_matches_counts_at_the_floor_and_one_met_twice_counts_twice() -> None:
    here = field(rules("mamtr"), 1, {"me": ("B", ""), "a": ("", "")})
    assert REGISTRY["mw"].value(here, "me") == Fraction(1, 7)
    assert here.opponent_match_win("a") == Fraction(1, 7)
    assert REGISTRY["omw"].value(here, "me") is None
    here = field(rules("mtr"), 3, {"me": ("WWL", "aab"), "a": ("LLW", ""), "b": ("WWW", "")})
    assert REGISTRY["omw"].value(here, "me") == Fraction(2 * 1 + 3, 9)


def test_a_late_entry_has_lost_the_rounds_before_and_an_absence_is_nothing() -> None:
    players = people(["a", "b", "late"], late=2)
    played = rounds("Round 1 | T1 a b = A\nRound 2 | T1 late b = A | absent a")
    used = rules("mamtr")
    found = SCORINGS["match_points"].histories(used, played, players, 0)
    here = Field(used, found, 2)
    assert REGISTRY["mw"].value(here, "late") == Fraction(7, 14)
    assert REGISTRY["mw"].value(here, "a") == 1
    ranking = ranked(players, played[:1], used)
    assert [row.player for row in ranking.rows] == ["a", "b"]


@st.composite
def played_events(draw: st.DrawFn) -> tuple[list[Player], list[Round]]:
    count = draw(st.integers(6, 14))
    players = [Player(f"P{at}", f"Name {at}") for at in range(count)]
    lines = []
    for number in range(1, draw(st.integers(2, 4))):
        order = draw(st.permutations([player.id for player in players]))
        parts = [f"Round {number}"]
        for at in range(count // 3):
            result = draw(st.sampled_from(["draw", "A", "B", "C"]))
            parts.append(f"T{at + 1} {' '.join(order[3 * at : 3 * at + 3])} = {result}")
        byes = order[count // 3 * 3 :]
        lines.append(" | ".join([*parts, *([f"bye {' '.join(byes)}"] if byes else [])]))
    return players, rounds("\n".join(lines))


@pytest.mark.thorough
@given(played_events(), st.sampled_from(["mamtr", "mmta", "topdeck", "mamtr-2023"]))
def test_the_ranking_is_whole_and_never_below_the_floor(
    event: tuple[list[Player], list[Round]], preset: str
) -> None:
    players, rounds = event
    used = rules(preset)
    ranking = ranked(players, rounds, used)
    assert [row.rank for row in ranking.rows] == list(range(1, len(players) + 1))
    assert {row.player for row in ranking.rows} == {player.id for player in players}
    for row in ranking.rows:
        omw = row.tiebreakers["omw"]
        assert omw is None or used.opponent_floor <= omw <= 1
        assert all(row.player in other.tied_with for other in ranking.rows
                   if other.player in row.tied_with)  # fmt: skip
    again = ranked(players[::-1], rounds, used)
    assert [row.player for row in again.rows] == [row.player for row in ranking.rows]


@pytest.mark.thorough
@given(played_events())
def test_every_working_leads_to_its_value(event: tuple[list[Player], list[Round]]) -> None:
    """The lines of a mean have the mean of their values; a sum has their sum."""
    players, rounds = event
    used = rules("mamtr", tiebreakers=["mw", "oamp", "omw", "gw", "ogw"])
    ranking = ranked(players, rounds, used)
    for player in players:
        for working in workings(ranking, player.id, {}):
            counted = [line.value for line in working.lines if line.value is not None]
            if working.key == "match_points":
                assert sum(counted, Fraction(0)) == working.value
            elif working.key in ("omw", "oamp", "ogw"):
                assert mean(counted) == working.value
            elif counted:
                assert counted[-1] == working.value


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_tiebreaker_has_its_words(key: str) -> None:
    entry = REGISTRY[key]
    assert key == entry.KEY
    assert entry.NAME
    assert entry.MEANING.endswith(".")
    assert len(entry.ABBREVIATION) <= 8
    assert entry.DECIMALS >= 0

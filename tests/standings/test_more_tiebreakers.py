"""The tiebreakers beyond the rules' own, each worked by hand."""

import re
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.identifiers import RoundId
from runner.core.numbers import total
from runner.core.rounds import Outcome, Round
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.standings.model import StandingRow, Standings, Working
from runner.standings.ranking import field_of, workings
from runner.standings.tiebreakers import REGISTRY
from tests.support import sample
from tests.support.standings import DAY, day, events, people, ranked, rules

WON, DREW, LOST = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PAGE = Path(__file__).parents[2] / "docs" / "tiebreakers.md"


def row_of(ranking: Standings, player: str) -> StandingRow:
    return next(row for row in ranking.rows if row.player == player)


def working_of(ranking: Standings, player: str, key: str) -> Working:
    return next(each for each in workings(ranking, player, {}) if each.key == key)


GOLDEN: dict[str, dict[str, Fraction | None]] = {
    # a and i have 14 each and met twice: i won 7 in round 2, a won 7 in round 3. h and e have 7
    # each and met three times: h won round 1, e round 3. b, c and g have 1 each and all sat at the
    # drawn table of round 2; b met c in round 1 as well, c met g in round 3, for nothing. d and f
    # are equal with nobody.
    "head_to_head": {
        "a": Fraction(7), "i": Fraction(7), "h": Fraction(7), "e": Fraction(7),
        "b": Fraction(1), "c": Fraction(1), "g": Fraction(1), "d": None, "f": None,
    },
    # i won round 2, and the bye of round 1 is no match in pods.
    "wins": {"a": Fraction(2), "i": Fraction(1), "d": Fraction(0), "h": Fraction(1)},
    # a won round 1 from the first seat and round 3 from the last; h round 1 and e round 3 and i
    # round 2 from the last.
    "wins_last": {"a": Fraction(1), "i": Fraction(1), "h": Fraction(1), "e": Fraction(1),
                  "d": Fraction(0)},
    # a: b 1, c 1, d 8 | h 7, e 7, i 14 | i 14, b 1, f 0. d: a 14, b 1, c 1 | b 1, c 1, g 1.
    # i: h 7, e 7, a 14 | b 1, f 0, a 14. f: e 7, g 1, h 7 | i 14, b 1, a 14.
    "buchholz": {"a": Fraction(53), "d": Fraction(19), "i": Fraction(43), "f": Fraction(44)},
    # a without one 14 and the 0, d without the 14 and one 1, i without one 14 and the 0, f
    # without one 14 and one 1.
    "median_buchholz": {"a": Fraction(39), "d": Fraction(4), "i": Fraction(29), "f": Fraction(29)},
    # a won from b, c, d (1 + 1 + 8) and from i, b, f (14 + 1 + 0). d drew with b, c, g: 3 / 7.
    "sonneborn_berger": {"a": Fraction(25), "d": Fraction(3, 7), "f": Fraction(0)},
    # a had 7, 7, 14 after the rounds; i 7, 14, 14; d 0, 1, 8; f, who was absent once, 0, 0, 0.
    "cumulative": {"a": Fraction(28), "i": Fraction(35), "d": Fraction(9), "f": Fraction(0)},
    # The first 8 bytes of the SHA-256 of "friday", 1, a and random, modulo a million.
    "random": {
        "a": Fraction(
            int.from_bytes(sha256(b"friday\x1f1\x1fa\x1frandom\x1f0").digest()[:8], "big")
            % 1_000_000
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("key", sorted(GOLDEN))
def test_each_is_worth_what_was_worked_out_by_hand(key: str) -> None:
    ranking = day(key)
    found = {row.player: row.tiebreakers[key] for row in ranking.rows}
    assert {player: found[player] for player in GOLDEN[key]} == GOLDEN[key]


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_tiebreaker_has_a_golden_case(key: str) -> None:
    assert key in GOLDEN or key in OF_THE_RULES


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_tiebreaker_has_its_section_in_the_documents_with_a_true_example(key: str) -> None:
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    [mine] = [each for each in sections if each.startswith(f"`{key}`: ")]
    assert mine.split("\n")[0] == f"`{key}`: {REGISTRY[key].NAME}"
    [(player, value)] = re.findall(r"\*\*([a-i]): (.*)\*\*", mine)
    assert row_of(day(key), player).tiebreakers[key] == Fraction(value)


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_there_is_a_value_or_none_before_anything_was_played(key: str) -> None:
    ranking = ranked("abc", [], rules(tiebreakers=[key]))
    assert {row.player for row in ranking.rows} == set("abc")
    for row in ranking.rows:
        assert working_of(ranking, row.player, key).value == row.tiebreakers[key]


OF_THE_RULES = {
    "mw": Fraction(7, 14), "oamp": Fraction(0 + 0 + 0 + 14 + 0, 5),
    "omw": (Fraction(1) + 5 * Fraction(1, 7)) / 6, "gw": Fraction(7, 14),
    "ogw": (Fraction(1) + 4 * Fraction(1, 7)) / 5,
}  # fmt: skip
"""For a, who beat b, c and d and then lost a pod of three to e, who had had a bye."""

ALL = list(OF_THE_RULES)


def golden_ranking() -> Standings:
    rounds = "Round 1 | T1 a b c d = A | bye e\nRound 2 | T1 e a b = A | absent c d"
    return ranked("abcde", rounds, rules(tiebreakers=ALL))


@pytest.mark.parametrize("key", ALL)
def test_those_of_the_rules_are_worth_what_was_worked_out_by_hand(key: str) -> None:
    [row] = [each for each in golden_ranking().rows if each.player == "a"]
    assert row.tiebreakers[key] == OF_THE_RULES[key]


def test_workings_follow_the_ranking_and_say_what_was_raised_left_out_or_added() -> None:
    by_key = {each.key: each for each in workings(golden_ranking(), "a", {"e": "Eve"})}
    assert [*by_key] == ["match_points", *ALL]
    lines = {line.label: line for line in by_key["omw"].lines}
    assert (lines["Round 2, Eve"].text, lines["Round 2, Eve"].value) == ("7 / 7", 1)
    assert lines["Round 2, Eve"].remark == "without 7 points for byes"
    assert lines["Round 1, c"].remark == "raised to the floor of 1/7"
    assert lines["Round 2, empty seat"].value == Fraction(1, 7)
    assert lines["Total"].text == "1.71429 / 6"
    points = {line.label: line for line in by_key["oamp"].lines}
    assert points["Round 2, Eve"].text == "14 points"
    first = working_of(day("gw"), "i", "gw").lines[0]
    assert (first.text, first.remark) == ("", "bye, left out"), "no percentage counts it"


def test_of_two_equals_who_beat_the_other_goes_first() -> None:
    used = rules("mtr", tiebreakers=["head_to_head"])
    rounds = "Round 1 | T1 a b = B | T2 c d = A\nRound 2 | T1 a c = A | T2 b d = B\n"
    for seed in "pqrst":
        ranking = ranked("abcd", rounds, used, seed=seed)
        assert all(row.match_points == 3 for row in ranking.rows)
        assert all(row.tiebreakers["head_to_head"] is None for row in ranking.rows)
    rounds += "Round 3 | T1 a d = A | T2 b c = A"
    for seed in "pqrst":
        ranking = ranked("abcd", rounds, used, seed=seed)
        assert [row.player for row in ranking.rows] == ["b", "a", "c", "d"]
        assert [row.tiebreakers["head_to_head"] for row in ranking.rows] == [3, 0, 3, 0]


def test_three_equals_are_compared_at_the_tables_among_them_only() -> None:
    used = rules("mtr", tiebreakers=["head_to_head"])
    rounds = """
        Round 1 | T1 a b = A | T2 c d = B
        Round 2 | T1 b d = A | T2 c e = A | absent a
        Round 3 | T1 a d = A | T2 b e = A | absent c
        Round 4 | T1 d e = A | absent a b c
    """
    ranking = ranked("abcde", rounds, used)
    equals = [row for row in ranking.rows if row.match_points == 6]
    assert {row.player: row.tiebreakers["head_to_head"] for row in equals} == {
        "a": 6, "b": 3, "d": 0,
    }  # fmt: skip


def test_head_to_head_compares_those_left_equal_and_its_working_names_them_and_their_tables() -> (
    None
):
    keys = ["wins", "head_to_head"]
    ranking = day(*keys)
    assert row_of(ranking, "a").tiebreakers["head_to_head"] is None
    assert row_of(ranking, "h").tiebreakers["head_to_head"] == 7
    assert field_of(ranking).equals_of("head_to_head", "a") == frozenset()
    assert field_of(ranking).equals_of("head_to_head", "h") == {"h", "e"}
    ranking = day("head_to_head")
    lines = {line.label: line for line in working_of(ranking, "b", "head_to_head").lines}
    assert lines["Equal so far"].text == "c, g"
    assert lines["Round 2, c, g"].value == 1
    assert lines["Round 2, c, g"].remark == "draw"
    assert lines["Round 1, c"].value == 0
    assert set(lines) == {"Equal so far", "Round 1, c", "Round 2, c, g", "Total"}
    early = ranked("abcdefghi", DAY[:1], rules(tiebreakers=["head_to_head"]))
    assert [line.label for line in working_of(early, "a", "head_to_head").lines] == [
        "Equal so far",
        "a and h have not met",
    ]
    many = ranked("abcdefghi", [], rules(tiebreakers=["head_to_head"]))
    assert working_of(many, "a", "head_to_head").lines[0].text == "b, c, d, e, f and 3 more"
    alone = working_of(ranking, "d", "head_to_head")
    assert [line.text for line in alone.lines] == ["nobody"]


def test_a_bye_is_a_win_in_head_to_head_and_a_round_missed_is_none() -> None:
    used = rules("mtr", tiebreakers=["wins", "buchholz", "cumulative"])
    rounds = "Round 1 | T1 a b = A | bye c\nRound 2 | T1 a d = B | T2 b c = draw"
    ranking = ranked(people("abcd", d=2), rounds, used)
    found = {row.player: list(row.tiebreakers.values()) for row in ranking.rows}
    assert found == {"a": [1, 4, 6], "b": [0, 7, 1], "c": [1, 1, 7], "d": [1, 3, 3]}
    remarks = [line.remark for line in working_of(ranking, "d", "wins").lines]
    assert remarks == ["missed before entering", "win", ""]
    assert working_of(ranking, "c", "wins").lines[0].remark == "bye"


def test_the_last_seat_of_a_small_pod_is_its_third() -> None:
    used = rules(tiebreakers=["wins_last"])
    ranking = ranked("abcdefg", "Round 1 | T1 a b c d = C | T2 e f g = C", used)
    assert [row_of(ranking, each).tiebreakers["wins_last"] for each in "cg"] == [0, 1]
    assert working_of(ranking, "g", "wins_last").lines[0].text == "seat 3 of 3"


@pytest.mark.parametrize(("met", "value"), [(2, 14), (3, 7)])
def test_the_median_leaves_out_two_only_of_three_or_more(met: int, value: int) -> None:
    used = rules(tiebreakers=["median_buchholz"])
    rounds = f"""
        Round 1 | T1 b c x = A | T2 c y z = A
        Round 2 | T1 {" ".join("abcd"[: met + 1])} = A
    """
    ranking = ranked("abcdxyz", rounds, used)
    assert row_of(ranking, "a").tiebreakers["median_buchholz"] == value


def test_points_by_place_are_parts_of_a_win_and_with_wagers_it_counts_whole() -> None:
    used = rules(scoring="placement", place_points=[4, 2, 1, 0], tiebreakers=["sonneborn_berger"])
    ranking = ranked("abcd", "Round 1 | T1 a b c d = A 1, B 2, C 3, D 4", used)
    found = {row.player: row.tiebreakers["sonneborn_berger"] for row in ranking.rows}
    assert found == {"a": 3, "b": Fraction(5, 2), "c": Fraction(6, 4), "d": 0}
    used = rules(preset="hareruya", tiebreakers=["sonneborn_berger", "cumulative"])
    ranking = ranked("abcd", "Round 1 | T1 a b c d = A", used)
    values = row_of(ranking, "a").tiebreakers
    assert values == {"sonneborn_berger": 3 * 930, "cumulative": 1210}
    assert working_of(ranking, "a", "cumulative").lines[0].text == "1000 + 210"


def test_the_random_number_is_that_of_the_seed_and_the_phase_and_stays() -> None:
    used = rules(tiebreakers=["random"])
    numbers = [
        {
            each.player: each.tiebreakers["random"]
            for each in ranked("abc", rounds, used, seed=seed).rows
        }
        for rounds, seed in (("", "x"), ("Round 1 | T1 a b c = draw", "x"), ("", "y"))
    ]
    assert numbers[0] == numbers[1] != numbers[2]
    later = ranked("a", [], used, after=RoundId(2, 0), seed="x")
    assert later.rows[0].tiebreakers["random"] != numbers[0]["a"]


SUMS = {"head_to_head", "wins", "wins_last", "buchholz", "median_buchholz", "sonneborn_berger",
        "cumulative", "random"}  # fmt: skip


@pytest.mark.thorough
@given(events(), st.permutations(sorted(REGISTRY)))
def test_every_working_leads_to_its_value(
    event: tuple[list[str], list[Round]], keys: list[str]
) -> None:
    """Each value is that of the row; the lines of a sum add up to it."""
    names, rounds = event
    used = rules(tiebreakers=keys)
    ranking = ranked(names, rounds, used)
    field = field_of(ranking)
    for row in ranking.rows:
        for working in workings(ranking, row.player, {}, field)[1:]:
            assert working.value == row.tiebreakers[working.key]
            if working.key in SUMS and working.value is not None:
                *steps, last = working.lines
                assert last.value == working.value
                if steps:
                    counted = [line.value for line in steps if line.value is not None]
                    assert total(counted) == working.value


@pytest.mark.thorough
@given(events(), st.permutations(sorted(REGISTRY)))
def test_rows_stand_in_the_order_of_any_keys_and_none_is_least(
    event: tuple[list[str], list[Round]], keys: list[str]
) -> None:
    names, rounds = event
    used = rules(tiebreakers=keys, game_floor=0)
    ranking = ranked(names, rounds, used)
    merits = [
        [row.match_points, *(-1 if each is None else each for each in row.tiebreakers.values())]
        for row in ranking.rows
    ]
    assert merits == sorted(merits, reverse=True)


def test_the_snapshot_has_the_workings_of_the_latest_ranking_and_the_public_one_none() -> None:
    event = sample.snapshot(sample.Plan(players=16, rounds=2))
    assert event.phases[0].current is not None
    document = snapshot_document(event)
    assert schema.problems(document, "runner-snapshot/1") == []
    earlier, latest = document["standings"][0], document["standings"][-1]
    assert not any("working" in row for row in earlier["rows"])
    for row in latest["rows"]:
        values = {"match_points": row["match_points"]}
        values |= {key: value["exact"] for key, value in row["tiebreakers"].items()}
        assert [each["key"] for each in row["working"]] == list(values)
        for each in row["working"][1:]:
            assert each["lines"][-1].get("exact") == values[each["key"]]
    lines = [line for each in latest["rows"][0]["working"] for line in each["lines"]]
    assert {line["player"] for line in lines if "player" in line} <= set(event.players)
    assert any("player" in line for line in lines)
    public = snapshot_document(event, public=True)
    assert not any("working" in row for each in public["standings"] for row in each["rows"])

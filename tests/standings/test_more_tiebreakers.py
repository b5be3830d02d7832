"""The tiebreakers beyond the rules' own, each worked by hand."""

import re
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.event import Mode, Outcome, Phase, Player, Round, RoundId, Seat, Table
from runner.core.numbers import total
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.model import StandingRow, Standings, Working
from runner.standings.ranking import field_of, standings, workings
from runner.standings.tiebreakers import REGISTRY
from tests.standings import test_standings
from tests.support import sample

WON, DREW, LOST = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PAGE = Path(__file__).parents[2] / "docs" / "tiebreakers.md"


def rules(mode: Mode = Mode.MULTIPLAYER, preset: str = "mamtr", **settings: Any) -> Ruleset:
    made, problems = ruleset(Phase(1, "Swiss", mode, "swiss", preset, settings=settings), {})
    assert not problems
    return made


def pod(number: int, seats: str, won: str = "") -> Table:
    """A table in turn order; without a winner it was drawn."""
    return Table(
        number,
        tuple(
            Seat(each, (WON if each == won else LOST) if won else DREW, int(each == won))
            for each in seats
        ),
    )


def played(number: int, *tables: Table, byes: str = "", absent: str = "") -> Round:
    return Round(RoundId(1, number), tables, tuple(byes), tuple(absent))


def ranked(
    used: Ruleset, names: str, rounds: Sequence[Round], seed: str = "friday", **enters: int
) -> Standings:
    who = [Player(each, each, enters=enters.get(each, 1)) for each in names]
    after = rounds[-1].id if rounds else RoundId(1, 0)
    return standings(used, rounds, who, after=after, complete=True, seed=seed)


def row_of(ranking: Standings, player: str) -> StandingRow:
    return next(row for row in ranking.rows if row.player == player)


def working_of(ranking: Standings, player: str, key: str) -> Working:
    return next(each for each in workings(ranking, player, {}) if each.key == key)


# --- the golden event -------------------------------------------------------------------------

DAY = [
    played(1, pod(1, "abcd", won="a"), pod(2, "efgh", won="h"), byes="i"),
    played(2, pod(1, "heai", won="i"), pod(2, "bcdg"), absent="f"),
    played(3, pod(1, "ibfa", won="a"), pod(2, "ghce", won="e"), byes="d"),
]
"""A win is 7, a draw 1, a bye 7. After it: a 14, i 14, d 8, h 7, e 7, b 1, c 1, g 1, f 0."""

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


def day(*keys: str) -> Standings:
    return ranked(rules(tiebreakers=list(keys)), "abcdefghi", DAY)


@pytest.mark.parametrize("key", sorted(GOLDEN))
def test_each_is_worth_what_was_worked_out_by_hand(key: str) -> None:
    ranking = day(key)
    found = {row.player: row.tiebreakers[key] for row in ranking.rows}
    assert {player: found[player] for player in GOLDEN[key]} == GOLDEN[key]


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_tiebreaker_has_a_golden_case(key: str) -> None:
    assert key in GOLDEN or key in test_standings.GOLDEN


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_tiebreaker_has_its_section_in_the_documents_with_a_true_example(key: str) -> None:
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    [mine] = [each for each in sections if each.startswith(f"`{key}`: ")]
    assert mine.split("\n")[0] == f"`{key}`: {REGISTRY[key].NAME}"
    [(player, value)] = re.findall(r"\*\*([a-i]): (.*)\*\*", mine)
    assert row_of(day(key), player).tiebreakers[key] == Fraction(value)


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_there_is_a_value_or_none_before_anything_was_played(key: str) -> None:
    ranking = ranked(rules(tiebreakers=[key]), "abc", [])
    assert {row.player for row in ranking.rows} == set("abc")
    for row in ranking.rows:
        assert working_of(ranking, row.player, key).value == row.tiebreakers[key]


# --- head-to-head -----------------------------------------------------------------------------


def test_of_two_equals_who_beat_the_other_goes_first() -> None:
    used = rules(Mode.HEAD_TO_HEAD, "mtr", tiebreakers=["head_to_head"])
    rounds = [
        played(1, pod(1, "ab", won="b"), pod(2, "cd", won="c")),
        played(2, pod(1, "ac", won="a"), pod(2, "bd", won="d")),
    ]
    for seed in "pqrst":
        ranking = ranked(used, "abcd", rounds, seed)
        assert all(row.match_points == 3 for row in ranking.rows)
        assert all(row.tiebreakers["head_to_head"] is None for row in ranking.rows)
    rounds.append(played(3, pod(1, "ad", won="a"), pod(2, "bc", won="b")))
    for seed in "pqrst":
        ranking = ranked(used, "abcd", rounds, seed)
        assert [row.player for row in ranking.rows] == ["b", "a", "c", "d"]
        assert [row.tiebreakers["head_to_head"] for row in ranking.rows] == [3, 0, 3, 0]


def test_three_equals_are_compared_at_the_tables_among_them_only() -> None:
    used = rules(Mode.HEAD_TO_HEAD, "mtr", tiebreakers=["head_to_head"])
    rounds = [
        played(1, pod(1, "ab", won="a"), pod(2, "cd", won="d")),
        played(2, pod(1, "bd", won="b"), pod(2, "ce", won="c"), absent="a"),
        played(3, pod(1, "ad", won="a"), pod(2, "be", won="b"), absent="c"),
        played(4, pod(1, "de", won="d"), absent="abc"),
    ]
    ranking = ranked(used, "abcde", rounds)
    equals = [row for row in ranking.rows if row.match_points == 6]
    assert {row.player: row.tiebreakers["head_to_head"] for row in equals} == {
        "a": 6, "b": 3, "d": 0,
    }  # fmt: skip


def test_head_to_head_compares_those_whom_the_keys_before_it_leave_equal() -> None:
    keys = ["wins", "head_to_head"]
    ranking = day(*keys)
    assert row_of(ranking, "a").tiebreakers["head_to_head"] is None
    assert row_of(ranking, "h").tiebreakers["head_to_head"] == 7
    assert field_of(ranking).equals_of("head_to_head", "a") == frozenset()
    assert field_of(ranking).equals_of("head_to_head", "h") == {"h", "e"}


def test_its_working_names_the_equals_the_tables_and_who_have_not_met() -> None:
    ranking = day("head_to_head")
    lines = {line.label: line for line in working_of(ranking, "b", "head_to_head").lines}
    assert lines["Equal so far"].text == "c, g"
    assert lines["Round 2, c, g"].value == 1
    assert lines["Round 2, c, g"].remark == "draw"
    assert lines["Round 1, c"].value == 0
    assert set(lines) == {"Equal so far", "Round 1, c", "Round 2, c, g", "Together"}
    early = ranked(rules(tiebreakers=["head_to_head"]), "abcdefghi", DAY[:1])
    assert [line.label for line in working_of(early, "a", "head_to_head").lines] == [
        "Equal so far",
        "a and h have not met",
    ]
    many = ranked(rules(tiebreakers=["head_to_head"]), "abcdefghi", [])
    assert working_of(many, "a", "head_to_head").lines[0].text == "b, c, d, e, f and 3 more"
    alone = working_of(ranking, "d", "head_to_head")
    assert [line.text for line in alone.lines] == ["nobody"]


# --- byes, rounds missed, and rules that differ -----------------------------------------------


def test_a_bye_is_a_win_in_head_to_head_and_a_round_missed_is_none() -> None:
    used = rules(Mode.HEAD_TO_HEAD, "mtr", tiebreakers=["wins", "buchholz", "cumulative"])
    rounds = [
        played(1, pod(1, "ab", won="a"), byes="c"),
        played(2, pod(1, "ad", won="d"), pod(2, "bc")),
    ]
    ranking = ranked(used, "abcd", rounds, d=2)
    found = {row.player: list(row.tiebreakers.values()) for row in ranking.rows}
    assert found == {"a": [1, 4, 6], "b": [0, 7, 1], "c": [1, 1, 7], "d": [1, 3, 3]}
    remarks = [line.remark for line in working_of(ranking, "d", "wins").lines]
    assert remarks == ["missed before entering", "win", ""]
    assert working_of(ranking, "c", "wins").lines[0].remark == "bye"


def test_the_last_seat_of_a_small_pod_is_its_third() -> None:
    used = rules(tiebreakers=["wins_last"])
    rounds = [played(1, pod(1, "abcd", won="c"), pod(2, "efg", won="g"))]
    ranking = ranked(used, "abcdefg", rounds)
    assert [row_of(ranking, each).tiebreakers["wins_last"] for each in "cg"] == [0, 1]
    assert working_of(ranking, "g", "wins_last").lines[0].text == "seat 3 of 3"


@pytest.mark.parametrize(("met", "value"), [(2, 14), (3, 7)])
def test_the_median_leaves_out_two_only_of_three_or_more(met: int, value: int) -> None:
    used = rules(tiebreakers=["median_buchholz"])
    rounds = [
        played(1, pod(1, "bcx", won="b"), pod(2, "cyz", won="c")),
        played(2, pod(1, "abcd"[: met + 1], won="a")),
    ]
    ranking = ranked(used, "abcdxyz", rounds)
    assert row_of(ranking, "a").tiebreakers["median_buchholz"] == value


def test_points_by_place_and_stacks_are_taken_as_parts_of_a_win() -> None:
    used = rules(
        scoring="placement", place_points=[4, 2, 1, 0], tiebreakers=["sonneborn_berger"]
    )  # fmt: skip
    seats = [Seat(each, Outcome.POINTS, points=Fraction(at)) for at, each in enumerate("abcd", 1)]
    ranking = ranked(used, "abcd", [played(1, Table(1, tuple(seats)))])
    found = {row.player: row.tiebreakers["sonneborn_berger"] for row in ranking.rows}
    assert found == {"a": 3, "b": Fraction(5, 2), "c": Fraction(6, 4), "d": 0}


def test_with_wagers_a_win_counts_whole_and_the_running_total_begins_with_the_stack() -> None:
    used = rules(preset="hareruya", tiebreakers=["sonneborn_berger", "cumulative"])
    ranking = ranked(used, "abcd", [played(1, pod(1, "abcd", won="a"))])
    values = row_of(ranking, "a").tiebreakers
    assert values == {"sonneborn_berger": 3 * 930, "cumulative": 1210}
    assert working_of(ranking, "a", "cumulative").lines[0].text == "1000 + 210"


def test_the_random_number_is_that_of_the_seed_and_the_phase_and_stays() -> None:
    used = rules(tiebreakers=["random"])
    numbers = [
        {row.player: row.tiebreakers["random"] for row in ranked(used, "abc", rounds, seed).rows}
        for rounds, seed in (([], "x"), ([played(1, pod(1, "abc"))], "x"), ([], "y"))
    ]
    assert numbers[0] == numbers[1] != numbers[2]
    later = standings(
        used, [], [Player("a", "a")], after=RoundId(2, 0), complete=True, seed="x"
    )  # fmt: skip
    assert later.rows[0].tiebreakers["random"] != numbers[0]["a"]


# --- workings ---------------------------------------------------------------------------------

SUMS = {"head_to_head", "wins", "wins_last", "buchholz", "median_buchholz", "sonneborn_berger",
        "cumulative", "random"}  # fmt: skip


@given(test_standings.events(), st.permutations(sorted(REGISTRY)))
def test_every_working_leads_to_its_value(
    event: tuple[list[str], list[Round]], keys: list[str]
) -> None:
    """Each value is that of the row; the lines of a sum add up to it."""
    names, rounds = event
    used = rules(tiebreakers=keys)
    who = [Player(each, each) for each in names]
    ranking = standings(used, rounds, who, after=rounds[-1].id, complete=True, seed="s")
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


@given(test_standings.events(), st.permutations(sorted(REGISTRY)))
def test_rows_stand_in_the_order_of_any_keys_and_none_is_least(
    event: tuple[list[str], list[Round]], keys: list[str]
) -> None:
    names, rounds = event
    who = [Player(each, each) for each in names]
    used = rules(tiebreakers=keys, game_floor=0)
    ranking = standings(used, rounds, who, after=rounds[-1].id, complete=True, seed="s")
    merits = [
        [row.match_points, *(-1 if each is None else each for each in row.tiebreakers.values())]
        for row in ranking.rows
    ]
    assert merits == sorted(merits, reverse=True)


def test_a_bye_that_no_percentage_counts_shows_no_games() -> None:
    first = working_of(day("gw"), "i", "gw").lines[0]
    assert (first.text, first.remark) == ("", "bye, left out")


def test_the_snapshot_has_the_workings_of_the_latest_ranking_and_the_public_one_none() -> None:
    event = sample.snapshot(sample.Plan(players=16, rounds=2))
    current = event.phases[0].current
    assert current is not None
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

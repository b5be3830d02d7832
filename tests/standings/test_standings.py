"""The ranking: who is in it, in what order, and how every number of it can be checked."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from runner.core.numbers import total
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Table
from runner.standings.model import Played, RoundKind
from tests.support.data import document, expected, needs_data, snapshot
from tests.support.standings import events, people, ranked, rules

ROOT = Path(__file__).parents[2]


def test_before_the_first_round_everybody_has_nothing_and_is_tied_with_everybody() -> None:
    ranking = ranked("abc", [])
    assert {row.player for row in ranking.rows} == set("abc")
    assert all(row.match_points == 0 for row in ranking.rows)
    assert all({row.player, *row.tied_with} == set("abc") for row in ranking.rows)


def test_who_enters_later_has_lost_the_rounds_before_but_not_those_of_an_earlier_phase() -> None:
    who, rounds = people("abcde", e=3), "Round 1 | T1 a b c d = A\nRound 2 | T1 a b c d = A\n"
    assert "e" not in {row.player for row in ranked(who, rounds).rows}
    rounds += "Round 3 | T1 e a b c = A | absent d"
    [row] = [each for each in ranked(who, rounds).rows if each.player == "e"]
    assert (row.record.wins, row.record.losses) == (1, 2)
    assert row.tiebreakers["mw"] == Fraction(7, 21)
    ranking = ranked(people("abcde", e=4), "Round 1 | T1 a b c d = A | bye e", round_offset=3)
    [row] = [each for each in ranking.rows if each.player == "e"]
    assert (row.record.losses, row.record.byes) == (0, 1)


@pytest.mark.parametrize(
    ("drops_after", "returns", "dropped"),
    [(None, None, False), (3, None, False), (2, None, True), (1, None, True), (1, 3, False),
     (1, 4, True)],
)  # fmt: skip
def test_dropped_is_who_will_not_play_the_next_round(
    drops_after: int | None, returns: int | None, dropped: bool
) -> None:
    who = [Player("a", "a", drops_after=drops_after, returns=returns), *people("bcd")]
    rounds = "Round 1 | T1 a b c d = A\nRound 2 | T1 b c d = A"
    [row] = [each for each in ranked(who, rounds).rows if each.player == "a"]
    assert row.dropped is dropped


def test_a_table_without_its_result_counts_for_nothing_yet() -> None:
    rounds = "Round 1 | T1 a b c d = A | T2 e f g h | bye i"
    ranking = ranked("abcdefghi", rounds, complete=False)
    rows = {row.player: row for row in ranking.rows}
    assert not ranking.complete
    assert rows["e"].record.losses == 0
    assert rows["e"].tiebreakers["omw"] is None
    assert rows["i"].match_points == 7


def test_who_has_met_nobody_ranks_below_equals_and_points_stated_count_as_they_are() -> None:
    used = rules(tiebreakers=["omw"])
    ranking = ranked("edcba", "Round 1 | T1 a b c d = A | bye e", used)
    assert [row.player for row in ranking.rows][:2] == ["a", "e"]
    ranking = ranked("abcd", "Round 1 | T1 a b c d = A 3, B 2.5, C 1, D 0")
    assert [row.match_points for row in ranking.rows] == [3, Fraction(5, 2), 1, 0]
    assert ranking.rows[0].record.wins == ranking.rows[0].record.losses == 0


def renamed(rounds: Sequence[Round], new: dict[str, str]) -> list[Round]:
    """The same rounds under other ids, the tables in the opposite order."""
    return [
        Round(
            each.id,
            tuple(
                Table(
                    table.number,
                    tuple(replace(seat, player=new[seat.player]) for seat in table.seats),
                )
                for table in reversed(each.tables)
            ),
            tuple(new[player] for player in reversed(each.byes)),
            tuple(new[player] for player in each.absent),
        )
        for each in rounds
    ]  # fmt: skip


@pytest.mark.thorough
@given(events(), st.sampled_from(["mamtr", "mamtr-2023", "mmta", "topdeck"]), st.randoms())
def test_renaming_and_reordering_change_nothing_but_the_order_of_equals(
    event: tuple[list[str], list[Round]], preset: str, chance: Any
) -> None:
    names, rounds = event
    used = rules(preset)
    other = names[:]
    chance.shuffle(other)
    new = dict(zip(names, other, strict=True))
    one = ranked(names, rounds, used)
    two = ranked(other, renamed(rounds, new), used)
    for mine, theirs in zip(one.rows, two.rows, strict=True):
        assert mine.match_points == theirs.match_points
        assert mine.tiebreakers == theirs.tiebreakers
        assert {new[each] for each in (mine.player, *mine.tied_with)} == {
            theirs.player,
            *theirs.tied_with,
        }


@pytest.mark.thorough
@given(events(), st.text(max_size=5))
def test_the_seed_moves_nobody_but_equals(event: tuple[list[str], list[Round]], seed: str) -> None:
    names, rounds = event
    one, two = ranked(names, rounds), ranked(names, rounds, seed=seed)
    for mine, theirs in zip(one.rows, two.rows, strict=True):
        assert theirs.player in {mine.player, *mine.tied_with}


@pytest.mark.thorough
@given(events())
def test_every_table_and_bye_gives_out_its_points_and_no_more(
    event: tuple[list[str], list[Round]],
) -> None:
    names, rounds = event
    ranking = ranked(names, rounds)
    given_out = sum(7 * len(each.byes) for each in rounds) + sum(
        7 if table.seats[0].outcome is Outcome.WIN else len(table.seats)
        for each in rounds
        for table in each.tables
    )
    assert sum(row.match_points for row in ranking.rows) == given_out


@pytest.mark.thorough
@given(events())
def test_rows_stand_in_falling_order_of_points_and_tiebreakers(
    event: tuple[list[str], list[Round]],
) -> None:
    names, rounds = event
    used = rules(tiebreakers=["omw", "oamp", "mw"])
    rows = ranked(names, rounds, used).rows
    merits = [
        [row.match_points, *(-1 if each is None else each for each in row.tiebreakers.values())]
        for row in rows
    ]
    assert merits == sorted(merits, reverse=True)


PODS = st.sampled_from(["mamtr", "mamtr-2023", "mmta", "topdeck"])


def with_bye(now: Round, player: str) -> Round:
    """The round in which the player has a bye and the others of the table play one fewer."""
    tables = tuple(
        replace(table, seats=tuple(seat for seat in table.seats if seat.player != player))
        for table in now.tables
    )
    return replace(now, tables=tables, byes=(*now.byes, player))


@pytest.mark.thorough
@given(events(), PODS, st.data())
def test_a_bye_in_place_of_a_loss_never_lowers_one_s_own_rank(
    event: tuple[list[str], list[Round]], preset: str, data: st.DataObject
) -> None:
    names, rounds = event
    lost = [
        (at, seat.player)
        for at, each in enumerate(rounds)
        for table in each.tables
        for seat in table.seats
        if seat.outcome is Outcome.LOSS
    ]
    assume(lost)
    at, player = data.draw(st.sampled_from(lost))
    # The table plays on: its other seats stand as they did, so only this player is better off.
    instead = [*rounds[:at], with_bye(rounds[at], player), *rounds[at + 1 :]]
    used = rules(preset)
    before, after = (
        next(row for row in ranked(names, each, used).rows if row.player == player)
        for each in (rounds, instead)
    )
    assert after.match_points > before.match_points
    assert after.rank <= before.rank


@pytest.mark.thorough
@given(events(), PODS)
@settings(deadline=None, max_examples=15)
def test_a_further_round_changes_no_earlier_standings(
    event: tuple[list[str], list[Round]], preset: str
) -> None:
    names, rounds = event
    assume(len(rounds) > 1)
    document = {
        "format": "runner-event/1",
        "event": {"name": "", "seed": "s", "settings": {}},
        "phases": [
            {"name": "Swiss", "mode": "multiplayer", "type": "swiss", "preset": preset, "rounds": 9}
        ],
        "players": [{"id": each, "name": each} for each in names],
        "rounds": [round_document(each) for each in rounds],
    }
    whole = snapshot(document).phases[0].standings
    document["rounds"] = document["rounds"][:-1]  # type: ignore[index]  # of a test
    for fewer, more in zip(snapshot(document).phases[0].standings, whole, strict=False):
        assert fewer.rows == more.rows


def round_document(now: Round) -> dict[str, Any]:
    """The round as the open format has it."""
    return {
        "phase": 1, "number": now.id.number,
        "tables": [
            {
                "table": table.number,
                "seats": [
                    {"player": seat.player, "outcome": seat.outcome and seat.outcome.value}
                    for seat in table.seats
                ],
            }
            for table in now.tables
        ],
        "byes": list(now.byes), "absent": list(now.absent),
    }  # fmt: skip


@pytest.mark.thorough
@given(st.lists(st.fractions()))
def test_the_fast_total_is_the_sum(values: list[Fraction]) -> None:
    assert total(values) == sum(values, Fraction(0))


@needs_data
def test_pods_24_has_the_published_points_and_nobody_outside_the_cut_out_of_order() -> None:
    published = expected("pods_24_top10")
    ranking = snapshot(document("pods_24_top10")).phases[0].standings[3]
    rows = {row.player: row for row in ranking.rows}
    assert {player: int(row.match_points) for player, row in rows.items()} == published[
        "swiss_points"
    ]
    outside = [rows[player] for player in published["published_order"][10:]]
    merits = [(row.match_points, row.tiebreakers["omw"]) for row in outside]
    assert merits == sorted(merits, reverse=True)


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_is_told_and_stands_in_the_open_format(outcome: Outcome) -> None:
    assert Played(1, RoundKind.MATCH, outcome=outcome).remark
    schema = json.loads((ROOT / "docs/schema/runner-event-1.schema.json").read_text())
    assert outcome in schema["$defs"]["seat"]["properties"]["outcome"]["enum"]

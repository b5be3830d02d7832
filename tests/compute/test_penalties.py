"""What penalties do to results, standings and the rest of the event."""

import re
from dataclasses import replace

import pytest

from runner.compute.compute import compute
from runner.compute.penalties import disqualified
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Penalty
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.core.rounds import Outcome
from runner.interchange.event_out import plain_document
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from tests.support.events import (
    ask,
    latest_ranking,
    published,
    swiss,
    swiss_and_playoff,
    typed,
    up_to,
)

HERE = Place("Penalties", "B5")


def played(mode: Mode, result: str) -> tuple[Event, Ledger, Snapshot]:
    now = swiss(8, mode=mode)
    snapshot, ledger = published(now)
    now = typed(now, snapshot, result)
    return now, ledger, compute(now, ledger)


def penalised(now: Event, ledger: Ledger, player: str, penalty: str, round_: int = 1) -> Snapshot:
    name = next(each.name for each in now.players if each.id == player)
    return compute(replace(now, penalties=(Penalty(round_, name, "", penalty, HERE),)), ledger)


def points(snapshot: Snapshot, player: str) -> int:
    ranking = latest_ranking(snapshot)
    return int(next(row.match_points for row in ranking.rows if row.player == player))


def test_a_match_loss_takes_the_draw_from_that_player_alone_and_two_are_a_double_loss() -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "draw")
    seats = before.rounds[0].tables[0].players
    after = penalised(now, ledger, seats[2], "Match loss")
    assert [points(after, each) for each in seats] == [1, 1, 0, 1]
    now, ledger, before = played(Mode.HEAD_TO_HEAD, "2-1")
    both = before.rounds[0].tables[0].players
    names = {each.id: each.name for each in now.players}
    penalties = tuple(Penalty(1, names[each], "", "Match loss", HERE) for each in both)
    after = compute(replace(now, penalties=penalties), ledger)
    assert [points(after, each) for each in both] == [0, 0]


@pytest.mark.parametrize("result", ["2-1", "1-1-1"])
def test_a_match_loss_head_to_head_gives_the_opponent_the_match(result: str) -> None:
    now, ledger, before = played(Mode.HEAD_TO_HEAD, result)
    loser, winner = before.rounds[0].tables[0].players
    after = penalised(now, ledger, loser, "match loss")
    assert [seat.outcome for seat in after.rounds[0].tables[0].seats] == [
        Outcome.PENALTY_LOSS,
        Outcome.WIN,
    ]
    assert (points(after, loser), points(after, winner)) == (0, 3)


@pytest.mark.parametrize("many", [1, 2], ids=["one", "both"])
def test_a_match_that_was_lost_before_it_had_a_result_counts_with_the_games_of_one(
    many: int,
) -> None:
    """Who has lost it has won no game; the other has those that win a match."""
    now = swiss(8, mode=Mode.HEAD_TO_HEAD)
    before, ledger = published(now)
    names = {each.id: each.name for each in now.players}
    losers = before.rounds[0].tables[0].players[:many]
    penalties = tuple(Penalty(1, names[each], "", "Match loss", HERE) for each in losers)
    after = compute(replace(now, penalties=penalties), ledger)
    seats = after.rounds[0].tables[0].seats
    won = {1: [0, 2], 2: [0, 0]}[many]
    assert [seat.games_won for seat in seats] == won
    lost = [Outcome.PENALTY_LOSS] * many
    assert [seat.outcome for seat in seats] == [*lost, Outcome.WIN][:2]


def test_who_is_disqualified_twice_is_gone_from_the_first_on() -> None:
    now = swiss(8)
    who = now.players[3]
    lines = (
        Penalty(3, who.name, "", "Disqualification", HERE),
        Penalty(2, who.name.upper(), "", "dq", HERE),
        Penalty(4, who.name, "", "disqualified", HERE),
        Penalty(1, who.name, "", "Match loss", HERE),
        Penalty(1, "Nobody Knows", "", "Disqualification", HERE),
    )
    assert disqualified(lines, PlayerResolver({each.id: each for each in now.players}, {})) == {
        who.id: 2
    }


def test_a_disqualified_player_loses_the_match_and_is_not_paired_again() -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "draw")
    out = before.rounds[0].tables[0].players[0]
    after = penalised(now, ledger, out, "Disqualification")
    assert (points(before, out), points(after, out)) == (1, 0)
    (next_round,) = [each for each in after.pairings if each.proposed]
    assert out not in {player for table in next_round.tables for player in table.seats}
    assert next(row for row in after.phases[0].standings[-1].rows if row.player == out).dropped


def test_a_game_loss_that_the_result_does_not_hold_counts_beside_it_and_is_pointed_out() -> None:
    now, ledger, before = played(Mode.HEAD_TO_HEAD, "2-0")
    winner = before.rounds[0].tables[0].players[0]
    after = penalised(now, ledger, winner, "game loss")
    assert [seat.games_won for seat in after.rounds[0].tables[0].seats] == [2, 1]
    (problem,) = after.problems
    assert problem.place == HERE
    assert "by the result of table 1 lost no game; it counts as 2-1." in problem.text


def test_an_unknown_penalty_changes_nothing_and_a_known_one_not_what_was_reported() -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    after = penalised(now, ledger, before.rounds[0].tables[0].players[0], "Ten push-ups")
    assert after.phases[0].standings[-1].rows == before.phases[0].standings[-1].rows
    assert "Ten push-ups" in after.problems[0].text
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    after = penalised(now, ledger, before.rounds[0].tables[0].players[0], "Match loss")
    assert plain_document(after)["rounds"] == plain_document(before)["rounds"]
    assert [each.kind for each in after.entries] == [EntryKind.RESULTS]
    assert after.entries == before.entries


ASKS = "which is not a win"


def asked(snapshot: Snapshot) -> list[str]:
    """The questions who won, each with its cell."""
    return [str(each) for each in snapshot.problems if ASKS in each.text]


def reported(now: Event, result: str, games: str = "") -> Event:
    (sheet,) = now.rounds
    places = {"result": Place("Round 1", "F6"), "games": Place("Round 1", "G6")}
    rows = (replace(row, result=result, games=games, places=places) for row in sheet.rows)
    return replace(now, rounds=(replace(sheet, rows=tuple(rows)),))


@pytest.mark.parametrize("penalty", ["Match loss", "Disqualification", "dq", "Game loss"])
@pytest.mark.parametrize(("result", "games", "cell"), [
    ("A", "", "F6"), ("A win, B loss, C loss, D loss", "", "F6"), ("A, B conceded", "", "F6"),
    ("", "1-0-0-0", "G6"),
])  # fmt: skip
def test_who_won_is_asked_where_the_winner_of_a_pod_has_lost_the_match(
    penalty: str, result: str, games: str, cell: str
) -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    now = reported(now, result, games)
    winner = before.rounds[0].tables[0].players[0]
    after = penalised(now, ledger, winner, penalty)
    (question,) = asked(after)
    assert question.startswith(f"Round 1!{cell}: ")
    assert "cell B5 on Penalties" in question
    table = after.rounds[0].tables[0]
    assert not table.finished
    assert not any(seat.outcome for seat in table.seats)
    assert not [each for each in after.pairings if each.proposed]


@pytest.mark.parametrize(("answer", "outcomes"), [
    ("B", [Outcome.PENALTY_LOSS, Outcome.WIN, Outcome.LOSS, Outcome.LOSS]),
    ("draw", [Outcome.PENALTY_LOSS, *[Outcome.DRAW] * 3]),
    ("none", [Outcome.PENALTY_LOSS, *[Outcome.LOSS] * 3]),
])  # fmt: skip
def test_each_answer_to_that_question_is_taken(answer: str, outcomes: list[Outcome]) -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    table = before.rounds[0].tables[0]
    (question,) = asked(penalised(now, ledger, table.players[0], "Match loss"))
    assert f"“{answer}”" in question
    after = penalised(reported(now, answer), ledger, table.players[0], "Match loss")
    assert not asked(after)
    assert [seat.outcome for seat in after.rounds[0].tables[0].seats] == outcomes


def test_who_won_is_asked_once_and_not_where_nobody_is_left_who_could_have() -> None:
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    now = reported(now, "A, B conceded, C no-show, D penalty")
    after = penalised(now, ledger, before.rounds[0].tables[0].players[0], "Match loss")
    assert not asked(after)
    assert after.rounds[0].tables[0].finished
    now, ledger, before = played(Mode.MULTIPLAYER, "A")
    now = ask(now, "pair round", 2)
    _, ledger = published(now, ledger)
    after = penalised(now, ledger, before.rounds[0].tables[0].players[0], "Match loss")
    assert len(asked(after)) == 1
    assert len([each for each in after.problems if each.severity == "error"]) == 1


def test_in_a_playoff_nobody_goes_on_from_a_pod_before_it_is_said_who_won() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, Mode.MULTIPLAYER, cut=16), 2, 1)
    first = snapshot.rounds[-1].tables[0].players
    now = typed(now, snapshot, "A")
    name = next(each.name for each in now.players if each.id == first[0])
    now = replace(now, penalties=(Penalty(3, name, "", "Match loss", HERE),))
    after, ledger = published(now, ledger)
    assert len(asked(after)) == 1
    assert after.rounds[-1].id == snapshot.rounds[-1].id


@pytest.mark.parametrize("penalty", ["Game loss", "Match loss"])
def test_a_loss_for_somebody_without_a_match_is_told_with_its_line(penalty: str) -> None:
    now = swiss(7, mode=Mode.HEAD_TO_HEAD)
    snapshot, ledger = published(now)
    (bye,) = snapshot.rounds[0].byes
    problems = penalised(now, ledger, bye, penalty).problems
    (told,) = [each for each in problems if each.place == HERE]
    assert "has no match in Round 1" in told.text
    player = snapshot.rounds[0].tables[0].players[0]
    for of, kind in ((bye, "Warning"), (bye, "Disqualification"), (player, penalty)):
        problems = penalised(now, ledger, of, kind).problems
        assert [each for each in problems if each.place == HERE] == []


@pytest.mark.parametrize("variant", ["melee", "free_for_all"])
def test_an_answer_that_is_offered_at_a_table_decided_by_order_says_who_won(variant: str) -> None:
    now = swiss(5, variant=variant)
    snapshot, ledger = published(now)
    table = snapshot.rounds[0].tables[0]
    for order in ["B, A, D, C", *(["E wins"] if variant == "free_for_all" else [])]:
        before = typed(now, snapshot, order)
        (question,) = asked(penalised(before, ledger, table.players[4], "Match loss"))
        answers = re.findall("“(.*?)”", question)
        assert answers
        for answer in answers:
            after = penalised(reported(before, answer), ledger, table.players[4], "Match loss")
            (ended,) = after.rounds[0].tables
            assert not asked(after)
            assert ended.finished, answer
            assert ended.seats[4].outcome is Outcome.PENALTY_LOSS

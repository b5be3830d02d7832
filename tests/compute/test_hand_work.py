"""Hand work in the workbook: every change is done, kept with its reason, shown and warned of."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.reconcile.seating import result_text
from runner.compute.verify import verify
from runner.core.event import Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Place, Severity
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.words import ON_THE_PAGE
from runner.render.directory import Directory
from runner.render.site.rounds import changes
from tests.support.events import event, phase, planned, swiss
from tests.support.folders import event_folder, opened, workbook_of
from tests.support.hall import R1, R2, Hall, duel, quick, told
from tests.support.hands import KINDS, begin_again, some_edit, the_ledger_is_sound
from tests.support.problems import fix_text
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

PAIR, BYE, NO_BYE = PairRound.KEY, GiveBye.KEY, TakeBackBye.KEY
SEAT, SHUFFLE, DELETE = SeatPlayer.KEY, ShuffleSeats.KEY, DeleteRound.KEY
REPAIR, ANYWAY = RepairRound.KEY, RepairAnyway.KEY


def test_a_swap_of_two_players_is_one_line_with_old_new_and_reason_and_stands_on_the_page() -> None:
    hall = Hall(swiss())
    ana, bo = hall.names(1)[1], hall.names(2)[0]
    before = len(hall.ledger.entries)
    hall.hand(T1_B=bo, T2_A=ana, T1_note="brothers")
    assert hall.kinds(before) == ["overridden"]
    assert hall.names(1)[1] == bo
    assert hall.names(2)[0] == ana
    people = {hall.name(each["player"]): each for each in hall.ledger.entries[-1].data["people"]}
    assert {**people[bo], "player": ""} == {
        "player": "", "old": "table 2, seat A", "new": "table 1, seat B", "reason": "brothers",
    }  # fmt: skip
    assert people[ana]["new"] == "table 2, seat A"
    when = "Changed by the organiser, 10:00 UTC"
    assert told(hall) == (
        f"{when}: table 1 seat B, {bo} instead of {ana}: brothers.",
        f"{when}: table 2 seat A, {ana} instead of {bo}.",
    )
    assert not hall.problems


def test_half_a_swap_loses_nothing_names_who_has_no_place_and_is_done_at_the_second_save() -> None:
    hall = Hall(swiss())
    ana, bo = hall.names(1)[1], hall.names(2)[0]
    before = hall.snapshot.rounds[0].tables
    hall.hand(T1_B=bo)
    found = hall.problem("twice")
    assert found.severity is Severity.ERROR
    assert found.place == Place("Round 1", "D5")
    assert f"{ana} would have no place" in found.text
    assert hall.snapshot.rounds[0].tables == before
    assert hall.kinds() == ["paired"]
    assert hall.typed(R1, 1).seats[1] == bo
    hall.hand(T2_A=ana)
    assert hall.problems == []
    assert hall.names(1)[1] == bo
    assert hall.kinds() == ["paired", "overridden"]


def test_half_a_swap_lets_results_count_and_of_one_name_at_two_other_tables_each_is_named() -> None:
    hall = Hall(swiss())
    hall.hand(T1_B=hall.names(2)[0], T1_result="A", T3_result="draw")
    assert [each.finished for each in hall.snapshot.rounds[0].tables] == [True, False, True]
    hall = Hall(swiss(11))
    ana = hall.names(1)[0]
    hall.hand(T2_A=ana, T3_A=ana)
    assert f"{ana} is in this round twice: table 1 and table 2 and table 3" in (
        hall.problem("twice").text
    )
    assert hall.kinds() == ["paired"]


def test_a_cleared_cell_takes_the_player_out_with_a_warning_and_a_dash_without() -> None:
    hall = Hall(swiss())
    ana = hall.names(1)[1]
    hall.hand(T1_B="")
    assert ana not in hall.names(1)
    assert hall.absent() == [ana]
    found = hall.problem(f"{ana} no longer has a place in Round 1")
    assert found.place == Place("Round 1", "D5")
    assert hall.typed(R1, 1).seats[1] == ""
    hall.save()
    assert hall.kinds() == ["paired", "overridden"]
    hall.hand(T1_B=ana)
    assert hall.names(1)[1] == ana
    assert hall.absent() == []
    assert hall.problems == []
    hall = Hall(swiss())
    ana = hall.names(1)[1]
    hall.hand(T1_B="-")
    assert hall.absent() == [ana]
    assert hall.problems == []
    assert told(hall)[-1].endswith(f"{ana} does not play.")


def test_blank_seats_of_names_that_have_not_arrived_or_were_wiped_take_nobody_out() -> None:
    hall = Hall(swiss())
    hall.open = True
    hall.play_round()
    tables = hall.snapshot.rounds[1].tables
    assert not any(hall.typed(R2, 1).seats)
    hall.hand(T1_result="A")
    assert [each.players for each in hall.snapshot.rounds[1].tables] == [
        each.players for each in tables
    ]
    ana, bo = hall.names(1)[0], hall.names(2)[0]
    hall.hand(T1_A=bo, T2_A=ana)
    assert hall.names(1)[0] == bo
    assert hall.absent() == []
    hall.open = False
    hall.save()
    assert hall.names(1) == list(hall.typed(R2, 1).seats[:4])
    hall = Hall(swiss())
    before = hall.names(1)
    for table in (1, 2, 3):
        for seat in "ABCD":
            hall.cell(f"T{table} {seat}", "")
    hall.save()
    assert hall.names(1) == before
    assert list(hall.typed(R1, 1).seats[:4]) == before
    assert hall.kinds() == ["paired"]


def test_a_player_or_late_arrival_is_typed_into_a_free_seat_or_over_somebody_who_is_named() -> None:
    hall = Hall(swiss(11))
    small = next(each.number for each in hall.snapshot.rounds[0].tables if len(each.seats) == 3)
    big = next(each.number for each in hall.snapshot.rounds[0].tables if len(each.seats) == 4)
    ana = hall.names(big)[1]
    hall.hand(**{f"T{big}_B": "", f"T{small}_D": ana})
    assert ana in hall.names(small)
    assert len(hall.names(big)) == 3
    assert hall.problems == []
    now = swiss(12)
    late = replace(now.players[-1], drops_after=0)
    hall = Hall(replace(now, players=(*now.players[:-1], late)))
    small = next(each.number for each in hall.snapshot.rounds[0].tables if len(each.seats) == 3)
    hall.hand(**{f"T{small}_D": late.name, f"T{small}_note": "the train"})
    assert hall.names(small)[3] == late.name
    assert f"table {small}, with {late.name}: the train" in told(hall)[-1]
    hall.change(players=(*now.players[:-1], replace(late, drops_after=None)))
    assert hall.problems == []
    assert hall.kinds()[-1] == "player"
    now = swiss(12)
    late = replace(now.players[-1], enters=3)
    hall = Hall(replace(now, players=(*now.players[:-1], late)))
    ana = hall.names(1)[2]
    hall.hand(T1_C=late.name, T1_note="latecomer")
    assert told(hall)[0].endswith(f"table 1 seat C, {late.name} instead of {ana}: latecomer.")
    assert hall.absent() == [ana]
    assert hall.problem(f"{ana} no longer has a place")
    hall.hand(B1=ana)
    assert hall.byes() == [ana]
    assert hall.problems == []


def test_a_new_table_below_the_last_row_is_made_with_a_number_and_names() -> None:
    hall = Hall(swiss(12), tables=3)
    moved = [hall.names(at)[3] for at in (1, 2, 3)]
    cells = {f"T{at}_D": "" for at in (1, 2, 3)}
    cells |= {f"T9_{seat}": name for seat, name in zip("ABC", moved, strict=True)}
    hall.hand(**cells)
    assert hall.names(9) == moved
    assert [len(hall.names(at)) for at in (1, 2, 3)] == [3, 3, 3]
    assert hall.problems == []
    assert any(f"new table 9, {', '.join(moved)}" in each for each in told(hall))
    hall.hand(T9_result="A", T1_result="A", T2_result="A", T3_result="A")
    assert hall.snapshot.rounds[0].finished


def test_a_bye_is_given_by_moving_the_name_into_a_bye_row_and_taken_back_by_moving_it_out() -> None:
    hall = Hall(swiss())
    ana = hall.names(1)[3]
    hall.hand(B1=ana)
    assert f"{ana} is in this round twice: table 1 and a bye" in hall.problem("twice").text
    hall.hand(T1_D="")
    assert hall.byes() == [ana]
    assert hall.problems == []
    hall.hand(B1="", T1_D=ana)
    assert hall.byes() == []
    assert hall.names(1)[3] == ana
    assert hall.kinds() == ["paired", "overridden", "overridden"]


def test_seats_changed_after_the_result_are_pointed_out_until_a_new_drawing() -> None:
    hall = Hall(swiss())
    hall.hand(T1_result="A")
    one, two = hall.names(1)[:2]
    hall.hand(T1_A=two, T1_B=one)
    found = hall.problem("when its seats were changed")
    assert found.place == Place("Round 1", "H5")
    assert f"A {two}, B {one}" in found.text
    assert hall.snapshot.rounds[0].tables[0].seats[0].outcome is Outcome.WIN
    hall.hand(T1_result=one)
    assert hall.problems == []
    hall = Hall(swiss())
    hall.hand(T1_result="A")
    one, two = hall.names(1)[:2]
    hall.hand(T1_A=two, T1_B=one)
    hall.say(RepairAnyway.KEY, 1)
    hall.hand(T1_result="A")
    assert not [each for each in hall.problems if "when its seats were changed" in each]


@pytest.mark.parametrize("column", ["result", "games"])
def test_seats_changed_after_the_games_were_typed_are_pointed_out_too(column: str) -> None:
    hall = duel()
    hall.hand(**{f"T1_{column}": "2-0"})
    one, two = hall.names(1)
    hall.hand(T1_A=two, T1_B=one)
    assert f"A {two}, B {one}" in hall.problem("when its seats were changed").text


def test_a_name_at_tables_1_and_12_is_pointed_out_where_it_was_typed() -> None:
    hall = Hall(swiss(52), tables=16)
    who = hall.names(12)[0]
    hall.hand(T1_B=who)
    assert hall.problem(who).place == Place("Round 1", "D5")


def met_the_day_before() -> Hall:
    days = phase(1, rounds=1), phase(2, rounds=2, carry_points=True)
    hall = Hall(event(8, *days, automatic=False))
    hall.play_round()
    hall.say(PairRound.KEY, 1, phase_=2)
    return hall


def met_the_round_before() -> Hall:
    hall = Hall(swiss(16))
    hall.play_round()
    return hall


@pytest.mark.parametrize("played", [met_the_day_before, met_the_round_before])
def test_a_swap_that_makes_a_rematch_is_done_and_warned_of_with_the_round_they_met_in(
    played: Callable[[], Hall],
) -> None:
    hall = played()
    ana, *others = hall.names(1, R1)
    at = {name: table.number for table in hall.snapshot.rounds[-1].tables
          for name in hall.names(table.number)}  # fmt: skip
    bo = next(each for each in others if at[each] != at[ana])
    other = next(each for each in hall.names(at[ana]) if each != ana)
    seats = {name: "ABCD"[hall.names(at[name]).index(name)] for name in (bo, other)}
    hall.hand(**{f"T{at[ana]}_{seats[other]}": bo, f"T{at[bo]}_{seats[bo]}": other})
    assert bo in hall.names(at[ana])
    found = [each for each in hall.problems if "have met before, in Round 1" in each]
    assert any(ana in each and bo in each for each in found), hall.problems


def test_a_player_left_alone_and_two_at_a_new_table_are_named() -> None:
    hall = duel()
    hall.hand(T1_A="-")
    assert hall.problem("is alone at table 1").place == Place("Round 1", "C5")
    hall = Hall(swiss(12))
    hall.change(players=(*hall.event.players, Player("", "Late One"), Player("", "Late Two")))
    hall.hand(T4_A="Late One", T4_B="Late Two")
    assert hall.problem("Only 2 sit at table 4").place == Place("Round 1", "E8")


def test_a_table_of_two_by_hand_among_pods_is_named_until_it_has_a_third() -> None:
    hall = Hall(swiss(16))
    ana, bo = hall.names(1)[:2]
    cy = hall.names(2)[3]
    hall.hand(T1_A="-", T1_B="-", T5_A=ana, T5_B=bo)
    assert hall.names(5) == [ana, bo]
    told = {each.place.cell: each.text for each in hall.snapshot.problems}
    cells = [cell for cell, said in told.items() if "Only 2 sit at table" in said]
    assert cells == ["E5", "E9"], "tables 1 and 5, each at its free seat"
    hall.hand(T5_C=cy, T2_D="-")
    assert "table 5" not in " ".join(hall.problems)
    hall.hand(T1_C="-", T1_D="-", T5_D=hall.names(1)[0], T2_D=hall.names(1)[1])
    assert not [said for said in hall.problems if "Only 2" in said]


def test_a_result_corrected_rounds_later_is_one_line_with_its_reason_and_moves_nobody() -> None:
    hall = Hall(swiss(16, rounds=4))
    for _ in range(3):
        hall.play_round()
    later = [each.tables for each in hall.snapshot.rounds[1:]]
    hall.cell("T1 result", "B", R1)
    hall.cell("T1 note", "slip misread", R1)
    hall.save()
    assert hall.kinds()[-1] == "corrected"
    assert hall.ledger.entries[-1].data == {
        "table": 1, "old": "A", "new": "B", "reason": "slip misread",
    }  # fmt: skip
    assert [each.tables for each in hall.snapshot.rounds[1:]] == later
    length = len(hall.ledger.entries)
    hall.save()
    assert len(hall.ledger.entries) == length
    page = changes(hall.snapshot, Directory(hall.snapshot), R1)
    assert page[-1].endswith("table 1, result B instead of A: slip misread.")


def test_why_somebody_drops_stands_beside_it_and_a_penalty_does_not() -> None:
    hall = Hall(swiss())
    hall.play_round()
    ana, bo = hall.snapshot.rounds[1].tables[0].players[:2]
    people = {ana: {"drops_after": 2, "reason": "a train to catch"}, bo: {}}
    penalty = Penalty(2, hall.name(bo), "Disqualification", "Unsporting conduct")
    hall.change(
        players=tuple(replace(each, **people.get(each.id, {})) for each in hall.event.players),
        penalties=(penalty,),
    )
    said = " ".join(told(hall))
    assert f"{hall.name(ana)} drops after round 2: a train to catch." in said
    length = len(hall.ledger.entries)
    hall.change(players=tuple(replace(each, reason="") for each in hall.event.players))
    assert len(hall.ledger.entries) == length, "a reason alone changes nothing"
    assert "Unsporting" not in said


def test_a_drop_or_an_awarded_bye_is_taken_back_before_the_round_is_out() -> None:
    now = swiss(12)
    leaves = replace(now.players[0], drops_after=1)
    hall = Hall(replace(now, players=(leaves, *now.players[1:])))
    hall.say(DeleteRound.KEY, 1)
    hall.silence(PairRound.KEY, DeleteRound.KEY)
    stays = replace(hall.event.players[0], drops_after=None)
    hall.change(players=(stays, *hall.event.players[1:]))
    hall.say(PairRound.KEY, 1)
    assert hall.lines("player") == []
    now = swiss(12)
    awarded = replace(now.players[0], awarded_byes=2)
    hall = Hall(replace(now, players=(awarded, *now.players[1:])))
    assert hall.byes() == [awarded.name]
    hall.say(TakeBackBye.KEY, 2, player=awarded.name)
    hall.play_round()
    assert hall.snapshot.rounds[-1].id == R2
    assert hall.byes() == []


def test_a_drop_and_its_end_are_a_line_each() -> None:
    hall = Hall(swiss())
    ana = hall.snapshot.rounds[0].tables[0].players[0]
    hall.play_round()
    before = len(hall.ledger.entries)
    hall.drop(ana, 2)
    assert hall.kinds(before) == ["player"]
    assert hall.ledger.entries[-1].data["new"] == [1, 2, None]
    assert told(hall)[-1].endswith(f"{hall.name(ana)} drops after round 2.")
    hall.play_round()
    assert ana not in {each for table in hall.snapshot.rounds[2].tables for each in table.players}
    people = tuple(replace(each, drops_after=None) for each in hall.event.players)
    hall.change(players=people)
    assert hall.kinds()[-1] == "player"
    assert told(hall)[-1].endswith(f"{hall.name(ana)} has not dropped after all.")
    hall.say(SEAT, 3, hall.name(ana))
    assert ana in {each for table in hall.snapshot.rounds[2].tables for each in table.players}


def test_a_disqualified_player_has_lost_the_match_is_gone_and_earlier_results_stay() -> None:
    hall = Hall(swiss())
    hall.play_round()
    out = hall.snapshot.rounds[1].tables[0].players[0]
    earlier = hall.snapshot.rounds[0]
    hall.change(penalties=(Penalty(2, hall.name(out), "Lied", "Disqualification"),))
    hall.hand(T1_result="B", T2_result="A", T3_result="A")
    assert hall.snapshot.rounds[0] == earlier
    assert hall.snapshot.rounds[1].tables[0].seats[0].outcome is Outcome.PENALTY_LOSS
    (line,) = hall.lines("player")
    assert line.data["reason"] == "Disqualification: Lied"
    assert line.data["new"] == [1, 2, None]
    assert "Lied" not in " ".join(told(hall))
    hall.say(PAIR, 3)
    assert out not in {each for table in hall.snapshot.rounds[2].tables for each in table.players}


def test_head_to_head_the_opponent_of_a_disqualified_player_has_won_without_a_result() -> None:
    hall = duel()
    out, other = hall.snapshot.rounds[0].tables[0].players
    hall.change(penalties=(Penalty(1, hall.name(out), "Cheating", "Disqualification"),))
    seats = hall.snapshot.rounds[0].tables[0].seats
    assert [each.outcome for each in seats] == [Outcome.PENALTY_LOSS, Outcome.WIN]
    hall.hand(T2_result="2-0", T3_result="2-0", T4_result="2-0")
    (row,) = [each for each in hall.snapshot.phases[0].standings[0].rows if each.player == other]
    assert (row.match_points, row.record.wins) == (3, 1)
    hall.say(PAIR, 2)
    assert out not in {each for table in hall.snapshot.rounds[1].tables for each in table.players}


def test_a_bye_by_a_decision_after_the_round_is_out_moves_the_name_in_the_workbook() -> None:
    hall = Hall(swiss())
    ana = hall.names(1)[1]
    hall.say(BYE, 1, ana, reason="judge call")
    assert hall.byes() == [ana]
    assert hall.kinds() == ["paired", "reseated"]
    assert ana not in hall.typed(R1, 1).seats
    assert list(hall.typed(R1, 1).seats[:3]) == hall.names(1)
    assert f"{ana} has a bye: judge call" in told(hall)[-1]
    hall.save()
    hall.silence(BYE)
    assert hall.byes() == [ana]
    hall.say(NO_BYE, 1, ana)
    assert hall.byes() == []
    assert ana in hall.names(1)
    assert hall.problems == []


def test_who_is_left_alone_or_arrives_late_plays_the_one_with_the_bye() -> None:
    hall = duel(9)
    (had,) = hall.byes()
    one, other = hall.names(1)
    hall.say(BYE, 1, one)
    assert hall.byes() == [one]
    assert {*hall.names(1)} == {other, had}
    now = event(9, phase(1, rounds=3, mode=Mode.HEAD_TO_HEAD), automatic=False)
    hall = Hall(replace(now, players=(*now.players[:8], replace(now.players[8], enters=2))))
    assert hall.byes() == []
    late = hall.event.players[8].name
    hall.say(SEAT, 1, late)
    refused = hall.problem("There is no free seat for")
    assert late in refused.text
    assert "Give a bye" in fix_text(refused.fix)
    ana = hall.names(1)[0]
    hall.silence(SEAT)
    hall.hand(T1_A="", B1=ana)
    hall.say(SEAT, 1, late)
    assert late in hall.names(1)
    hall.say(SEAT, 1, late)
    assert "sits at table 1 already" in hall.problem("already").text


def test_a_late_arrival_goes_where_fewest_have_met_and_points_are_nearest() -> None:
    hall = Hall(swiss(10, rounds=3))
    hall.play_round("B")
    short = [each for each in hall.snapshot.rounds[1].tables if len(each.seats) == 3]
    assert len(short) == 2
    late = replace(hall.event.players[0], id="P900", name="Zed Late", enters=2)
    hall.change(players=(*hall.event.players, late))
    hall.say(SEAT, 2, "Zed Late")
    points = {row.player: row.match_points for row in hall.snapshot.phases[0].standings[0].rows}
    sums = {each.number: sum(points[one] for one in each.players) for each in short}
    best = min(sums, key=lambda number: (sums[number], number))
    assert "Zed Late" in hall.names(best)
    assert "Zed Late" in hall.typed(R2, best).seats


def test_seats_are_shuffled_from_the_seed_once_a_line_and_the_names_follow() -> None:
    hall = Hall(swiss())
    before = {at: hall.names(at) for at in (1, 2, 3)}
    hall.say(SHUFFLE, 1, table=2)
    ids = sorted(hall.snapshot.rounds[0].tables[1].players)
    drawn = Stream(hall.snapshot.event.seed, 1, 1, "shuffle seats", 1, 2).shuffled(ids)
    assert list(hall.snapshot.rounds[0].tables[1].players) == drawn
    assert hall.names(1) == before[1]
    assert list(hall.typed(R1, 2).seats[:4]) == hall.names(2)
    length = len(hall.ledger.entries)
    hall.save()
    assert len(hall.ledger.entries) == length
    hall.hand(T1_result="A")
    hall.say(SHUFFLE, 1)
    assert hall.names(1) == before[1]
    hall.say(SHUFFLE, 1, table=1)
    assert "Table 1 has a result" in hall.problem("has a result").text


def test_a_seat_of_a_round_that_is_over_is_typed_and_a_dash_empties_none_of_a_new_drawing() -> None:
    hall = Hall(swiss())
    ana = hall.names(1)[0]
    hall.play_round()
    hall.say(BYE, 1, ana)
    assert "Type names over" in fix_text(hall.problem("Round 1 is over").fix)
    hall = Hall(swiss(16))
    hall.hand(T1_B="-")
    hall.say(REPAIR, 1)
    assert [len(hall.names(at)) for at in (1, 2, 3, 4)] == [4, 4, 4, 4]
    assert hall.absent() == []
    assert list(hall.typed(R1, 1).seats[:4]) == hall.names(1)


def test_a_bye_line_that_the_round_was_paired_with_does_not_undo_a_later_hand() -> None:
    hall = Hall(swiss(13))
    hall.play_round()
    hall.silence(PAIR)
    hall.say(DELETE, 2)
    ana = hall.name("P001") if "P001" in hall.snapshot.players else hall.event.players[0].name
    hall.say(BYE, 2, ana)
    hall.say(PAIR, 2)
    assert ana in hall.byes()
    row = next(f"B{at}" for at, each in enumerate(hall.byes(), 1) if each == ana)
    table = next(each.number for each in hall.snapshot.rounds[1].tables if len(each.seats) < 5)
    hall.hand(**{row: "", f"T{table}_E": ana})
    assert ana in hall.names(table)
    hall.save()
    assert ana in hall.names(table)


def test_a_round_with_results_is_drawn_anew_only_when_the_line_says_that_they_are_lost() -> None:
    hall = Hall(swiss(16))
    hall.hand(T2_result="draw", T3_result="B")
    before = hall.snapshot.rounds[0].tables
    hall.say(REPAIR, 1)
    refused = hall.problem("cannot be paired again")
    assert "table 2 (draw), table 3 (B)" in fix_text(refused.fix)
    assert hall.snapshot.rounds[0].tables == before
    hall.silence(REPAIR)
    hall.open = True
    hall.say(ANYWAY, 1, reason="wrong list")
    assert hall.ledger.entries[-1].data["typed"] == {"2": ["draw", ""], "3": ["B", ""]}
    assert not any(each.finished for each in hall.snapshot.rounds[0].tables)
    assert "does not count" in hall.problem("“draw” at table 2").text
    assert "table 2 (draw), table 3 (B)" in hall.problem("was paired again").text
    hall.open = False
    hall.save()
    assert hall.typed(R1, 2).result == ""
    assert list(hall.typed(R1, 2).seats[:4]) == hall.names(2)
    hall.hand(T2_result="draw")
    assert hall.snapshot.rounds[0].tables[1].finished
    assert "results no longer count: table 2 (draw), table 3 (B): wrong list" in told(hall)[0]


def test_a_round_that_is_not_out_is_drawn_again_before_anybody_sees_it() -> None:
    one, other = Hall(swiss(16)), Hall(swiss(16))
    for hall in (one, other):
        now = hall.snapshot.rounds[-1]
        hall.hand(**{f"T{each.number}_result": "A" for each in now.tables})
    other.say(REPAIR, 2)
    assert other.kinds()[-1] == "to be drawn again"
    assert len(other.snapshot.rounds) == 1
    one.say(PAIR, 2)
    other.say(PAIR, 2)
    assert [each.players for each in one.snapshot.rounds[1].tables] != [
        each.players for each in other.snapshot.rounds[1].tables
    ]
    assert other.kinds()[-1] == "paired"
    other.save()
    assert other.kinds()[-1] == "paired"
    assert all(finding.sound is not False for finding in verify(other.ledger))


def test_a_line_that_was_carried_out_can_be_used_again_once_its_go_was_cleared() -> None:
    hall = Hall(swiss(16))
    hall.say(REPAIR, 1)
    first = hall.snapshot.rounds[0].tables
    line = hall.event.decisions
    hall.silence(REPAIR)
    assert hall.kinds()[-1] == "cleared"
    hall.change(decisions=line)
    assert hall.kinds()[-1] == "repaired"
    assert hall.snapshot.rounds[0].tables != first
    hall.say(REPAIR, 1)
    assert hall.kinds().count("repaired") == 3


def test_a_deleted_round_leaves_its_results_in_the_ledger_and_clean_cells() -> None:
    hall = Hall(swiss(16))
    hall.play_round()
    seats = hall.names(1)
    hall.hand(T1_result="C", T2_result="A")
    hall.say(DELETE, 2, reason="")
    assert "table 1 (C), table 2 (A)" in hall.problem("Round 2 has results").text
    hall.silence(DELETE)
    hall.say(DELETE, 2, reason="wrong pods")
    assert [each.id for each in hall.snapshot.rounds] == [R1]
    (line,) = hall.lines("deleted")
    assert line.data["results"] == {"1": "C", "2": "A"}
    assert line.data["reason"] == "wrong pods"
    assert not any((*hall.typed(R2, 1).seats, hall.typed(R2, 1).result))
    found = hall.problem("Round 2 was taken back")
    assert "Clear the Go cell" in fix_text(found.fix)
    hall.save()
    assert len(hall.snapshot.rounds) == 1
    hall.silence(PAIR)
    hall.say(PAIR, 2)
    assert hall.names(1) == seats
    assert not any(each.finished for each in hall.snapshot.rounds[1].tables)
    assert told(hall)[0].endswith("the round was taken back; its results no longer count: "
                                  "table 1 (C), table 2 (A): wrong pods.")  # fmt: skip


def test_only_the_latest_round_is_deleted_stays_so_and_keeps_names_typed_into_it() -> None:
    hall = Hall(swiss(16))
    hall.play_round()
    hall.say(DELETE, 1)
    assert fix_text(hall.problem("Round 1 is not deleted").fix).startswith("Delete Round 2 first. ")
    hall.say(DELETE, 3)
    assert hall.problem("Round 3 is not out")
    hall = Hall(replace(swiss(16), automatic=True))
    hall.play_round()
    assert hall.snapshot.rounds[-1].id == R2
    hall.silence(PAIR)
    hall.say(DELETE, 2)
    assert len(hall.snapshot.rounds) == 1
    assert hall.problem("is no longer paired by itself")
    hall.say(PAIR, 2)
    assert len(hall.snapshot.rounds) == 2
    hall = Hall(swiss(16))
    hall.play_round()
    hall.say(DELETE, 2)
    wanted = [each.name for each in hall.event.players[:4]]
    for seat, name in zip("ABCD", wanted, strict=True):
        hall.cell(f"T3 {seat}", name, R2)
    hall.silence(PAIR)
    hall.say(PAIR, 2)
    assert hall.names(3) == wanted


@pytest.mark.parametrize("where", ["T1 A", "B1", "Decisions"])
@pytest.mark.parametrize("left", ["dropped", "cut"])
def test_who_does_not_play_any_more_is_seated_by_a_name_typed_before_the_round_is_out(
    where: str, left: str
) -> None:
    """It raised, and nothing went out any more until the name was found and cleared."""
    hall = Hall(event(16, phase(1, rounds=1), phase(2, rounds=2, cut=8), automatic=False))
    hall.hand(T1_result="A", T2_result="A", T3_result="A", T4_result="A")
    last = [row.player for row in hall.snapshot.phases[0].current.rows][-1]
    into = RoundId(2, 1)
    if left == "dropped":
        hall.say(PAIR, 1, phase_=2)
        hall.hand(T1_result="A", T2_result="A")
        into, last = RoundId(2, 2), hall.snapshot.rounds[-1].tables[0].players[1]
        hall.event = replace(hall.event, players=tuple(
            replace(each, drops_after=2) if each.id == last else each
            for each in hall.event.players
        ))  # fmt: skip
    if where == "Decisions":
        hall.say(BYE, into.number, hall.name(last), phase_=2)
    else:
        hall.cell(where, hall.name(last), into)
    hall.say(PAIR, into.number, phase_=2)
    now = hall.snapshot.rounds[-1]
    assert now.id == into
    assert last in (now.tables[0].players if where == "T1 A" else now.byes)
    assert len({*now.byes, *(each for table in now.tables for each in table.players)}) == (
        9 if left == "cut" else 8
    )
    assert not [each for each in verify(hall.ledger) if each.sound is False]


def nobody_is_lost(hall: Hall) -> None:
    """Nobody sits twice, and whoever should play is somewhere or named."""
    words = " ".join(hall.problems)
    earlier: set[str] = set()
    for number, now in enumerate(hall.snapshot.rounds, 1):
        there = [*(each for table in now.tables for each in table.players), *now.byes, *now.absent]
        assert len(there) == len({*there}), hall.problems
        if number == len(hall.snapshot.rounds):
            for player in hall.snapshot.players.values():
                told = player.name in words or player.id in earlier
                assert player.id in there or not player.plays(number) or told
        earlier |= {*there}


def as_the_workbook_says(hall: Hall) -> None:
    """Unless something is wrong in a round, each name in its sheet is in force, and no other."""
    for now in hall.snapshot.rounds:
        sheet = hall.event.sheet(now.id)
        assert sheet is not None
        wrong = [each for each in hall.snapshot.problems if each.place.sheet == now.id.sheet]
        if any("twice" in each.text or "not in Players" in each.text for each in wrong):
            continue
        rows = {
            row.key.number: [each for each in row.seats if each not in ("", "-")]
            for row in sheet.rows
            if row.key.kind is RowKind.TABLE
        }
        names = {table.number: [hall.name(each) for each in table.players] for table in now.tables}
        assert {at: each for at, each in rows.items() if each} == {
            at: each for at, each in names.items() if each
        }


def as_recorded(hall: Hall) -> None:
    """What the ledger has of results is what they are, but where they wait to be understood."""
    for now in hall.snapshot.reported:
        if any("is in this round twice" in each.text and each.place.sheet == now.id.sheet
               for each in hall.snapshot.problems):  # fmt: skip
            continue
        found = {at: text for at, text in hall.ledger.results.get(now.id, {}).items() if text}
        texts = {table.number: result_text(table, 1) for table in now.tables if table.seats}
        assert found == {at: text for at, text in texts.items() if text}


EVENTS = 400 if SOAKING else 8


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(EVENTS))
def test_whatever_hands_do_nobody_is_lost_and_each_change_has_one_line(seed: int) -> None:
    chance = Stream("hands", seed)
    now = swiss(9 + chance.below(6))
    drawn = replace(now.phases[0], settings={"method": "random"})
    hall = Hall(replace(now, phases=(drawn,)))
    for _ in range(25):
        if not hall.snapshot.rounds:
            begin_again(hall)
        before = {each.id: seats_of(each) for each in hall.snapshot.reported}
        length = len(hall.ledger.entries)
        some_edit(hall, chance)
        hall.save()
        nobody_is_lost(hall)
        if not hall.open:
            as_the_workbook_says(hall)
        as_recorded(hall)
        made = hall.ledger.entries[length:]
        for each in hall.snapshot.reported:
            lines = [line for line in made if line.round == each.id and line.kind in ON_THE_PAGE]
            assert lines or seats_of(each) == before.get(each.id, seats_of(each))
        for at, line in enumerate(made, length):
            if line.kind is EntryKind.OVERRIDDEN:
                assert line.data["people"] or line.data["changes"]
            elif line.kind is EntryKind.CORRECTED:
                then = Ledger(hall.ledger.entries[:at]).results[line.round]
                assert then[line.data["table"]] == line.data["old"] != line.data["new"]
        length = len(hall.ledger.entries)
        hall.save()
        assert len(hall.ledger.entries) == length
    the_ledger_is_sound(hall)


def seats_of(now: Round) -> tuple[object, ...]:
    return ({each.number: each.players for each in now.tables if each.seats}, now.byes, now.absent)


def typed_into(folder: EventFolder, sheet: str, **cells: object) -> None:
    path = folder.root / "friday.xlsx"
    found = openpyxl.load_workbook(path)
    for cell, value in cells.items():
        found[sheet][cell].value = value
    found.save(path)


def test_from_the_cells_to_the_page_and_back_into_the_cells(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", planned(16, rounds=2))
    path = workbook_of(folder)
    pipeline = Pipeline(folder, tmp_path / "site")
    pipeline.run(path.read_bytes(), publish_next=True)
    pipeline.write_names(unlocked_for=0)
    loaded = opened(folder)
    place = loaded.layout.rounds[R1]
    first, second = (place.rows[RowKey(R1, RowKind.TABLE, at)] for at in (1, 2))
    seat_a, note, result = (place.columns[each] for each in ("seat 1", "note", "result"))
    sheet = openpyxl.load_workbook(path)["Round 1"]
    ana, bo = sheet[f"{seat_a}{first}"].value, sheet[f"{seat_a}{second}"].value

    typed_into(folder, "Round 1", **{f"{seat_a}{first}": bo, f"{note}{first}": "brothers <b>"})
    half = pipeline.run(path.read_bytes())
    assert any("is in this round twice" in each.text for each in half.problems)
    assert half.entries == ()
    pipeline.write_names(unlocked_for=0)
    typed_into(folder, "Round 1", **{f"{seat_a}{second}": ana, f"{result}{first}": "draw"})
    done = pipeline.run(path.read_bytes())
    assert [each.kind for each in done.entries] == [EntryKind.OVERRIDDEN, EntryKind.RESULTS]
    assert done.problems == ()
    page = (tmp_path / "site" / "rounds" / "R1.html").read_text(encoding="utf-8")
    assert f"table 1 seat A, {bo} instead of {ana}: brothers &lt;b&gt;." in page
    assert "Changed by the organiser, " in page

    decisions = openpyxl.load_workbook(path)["Decisions"]
    row = decisions.max_row + 1
    headings = {cell.value: cell.column_letter for line in decisions.iter_rows(max_row=6)
                for cell in line}  # fmt: skip
    said = {"Decision": "Delete round", "Round": 1, "Reason": "fire alarm", "Go": "yes"}
    typed_into(folder, "Decisions", **{f"{headings[at]}{row}": said[at] for at in said})
    gone = pipeline.run(path.read_bytes())
    assert [each.kind for each in gone.entries] == [EntryKind.DELETED]
    assert gone.entries[0].data["typed"] == {"1": ["draw", ""]}
    pipeline.write_names(unlocked_for=0)
    sheet = openpyxl.load_workbook(path)["Round 1"]
    assert [sheet[f"{at}{first}"].value for at in (seat_a, result)] == [None, None]
    assert not (tmp_path / "site" / "rounds" / "R1.html").exists()
    assert opened(folder).wanted_cells == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(EVENTS))
def test_whatever_hands_do_in_other_phases_nothing_raises_and_the_ledger_is_sound(
    seed: int,
) -> None:
    chance = Stream("hands elsewhere", seed)
    field, phases = 9 + chance.below(6), KINDS[seed % len(KINDS)]
    hall = Hall(event(field, *phases, automatic=bool(chance.below(4))), sheets=16)
    for _ in range(30):
        if not hall.snapshot.rounds:
            begin_again(hall)
        some_edit(hall, chance)
        hall.save()
        for now in hall.snapshot.rounds:
            there = [*(each for table in now.tables for each in table.players), *now.byes]
            assert len(there) == len({*there}), hall.problems
        length = len(hall.ledger.entries)
        hall.save()
        assert len(hall.ledger.entries) == length
    the_ledger_is_sound(hall)


def test_a_name_typed_beside_a_bye_is_told_of_with_its_cell() -> None:
    hall = duel(7)
    hall.hand(B1_B=hall.names(1)[0])
    problem = hall.problem("typed beside a bye")
    assert (problem.severity, problem.place) == (Severity.ERROR, Place("Round 1", "D13"))
    assert len(hall.byes()) == 1
    late = hall.names(1)[0]
    (rests,) = hall.byes()
    hall.hand(B1_A="", B1_B="", T1_A="-", T5_A=rests, T5_B=late)
    assert hall.names(5) == [rests, late]
    assert not hall.byes()
    assert not [each for each in hall.problems if "typed beside" in each]


@pytest.mark.parametrize("players", [7, 8])
def test_who_comes_in_the_last_round_is_not_sent_to_a_round_that_there_is_not(players: int) -> None:
    hall = duel(players, rounds=1)
    hall.change(players=(*hall.event.players, Player("P090", "Late Comer")))
    told = hall.problem("Late Comer is at no table")
    assert "Enters in round" not in fix_text(told.fix)
    assert "Seat a player" in fix_text(told.fix)
    if players == 7:
        hall.say(SeatPlayer.KEY, 1, "Late Comer")
    else:
        hall.hand(B1="Late Comer")
    assert not [each for each in hall.problems if "Late Comer is at no table" in each]


@pytest.mark.parametrize("spelt", [str.upper, lambda name: name.replace("a", "á", 1)])
def test_an_old_name_that_is_typed_anew_in_another_spelling_gives_way_to_the_new_pairing(
    spelt: Callable[[str], str],
) -> None:
    hall = quick()
    old = hall.names(1)
    hall.open = True
    hall.say(REPAIR, 1)
    for seat, name in zip("ABCD", old, strict=True):
        hall.cell(f"T1 {seat}", spelt(name))
    hall.save()
    hall.open = False
    hall.save()
    assert hall.problems == []
    typed = hall.typed(R1, 1).seats[:4]
    assert [name.casefold() for name in typed] == [name.casefold() for name in hall.names(1)]

"""“Undo the last decision”: what it takes back, what it cannot, and what to do then instead."""

from dataclasses import replace

import pytest

from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.phases import AddRound, EndPhase, ReopenPhase
from runner.compute.decisions.repair import CutAnew, RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats
from runner.compute.decisions.undo import Undo
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import speaking
from runner.core.problems import Severity
from runner.languages import language
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.parsing import parse
from runner.ledger.words import WORDS, decided
from runner.render.directory import Directory
from runner.render.site.rounds import changes
from tests.support.events import event, phase, swiss
from tests.support.hall import R1, R2, Hall, quick
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick

UNDO, PAIR, DELETE = Undo.KEY, PairRound.KEY, DeleteRound.KEY
END, REOPEN, ADD = EndPhase.KEY, ReopenPhase.KEY, AddRound.KEY
REPAIR, ANYWAY, BYE = RepairRound.KEY, RepairAnyway.KEY, GiveBye.KEY


def at_the_cut() -> Hall:
    now = event(12, phase(1, rounds=1), phase(2, "single_elimination", cut=4))
    hall = Hall(replace(now, phases=(replace(now.phases[0], settings={"method": "random"}),
                                     now.phases[1])))  # fmt: skip
    hall.play_round()
    assert hall.snapshot.rounds[-1].id == RoundId(2, 1)
    return hall


def undone(hall: Hall) -> dict[str, object]:
    return dict(hall.lines("undone")[-1].data)


def test_a_round_without_results_is_unpaired_and_its_names_leave_the_workbook() -> None:
    hall = quick()
    hall.play_round()
    line = 1 + max(at for at, each in enumerate(hall.ledger.entries) if each.round == R2)
    hall.say(UNDO, reason="two are missing")
    assert [each.id for each in hall.snapshot.rounds] == [R1]
    told = undone(hall)
    assert (told["line"], told["what"], told["told"], told["reason"]) == (
        line, "paired", "Round 2 was paired", "two are missing",
    )  # fmt: skip
    assert not any(hall.typed(R2, 1).seats)
    found = hall.problem("Round 2 was taken back")
    assert found.severity is Severity.WARNING
    hall.save()
    assert len(hall.snapshot.rounds) == 1
    hall.silence(PAIR)
    hall.say(PAIR, 2)
    assert len(hall.snapshot.rounds) == 2
    page = changes(hall.snapshot, Directory(hall.snapshot), R2)
    assert page[0].endswith("its pairing was taken back: two are missing.")
    with speaking(language("de")):
        assert (
            "die Paarung wurde zurückgenommen"
            in changes(hall.snapshot, Directory(hall.snapshot), R2)[0]
        )
    assert all(finding.sound is not False for finding in verify(hall.ledger))


def test_a_round_with_results_is_not_undone_and_the_way_out_is_named() -> None:
    hall = quick()
    hall.hand(T2_result="B")
    hall.say(UNDO)
    found = hall.problem("cannot be undone")
    assert "table 2 (B)" in found.text
    assert "Delete round" in fix_text(found.fix)
    assert len(hall.snapshot.rounds) == 1
    assert not hall.lines("undone")
    hall.hand(T2_result="")
    assert len(hall.snapshot.rounds) == 1  # what was refused never acts by itself
    hall.silence(UNDO)
    hall.say(UNDO)
    assert hall.snapshot.rounds == ()
    assert undone(hall)["what"] == "paired"


def test_an_undo_that_was_refused_never_takes_back_what_is_decided_later_or_in_the_same_save() -> (
    None
):
    hall = Hall(replace(swiss(), decisions=()))
    hall.say(UNDO)
    assert "There is no decision to undo" in hall.problem("to undo").text
    hall.say(PAIR, 1)
    assert len(hall.snapshot.rounds) == 1
    assert "decided since: Round 1 was paired" in hall.problem("could not be done").text
    hall.hand(T1_result="A")
    hall.hand(T1_result="")
    assert len(hall.snapshot.rounds) == 1
    hall.silence(UNDO)
    assert hall.problems == []
    hall.say(UNDO)
    assert hall.snapshot.rounds == ()
    assert not [each for each in verify(hall.ledger) if each.sound is False]
    hall = quick()
    hall.hand(T2_result="B")
    hall.say(UNDO)
    hall.play_round()
    assert len(hall.snapshot.rounds) == 2
    assert "decided since: Round 2 was paired" in hall.problem("could not be done").text


def test_a_cut_made_anew_since_an_undo_was_refused_is_told() -> None:
    hall = Hall(event(16, phase(1, rounds=1), phase(2, rounds=1, cut=8), automatic=False))
    hall.change(decisions=())
    hall.hand(T1_result="A", T2_result="A", T3_result="A", T4_result="A")
    hall.say(UNDO)
    assert "has results" in hall.problem("cannot be undone").text
    hall.say(PAIR, 1, phase_=2)
    hall.cell("T1 result", "B", R1)
    hall.say(CutAnew.KEY, 0, phase_=2)
    assert "since: Day 2, round 1 was paired again" in hall.problem("could not be done").text


@pytest.mark.parametrize("kind", [*EntryKind])
def test_each_kind_of_line_has_words_for_somebody(kind: EntryKind) -> None:
    words = WORDS[kind]
    assert words.verified or words.staff or words.players
    assert "{" not in decided(Entry(kind, R1, {}), Event("").title)


def test_a_new_drawing_is_undone_and_the_old_names_come_back_also_before_it_is_out() -> None:
    hall = quick()
    before = [hall.names(at) for at in (1, 2, 3)]
    hall.say(REPAIR, 1)
    assert [hall.names(at) for at in (1, 2, 3)] != before
    hall.say(UNDO)
    assert [hall.names(at) for at in (1, 2, 3)] == before
    assert [list(hall.typed(R1, at).seats[:4]) for at in (1, 2, 3)] == before
    assert hall.problems == []
    hall.save()
    assert hall.kinds() == ["paired", "repaired", "undone"]
    hall.silence(REPAIR)
    again = hall.say(REPAIR, 1).rounds[0].tables
    first = hall.ledger.entries[1].data["tables"]
    assert [list(each.players) for each in again] != [each["seats"] for each in first]
    hall = quick()
    hall.hand(T1_result="A", T2_result="A", T3_result="A")
    first = hall.snapshot.pairings[-1].tables
    hall.say(REPAIR, 2)
    assert hall.snapshot.pairings[-1].tables != first
    hall.say(UNDO)
    assert hall.snapshot.pairings[-1].tables == first


def test_a_bye_is_undone_and_does_not_come_back_with_a_new_drawing() -> None:
    hall = quick()
    before = hall.names(1)
    hall.say(BYE, 1, before[2])
    assert hall.byes() == [before[2]]
    hall.say(UNDO)
    assert hall.byes() == []
    assert hall.names(1) == before
    assert list(hall.typed(R1, 1).seats[:4]) == before
    hall.save()
    assert hall.byes() == []
    hall = quick()
    who = hall.names(1)[0]
    hall.say(BYE, 1, player=who)
    assert hall.byes() == [who]
    hall.say(UNDO)
    hall.say(REPAIR, 1)
    assert hall.byes() == []
    hall.silence(BYE, REPAIR)
    hall.say(BYE, 1, player=who)
    hall.say(REPAIR, 1)
    assert hall.byes() == [who]


def test_names_typed_over_since_are_not_swept_away_by_an_undo() -> None:
    hall = quick()
    hall.say(REPAIR, 1)
    ana, bo = hall.names(1)[0], hall.names(2)[0]
    hall.hand(T1_A=bo, T2_A=ana)
    hall.say(UNDO)
    assert "typed over since" in hall.problem("cannot be undone").text
    assert hall.names(1)[0] == bo


def test_a_deleted_round_comes_back_with_the_results_that_still_stand_in_its_sheet() -> None:
    hall = quick()
    hall.play_round()
    before = hall.snapshot.rounds[1].tables
    hall.hand(T1_result="C")
    hall.open = True
    hall.say(DELETE, 2)
    assert len(hall.snapshot.rounds) == 1
    hall.say(UNDO)
    now = hall.snapshot.rounds[1].tables
    assert [each.players for each in now] == [each.players for each in before]
    assert now[0].finished
    hall.open = False
    hall.save()
    assert hall.typed(R2, 1).result == "C"


def test_a_deleted_round_that_comes_back_names_the_results_that_are_gone_from_its_sheet() -> None:
    hall = quick()
    hall.play_round()
    hall.hand(T1_result="C", T2_result="A")
    hall.say(DELETE, 2)
    assert hall.typed(R2, 1).result == ""
    hall.say(UNDO)
    assert "table 1 (C), table 2 (A)" in hall.problem("Round 2 is back").text
    hall.hand(T1_result="C")
    assert "ledger, but no longer on its sheet: table 2 (A)" in (
        hall.problem("Round 2 is back").text
    )
    hall.hand(T2_result="A")
    assert not [each for each in hall.problems if "is back" in each]


@pytest.mark.parametrize("is_open", [False, True])
def test_results_that_a_new_drawing_took_away_come_back_with_its_undo_or_are_named(
    *, is_open: bool
) -> None:
    hall = quick()
    hall.hand(T1_result="C", T2_result="A")
    hall.open = is_open
    hall.say(ANYWAY, 1)
    assert not any(each.finished for each in hall.snapshot.rounds[0].tables)
    hall.say(UNDO)
    finished = [each.number for each in hall.snapshot.rounds[0].tables if each.finished]
    if is_open:  # they stand in the sheet still, and count again
        assert finished == [1, 2]
        hall.open = False
        hall.save()
        assert hall.typed(R1, 1).result == "C"
        return
    assert "no longer on its sheet: table 1 (C), table 2 (A)" in (
        hall.problem("Round 1 is back").text
    )
    hall.hand(T1_result="C", T2_result="A")
    assert not [each for each in hall.problems if "is back" in each]


def test_the_end_of_a_phase_is_undone_though_its_line_says_yes_still() -> None:
    hall = quick()
    hall.say(END)
    assert hall.snapshot.phases[0].ended
    hall.say(UNDO)
    assert not hall.snapshot.phases[0].ended
    assert fix_text(hall.problem("This decision was undone").fix) == "Clear the Go cell."
    hall.save()
    assert not hall.snapshot.phases[0].ended
    hall.silence(END)
    hall.say(END)
    assert hall.snapshot.phases[0].ended


def test_the_end_of_a_phase_with_a_round_beside_it_is_undone_and_the_round_stays_as_it_is() -> None:
    """A number under Round means nothing there; the line must not touch that round."""
    hall = quick()
    hall.play_round()
    one, other = hall.names(1)[1], hall.names(2)[0]
    hall.hand(T1_B=other, T2_A=one)
    hall.open = True
    hall.say(END, 1)
    hall.say(UNDO)
    assert [*hall.ledger.rounds] == [R1, R2]
    hall.silence(END, UNDO)
    hall.say(END, 2)
    hall.say(UNDO)
    assert hall.kinds()[-2:] == ["phase ended", "undone"]
    hall.hand(T1_B=one, T2_A=other)
    assert (hall.names(1)[1], hall.names(2)[0]) == (one, other)
    hall.open = False
    hall.save()
    assert (hall.names(1)[1], hall.typed(R2, 1).seats[1]) == (one, one)


def test_a_line_that_was_refused_can_be_asked_for_again_after_the_undo_of_another() -> None:
    now = swiss(12)
    late = replace(now.players[-1], enters=2)
    random = replace(now.phases[0], settings={"method": "random"})
    hall = Hall(replace(now, players=(*now.players[:-1], late), phases=(random,)))
    small = next(each.number for each in hall.snapshot.rounds[0].tables if len(each.seats) == 3)
    other = next(each.number for each in hall.snapshot.rounds[0].tables if each.number != small)
    hall.hand(**{f"T{small}_result": "A"})
    hall.say(SeatPlayer.KEY, 1, late.name)
    assert hall.problem("no free seat")
    hall.say(ShuffleSeats.KEY, 1, table=other)
    hall.cell(f"T{small} result", "")
    hall.say(UNDO)
    hall.save()
    assert late.name not in hall.names(small)
    hall.silence(SeatPlayer.KEY)
    hall.say(SeatPlayer.KEY, 1, late.name)
    assert late.name in hall.names(small)


def test_a_new_drawing_after_a_cut_that_changed_nothing_is_undone_like_any_other() -> None:
    hall = at_the_cut()
    hall.say(CutAnew.KEY, 0, phase_=2)
    hall.say(REPAIR, 1, phase_=2)
    assert hall.kinds()[-2:] == ["refused", "repaired"]
    hall.say(UNDO)
    assert undone(hall)["what"] == "repaired"


def test_a_phase_that_was_reopened_is_ended_again_and_an_added_round_taken_back() -> None:
    hall = quick()
    hall.say(END)
    hall.silence(END)
    hall.say(REOPEN)
    assert not hall.snapshot.phases[0].ended
    hall.say(UNDO)
    assert hall.snapshot.phases[0].ended
    hall = quick(rounds=2)
    hall.say(ADD, 3)
    assert hall.snapshot.phases[0].planned == 3
    hall.say(UNDO)
    assert hall.snapshot.phases[0].planned == 2
    hall.save()
    assert hall.snapshot.phases[0].planned == 2


def test_an_undo_takes_the_last_decision_and_never_sweeps_away_what_hands_have_done() -> None:
    hall = quick()
    ana, bo = hall.names(1)[0], hall.names(2)[0]
    hall.hand(T1_A=bo, T2_A=ana)
    hall.say(END)
    hall.say(UNDO)
    assert undone(hall)["what"] == "phase ended"
    hall.say(UNDO)
    refused = hall.problem("names of Round 1 have been typed over since")
    assert "Delete round" in fix_text(refused.fix)
    assert len(hall.lines("undone")) == 1
    hall.silence(UNDO)
    hall.say(DELETE, 1)
    assert hall.snapshot.rounds == ()
    hall.say(UNDO)
    assert hall.names(1)[0] == bo
    hall.silence(DELETE)
    hall.say(DELETE, 1)
    assert hall.snapshot.rounds == ()
    assert len(hall.lines("deleted")) == 2


def test_one_line_undoes_once_and_again_after_its_go_was_cleared() -> None:
    hall = quick()
    hall.play_round()
    hall.say(UNDO)
    hall.save()
    hall.save()
    assert len(hall.lines("undone")) == 1
    hall.silence(UNDO)
    hall.hand(T1_result="", T2_result="", T3_result="")
    hall.say(UNDO)
    assert len(hall.lines("undone")) == 2
    assert hall.snapshot.rounds == ()


def test_a_cut_made_anew_is_not_undone_but_the_first_round_of_a_phase_is() -> None:
    hall = at_the_cut()
    hall.cell("T1 result", "B", R1)
    hall.say(CutAnew.KEY, phase_=2)
    hall.say(UNDO)
    assert "Redo the cut" in fix_text(hall.problem("redo a cut").fix)
    hall.silence(UNDO)
    hall = at_the_cut()
    hall.say(UNDO)
    assert [each.id for each in hall.snapshot.rounds] == [R1]
    assert "Playoff, round 1 was taken back" in " ".join(hall.problems)
    hall.say(ADD, 2)
    hall.say(PAIR, 2)
    assert hall.snapshot.rounds[-1].id == R2


@pytest.mark.parametrize("kind", [UNDO, DELETE, REPAIR, ANYWAY])
def test_before_the_first_round_there_is_nothing_to_undo(kind: str) -> None:
    hall = quick()
    hall.say(UNDO)
    hall.silence(UNDO, PAIR)
    before = len(hall.ledger.entries)
    hall.say(kind, 1)
    if kind in (REPAIR, ANYWAY):
        assert hall.kinds(before) == ["to be drawn again"]
    else:
        assert hall.kinds(before) == ["refused"]
        assert hall.snapshot.problems


def test_an_undone_ledger_is_read_from_its_file_as_it_was() -> None:
    hall = quick()
    hall.say(REPAIR, 1)
    hall.say(UNDO)
    hall.play_round()
    hall.say(UNDO)
    read, problems = parse(hall.chain())
    assert problems == ()
    assert read.rounds == hall.ledger.rounds
    assert read.carried_out == hall.ledger.carried_out
    assert [each.kind for each in read.in_force if each.kind is EntryKind.REPAIRED] == []

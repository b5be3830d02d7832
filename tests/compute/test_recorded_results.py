"""Results in the ledger: recorded as they come in, and again with old and new where they change."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.cli import main
from runner.compute.compute import compute, once_recorded
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.phases import EndPhase
from runner.compute.decisions.repair import RepairAnyway
from runner.compute.decisions.undo import Undo
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.phase import Mode
from runner.interchange.event_out import event_document
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.ledger.words import sentences, verified
from runner.render.desk.facts import Facts
from runner.render.desk.lists import log as on_desk
from runner.render.desk.oddities import oddities
from runner.render.directory import Directory
from runner.render.site import Renderer
from runner.render.site.rounds import changes
from tests.support.events import AT, event, phase, planned
from tests.support.folders import data_of, event_folder, opened, set_back
from tests.support.hall import R1, Hall, duel, quick, told

pytestmark = pytest.mark.thorough  # left out of make quick

PAIR, DELETE = PairRound.KEY, DeleteRound.KEY
ANYWAY = RepairAnyway.KEY


def with_settings(now: Event, **settings: str) -> Hall:
    return Hall(replace(now, rounds=(), phases=(replace(now.phases[0], settings=settings),)))


def recorded(hall: Hall, since: int = 0) -> list[tuple[str, object]]:
    lines = [each for each in hall.ledger.entries[since:] if each.kind in (
        EntryKind.RESULTS, EntryKind.CORRECTED)]  # fmt: skip
    return [
        ("new", each.data["results"])
        if each.kind is EntryKind.RESULTS
        else ("changed", (each.data["table"], each.data["old"], each.data["new"]))
        for each in lines
    ]


def test_results_are_recorded_as_they_come_in_one_line_a_save_which_is_computed_once() -> None:
    hall = quick()
    hall.hand(T1_result="A", T3_result="draw")
    hall.save()
    hall.hand(T2_result=hall.names(2)[2])
    hall.hand(T2_note="quick")
    assert recorded(hall) == [("new", {"1": "A", "3": "draw"}), ("new", {"2": "C"})]
    assert told(hall) == ()
    hall.say(PAIR, 2)
    hall.save()
    assert len(recorded(hall)) == 2
    hall = quick()
    hall.cell("T1 result", "A")
    hall.cell("T3 result", "draw")
    before = compute(hall.event, hall.ledger)
    longer, _ = hall.ledger.extended(replace(each, at=AT) for each in before.entries)
    assert once_recorded(before, longer) == compute(hall.event, longer)
    changed = replace(before, entries=(*before.entries, Entry(EntryKind.CORRECTED, R1, {})))
    assert once_recorded(changed, longer) is None


def test_many_results_are_counted_and_a_blank_is_not_told_as_none_which_is_a_result() -> None:
    entry = Entry(EntryKind.RESULTS, R1, {"results": {str(table): "A" for table in range(1, 14)}})
    assert "results of 13 tables" in verified(entry)

    def said(old: str, new: str) -> list[str]:
        data = {"table": 1, "old": old, "new": new}
        return sentences(Entry(EntryKind.CORRECTED, R1, data), str)

    assert said("", "B") == ["table 1, result B, missing before"]
    assert said("none", "B") == ["table 1, result B instead of none"]
    assert said("B", "") == ["table 1, result B removed"]


def test_a_result_of_the_round_in_play_that_is_changed_is_one_line_for_the_desk_alone() -> None:
    hall = quick()
    hall.hand(T1_result="A", T2_result="B")
    hall.hand(T1_result="C", T1_note="slip misread")
    assert recorded(hall)[1:] == [("changed", (1, "A", "C"))]
    assert hall.ledger.entries[-1].data["reason"] == "slip misread"
    assert told(hall) == ()
    newest, *_ = on_desk(hall.snapshot, hall.ledger.entries)
    assert newest.words == "Round 1: table 1, result C instead of A: slip misread."
    assert hall.problems == []
    hall.hand(T1_result="A", T1_note="")
    assert told(hall) == ()
    said = [each.what for each in verify(hall.ledger)]
    assert "results: table 1 A, table 2 B" in said
    assert "by hand: table 1, result C instead of A: slip misread" in said


def test_a_result_typed_for_the_wrong_table_is_cleared_there_and_new_here() -> None:
    hall = quick()
    hall.hand(T1_result="A")
    hall.hand(T1_result="", T2_result="A")
    assert recorded(hall)[1:] == [("new", {"2": "A"}), ("changed", (1, "A", ""))]
    hall.hand(T1_result="B")
    assert recorded(hall)[3:] == [("new", {"1": "B"})]


@pytest.mark.parametrize(("first", "then", "corrected"), [
    (("A", ""), ("A", "2-1"), False), (("A", ""), ("2-1", ""), False),
    (("2-0", ""), ("A", ""), False), (("A", ""), ("A", "2-0"), False),
    (("", "2-1"), ("A", "2-1"), False), (("2-0", ""), ("2-1", ""), True),
    (("A", "2-1"), ("A", ""), True), (("2-1", ""), ("2-1-1", ""), True),
    (("A", ""), ("B", ""), True), (("draw", ""), ("draw, B conceded", ""), True),
    (("A 3, B 1", ""), ("A 3, B 10", ""), True),
])  # fmt: skip
def test_a_result_that_is_completed_or_said_in_other_words_is_no_correction(
    first: tuple[str, str], then: tuple[str, str], corrected: bool
) -> None:
    hall = with_settings(duel().event, best_of="3")
    for result, games in (first, then):
        hall.hand(T1_result=result, T1_games=games)
        assert hall.snapshot.rounds[0].tables[0].finished, hall.problems
    assert [kind == "changed" for kind, _ in recorded(hall)[1:]] in ([corrected], [])
    assert bool(hall.lines("corrected")) is corrected


def test_a_drawn_match_that_plays_on_is_decided_later_without_a_correction() -> None:
    playoff = event(4, phase(1, "single_elimination", Mode.HEAD_TO_HEAD), automatic=False)
    hall = with_settings(playoff, drawn_elimination="play_on")
    hall.hand(T1_result="1-1-1", T2_result="2-0")
    hall.hand(T1_result="2-1-1")
    hall.hand(T2_result="0-2")
    assert recorded(hall)[1:] == [("new", {"1": "2-1-1"}), ("changed", (2, "2-0", "0-2"))]


def test_a_result_of_a_pairing_that_is_no_more_is_never_taken_for_a_changed_one() -> None:
    hall = quick(16)
    hall.hand(T1_result="A", T2_result="B")
    hall.say(ANYWAY, 1)
    hall.hand(T1_result="D")
    hall.say(Undo.KEY)
    hall.hand(T1_result="")
    hall.hand(T1_result="B")
    hall.say(DELETE, 1)
    hall.silence(PAIR, DELETE, ANYWAY, Undo.KEY)
    hall.say(PAIR, 1)
    hall.hand(T1_result="C")
    assert recorded(hall) == [
        ("new", {"1": "A", "2": "B"}), ("new", {"1": "D"}), ("changed", (1, "D", "")),
        ("new", {"1": "B"}), ("new", {"1": "C"}),
    ]  # fmt: skip
    assert hall.ledger.results[R1] == {1: "C"}


def test_results_of_a_deleted_round_that_comes_back_are_recorded_again_and_not_corrected() -> None:
    hall = quick()
    hall.hand(T1_result="A", T2_result="B")
    hall.open = True
    hall.say(DELETE, 1)
    hall.say(Undo.KEY)
    assert recorded(hall)[1:] == [("new", {"1": "A", "2": "B"})]
    hall.hand(T1_result="B")
    assert recorded(hall)[2:] == [("changed", (1, "A", "B"))]


def test_the_round_before_a_deleted_one_keeps_its_results_and_the_last_decision_is_none() -> None:
    hall = quick()
    hall.play_round()
    hall.say(DELETE, 2)
    hall.save()
    assert len(recorded(hall)) == 1
    hall.cell("T2 result", "C", R1)
    hall.save()
    assert recorded(hall)[1:] == [("changed", (2, "A", "C"))]
    hall = quick()
    hall.play_round()
    hall.say(EndPhase.KEY)
    hall.hand(T1_result="A")
    hall.hand(T1_result="B")
    hall.say(Undo.KEY)
    assert hall.lines("undone")[-1].data["what"] == "phase ended"
    assert recorded(hall)[1:] == [("new", {"1": "A"}), ("changed", (1, "A", "B"))]


def test_a_winner_whose_seat_or_table_is_changed_is_the_same_result() -> None:
    hall = quick()
    ana, bo = hall.names(1)[:2]
    hall.hand(T1_result=ana)
    hall.hand(T1_A=bo, T1_B=ana)
    assert recorded(hall)[1:] == [("new", {"1": "B"})]
    assert not hall.lines("corrected")
    hall.hand(T1_A=ana, T1_B=bo, T1_result=hall.names(1)[2])
    assert recorded(hall)[2:] == [("changed", (1, "B", "C"))]
    hall = quick()
    cells = {f"T{at}_{'ABCD'[seat]}": name for at, other in ((1, 2), (2, 1))
             for seat, name in enumerate(hall.names(other))}  # fmt: skip
    hall.hand(T1_result="A")
    hall.hand(T1_result="", T2_result="A", **cells)
    assert hall.kinds()[-2:] == ["overridden", "results"]
    assert recorded(hall)[1:] == [("new", {"2": "A"})]
    assert hall.ledger.results[R1] == {2: "A"}


def test_seats_put_right_in_a_round_that_is_over_leave_its_winner_the_winner() -> None:
    hall = quick()
    ana, bo, cleo = hall.names(1)[:3]
    hall.hand(T1_result=ana, T2_result="A", T3_result="A")
    hall.say(PAIR, 2)
    later = len(hall.ledger.entries)
    for where, text in (("T1 A", bo), ("T1 B", ana)):
        hall.cell(where, text, R1)
    hall.save()
    assert recorded(hall, later) == [("new", {"1": "B"})]
    hall.cell("T1 result", cleo, R1)
    hall.save()
    assert recorded(hall, later)[1:] == [("changed", (1, "B", "C"))]
    hall.cell("T1 games", "0-0-1-0", R1)
    hall.cell("T2 result", "D", R1)
    hall.save()
    assert recorded(hall, later)[2:] == [("changed", (2, "A", "D"))]


def test_a_result_that_cannot_be_read_is_gone_and_one_kept_back_is_changed_quietly() -> None:
    hall = quick()
    hall.hand(T1_result="A")
    hall.hand(T1_result="what")
    assert recorded(hall)[1:] == [("changed", (1, "A", ""))]
    hall.hand(T1_result="A")
    hall.hand(T1_result="B")
    line = hall.lines("corrected")[-1]
    assert sentences(line, str, veiled=True) == ["table 1, a result corrected"]


def test_a_ledger_from_before_results_were_recorded_takes_them_in_at_once() -> None:
    hall = quick()
    hall.play_round()
    hall.hand(T1_result="B", T2_result="draw")
    older = [each for each in hall.ledger.entries if each.kind is not EntryKind.RESULTS]
    hall.ledger, _ = Ledger().extended(older)
    hall.save()
    assert recorded(hall) == [("new", {"1": "B", "2": "draw"})]
    hall.save()
    assert len(recorded(hall)) == 1
    hall.cell("T1 result", "D", R1)
    hall.save()
    assert recorded(hall)[1:] == [("changed", (1, "A", "D"))]


def test_a_slip_put_right_while_the_round_is_in_play_is_told_on_the_desk_and_is_no_doubt() -> None:
    hall = quick()
    hall.play_round()
    hall.hand(T1_result="A")
    hall.hand(T1_result="C")
    facts = Facts(AT, entries=hall.ledger.entries)
    assert oddities(hall.snapshot, facts) == ()
    assert on_desk(hall.snapshot, hall.ledger.entries)[0].words == (
        "Round 2: table 1, result C instead of A."
    )
    hall.cell("T1 result", "B", R1)
    hall.save()
    (doubt,) = oddities(hall.snapshot, Facts(AT, entries=hall.ledger.entries))
    assert "Table 1 of Round 1 was changed after Round 2 went out" in doubt.text


def test_results_of_a_playoff_and_of_groups_are_recorded_round_by_round() -> None:
    groups = phase(1, "round_robin", Mode.HEAD_TO_HEAD)
    playoff = phase(2, "single_elimination", Mode.HEAD_TO_HEAD, cut=4)
    hall = Hall(event(8, replace(groups, settings={"group_size": 4}), playoff))
    seen = 0
    while not hall.snapshot.over:
        current = hall.snapshot.current_round
        assert current is not None
        tables = [each.number for each in current.tables]
        hall.hand(**{f"T{number}_result": "2-0" for number in tables[1:]})
        hall.hand(**{f"T{tables[0]}_result": "0-2"})
        hall.save()
        assert hall.ledger.results[current.id] == {
            number: "2-0" if number in tables[1:] else "0-2" for number in tables
        }
        seen += 1
    assert seen == 5
    assert len(hall.lines("results")) == 9, "two saves a round, and one for the final"
    assert not hall.lines("corrected")


def friday(root: Path, rounds: int = 2) -> Pipeline:
    folder = event_folder(root / "friday", planned(8, rounds=rounds))
    pipeline = Pipeline(folder, root / "site")
    play(pipeline, 1)
    return pipeline


def test_a_build_without_news_appends_nothing(tmp_path: Path) -> None:
    pipeline = friday(tmp_path)
    pipeline.run(data_of(pipeline.folder))
    before = pipeline.folder.ledger.read_bytes()
    ledger, _ = parse(before)
    assert {1, 2} == {*ledger.results[R1]}
    again = Pipeline(pipeline.folder, tmp_path / "anew").run(data_of(pipeline.folder))
    assert again.entries == ()
    assert pipeline.folder.ledger.read_bytes() == before


def test_an_imported_event_has_the_results_of_its_last_round_on_record(tmp_path: Path) -> None:
    pipeline = friday(tmp_path, rounds=1)
    loaded = opened(pipeline.folder)
    problems = import_event(event_document(loaded.snapshot, loaded.ledger), tmp_path / "in")
    assert not [each for each in problems if each.severity == "error"]
    folder = EventFolder(tmp_path / "in")
    taken_over = opened(folder)
    assert taken_over.ledger.results[R1] == loaded.ledger.results[R1] != {}
    assert taken_over.snapshot.entries == ()


def test_next_does_not_take_new_results_for_a_round_that_went_out(tmp_path: Path) -> None:
    pipeline = friday(tmp_path, rounds=1)
    lines = pipeline.folder.ledger.read_bytes().splitlines(keepends=True)
    assert b'"results"' in lines[-1]
    set_back(pipeline.folder, b"".join(lines[:-1]), tmp_path / "site")
    asked = ["next", str(pipeline.folder.root), "--site", str(tmp_path / "site")]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 1, done.output
    assert pipeline.folder.ledger.read_bytes().count(b'"kind":"results"') == 1


def test_changes_stand_folded_below_the_tables_each_with_what_it_was_before() -> None:
    hall = quick()
    hall.play_round()
    for text in "BCDABC":
        hall.cell("T1 result", text, R1)
        hall.save()
    pages = Renderer().render(hall.snapshot, {}).files
    page = next(text.decode() for name, text in pages.items() if str(name) == "rounds/R1.html")
    changed = page[page.index("Changes since publication (6)") : page.index("How it was paired")]
    assert page.index('class="tables"') < page.index("Changes since publication")
    assert "result B instead of A" in changed
    assert [changed.count(f"instead of {each}.") for each in "ABCD"] == [2, 2, 1, 1]


def test_a_result_corrected_once_the_next_round_is_out_stands_on_its_page() -> None:
    hall = quick()
    hall.play_round()
    hall.cell("T1 result", "C", R1)
    hall.cell("T1 note", "slip misread", R1)
    hall.save()
    assert changes(hall.snapshot, Directory(hall.snapshot), R1) == (
        "Changed by the organiser, 10:00 UTC: table 1, result C instead of A: slip misread.",
    )

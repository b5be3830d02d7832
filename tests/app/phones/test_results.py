"""Results from phones: they count at once, go into empty cells, and the cell has the last word."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event as Stop
from threading import Thread
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from runner.app.load import record
from runner.app.phones import open_round
from runner.app.phones.inbox import Inbox
from runner.app.pipeline import Pipeline
from runner.app.publish import Published, publish
from runner.app.watch import watch_event
from runner.core.phone_reports import Report, Role
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.phone_results import PhoneResult
from tests.support import events
from tests.support.clerk import R1
from tests.support.commands import run
from tests.support.phones import phones
from tests.support.reported import into
from tests.support.scribe import Scribe, column, go, result, rows, say
from tests.support.waiting import until

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def day(tmp_path: Path) -> Scribe:
    """Eight players in two pods, who play round 1."""
    scribe = Scribe(tmp_path / "friday", events.swiss(8))
    scribe.change(go(1))
    scribe.close()
    return scribe


def sent(day: Scribe, table: int, text: str, *by: str, games: str = "") -> None:
    """The ledger has a result from phones, and the workbook is computed again as it is."""
    data = {"table": table, **PhoneResult(text, games, by or ("A", "C")).data}
    record(day.folder, day.ledger, [Entry(EntryKind.REPORTED, R1, data)], "")
    day.report = day.saved()


def cell(day: Scribe, table: int, heading: str) -> object:
    sheet = load_workbook(day.workbook)["Round 1"]
    row = next(row for row in rows(sheet, "Table") if sheet.cell(row, 2).value == table)
    return sheet.cell(row, column(sheet, heading)).value


def test_it_counts_at_once_and_goes_into_its_cell_when_the_workbook_is_closed(day: Scribe) -> None:
    sent(day, 1, "B")
    assert [table.finished for table in day.round.tables] == [True, False]
    assert cell(day, 1, "Result") is None
    day.close()
    assert (cell(day, 1, "Result"), cell(day, 1, "Note")) == ("B", "by phone: A, C")
    before = day.round
    day.report = day.saved()
    assert day.round == before
    assert day.ledger.phone_results == {}
    assert day.report.problems == ()
    assert day.ledger.results[R1] == {1: "B"}


def test_what_is_typed_counts_whatever_phones_say(day: Scribe) -> None:
    day.change(result(R1, 1, "A"))
    sent(day, 1, "B")
    assert day.ledger.results[R1] == {1: "A"}
    day.close()
    assert (cell(day, 1, "Result"), cell(day, 1, "Note")) == ("A", None)
    sent(day, 2, "C")
    day.change(result(R1, 2, "draw"))
    assert day.ledger.results[R1] == {1: "A", 2: "draw"}
    assert cell(day, 2, "Result") == "draw"
    day.change(phones("staff"))
    report(day, 2, Role.JUDGE, "D, B drop")
    assert "phones sent D (judge), and the cell says draw. The cell counts." in day.told("sent D")


def test_a_result_that_is_cleared_after_it_arrived_is_gone(day: Scribe) -> None:
    sent(day, 1, "B")
    day.close()
    day.change(result(R1, 1, None))
    assert not day.round.tables[0].finished
    day.close()
    assert cell(day, 1, "Result") is None


def test_a_report_that_is_withdrawn_leaves_the_table_open(day: Scribe) -> None:
    sent(day, 1, "B")
    sent(day, 1, "", "judge")
    assert not day.round.tables[0].finished
    day.close()
    assert cell(day, 1, "Result") is None


def test_drops_are_part_of_a_report_as_of_a_result(day: Scribe) -> None:
    sent(day, 1, "B, C drop")
    dropped = day.round.tables[0].players[2]
    assert day.report.snapshot
    assert day.report.snapshot.players[dropped].drops_after == 1
    day.close()
    assert cell(day, 1, "Result") == "B, C drop"


def note(text: str | None) -> Callable[[Workbook], None]:
    """Another text under Note beside table 1."""

    def change(book: Workbook) -> None:
        sheet = book["Round 1"]
        row = next(row for row in rows(sheet, "Table") if sheet.cell(row, 2).value == 1)
        sheet.cell(row, column(sheet, "Note")).value = text

    return change


def closed(day: Scribe, *changes: Callable[[Workbook], object]) -> object:
    """Save with changes, close the workbook, and return what is noted beside table 1."""
    if changes:
        day.change(*changes)
    day.close()
    day.report = day.saved()
    return cell(day, 1, "Note")


def test_the_remark_is_that_of_the_result_that_counts(day: Scribe) -> None:
    sent(day, 1, "B", "scorekeeper")
    assert closed(day) == "by phone: scorekeeper"
    assert closed(day, result(R1, 1, "C")) is None
    assert closed(day, result(R1, 1, "B, A drop")) == "by phone: scorekeeper"
    assert closed(day, result(R1, 1, None)) is None
    sent(day, 1, "B", "A", "C")
    assert closed(day) == "by phone: A, C"
    sent(day, 1, "D", "scorekeeper")
    assert closed(day) is None, "the cell says B"
    assert closed(day, result(R1, 1, "D")) == "by phone: scorekeeper"


def test_results_by_phone_that_are_cleared_in_one_save_make_no_older_workbook(
    day: Scribe,
) -> None:
    day.change(phones("staff"))
    day.report = day.saved()
    for table in (1, 2):
        sent(day, table, "B")
        closed(day)
    day.change(result(R1, 1, None), result(R1, 2, None))
    assert not [each for each in day.report.problems if each.fatal]
    assert results(day) == {1: "", 2: ""}
    sent(day, 1, "A")
    sent(day, 2, "C")
    assert results(day) == {1: "A", 2: "C"}


def test_an_older_workbook_that_was_saved_again_is_one_still(day: Scribe) -> None:
    day.change(phones("staff"))
    before = day.data
    day.change(note("late start"))
    for table in (1, 2):
        sent(day, table, "B")
        closed(day)
    for table in (1, 2):
        day.change(result(R1, table, "C"))
    day.workbook.write_bytes(before)
    day.change(lambda book: setattr(book.properties, "creator", "saved again"))
    assert day.data != before
    assert "This save does not count" in day.told("workbook.older-with-results-gone")


@pytest.mark.parametrize("how", ["Re-pair and delete results", "Delete round"])
def test_the_remark_goes_with_its_pairing(day: Scribe, how: str) -> None:
    sent(day, 1, "B")
    assert closed(day) == "by phone: A, C"
    assert closed(day, say(how, 1)) is None
    assert cell(day, 1, "Result") is None


def test_the_remark_leaves_what_people_typed_under_note(day: Scribe) -> None:
    day.change(phones("staff"))
    sent(day, 1, "B")
    assert closed(day, note("late start")) == "late start"
    assert "The results of table 1 came by phone" in day.told("phones.remark")
    assert closed(day, note(None)) == "by phone: A, C"
    assert closed(day, note("late start; by phone: A, C")) == "late start; by phone: A, C"
    assert closed(day, result(R1, 1, "C")) == "late start"
    reason = [each.data for each in day.ledger.entries if each.kind is EntryKind.CORRECTED]
    assert reason[-1]["reason"] == "late start"


def test_a_note_of_the_organiser_stays_and_runners_own_is_no_reason(day: Scribe) -> None:
    day.change(note("late start"))
    sent(day, 1, "B")
    sent(day, 2, "A")
    day.close()
    assert (cell(day, 1, "Note"), cell(day, 2, "Note")) == ("late start", "by phone: A, C")
    day.change(result(R1, 1, "C"))
    day.change(result(R1, 2, "C"))
    corrected = [each for each in day.ledger.entries if each.kind is EntryKind.CORRECTED]
    assert [each.data.get("reason") for each in corrected] == ["late start", None]


def test_a_round_that_is_paired_again_has_none_of_them(day: Scribe) -> None:
    sent(day, 1, "B")
    assert day.ledger.phone_results
    document = {"tables": [["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008"]]}
    again = day.ledger.extended([Entry(EntryKind.DELETED, R1, document)])[0]
    assert again.phone_results == {}


# --- from what phones send to what counts ---------------------------------------------------------


def report(day: Scribe, table: int, seat: int | Role, said: str, *, drops: bool = False) -> None:
    """Something comes from a phone, and the watch deals with it."""
    now = open_round.read(day.folder.phone_round)
    assert now
    voice = seat.value if isinstance(seat, Role) else now.tables[table].seats[seat][0]
    made = Report(0, now.round, now.pairing, table, voice, said, drops=drops, at="2026-11-21T12:00")
    assert day.pipeline.inbox.add(made, lambda known: "") == ""
    assert day.pipeline.inbox.has_more()
    day.report = day.saved()


def results(day: Scribe) -> dict[int, str]:
    return dict(day.ledger.results.get(R1, {}))


def test_two_players_who_agree_are_believed(day: Scribe) -> None:
    day.change(phones("players, two agree"))
    report(day, 1, 0, "B")
    assert results(day) == {}
    report(day, 1, 0, "B")
    assert results(day) == {}, "one player twice is one voice"
    report(day, 1, 2, "B")
    assert results(day) == {1: "B"}
    (line,) = [each for each in day.ledger.entries if each.kind is EntryKind.REPORTED]
    assert line.data == {"table": 1, "result": "B", "games": "", "by": ["A", "C"], "last": 3}
    report(day, 1, 1, "A")
    assert results(day) == {1: "B"}, "it counts, and only the staff can replace it"
    report(day, 1, Role.JUDGE, "D")
    assert results(day) == {1: "D"}
    day.close()
    assert (cell(day, 1, "Result"), cell(day, 1, "Note")) == ("D", "by phone: judge")


def test_who_contradicts_keeps_a_result_from_counting_until_it_is_withdrawn(day: Scribe) -> None:
    day.change(phones("players, two agree"))
    report(day, 1, 0, "A")
    assert "One phone has reported for table 1; a second voice is missing." in day.told("One phone")
    report(day, 1, 1, "B")
    report(day, 1, 2, "A")
    different = day.told("seat A reports")
    assert "seat A reports that seat A wins, seat B reports that seat B wins, seat C" in different
    assert results(day) == {}
    report(day, 1, 1, "")
    assert results(day) == {1: "A"}


def test_players_are_asked_again_where_the_staff_or_the_cell_takes_a_result_back(
    day: Scribe,
) -> None:
    day.change(phones("players, one is enough"))
    report(day, 1, 0, "A")
    report(day, 1, Role.JUDGE, "")
    assert results(day).get(1, "") == ""
    report(day, 1, 1, "B")
    assert results(day)[1] == "B"
    day.close()
    day.change(result(R1, 1, None))
    assert results(day)[1] == ""
    report(day, 1, 2, "C")
    assert results(day)[1] == "C"
    day.close()
    assert cell(day, 1, "Result") == "C"


def test_one_is_enough_where_the_event_says_so_and_none_where_it_does_not(day: Scribe) -> None:
    day.change(phones("staff"))
    report(day, 1, 0, "A")
    assert results(day) == {}
    report(day, 2, Role.SCOREKEEPER, "draw")
    assert results(day) == {2: "draw"}
    day.change(phones("players, one is enough"))
    assert results(day) == {1: "A", 2: "draw"}
    day.change(phones("no"))
    assert not day.folder.phone_round.exists()
    assert results(day) == {1: "A", 2: "draw"}, "what counted stays"


def test_drops_come_with_the_result(day: Scribe) -> None:
    day.change(phones("yes"))
    report(day, 1, 0, "draw", drops=True)
    report(day, 1, 3, "draw")
    snapshot = day.report.snapshot
    assert snapshot
    assert snapshot.players[day.round.tables[0].players[0]].drops_after == 1
    day.close()
    assert cell(day, 1, "Result") == "draw, A drop"


def test_what_was_sent_for_another_pairing_never_counts(day: Scribe) -> None:
    day.change(phones("players, one is enough"))
    now = open_round.read(day.folder.phone_round)
    assert now
    day.change(say("Re-pair", 1))
    again = open_round.read(day.folder.phone_round)
    assert again
    assert again.pairing != now.pairing
    seat = now.tables[1].seats[0][0]
    day.pipeline.inbox.add(Report(0, now.round, now.pairing, 1, seat, "A"), lambda known: "")
    day.report = day.saved()
    assert results(day) == {}


def test_a_damaged_line_is_left_out_and_a_torn_one_goes(day: Scribe) -> None:
    day.change(phones("players, one is enough"))
    path = day.folder.phone_reports
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b'{"number": 1}\nnonsense\n[]\n{"number": 4, "rou')
    report(day, 1, 0, "A")
    assert results(day) == {1: "A"}
    assert path.read_bytes().count(b"\n") == 4


def test_verify_history_export_and_an_older_workbook_know_of_it(day: Scribe) -> None:
    day.change(phones("players, one is enough"))
    before = day.data
    report(day, 1, 0, "B")
    report(day, 2, 1, "draw")
    assert "The ledger is whole." in run("verify", day.folder.root)
    day.close()
    assert "The ledger is whole." in run("verify", day.folder.root)
    document = json.loads(run("export", day.folder.root))
    assert [table["seats"][1]["outcome"] for table in document["rounds"][0]["tables"]] == [
        "win", "draw",
    ]  # fmt: skip
    day.report = day.saved()
    assert results(day) == {1: "B", 2: "draw"}
    assert run("history", day.folder.root)
    day.report = day.saved(before)
    assert results(day) == {1: "B", 2: "draw"}, "they count until they are in its cells again"
    assert "2 results of Round 1 came by phone" in day.told("Results by phone are on")
    day.close()
    assert [cell(day, table, "Result") for table in (1, 2)] == ["B", "draw"]
    day.change(result(R1, 1, None))
    assert results(day) == {1: "", 2: "draw"}, "what is cleared after Runner wrote it is cleared"
    assert "The ledger is whole." in run("verify", day.folder.root)


def test_what_was_typed_and_cleared_in_a_workbook_that_runner_did_not_write_into_is_gone(
    day: Scribe,
) -> None:
    day.change(phones("players, one is enough"))
    report(day, 1, 0, "B")
    day.change(result(R1, 1, "C"))
    assert results(day) == {1: "C"}
    day.change(result(R1, 1, None), result(R1, 2, "A"))
    assert results(day) == {1: "", 2: "A"}


def test_a_report_that_comes_while_pages_are_written_is_taken_at_the_next_look(
    day: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read for the desk once, and counted only when another came."""
    day.change(phones("players, one is enough"))
    now = open_round.read(day.folder.phone_round)
    assert now
    report = Report(0, now.round, now.pairing, 1, now.tables[1].seats[0][0], "A")

    def published(*what: Any, **how: Any) -> Published:
        Inbox(day.folder.phone_reports).add(report, lambda known: "")
        return publish(*what, **how)

    with monkeypatch.context() as patched:
        patched.setattr("runner.app.pipeline.publish", published)
        day.change(result(R1, 2, "draw"))
    assert day.pipeline.inbox.has_more()
    day.report = day.saved()
    assert results(day) == {1: "A", 2: "draw"}


def test_the_watch_publishes_a_report_at_once(day: Scribe) -> None:
    day.change(phones("players, one is enough"))
    stop, said = Stop(), list[str]()
    pipeline = Pipeline(day.folder, day.site)
    watching = Thread(target=watch_event, args=(pipeline, day.workbook, into(said), None, stop))
    watching.start()
    try:
        until(lambda: any("0/2 in" in line for line in said), said)
        now = open_round.read(day.folder.phone_round)
        assert now
        seat = now.tables[1].seats[0][0]
        sent = Report(0, now.round, now.pairing, 1, seat, "A")
        assert Inbox(day.folder.phone_reports).add(sent, lambda known: "") == ""
        until(lambda: any("1/2 in" in line for line in said), said)
        page = day.site / "rounds" / "R1.html"
        until(lambda: 'class="win"' in page.read_text(encoding="utf-8"))
    finally:
        stop.set()
        watching.join()

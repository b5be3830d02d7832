"""Rulings of judges: they count at once, go into the workbook, and then only that counts."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event as Stop
from threading import Thread

import pytest
from openpyxl import Workbook, load_workbook

from runner.app.phones import open_round
from runner.app.pipeline import Pipeline
from runner.app.watch import watch_event
from runner.core.phase import Mode
from runner.core.phone_reports import REASON, Phones, Report, Role, Ruling
from runner.ledger.entries import EntryKind
from runner.ledger.rulings import State
from runner.workbook.read.read import read
from tests.support.clerk import R1
from tests.support.commands import run
from tests.support.events import phase, planned
from tests.support.open_desk import OpenDesk
from tests.support.phones import phones, started
from tests.support.reported import into
from tests.support.scribe import HEAD, Scribe, column, go, result, rows, say
from tests.support.waiting import until

pytestmark = pytest.mark.thorough  # left out of make quick

Line = tuple[object, ...]
FIVE = (1, 1, 5, REASON)
"""The line of Time for five minutes at table 1."""


class Hall:
    """Eight players in two pods in round 1, and a judge who sends what the watch deals with."""

    def __init__(self, day: Scribe) -> None:
        self.day, self.sent = day, 0

    def send(self, ruling: Ruling | None = None, *, undoes: str = "", seen: bool = True) -> str:
        now = open_round.read(self.day.folder.phone_round)
        assert now
        self.sent += 1
        report = Report(
            0, now.round, now.pairing, phone="f" * 32, id=f"id{self.sent}", ruling=ruling,
            undoes=undoes,
        )  # fmt: skip
        assert self.day.pipeline.inbox.add(report, lambda known: "") == ""
        if seen:
            self.day.report = self.day.saved()
        return report.id

    def minutes(self, many: int = 5, table: int = 1) -> str:
        return self.send(Ruling(table, minutes=many))

    def penalty(self, kind: str = "Match loss", infraction: str = "Slow Play") -> str:
        return self.send(Ruling(1, self.player(), penalty=kind, infraction=infraction))

    def undo(self, *ids: str) -> None:
        for id_ in ids:
            self.send(undoes=id_)

    def player(self, seat: int = 0) -> str:
        return self.day.round.tables[0].players[seat]

    def name(self, seat: int = 0) -> str:
        return self.day.report.snapshot.players[self.player(seat)].name

    # --- what counts, and what stands where ------------------------------------------------------

    @property
    def extra(self) -> int:
        """The extra minutes of table 1 on the clock."""
        clock = self.day.report.snapshot.clocks[R1].at(1)
        assert clock
        return clock.extra

    @property
    def penalties(self) -> list[str]:
        return [each.penalty for each in self.day.report.snapshot.event.penalties]

    def drops(self, seat: int = 0) -> int | None:
        return self.day.report.snapshot.players[self.player(seat)].drops_after

    def state(self, id_: str) -> State:
        return self.day.ledger.rulings.known[id_].state

    def lines(self, name: str, *headings: str) -> list[Line]:
        """The lines of a sheet of the workbook that are not blank."""
        sheet = load_workbook(self.day.workbook)[name]
        at = [column(sheet, heading) for heading in headings]
        found = (
            tuple(sheet.cell(row, each).value for each in at)
            for row in range(HEAD + 1, sheet.max_row + 1)
        )
        return [line for line in found if any(each is not None for each in line)]

    @property
    def time(self) -> list[Line]:
        return self.lines("Time", "Round", "Table", "Extra minutes", "Reason")

    def cell(self, name: str, heading: str, key: str, value: object) -> object:
        """The cell under a heading in the row that has a value under another."""
        sheet = load_workbook(self.day.workbook)[name]
        row = next(each for each in rows(sheet, key)
                   if sheet.cell(each, column(sheet, key)).value == value)  # fmt: skip
        return sheet.cell(row, column(sheet, heading)).value

    def crash(self) -> None:
        """Runner ends after it has written the workbook, and before the ledger knows."""
        ledger = self.day.folder.ledger.read_bytes()
        kept = self.day.folder.kept_ledger.read_bytes()
        self.day.close()
        self.day.folder.ledger.write_bytes(ledger)
        self.day.folder.kept_ledger.write_bytes(kept)
        self.day.report = self.day.saved()


def typed(name: str, row: int, **cells: object) -> Callable[[Workbook], None]:
    """Type cells into a row below the headings, from 1, by their headings with _ for a blank."""

    def change(book: Workbook) -> None:
        for heading, value in cells.items():
            at = column(book[name], heading.replace("_", " "))
            book[name].cell(HEAD + row, at).value = value  # type: ignore[union-attr]

    return change


def typed_time(row: int, minutes: object, reason: object = REASON) -> Callable[[Workbook], None]:
    filled = minutes is not None
    return typed("Time", row, Round=1 if filled else None, Table=1 if filled else None,
                 Extra_minutes=minutes, Reason=reason)  # fmt: skip


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(started(tmp_path / "friday", "staff"))


# --- from a phone into the workbook ---------------------------------------------------------------


def test_minutes_end_with_the_pairing_also_where_they_are_in_the_workbook(hall: Hall) -> None:
    day = hall.day
    hall.minutes(5)
    day.close()
    hall.minutes(7, table=2)
    day.change(lambda book: book["Time"].append([1, 2, 9, None, None, None, "a spill"]))
    day.change(say("re-pair round", 1))
    day.close()
    day.report = day.saved()
    snapshot = day.report.snapshot
    assert snapshot
    assert [(each.table, each.minutes) for each in snapshot.event.extensions] == [(2, 9)]
    clock = snapshot.clocks[R1]
    assert [(each.table, each.extra) for each in clock.tables if each.extra] == [(2, 9)]


def test_each_counts_at_once_and_goes_into_the_workbook_when_it_is_closed(hall: Hall) -> None:
    sent = [
        hall.minutes(),
        hall.penalty(),
        hall.send(Ruling(1, hall.player(1), drops=True)),
        hall.send(Ruling(1, note="spoke to both")),
    ]
    assert (hall.extra, hall.penalties, hall.drops(1)) == (5, ["Match loss"], 1)
    assert hall.time == []
    hall.day.close()
    assert hall.time == [FIVE]
    assert hall.lines("Penalties", "Round", "Player", "Infraction", "Penalty") == [
        (1, hall.name(), "Slow Play", "Match loss"),
    ]  # fmt: skip
    assert hall.cell("Players", "Drops after round", "Name", hall.name(1)) == 1
    assert hall.cell("Round 1", "Note", "Table", 1) == "judge by phone: spoke to both"
    assert [hall.state(id_) for id_ in sent] == [State.WRITTEN] * 4
    hall.day.report = hall.day.saved()
    assert (hall.extra, hall.penalties, hall.drops(1)) == (5, ["Match loss"], 1)
    hall.day.close()
    assert hall.time == [FIVE]


def test_two_equal_ones_are_two_lines(hall: Hall) -> None:
    hall.minutes()
    hall.minutes()
    assert hall.extra == 10
    hall.day.close()
    assert hall.time == [FIVE, FIVE]
    hall.minutes()
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.time == [FIVE, FIVE, FIVE]
    assert hall.extra == 15


@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_crash_between_writing_and_recording_neither_doubles_nor_loses(
    hall: Hall, before: int
) -> None:
    hall.day.change(*(typed_time(row, 5) for row in range(1, before + 1)))
    ids = [hall.minutes(), hall.minutes(), hall.penalty()]
    hall.crash()
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.time == [FIVE] * (before + 2)
    assert hall.extra == 5 * (before + 2)
    assert hall.penalties == ["Match loss"]
    assert {hall.state(id_) for id_ in ids} == {State.WRITTEN}


def test_a_crash_while_clearing_takes_out_no_second_line(hall: Hall) -> None:
    first, _second = hall.minutes(), hall.minutes()
    hall.day.close()
    hall.day.report = hall.day.saved()
    hall.undo(first)
    assert hall.extra == 5
    hall.crash()
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.time == [FIVE]
    assert hall.extra == 5


def test_a_ruling_after_one_was_undone_counts_once(hall: Hall) -> None:
    first = hall.minutes()
    hall.day.close()
    hall.undo(first)
    hall.minutes()
    assert hall.extra == 5
    hall.crash()
    assert hall.extra == 5
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.time == [FIVE]
    assert hall.extra == 5


def test_an_equal_line_that_the_organiser_types_is_the_ruling(hall: Hall) -> None:
    sent = hall.minutes()
    hall.day.change(typed_time(1, 5))
    assert (hall.extra, hall.state(sent)) == (5, State.WRITTEN)
    other = hall.minutes()
    hall.day.change(typed_time(2, 5, "deck check"))
    assert (hall.extra, hall.state(other)) == (15, State.WAITS), "it is another line"
    hall.day.close()
    assert sorted(hall.time) == sorted([FIVE, FIVE, (1, 1, 5, "deck check")])


def test_once_written_only_the_workbook_counts(hall: Hall) -> None:
    hall.minutes()
    hall.penalty("Warning", "")
    hall.day.close()
    hall.day.change(typed_time(1, 8))
    assert hall.extra == 8
    hall.day.change(typed_time(1, None, None))
    assert hall.extra == 0
    hall.day.close()
    assert hall.time == []
    assert hall.penalties == ["Warning"]


def test_a_cell_that_is_not_blank_has_the_last_word(hall: Hall) -> None:
    def note(book: Workbook) -> None:
        sheet = book["Round 1"]
        sheet.cell(rows(sheet, "Table")[0], column(sheet, "Note")).value = "late start"

    row = [each.name for each in hall.day.report.snapshot.event.players].index(hall.name()) + 1
    hall.day.change(note, typed("Players", row, Drops_after_round=2))
    drop = hall.send(Ruling(1, hall.player(), drops=True))
    hall.send(Ruling(1, note="spoke to both"))
    assert hall.drops() == 2
    assert "The cell counts. If that is right, type 1." in hall.day.told("phones.drop-differs")
    hall.day.close()
    assert hall.cell("Players", "Drops after round", "Name", hall.name()) == 2
    assert hall.cell("Round 1", "Note", "Table", 1) == "late start"
    assert "spoke to both" in hall.day.told("phones.judge-note")
    hall.undo(drop)
    assert hall.drops() == 2
    assert hall.cell("Players", "Drops after round", "Name", hall.name()) == 2
    assert "it counts" in hall.day.told("phones.undone-counts")


def test_a_note_and_a_result_from_phones_for_one_table_both_arrive(hall: Hall) -> None:
    id_ = hall.send(Ruling(1, note="spoke to both"))
    now = open_round.read(hall.day.folder.phone_round)
    assert now
    report = Report(0, now.round, now.pairing, 1, Role.SCOREKEEPER, "B")
    hall.day.pipeline.inbox.add(report, lambda known: "")
    hall.day.report = hall.day.saved()
    hall.day.close()
    both = "judge by phone: spoke to both; by phone: scorekeeper"
    assert hall.cell("Round 1", "Note", "Table", 1) == both
    assert hall.cell("Round 1", "Result", "Table", 1) == "B"
    hall.day.report = hall.day.saved()
    assert {each.state for each in hall.day.ledger.rulings.known.values()} == {State.WRITTEN}
    assert hall.day.ledger.phone_results == {}
    hall.undo(id_)
    hall.day.close()
    assert hall.cell("Round 1", "Note", "Table", 1) == "by phone: scorekeeper"
    hall.send(Ruling(1, note="late"))
    hall.day.close()
    hall.day.change(result(R1, 1, "C"))
    hall.day.close()
    assert hall.cell("Round 1", "Note", "Table", 1) == "judge by phone: late"
    hall.day.change(say("Re-pair and delete results", 1))
    hall.day.close()
    assert hall.cell("Round 1", "Note", "Table", 1) is None


def test_into_an_open_workbook_nothing_is_written_that_a_judge_may_undo(tmp_path: Path) -> None:
    event = planned(8, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3))
    desk = OpenDesk(tmp_path / "friday", replace(event, phones=Phones.STAFF))
    desk.pairs(1)
    desk.opens()
    now = open_round.read(desk.pipeline.folder.phone_round)
    assert now
    who = now.tables[1].seats[0][0]
    for number, ruling in enumerate((Ruling(1, who, drops=True), Ruling(1, minutes=5),
                                     Ruling(1, note="slow"))):  # fmt: skip
        report = Report(0, now.round, now.pairing, phone="f", id=f"id{number}", ruling=ruling)
        desk.pipeline.inbox.add(report, lambda known: "")
    desk.handlers.on_save(desk.workbook.read_bytes())
    desk.handlers.on_opened()
    screen, _, _ = read(desk.doc)
    assert screen
    assert screen.table_rows(R1)[1].seats
    assert not any(row.note for row in screen.table_rows(R1).values())
    assert (screen.extensions, {each.drops_after for each in screen.players}) == ((), {None})
    assert desk.report.snapshot
    assert desk.report.snapshot.players[who].drops_after == 1
    desk.closes()
    assert {each.state for each in desk.ledger().rulings.known.values()} == {State.WRITTEN}


def test_the_watch_publishes_a_ruling_at_once(hall: Hall) -> None:
    stop, said = Stop(), list[str]()
    pipeline = Pipeline(hall.day.folder, hall.day.site)
    words = (pipeline, hall.day.workbook, into(said), None, stop)
    watching = Thread(target=watch_event, args=words)
    watching.start()
    try:
        until(lambda: any("0/2 in" in line for line in said), said)
        before = hall.day.report.snapshot.clocks[R1].called
        hall.send(Ruling(1, minutes=10), seen=False)
        later = (datetime.fromisoformat(before) + timedelta(minutes=10)).isoformat()
        screens = hall.day.site / "display" / "data"
        until(lambda: any(later in path.read_text("utf-8") for path in screens.glob("*.js")), said)
    finally:
        stop.set()
        watching.join()


# --- undo -----------------------------------------------------------------------------------------


def test_undone_before_it_was_written_it_is_nowhere(hall: Hall) -> None:
    ids = [hall.minutes(), hall.penalty(), hall.send(Ruling(1, hall.player(1), drops=True))]
    hall.undo(*ids)
    assert (hall.extra, hall.penalties, hall.drops(1)) == (0, [], None)
    hall.day.close()
    assert hall.time == []
    assert hall.lines("Penalties", "Round", "Player") == []
    assert {hall.state(id_) for id_ in ids} == {State.GONE}


def test_undone_afterwards_it_counts_no_more_and_its_cells_are_cleared(hall: Hall) -> None:
    ids = [hall.minutes(), hall.penalty(), hall.send(Ruling(1, hall.player(1), drops=True)),
           hall.send(Ruling(1, note="spoke to both"))]  # fmt: skip
    hall.minutes(3)
    hall.day.close()
    hall.day.report = hall.day.saved()
    hall.undo(*ids)
    assert (hall.extra, hall.penalties, hall.drops(1)) == (3, [], None)
    assert "Time!" in next(each for each in hall.day.problems if "any more: 5 more" in each)
    hall.day.close()
    assert hall.time == [(1, 1, 3, REASON)]
    assert hall.lines("Penalties", "Round", "Player", "Infraction", "Penalty") == []
    assert hall.cell("Players", "Drops after round", "Name", hall.name(1)) is None
    assert hall.cell("Round 1", "Note", "Table", 1) is None
    hall.day.report = hall.day.saved()
    assert (hall.extra, hall.penalties, hall.drops(1)) == (3, [], None)
    assert {hall.state(id_) for id_ in ids} == {State.GONE}
    assert [each for each in hall.day.report.problems if "undone" in each.code] == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_the_organiser_has_changed_counts_and_the_desk_names_the_cell(
    hall: Hall, when: str
) -> None:
    sent, drop = hall.minutes(), hall.send(Ruling(1, hall.player(), drops=True))
    hall.day.close()
    row = [each.name for each in hall.day.report.snapshot.event.players].index(hall.name()) + 1
    changed = typed_time(1, 8), typed("Players", row, Drops_after_round=2)
    if when == "before":
        hall.day.change(*changed)
        hall.undo(sent, drop)
    else:
        hall.undo(sent, drop)
        hall.day.change(*changed)
    assert (hall.extra, hall.drops()) == (8, 2)
    hall.day.close()
    assert hall.time == [(1, 1, 8, REASON)]
    hall.day.report = hall.day.saved()
    time, cell = [each for each in hall.day.problems if "has undone" in each]
    assert time == (
        "Time!C5: A judge has undone 5 more minutes for table 1 in Round 1, but the line was typed "
        "or changed in the workbook, so it counts. If it should not count, clear it."
    )
    assert cell.startswith("Players!")
    hall.day.change(typed_time(1, None, None), typed("Players", row, Drops_after_round=None))
    assert [each for each in hall.day.report.problems if "undone" in each.code] == []


def test_another_line_that_the_organiser_typed_is_not_taken_for_one_that_was_undone(
    hall: Hall,
) -> None:
    ids = hall.minutes(), hall.penalty("Match loss", "Slow Play")
    hall.day.close()

    other = typed("Penalties", 1, Infraction="Cheating", Penalty="Warning")
    hall.day.change(typed_time(1, 8, "spilt a drink"), other)
    hall.undo(*ids)
    assert [each for each in hall.day.problems if "has undone" in each] == []


def test_what_the_organiser_had_typed_before_stays_if_the_judge_undoes_the_same(
    hall: Hall,
) -> None:
    row = [each.name for each in hall.day.report.snapshot.event.players].index(hall.name()) + 1
    hall.day.change(typed("Players", row, Drops_after_round=1))
    hall.undo(hall.send(Ruling(1, hall.player(), drops=True)))
    assert hall.drops() == 1
    hall.day.close()
    assert hall.cell("Players", "Drops after round", "Name", hall.name()) == 1
    assert "it counts" in hall.day.told("phones.undone-counts")


def test_a_player_whom_two_judges_drop_stays_dropped_if_one_undoes_it(hall: Hall) -> None:
    one, other = (hall.send(Ruling(1, hall.player(), drops=True)) for _ in range(2))
    hall.day.close()
    hall.day.report = hall.day.saved()
    hall.undo(one)
    assert hall.drops() == 1
    hall.day.close()
    assert hall.drops() == 1
    hall.undo(other)
    assert hall.drops() is None
    hall.day.close()
    assert hall.cell("Players", "Drops after round", "Name", hall.name()) is None


def test_a_line_that_somebody_deleted_is_not_told_of(hall: Hall) -> None:
    sent = hall.minutes()
    hall.day.close()
    hall.day.change(typed_time(1, None, None))
    hall.undo(sent)
    assert hall.extra == 0
    assert [each for each in hall.day.report.problems if "undone" in each.code] == []


def test_what_came_while_nobody_watched_is_dealt_with_in_order(hall: Hall) -> None:
    first = hall.send(Ruling(1, minutes=5), seen=False)
    hall.send(undoes=first, seen=False)
    hall.send(Ruling(1, minutes=3), seen=False)
    hall.send(undoes="id99", seen=False)
    hall.send(undoes=first, seen=False)
    hall.send(Ruling(9, minutes=3))
    assert hall.extra == 3
    assert {*hall.day.ledger.rulings.known} == {"id1", "id3"}


# --- the rest of the event ------------------------------------------------------------------------


def test_a_new_pairing_has_no_time_of_the_old_one_and_penalties_stay(hall: Hall) -> None:
    hall.minutes()
    hall.send(Ruling(1, calls=True))
    hall.send(Ruling(1, note="spoke to both"))
    hall.penalty("Warning", "")
    hall.send(Ruling(1, hall.player(), drops=True))
    who = hall.player()
    before = open_round.read(hall.day.folder.phone_round)
    hall.day.change(say("Re-pair", 1))
    assert hall.extra == 0
    codes = {each.code for each in hall.day.report.problems}
    assert codes.isdisjoint({"phones.needs-judge", "phones.judge-note"})
    assert hall.penalties == ["Warning"]
    assert hall.day.report.snapshot.players[who].drops_after == 1
    assert before
    late = Report(
        0, before.round, before.pairing, phone="f", id="late", ruling=Ruling(1, minutes=9)
    )
    hall.day.pipeline.inbox.add(late, lambda known: "")
    hall.day.report = hall.day.saved()
    assert hall.extra == 0
    hall.day.close()
    assert hall.time == []
    assert len(hall.lines("Penalties", "Round", "Player")) == 1


def test_a_ruling_survives_the_undo_of_a_decision(hall: Hall) -> None:
    hall.day.change(result(R1, 1, "A"), result(R1, 2, "A"))
    hall.day.change(go(2))
    sent = hall.penalty("Warning", "")
    hall.day.change(say("Undo the last decision"))
    assert sent in hall.day.ledger.rulings.known
    assert hall.penalties == ["Warning"]
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.day.ledger.rulings.known[sent].state is State.WRITTEN
    assert "The ledger is whole." in run("verify", hall.day.folder.root)


def test_verify_history_status_and_export_agree_before_and_after_it_is_written(hall: Hall) -> None:
    hall.minutes()
    hall.penalty()
    hall.send(Ruling(1, hall.player(1), drops=True))

    def exported() -> object:
        document = json.loads(run("export", hall.day.folder.root))
        return document["penalties"], document["players"], document["rounds"]

    before = exported()
    assert "Match loss" in str(before)
    assert "The ledger is whole." in run("verify", hall.day.folder.root)
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert exported() == before
    assert "The ledger is whole." in run("verify", hall.day.folder.root)
    assert run("history", hall.day.folder.root)


def test_an_older_workbook_that_is_put_back_has_the_last_word(hall: Hall) -> None:
    old = hall.day.data
    sent = hall.minutes()
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert hall.state(sent) is State.WRITTEN
    hall.day.report = hall.day.saved(old)
    assert hall.extra == 0
    hall.day.close()
    assert hall.time == []


def test_a_workbook_without_the_sheet_still_counts_it(hall: Hall) -> None:
    def without(book: Workbook) -> None:
        del book["Time"]

    hall.day.change(without)
    sent = hall.minutes()
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert (hall.extra, hall.state(sent)) == (5, State.WAITS)


def test_switched_off_nothing_new_counts_and_what_counted_stays(hall: Hall) -> None:
    hall.minutes()
    hall.send(Ruling(1, calls=True))
    now = open_round.read(hall.day.folder.phone_round)
    assert now
    hall.day.change(phones("no"))
    late = Report(0, now.round, now.pairing, phone="f", id="late", ruling=Ruling(1, minutes=9))
    hall.day.pipeline.inbox.add(late, lambda known: "")
    hall.day.report = hall.day.saved()
    assert hall.extra == 5
    assert "phones.needs-judge" not in [each.code for each in hall.day.report.problems]


def test_erasing_takes_a_name_out_of_what_judges_have_typed(hall: Hall) -> None:
    name, who = hall.name(), hall.player()
    hall.send(Ruling(1, note=f"spoke to {name}"))
    hall.penalty("Warning", f"Late, says {name}")
    hall.day.close()
    hall.day.report = hall.day.saved()
    assert name.encode() in hall.day.folder.phone_reports.read_bytes()
    run("erase", hall.day.folder.root, who, "--site", hall.day.site)
    for path in (hall.day.folder.phone_reports, hall.day.folder.ledger):
        assert name.encode() not in path.read_bytes(), path
    hall.day.pipeline.inbox.has_more()
    hall.day.report = hall.day.saved()
    assert name not in hall.day.desk
    assert hall.penalties == ["Warning"]
    assert len(hall.day.pipeline.inbox.reports()) == 2
    assert "The ledger is whole." in run("verify", hall.day.folder.root)


def test_an_entry_of_the_ledger_has_role_and_time_and_no_phone(hall: Hall) -> None:
    hall.minutes()
    (line,) = [each for each in hall.day.ledger.entries if each.kind is EntryKind.RULED]
    assert line.at
    assert line.data == {
        "id": "id1", "number": 1, "by": "judge", "ruling": {"table": 1, "minutes": 5},
    }  # fmt: skip


def test_a_damaged_line_is_left_out(hall: Hall) -> None:
    path = hall.day.folder.phone_reports
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b'{"ruling": 1}\n{"ruling": {"table": "x"}, "number": 1}\n"ruling"\n')
    hall.minutes()
    assert hall.extra == 5

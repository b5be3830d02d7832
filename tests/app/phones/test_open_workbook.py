"""Results from phones in a workbook that is open: once Runner has written one there, the cell has
the last word, also where it is cleared before it was ever saved."""

from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.phones import open_round
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.phone_reports import Report
from runner.workbook.xlsx.book import Book
from tests.support.events import phase, planned
from tests.support.office import needs_office
from tests.support.open_desk import OfficeDesk, OpenDesk
from tests.support.organiser import At

pytestmark = pytest.mark.thorough  # left out of make quick

R1 = RoundId(1, 1)


class Reports(OpenDesk):
    """An open workbook, and phones of which one is enough."""

    def begins(self) -> None:
        self.opens()
        rows = Book(self.doc).grid("Event").rows
        row = next(row for row, cells in rows.items() if "Results by phone" in cells.values())
        self.type(At("Event", f"B{row}"), "players, one is enough")
        self.pairs(1)
        self.saves()

    def reports(self, table: int, text: str) -> None:
        """A phone reports, and the watch deals with it."""
        now = open_round.read(EventFolder(self.root).phone_round)
        assert now
        player = now.tables[table].seats[0][0]
        made = Report(0, now.round, now.pairing, table, player, text)
        assert self.pipeline.inbox.add(made, lambda _known: "") == ""
        assert self.handlers.reports_came()
        self.handlers.on_save(self.workbook.read_bytes())
        self.handlers.on_opened()

    def cell(self, table: int, column: str = "result") -> At:
        return self.at(R1, table, column)

    @property
    def counts(self) -> dict[int, str]:
        return {table: text for table, text in self.ledger().results.get(R1, {}).items() if text}


class Desk(Reports):
    """The same without waiting."""

    def on_screen(self, table: int, column: str = "result") -> str:
        return self.program().read(*self.cell(table, column))  # type: ignore[attr-defined, no-any-return]


class RealDesk(Reports, OfficeDesk):
    """The same in LibreOffice."""

    def on_screen(self, table: int, column: str = "result") -> str:
        return self.office.read(*self.cell(table, column))


def an_event() -> Event:
    return planned(8, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3))


@pytest.fixture
def me(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "friday", an_event())
    desk.begins()
    return desk


def test_a_result_appears_in_the_open_workbook_and_counts_before_it_is_saved(me: Desk) -> None:
    me.reports(1, "2-0")
    assert me.on_screen(1) == "2-0"
    assert me.counts == {1: "2-0"}
    me.waits()
    me.reports(2, "0-2")
    assert me.counts == {1: "2-0", 2: "0-2"}
    me.saves()
    assert me.counts == {1: "2-0", 2: "0-2"}
    assert me.ledger().phone_results == {}


@pytest.mark.parametrize("note", [False, True], ids=["the result", "its note too"])
@pytest.mark.parametrize("restarted", [False, True], ids=["", "Runner restarted"])
def test_cleared_before_it_was_saved_it_does_not_come_back(
    me: Desk, note: bool, restarted: bool
) -> None:
    me.reports(1, "2-0")
    me.reports(2, "2-0")
    if restarted:
        me.restarts()
    me.type(me.cell(1), None)
    if note:
        me.type(me.cell(1, "note"), None)
    me.waits()
    assert me.on_screen(1) == ""
    assert me.counts[1] == "2-0", "what is not saved does not count"
    me.saves()
    assert me.counts == {2: "2-0"}
    me.waits()
    assert me.on_screen(1) == ""
    me.closes()
    me.opens()
    assert (me.on_screen(1), me.on_screen(2)) == ("", "2-0")
    assert me.counts == {2: "2-0"}


def test_players_can_report_again_after_that(me: Desk) -> None:
    me.reports(1, "2-0")
    me.type(me.cell(1), None)
    me.saves()
    me.reports(1, "0-2")
    assert me.counts == {1: "0-2"}
    me.closes()
    me.opens()
    assert me.on_screen(1) == "0-2"


def test_closed_without_saving_it_comes_into_the_file(me: Desk) -> None:
    me.reports(1, "2-0")
    me.type(me.cell(1), None)
    me.closes()
    me.opens()
    assert me.on_screen(1) == "2-0"
    assert me.counts == {1: "2-0"}


def test_a_save_from_before_it_was_written_takes_nothing_back(me: Desk) -> None:
    """The organiser saves, Runner writes into the open workbook, and only then reads the save."""
    before = me.workbook.read_bytes()
    me.type(me.cell(3), "1-1")
    me.store()
    saved = me.workbook.read_bytes()
    now = open_round.read(EventFolder(me.root).phone_round)
    assert now
    made = Report(0, now.round, now.pairing, 1, now.tables[1].seats[0][0], "2-0")
    me.pipeline.inbox.add(made, lambda _known: "")
    me.handlers.reports_came()
    me.handlers.on_save(before)
    me.handlers.on_opened()
    assert me.on_screen(1) == "2-0"
    me.handlers.on_save(saved)
    assert me.counts == {1: "2-0", 3: "1-1"}
    me.handlers.on_opened()
    me.saves()
    assert me.counts == {1: "2-0", 3: "1-1"}


def test_what_is_typed_over_it_counts(me: Desk) -> None:
    me.reports(1, "2-0")
    me.type(me.cell(1), "1-2")
    me.saves()
    assert me.counts == {1: "1-2"}
    me.closes()
    me.opens()
    assert me.on_screen(1) == "1-2"


def test_what_was_typed_and_not_saved_stays(me: Desk) -> None:
    me.type(me.cell(1), "1-2")
    me.reports(1, "2-0")
    assert me.on_screen(1) == "1-2"
    assert me.counts == {1: "2-0"}
    me.type(me.cell(1), None)
    me.saves()
    assert me.counts == {1: "2-0"}, "Runner never wrote it there"


@pytest.mark.office
@needs_office[1]
def test_in_libreoffice_it_does_not_come_back_either(tmp_path: Path) -> None:
    me = RealDesk(tmp_path / "friday", an_event())
    try:
        me.begins()
        me.reports(1, "2-0")
        me.reports(2, "2-0")
        assert (me.on_screen(1), me.on_screen(2)) == ("2-0", "2-0")
        me.type(me.cell(1), None)
        me.waits()
        me.saves()
        assert me.counts == {2: "2-0"}
        me.closes()
        me.opens()
        assert (me.on_screen(1), me.on_screen(2)) == ("", "2-0")
    finally:
        me.end()

"""A player who drops, or stays after all, by phone once the result of the table counts."""

from collections.abc import Callable

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.http import Server
from runner.core.phone_reports import Report
from runner.core.problems import Problem
from runner.ledger.entries import EntryKind
from tests.support.clerk import R1
from tests.support.phones import Phone, agreed, at, now_open, of_staff, seated
from tests.support.scribe import Scribe, column, go, result, rows

pytestmark = pytest.mark.thorough  # left out of make quick

DROP, STAY = "I drop after this round", "I stay"


@pytest.fixture
def phone(day: Scribe, server: Server) -> Phone:
    """The phone of seat A of table 1, whose result counts; seat B has reported the same."""
    first, _ = agreed(server.port, at(day, 1), "B|")
    day.report = day.saved()
    return first.ask("GET", at(day, 1))


def wishes(day: Scribe, phone: Phone, wish: str) -> str:
    """Tap a button on the page of table 1, and the watch deals with it."""
    shown = phone.post(at(day, 1), after=wish).text
    day.report = day.saved()
    assert phone.ask("GET", at(day, 1)).text == shown
    return shown


def drops_after(day: Scribe) -> int | None:
    return day.report.snapshot.players[day.round.tables[0].players[0]].drops_after


def cell(day: Scribe) -> object:
    sheet = load_workbook(day.workbook)["Round 1"]
    return sheet.cell(rows(sheet, "Table")[0], column(sheet, "Result")).value


def notes(day: Scribe) -> list[Problem]:
    return [each for each in day.report.problems if each.code == "phones.drop"]


def typed(value: int | None) -> Callable[[Workbook], None]:
    """Another value under "Drops after round" of the player in seat A of table 1."""

    def change(book: Workbook) -> None:
        sheet = book["Players"]
        sheet.cell(player_row(sheet), column(sheet, "Drops after round")).value = value

    return change


def player_row(sheet: Worksheet) -> int:
    """The row of the player in seat A of table 1 in round 1."""
    first = sheet.parent["Round 1"]
    name = first.cell(rows(first, "Seat A")[0], column(first, "Seat A")).value
    return next(row for row in rows(sheet) if sheet.cell(row, column(sheet, "Name")).value == name)


def in_players(day: Scribe) -> object:
    sheet = load_workbook(day.workbook)["Players"]
    return sheet.cell(player_row(sheet), column(sheet, "Drops after round")).value


def test_who_drops_counts_at_once_and_is_written_on_players(day: Scribe, phone: Phone) -> None:
    assert DROP in phone.text
    assert "You drop after this round." in wishes(day, phone, "drop")
    assert drops_after(day) == 1
    assert STAY not in wishes(day, phone, "stay")
    assert drops_after(day) is None
    wishes(day, phone, "drop")
    assert day.ledger.results[R1] == {1: "B"}
    day.close()
    assert (cell(day), in_players(day)) == ("B", 1)
    day.report = day.saved()
    assert drops_after(day) == 1
    assert notes(day) == []
    (line,) = [each for each in day.ledger.entries if each.kind is EntryKind.RULED][1:]
    assert line.data["by"] == "A"


def test_both_drop_and_one_stays(day: Scribe, server: Server, phone: Phone) -> None:
    wishes(day, phone, "drop")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", result="C, A drop, D drop")
    day.report = day.saved()
    wishes(day, phone.ask("GET", at(day, 1)), "stay")
    day.close()
    assert (cell(day), in_players(day)) == ("C, D drop", None)


def test_a_drop_counts_in_the_next_round_though_the_result_is_in_its_cell(
    day: Scribe, phone: Phone
) -> None:
    day.change(result(R1, 2, "A"))
    day.close()
    dropped = day.round.tables[0].players[0]
    phone.ask("GET", at(day, 1)).post(at(day, 1), after="drop")
    day.change(go(2))
    assert day.round.id.number == 2
    assert dropped not in {each for table in day.round.tables for each in table.players}
    day.close()
    assert in_players(day) == 1


def test_a_scorekeeper_who_replaces_the_result_takes_no_drop_back(
    day: Scribe, server: Server, phone: Phone
) -> None:
    wishes(day, phone, "drop")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", result="C")
    day.report = day.saved()
    assert drops_after(day) == 1
    assert STAY in phone.ask("GET", at(day, 1)).text


def test_the_cell_has_the_last_word(day: Scribe, phone: Phone) -> None:
    wishes(day, phone, "drop")
    day.close()
    day.change(typed(None))
    assert drops_after(day) is None
    assert (notes(day), DROP in phone.ask("GET", at(day, 1)).text) == ([], True)
    wishes(day, phone, "drop")
    assert drops_after(day) == 1
    day.close()
    assert STAY not in wishes(day, phone, "stay")
    assert drops_after(day) is None
    day.close()
    assert in_players(day) is None
    day.change(typed(1))
    assert STAY in phone.ask("GET", at(day, 1)).text
    phone.post(at(day, 1), after="stay")
    day.report = day.saved()
    assert "stays after all, by phone. Clear the 1 here" in day.told("stays after all")
    against = "Tell the desk that you stay"
    assert against in phone.ask("GET", at(day, 1)).text
    day.change(typed(None))
    assert against not in phone.ask("GET", at(day, 1)).text
    day.change(typed(None))
    assert notes(day) == []


def test_who_drops_when_the_next_round_is_out_is_told_to_the_desk(
    day: Scribe, phone: Phone
) -> None:
    day.change(result(R1, 2, "A"))
    wish = Report(0, R1, now_open(day).pairing, 1, day.round.tables[0].players[0],
                  drops=True, after=True)  # fmt: skip
    day.change(go(2))
    assert day.pipeline.inbox.add(wish, lambda known: "") == ""
    day.report = day.saved()
    assert "wished to drop by phone when Round 2" in day.told("when Round 2")
    day.change(typed(2))
    assert not [each for each in day.problems if "wished to drop" in each]


def test_who_drops_beside_a_result_that_was_typed_counts(day: Scribe, server: Server) -> None:
    phone = seated(server.port, at(day, 2), 0)
    day.change(result(R1, 2, "C"))
    phone.ask("GET", at(day, 2)).post(at(day, 2), after="drop")
    day.report = day.saved()
    assert day.report.snapshot.players[day.round.tables[1].players[0]].drops_after == 1
    assert not [each for each in day.ledger.entries if each.kind is EntryKind.REPORTED]


def test_without_a_result_there_is_no_such_wish_and_a_double_tap_is_one(
    day: Scribe, server: Server, phone: Phone
) -> None:
    other = seated(server.port, at(day, 2), 0)
    assert STAY not in other.text
    before = len(day.pipeline.inbox.reports())
    other.post(at(day, 2), after="drop")
    assert len(day.pipeline.inbox.reports()) == before
    for _ in range(3):
        phone.post(at(day, 1), after="drop")
    assert len(day.pipeline.inbox.reports()) == before + 1


def test_who_has_no_seat_has_no_such_wish(day: Scribe, server: Server, phone: Phone) -> None:
    other = Phone(server.port).ask("GET", at(day, 1))
    assert DROP not in other.text
    other.page = phone.page
    assert other.post(at(day, 1), after="drop").status in (200, 403)
    day.report = day.saved()
    assert drops_after(day) is None


def test_who_drops_still_does_when_the_result_is_taken_back(
    day: Scribe, server: Server, phone: Phone
) -> None:
    wishes(day, phone, "drop")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", withdraw="yes")
    day.report = day.saved()
    assert "How did it end?" in phone.ask("GET", at(day, 1)).text
    assert drops_after(day) == 1

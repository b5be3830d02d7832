"""A player who drops, or stays after all, by phone once the result of the table counts."""

from collections.abc import Callable

import pytest
from openpyxl import Workbook, load_workbook

from runner.app.http import Server
from runner.core.problems import Problem
from runner.ledger.entries import EntryKind
from tests.support.clerk import R1
from tests.support.phones import Phone, agreed, at, of_staff, seated
from tests.support.scribe import Scribe, column, result, rows

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


def test_who_drops_becomes_part_of_a_result_that_waits_for_its_cell(
    day: Scribe, phone: Phone
) -> None:
    assert DROP in phone.text
    assert "You drop after this round." in wishes(day, phone, "drop")
    assert drops_after(day) == 1
    assert STAY not in wishes(day, phone, "stay")
    assert drops_after(day) is None
    wishes(day, phone, "drop")
    assert day.ledger.results[R1] == {1: "B"}
    assert day.ledger.phone_results[R1][1].by == ("A", "B")
    day.close()
    assert cell(day) == "B, A drop"
    day.report = day.saved()
    assert drops_after(day) == 1
    assert notes(day) == []


def test_both_drop_and_one_stays(day: Scribe, server: Server, phone: Phone) -> None:
    wishes(day, phone, "drop")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", result="C, A drop, D drop")
    day.report = day.saved()
    wishes(day, phone.ask("GET", at(day, 1)), "stay")
    day.close()
    assert cell(day) == "C, D drop"


def test_once_the_result_is_in_its_cell_the_desk_is_told_until_it_is_typed(
    day: Scribe, phone: Phone
) -> None:
    day.close()
    day.report = day.saved()
    lines = len(day.ledger.entries)
    assert "You drop after this round." in wishes(day, phone, "drop")
    name = day.report.snapshot.players[day.round.tables[0].players[0]].name
    title = day.report.snapshot.title(R1)
    told = day.told("by phone. Type")
    assert f"{name} drops after {title}, by phone. Type 1 here." in told
    (place,) = [each.place for each in notes(day)]
    assert place.sheet == "Players"
    assert len(day.ledger.entries) == lines, "only the cell counts"

    def typed(value: int | None) -> Callable[[Workbook], None]:
        def change(book: Workbook) -> None:
            book[place.sheet][place.cell].value = value

        return change

    day.change(typed(1))
    assert notes(day) == []
    assert drops_after(day) == 1
    wishes(day, phone, "stay")
    assert "stays after all, by phone. Clear the 1 here" in day.told("stays after all")
    day.change(typed(None))
    assert notes(day) == []
    assert cell(day) == "B"


def test_a_result_that_was_typed_takes_no_drop_from_phones(day: Scribe, server: Server) -> None:
    phone = seated(server.port, at(day, 2), 0)
    day.change(result(R1, 2, "C"))
    phone.ask("GET", at(day, 2)).post(at(day, 2), after="drop")
    day.report = day.saved()
    assert len(notes(day)) == 1
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


def test_a_wish_of_before_does_not_count_for_a_result_that_was_taken_back(
    day: Scribe, server: Server, phone: Phone
) -> None:
    wishes(day, phone, "drop")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", withdraw="yes")
    day.report = day.saved()
    assert drops_after(day) is None
    assert "How did it end?" in phone.ask("GET", at(day, 1)).text
    assert len(notes(day)) == 1

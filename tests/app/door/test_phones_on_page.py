"""Results by phone beside the hall on the local page: what is seen, new codes, free seats."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from runner.app.door.event_index import Entry
from runner.app.phones.seats import Seats
from runner.core.phone_reports import Report, Role
from tests.support.doors import Visitor, words
from tests.support.phones import at, now_open, of_staff, phones, started
from tests.support.scribe import Scribe

pytestmark = pytest.mark.thorough  # left out of make quick

Do = Callable[..., str]


@pytest.fixture
def day(tmp_path: Path) -> Scribe:
    (tmp_path / "my events").mkdir()
    return started(tmp_path / "my events" / "friday")


@pytest.fixture
def workbook(day: Scribe) -> Path:
    return day.workbook


def typed_codes(page: str) -> list[str]:
    found = re.findall(r">(\w{3}) (\w{4})</b>", page)
    return [f"/report/{''.join(code)}" for code in found]


def said(day: Scribe, seat: int, result: str) -> None:
    """A phone takes a seat of table 1 and reports."""
    now = now_open(day)
    player = now.tables[1].seats[seat][0]
    Seats(day.folder.phone_seats).take(now.pairing, 1, player, f"phone {seat}")
    made = Report(0, now.round, now.pairing, 1, player, result)
    day.pipeline.inbox.add(made, lambda _known: "")
    day.report = day.saved()


def test_the_page_says_what_phones_have_reported_and_frees_their_seats(
    day: Scribe, visitor: Visitor, do: Do, entry: Entry
) -> None:
    hall = f"/event/{entry.id}/hall"
    assert "Renew all codes" not in do("folder") + visitor.get(hall).text
    do("show")
    assert "0 results of Round 1 came by phone" in words(visitor.get(hall).text)
    assert of_staff(day) in typed_codes(visitor.get(hall).text)
    assert of_staff(day, Role.JUDGE) in typed_codes(visitor.get(hall).text)
    assert "Free the seats" not in visitor.get(hall).text
    said(day, 0, "A")
    shown = words(visitor.get(hall).text)
    assert "One phone has reported for table 1; a second voice is missing." in shown
    assert "Phones have taken seats at 1 table" in shown
    assert "Table 1: A Free the seats" in shown
    said(day, 1, "B")
    assert "Table 1: seat A reports that seat A wins, seat B reports that" in words(
        visitor.get(hall).text
    )
    assert "The seats of table 1 are free" in words(do("free", table="1"))
    day.report = day.saved()
    shown = words(visitor.get(hall).text)
    assert "reports A" not in shown
    assert "Free the seats" not in shown
    for none in ("", "0", "-1"):
        assert "Which table?" in words(do("free", table=none))
    do("hide")


def test_codes_are_renewed_after_a_question(
    day: Scribe, visitor: Visitor, do: Do, entry: Entry
) -> None:
    do("show")
    page = visitor.get(f"/event/{entry.id}/hall").text
    question = page.partition('<details class="ask"><summary>Renew all codes …')[2]
    assert "Slips have to be printed again." in question.partition("</details>")[0]
    before = at(day, 1)
    assert "All codes are new. Print the slips again" in words(do("renew"))
    assert at(day, 1) != before
    do("hide")


def test_nothing_is_there_without_results_by_phone(
    day: Scribe, visitor: Visitor, do: Do, entry: Entry
) -> None:
    day.change(phones("no"))
    do("show")
    assert "by phone" not in visitor.get(f"/event/{entry.id}/hall").text
    do("hide")

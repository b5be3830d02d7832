"""Phones that are shut out: new codes, and seats that are free again."""

from pathlib import Path

import pytest

from runner.app.http import Server
from runner.app.phones.inbox import Inbox, take
from runner.app.phones.seats import Seats, free_seats, taken_seats
from runner.app.watch_handlers import WatchHandlers
from runner.core.phone_reports import Report
from tests.support import events
from tests.support.clerk import R1
from tests.support.commands import run
from tests.support.phones import Phone, at, now_open, of_staff, phones, seated
from tests.support.scribe import Scribe

pytestmark = pytest.mark.thorough  # left out of make quick


def test_after_new_codes_the_old_ones_open_nothing(day: Scribe, server: Server) -> None:
    table, keepers = at(day, 1), of_staff(day)
    phone = seated(server.port, table, 0)
    page = phone.page
    words = run("phones", "renew", day.folder.root)
    assert "Print the slips again" in words
    assert day.pipeline.inbox.has_more(), "the desk has the new code of the scorekeepers"
    day.report = day.saved()
    code = of_staff(day).rpartition("/")[2]
    assert f"type {code[:3]} {code[3:]}" in day.told("Results by phone are on")
    for old in (table, keepers):
        assert Phone(server.port).ask("GET", old).status == 404
    phone.page = page
    assert phone.post(table, result="A|").status == 404
    assert day.pipeline.inbox.reports() == ()
    assert "How did it end?" in phone.ask("GET", at(day, 1)).text, "its seat is still its own"
    for private in (day.folder.phone_secret, day.folder.root / "desk.html"):
        assert private.stat().st_mode & 0o077 == 0, "it has codes of the staff"


def test_new_codes_before_anything_has_been_reported(tmp_path: Path) -> None:
    day = Scribe(tmp_path / "friday", events.swiss(8))
    assert "All codes are new" in run("phones", "renew", day.folder.root)
    assert len(day.folder.phone_secret.read_bytes()) == 32


def test_the_right_phone_takes_a_seat_that_was_freed(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    wrong, other = seated(server.port, there, 0), seated(server.port, there, 1)
    page = wrong.page
    wrong.post(there, result="A|")
    assert taken_seats(day.folder, now_open(day)) == [(1, ["A", "B"])]
    assert "seats of table 1 are free" in run("phones", "free", day.folder.root, "1")
    assert taken_seats(day.folder, now_open(day)) == []
    day.report = day.saved()
    assert not [each for each in day.problems if "second voice" in each]
    wrong.page = page
    assert "Who are you?" in wrong.post(there, result="A|").text
    right = seated(server.port, there, 0)
    assert "How did it end?" in right.text
    assert "your report" not in right.text
    right.post(there, result="A|")
    assert "your report" in right.text
    day.report = day.saved()
    assert R1 not in day.ledger.results, "what the wrong phone said is no voice any more"
    other.ask("GET", there).post(there, seat="1")
    other.post(there, result="A|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "A"}


def test_what_counts_already_stays_and_another_table_keeps_its_seats(
    day: Scribe, server: Server
) -> None:
    for seat in (0, 1):
        seated(server.port, at(day, 1), seat).post(at(day, 1), result="B|")
    kept = seated(server.port, at(day, 2), 3)
    day.report = day.saved()
    assert free_seats(day.folder, 1)
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}
    assert "How did it end?" in kept.ask("GET", at(day, 2)).text


def test_the_reports_that_the_wrong_phone_used_up_are_there_again(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    wrong = seated(server.port, there, 0)
    for number in range(22):
        wrong.post(there, result="AB"[number % 2] + "|")
    assert "You have reported so often" in wrong.text
    assert free_seats(day.folder, 1)
    assert "your report" in seated(server.port, there, 0).post(there, result="A|").text


def test_a_report_under_way_while_the_seats_are_freed_does_not_count(
    day: Scribe, server: Server
) -> None:
    seated(server.port, at(day, 1), 0)
    now, seats = now_open(day), Seats(day.folder.phone_seats)
    player = now.tables[1].seats[0][0]
    made = Report(0, now.round, now.pairing, 1, player, "A")
    assert free_seats(day.folder, 1)
    inbox = Inbox(day.folder.phone_reports)
    assert take(inbox, made, now.tables[1], lambda: player in seats.taken(now.pairing, 1))
    assert [each.voice for each in inbox.reports()] == ["freed"]


def test_a_table_has_to_be_named_and_to_be_there(day: Scribe, server: Server) -> None:
    for words, ends in ((("9",), 1), ((), 2)):
        assert "able" in run("phones", "free", day.folder.root, *words, code=ends)
    day.change(phones("no"))
    run("phones", "free", day.folder.root, "1", code=1)
    assert day.pipeline.inbox.reports() == ()


def test_the_desk_says_that_slips_have_old_codes_and_the_watch_makes_them_anew(
    day: Scribe,
) -> None:
    made: list[int] = []
    handlers = WatchHandlers(day.pipeline, day.workbook, lambda _: None, lambda: made.append(1))
    handlers.on_save(day.data)
    run("print", day.folder.root, "slips")
    slips = [*(day.folder.root / "slips").iterdir()]
    assert [each.stat().st_mode & 0o077 for each in slips] == [0] * len(made), "they have codes"
    handlers.on_save(day.data)
    assert "phones.old-slips" not in codes_of(day)
    assert len(made) == 1
    assert f"runner print {day.folder.root} slips" in run("phones", "renew", day.folder.root)
    assert handlers.reports_came()
    handlers.on_save(day.data)
    assert len(made) == 2
    for _ in range(2):
        assert "phones.old-slips" in codes_of(day)
        run("print", day.folder.root, "slips")  # those on paper are old still


def test_slips_without_codes_are_told_when_players_may_report(day: Scribe) -> None:
    for way in ("no", "staff"):
        day.change(phones(way))
        run("print", day.folder.root, "slips")
        assert "phones.old-slips" not in codes_of(day)
        day.change(phones("players, one is enough"))
        assert "phones.old-slips" in codes_of(day)


def codes_of(day: Scribe) -> set[str]:
    return {each.code for each in day.saved().problems}

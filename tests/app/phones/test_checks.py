"""Results that two people enter: the second entry, over HTTP, and what differs."""

import json
from pathlib import Path

import pytest

from runner.app.http import Server
from runner.compute.phone_checks import checked
from runner.core.phase import Mode
from runner.core.phone_reports import CHECK, OpenRound, OpenTable, Phones, Report
from tests.support import events
from tests.support.clerk import R1
from tests.support.phones import Phone, at, of_staff, seated, started
from tests.support.scribe import Scribe, go, result

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture(params=[Mode.MULTIPLAYER])
def day(tmp_path: Path, request: pytest.FixtureRequest) -> Scribe:
    event = events.planned(8, events.phase(1, mode=request.param))
    return started(tmp_path / "friday", event=event)


class Keepers:
    """Somebody who enters results, and somebody else who checks them; the watch deals with each."""

    def __init__(self, day: Scribe, server: Server) -> None:
        self.day, self.there = day, of_staff(day)
        self.first = Phone(server.port).ask("GET", self.there)
        self.second = Phone(server.port).ask("GET", f"{self.there}/check")

    def sends(self, table: int, text: str) -> str:
        fields = {"result": text} if text else {"withdraw": "yes"}
        shown = self.first.ask("GET", self.there).post(self.there, table=str(table), **fields).text
        self.day.report = self.day.saved()
        return shown

    def enters(self, table: int, text: str) -> str:
        self.sends(table, text)
        return self.first.ask("GET", self.there).text

    def checks(self, table: int, text: str, who: Phone | None = None) -> str:
        who, there = who or self.second, f"{self.there}/check"
        shown = who.ask("GET", there).post(there, table=str(table), result=text).text
        self.day.report = self.day.saved()
        return shown

    @property
    def warnings(self) -> list[str]:
        return [each for each in self.day.problems if "second entry" in each]


@pytest.fixture
def keepers(day: Scribe, server: Server) -> Keepers:
    return Keepers(day, server)


def test_the_second_entry_never_counts_and_what_differs_is_listed(
    day: Scribe, keepers: Keepers
) -> None:
    keepers.enters(1, "A")
    keepers.enters(2, "B")
    assert "2 to check: 1, 2" in keepers.second.ask("GET", f"{keepers.there}/check").text
    assert "Different" not in keepers.checks(2, "B")
    shown = keepers.checks(1, "C")
    assert "Different 1 A first entry, counts C second entry" in shown
    assert "Nothing is left to check" in shown
    assert day.ledger.results[R1] == {1: "A", 2: "B"}
    (warning,) = keepers.warnings
    assert "Table 1: A counts, and the second entry is C. Look at the slip" in warning
    cell = day.report.problems[[*day.problems].index(warning)].place
    assert (cell.sheet, cell.cell[:1]) == ("Round 1", day_result(day))


def day_result(day: Scribe) -> str:
    assert day.pipeline.last
    return day.pipeline.last.layout.rounds[R1].columns["result"]


def test_the_page_for_checking_does_not_show_the_first_entry(keepers: Keepers) -> None:
    keepers.enters(1, "C")
    page = keepers.second.ask("GET", f"{keepers.there}/check").page
    name = keepers.day.report.snapshot.players[keepers.day.round.tables[0].players[2]].name
    assert name not in page
    assert "counts: C" not in page
    assert "counts: C" in keepers.first.ask("GET", keepers.there).page


@pytest.mark.parametrize("how", ["the first is wrong", "the second is wrong", "the workbook",
                                 "the first is confirmed"])  # fmt: skip
def test_a_difference_is_gone_once_somebody_has_put_it_right(
    day: Scribe, keepers: Keepers, how: str
) -> None:
    keepers.enters(1, "A")
    keepers.checks(1, "C")
    assert len(keepers.warnings) == 1
    if how == "the first is wrong":
        keepers.enters(1, "C")
        assert day.ledger.results[R1] == {1: "C"}
    elif how == "the second is wrong":
        keepers.checks(1, "A")
    elif how == "the workbook":
        day.change(result(R1, 1, "C"))
    else:
        keepers.enters(1, "A")
    assert keepers.warnings == []
    assert "Nothing is left" in keepers.second.ask("GET", f"{keepers.there}/check").text


def test_a_result_that_is_changed_after_its_check_differs(day: Scribe, keepers: Keepers) -> None:
    keepers.enters(1, "A")
    keepers.checks(1, "A")
    assert keepers.warnings == []
    day.change(result(R1, 1, "B"))
    assert len(keepers.warnings) == 1


def test_a_result_that_was_taken_back_is_to_be_checked_again(keepers: Keepers) -> None:
    keepers.enters(1, "A")
    keepers.checks(1, "B")
    keepers.enters(1, "")
    assert keepers.warnings == []
    keepers.enters(1, "A")
    assert "1 to check: 1" in keepers.second.ask("GET", f"{keepers.there}/check").text


def test_what_is_in_its_cell_differs_until_the_cell_is_changed(
    day: Scribe, keepers: Keepers
) -> None:
    keepers.enters(1, "B")
    day.close()
    day.report = day.saved()
    assert "Different 1 B first entry, counts C second entry" in keepers.checks(1, "C")
    shown = keepers.sends(1, "C")
    cell = day.report.problems[day.problems.index(keepers.warnings[0])].place
    assert f"The workbook has a result for table 1 already: B in {cell}." in shown
    assert "Different 1 B" in keepers.second.ask("GET", f"{keepers.there}/check").text
    lines = len(day.pipeline.inbox.reports())
    assert f"B in {cell}. It counts until the desk changes" in keepers.sends(1, "")
    assert len(day.pipeline.inbox.reports()) == lines, "nothing was taken back"
    day.change(result(R1, 1, "C"))
    assert keepers.warnings == []
    assert "Nothing is left" in keepers.second.ask("GET", f"{keepers.there}/check").text
    assert 'role="alert"' not in keepers.first.ask("GET", keepers.there).page


def test_only_results_that_count_and_came_by_phone_are_counted(
    day: Scribe, keepers: Keepers
) -> None:
    for text in ("B", "C", "", "A"):
        keepers.enters(1, text)
    assert "; 1 result of Round 1 came by phone." in day.told("Results by phone are on")
    day.close()
    day.report = day.saved()
    keepers.enters(1, "A, B drop")
    assert "; 1 result of Round 1" in day.told("Results by phone are on")
    day.change(result(R1, 1, "B"))
    assert "; 0 results of Round 1" in day.told("Results by phone are on")


def test_nobody_checks_their_own_entry_or_one_that_is_not_there(keepers: Keepers) -> None:
    assert "Table 1 has no result yet" in keepers.checks(1, "A")
    keepers.enters(1, "A")
    assert "You have entered table 1 yourself" in keepers.checks(1, "A", keepers.first)
    assert "1 to check: 1" in keepers.second.ask("GET", f"{keepers.there}/check").text
    assert "There is no table 7" in keepers.checks(7, "A")
    keepers.checks(1, "Z")
    assert 'role="alert"' in keepers.second.page


def test_who_drops_is_compared_too(keepers: Keepers) -> None:
    keepers.enters(1, "A, B drop")
    assert "A, B drop first entry, counts A second entry" in keepers.checks(1, "A")
    keepers.checks(1, "A, B drop")
    assert keepers.warnings == []


@pytest.mark.parametrize("day", [Mode.HEAD_TO_HEAD], indirect=True)
def test_two_ways_to_write_one_result_are_the_same(day: Scribe, keepers: Keepers) -> None:
    keepers.enters(1, "2-0")
    name = day.report.snapshot.players[day.round.tables[0].players[0]].name
    for text in ("A", "2-0-0", name):
        keepers.checks(1, text)
        assert keepers.warnings == [], text
    keepers.checks(1, "2-1")
    assert len(keepers.warnings) == 1


def test_what_players_have_reported_can_be_checked(
    day: Scribe, keepers: Keepers, server: Server
) -> None:
    for seat in (0, 1):
        seated(server.port, at(day, 2), seat).post(at(day, 2), result="B|")
    day.report = day.saved()
    assert "Different 2 B first entry, counts A second entry" in keepers.checks(2, "A")
    assert day.ledger.results[R1] == {2: "B"}


def test_what_was_typed_for_an_earlier_round_is_not_taken_for_this_one(
    day: Scribe, keepers: Keepers
) -> None:
    stale = keepers.first.page
    keepers.enters(1, "A")
    keepers.enters(2, "A")
    day.change(go(2))
    keepers.first.page = stale
    lines = len(day.pipeline.inbox.reports())
    assert "this was typed before" in keepers.first.post(keepers.there, table="1", result="B").text
    assert len(day.pipeline.inbox.reports()) == lines


def test_lines_of_an_earlier_version_are_read(keepers: Keepers) -> None:
    keepers.enters(1, "A")
    (report,) = keepers.day.pipeline.inbox.reports()
    line = json.loads(json.dumps(report.document))
    assert Report.of(line) == report
    assert len(line.pop("phone")) == 32
    assert Report.of(line).phone == ""


def test_where_results_are_typed_in_a_way_of_their_own_the_texts_are_compared() -> None:
    seats = (("P1", "Ana"), ("P2", "Bo"))
    now = OpenRound("", "en", Phones.STAFF, R1, "Round 1", "mark", 1, (), {
        1: OpenTable(seats, "B, A", (), drops=("P1",)), 2: OpenTable(seats, "A, B", ()),
    })  # fmt: skip
    texts = {1: "b, a,  A drop", 2: "B, A"}
    reports = [Report(at, R1, "mark", at, CHECK, text) for at, text in texts.items()]
    assert checked(reports, now) == ([], [(2, "A, B", "B, A")])
    assert checked(reports[:1], now) == ([2], [])

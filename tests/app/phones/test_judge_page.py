"""The page of a judge over HTTP, from a tap on a phone to the workbook."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from runner.app.http import Server
from runner.rules.elimination import INFRACTIONS
from tests.support.clerk import R1
from tests.support.commands import run
from tests.support.phones import Phone, at, judge_address, phones, started
from tests.support.scribe import Scribe, go, result, say

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def day(tmp_path: Path) -> Scribe:
    """Eight players in two pods in round 1, whose results only the staff sends."""
    return started(tmp_path / "friday", "staff")


@pytest.fixture
def port(server: Server) -> int:
    return server.port


def _hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms, but for those of one form alone."""
    fields = dict(re.findall(r'type="hidden" name="(once|pairing)" value="(\w+)"', page))
    assert len(fields) == 2
    return fields


class Judge(Phone):
    """The phone of a judge, on the page of a table."""

    def __init__(self, day: Scribe, port: int, table: int = 1) -> None:
        super().__init__(port)
        self.day, self.address = day, judge_address(day)
        self.see(table)

    def see(self, table: int) -> "Judge":
        self.table = table
        self.ask("GET", f"{self.address}?table={table}")
        return self

    def send(self, **fields: str) -> "Judge":
        """Send a form of the page that is seen, and let the watch deal with it."""
        self.sent_only(**fields)
        if self.day.pipeline.inbox.has_more():
            self.day.report = self.day.saved()
        return self

    def sent_only(self, **fields: str) -> "Judge":
        self.post(self.address, **_hidden(self.page), table=str(self.table), **fields)
        return self

    def undo(self, number: int = 0) -> "Judge":
        """Tap on the Undo with this number from the top."""
        (found,) = re.findall(r'name="undo" value="(\w+)"', self.page)[number : number + 1]
        return self.send(undo=found)


def player(day: Scribe, seat: int = 0) -> str:
    return day.round.tables[0].players[seat]


def name(day: Scribe, seat: int = 0) -> str:
    return day.report.snapshot.players[player(day, seat)].name  # type: ignore[union-attr]


def extra(day: Scribe, table: int = 1) -> int:
    clock = day.report.snapshot.clocks[R1].at(table)  # type: ignore[union-attr]
    assert clock
    return clock.extra


def test_all_tables_are_shown_with_the_time_that_is_left(day: Scribe, port: int) -> None:
    judge = Judge(day, port)
    judge.ask("GET", judge.address)
    assert "Still playing 2 of 2" in judge.text
    clock = day.report.snapshot.clocks[R1].at(1)  # type: ignore[union-attr]
    assert clock
    assert judge.text.count(f"until {clock.called[11:16]}") == 2
    assert re.search(r"7\d min until", judge.text)
    day.change(result(R1, 2, "A"))
    judge.ask("GET", judge.address)
    assert "Still playing 1 of 2" in judge.text
    assert judge.page.count("?table=") == 1


def test_a_table_is_found_by_its_number_or_a_player_and_others_are_not(
    day: Scribe, port: int
) -> None:
    day.change(result(R1, 2, "A"))
    judge = Judge(day, port)
    for asked, found in (("2", [2]), (name(day)[2:6].upper(), [1]), ("nobody", [])):
        judge.ask("GET", f"{judge.address}?q={quote(asked)}")
        assert [int(each) for each in re.findall(r"\?table=(\d+)", judge.page)] == found, asked


def test_extra_minutes_are_on_the_displayed_clock_at_once(day: Scribe, port: int) -> None:
    before = day.report.snapshot.clocks[R1].at(1)  # type: ignore[union-attr]
    judge = Judge(day, port).send(do="minutes", minutes="5")
    assert "5 more minutes" in judge.text
    after = day.report.snapshot.clocks[R1].at(1)  # type: ignore[union-attr]
    assert before
    assert after
    assert (before.extra, after.extra) == (0, 5)
    assert after.called > before.called
    screens = b"".join(path.read_bytes() for path in day.site.glob("display/data/*.js"))
    assert after.called.encode() in screens
    assert after.called[11:16] in judge.see(1).text
    assert "· +5" in judge.text


def test_the_same_tap_twice_counts_once_and_a_second_view_counts_again(
    day: Scribe, port: int
) -> None:
    judge = Judge(day, port)
    page = judge.page
    judge.send(do="minutes", minutes="5")
    judge.page = page
    judge.send(do="minutes", minutes="5")
    assert extra(day) == 5
    assert len(day.pipeline.inbox.reports()) == 1
    judge.page = page
    judge.send(do="minutes", minutes="3")
    assert extra(day) == 8
    judge.see(1).send(do="minutes", minutes="5")
    assert extra(day) == 13


def test_the_page_has_the_new_time_at_once_and_later(day: Scribe, port: int) -> None:
    judge = Judge(day, port)

    def until() -> int:
        shown = re.search(r"until (\d\d):(\d\d)", judge.text)
        assert shown
        return int(shown[1]) * 60 + int(shown[2])

    before = until()
    for _ in range(2):
        judge.sent_only(do="minutes", minutes="5")
        assert (until() - before) % 1440 == 5
        assert "· +5" in judge.text
        day.report = day.saved()
        assert (until() - before) % 1440 == 5
        judge.see(1).sent_only(undo=re.findall(r'name="undo" value="(\w+)"', judge.page)[0])
        assert until() == before
        day.report = day.saved()
        assert judge.see(1).text.count("+5") == 1, "only what is offered"
        assert until() == before


@pytest.mark.parametrize("typed", ["0", "61", "600", "-1", "1.5", "five", ""])
def test_odd_minutes_are_refused_with_a_sentence(day: Scribe, port: int, typed: str) -> None:
    judge = Judge(day, port).sent_only(do="minutes", minutes=typed)
    assert "Extra minutes are a whole number from 1 to 60; type more on" in judge.text
    assert day.pipeline.inbox.reports() == ()


def test_a_penalty_a_drop_and_a_note_count_at_once(day: Scribe, port: int) -> None:
    judge = Judge(day, port)
    penalty = {"player": player(day), "penalty": "Match loss", "infraction": "Slow Play, =1+1"}
    judge.send(do="penalty", **penalty)
    snapshot = day.report.snapshot
    assert snapshot
    assert [(each.round, each.player, each.penalty) for each in snapshot.event.penalties] == [
        (1, name(day), "Match loss"),
    ]  # fmt: skip
    judge.send(do="drop", player=player(day, 1))
    assert day.report.snapshot.players[player(day, 1)].drops_after == 1  # type: ignore[union-attr]
    judge.send(do="note", note="late; call me 0171 2345678")
    assert "Table 1, noted by a judge at" in day.told("noted by a judge")
    assert "0171" not in day.told("noted by a judge"), "it would be published"
    assert f"Match loss (Slow Play, =1+1): {name(day)}" in judge.text
    assert f"Drop after this round: {name(day, 1)}" in judge.text


def test_the_policys_infractions_are_offered_by_kind(day: Scribe, port: int) -> None:
    (offered,) = re.findall(r'<datalist id="infractions">(.*?)</datalist>', Judge(day, port).page)
    assert re.findall('value="(.*?)"', offered) == [
        f"{kind}: {name}" for kind, names in INFRACTIONS.items() for name in names
    ]


def test_what_lacks_a_player_or_a_kind_is_refused(day: Scribe, port: int) -> None:
    judge, stranger = Judge(day, port), day.round.tables[1].players[0]
    for fields, why in (
        ({"do": "penalty", "player": player(day), "penalty": "Exile"}, "Choose the player"),
        ({"do": "penalty", "player": stranger, "penalty": "Warning"}, "Choose the player"),
        ({"do": "drop", "player": stranger}, "Choose the player who drops."),
        ({"do": "note", "note": "  "}, "The note is empty."),
        ({"do": "rule"}, "This form is not known."),
    ):
        assert why in judge.see(1).sent_only(**fields).text, fields
    assert day.pipeline.inbox.reports() == ()


def test_a_table_that_needs_a_judge_comes_first_and_is_on_the_desk_and_no_page(
    day: Scribe, port: int
) -> None:
    judge = Judge(day, port, 2).send(do="call", call="on")
    assert "Table 2 needs a judge" in day.told("phones.needs-judge")
    assert "needs a judge" in day.desk
    assert not any(b"needs a judge" in page.lower() for page in day.pages().values())
    other = Judge(day, port)
    other.ask("GET", other.address)
    assert other.text.index("Need a judge") < other.text.index("Still playing")
    assert re.findall(r"\?table=(\d)", other.page) == ["2", "1"]
    other.see(2).send(do="call", call="off")
    assert "phones.needs-judge" not in [each.code for each in day.report.problems]
    assert "Need a judge" not in other.ask("GET", other.address).text
    assert judge.see(2).page.count('value="on"') == 1


def test_one_judge_sees_what_another_has_sent_and_cannot_undo_it(day: Scribe, port: int) -> None:
    one = Judge(day, port).send(do="minutes", minutes="5")
    (sent,) = re.findall(r'name="undo" value="(\w+)"', one.page)
    other = Judge(day, port)
    assert "5 more minutes" in other.text
    assert "another judge" in other.text
    assert 'name="undo"' not in other.page
    assert other.sent_only(undo=sent).status == 400
    assert extra(day) == 5
    one.undo()
    assert extra(day) == 0
    assert "5 more minutes" not in one.text
    assert "5 more minutes" not in other.see(1).text


def test_the_phone_stands_in_the_inbox_and_nowhere_else(day: Scribe, port: int) -> None:
    judge = Judge(day, port).send(do="minutes", minutes="5")
    day.close()
    (report,) = day.pipeline.inbox.reports()
    assert report.phone.encode() in day.folder.phone_reports.read_bytes()
    for path in (*day.folder.root.rglob("*"), *day.site.rglob("*")):
        if path.is_file() and path != day.folder.phone_reports:
            assert report.phone.encode() not in path.read_bytes(), path
    assert report.phone not in run("export", day.folder.root)
    assert judge.cookie.partition("=")[2].encode() not in day.folder.phone_reports.read_bytes()


def test_the_codes_of_others_do_not_open_it_and_no_switches_it_off(day: Scribe, port: int) -> None:
    judge = Judge(day, port)
    day.change(phones("players, two agree"))
    player_phone = Phone(port).ask("GET", f"{at(day, 1)}?table=1")
    assert "Extra minutes" not in player_phone.text
    assert "Extra minutes" in judge.see(1).text
    day.change(phones("players, one is enough"))
    assert "Extra minutes" in judge.see(1).text
    page = judge.page
    day.change(phones("no"))
    assert "not taken by phone" in judge.see(1).text
    judge.page = page
    judge.send(do="minutes", minutes="5")
    assert day.pipeline.inbox.reports() == ()


@pytest.mark.parametrize(
    "fields",
    [{"once": "zz"}, {"once": ""}, {"table": "99"}, {"table": "x"}, {"undo": "0123456789abcdef"}],
)
def test_a_form_that_is_none_of_ours_is_refused(
    day: Scribe, port: int, fields: dict[str, str]
) -> None:
    judge = Judge(day, port)
    good = {**_hidden(judge.page), "table": "1", "do": "minutes", "minutes": "5"}
    assert judge.post(judge.address, **{**good, **fields}).status == 400
    judge.page = ""
    assert judge.post(judge.address, **good).status == 403, "it lacks the token"
    assert day.pipeline.inbox.reports() == ()


def test_a_form_of_an_earlier_round_is_not_taken_for_this_one(day: Scribe, port: int) -> None:
    judge = Judge(day, port)
    old = judge.page
    day.change(result(R1, 1, "A"), result(R1, 2, "A"), go(2))
    judge.see(1)
    judge.page = old.replace(_hidden(old)["once"], "0123456789abcdef")
    judge.send(do="minutes", minutes="5")
    assert "this was typed before Round 2 of 3 was there" in judge.text
    assert day.pipeline.inbox.reports() == ()


def test_only_so_many_are_taken_from_a_phone(
    day: Scribe, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Judge(day, port)
    monkeypatch.setattr("runner.app.phones.inbox.MOST_OF_A_JUDGE", 3)
    for _ in range(5):
        judge.see(1).sent_only(do="minutes", minutes="2")
    assert "No more is taken here; tell the desk." in judge.text
    assert len(day.pipeline.inbox.reports()) == 3
    assert len(Judge(day, port).sent_only(do="note", note="x" * 5000).text) > 0
    assert Judge(day, port).sent_only(do="note", note="y" * 200).status == 200
    assert len(day.pipeline.inbox.reports()[-1].ruling.note) == 140  # type: ignore[union-attr]


def test_what_is_written_on_the_page_is_escaped(day: Scribe, port: int) -> None:
    judge = Judge(day, port).send(do="note", note="<script>alert(1)</script>")
    assert "<script>alert" not in judge.page
    judge.ask("GET", f"{judge.address}?q=%3Cb%3E")
    assert "<b>&lt;" not in judge.page
    assert "&lt;b&gt;" in judge.page
    assert Phone(port).ask("GET", f"{judge.address}?table=%F0%9F&table=1" + "&a=1" * 50).status in (
        200, 400,
    )  # fmt: skip


def test_after_the_round_was_paired_again_a_form_of_before_is_not_taken(
    day: Scribe, port: int
) -> None:
    judge = Judge(day, port).send(do="minutes", minutes="5")
    judge.sent_only(do="minutes", minutes="3")
    day.change(say("Re-pair", 1))
    assert extra(day) == 0
    assert "more minutes" not in judge.see(1).text

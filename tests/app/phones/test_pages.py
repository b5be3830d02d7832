"""Results by phone over HTTP: codes, seats, what two phones say, and what is refused."""

import re
import threading
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from runner.app.erase import places
from runner.app.http import Server
from runner.app.phones import open_round
from runner.app.phones.codes import printed_codes
from runner.app.serve.hall import Hall
from runner.core.phase import Mode
from runner.core.phone_reports import OpenRound
from runner.render.documents.layout import PageSetup
from runner.render.documents.slips.document import inputs_hash
from runner.render.documents.slips.page import to_html
from runner.render.documents.slips.slip import slips_for
from tests.support import events
from tests.support.clerk import R1
from tests.support.commands import run
from tests.support.phones import (
    FILES,
    Phone,
    agreed,
    at,
    now_open,
    of_staff,
    on_event,
    phones,
    seated,
    serving,
    started,
)
from tests.support.scribe import Scribe, go, result, results, say
from tests.support.services import LOCAL

pytestmark = pytest.mark.thorough  # left out of make quick


def test_two_phones_report_and_the_result_counts(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    first = Phone(server.port).ask("GET", there)
    assert "Who are you?" in first.text
    first.post(there, seat="0")
    assert "How did it end?" in first.text
    first.post(there, result="B|")
    assert "It counts as soon as another player of this table says the same" in first.text
    second = seated(server.port, there, 2)
    assert "confirm" in second.text
    second.post(there, result="B|", drops="yes")
    assert day.pipeline.inbox.has_more()
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}
    name = day.report.snapshot.players[day.round.tables[0].players[1]].name  # type: ignore[union-attr]
    assert f"This result counts {name} wins reported by seat A and seat C" in (
        second.ask("GET", there).text
    )
    assert "How did it end?" not in second.page
    second.post(there, result="A|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}


def test_the_pages_are_set_in_the_font_of_the_site(day: Scribe, server: Server) -> None:
    phone = Phone(server.port).ask("GET", at(day, 1))
    font = re.search(r"url\((/static/fonts/[^)?]+)", phone.page)
    assert font is not None
    with urllib.request.urlopen(f"http://{LOCAL}:{server.port}{font[1]}") as answer:
        assert answer.status == 200


def test_whoever_says_something_else_is_told_so_and_can_withdraw(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    first, second = seated(server.port, there, 0), seated(server.port, there, 1)
    first.post(there, result="A|")
    second.ask("GET", there)
    assert ("confirm" in second.text, 'class="main"' in second.page) == (True, True)
    second.post(there, result="B|")
    assert "You say different things" in second.text
    assert ("confirm" in second.text, 'class="main"' in second.page) == (False, False)
    offered = re.findall(r'name="result" value="(\w+\|)"', first.ask("GET", there).page)
    assert offered[:2] == ["A|", "B|"], "the other's claim is not above one's own"
    second.post(there, result="|")
    assert "You say different things" not in second.text
    second.post(there, result="A|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "A"}


def test_the_desk_sees_who_says_otherwise_once_a_result_counts(tmp_path: Path) -> None:
    day = started(tmp_path / "friday", "players, one is enough")
    with serving(day) as server:
        there = at(day, 1)
        seated(server.port, there, 0).post(there, result="A|")
        day.report = day.saved()
        other = seated(server.port, there, 1)
        assert "It ended differently" in other.text
        assert "The desk sees it" not in other.post(there, result="A|").text
        day.report = day.saved()
        assert not phone_codes(day) & {"phones.objects"}
        other.post(there, result="draw|")
        assert "You reported a different result. The desk sees it: Draw" in other.text
        day.report = day.saved()
        assert day.ledger.results[R1] == {1: "A"}
        assert "A counts, and seat B reports draw" in day.told("Table 1:")
        other.post(there, result="|")
        day.report = day.saved()
        assert "phones.objects" not in phone_codes(day)
        other.post(there, result="draw|")
        day.change(result(R1, 1, "draw"))
        assert "phones.objects" not in phone_codes(day)


def test_the_desk_sees_a_report_that_the_cell_contradicts(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    phone = seated(server.port, there, 0).post(there, result="A|")
    day.change(result(R1, 1, "B"))
    assert "B counts, and seat A reports that seat A wins" in day.told("Table 1:")
    assert "The desk sees it" in phone.ask("GET", there).text


def test_a_playoff_offers_only_what_it_can_end_with(tmp_path: Path) -> None:
    for preset, draws in (("mtr", 0), ("mamtr", 1)):
        mode = Mode.MULTIPLAYER if draws else Mode.HEAD_TO_HEAD
        playoff = events.phase(1, "single_elimination", mode, preset=preset)
        day = started(tmp_path / preset, event=events.planned(4, playoff))
        offers = now_open(day).offers
        assert (("ID", "") in offers) is (("draw", "") in offers) is bool(draws)
        assert len(offers) == 6, offers  # four seats and two draws; six scores with a winner


def phone_codes(day: Scribe) -> set[str]:
    return {each.code for each in day.report.problems}


def test_after_the_staff_took_a_result_back_nobody_has_said_anything(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    first, second = agreed(server.port, there, "A|")
    day.report = day.saved()
    keeper = Phone(server.port).ask("GET", of_staff(day))
    keeper.post(of_staff(day), table="1", withdraw="yes")
    day.report = day.saved()
    assert "your report" not in first.ask("GET", there).text
    first.post(there, result="B|")
    assert "your report" in first.text
    second.ask("GET", there).post(there, result="B|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}
    for text in ("", "B", "B"):
        fields = {"result": text} if text else {"withdraw": "yes"}
        keeper.post(of_staff(day), table="1", **fields)
        day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}, "it stood in an earlier report too"


def test_what_was_reported_before_it_was_taken_back_can_be_reported_again(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    both = agreed(server.port, there, "A|")
    keeper = Phone(server.port).ask("GET", of_staff(day))
    for _ in range(2):
        day.report = day.saved()
        assert day.ledger.results[R1] == {1: "A"}
        keeper.post(of_staff(day), table="1", withdraw="yes")
        day.report = day.saved()
        assert not day.round.tables[0].finished
        for phone in both:
            phone.ask("GET", there).post(there, result="A|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "A"}


def test_one_player_cannot_use_up_the_reports_of_others(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    first, second = seated(server.port, there, 0), seated(server.port, there, 1)
    for number in range(25):
        assert ("You have reported so often" in first.text) == (number > 20)
        first.post(there, result="AB"[number % 2] + "|")
    assert "You have reported so often" in first.text
    assert "You have reported so often" not in second.text
    second.post(there, result="A|")
    assert "You have reported so often" not in second.text
    assert day.pipeline.inbox.reports()[-1].voice == day.round.tables[0].players[1]


def test_a_seat_belongs_to_the_first_phone_and_a_phone_to_one_seat(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    first = seated(server.port, there, 0)
    other = seated(server.port, there, 0)
    assert "Another phone speaks for seat A already" in other.text
    first.post(there, seat="1", result="A|")
    assert day.pipeline.inbox.reports()[-1].voice == day.round.tables[0].players[0]
    lines = day.folder.phone_seats.read_text()
    assert lines.count("\n") == 1
    assert first.cookie.partition("=")[2] not in lines


def test_a_seat_is_given_back_as_long_as_nothing_is_reported_from_it(
    day: Scribe, server: Server
) -> None:
    there, players = at(day, 1), now_open(day).tables[1].seats
    phone = seated(server.port, there, 0)
    assert f"A {players[0][1]} You speak for seat A." in phone.text
    phone.post(there, leave="yes").post(there, seat="1")
    assert "You speak for seat B." in phone.text
    assert "You speak for seat A." in seated(server.port, there, 0).text
    phone.post(there, result="A|")
    assert "This is not me" not in phone.text
    phone.post(there, leave="yes")
    assert "You speak for seat B." in phone.text
    assert "This is not me" in phone.post(there, result="|").text
    phone.post(there, leave="yes")
    assert "Who are you?" in phone.text
    day.change(result(R1, 1, "C"))
    assert "Who are you?" in phone.ask("GET", there).text, "to drop"
    phone.post(there, seat="3").post(there, after="drop").post(there, leave="yes")
    assert "You drop after this round." in phone.text


def test_the_page_says_that_nobody_listens(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    first = agreed(server.port, there, "A|")[0]
    assert "It counts in a moment." in first.ask("GET", there).text
    keeper = Phone(server.port).ask("GET", of_staff(day)).post(of_staff(day), table="2", result="A")
    assert "does not answer" not in keeper.text
    lines = day.folder.phone_reports.read_text()
    lines = re.sub(r'"at": "[^"]+"', '"at": "2026-01-01T10:00:00+00:00"', lines)
    day.folder.phone_reports.write_text(lines)
    assert "the organiser’s computer does not answer" in first.ask("GET", there).text
    assert "the organiser’s computer does not answer" in keeper.ask("GET", of_staff(day)).text


def test_a_double_tap_and_a_reload_report_once(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    phone = seated(server.port, there, 0)
    for _ in range(3):
        phone.post(there, result="A|")
    assert len(day.pipeline.inbox.reports()) == 1
    phone.post(there, result="A|", drops="yes")
    assert len(day.pipeline.inbox.reports()) == 2


def test_a_code_is_typed_in_any_way_and_another_rounds_is_none(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    code = there.rpartition("/")[2].lower()
    phone = Phone(server.port).ask("GET", f"/report?code={code[:3]}-{code[3:]}")
    assert "Who are you?" in phone.text
    phone.post(there, seat="0")
    page = phone.page
    phone.ask("GET", "/report")
    assert "The code on your table’s slip" in phone.text
    assert phone.ask("GET", "/report/QQQQQQQ").status == 404
    day.change(say("Re-pair", 1))
    assert phone.ask("GET", there).status == 404
    phone.page = page
    assert phone.post(there, result="A|").status == 404
    assert day.pipeline.inbox.reports() == ()


def test_the_code_of_a_round_that_is_over_shows_the_result_that_counts(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    phone, _other = agreed(server.port, there, "B|")
    page, name = phone.page, now_open(day).tables[1].seats[1][1]
    day.report = day.saved()
    day.change(result(R1, 2, "A"))
    day.change(go(2))
    for seen in (phone.ask("GET", there), Phone(server.port).ask("GET", there)):
        assert seen.status == 410
        assert f"This result counts {name} wins This round is over." in seen.text
    phone.page = page
    assert "This round is over." in phone.post(there, result="A|").text
    assert len(day.pipeline.inbox.reports()) == 2


def test_a_table_says_who_reported_also_once_the_result_is_in_its_cell(
    day: Scribe, server: Server
) -> None:
    there = at(day, 1)
    phone, _other = agreed(server.port, there, "B|")
    day.report = day.saved()
    day.close()
    day.report = day.saved()
    assert not day.ledger.phone_results.get(R1)
    assert "reported by seat A and seat B" in phone.ask("GET", there).text
    day.change(result(R1, 1, "C"))
    assert "reported by" not in phone.ask("GET", there).text


def test_a_round_that_comes_while_the_server_reads_the_one_before_is_seen(
    day: Scribe, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, there = open_round.read, at(day, 1)
    new = replace(now_open(day), local_title="Round 9")

    def slow(path: Path) -> OpenRound | None:
        monkeypatch.setattr(open_round, "read", read)
        before = read(path)
        open_round.write(path, new)
        return before

    monkeypatch.setattr(open_round, "read", slow)
    phone = Phone(server.port).ask("GET", there)
    assert "Round 9" in phone.ask("GET", there).text


def test_the_round_has_its_title_in_the_language_of_the_event(day: Scribe, server: Server) -> None:
    day.change(on_event("Language", "Deutsch"))
    assert "Runde 1 von" in Phone(server.port).ask("GET", at(day, 1)).text
    assert "Round 1" in Phone(server.port).ask("GET", of_staff(day)).text


def test_a_scorekeeper_types_table_and_result(day: Scribe, server: Server) -> None:
    code = re.search(r"type (\w{3}) (\w{4})", day.told("Results by phone are on"))
    assert code
    there = f"/report/{code[1]}{code[2]}"
    keeper = Phone(server.port).ask("GET", f"/report?code={code[1]} {code[2]}".replace(" ", "%20"))
    assert "2 of 2 tables left: 1, 2" in keeper.text
    keeper.post(there, table="1", result="B, A drop")
    assert "1 of 2 tables left: 2" in keeper.text
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}
    assert "1 of 2 tables left: 2" in keeper.ask("GET", there).text
    keeper.post(there, table="9", result="A")
    assert "There is no table 9." in keeper.text
    keeper.post(there, table="2", result="Z")
    assert keeper.page.count('role="alert"') == 1
    keeper.post(there, table="1", result="C")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "C"}
    keeper.post(there, table="1", withdraw="yes")
    assert "2 of 2 tables left: 1, 2" in keeper.text
    day.report = day.saved()
    assert not day.round.tables[0].finished
    day.change(phones("staff"))
    assert "1 of 2" in keeper.ask("GET", there).text or "2 of 2" in keeper.text
    assert "not taken by phone" in Phone(server.port).ask("GET", at(day, 1)).text


@pytest.mark.parametrize(
    "table", ["0", "00", "-1", "+1", "1.", "1 2", "²", "x", "1000001", "9", ""]
)
@pytest.mark.parametrize("way", ["", "/check"])
def test_a_table_that_is_not_there_is_never_another(
    day: Scribe, server: Server, table: str, way: str
) -> None:
    day.change(results(day.round, lambda table: "A"))
    there = f"{of_staff(day)}{way}"
    keeper = Phone(server.port).ask("GET", there).post(there, table=table, result="B")
    said = f"There is no table {table}." if table else "Type the number of a table."
    assert said in keeper.text
    assert day.pipeline.inbox.reports() == ()


def test_a_table_in_full_width_digits_is_the_same(day: Scribe, server: Server) -> None:
    there = of_staff(day)
    Phone(server.port).ask("GET", there).post(there, table="２", result="B")
    assert [(each.table, each.result) for each in day.pipeline.inbox.reports()] == [(2, "B")]


def test_a_table_without_a_result_takes_nothing_back(day: Scribe, server: Server) -> None:
    """As where Enter is pressed under Table: the page comes again, to go on under Result."""
    there = of_staff(day)
    agreed(server.port, at(day, 1), "A|")
    day.report = day.saved()
    keeper = Phone(server.port).ask("GET", there).post(there, table="1", result="")
    result, table = re.findall(r'<input id="(?:table|result)"[^>]*>', keeper.page)[::-1]
    assert 'value="1"' in table
    assert "autofocus" in result
    assert "autofocus" not in table
    assert len(day.pipeline.inbox.reports()) == 2
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "A"}


def test_nothing_is_offered_where_nobody_may_report(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    day.change(phones("no"))
    phone = Phone(server.port).ask("GET", there)
    assert "Results are not taken by phone just now" in phone.text
    day.change(phones("staff"))
    assert "not taken by phone" in phone.ask("GET", there).text


@pytest.mark.parametrize(
    ("headers", "taken"),
    [
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://{host}"}, False),
        ({"Origin": "http://{host}"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://a-proxy.example"}, True),
    ],
)
def test_a_form_of_another_site_is_refused_with_cookie_and_token(
    day: Scribe, server: Server, headers: dict[str, str], taken: bool
) -> None:
    there, host = at(day, 1), f"{LOCAL}:{server.port}"
    phone = seated(server.port, there, 0)
    token = re.search(r'name="token" value="(\w+)"', phone.page)
    assert token
    own = {name: value.format(host=host) for name, value in headers.items()}
    phone.ask("POST", there, f"token={token[1]}&result=A%7C", **own)
    assert phone.status == (200 if taken else 403)
    assert len(day.pipeline.inbox.reports()) == taken


HOSTILE = {
    "no cookie": ("result=A%7C&token=x", {}),
    "a token of nobody": ("token=&result=A%7C", {}),
    "no token": ("result=A%7C", {}),
    "a seat that is not there": ("seat=9", {}),
    "json": ('{"result": "A|"}', {"Content-Type": "application/json"}),
    "too much": ("token=x&result=" + "A" * 4000, {}),
    "a multipart form without its end": (
        '--x\r\nContent-Disposition: form-data; name="result"\r\n\r\nA|',
        {"Content-Type": "multipart/form-data; boundary=x"},
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_comes_from_no_page_of_ours_is_refused(day: Scribe, server: Server, what: str) -> None:
    body, headers = HOSTILE[what]
    there = at(day, 1)
    phone = seated(server.port, there, 0)
    cookie, phone.cookie = phone.cookie, ""
    if what != "no cookie":
        phone.cookie = cookie
    assert phone.ask("POST", there, body, **headers).status in (400, 403, 413)
    assert day.pipeline.inbox.reports() == ()


@pytest.mark.parametrize(
    "typed",
    [
        "Z|",
        "A|2-1",
        "draw, B drop|",
        "<b>|",
        "=1+1|",
        "none|",
        "a|",
        " A|",
        "A\x00|",
        "A| ",
        "A, A drop|",
        "id|",
        "\uff21|",
        "|2-1",
    ],
)
def test_only_what_is_offered_can_be_reported(day: Scribe, server: Server, typed: str) -> None:
    there = at(day, 1)
    phone = seated(server.port, there, 0)
    assert phone.post(there, result=typed).status == 400
    assert day.pipeline.inbox.reports() == ()


def test_nobody_wins_from_a_seat_that_the_table_lacks(tmp_path: Path) -> None:
    day = started(tmp_path / "three", event=events.swiss(7))
    with serving(day) as server:
        there, staff = at(day, 2), of_staff(day)
        assert "D wins" not in seated(server.port, there, 0).post(there, result="D|").text
        for way in (staff, f"{staff}/check"):
            if way != staff:
                day.change(results(day.round, lambda table: "A"))
            for table, text in (
                ("2", "D"),
                ("2", "A, D drop"),
                ("2", "1-0-0-0-0"),
                ("1", "2-0-0-0"),
            ):
                keeper = Phone(server.port).ask("GET", way).post(way, table=table, result=text)
                assert keeper.page.count('role="alert"') == 1, (way, table, text)
    assert day.pipeline.inbox.reports() == ()


@pytest.mark.parametrize("games", ["3-0", "2-2", "0-0-3x", "2-1-", "1-2-3-4"])
def test_games_that_cannot_be_are_refused_from_all(tmp_path: Path, games: str) -> None:
    pairs = events.planned(4, events.phase(1, mode=Mode.HEAD_TO_HEAD))
    day = started(tmp_path / "pairs", event=pairs)
    with serving(day) as server:
        there, staff = at(day, 1), of_staff(day)
        assert seated(server.port, there, 0).post(there, result=f"|{games}").status == 400
        keeper = Phone(server.port).ask("GET", staff).post(staff, table="1", result=games)
        assert keeper.page.count('role="alert"') == 1
    assert day.pipeline.inbox.reports() == ()


def test_many_wrong_codes_are_slowed_down_and_the_right_one_is_not(
    day: Scribe, server: Server
) -> None:
    phone = Phone(server.port)
    answers = [phone.ask("GET", f"/report/WRONG{number:02}").status for number in range(60)]
    assert 429 in answers
    assert phone.ask("GET", at(day, 1)).status == 200


def test_the_secret_is_nowhere_but_in_its_file(day: Scribe, server: Server) -> None:
    there = at(day, 1)
    phone = seated(server.port, there, 0)
    phone.post(there, result="A|")
    day.report = day.saved()
    secret = day.folder.phone_secret
    for private in (secret, day.folder.phone_round):
        assert private.stat().st_mode & 0o077 == 0, private
    code = there.rpartition("/")[2].encode()
    for path in (*day.folder.root.rglob("*"), *day.site.rglob("*")):
        if path.is_file() and path != secret:
            data = path.read_bytes()
            assert secret.read_bytes() not in data
            assert code not in data or "slips" in path.parts, path


def test_every_file_of_the_phones_is_on_the_list_of_those_that_erasing_knows(
    day: Scribe, server: Server
) -> None:
    seated(server.port, at(day, 1), 0).post(at(day, 1), result="A|")
    found = places.found(day.folder.root, places.EVENT)
    assert [each.name for each in found if each.place is None] == []
    names = {each.place.pattern for each in found if each.place and "phones" in each.name}
    assert names == {f".runner/phones/{name}" for name in FILES}


def test_a_player_who_is_erased_is_called_otherwise_on_the_page_too(
    day: Scribe, server: Server
) -> None:
    player = day.round.tables[0].players[0]
    name = day.report.snapshot.players[player].name
    there = at(day, 1)
    phone = seated(server.port, there, 1)
    assert name in phone.text
    run("erase", day.folder.root, player, "--site", day.site)
    assert name not in phone.ask("GET", at(day, 1)).text


def test_slips_have_the_code_of_their_table_and_lead_to_its_page(day: Scribe) -> None:
    found, home = printed_codes(day.folder, R1), "http://10.0.0.2:8000/report/"
    setup = PageSetup(codes=found, report_at=home)
    slips = slips_for(day.report.snapshot, R1, setup)
    assert [f"/report/{slip.code}" for slip in slips] == [at(day, slip.table) for slip in slips]
    assert [slip.address for slip in slips] == [f"{home}{slip.code}" for slip in slips]
    page = to_html(slips, setup)
    assert all(f"{slip.code[:3]} {slip.code[3:]}" in page for slip in slips)
    assert inputs_hash(slips, setup) != inputs_hash(slips_for(day.report.snapshot, R1))
    day.change(phones("staff"))
    assert printed_codes(day.folder, R1) == ()


def test_the_pages_are_as_they_were_without_an_event(day: Scribe) -> None:
    with Server(Hall(day.site), LOCAL, 0) as plain:
        thread = threading.Thread(target=plain.run)
        thread.start()
        phone = Phone(plain.port)
        assert phone.ask("GET", "/report").status == 404
        assert phone.ask("POST", "/report/ABC").status == 405
        plain.stop()
        thread.join()


def test_a_name_that_is_tapped_again_withdraws_nothing(day: Scribe, server: Server) -> None:
    """As where the answer was lost and the phone sends the form again, or on a page of before."""
    there = at(day, 1)
    first = seated(server.port, there, 0)
    first.post(there, result="B|")
    for sent in ({"seat": "0"}, {"seat": "1"}, {"drops": "yes"}, {"result": ""}):
        first.post(there, **sent)
        assert [report.typed for report in day.pipeline.inbox.reports()] == [("B", "")], sent
    seated(server.port, there, 2).post(there, result="B|")
    day.report = day.saved()
    assert day.ledger.results[R1] == {1: "B"}

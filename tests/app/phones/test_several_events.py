"""Results by phone for several events that one server shows: a code says which one it is about, and
nothing ever reaches another."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest

from runner.app.collection.watch import watch_events
from runner.app.event_folder import EventFolder
from runner.app.events import Emit
from runner.app.http import Server
from runner.app.phones.inbox import Inbox
from runner.app.print import report_address
from runner.app.publish import shown_in
from runner.app.serve.announce import addresses
from runner.app.serve.hall import Hall
from runner.app.serve.ports import expected
from runner.app.watch_jobs import WatchJobs
from runner.core.phone_reports import Role
from tests.support import events
from tests.support.commands import run
from tests.support.phones import Phone, agreed, at, of_staff, phones, seated, started
from tests.support.ports import LOCAL
from tests.support.scribe import Scribe
from tests.support.waiting import until

pytestmark = pytest.mark.thorough  # left out of make quick

Days = tuple[Scribe, Scribe]


@pytest.fixture
def days(tmp_path: Path) -> Days:
    """Two events at once, with pages in one site."""
    folder = tmp_path / "events"
    folder.mkdir()
    named = [replace(events.swiss(8), name=name) for name in ("Friday", "Trios")]
    one = started(folder / "friday", event=named[0])
    other = started(folder / "trios night", "staff", named[1])
    run("build", folder)
    return one, other


@contextmanager
def common(folder: Path) -> Iterator[Server]:
    """The server of all events in a folder."""
    with Server(Hall(folder / "site", EventFolder(folder)), LOCAL, 0) as server:
        thread = threading.Thread(target=server.run, args=(print,))
        thread.start()
        yield server
        server.stop()
        thread.join()


@contextmanager
def watching(folder: Path) -> Iterator[list[str]]:
    stop, said = threading.Event(), list[str]()

    def jobs(event: EventFolder, site: Path, emit: Emit) -> WatchJobs:
        return WatchJobs(event, site, emit, slips=False, proof=False)

    def emit(event: object) -> None:
        said.append(str(event))

    watch = threading.Thread(target=watch_events, args=(folder, folder / "site", emit, jobs, stop))
    watch.start()
    yield said
    stop.set()
    watch.join()


def voices(day: Scribe) -> list[str]:
    return [each.voice for each in Inbox(day.folder.phone_reports).reports()]


def test_a_report_counts_in_its_own_event_and_reaches_no_other(days: Days) -> None:
    one, other = days
    folder = one.folder.root.parent
    with watching(folder) as said, common(folder) as server:
        agreed(server.port, at(one, 1), "A|")
        results = folder / "site" / "friday" / "data" / "results.csv"
        until(lambda: ",win," in results.read_text("utf-8"), said)
        assert len(voices(one)) == 2
        assert voices(other) == []
        Phone(server.port).ask("GET", of_staff(other)).post(of_staff(other), table="1", result="B")
        until(lambda: ",win," in (folder / "site/trios night/data/results.csv").read_text(), said)
        assert len(voices(one)) == 2
        assert voices(other) == [Role.SCOREKEEPER]


def test_one_address_takes_the_codes_of_all_events(days: Days) -> None:
    one, other = days
    with common(one.folder.root.parent) as server:
        phone = Phone(server.port)
        asks = phone.ask("GET", "/report")
        assert "The code on your table’s slip" in asks.text
        for name, day in zip(("Friday", "Trios"), days, strict=True):
            assert name not in asks.text
            code = of_staff(day).removeprefix("/report/")
            assert name in phone.ask("GET", f"/report?code={code.lower()}").text
        assert phone.ask("GET", "/report/ABCDEFG").status == 404
        closed = phone.ask("GET", at(other, 1)).text  # only the staff's results count there
        assert "Results are not taken by phone just now." in closed
        assert seated(server.port, at(one, 1), 0).page.count('href="/friday/"') == 1
        fonts = [each.split(")")[0] for each in phone.page.split("url(")[1:]]
        assert fonts
        assert {Phone(server.port).ask("HEAD", each).status for each in fonts} == {200}


def test_no_code_of_an_event_is_unknown_where_results_are_not_taken_any_more(days: Days) -> None:
    one, other = days
    with common(one.folder.root.parent) as server:
        phone = Phone(server.port)
        closing = [at(one, 1), of_staff(one), of_staff(one, Role.JUDGE)]
        assert "Table 1" in phone.ask("GET", closing[0]).text
        one.change(phones("no"))

        def is_closed() -> bool:
            return phone.ask("GET", "/friday/report/open").status == 404

        until(is_closed, "results by phone are off")
        for address in closing:
            assert "Results are not taken by phone just now." in phone.ask("GET", address).text
        assert "Trios" in phone.ask("GET", of_staff(other)).text
        other.change(phones("players, one is enough"))
        until(lambda: phone.ask("GET", at(other, 1)).status == 200, "the other takes results")
        assert "Results are not taken by phone just now." in phone.ask("GET", closing[0]).text
        assert phone.ask("GET", "/report/ABCDEFG").status == 404
        one.change(phones("players, one is enough"))
        until(lambda: "Table 1" in phone.ask("GET", closing[0]).text, "it takes results again")


@pytest.mark.parametrize("slashes", ["/", "//"])
def test_an_address_beneath_an_event_leads_to_this_server_alone(days: Days, slashes: str) -> None:
    with common(days[0].folder.root.parent) as server:
        connection = HTTPConnection(LOCAL, server.port)
        connection.request("GET", f"/friday{slashes}report{slashes}AB?code=C")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (303, "/report/AB?code=C")
        connection.close()


def test_what_to_do_about_old_slips_names_the_event_and_not_their_folder(days: Days) -> None:
    root = days[0].folder.root
    run("print", root, "slips")
    with watching(root.parent) as said:
        run("phones", "renew", root)
        until(lambda: any("phones.old-slips" in each for each in said), said)
    (told,) = {each for each in said if "phones.old-slips" in each}
    assert "in the folder slips now" in told
    assert f"Build(event={str(root)!r})" in told


def test_each_event_says_whether_its_own_players_may_report(days: Days) -> None:
    folder = days[0].folder.root.parent
    with common(folder) as server:
        phone = Phone(server.port)
        assert phone.ask("GET", "/friday/report/open").text == "open"
        for closed in ("/trios%20night/report/open", "/nobody/report/open"):
            assert phone.ask("GET", closed).status == 404
        for there in (
            "/friday/report",
            f"/friday{at(days[0], 2)}",
            f"/trios%20night{at(days[0], 2)}",
        ):
            assert phone.ask("GET", there).status == 200
        assert "Table 2" in phone.text
        late = started(folder / "late", event=events.swiss(8))
        until(lambda: phone.ask("GET", at(late, 1)).status == 200, "an event that came later")


def test_slips_lead_to_the_server_that_shows_the_event(days: Days) -> None:
    friday = days[0].folder
    common_site = friday.root.parent / "site"
    assert shown_in(friday.root) == common_site
    for host in addresses()[:1]:
        assert report_address(friday) == f"http://{host}:{expected(common_site)}/report/"
    for day in days:
        run("build", day.folder.root)  # from now on their own pages are the latest
    assert shown_in(friday.root) == friday.site
    shutil.rmtree(common_site)
    assert shown_in(days[1].folder.root) == days[1].folder.site

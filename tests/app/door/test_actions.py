"""What is done from the front door, and what is said of it; also where things have gone wrong."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from runner.app.door import actions, offices
from runner.app.door.programs import HALL, WATCH
from runner.app.door.shelf import Entry
from runner.app.event_folder import EventFolder
from tests.support.doors import Opened, Visitor, an_event, opened
from tests.support.folders import opened as opened_event
from tests.support.waiting import PATIENCE, until
from tests.support.web_server import WebServer

pytestmark = pytest.mark.thorough


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """The workbook of an event that the door shows."""
    return an_event(tmp_path / "my “events” 🎲" / "friday’s Ü", 8)


@pytest.fixture
def door(workbook: Path) -> Iterator[Opened]:
    with opened(workbook.parents[1]) as found:
        yield found


@pytest.fixture
def visitor(door: Opened) -> Visitor:
    return door.visitor()


def the_event(door: Opened) -> Entry:
    return door.server.door.shelf.entries()[0]


def do(door: Opened, visitor: Visitor, name: str, **fields: str) -> str:
    """Do something, and read the page that says what came of it."""
    answer = visitor.post(f"/event/{the_event(door).id}/do/{name}", fields)
    assert answer.status == 303, answer
    return visitor.get(answer.to).text


def test_a_day_by_forms_alone(door: Opened, visitor: Visitor, workbook: Path) -> None:
    until(lambda: "Not begun: 8 players" in visitor.get("/").text)
    assert "Round 1 is out: 2 tables." in do(door, visitor, "next")
    assert "slips-R1.pdf" in do(door, visitor, "print", which="slips")
    assert "Nothing was made up" in do(door, visitor, "rehearse", rounds="2")  # it is real already
    page = visitor.get(f"/event/{the_event(door).id}/history").text
    assert "Write save 1 into a new file" in page
    assert "Save 1 is in " in do(door, visitor, "restore", number="1")
    assert (workbook.parent / "restored" / f"{workbook.parent.name} save 1.xlsx").is_file()
    document = visitor.get(f"/event/{the_event(door).id}/export")
    assert json.loads(document.body)["format"].startswith("runner-event/")
    assert "attachment" in document.headers["Content-Disposition"]


def test_a_rehearsal_and_its_end(door: Opened, visitor: Visitor) -> None:
    assert "Made up" in do(door, visitor, "rehearse", rounds="1")
    until(lambda: "This is a rehearsal" in visitor.get(f"/event/{the_event(door).id}/more").text)
    assert "The rehearsal is over" in do(door, visitor, "end-rehearsal")


def test_a_list_is_looked_at_before_it_is_added(door: Opened, visitor: Visitor) -> None:
    page = do(door, visitor, "understand", list="Zoë O’Hara\r\n<b>Bo</b> Brandt\r\nZoë O’Hara\r\n")
    assert "<strong><bdi>Zoë O’Hara" in page
    assert "<b>Bo" not in page
    seen = page.split('name="seen" value="')[1].split('"')[0]
    assert "Added " in do(door, visitor, "add", seen=seen)
    until(lambda: "10 players" in visitor.get("/").text)
    assert "Runner has forgotten it" in do(door, visitor, "add", seen="guess")
    assert "Paste a list" in do(door, visitor, "understand", list=" \n")


def sent(door: Opened, visitor: Visitor, name: str, data: bytes) -> str:
    """The page that a file of players leads to."""
    before = (
        f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{visitor.token}\r\n'
        f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    body = before.encode() + data + b"\r\n--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = visitor.ask("POST", f"/event/{the_event(door).id}/do/understand", body, kind)
    assert answer.status == 303
    page = visitor.get(answer.to)
    assert page.status == 200
    return page.text


def test_a_file_of_players_is_understood(door: Opened, visitor: Visitor) -> None:
    data = "Name;Club\nZoë Żak;Nord\n".encode("cp1252", "replace").replace(b"?", "Ż".encode())
    assert "ak</bdi></strong>" in sent(door, visitor, "../ü list.csv", data)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("list.png", b"\x89PNG\r\n\x1a\n\x00\x00", "a picture"),
        ("list.pdf", b"%PDF-1.7\n\xff\x00", "a PDF"),
        ("list.xlsx", b"PK\x03\x04 cut off", "a workbook"),
        ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "an old Excel workbook"),
        ("list.csv", b"\x00\x01\x02\x03" * 50, "no text"),
    ],
)
def test_a_file_that_is_no_list_is_said_to_be_none(
    door: Opened, visitor: Visitor, name: str, data: bytes, told: str
) -> None:
    page = sent(door, visitor, name, data)
    assert told in page
    assert "Add " not in page


def test_a_list_for_one_event_goes_into_no_other(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    page = do(door, visitor, "understand", list="Zoë O’Hara")
    seen = page.split('name="seen" value="')[1].split('"')[0]
    other = an_event(workbook.parents[1] / "other")
    before = other.read_bytes()
    entry = next(each for each in door.server.door.shelf.entries() if each.root == other.parent)
    visitor.post(f"/event/{entry.id}/do/add", {"seen": seen})
    assert other.read_bytes() == before


def test_a_watch_of_another_window_is_told_of(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    command = [sys.executable, "-m", "runner", "watch", str(workbook.parent), "--no-slips"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as other:
        page = f"/event/{the_event(door).id}"
        until(lambda: "Watched in another window" in visitor.get(page).text)
        assert f"process {other.pid}" in visitor.get(page).text
        assert "is being watched already" in do(door, visitor, "watch")
        assert not door.server.door.programs.running()
        other.kill()
        other.wait()
    until(lambda: "Nobody watches the workbook" in visitor.get(page).text)
    assert "Runner watches the workbook now" in do(door, visitor, "watch")


def test_a_watch_that_ends_by_itself_is_told_of(door: Opened, visitor: Visitor) -> None:
    do(door, visitor, "watch")
    entry = the_event(door)
    program = door.server.door.programs.find(WATCH, entry.root)
    assert program
    until(lambda: bool(program.lines))
    program.kill()
    until(lambda: "The watch has ended by itself" in visitor.get(f"/event/{entry.id}").text)
    until(lambda: any("has ended by itself" in line for line in door.said))
    assert "Runner watches the workbook now" in do(door, visitor, "watch")
    assert "does not watch any more" in do(door, visitor, "unwatch")
    assert "was not watching" in do(door, visitor, "unwatch")


def test_a_folder_that_is_moved_away_is_told_of(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    do(door, visitor, "watch")
    page, root = f"/event/{the_event(door).id}", workbook.parent
    program = door.server.door.programs.find(WATCH, root)
    assert program
    until(lambda: any("no round out yet" in line.words for line in program.lines))
    root.rename(root.with_name("renamed"))
    answer = visitor.get(page)
    assert answer.status == 303
    assert "is not in" in visitor.get(answer.to).text
    home = visitor.get("/").text
    assert "Runner still watches an event whose folder is not here any more" in home
    assert visitor.post("/unwatch", {"root": str(root)}).status == 303
    assert "Runner still watches" not in visitor.get("/").text
    assert not root.exists()
    assert visitor.post(f"{page}/do/next").to.startswith("/?said=")
    shutil.rmtree(root.with_name("renamed"))
    assert "There is no event here yet" in visitor.get("/").text


def test_a_workbook_that_is_gone_or_broken_is_told_of(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    page = f"/event/{the_event(door).id}"
    do(door, visitor, "next")
    workbook.write_bytes(b"PK\x03\x04 no workbook")
    until(lambda: "cannot be used as it is" in visitor.get(page).text)
    assert "No round went out" in do(door, visitor, "next")
    workbook.unlink()
    assert "There is no .xlsx workbook" in visitor.get(page).text
    for name in ("open", "watch", "next", "print", "rehearse"):
        assert 'class="notice bad"' in do(door, visitor, name), name
    assert workbook.name in do(door, visitor, "restore")
    assert workbook.is_file()


def test_the_hall_sees_the_pages_until_it_is_ended(door: Opened, visitor: Visitor) -> None:
    assert "The pages can be seen in the hall now" in do(door, visitor, "show")
    entry = the_event(door)
    program = door.server.door.programs.find(HALL, entry.root)
    own = next(each for each in actions.hall_addresses(program) if "localhost" in each)
    port = int(own.rstrip("/").rpartition(":")[2])
    shown = Visitor(port).get("/")
    assert shown.status == 200
    assert "Friday" in shown.text
    assert Visitor(port, visitor.cookie).get("/settings").status == 404
    assert "cannot be seen in the hall any more" in do(door, visitor, "hide")
    assert not program or not program.on


def test_the_page_says_that_the_pages_are_not_in_the_hall_any_more(
    door: Opened, visitor: Visitor
) -> None:
    do(door, visitor, "show")
    program = door.server.door.programs.find(HALL, the_event(door).root)
    assert program
    program.kill()
    page = visitor.get(f"/event/{the_event(door).id}/hall").text
    assert "The pages are not in the hall any more" in page
    assert "It did not say why" in page
    do(door, visitor, "show")
    do(door, visitor, "hide")
    assert "not in the hall any more" not in visitor.get(f"/event/{the_event(door).id}/hall").text


def test_the_hall_s_address_is_the_same_after_a_crash(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    """Also where it is another event that is shown first then; and a port that is taken is told."""

    def address(root: Path) -> str:
        program = door.server.door.programs.find(HALL, root)
        assert program
        assert program.heard("localhost", 60)  # its lines come one by one
        return next(each for each in actions.hall_addresses(program) if "localhost" in each)

    do(door, visitor, "show")
    was = address(workbook.parent)
    other = an_event(workbook.parents[1] / "saturday").parent
    for kind, root in door.server.door.programs.running():
        program = door.server.door.programs.find(kind, root)
        assert program
        program.kill()
    entries = {each.root: each.id for each in door.server.door.shelf.entries()}
    visitor.post(f"/event/{entries[other]}/do/show")
    assert address(other) != was
    visitor.post(f"/event/{entries[workbook.parent]}/do/show")
    assert address(workbook.parent) == was
    port = int(was.rstrip("/").rpartition(":")[2])
    visitor.post(f"/event/{entries[workbook.parent]}/do/hide")
    with socket.create_server(("0.0.0.0", port)):
        answer = visitor.post(f"/event/{entries[workbook.parent]}/do/show")
        page = visitor.get(answer.to).text
        assert f"Port {port} is taken by another program" in page
        assert "--new-port" not in page
        assert "Show them at another address for good" in page
        visitor.post(f"/event/{entries[workbook.parent]}/do/show", {"anew": "yes"})
        assert address(workbook.parent) not in (was, address(other))


def test_an_event_that_was_copied_in_is_shown(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    shutil.copytree(workbook.parent, workbook.parents[1] / "copied")
    (workbook.parents[1] / "no event").mkdir()
    (workbook.parents[1] / "a file.xlsx").write_bytes(b"x")
    assert len(door.server.door.shelf.entries()) == 2
    assert visitor.get("/").text.count("<li class=") == 2


def test_another_folder_can_be_taken(
    door: Opened, visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for wrong in ("", "relative", f"{tmp_path}/file/below", "~nobody-here/x"):
        (tmp_path / "file").touch()
        answer = visitor.post("/settings", {"folder": wrong})
        assert 'class="notice bad"' in visitor.get(answer.to).text, wrong
    there = tmp_path / "elsewhere" / "my events"
    assert visitor.post("/settings", {"folder": str(there)}).to.startswith("/?said=")
    assert str(there) in visitor.get("/").text
    assert door.server.door.shelf.folder == there


def test_one_thing_at_a_time_for_each_event(door: Opened, visitor: Visitor) -> None:
    with door.server.door.at_work(the_event(door)) as free:
        assert free
        assert "Runner is still at something else" in do(door, visitor, "next")
    assert "Round 1 is out" in do(door, visitor, "next")


def test_opening_the_workbook_watches_it(
    door: Opened, visitor: Visitor, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(offices, "reachable", lambda: False)
    monkeypatch.setattr(actions, "open_path", lambda path: asked.append(path) or "No program here")
    assert "No program here" in do(door, visitor, "open")
    assert not door.server.door.programs.running()
    monkeypatch.setattr(actions, "open_path", lambda path: asked.append(path) or "")
    page = do(door, visitor, "open")
    assert "opens in a moment. Every save counts at once." in page
    assert "You can close this page" in page
    assert "Names of a round are written into it when you close it." in page
    assert asked == [workbook, workbook]
    assert door.server.door.programs.running() == [(WATCH, workbook.parent)]


def test_names_appear_where_libreoffice_opens_workbooks(
    door: Opened, visitor: Visitor, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(offices, "reachable", lambda: True)
    monkeypatch.setattr(actions, "open_in_libreoffice", lambda path: not asked.append(path))
    monkeypatch.setattr(actions, "open_path", lambda path: "The usual program")
    begun: list[list[str]] = []
    start = door.server.door.programs.start
    monkeypatch.setattr(
        door.server.door.programs, "start",
        lambda kind, root, words: begun.append([*words]) or start(kind, root, words),
    )  # fmt: skip
    assert "Names of a round appear in it while it is open." in do(door, visitor, "open")
    assert asked == [workbook]
    program = door.server.door.programs.find(WATCH, workbook.parent)
    assert program
    assert program.heard("Watching ", PATIENCE)
    assert "--live" in begun[0]
    do(door, visitor, "unwatch")
    web = EventFolder(workbook.parent).web
    web.parent.mkdir(exist_ok=True)
    web.write_text('{"link": "https://localhost:9/x.xlsx"}')
    assert "The usual program" in do(door, visitor, "open")
    do(door, visitor, "watch")
    assert "--live" not in begun[-1]


@pytest.mark.parametrize(
    ("usual", "found"),
    [("libreoffice-calc.desktop", True), ("", True), ("org.gnumeric.desktop", False)],
)
def test_what_opens_workbooks_is_asked_of_the_desktop(
    usual: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, usual)

    monkeypatch.setattr(offices, "libreoffice", lambda: "soffice")
    monkeypatch.setattr(offices, "interpreter", lambda: "python3")
    monkeypatch.setattr(subprocess, "run", run)
    for platform, there in (("linux", found), ("win32", False), ("darwin", False)):
        monkeypatch.setattr(sys, "platform", platform)
        offices.reachable.cache_clear()
        assert offices.reachable() is there
    offices.reachable.cache_clear()


def test_many_at_once_do_it_once(door: Opened, visitor: Visitor, workbook: Path) -> None:
    page = f"/event/{the_event(door).id}/do"
    asks = ["watch", "next"] * 12
    with ThreadPoolExecutor(len(asks)) as pool:
        found = list(pool.map(lambda name: visitor.post(f"{page}/{name}").status, asks))
    assert found == [303] * len(asks)
    assert door.server.door.programs.running() == [(WATCH, workbook.parent)]
    loaded = opened_event(EventFolder(workbook.parent))
    assert [each.number for each in loaded.ledger.rounds] == [1]


def test_a_mistake_of_ours_ends_one_answer_and_no_more(
    door: Opened, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setitem(actions.ACTIONS, "folder", fails)  # type: ignore[arg-type]
    answer = visitor.post(f"/event/{the_event(door).id}/do/folder")
    assert (answer.status, "Something went wrong" in answer.text) == (500, True)
    assert any("RuntimeError: oh" in line for line in door.said)
    assert visitor.get("/").status == 200


def test_the_computer_is_looked_at(door: Opened, visitor: Visitor, workbook: Path) -> None:
    page = do(door, visitor, "check")
    assert "ok      Workbook" in page
    assert "8 players, 0 rounds out" in page
    assert "Check this computer" in visitor.get(f"/event/{the_event(door).id}/more").text


def test_a_workbook_on_the_web_is_followed_and_left_again(
    door: Opened, visitor: Visitor, workbook: Path
) -> None:
    assert "Paste the link" in do(door, visitor, "follow")
    assert "cannot be followed" in do(door, visitor, "follow", link="--live")
    assert not door.server.door.programs.running()
    do(door, visitor, "watch")
    assert "cannot be followed" in do(door, visitor, "follow", link="ftp://elsewhere/event.xlsx")
    assert door.server.door.programs.running() == [(WATCH, workbook.parent)]
    with WebServer(workbook.read_bytes()) as web:
        page = do(door, visitor, "follow", link=web.link)
        assert "Runner watches the workbook on the web: every save counts." in page
        assert web.asked
        page = visitor.get(f"/event/{the_event(door).id}/more").text
        assert web.link in page
        assert "withdraw the link" in page
    page = do(door, visitor, "follow", link="here")
    assert "Runner watches the workbook in the folder again: every save counts." in page
    assert "Follow it" in visitor.get(f"/event/{the_event(door).id}/more").text

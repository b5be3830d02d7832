"""What is done from the front door, and what is said of it; also where things have gone wrong."""

import html
import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
import pytest

from runner.app.door import actions, spreadsheet_apps
from runner.app.door.event_index import Entry
from runner.app.door.programs import HALL, WATCH
from runner.app.door.settings import ToResume
from runner.app.event_folder import EventFolder
from runner.app.events import Watching
from runner.cli.group import COMMANDS
from runner.workbook.read.read import read
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.doors import Opened, Visitor, an_event, opened
from tests.support.folders import opened as opened_event
from tests.support.waiting import PATIENCE, until
from tests.support.web_server import WebServer

pytestmark = pytest.mark.thorough


Do = Callable[..., str]
"""Does something, and reads the page that says what came of it."""


def test_a_day_by_forms_alone(visitor: Visitor, workbook: Path, do: Do, entry: Entry) -> None:
    until(lambda: "Not begun: 8 players" in visitor.get("/").text)
    assert "Round 1 is out: 2 tables." in do("next")
    assert "slips-R1.pdf" in do("print", which="slips")
    there = (
        f'<a href="/event/{entry.id}/file/slips/slips-R1.pdf" target="_blank" rel="noopener">Print'
    )
    until(lambda: there in visitor.get(f"/event/{entry.id}/now").text)
    assert "Nothing was made up" in do("rehearse", rounds="2")  # it is real already
    assert "Write save 1 into a new file" in visitor.get(f"/event/{entry.id}/history").text
    assert "Save 1 is in " in do("restore", number="1")
    assert (workbook.parent / "restored" / f"{workbook.parent.name} save 1.xlsx").is_file()
    document = visitor.get(f"/event/{entry.id}/export")
    assert json.loads(document.body)["format"].startswith("runner-event/")
    assert "attachment" in document.headers["Content-Disposition"]


def test_a_round_is_seen_before_it_goes_out(visitor: Visitor, do: Do, entry: Entry) -> None:
    now = f"/event/{entry.id}/now"
    until(lambda: "Preview Round 1" in visitor.get(now).text)
    assert "<iframe" not in visitor.get(now).text
    assert "Round 1 is previewed on the desk, and not published." in do("preview")
    until(lambda: "<iframe" in visitor.get(now).text)
    desk = visitor.get(visitor.get(now).text.partition('id="desk" src="')[2].partition('"')[0])
    assert "Preview of Round 1" in desk.text
    assert not (entry.site / "rounds" / "R1.html").exists()
    assert "Round 1 is out: 2 tables." in do("next")
    assert "No round can be previewed" in do("preview")


def test_a_rehearsal_and_its_end(visitor: Visitor, do: Do, entry: Entry) -> None:
    assert "Made up" in do("rehearse", rounds="1")
    until(lambda: "This is a rehearsal" in visitor.get(f"/event/{entry.id}/more").text)
    assert "The rehearsal is over" in do("end-rehearsal")


def test_a_list_is_looked_at_before_it_is_added(visitor: Visitor, do: Do) -> None:
    page = do("understand", list="Zoë O’Hara\r\n<b>Bo</b> Brandt\r\nZoë O’Hara\r\n")
    assert "<strong><bdi>Zoë O’Hara" in page
    assert "<b>Bo" not in page
    assert "Added " in do("add", seen=page.split('name="seen" value="')[1].split('"')[0])
    until(lambda: "10 players" in visitor.get("/").text)
    assert "Runner has forgotten it" in do("add", seen="guess")
    assert "Paste a list" in do("understand", list=" \n")


def sent(visitor: Visitor, entry: Entry, name: str, data: bytes) -> str:
    before = (
        f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{visitor.token}\r\n'
        f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    body = before.encode() + data + b"\r\n--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = visitor.ask("POST", f"/event/{entry.id}/do/understand", body, kind)
    assert answer.status == 303
    page = visitor.get(answer.to)
    assert page.status == 200
    return page.text


def test_a_file_of_players_is_understood(visitor: Visitor, entry: Entry) -> None:
    data = "Name;Club\nZoë Żak;Nord\n".encode("cp1252", "replace").replace(b"?", "Ż".encode())
    assert "ak</bdi></strong>" in sent(visitor, entry, "../ü list.csv", data)


@pytest.mark.parametrize(("name", "data", "told"), [
    ("list.png", b"\x89PNG\r\n\x1a\n\x00\x00", "a picture"),
    ("list.pdf", b"%PDF-1.7\n\xff\x00", "a PDF"),
    ("list.xlsx", b"PK\x03\x04 cut off", "a workbook"),
    ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "an old Excel workbook"),
    ("list.csv", b"\x00\x01\x02\x03" * 50, "no text"),
])  # fmt: skip
def test_a_file_that_is_no_list_is_said_to_be_none(
    visitor: Visitor, entry: Entry, name: str, data: bytes, told: str
) -> None:
    page = sent(visitor, entry, name, data)
    assert told in page
    assert "Add " not in page


def test_a_list_for_one_event_goes_into_no_other(
    door: Opened, visitor: Visitor, workbook: Path, do: Do
) -> None:
    page = do("understand", list="Zoë O’Hara")
    seen = page.split('name="seen" value="')[1].split('"')[0]
    other = an_event(workbook.parents[1] / "other")
    before = other.read_bytes()
    entry = next(each for each in door.server.app.events.entries() if each.root == other.parent)
    visitor.post(f"/event/{entry.id}/do/add", {"seen": seen})
    assert other.read_bytes() == before


def test_a_watch_of_another_window_is_told_of(
    door: Opened, visitor: Visitor, workbook: Path, do: Do, entry: Entry
) -> None:
    command = [sys.executable, "-m", "runner", "watch", str(workbook.parent), "--no-slips"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as other:
        page = f"/event/{entry.id}"
        until(lambda: "Watched in another window" in visitor.get(page).text)
        assert f"process {other.pid}" in visitor.get(page).text
        assert "is being watched already" in do("watch")
        assert not door.server.app.programs.running()
        other.kill()
        other.wait()
    until(lambda: "Nobody watches the workbook" in visitor.get(page).text)
    assert "Runner watches the workbook now" in do("watch")


def test_a_watch_that_ends_by_itself_is_told_of(
    door: Opened, visitor: Visitor, do: Do, entry: Entry
) -> None:
    do("watch")
    program = door.server.app.programs.find(WATCH, entry.root)
    assert program
    until(lambda: bool(program.lines))
    program.kill()
    until(lambda: "The watch has ended by itself" in visitor.get(f"/event/{entry.id}").text)
    until(lambda: any("has ended by itself" in line for line in door.said))
    assert "Runner watches the workbook now" in do("watch")
    assert "does not watch any more" in do("unwatch")
    assert "was not watching" in do("unwatch")


def test_a_folder_that_is_moved_away_is_told_of(
    door: Opened, visitor: Visitor, workbook: Path, do: Do, entry: Entry
) -> None:
    do("watch")
    page, root = f"/event/{entry.id}", workbook.parent
    program = door.server.app.programs.find(WATCH, root)
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
    visitor: Visitor, workbook: Path, do: Do, entry: Entry
) -> None:
    page = f"/event/{entry.id}"
    do("next")
    workbook.write_bytes(b"PK\x03\x04 no workbook")
    until(lambda: "cannot be used as it is" in visitor.get(page).text)
    assert "No round went out" in do("next")
    workbook.unlink()
    assert "There is no .xlsx workbook" in visitor.get(page).text
    for name in ("open", "watch", "next", "print", "rehearse"):
        assert 'class="notice bad"' in do(name), name
    assert workbook.name in do("restore")
    assert workbook.is_file()


def test_the_hall_sees_the_pages_until_it_is_ended(
    door: Opened, visitor: Visitor, do: Do, entry: Entry
) -> None:
    assert "The pages can be seen in the hall now" in do("show")
    program = door.server.app.programs.find(HALL, entry.root)
    assert program
    own = next(each.url for each in program.addresses if each.local)
    port = int(own.rstrip("/").rpartition(":")[2])
    shown = Visitor(port).get("/")
    assert shown.status == 200
    assert "Friday" in shown.text
    assert Visitor(port, visitor.cookie).get("/settings").status == 404
    assert "cannot be seen in the hall any more" in do("hide")
    assert not program or not program.on


def test_the_page_says_that_the_pages_are_not_in_the_hall_any_more(
    door: Opened, visitor: Visitor, do: Do, entry: Entry
) -> None:
    do("show")
    program = door.server.app.programs.find(HALL, entry.root)
    assert program
    program.kill()
    page = visitor.get(f"/event/{entry.id}/hall").text
    assert "The pages are not in the hall any more" in page
    assert "It did not say why" in page
    do("show")
    do("hide")
    assert "not in the hall any more" not in visitor.get(f"/event/{entry.id}/hall").text


def test_the_hall_s_address_is_the_same_after_a_crash(
    door: Opened, visitor: Visitor, workbook: Path, do: Do
) -> None:
    """Also where it is another event that is shown first then; and a port that is taken is told."""

    def address(root: Path) -> str:
        program = door.server.app.programs.find(HALL, root)
        assert program
        until(lambda: any(each.local for each in program.addresses))  # they come one by one
        return next(each.url for each in program.addresses if each.local)

    do("show")
    was = address(workbook.parent)
    other = an_event(workbook.parents[1] / "saturday").parent
    for kind, root in door.server.app.programs.running():
        program = door.server.app.programs.find(kind, root)
        assert program
        program.kill()
    entries = {each.root: each.id for each in door.server.app.events.entries()}
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
    assert len(door.server.app.events.entries()) == 2
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
    assert door.server.app.events.folder == there


def test_one_thing_at_a_time_for_each_event(door: Opened, do: Do, entry: Entry) -> None:
    with door.server.app.at_work(entry) as free:
        assert free
        assert "Runner is still at something else" in do("next")
    assert "Round 1 is out" in do("next")


def test_opening_the_workbook_watches_it(
    door: Opened, workbook: Path, monkeypatch: pytest.MonkeyPatch, do: Do
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(spreadsheet_apps, "reachable", lambda: False)
    monkeypatch.setattr(actions, "open_path", lambda path: asked.append(path) or "No program here")
    assert "No program here" in do("open")
    assert not door.server.app.programs.running()
    monkeypatch.setattr(actions, "open_path", lambda path: asked.append(path) or "")
    page = do("open")
    assert "opens in a moment. Every save counts at once." in page
    assert "You can close this page" in page
    assert "Names of a round are written into it when you close it." in page
    assert asked == [workbook, workbook]
    assert door.server.app.programs.running() == [(WATCH, workbook.parent)]


def test_names_appear_where_libreoffice_opens_workbooks(
    door: Opened, workbook: Path, monkeypatch: pytest.MonkeyPatch, do: Do
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(spreadsheet_apps, "reachable", lambda: True)
    monkeypatch.setattr(actions, "open_in_libreoffice", lambda path: not asked.append(path))
    monkeypatch.setattr(actions, "open_path", lambda path: "The usual program")
    begun: list[list[str]] = []
    start = door.server.app.programs.start
    monkeypatch.setattr(
        door.server.app.programs, "start",
        lambda kind, root, words: begun.append([*words]) or start(kind, root, words),
    )  # fmt: skip
    assert "Names of a round appear in it while it is open." in do("open")
    assert asked == [workbook]
    program = door.server.app.programs.find(WATCH, workbook.parent)
    assert program
    assert program.began(Watching, PATIENCE)
    assert "--live" in begun[0]
    do("unwatch")
    web = EventFolder(workbook.parent).web
    web.parent.mkdir(exist_ok=True)
    web.write_text('{"link": "https://localhost:9/x.xlsx"}')
    assert "The usual program" in do("open")
    do("watch")
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

    monkeypatch.setattr(spreadsheet_apps, "libreoffice", lambda: "soffice")
    monkeypatch.setattr(spreadsheet_apps, "interpreter", lambda: "python3")
    monkeypatch.setattr(subprocess, "run", run)
    for platform, there in (("linux", found), ("win32", False), ("darwin", False)):
        monkeypatch.setattr(sys, "platform", platform)
        spreadsheet_apps.reachable.cache_clear()
        assert spreadsheet_apps.reachable() is there
    spreadsheet_apps.reachable.cache_clear()


def test_many_at_once_do_it_once(
    door: Opened, visitor: Visitor, workbook: Path, entry: Entry
) -> None:
    page = f"/event/{entry.id}/do"
    asks = ["watch", "next"] * 12
    with ThreadPoolExecutor(len(asks)) as pool:
        found = list(pool.map(lambda name: visitor.post(f"{page}/{name}").status, asks))
    assert found == [303] * len(asks)
    assert door.server.app.programs.running() == [(WATCH, workbook.parent)]
    loaded = opened_event(EventFolder(workbook.parent))
    assert [each.number for each in loaded.ledger.rounds] == [1]


def test_a_mistake_of_ours_ends_one_answer_and_no_more(
    door: Opened, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, entry: Entry
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setitem(actions.ACTIONS, "folder", ("more", fails))  # type: ignore[arg-type]
    answer = visitor.post(f"/event/{entry.id}/do/folder")
    assert (answer.status, "Something went wrong" in answer.text) == (500, True)
    assert any("RuntimeError: oh" in line for line in door.said)
    assert visitor.get("/").status == 200


def test_the_computer_is_looked_at(visitor: Visitor, workbook: Path, do: Do, entry: Entry) -> None:
    page = do("check")
    assert "ok      Workbook" in page
    assert "8 players, 0 rounds out" in page
    assert "Check this computer" in visitor.get(f"/event/{entry.id}/more").text


def test_a_workbook_on_the_web_is_followed_and_left_again(
    door: Opened, visitor: Visitor, workbook: Path, do: Do, entry: Entry
) -> None:
    assert "Paste the link" in do("follow")
    assert "cannot be followed" in do("follow", link="--live")
    assert not door.server.app.programs.running()
    do("watch")
    assert "cannot be followed" in do("follow", link="ftp://elsewhere/event.xlsx")
    assert door.server.app.programs.running() == [(WATCH, workbook.parent)]
    with WebServer(workbook.read_bytes()) as web:
        page = do("follow", link=web.link)
        assert "Runner watches the workbook on the web: every save counts." in page
        assert web.asked
        page = visitor.get(f"/event/{entry.id}/more").text
        assert web.link in page
        assert "withdraw the link" in page
    page = do("follow", link="here")
    assert "Runner watches the workbook in the folder again: every save counts." in page
    assert "Follow it" in visitor.get(f"/event/{entry.id}/more").text


# --- asking ---------------------------------------------------------------------------------------


"""Does something, and reads the page that says what came of it."""


def type_the_first_name_again(workbook: Path, below: int = 1) -> str:
    """Below the list of players, so that both lines are left out; the name."""
    event, _, layout = read(workbook.read_bytes())
    assert event
    assert layout.players
    cell = layout.players.cell("name", layout.players.last_row + below)
    assert cell
    name = event.players[0].name
    change = CellChange(layout.players.sheet, cell, name)
    workbook.write_bytes(edit(workbook.read_bytes(), [change]))
    return name


def made(workbook: Path) -> dict[str, bytes]:
    """All files but those that Runner looks things up in for itself."""
    found = workbook.parent.rglob("*")
    return {
        str(each): each.read_bytes()
        for each in found
        if each.is_file() and ".runner" not in str(each)
    }


def asked(page: str) -> tuple[str, dict[str, str]]:
    """Where the question's form goes, and what is hidden in it."""
    form = re.search(r'<form method="(?:post|get)" action="([^"]+)">(.*?)all the same', page, re.S)
    assert form, page
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', form[2])
    return form[1], {name: html.unescape(value) for name, value in fields}


@pytest.mark.parametrize(("name", "fields"), [
    ("next", {}), ("print", {"which": "players"}), ("rehearse", {"rounds": "1"}),
    ("show", {}), ("pages", {}),
])  # fmt: skip
def test_it_names_the_errors_and_asks(
    door: Opened, visitor: Visitor, workbook: Path, name: str, fields: dict[str, str],
    monkeypatch: pytest.MonkeyPatch, do: Do,
) -> None:  # fmt: skip
    monkeypatch.setattr(actions, "open_page", lambda _: True)
    twice = type_the_first_name_again(workbook)
    before = made(workbook)
    page = do(name, **fields)
    assert "open in the workbook" in page
    assert "Players!" in page
    assert html.escape(twice) in page
    assert made(workbook) == before
    assert not door.server.app.programs.running()
    action, hidden = asked(page)
    assert action.endswith(f"/do/{name}")
    assert fields.items() <= hidden.items()
    type_the_first_name_again(workbook)
    page = visitor.get(visitor.post(action, hidden).to).text
    assert "all the same" in page  # the errors are others now
    told = visitor.get(visitor.post(*asked(page)).to).text
    assert "all the same" not in told
    assert 'class="notice good"' in told, told


def test_an_export_asks_as_well(visitor: Visitor, workbook: Path, entry: Entry) -> None:
    type_the_first_name_again(workbook)
    answer = visitor.get(f"/event/{entry.id}/export")
    assert answer.status == 303
    action, hidden = asked(visitor.get(answer.to).text)
    query = "&".join(f"{name}={value}" for name, value in hidden.items())
    document = visitor.get(f"{action}?{query}")
    assert document.status == 200, query
    assert "attachment" in document.headers["Content-Disposition"]


# --- resume ---------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "own")
    for name in ("friday", "sunday"):
        an_event(tmp_path / "events" / name)
    return tmp_path / "events"


def address(door: Opened, name: str) -> str:
    entries = door.server.app.events.entries(wait=PATIENCE)
    return next(f"/event/{each.id}" for each in entries if each.root.name == name)


def watched(door: Opened) -> set[str]:
    running = door.server.app.programs.running()
    return {root.name for kind, root in running if kind == WATCH}


def first_page(door: Opened, visitor: Visitor) -> str:
    door.server.app.events.entries(wait=PATIENCE)
    return visitor.get("/").text


def test_one_button_begins_all_of_it_again(folder: Path) -> None:
    with opened(folder) as door:
        visitor = door.visitor()
        assert "When Runner ended" not in first_page(door, visitor)
        for name in ("friday", "sunday"):
            visitor.post(f"{address(door, name)}/do/watch")
        visitor.post(f"{address(door, 'friday')}/do/show")
        visitor.post(f"{address(door, 'sunday')}/do/unwatch")
        assert "When Runner ended" not in first_page(door, visitor)
    with opened(folder) as door:
        visitor = door.visitor()
        page = first_page(door, visitor)
        assert "it watched “" in page
        assert "” and showed it in the hall." in page
        assert not watched(door)
        page = visitor.get(visitor.post("/go-on").to).text
        assert "All of it goes on." in page
        assert "When Runner ended" not in page
        assert watched(door) == {"friday"}
        assert (HALL, folder / "friday") in door.server.app.programs.running()


def test_what_is_left_is_offered_no_more(folder: Path) -> None:
    with opened(folder) as door:
        door.visitor().post(f"{address(door, 'friday')}/do/watch")
    with opened(folder) as door:
        visitor = door.visitor()
        assert "Go on with it" in first_page(door, visitor)
        assert "It stays as it is." in visitor.get(visitor.post("/leave").to).text
        assert "There is nothing to go on with." in visitor.get(visitor.post("/go-on").to).text
        assert not watched(door)
    assert not list(ToResume())


def test_what_somebody_else_watches_or_is_not_here_is_not_offered(folder: Path) -> None:
    with opened(folder) as door:
        for name in ("friday", "sunday"):
            door.visitor().post(f"{address(door, name)}/do/watch")
    (folder / "sunday").rename(folder.parent / "elsewhere")
    with opened(folder) as door, opened(folder) as other:
        other.visitor().post(f"{address(other, 'friday')}/do/watch")
        until(lambda: "Watched in another window" in first_page(door, door.visitor()), "")
        assert "When Runner ended" not in first_page(door, door.visitor())
    (folder.parent / "elsewhere").rename(folder / "sunday")
    with opened(folder) as door:
        assert "When Runner ended" in first_page(door, door.visitor())


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[["watch"]]', '{"a": 1}', "[[1, 2]]", "null"])
def test_a_damaged_memory_is_none(folder: Path, damage: str) -> None:
    own = folder.parent / "own"
    own.mkdir()
    (own / "running.json").write_text(damage)
    assert not list(ToResume())


def test_where_nothing_can_be_remembered_all_else_works(folder: Path) -> None:
    (folder.parent / "own").write_text("a file where the folder would be")
    with opened(folder) as door:
        visitor = door.visitor()
        visitor.post(f"{address(door, 'friday')}/do/watch")
        assert watched(door) == {"friday"}


# --- without terminal -----------------------------------------------------------------------------


def test_a_name_is_taken_out_and_the_watch_goes_on(
    door: Opened, visitor: Visitor, workbook: Path, entry: Entry
) -> None:
    def do(action: str, /, **fields: str) -> str:
        answer = visitor.post(f"/event/{entry.id}/do/{action}", fields)
        page = visitor.get(answer.to).text
        said = html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", page, flags=re.S))
        assert not re.search(rf"\brunner (?:{'|'.join(COMMANDS)})\b|Ctrl|(?<!\S)--\w", said), said
        return page

    event, _, _ = read(workbook.read_bytes())
    assert event
    name = event.players[2].name
    do("next")
    do("watch")
    assert "Type the name" in do("erase", name=" ")
    before = workbook.read_bytes()
    assert "Nobody in this event is called" in do("erase", name="Ann Other")
    page = do("erase", name=name, also="Ossie")
    assert "No undo" in page
    assert workbook.read_bytes() == before
    form = re.search(r'<form method="post" action="([^"]+erase)">(.*?)for good', page, re.S)
    assert form
    hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[2]))
    assert hidden["also"] == "Ossie"
    told = visitor.get(visitor.post(form[1], {k: html.unescape(v) for k, v in hidden.items()}).to)
    assert 'class="notice good"' in told.text, told.text
    for file in workbook.parent.rglob("*"):
        assert not file.is_file() or name.encode() not in file.read_bytes(), file
    assert door.server.app.programs.running() == [(WATCH, workbook.parent)]
    assert "out the same" in do("verify")
    assert "nothing to compare" in do("compare")

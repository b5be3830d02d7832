"""A workbook on the web comes into the event's folder when it has changed, and nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Event as Flag
from threading import Thread

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from runner.app.event_folder import EventFolder
from runner.app.web_workbook import copy
from runner.app.web_workbook.copy import Web
from runner.app.web_workbook.fetch import FetchError
from runner.app.web_workbook.follow import Follower
from runner.cli import main
from runner.core.problems import Problem
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support import processes
from tests.support.events import swiss
from tests.support.folders import new_workbook, opened
from tests.support.reported import into
from tests.support.waiting import until
from tests.support.web_server import Asked, WebServer, as_google_exports

NEW = new_workbook(swiss(8, 3))
OTHER = edit(NEW, [CellChange("Round 1", "J5", "a note")])


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer(as_google_exports(NEW)) as server:
        yield server


class Desk:
    """Who follows the workbook, what was said, and what the desk shows of it."""

    def __init__(self, root: Path, web: WebServer) -> None:
        self.folder = EventFolder(root / "friday")
        self.said: list[str] = []
        self.troubles: list[Problem] = []
        known = copy.followed(self.folder) or Web(web.link)
        self.follower = Follower(
            self.folder, known, into(self.said), self._trouble, self.troubles.remove,
            every=10.0, each=5.0, most=10.0,
        )  # fmt: skip

    def _trouble(self, problem: Problem) -> None:
        if problem not in self.troubles:
            self.troubles.append(problem)

    @property
    def workbook(self) -> Path:
        return self.folder.root / "friday.xlsx"

    def look(self) -> float:
        return self.follower.look()


def test_the_copy_is_another_only_where_the_content_is(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    assert desk.follower.get()
    first = desk.workbook.read_bytes()
    web.data = as_google_exports(NEW, export=1)
    assert web.data != first
    assert not desk.follower.get()
    assert desk.workbook.read_bytes() == first
    web.data = as_google_exports(OTHER, export=2)
    assert desk.follower.get()
    assert desk.workbook.read_bytes() == web.data
    assert not list((tmp_path / "friday").glob("restored/*"))


def test_after_a_start_anew_only_what_has_changed_is_fetched(
    tmp_path: Path, web: WebServer
) -> None:
    Desk(tmp_path, web).follower.get()
    assert not Desk(tmp_path, web).follower.get()
    assert "If-None-Match" in web.asked[-1][1]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"  <!doctype html><title>Sign in</title>", "asks for a sign-in"),
        (b"", "empty"),
        (b"%PDF-1.7", "not an Excel workbook"),
        (b"name,club\r\nAna,\r\n", "not an Excel workbook"),
        (NEW[: len(NEW) // 2], "damaged"),
        (b"PK\x03\x04" + bytes(500), "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "old kind"),
    ],
)
def test_what_is_no_workbook_leaves_the_last_one(
    tmp_path: Path, web: WebServer, body: bytes, words: str
) -> None:
    desk = Desk(tmp_path, web)
    web.data = body
    with pytest.raises(FetchError, match=words):
        desk.follower.get()
    assert not desk.folder.root.exists()
    web.data = as_google_exports(NEW)
    desk.follower.get()
    web.data = body
    desk.look()
    desk.look()
    assert desk.workbook.read_bytes() == as_google_exports(NEW)
    assert [words in line for line in desk.said] == [True]
    assert [words in str(each) for each in desk.troubles] == [True]
    web.data = as_google_exports(OTHER)
    desk.look()
    assert desk.said[1:] == ["✓ The workbook on the web can be fetched again."]
    assert desk.troubles == []
    assert desk.workbook.read_bytes() == web.data


def test_a_workbook_of_somebody_elses_is_not_taken_for_the_event(
    tmp_path: Path, web: WebServer
) -> None:
    desk = Desk(tmp_path, web)
    web.data = _without_sheets()
    with pytest.raises(FetchError, match="none that Runner has made"):
        desk.follower.get()
    assert not desk.folder.web.exists()


def _without_sheets() -> bytes:
    made = BytesIO()
    Workbook().save(made)
    return made.getvalue()


def test_without_a_network_it_is_said_once_and_once_that_it_is_back(
    tmp_path: Path, web: WebServer
) -> None:
    desk = Desk(tmp_path, web)
    desk.look()

    def away(asked: Asked) -> None:
        asked.close_connection = True

    web.answer = away
    desk.look()
    assert desk.said == []  # one failure alone is soon over
    for _ in range(4):
        assert desk.look() <= 60.0 * 1.25
    (line,) = desk.said
    assert "goes on with the one of " in line
    desk.troubles.clear()  # as a run does
    desk.look()
    assert len(desk.troubles) == 1
    assert len(desk.said) == 1
    web.answer = None
    desk.look()
    assert desk.said[1:] == ["✓ The workbook on the web can be fetched again."]
    assert desk.troubles == []


def test_a_server_that_asks_for_a_pause_gets_it(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    web.answer = lambda asked: asked.reply(429, Retry_After="200")
    assert 200 <= desk.look() <= 400
    web.answer = lambda asked: asked.reply(503, Retry_After="999999999")
    assert desk.look() <= 900
    web.answer = lambda asked: asked.reply(500)
    pauses = [desk.look() for _ in range(12)]
    assert max(pauses) <= 300 * 1.25
    assert pauses[-1] > 100
    web.answer = None
    assert 9 <= desk.look() <= 11


def test_what_is_typed_into_the_copy_is_kept_aside_and_told(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    desk.workbook.write_bytes(OTHER)
    desk.look()
    assert desk.workbook.read_bytes() == web.data
    (kept,) = desk.folder.root.glob("restored/*.xlsx")
    assert kept.read_bytes() == OTHER
    assert any(str(kept) in line for line in desk.said)
    assert desk.folder.workbook() == desk.workbook
    desk.look()
    assert len(desk.said) == 1


def test_a_copy_that_is_gone_comes_again(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    desk.workbook.unlink()
    desk.look()
    assert desk.workbook.read_bytes() == web.data
    assert desk.said == []


def test_an_event_that_was_here_first_is_kept_aside(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.folder.root.mkdir()
    desk.workbook.write_bytes(OTHER)
    desk.look()
    (kept,) = desk.folder.root.glob("restored/*.xlsx")
    assert kept.read_bytes() == OTHER


def test_a_copy_that_cannot_be_replaced_is_tried_again(
    tmp_path: Path, web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    web.data = as_google_exports(OTHER)

    def held(path: Path, data: bytes, *, mode: int = 0) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(copy, "replace_synced", held)
        desk.look()
    assert "not allowed to write" in desk.said[0]
    desk.look()
    assert desk.workbook.read_bytes() == web.data


@pytest.mark.thorough
def test_nothing_goes_back_into_the_copy(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    arguments = ["next", str(desk.folder.root), "--site", str(tmp_path / "site")]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert "Round 1 is out" in done.output
    assert desk.workbook.read_bytes() == web.data
    now = opened(desk.folder)
    assert now.on_the_web
    assert (now.wanted_cells, now.missing_sheets) == ([], [])
    copy.forget(desk.folder)
    assert opened(desk.folder).wanted_cells


def test_made_up_results_and_taking_out_a_name_wait_until_the_copy_counts(
    tmp_path: Path, web: WebServer
) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    for words in (["rehearse", str(desk.folder.root), "--site", str(tmp_path / "site")],
                  ["erase", str(desk.folder.root), "P001"]):  # fmt: skip
        done = CliRunner().invoke(main, words)
        assert done.exit_code != 0
        assert "on the web" in done.output
    assert desk.workbook.read_bytes() == web.data


def test_a_note_that_is_damaged_is_not_followed(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.look()
    for text in ("", "[]", "{", "null", '"x"'):
        desk.folder.web.write_text(text)
        assert copy.followed(desk.folder) is None
        done = CliRunner().invoke(main, ["watch", str(desk.folder.root)])
        assert "Give the link again" in done.output


def test_a_link_that_leads_nowhere_ends_the_command_and_makes_nothing(
    tmp_path: Path, web: WebServer
) -> None:
    web.answer = lambda asked: asked.reply(404)
    for link, words in ((web.link, "nothing at the link"), ("friday.xlsx", "not a link")):
        done = CliRunner().invoke(main, ["watch", str(tmp_path / "friday"), "--from", link])
        assert done.exit_code == 1
        assert words in done.output
    assert not (tmp_path / "friday").exists()


@pytest.mark.thorough
def test_saves_that_come_while_it_is_fetched_all_come_whole(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    over, notes = Flag(), 40

    def save() -> None:
        for at in range(notes):
            changed = edit(NEW, [CellChange("Round 1", "J5", f"note {at}")])
            web.data = as_google_exports(changed, export=at)
        over.set()

    Thread(target=save, daemon=True).start()
    while not over.is_set():
        desk.look()
        assert opened(desk.folder).event.name
    desk.look()
    assert desk.workbook.read_bytes() == web.data
    assert desk.said == []


def test_two_that_follow_the_same_workbook_do_no_harm(tmp_path: Path, web: WebServer) -> None:
    one, two = Desk(tmp_path, web), Desk(tmp_path, web)
    one.look()
    two.look()
    web.data = as_google_exports(OTHER)
    one.look()
    two.look()
    assert one.workbook.read_bytes() == web.data
    assert (one.said, two.said) == ([], [])


def test_the_follower_ends_when_it_is_told_to(tmp_path: Path, web: WebServer) -> None:
    desk, stop = Desk(tmp_path, web), Flag()
    thread = Thread(target=desk.follower.run, args=(stop,), daemon=True)
    thread.start()
    stop.set()
    until(lambda: not thread.is_alive())


@pytest.mark.skipif(sys.platform == "win32", reason="who may read a file is not in its mode there")
def test_the_link_can_be_read_by_this_user_alone(tmp_path: Path, web: WebServer) -> None:
    desk = Desk(tmp_path, web)
    desk.folder.root.mkdir()
    desk.look()
    assert desk.folder.web.stat().st_mode & 0o777 == 0o600


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_the_link_does_not_stand_in_the_arguments_of_a_watch(
    tmp_path: Path, web: WebServer
) -> None:
    folder = EventFolder(tmp_path / "friday")
    for words in ((f"--from={web.link}",), ("--from", web.link), ()):
        command = [*processes.module("runner"), "watch", str(folder.root), "--with-input", *words]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=processes.ROOT
        ) as program:
            assert program.stdin
            assert program.stdout
            said = iter(program.stdout.readline, "")
            assert any(line.startswith("Following the workbook") for line in said)
            arguments = Path(f"/proc/{program.pid}/cmdline").read_text(encoding="utf-8")
            assert "watch" in arguments
            assert web.link not in arguments
            if not words:
                assert folder.web.stat().st_mode & 0o777 == 0o600
            folder.web.chmod(0o644)  # as an earlier version left it
            program.stdin.close()
            program.stdout.read()
        assert program.returncode == 0

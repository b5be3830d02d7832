"""A watch ends only when it is told to, whatever becomes of its terminal, files and folder."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from runner.app.watch import BEAT
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.asked import asked_for_round_1
from tests.support.commands import run
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals and files"),
]


Out = int | IO[bytes] | None


class Watched:
    def __init__(self, place: Path, out: Out, **more: object) -> None:
        self.event, self.site = place / "friday", place / "site"
        self.book = self.event / "friday.xlsx"
        self.program = subprocess.Popen(
            [sys.executable, "-m", "runner", "watch", str(self.event), "--site", str(self.site),
             "--no-slips", "--no-proof"],
            stdout=out, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **more,
        )  # type: ignore[call-overload]  # fmt: skip
        self._saves = 0

    def desk(self) -> str:
        path = self.event / "desk.html"
        return path.read_text() if path.is_file() else ""

    def until_out(self) -> None:
        until(lambda: "Round 1" in self.page(), "round 1")

    def page(self) -> str:
        path = self.site / "index.html"
        return path.read_text() if path.is_file() else ""

    def follows(self) -> None:
        self._saves += 1
        name = f"Save {self._saves}"
        data = edit(asked_for_round_1(), [CellChange("Event", "B4", name)])
        new = self.event / "new"
        new.write_bytes(data)
        new.replace(self.book)
        until(lambda: name in self.page(), f"{name}: {self.program.poll()}")

    def alive(self) -> dict[str, object]:
        script = (self.event / ".runner" / "desk-alive.js").read_text()
        found: dict[str, object] = json.loads(script[script.index("{") : script.rindex("}") + 1])
        return found

    def ends(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Told to; returns what it complained of."""
        assert self.program.poll() is None
        self.program.send_signal(how)
        _, complaints = self.program.communicate(timeout=PATIENCE)
        assert self.program.returncode == 0, complaints
        return complaints.decode()


@contextmanager
def watched(place: Path, out: Out = subprocess.DEVNULL, **more: object) -> Iterator[Watched]:
    (place / "friday").mkdir(exist_ok=True)
    if not (place / "friday" / "friday.xlsx").is_symlink():
        (place / "friday" / "friday.xlsx").write_bytes(asked_for_round_1())
    watch = Watched(place, out, **more)
    try:
        yield watch
    finally:
        watch.program.kill()
        watch.program.communicate()


# --- its terminal ---------------------------------------------------------------------------------


def closed_output() -> None:
    os.close(1)


def quiet_terminal() -> None:
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)


def test_its_reader_may_end(tmp_path: Path) -> None:
    with watched(tmp_path, subprocess.PIPE) as watch:
        watch.program.stdout.readline()
        watch.program.stdout.close()
        watch.program.stdout = None
        watch.follows()
        watch.book.write_bytes(b"no workbook")
        until(lambda: "cannot be used" in watch.desk(), "an error")
        watch.follows()
        assert watch.ends() == ""


def test_nobody_may_read_what_it_says(tmp_path: Path) -> None:
    """A pipe that is full: 64 kB are soon said, on a day of many mistakes."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writing, True)
    with watched(tmp_path, writing) as watch:
        watch.follows()
        watch.follows()
        began = time.monotonic()
        assert watch.ends() == ""
        assert time.monotonic() - began < 30
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("out", ["full", "closed", "never waits"])
def test_its_output_may_fail(tmp_path: Path, out: str) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with Path("/dev/full").open("wb") as full:
        to: Out = {"full": full, "never waits": writing}.get(out, subprocess.DEVNULL)
        before = closed_output if out == "closed" else None
        with watched(tmp_path, to, preexec_fn=before) as watch:
            watch.follows()
            watch.follows()
            assert watch.ends() == ""
    os.close(reading)
    os.close(writing)


def test_its_terminal_may_stand_still(tmp_path: Path) -> None:
    """Ctrl-S, by mistake for saving."""
    keyboard, window = pty.openpty()
    with watched(tmp_path, window) as watch:
        watch.until_out()
        os.write(keyboard, b"\x13")
        time.sleep(0.3)
        for _ in range(3):
            watch.follows()
        began = time.monotonic()
        assert watch.ends() == ""
        assert time.monotonic() - began < 30
    os.close(keyboard)
    os.close(window)


def test_its_terminal_may_stand_still_from_the_start_and_then_tells_all(tmp_path: Path) -> None:
    keyboard, window = pty.openpty()
    os.write(keyboard, b"\x13")
    time.sleep(0.2)
    with watched(tmp_path, window) as watch:
        watch.follows()
        os.write(keyboard, b"\x11")
        said = b""
        while b"Round 1 is out" not in said:
            said += os.read(keyboard, 4096)
        assert b"Watching" in said
        assert watch.ends() == ""
    os.close(keyboard)
    os.close(window)


def test_its_window_may_be_gone_where_that_is_to_be_no_end(tmp_path: Path) -> None:
    """Under nohup, or with disown: writing to a terminal that is gone fails."""
    keyboard, window = pty.openpty()
    ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    with watched(tmp_path, window, preexec_fn=ignore) as watch:
        watch.until_out()
        os.close(window)
        os.close(keyboard)
        watch.follows()
        assert watch.ends() == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_its_console_may_know_few_letters(tmp_path: Path, encoding: str) -> None:
    said = tmp_path / "said"
    environment = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONUTF8": "0"}
    with said.open("wb") as heard, watched(tmp_path, heard, env=environment) as watch:
        watch.until_out()
        watch.book.write_bytes(b"no workbook")
        until(lambda: b"cannot be used" in said.read_bytes(), "the error is said")
        watch.follows()
        assert watch.ends() == ""


# --- its files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["circle", "pipe", "folder"])
def test_commands_say_what_is_in_the_place_of_the_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday").mkdir()
    odd(Path("friday/friday.xlsx"), kind)
    for command in ("build", "status", "next", "print", "watch", "export"):
        assert "friday.xlsx is not a file" in run(command, "friday", code=1)


def away(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def odd(path: Path, kind: str) -> None:
    makes: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(path),
        "folder": path.mkdir,
        "circle": lambda: path.symlink_to(path.name),
        "device": lambda: path.symlink_to("/dev/zero"),
    }
    makes[kind]()


PLACES = (
    "friday.xlsx", ".~lock.friday.xlsx#", "~$friday.xlsx", "other.xlsx", "friday.ods", "desk.html",
    "workbook.txt", ".runner/site.json", ".runner/saves/000001.json", ".runner/desk-alive.js",
    "../site/index.html", "../site/.manifest.json", "../site/data",
)  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["pipe", "folder", "circle", "device"] if SOAKING else ["pipe"])
def test_whatever_stands_in_the_place_of_a_file_nobody_hangs_and_the_watch_goes_on(
    tmp_path: Path, kind: str
) -> None:
    with watched(tmp_path) as watch:
        watch.follows()
        for name in PLACES:
            path, aside = watch.event / name, tmp_path / "aside"
            if path.exists():
                path.rename(aside)
            odd(path, kind)
            if name == "friday.xlsx":
                until(lambda: "friday.xlsx is not a file" in watch.desk(), "the desk")
            else:
                between = [CellChange("Event", "B4", "Between")]
                watch.book.write_bytes(edit(asked_for_round_1(), between))
                time.sleep(0.7)
            away(path)
            if aside.exists():
                aside.rename(path)
            watch.follows()
        assert watch.ends() == ""


@pytest.mark.parametrize("kind", ["pipe", "folder", "circle"])
def test_a_ledger_that_is_no_file_stops_what_is_published_with_a_sentence(
    tmp_path: Path, kind: str
) -> None:
    with watched(tmp_path) as watch:
        watch.until_out()
        ledger = watch.event / "ledger.jsonl"
        aside = ledger.with_name("aside")
        ledger.rename(aside)
        odd(ledger, kind)
        watch.book.write_bytes(edit(asked_for_round_1(), [CellChange("Event", "B4", "Between")]))
        until(lambda: "ledger.jsonl" in watch.desk(), "the desk")
        away(ledger)
        aside.rename(ledger)
        watch.follows()
        assert watch.ends() == ""


def test_a_workbook_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("may read everything")
    with watched(tmp_path) as watch:
        watch.until_out()
        watch.book.chmod(0)
        until(lambda: "may not" in watch.desk(), "the desk")
        watch.book.chmod(0o600)
        watch.follows()


# --- its folder -----------------------------------------------------------------------------------


def test_a_folder_that_was_moved_is_not_made_again_and_comes_back(tmp_path: Path) -> None:
    aside = tmp_path / "aside"
    said = tmp_path / "said"
    with said.open("wb") as heard, watched(tmp_path, heard) as watch:
        watch.until_out()
        watch.event.rename(aside)
        until(lambda: b"is gone" in said.read_bytes(), "it says so")
        time.sleep(BEAT + 1)
        assert not watch.event.exists(), [*watch.event.rglob("*")]
        aside.rename(watch.event)
        watch.follows()
        assert watch.ends() == ""


def test_a_workbook_that_was_moved_alone_leaves_its_desk(tmp_path: Path) -> None:
    with watched(tmp_path) as watch:
        watch.until_out()
        watch.book.rename(tmp_path / "aside.xlsx")
        until(lambda: "friday.xlsx is missing" in watch.desk(), "the desk")
        watch.follows()


# --- its end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "why"),
    [(signal.SIGINT, "it was ended in its window"),
     (signal.SIGTERM, "the system told it to end"),
     (signal.SIGHUP, "its terminal’s window was closed")],
)  # fmt: skip
def test_the_desk_says_why_it_ended(tmp_path: Path, how: signal.Signals, why: str) -> None:
    hear = lambda: [signal.signal(each, signal.SIG_DFL) for each in (signal.SIGINT, how)]  # noqa: E731
    with watched(tmp_path, preexec_fn=hear) as watch:
        watch.until_out()
        assert watch.alive()["why"] == ""
        assert watch.ends(how) == ""
        assert watch.alive()["watching"] is False
        assert watch.alive()["why"] == why

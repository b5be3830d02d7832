"""The end of a watch: quiet, with its desk told, however it is ended."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from runner.app.shutdown import ended_by_signals
from tests.support import processes
from tests.support.asked import ASKED
from tests.support.processes.watch_in_noise import keep_busy
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough


def test_a_watch_that_stops_in_the_midst_of_events_complains_of_nothing(tmp_path: Path) -> None:
    """In a process of its own: pytest takes for itself what nobody else listens to."""
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(b"x")
    ran = processes.run("watch_in_noise", workbook, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def hear_signals() -> None:
    """As a program does in a terminal, also where the tests were started with nohup."""
    for way in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(way, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_the_command_ends_quietly_by_whatever_it_is_ended(tmp_path: Path) -> None:
    ways = ["SIGINT", "SIGTERM", "SIGHUP", "folder deleted, then SIGINT"]
    runner = [sys.executable, "-m", "runner", "watch"]
    over = threading.Event()
    programs = {}
    for number, way in enumerate(ways):
        event = tmp_path / str(number)
        event.mkdir()
        (event / "friday.xlsx").write_bytes(ASKED)
        site = tmp_path / f"site {number}"
        said = tmp_path / f"said {number}"
        with said.open("wb") as heard:
            programs[way] = event, said, subprocess.Popen(
                [*runner, str(event), "--site", str(site), "--no-slips", "--no-proof"],
                stdout=heard, stderr=subprocess.PIPE, text=True, preexec_fn=hear_signals,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        threading.Thread(target=keep_busy, args=(event, over), daemon=True).start()
    for way, (_, said, _) in programs.items():
        until(lambda said=said: "Round 1 is out" in said.read_text(), way)  # type: ignore[misc]
    for way, (event, _, program) in programs.items():
        if way.startswith("folder"):
            shutil.rmtree(event, ignore_errors=True)
            program.send_signal(signal.SIGINT)
        else:
            program.send_signal(getattr(signal, way))
        _, complaints = program.communicate(timeout=PATIENCE)
        assert (complaints, program.returncode) == ("", 0), way
        if event.exists() and not way.startswith("folder"):
            assert '"watching": false' in (event / ".runner" / "desk-alive.js").read_text(), way
            assert (event / ".runner" / "watching.lock").read_bytes() == b"", way
    over.set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_watch_started_with_nohup_goes_on_when_its_terminal_is_closed() -> None:
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = threading.Event()
    try:
        with ended_by_signals(stop):
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop.is_set()
            os.kill(os.getpid(), signal.SIGTERM)
            assert stop.wait(PATIENCE)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, ignored)


def test_a_signal_that_another_than_python_sees_to_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda kind: None)
    taken: list[int] = []
    monkeypatch.setattr(signal, "signal", lambda kind, handler: taken.append(kind))
    with ended_by_signals(threading.Event()):
        assert taken == []
    assert taken == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_what_is_done_beside_the_watch_is_said_on_lines_of_its_own(tmp_path: Path) -> None:
    import pty

    (tmp_path / "friday.xlsx").write_bytes(ASKED)
    window, end = pty.openpty()
    command = [sys.executable, "-m", "runner", "watch", str(tmp_path), "--no-proof"]
    program = subprocess.Popen(
        [*command, "--site", str(tmp_path / "site")], stdin=end, stdout=end, stderr=end
    )
    os.close(end)
    seen = bytearray()
    reader = threading.Thread(target=read_all, args=(window, seen), daemon=True)
    reader.start()
    try:
        until(lambda: re.search(rb"Slips: [^\r\n]+\r\n", bytes(seen)) is not None, seen)
    finally:
        program.terminate()
        program.wait(PATIENCE)
        reader.join(PATIENCE)
        os.close(window)
    lines = re.split(rb"[\r\n]+", bytes(seen).replace(b"\x1b[2K", b""))
    assert [each for each in lines if b"Slips: " in each and not each.startswith(b"Slips: ")] == []


def read_all(window: int, seen: bytearray) -> None:
    """All that comes on a terminal, until its last program has ended."""
    try:
        while more := os.read(window, 65536):
            seen += more
    except OSError:  # so says Linux
        return

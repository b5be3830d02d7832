"""The end of a watch: quiet, with its desk told, however it is ended."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from test_odd_places import ASKED

pytestmark = pytest.mark.thorough


def keep_busy(folder: Path, over: threading.Event) -> None:
    """Files that come and change all the time, as an editor's and a sync folder's do."""
    number = 0
    while not over.is_set():
        number += 1
        try:
            (folder / f"noise {number % 7}").write_bytes(b"x" * number)
        except OSError:
            time.sleep(0.01)


IN_A_PROCESS_OF_ITS_OWN = """
import sys, threading, time
from pathlib import Path
from runner.watch import Callbacks, watch
from test_watch_ends import keep_busy
workbook, over = Path(sys.argv[1]), threading.Event()
threading.Thread(target=keep_busy, args=(workbook.parent, over), daemon=True).start()
for _ in range(15):
    stop = threading.Event()
    threading.Timer(0.12, stop.set).start()
    watch(workbook, Callbacks(lambda data: None), stop=stop)
over.set()
"""


def test_a_watch_that_stops_in_the_midst_of_events_complains_of_nothing(tmp_path: Path) -> None:
    """In a process of its own: pytest takes for itself what nobody else listens to."""
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(b"x")
    command = [sys.executable, "-c", IN_A_PROCESS_OF_ITS_OWN, str(workbook)]
    ran = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


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
        programs[way] = event, subprocess.Popen(
            [*runner, str(event), "--site", str(site), "--no-slips", "--no-proof"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        threading.Thread(target=keep_busy, args=(event, over), daemon=True).start()
    for event, _ in programs.values():
        end = time.monotonic() + 60
        while not (event / "desk.html").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
    time.sleep(1)
    for way, (event, program) in programs.items():
        if way.startswith("folder"):
            shutil.rmtree(event, ignore_errors=True)
            program.send_signal(signal.SIGINT)
        else:
            program.send_signal(getattr(signal, way))
        said, complaints = program.communicate(timeout=30)
        assert (complaints, program.returncode) == ("", 0), way
        assert "Round 1 is out" in said, way
        if event.exists() and not way.startswith("folder"):
            assert '"watching": false' in (event / ".runner" / "desk-alive.js").read_text(), way
            assert (event / ".runner" / "watching.lock").read_bytes() == b"", way
    over.set()

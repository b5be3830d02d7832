"""One front door for each user, however the last one ended, and no program left behind."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.doors import DoorProgram, Visitor, an_event
from tests.support.soak import some
from tests.support.waiting import PATIENCE, until

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="the signals of other systems"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with an event in the usual place."""
    made = tmp_path / "home"
    folder = made / "Documents" / "Runner"
    folder.mkdir(parents=True)
    an_event(folder / "friday")
    return made


def the_event(visitor: Visitor) -> str:
    page = visitor.get("/").text
    return page.split('href="/event/')[1].split('"')[0]


def children(home: Path) -> list[str]:
    """The programs that run for events of that home."""
    found = subprocess.run(["ps", "-wweo", "pid,args"], capture_output=True, text=True, check=True)
    return [line for line in found.stdout.splitlines() if str(home) in line and "-m runner" in line]


def test_it_ends_cleanly_and_leaves_no_file(home: Path) -> None:
    first = DoorProgram(home, "door", "--no-browser", "--port", "0")
    assert first.visitor().get("/").status == 200
    assert first.end() == 0
    assert "Runner has ended" in first.said
    assert not (home / ".config" / "Runner" / "door.json").exists()


def test_a_second_start_brings_up_the_first(home: Path) -> None:
    first = DoorProgram(home)
    first.key()
    second = DoorProgram(home, said="second.txt")
    assert second.visitor().get("/").status == 200
    assert second.process.wait(PATIENCE) == 0
    assert "Runner runs already" in second.said
    assert second.key()[0] == first.key()[0]
    assert first.end() == 0


def test_only_this_user_can_read_the_secret(home: Path) -> None:
    first = DoorProgram(home)
    first.key()
    state = home / ".config" / "Runner" / "door.json"
    assert state.stat().st_mode & 0o077 == 0
    assert json.loads(state.read_text())["secret"] not in first.said
    first.end()


@pytest.mark.soak
@pytest.mark.parametrize(
    "way", some([signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL], 3)
)
def test_however_it_ends_nothing_is_left_behind(home: Path, way: signal.Signals) -> None:
    first = DoorProgram(home)
    visitor = first.visitor()
    event = the_event(visitor)
    assert visitor.post(f"/event/{event}/do/watch").status == 303
    assert visitor.post(f"/event/{event}/do/show").status == 303
    until(lambda: len(children(home)) >= 2, children(home))
    workbook = home / "Documents" / "Runner" / "friday" / "friday.xlsx"
    before = workbook.read_bytes()
    first.process.send_signal(way)
    first.process.wait(PATIENCE)
    until(lambda: not children(home), children(home))
    assert workbook.read_bytes() == before
    again = DoorProgram(home)
    visitor = again.visitor()
    assert "Nobody watches the workbook" in visitor.get(f"/event/{event}").text
    assert visitor.post(f"/event/{event}/do/watch").status == 303
    assert "Runner watches the workbook" in visitor.get(f"/event/{event}").text
    again.end()
    assert not children(home)


def test_a_file_of_a_door_that_was_killed_is_seen_as_such(home: Path) -> None:
    own = home / ".config" / "Runner"
    own.mkdir(parents=True)
    (own / "door.json").write_text('{"port": 9, "secret": "x"}')
    first = DoorProgram(home)
    assert first.visitor().get("/").status == 200
    first.end()


def test_quit_on_the_page_ends_it(home: Path) -> None:
    first = DoorProgram(home)
    visitor = first.visitor()
    event = the_event(visitor)
    visitor.post(f"/event/{event}/do/watch")
    assert "Runner has ended" in visitor.post("/quit").text
    until(lambda: first.process.poll() is not None, first.said)
    assert first.process.returncode == 0
    assert not children(home)

"""The same with LibreOffice itself holding the workbook open, typing, saving and closing."""

import subprocess
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from test_write_back import BASE, NAMES, text

from runner.watch import Callbacks, watch
from runner.workbook.write_back import Outcome, WriteBack, write_back

pytestmark = [
    pytest.mark.office,
    pytest.mark.skipif(
        not Path("/usr/lib/python3/dist-packages/uno.py").exists(),
        reason="needs LibreOffice's own Python bridge",
    ),
]

BRIDGE = """
import sys, time, uno
from com.sun.star.beans import PropertyValue
pipe, url = sys.argv[1:]
resolve = uno.getComponentContext().ServiceManager.createInstance(
    "com.sun.star.bridge.UnoUrlResolver").resolve
for _ in range(300):
    try:
        context = resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
book = None
print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.rstrip("\\n").split(" ", 2)
    if word == "open":
        hidden = PropertyValue("Hidden", 0, True, 0)
        book = desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))
    elif word == "type":
        book.Sheets.getByIndex(0).getCellRangeByName(rest[0]).setString(rest[1])
    elif word == "save":
        book.store()
    elif word == "close":
        book.close(True)
    elif word == "quit":
        desktop.terminate()
    print("ok", flush=True)
"""


class Office:
    """A LibreOffice without a window that opens one file and does what it is told."""

    def __init__(self, path: Path) -> None:
        pipe = f"runner-{path.parent.name}"
        profile = (path.parent / "profile").as_uri()
        self.office = subprocess.Popen(
            ["soffice", f"-env:UserInstallation={profile}", "--headless", "--norestore",
             f"--accept=pipe,name={pipe};urp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.bridge = subprocess.Popen(
            ["/usr/bin/python3", "-c", BRIDGE, pipe, path.as_uri()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.hear("ready")

    def hear(self, word: str) -> None:
        assert self.bridge.stdout is not None
        assert self.bridge.stdout.readline().strip() == word

    def __call__(self, order: str) -> None:
        assert self.bridge.stdin is not None
        self.bridge.stdin.write(order + "\n")
        self.bridge.stdin.flush()
        self.hear("ok")

    def quit(self) -> None:
        self.bridge.communicate("quit\n", timeout=20)
        self.office.wait(timeout=20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "event.xlsx"
    file.write_bytes(BASE)
    return file


@pytest.fixture
def office(path: Path) -> Iterator[Office]:
    office = Office(path)
    yield office
    office.quit()


def now(path: Path) -> WriteBack:
    return write_back(path, sha256(path.read_bytes()).hexdigest(), NAMES, unlocked_for=0)


def test_names_wait_while_libreoffice_has_it_open_and_survive_its_saves(
    path: Path, office: Office
) -> None:
    office("open")
    report = now(path)
    assert report.outcome is Outcome.WAITING
    assert "Round 1: 2 rows wait. event.xlsx is open in LibreOffice" in report.why
    office("type D2 2-0")
    office("save")
    assert now(path).outcome is Outcome.WAITING
    office("type D3 1-1")
    office("save")
    office("close")
    assert now(path).outcome is Outcome.WRITTEN
    office("open")
    office("type D4 0-0")
    office("save")
    office("close")
    data = path.read_bytes()
    assert [text(data, cell) for cell in ("D2", "D3", "D4")] == ["2-0", "1-1", "0-0"]
    assert [text(data, wish.cell) for wish in NAMES] == ["Ann", "Bo", "Cy"]
    assert now(path).outcome is Outcome.NOTHING


def test_names_arrive_within_three_seconds_of_closing(path: Path, office: Office) -> None:
    arrived = threading.Event()
    saves: list[bytes] = []
    troubles: list[Exception] = []

    def free() -> bool:
        done = now(path).outcome in {Outcome.WRITTEN, Outcome.NOTHING}
        if done:
            arrived.set()
        return done

    stop = threading.Event()
    callbacks = Callbacks(saves.append, free, troubles.append)
    office("open")
    watching = threading.Thread(target=watch, args=(path, callbacks), kwargs={"stop": stop})
    watching.start()
    office("type D2 2-0")
    office("save")
    assert not arrived.wait(2)
    office("close")
    assert arrived.wait(3)
    stop.set()
    watching.join(3)
    assert troubles == []
    assert text(saves[1], "D2") == "2-0"
    assert (text(path.read_bytes(), "D2"), text(path.read_bytes(), "C2")) == ("2-0", "Bo")

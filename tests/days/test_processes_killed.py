"""The local page, a watch and a hall's server as processes: whichever is killed, the others go on,
the page says so, and no result is lost. `make soak` kills each a hundred times."""

import csv
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.support.doors import DoorProgram, an_event
from tests.support.organiser import by_rename
from tests.support.soak import SOAKING
from tests.support.waiting import until
from tests.support.workbooks import edited

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="the signals of other systems"),
]

KILLS = 100 if SOAKING else 1
TABLES = 4
PAGE = {"watch": "", "serve": "/hall"}
TOLD = {"watch": "The watch has ended by itself", "serve": "The pages are not in the hall any more"}


class Hall:
    """An event that is watched and shown, all by the local page, and what was typed so far."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "Documents" / "Runner" / "friday"
        self.folder.parent.mkdir(parents=True)
        self.workbook = an_event(self.folder, players=4 * TABLES)
        self.typed: dict[int, str] = {}
        self.chance = random.Random(str(KILLS))
        self.open()
        self.ask("next")

    def open(self) -> None:
        """Start the page, and what it shows before."""
        self.door = DoorProgram(self.home)
        self.page = self.door.visitor()
        self.start()

    def start(self) -> None:
        """Watch the event and show its pages; neither harms where it runs already."""
        self.ask("watch")
        self.ask("show")
        until(lambda: len(self.running()) == 2, self.running())

    def ask(self, action: str) -> None:
        """What a button of the page does."""
        event = self.page.get("/").text.split('href="/event/')[1].split('"')[0]
        assert self.page.post(f"/event/{event}/do/{action}").status == 303

    def seen(self, part: str = "") -> str:
        event = self.page.get("/").text.split('href="/event/')[1].split('"')[0]
        return self.page.get(f"/event/{event}{part}").text

    def running(self) -> dict[str, int]:
        found = subprocess.run(["ps", "-wweo", "pid,args"], capture_output=True, text=True)
        own = [line for line in found.stdout.splitlines() if str(self.folder) in line]
        return {
            kind: int(line.split()[0])
            for line in own
            for kind in ("watch", "serve")
            if f" {kind} " in line and "-m runner" in line
        }

    def type(self) -> None:
        """Type another result for a table of round 1, and save."""
        table = self.chance.randrange(1, TABLES + 1)
        self.typed[table] = self.chance.choice([*set("ABCD") - {self.typed.get(table, "")}])

        def change(loaded: Workbook) -> None:
            sheet = loaded["Round 1"]
            head = next(row for row in sheet.iter_rows(max_row=12) if row[1].value == "Table")
            column = next(each.column for each in head if each.value == "Result")
            sheet.cell(head[0].row + table, column).value = self.typed[table]

        by_rename(self.workbook, edited(change, self.workbook.read_bytes()))

    def published(self) -> dict[int, str]:
        """The winners of round 1 by table, as the hall's server gives them out."""
        rows = csv.DictReader(StringIO(self.fetch("data/results.csv").lstrip("\ufeff")))
        won = [row for row in rows if row["outcome"] == "win"]
        return {int(row["table"]): row["seat"] for row in won}

    def fetch(self, path: str) -> str:
        """A file of the site by the address that the page shows; "" where nobody answers."""
        found = re.search(r'href="http://([^/"]+)/', self.seen("/hall"))
        if not found:
            return ""
        asked = HTTPConnection(found[1], timeout=5)
        try:
            asked.request("GET", f"/{path}")
            return asked.getresponse().read().decode()
        except OSError:
            return ""
        finally:
            asked.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path / "home")
    yield made
    made.door.end()
    assert not made.running()


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["watch", "serve", "door"])
def test_whichever_is_killed_the_others_go_on_and_nothing_is_lost(kind: str, hall: Hall) -> None:
    for _ in range(KILLS):
        before = hall.running()
        hall.type()
        time.sleep(hall.chance.random() * 0.6)  # a save is out in some 0.3 s
        if kind == "door":
            hall.door.process.kill()
            hall.door.process.wait()
            until(lambda: not hall.running(), hall.running())  # both end with it
            hall.open()
        else:
            os.kill(before[kind], signal.SIGKILL)
            until(lambda: TOLD[kind] in hall.seen(PAGE[kind]), hall.seen(PAGE[kind]))
            after = hall.running()
            assert after == {name: id_ for name, id_ in before.items() if name != kind}
            hall.type()
            hall.start()
        until(lambda: hall.published() == hall.typed, (hall.published(), hall.typed))
    verified = subprocess.run(
        [sys.executable, "-m", "runner", "verify", hall.folder], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout

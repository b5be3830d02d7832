"""A convention: events of three formats in one hall, played at the same time under one watch, and
six screens that follow them.

Under `make soak` there are twelve events of four rounds, otherwise three of two.
"""

import csv
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, sync_playwright

import runner
from runner.app.collection.watch import watch_events
from runner.app.event_folder import EventFolder
from runner.app.events import Emit
from runner.app.http import Server
from runner.app.serve.hall import Hall
from runner.app.watch_jobs import WatchJobs
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from tests.support.commands import run
from tests.support.events import event, phase
from tests.support.folders import event_folder, workbook_of
from tests.support.ports import LOCAL
from tests.support.scribe import result
from tests.support.soak import SOAKING
from tests.support.teams import team_event

pytestmark = [pytest.mark.thorough, pytest.mark.browser, pytest.mark.soak]
FORMATS = ("pods", "duels", "trios")
PER_FORMAT, ROUNDS = (4, 4) if SOAKING else (1, 2)
SCREENS = ("", "?seconds=5", "?events={0}", "?events={1},{2}&seconds=5", "?events={2}", "?part=2/2")
LONGEST = 900.0 if SOAKING else 120.0
RESULTS = {"pods": "ABC", "duels": ("2-0", "1-2", "0-2"), "trios": "AB"}


@dataclass
class Desk:
    """An event of the convention, at whose desk somebody types."""

    folder: EventFolder
    kind: str
    typed: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def event(self) -> runner.Event:
        return runner.read(self.folder.root)

    def types(self, chance: random.Random) -> bool:
        """Type results of some tables whose names are in the workbook; return whether the event
        goes on."""
        now = self.event
        if now.over:
            return False
        if not now.rounds:
            return True
        round_ = now.rounds[-1]
        open_ = [table for table in round_.tables if None in table.outcomes and table.players]
        workbook = workbook_of(self.folder)
        book = load_workbook(BytesIO(workbook.read_bytes()))
        here = RoundId(1, round_.number)
        if not open_ or not any(row[2].value for row in book[here.sheet].iter_rows(min_row=5)):
            return True  # Runner has not written the names yet
        for table in chance.sample(open_, 1 + chance.randrange(len(open_))):
            text = chance.choice(RESULTS[self.kind])
            self.typed[here.number, table.number] = text
            result(here, table.number, text)(book)
        aside = self.folder.root / ".saving"
        book.save(aside)
        aside.replace(workbook)
        return True


def made(kind: str, number: int) -> Event:
    """An event whose tables are a range of their own."""
    at = FORMATS.index(kind)
    if kind == "trios":
        now = team_event(8, "trios", ROUNDS)
    else:
        mode = Mode.MULTIPLAYER if kind == "pods" else Mode.HEAD_TO_HEAD
        best_of = 1 if kind == "pods" else 3
        first = phase(1, mode=mode, rounds=ROUNDS, settings={"best_of": best_of})
        now = event(13 if kind == "pods" else 9, first)
    settings = {**now.settings, "first_table": 1 + 20 * (at * PER_FORMAT + number)}
    return replace(now, name=f"{kind.title()} {number + 1}", settings=settings, seed=f"{kind}{at}")


@contextmanager
def hall(folder: Path) -> Iterator[tuple[int, list[str]]]:
    """One watch of all events and one server; the port, and what the watch says."""
    stop, said = threading.Event(), list[str]()

    def jobs(of: EventFolder, site: Path, emit: Emit) -> WatchJobs:
        return WatchJobs(of, site, emit, slips=False, proof=False)

    def emit(each: object) -> None:
        said.append(str(each))

    site = folder / "site"
    watch = threading.Thread(target=watch_events, args=(folder, site, emit, jobs, stop))
    with Server(Hall(site, EventFolder(folder)), LOCAL, 0) as server:
        threads = watch, threading.Thread(target=server.run, args=(print,))
        for each in threads:
            each.start()
        try:
            yield server.port, said
        finally:
            stop.set()
            server.stop()
            for each in threads:
                each.join()


@pytest.fixture
def desks(tmp_path: Path) -> list[Desk]:
    folder = tmp_path / "events"
    folder.mkdir()
    return [
        Desk(event_folder(folder / f"{kind}-{number + 1}", made(kind, number)), kind)
        for kind in FORMATS for number in range(PER_FORMAT)
    ]  # fmt: skip


def published(desk: Desk) -> dict[tuple[int, int], set[str]]:
    """Who won at each table, as the site's list of results has it."""
    path = desk.folder.root.parent / "site" / desk.folder.root.name / "data" / "results.csv"
    rows = csv.DictReader(StringIO(path.read_text("utf-8-sig"), newline=""))
    won: dict[tuple[int, int], set[str]] = {}
    for row in rows:
        if row["table"] and row["outcome"] == "win":
            won.setdefault((int(row["round"]), int(row["table"])), set()).add(row["seat"])
    return won


def expected(desk: Desk) -> dict[tuple[int, int], set[str]]:
    return {
        at: {"B" if text in ("1-2", "0-2") else "A" if "-" in text else text}
        for at, text in desk.typed.items()
    }


def test_every_event_is_played_to_its_end_and_shown(desks: list[Desk]) -> None:
    chance, folder = random.Random(5), desks[0].folder.root.parent
    names = [desk.folder.root.name for desk in desks]
    ends = time.monotonic() + LONGEST
    with hall(folder) as (port, said), sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        stack.callback(browser.close)
        index = folder / "site" / "-" / "screen.html"
        while not index.exists():
            assert time.monotonic() < ends, said
            time.sleep(0.2)
        wrong: list[str] = []
        screens = [_screen(browser.new_page(), f"http://{LOCAL}:{port}/-/screen.html"
                           f"{each.format(*names)}", wrong) for each in SCREENS]  # fmt: skip
        going = list(desks)
        while going:
            assert time.monotonic() < ends, ([desk.folder.root.name for desk in going], said[-9:])
            going = [desk for desk in going if desk.types(chance)]
            for page in screens:
                page.wait_for_timeout(20)
        texts = [" ".join(frame.locator("body").inner_text() for frame in page.frames)
                 for page in screens]  # fmt: skip
    assert wrong == []
    assert all(text.strip() for text in texts), texts
    for desk in desks:
        assert len(desk.event.rounds) == ROUNDS
        assert published(desk) == expected(desk), desk.folder.root.name
        assert "come out the same" in run("verify", desk.folder.root)
    home = (folder / "site" / "index.html").read_text("utf-8")
    assert all(f"{kind.title()} {number + 1}" in home
               for kind in FORMATS for number in range(PER_FORMAT))  # fmt: skip


def _screen(page: Page, address: str, wrong: list[str]) -> Page:
    page.on("pageerror", lambda reason: wrong.append(f"{address}: {reason}"))
    page.goto(address)
    return page

"""Phones report while somebody types and saves, and Runner writes what phones have sent into the
workbook: no edit and no report is lost, and where both are about one table the cell counts."""

import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from runner.app.event_folder import EventFolder
from runner.app.phones import open_round
from runner.app.phones.inbox import Inbox
from runner.app.pipeline import Pipeline, Report
from runner.core.identifiers import RowKey, RowKind
from runner.core.phone_reports import Report as Sent
from runner.disk import HeldError, contents_once_there
from runner.ledger.parsing import parse
from runner.workbook.layout import RoundLayout
from runner.workbook.read.read import read
from runner.workbook.write.write_back import Outcome, recover
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.clerk import R1
from tests.support.folders import workbook_of
from tests.support.phones import started
from tests.support.processes import hear, say, start
from tests.support.scribe import Scribe
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

RACES = 3000 if SOAKING else 12
WAYS = ("rename", "in place", "delete and rename", "through an old handle")
TYPED, BY_PHONE = 1, 2
"""A table whose result is typed and sent, and one whose result is only sent."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Scribe:
    """Eight players in two pods; whatever one player reports counts."""
    day = started(tmp_path_factory.mktemp("races") / "friday", "players, one is enough")
    day.saved()
    day.close()
    return day


class Race:
    """One event, and what its watch does."""

    def __init__(self, base: Scribe, root: Path) -> None:
        shutil.copytree(base.folder.root, root)
        self.folder = EventFolder(root)
        self.workbook = workbook_of(self.folder)
        self.pipeline = Pipeline(self.folder, root / "site")
        self.report: Report | None = None
        now = open_round.read(self.folder.phone_round)
        assert now
        self.now = now

    def send(self, delay: float) -> None:
        """Two phones, each about a table of its own."""
        inbox = Inbox(self.folder.phone_reports)
        sleep(delay)
        for table, result in ((TYPED, "B"), (BY_PHONE, "C")):
            voice = self.now.tables[table].seats[0][0]
            sent = Sent(0, self.now.round, self.now.pairing, table, voice, result)
            inbox.add(sent, lambda known: "")

    def look(self) -> Outcome:
        """What the watch does about a save or a report: pages first, then the workbook."""
        recover(self.workbook)
        try:
            data = contents_once_there(self.workbook)
        except FileNotFoundError:
            return Outcome.STALE
        try:
            self.report = self.pipeline.run(data)
        except HeldError:  # for longer than Runner waits; a watch tries again, too
            return Outcome.STALE
        return self.pipeline.write_names(unlocked_for=0).outcome

    def settle(self) -> None:
        """Look until nothing is left to do."""
        for _ in range(40):
            if self.look() is Outcome.NOTHING and not self.pipeline.inbox.has_more():
                return
        raise AssertionError("the results never arrived")


def place(data: bytes) -> RoundLayout:
    return read(data)[2].rounds[R1]


def cell(layout: RoundLayout, table: int, column: str) -> str:
    where = layout.cell(column, layout.rows[RowKey(R1, RowKind.TABLE, table)])
    assert where
    return where


def texts(data: bytes) -> dict[tuple[int, str], str]:
    """Result and Note of both tables."""
    sheet = read(data)[0].sheet(R1)
    assert sheet
    return {
        (table, column): getattr(row, column)
        for table, row in sheet.tables.items()
        for column in ("result", "note")
    }


def races(base: Scribe, root: Path) -> Iterator[tuple[Race, str, int]]:
    chance, editor = random.Random(RACES), start("editor")
    assert hear(editor) == "ready"
    layout = place(base.data)
    for trial in range(RACES):
        race = Race(base, root / str(trial))
        source = root / "edited"
        typed = [CellChange(R1.sheet, cell(layout, BY_PHONE, "note"), f"typed {trial}")]
        if trial % 2:
            typed.append(CellChange(R1.sheet, cell(layout, TYPED, "result"), "A"))
        source.write_bytes(edit(base.data, typed))
        way = chance.choice(WAYS)
        delays = chance.uniform(0, 0.4), chance.uniform(0, 0.4), chance.choice([0, 0.004, 0.02])
        phone = Thread(target=race.send, args=(delays[0],))
        phone.start()
        say(editor, f"{way}|{race.workbook}|{source}|{delays[1]}|{delays[2]}")
        assert hear(editor) == "go"
        for _ in range(2):
            race.look()
        assert hear(editor) == "saved"
        phone.join()
        yield race, way, trial
        shutil.rmtree(race.folder.root)
    editor.communicate(timeout=5)


@pytest.mark.usefixtures("faulty_platform")
def test_nothing_is_lost_and_the_cell_wins(base: Scribe, tmp_path: Path) -> None:
    met = Counter[str]()
    for race, way, trial in races(base, tmp_path):
        before, _ = parse(race.folder.ledger.read_bytes())
        race.settle()
        ledger, broken = parse(race.folder.ledger.read_bytes())
        data = race.workbook.read_bytes()
        typed = bool(trial % 2)
        what = (
            way,
            trial,
            typed,
            texts(data),
            [(e.kind.value, e.data) for e in ledger.entries[2:]],
        )
        assert not broken, what
        assert texts(data)[BY_PHONE, "note"] == f"typed {trial}", what
        wanted = {TYPED: "A" if typed else "B", BY_PHONE: "C"}
        assert dict(ledger.results[R1]) == wanted, what
        assert {table: texts(data)[table, "result"] for table in wanted} == wanted, what
        assert len(race.pipeline.inbox.reports()) == 2, what
        met[f"{len(before.phone_results.get(R1, {}))} waited after the save"] += 1
    sys.stdout.write(f"{RACES} races, none lost: {dict(met)}\n")

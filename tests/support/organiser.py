"""Somebody who runs an event by typing into its workbook: opens, types, saves, closes. Workbook and
watcher are the real ones; each opening checks that nothing typed is gone."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import Workbook, load_workbook

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.app.watch import watch_event
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.problems import Problem, Severity
from runner.disk import fingerprint
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.ledger.seal import digest
from runner.workbook.layout import Layout
from runner.workbook.read.read import read
from runner.workbook.schema import STANDINGS
from runner.workbook.write.write_back import Outcome, WriteBack
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.folders import event_folder, workbook_of
from tests.support.problems import said_in
from tests.support.reported import into
from tests.support.waiting import PATIENCE, until

Value = str | int | None


class At(NamedTuple):
    sheet: str
    cell: str

    def __str__(self) -> str:
        return f"{self.sheet}!{self.cell}"


class _Last(NamedTuple):
    """What is waited for, and what has been said so far."""

    what: str
    said: list[str]

    def __str__(self) -> str:
        return f"{self.what}; the last words: {self.said[-8:]}"


class Watched(Pipeline):
    """The pipeline, with a note of everything that it did."""

    def __init__(self, folder: EventFolder, site: Path) -> None:
        super().__init__(folder, site)
        self.runs: list[tuple[str, Report | Exception]] = []
        self.writings: list[WriteBack] = []

    def run(self, data: bytes, *, publish_next: bool = False) -> Report:
        try:
            report = super().run(data, publish_next=publish_next)
        except Exception as reason:
            self.runs.append((digest(data), reason))
            raise
        self.runs.append((digest(data), report))
        return report

    def write_names(self, **how: float) -> WriteBack:
        done = super().write_names(**how)
        self.writings.append(done)
        return done

    def is_done(self, since: int) -> bool:
        """Whether a writing of names after the first so many left nothing to write."""
        done = (Outcome.NOTHING, Outcome.WRITTEN)
        return any(each.outcome in done for each in self.writings[since:])


class Organiser:
    """One event, its workbook (`doc`, saved or not), and what its organiser has been told."""

    def __init__(self, root: Path, event: Event) -> None:
        self.root, self.site = root, root.with_name("site")
        self.workbook = workbook_of(event_folder(root, event))
        self.lock = root / f".~lock.{root.name}.xlsx#"
        self.said: list[str] = []
        self.mishaps: list[str] = []
        self.doc = self.workbook.read_bytes()
        self._before: list[bytes] = []
        self._layout: tuple[bytes, Layout] | None = None
        self._program: tuple[threading.Thread, threading.Event] | None = None
        self.pipeline = Watched(EventFolder(root), self.site)

    def start(self) -> None:
        self.pipeline = Watched(EventFolder(self.root), self.site)
        stop = threading.Event()
        doing = (self.pipeline, self.workbook, into(self.said), None, stop)
        thread = threading.Thread(target=watch_event, args=doing, daemon=True)
        self._program = thread, stop
        thread.start()
        self.until(lambda: bool(self.pipeline.runs), "the first look at the workbook")

    def stop(self) -> None:
        if self._program is not None:
            thread, stop = self._program
            stop.set()
            thread.join(PATIENCE)
            assert not thread.is_alive()
            self._program = None

    def child(self, *words: str) -> subprocess.Popen[str]:
        """Runner as a program of its own."""
        command = [sys.executable, "-m", "runner", *words, "--site", str(self.site), "--no-slips"]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def kill(self, program: subprocess.Popen[str], after: float) -> bool:
        """Kill it the hard way after so many seconds; returns whether it was still at work."""
        try:
            program.wait(after)
        except subprocess.TimeoutExpired:
            program.send_signal(signal.SIGKILL)
            program.wait()
            return True
        finally:
            if program.stdout is not None:
                program.stdout.close()
        return False

    def until(self, holds: Callable[[], bool], what: str) -> None:
        until(holds, _Last(what, self.said))

    @property
    def layout(self) -> Layout:
        if self._layout is None or self._layout[0] is not self.doc:
            self._layout = self.doc, read(self.doc)[2]
        return self._layout[1]

    def open(self, *, redrawn: str = "", renamed: str = "") -> None:
        """Open the workbook, as LibreOffice does. Nothing that was typed before may be gone; Runner
        has other names in the sheet of a round drawn anew, and for somebody renamed."""
        self.lock.write_text(",ann,desk,21.11.2026 09:05,;")
        now = self.workbook.read_bytes()
        gone = missing(self.doc, now)
        lost = [each for each in gone if each[0] != redrawn and each[3] != (renamed or 0)]
        assert not lost, lost
        self.doc = now
        self._before.clear()

    def close(self) -> None:
        """Close it, and wait until Runner has written what waited, if it runs."""
        seen = len(self.pipeline.writings)
        self.lock.unlink()
        if self._program is None:
            return
        self.until(lambda: self.pipeline.is_done(since=seen), "the writing of names")

    def reopen(self, *, redrawn: str = "", renamed: str = "") -> None:
        self.close()
        self.open(redrawn=redrawn, renamed=renamed)

    def type(self, at: At | Mapping[At, Value], value: Value = None) -> None:
        """Type into a cell, or several; not saved yet."""
        cells = {at: value} if isinstance(at, At) else at
        where = self.layout
        self._before.append(self.doc)
        self.doc = edit(self.doc, [CellChange(*each, typed) for each, typed in cells.items()])
        if all(at.sheet != "Players" for at in cells):
            self._layout = self.doc, where  # a result moves nothing

    def rework(self, change: Callable[[Workbook], object]) -> None:
        """Change more than cells, in another program that writes the whole file anew."""
        self._before.append(self.doc)
        loaded = load_workbook(BytesIO(self.doc))
        change(loaded)
        stream = BytesIO()
        loaded.save(stream)
        self.doc = stream.getvalue()

    def undo(self, times: int = 1) -> None:
        """Ctrl+Z, back to what was on the screen before."""
        for _ in range(times):
            self.doc = self._before.pop()

    def save(self, how: Callable[[Path, bytes], None] | None = None, *, wait: bool = True) -> None:
        """Save; comes back when Runner has dealt with it, unless told not to wait."""
        seen, sought = len(self.pipeline.runs), digest(self.doc)
        (how or by_rename)(self.workbook, self.doc)
        if wait and self._program is not None:
            self.until(
                lambda: any(found == sought for found, _ in self.pipeline.runs[seen:]),
                "what follows from a save",
            )

    def at(self, round_: RoundId, table: int, column: str, kind: RowKind = RowKind.TABLE) -> At:
        """The cell of a table: column "result", "note", or a seat's letter."""
        place = self.layout.rounds[round_]
        if len(column) == 1:
            column = f"seat {'ABCDE'.index(column) + 1}"
        cell = place.cell(column, place.rows[RowKey(round_, kind, table)])
        assert cell is not None
        return At(place.sheet, cell)

    def player(self, name: str, column: str) -> At:
        place = self.layout.players
        cell = place.cell(column, place.rows[names.key(name)])
        assert cell is not None
        return At(place.sheet, cell)

    def new_player(self) -> dict[str, At]:
        place = self.layout.players
        row = max(place.rows.values()) + 1
        return {key: At(place.sheet, f"{letter}{row}") for key, letter in place.columns.items()}

    def line(self, sheet: str, **filled: Value) -> dict[At, Value]:
        """A new line on Decisions or Penalties, by the words of its headings."""
        grid = Book(self.doc).grid(sheet)
        head = next(row for row, cells in grid.rows.items() if "Player" in cells.values())
        columns = {str(text).lower(): at for at, text in grid.rows[head].items()}
        row = head + 1
        while any(columns[word] in grid.rows.get(row, {}) for word in filled):
            row += 1
        return {
            At(sheet, f"{chr(ord('A') + columns[word] - 1)}{row}"): value
            for word, value in filled.items()
        }

    def go(self, round_: RoundId) -> At:
        """The cell under Go beside "Pair round" of that round."""
        rows = Book(self.doc).grid("Decisions").rows
        wanted = ["Pair round", round_.phase, round_.number]
        row = next(row for row, cells in rows.items() if [*cells.values()][:3] == wanted)
        return At("Decisions", f"F{row}")

    def say(self, decision: str, round_: RoundId, **more: Value) -> At:
        """A new line on Decisions with yes under Go; returns its first cell."""
        filled = {"decision": decision, "phase": round_.phase, "round": round_.number, "go": "yes"}
        line = self.line("Decisions", **filled, **more)
        self.type(line)
        return next(iter(line))

    @property
    def report(self) -> Report:
        """What the last run came to."""
        found = self.pipeline.runs[-1][1]
        assert isinstance(found, Report), found
        return found

    def is_told(self, words: str, at: At | None = None) -> Problem:
        found = [each for each in said_in(self.report.problems, words)
                 if at is None or str(each.place) == str(at)]  # fmt: skip
        assert len(found) == 1, (words, str(at), [str(each) for each in self.report.problems])
        return found[0]

    def hears(self, words: str) -> None:
        self.until(lambda: any(words in line for line in self.said), f"“{words}”")

    @contextmanager
    def mishap(self, title: str) -> Iterator[None]:
        """Something goes wrong, and is right again at the end: no error is left."""
        self.mishaps.append(title)
        yield
        errors = [str(each) for each in self.report.problems if each.severity is Severity.ERROR]
        assert not errors, (title, errors)

    def ledger(self) -> Ledger:
        """The ledger, whose chain of seals must be whole."""
        found, broken = parse((self.root / "ledger.jsonl").read_bytes())
        assert not broken
        return found

    def entries(self, kind: EntryKind, round_: RoundId) -> list[Entry]:
        return [each for each in self.ledger().entries if (each.kind, each.round) == (kind, round_)]

    def public(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.site / "data/snapshot.json").read_bytes())
        return found

    def page(self, name: str) -> str:
        return (self.site / name).read_text(encoding="utf-8")

    def pages(self) -> dict[str, tuple[int, int, int]]:
        """Every page, so that it can be seen whether one was touched."""
        return {str(path): fingerprint(path) for path in self.site.rglob("*.html")}


def by_rename(path: Path, data: bytes) -> None:
    """A new file beside it takes its place, as LibreOffice does."""
    new = path.with_name("lu12345.tmp")
    new.write_bytes(data)
    new.replace(path)


def in_place(path: Path, data: bytes) -> None:
    """The same file is emptied and written, in pieces."""
    with path.open("wb", buffering=0) as file:
        for at in range(0, len(data), 20_000):
            file.write(data[at : at + 20_000])
            time.sleep(0.002)


def as_excel_does(path: Path, data: bytes) -> None:
    """The old one steps aside, the new one takes its name, the old one goes."""
    new, old = path.with_name("A1B2C3D4.tmp"), path.with_name("E5F6A7B8.tmp")
    new.write_bytes(data)
    path.replace(old)
    new.replace(path)
    old.unlink()


def after_deleting(path: Path, data: bytes) -> None:
    """The old one is deleted, and a moment later the new one is there."""
    path.unlink()
    time.sleep(0.05)
    path.write_bytes(data)


def missing(before: bytes, now: bytes) -> list[tuple[str, int, int, object]]:
    """Sheet, row, column and text of what has vanished; Standings is all Runner's."""
    old, new = Book(before), Book(now)
    return [
        (sheet, row, column, text)
        for sheet in old.parts
        if sheet != STANDINGS.name
        for there in [new.grid(sheet).rows if sheet in new.parts else {}]
        for row, cells in old.grid(sheet).rows.items()
        for column, text in cells.items()
        if there.get(row, {}).get(column) != text
    ]

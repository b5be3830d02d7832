"""An organiser whose workbook is open in a program that Runner can reach, without waiting. The
workbook is the real file; `doc` is the organiser's screen, where live writing goes."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.watch_handlers import WatchHandlers
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKind
from runner.core.problems import Problem
from runner.ledger.entries import Entry, EntryKind, sets_names
from runner.workbook.live import LibreOffice, Live
from runner.workbook.live.rule import settle
from runner.workbook.live.writer import Program
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from runner.workbook.xlsx.grid import plain
from runner.workbook.xlsx.parts import cell_position
from tests.support.office import Office, pipe
from tests.support.organiser import At, Organiser, Value, Watched
from tests.support.reported import into


class OpenDesk(Organiser):
    """One event in a folder, watched; the workbook is closed at first. `typed` is what the
    organiser has typed into seats last and Runner has seen, since those seats got other names by a
    decision; what stood there before anyhow is left out."""

    def __init__(self, root: Path, event: Event) -> None:
        super().__init__(root, event)
        self._begin()

    def _begin(self) -> None:
        """Runner starts to watch the workbook, which nobody has open."""
        self._watch()
        self.typed: dict[At, str] = {}
        self._unsaved: dict[At, str] = {}
        self.handlers.on_save(self.workbook.read_bytes())
        self.closes()

    def _watch(self) -> None:
        self.handlers = WatchHandlers(
            self.pipeline, self.workbook, into(self.said), None, live=Live([self.program()])
        )

    def program(self) -> Program:
        """The program in which the workbook is opened."""
        return _Program(self)

    def opens(self) -> None:
        self.lock.write_text(",ann,desk,21.11.2026 09:05,;")
        self.doc = self.workbook.read_bytes()

    def closes(self) -> None:
        """Close it, and Runner writes what has waited; what is not saved is gone."""
        self.lock.unlink(missing_ok=True)
        for _ in range(4):
            before = self.workbook.read_bytes()
            self.handlers.on_unlocked()
            if self.workbook.read_bytes() == before:
                break
            self.handlers.on_save(self.workbook.read_bytes())
        self.doc = self.workbook.read_bytes()
        self._unsaved = {}

    def seats_are_typed(self, texts: Mapping[At, str]) -> None:
        """Type names into seats; not saved yet."""
        there = {at: name for number in (1, 2) for at, name in self.seats(number).items()}
        new = {cell: text for cell, text in texts.items() if there.get(cell) != text}
        self._unsaved |= new
        if new:
            self.type(dict(new))

    def saves(self) -> None:
        lines = len(self.ledger_lines())
        self.store()
        self.typed, self._unsaved = {**self.typed, **self._unsaved}, {}
        self.handlers.on_save(self.workbook.read_bytes())
        for entry in self.ledger_lines()[lines:]:
            if sets_names(entry) and entry.kind is not EntryKind.PAIRED:
                sheet = entry.round.sheet
                self.typed = {at: text for at, text in self.typed.items() if at.sheet != sheet}
        self.handlers.on_opened()

    def store(self) -> None:
        """What is on the screen is on the disk."""
        self.workbook.write_bytes(self.doc)

    def ledger_lines(self) -> Sequence[Entry]:
        return self.ledger().entries if (self.root / "ledger.jsonl").exists() else ()

    def unheard(self) -> list[str]:
        """What was typed and saved, and is neither public nor reported with its cell; nothing where
        the whole save is held back with a question."""
        if self.report.snapshot is None and any(each.fatal for each in self.problems()):
            return []
        told = {str(each.place) for each in self.problems()}
        public = {at: name for number in (1, 2) for at, name in self.public_seats(number).items()}
        return [f"{at}: {text}" for at, text in self.typed.items()
                if public and public.get(at) != text and str(at) not in told]  # fmt: skip

    def missing(self) -> list[str]:
        """Who is public in a seat that is blank in the workbook; nobody where the whole save is
        held back with a question."""
        if self.report.snapshot is None:
            return []
        public = {at: name for number in (1, 2) for at, name in self.public_seats(number).items()}
        there = {at for number in (1, 2) for at in self.seats(number)}
        return [f"{at}: {name}" for at, name in public.items() if at not in there]

    def overwritten(self) -> list[str]:
        """What was typed and is not there any more."""
        there = {at: name for number in (1, 2) for at, name in self.seats(number).items()}
        typed = {**self.typed, **self._unsaved}
        return [f"{at}: {text} → {there.get(at, '')}" for at, text in typed.items()
                if there.get(at, "") != text]  # fmt: skip

    def waits(self) -> None:
        """Some seconds pass in which nobody saves."""
        if self.handlers.ledger_is_another():
            self.handlers.on_save(self.workbook.read_bytes())
        self.handlers.on_opened()

    def restarts(self) -> None:
        """Runner ends and starts again; the workbook stays open."""
        self.pipeline = Watched(EventFolder(self.root), self.site)
        self._watch()
        self.handlers.on_save(self.workbook.read_bytes())
        self.handlers.on_opened()

    def pairs_elsewhere(self) -> None:
        """Another Runner pairs the next round of what is on the disk."""
        other = Pipeline(EventFolder(self.root), self.site)
        other.run(self.workbook.read_bytes(), publish_next=True)
        self.waits()

    def asks(self, decision: str, number: int = 0) -> None:
        where = {"phase": 1, "round": number} if number else {}
        self.type(self.line("Decisions", **{"decision": decision, "go": "yes", **where}))
        self.saves()

    def pairs(self, number: int) -> None:
        self.type(self.go(RoundId(1, number)), "yes")
        self.saves()

    def seats(self, number: int = 1) -> dict[At, str]:
        grid = Book(self.doc).grid(f"Round {number}")
        found = {}
        for at in self.places(number):
            line, column = cell_position(at.cell)
            found[at] = plain(grid.rows.get(line, {}).get(column, ""))
        return {at: text for at, text in found.items() if text}

    def places(self, number: int = 1) -> list[At]:
        """The cells of the seats of a round's tables and byes."""
        place = self.layout.rounds[RoundId(1, number)]
        rows = [row for key, row in place.rows.items() if key.kind is not RowKind.ABSENT]
        seats = [f"seat {seat}" for seat in range(1, place.seats + 1)]
        cells = (place.cell(seat, row) for row in rows for seat in seats)
        return [At(place.sheet, cell) for cell in cells if cell]

    def public_seats(self, number: int = 1) -> dict[At, str]:
        """The same as it is public."""
        snapshot = self.report.snapshot
        found = {}
        for played in snapshot.rounds:
            if played.id == RoundId(1, number):
                seats = {(RowKind.TABLE, table.number, at): player
                         for table in played.tables
                         for at, player in enumerate(table.players)}  # fmt: skip
                seats |= {(RowKind.BYE, at, 0): player for at, player in enumerate(played.byes, 1)}
                for (kind, row, at), player in seats.items():
                    cell = self.at(played.id, row, "ABCDE"[at], kind)
                    found[cell] = snapshot.players[player].name
        return found

    def problems(self) -> tuple[Problem, ...]:
        return self.report.problems


class _Program:
    """What Runner reaches of the program that has the workbook open."""

    name = "Stand-in"
    start = "stand-in --open"

    def __init__(self, desk: OpenDesk) -> None:
        self._desk = desk

    def names(self) -> list[str]:
        return [*Book(self._desk.doc).parts]

    def read(self, sheet: str, cell: str) -> str:
        return Book(self._desk.doc).scan(sheet).text(*cell_position(cell))

    def covered(self, sheet: str, cell: str) -> bool:
        return False

    def editing(self) -> bool:
        return False

    def write(self, *arguments: Any) -> Any:
        """Of Runner a job, and of the job a cell."""
        if len(arguments) == 4:
            sheet, cell, value, _ = arguments
            self._desk.doc = edit(self._desk.doc, [CellChange(sheet, cell, value)])
            return None
        job: Mapping[str, Any] = arguments[1]
        if not self._desk.lock.exists():
            return {"state": "not open"}
        return settle(list(job["cells"]), self, job["sheets"])  # type: ignore[arg-type]


# --- the same organiser at a real LibreOffice, which Runner reaches over its pipe -----------------


class OfficeDesk(OpenDesk):
    """One event after the other in one folder, in one LibreOffice; `end` quits it."""

    def __init__(self, root: Path, event: Event) -> None:
        super().__init__(root, event)
        self.new = self.workbook.read_bytes()
        self.office = Office(self.workbook)
        self.is_open = False

    def program(self) -> Program:
        return LibreOffice(pipe(self.workbook))

    def begins_again(self) -> None:
        if self.is_open:
            self.office.close()
            self.is_open = False
        shutil.rmtree(self.root / ".runner", ignore_errors=True)
        shutil.rmtree(self.site, ignore_errors=True)
        (self.root / "ledger.jsonl").unlink(missing_ok=True)
        self.workbook.write_bytes(self.new)
        self.pipeline = Watched(EventFolder(self.root), self.site)
        self._begin()

    def end(self) -> None:
        self.office.quit()

    def opens(self) -> None:
        self.office.open()
        self.is_open = True
        self.doc = self.workbook.read_bytes()

    def closes(self) -> None:
        if getattr(self, "is_open", False):
            self.office.close()
            self.is_open = False
        super().closes()

    def type(self, at: At | Mapping[At, Value], value: Value = None) -> None:
        cells = {at: value} if isinstance(at, At) else at
        for (sheet, cell), text in cells.items():
            self.office.type(sheet, cell, str("" if text is None else text))

    def store(self) -> None:
        self.office.save()
        self.doc = self.workbook.read_bytes()

    def seats(self, number: int = 1) -> dict[At, str]:
        if not getattr(self, "is_open", False):
            return super().seats(number)
        found = {at: self.office.read(*at) for at in self.places(number)}
        return {at: text for at, text in found.items() if text}

"""An organiser at a workbook that is open in a spreadsheet program, and changes pairings by hand. A
hall (`tests/support/hall.py`) is the file on the disk. `screen` is the workbook in the program:
what is typed there, and what Runner writes into it, is on the disk once it is saved."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from runner.compute.decisions.pair import PairRound
from runner.compute.reconcile.rows import EMPTY_SEAT
from runner.core.event import Decision
from runner.core.identifiers import SEAT_LETTERS, RoundId, RowKind
from runner.core.phase import Mode
from runner.core.seating import Cell, Seating
from runner.ledger.entries import EntryKind, sets_names
from runner.workbook.live import Live
from runner.workbook.live.rule import settle
from runner.workbook.write.pending_cells import wanted_cells, wanted_marks
from tests.support.day import Day
from tests.support.events import event, phase
from tests.support.hall import MARK, SEATS, Hall

HEADER, FIRST = 4, 5
Text = dict[tuple[RoundId, str], str]
"""What cells of the rounds' sheets say, by round and the cell's name."""


class OpenHall(Hall):
    """Seven players and two rounds of matches, drawn at random. `typed` is what the organiser has
    typed into seats last, `saved` as much of it as is on the disk; without what a later pairing was
    to replace, and without what has been on the screen before, as it was `shown` at the last save
    or by Runner: no save can tell. `lost` are the typed texts that Runner has written over."""

    ABSENT = 7

    def __init__(self, *, live: bool = True) -> None:
        self.screen: Text | None = None
        self.shown: Text = {}
        self.typed: Text = {}
        self.saved: Text = {}
        self.lost: list[str] = []
        self.live = Live([_Program(self)]) if live else None
        begun = _begun()
        self.event, self.ledger, self.rankings = begun.event, begun.ledger, begun.rankings
        self.snapshot, self.open = begun.snapshot, False

    def on_disk(self) -> Text:
        """The seats and the mark of every sheet, as they are on the disk."""
        found: Text = {}
        for sheet in self.event.rounds:
            found[(sheet.id, MARK)] = sheet.mark
            for at, row in enumerate(sheet.rows):
                texts = enumerate(row.seats)
                found |= {(sheet.id, f"{'CDEFG'[seat]}{FIRST + at}"): text for seat, text in texts}
        return found

    def opens(self) -> None:
        """The workbook is opened; opened already, it is loaded again as it is on the disk."""
        self.screen, self.typed, self.open = self.on_disk(), dict(self.saved), True
        self.shown = dict(self.screen)

    def types(self, texts: Mapping[tuple[RoundId, str], str]) -> None:
        if self.screen is None:
            self.opens()
        assert self.screen is not None
        for cell, text in texts.items():
            if self.screen[cell] != text:
                self.screen[cell] = self.typed[cell] = text
                if self.shown[cell] == text and cell not in self.saved:
                    del self.typed[cell]

    def saves(self) -> None:
        """Save what is on the screen, and Runner reads it."""
        if self.screen is not None:
            before = self.on_disk()
            for (id_, cell), text in self.screen.items():
                if before[(id_, cell)] != text:
                    self._put(id_, int(cell[1:]), _column(cell), text)
            self.saved, self.shown = dict(self.typed), dict(self.screen)
        self._runs()

    def closes(self) -> None:
        """Close it; what is not saved is gone. Runner writes what has waited."""
        self.screen, self.typed, self.open = None, dict(self.saved), False
        if self.live is not None:
            self.live.closed()
        self._runs()

    def _runs(self) -> None:
        """Runner reads what is on the disk, and writes there while nobody has it open."""
        self._published(Hall.save)

    def _published(self, run: Any) -> None:
        lines = len(self.ledger.entries)
        was = dict(self.saved)
        run(self)
        for entry in self.ledger.entries[lines:]:
            if sets_names(entry) and entry.kind is not EntryKind.PAIRED:
                for cell in [cell for cell in self.saved if cell[0] == entry.round]:
                    if self.typed.get(cell) == self.saved[cell]:
                        self.typed.pop(cell, None)
                    del self.saved[cell]
        now = self.on_disk()
        self.lost += [f"{cell}: {was[cell]} → {now[cell]}" for cell in self.saved
                      if now[cell] != was[cell] != ""]  # fmt: skip

    def names_arrive(self) -> None:
        """Runner writes into the open workbook."""
        if self.screen is None or self.live is None:
            return
        layout = self._layout()
        wanted = wanted_cells(self.event, self.snapshot, self.ledger, layout)
        marks = wanted_marks(wanted, self.ledger, layout)
        headers = dict.fromkeys(_fixed(), HEADER)
        given = self.live.write(Path("event.xlsx"), _data(), wanted, headers, (), marks)
        written = {(_IDS[change.sheet], change.cell) for change in given.written}
        self.shown |= {cell: self.screen[cell] for cell in written}
        self.lost += [f"{cell}: {text} → {self.screen[cell]}" for cell, text in self.typed.items()
                      if self.screen[cell] != text != ""]  # fmt: skip

    def pairs_from_the_door(self) -> None:
        """The next round is paired from the workbook on the disk, and the watch hears of it."""
        due = next((each for each in self.snapshot.pairings if each.proposed), None)
        if due is None:
            return

        def run(hall: OpenHall) -> None:
            typed = hall.event
            asked = Decision(PairRound.KEY, due.round)
            hall.event = replace(typed, decisions=(*typed.decisions, asked))
            Day.save(hall)
            hall.event = typed
            Hall.save(hall)

        self._published(run)

    def asks(self, kind: str, number: int) -> None:
        decision = Decision(kind, RoundId(1, number), reason="so")
        self.event = replace(self.event, decisions=(*self.event.decisions, decision))
        self.saves()

    def unheard(self) -> list[str]:
        """What the organiser has typed and saved that is neither public nor reported."""
        rounds = {played.id: Seating.of(played) for played in self.snapshot.rounds}
        told = {(each.place.sheet, each.place.cell) for each in self.snapshot.problems}
        found = []
        for (id_, cell), text in self.saved.items():
            kind, number, _ = self.seat(id_, cell)
            player = next((each.id for each in self.event.players if each.name == text), None)
            player = player or next((key for key, each in self.snapshot.players.items()
                                     if each.name == text), None)  # fmt: skip
            public = id_ not in rounds or (
                rounds[id_].has(kind, number, player) if player else text in EMPTY_SEAT or not text
            )
            if not public and (id_.sheet, cell) not in told:
                found.append(f"{id_.sheet}!{cell}: {text}")
        return found

    def seat(self, id_: RoundId, cell: str) -> Cell:
        sheet = self.event.sheet(id_)
        assert sheet is not None
        key = sheet.rows[int(cell[1:]) - FIRST].key
        return key.kind, key.number, "CDEFG".index(cell[0])

    def cell_of(self, id_: RoundId, seat: Cell) -> tuple[RoundId, str]:
        kind, number, at = seat
        sheet = self.event.sheet(id_)
        assert sheet is not None
        rows = [(row.key.kind, row.key.number) for row in sheet.rows]
        return id_, f"{'CDEFG'[at]}{FIRST + rows.index((kind, number))}"


class _Rows(Hall):
    """With room for everybody among the absent."""

    ABSENT = OpenHall.ABSENT


class _Program:
    """A spreadsheet program that has the workbook open: what Runner writes is on its screen."""

    name = "Stand-in"
    start = "stand-in --open"

    def __init__(self, hall: OpenHall) -> None:
        self._hall = hall

    def names(self) -> list[str]:
        return [*_fixed()]

    def read(self, sheet: str, cell: str) -> str:
        assert self._hall.screen is not None
        known = self._hall.screen.get((_IDS[sheet], cell))
        return _fixed()[sheet].get(cell, "") if known is None else known

    def covered(self, sheet: str, cell: str) -> bool:
        return False

    def editing(self) -> bool:
        return False

    def write(self, *arguments: Any) -> Any:
        """Of Runner a job, and of the job a cell."""
        if len(arguments) == 4:
            sheet, cell, value, _ = arguments
            assert self._hall.screen is not None
            self._hall.screen[(_IDS[sheet], cell)] = str(value or "")
            return None
        return settle(arguments[1]["cells"], self, arguments[1]["sheets"])  # type: ignore[arg-type]


_IDS = {RoundId(1, number).sheet: RoundId(1, number) for number in (1, 2)}


def _column(cell: str) -> str:
    return "key" if cell == MARK else f"seat {'CDEFG'.index(cell[0]) + 1}"


@cache
def _begun() -> Hall:
    drawn = phase(1, rounds=2, mode=Mode.HEAD_TO_HEAD, method="random")
    return _Rows(event(7, drawn, automatic=False), tables=5, sheets=2)


@cache
def _fixed() -> dict[str, dict[str, str]]:
    """What never changes on the sheets: headings and keys."""
    found: dict[str, dict[str, str]] = {}
    for number in (1, 2):
        id_ = RoundId(1, number)
        headings = {"A": "Key", "B": "Table", "H": "Result", "I": "Games", "J": "Note"}
        headings |= {"CDEFG"[at]: f"Seat {SEAT_LETTERS[at]}" for at in range(SEATS)}
        found[id_.sheet] = {f"{letter}{HEADER}": text for letter, text in headings.items()}
        rows = [(RowKind.TABLE, at) for at in range(1, 6)]
        rows += [(RowKind.BYE, at) for at in range(1, 4)]
        rows += [(RowKind.ABSENT, at) for at in range(1, OpenHall.ABSENT + 1)]
        for at, (kind, row) in enumerate(rows):
            found[id_.sheet][f"A{FIRST + at}"] = f"{id_.prefix}{kind.value}{row}"
    return found


@cache
def _data() -> bytes:
    book = Workbook()
    book.remove(book.active)
    for name, cells in _fixed().items():
        sheet = book.create_sheet(name)
        for cell, text in cells.items():
            sheet[cell] = text
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()

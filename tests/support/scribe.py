"""Changes to an event's workbook with openpyxl, each a save; names go in when it is closed."""

import re
import shutil
from collections.abc import Callable, Sequence
from copy import copy
from io import BytesIO
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.rounds import Round
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from tests.support.folders import event_folder, workbook_of
from tests.support.problems import in_full, said_in

HEAD = 4
"""The row of the headings, on every sheet."""
Value = str | int | None


class Scribe:
    """An event's folder, and what the last save came to."""

    def __init__(self, root: Path, event: Event) -> None:
        self.folder: EventFolder = event_folder(root, event)
        self.site = root.with_name(f"{root.name} site")
        self.workbook = workbook_of(self.folder)
        self.pipeline = Pipeline(self.folder, self.site)
        self.report: Report = self.saved()
        self.close()

    def copied(self, root: Path) -> "Scribe":
        """Somebody who works on a copy of the folder, on another computer."""
        shutil.copytree(self.folder.root, root)
        other = copy(self)
        other.folder, other.site = EventFolder(root), root.with_name(f"{root.name} site")
        other.workbook = workbook_of(other.folder)
        other.pipeline = Pipeline(other.folder, other.site)
        other.saved()
        return other

    # --- saving -----------------------------------------------------------------------------------

    def saved(self, data: bytes | None = None) -> Report:
        if data is not None:
            self.workbook.write_bytes(data)
        self.report = self.pipeline.run(self.workbook.read_bytes())
        return self.report

    def change(self, *changes: Callable[[Workbook], object]) -> Report:
        book = load_workbook(BytesIO(self.data))
        for change in changes:
            change(book)
        stream = BytesIO()
        book.save(stream)
        return self.saved(stream.getvalue())

    def close(self) -> None:
        """Close the workbook: names go in."""
        self.pipeline.write_names(unlocked_for=0)

    @property
    def data(self) -> bytes:
        return self.workbook.read_bytes()

    # --- looking ----------------------------------------------------------------------------------

    def told(self, words: str) -> str:
        (found,) = said_in(self.report.problems, words)
        return in_full(found)

    @property
    def problems(self) -> list[str]:
        return [in_full(each) for each in self.report.problems]

    @property
    def ledger(self) -> Ledger:
        """The ledger, whose chain of seals must be whole."""
        found, broken = parse(self.folder.ledger.read_bytes())
        assert not broken
        return found

    @property
    def round(self) -> Round:
        """The latest round, of the last save that counted."""
        found = self.report.snapshot.current_round
        assert found is not None
        return found

    @property
    def desk(self) -> str:
        """The desk's words, without its markup."""
        page = (self.folder.root / "desk.html").read_text(encoding="utf-8")
        return " ".join(re.sub(r"<[^>]+>", " ", page).split())

    def pages(self) -> dict[str, bytes]:
        """The site: every file of it but for those that tell when it was made."""
        return {
            str(path.relative_to(self.site)): path.read_bytes()
            for path in sorted(self.site.rglob("*"))
            if path.is_file() and path.name not in (".manifest.json", "version.js")
        }

    def lines(self) -> list[tuple[str, str]]:
        """The ledger's lines without their times: kind and what each says."""
        return [(each.kind.value, repr((each.round, each.data))) for each in self.ledger.entries]


# --- what is done to a workbook -------------------------------------------------------------------


def go(number: int, phase: int = 1) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        sheet = book["Decisions"]
        wanted, lines = ["Pair round", phase, number], sheet.iter_rows(min_row=HEAD + 1)
        next(line for line in lines if [cell.value for cell in line[:3]] == wanted)[5].value = "yes"

    return change


def say(decision: str, number: int | None = None, player: str = "", reason: str = "because",
        phase: int = 1) -> Callable[[Workbook], None]:  # fmt: skip
    """A new line on Decisions with yes under Go."""

    def change(book: Workbook) -> None:
        sheet = book["Decisions"]
        row = next(at for at in range(HEAD + 1, 999) if sheet.cell(at, 1).value is None)
        for column, value in enumerate((decision, phase, number, player, reason, "yes"), 1):
            sheet.cell(row, column).value = value or None

    return change


def column(sheet: Worksheet, heading: str) -> int:
    return next(cell.column for cell in sheet[HEAD] if cell.value == heading)


def rows(sheet: Worksheet, of: str = "Name") -> list[int]:
    at = column(sheet, of)
    return [row for row in range(HEAD + 1, sheet.max_row + 1) if sheet.cell(row, at).value]


def put(name: str, heading: str, values: Callable[[list[Value]], Sequence[Value]],
        among: Callable[[Worksheet], list[int]] = rows) -> Callable[[Workbook], None]:  # fmt: skip
    """Other values in one column of a sheet, made from those that stand there."""

    def change(book: Workbook) -> None:
        sheet = book[name]
        at, there = column(sheet, heading), among(sheet)
        made = values([sheet.cell(row, at).value for row in there])
        for row, value in zip(there, made, strict=True):
            sheet.cell(row, at).value = value

    return change


def ascending(values: list[Value]) -> list[Value]:
    """Sorted as spreadsheets do: blanks last."""
    return sorted(values, key=lambda value: (value is None, str(value)))


def tables(sheet: Worksheet) -> list[int]:
    return rows(sheet, "Seat A")


def result(round_: RoundId, table: int, text: Value) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        sheet = book[round_.sheet]
        row = next(row for row in rows(sheet, "Table") if sheet.cell(row, 2).value == table)
        sheet.cell(row, column(sheet, "Result")).value = text

    return change


def results(round_: Round, of: Callable[[int], Value]) -> Callable[[Workbook], None]:
    """The results of a whole round, by the number of the table."""
    changes = [result(round_.id, table.number, of(table.number)) for table in round_.tables]

    def change(book: Workbook) -> None:
        for each in changes:
            each(book)

    return change

"""A workbook of one small sheet, and names that follow into it."""

import io
from hashlib import sha256
from pathlib import Path

import openpyxl

from runner.workbook.write import write_back
from runner.workbook.write.write_back import WriteBack
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_position, cell_reference, shared_strings, sheet_parts
from runner.workbook.xlsx.scan import scan
from runner.workbook.xlsx.zip import Archive

SHEET = "Round 1"


def workbook(cells: dict[str, str | int]) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = SHEET
    for reference, value in cells.items():
        book.active[reference] = value
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


HEADINGS = {"A1": "Key", "B1": "Seat 1", "C1": "Seat 2", "D1": "Result"}
ON_DISK = HEADINGS | {"A2": "R1T1", "A3": "R1T2"}
BASE = workbook({"A1": "Key", "A2": "R1T1", "A3": "R1T2"})
TYPED = workbook({"A1": "Key", "A2": "R1T1", "A3": "R1T2", "D2": "2-0"})
TYPED_MORE = workbook({"A1": "Key", "A2": "R1T1", "A3": "R1T2", "D2": "2-0", "D3": "1-1"})
NAMES = [
    CellChange(SHEET, "B2", "Ann"), CellChange(SHEET, "C2", "Bo"), CellChange(SHEET, "B3", "Cy"),
]  # fmt: skip


def text(data: bytes, cell: str) -> str:
    archive = Archive(data)
    layout = scan(archive.read(sheet_parts(archive)[SHEET]), shared_strings(archive))
    return layout.text(*cell_position(cell))


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def follow(path: Path, read: bytes = BASE, changes: list[CellChange] = NAMES) -> WriteBack:
    return write_back.write_back(path, digest(read), changes, unlocked_for=0)


def parked(path: Path) -> list[Path]:
    return sorted((path.parent / ".runner" / "displaced").glob("*.xlsx"))


def texts(data: bytes, name: str = "Round 1") -> dict[str, str]:
    archive = Archive(data)
    layout = scan(archive.read(sheet_parts(archive)[name]), shared_strings(archive))
    return {
        cell_reference(row.number, cell.column): cell.text
        for row in layout.rows.values()
        for cell in row.cells
        if cell.text
    }

"""What the program would like to see in the workbook, and the rule that nobody loses a word to it.

A cell is only written where it is blank or holds what the program itself put there. Where the
organiser has typed something else, theirs stays and is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit_sheet, plain_text
from runner.workbook.xlsx.parts import cell_position
from runner.workbook.xlsx.scan import SheetXml, scan
from runner.workbook.xlsx.zip import Archive, ArchiveError


@dataclass(frozen=True, slots=True)
class Wish:
    """A cell that is ours, with the value wanted there (None: blank).

    `ours` are the texts that count as the program's own: what it last wrote. A blank cell always
    counts. `like_row` is as in CellChange.
    """

    sheet: str
    cell: str
    value: str | int | None
    ours: frozenset[str] = frozenset()
    like_row: int | None = None

    @property
    def text(self) -> str:
        """The value as the cell will read."""
        return "" if self.value is None else plain_text(str(self.value)).strip()


@dataclass(frozen=True, slots=True)
class Kept:
    """A wish that gave way to what stands in its cell; `found` is the text there."""

    wish: Wish
    found: str


@dataclass(frozen=True, slots=True)
class Merge:
    """What became of the wishes: written, kept (the organiser's), and sheets that are missing."""

    written: tuple[Wish, ...] = ()
    kept: tuple[Kept, ...] = ()
    missing: tuple[str, ...] = ()


def merge(data: bytes, wishes: Sequence[Wish]) -> tuple[bytes, Merge]:
    """The workbook with every wish fulfilled that takes nothing from the organiser.

    The bytes are the very same object where nothing is to be written. Raises ArchiveError where
    they are no workbook, ValueError where a wish names no cell.
    """
    book = Book(data)
    by_sheet: dict[str, list[Wish]] = {}
    for wish in wishes:
        by_sheet.setdefault(wish.sheet, []).append(wish)
    written: list[Wish] = []
    kept: list[Kept] = []
    changed: dict[str, bytes] = {}
    for name in [name for name in by_sheet if name in book.parts]:
        sheet = book.scan(name)
        granted, refused = _granted(sheet, by_sheet[name])
        kept += refused
        if granted:
            changed[book.parts[name]] = edit_sheet(sheet, [_change(wish) for wish in granted])
            written += granted
    missing = tuple(name for name in by_sheet if name not in book.parts)
    merged = _checked(book, book.archive.rebuilt(changed), written) if changed else data
    return merged, Merge(tuple(written), tuple(kept), missing)


def _granted(sheet: SheetXml, wishes: Sequence[Wish]) -> tuple[list[Wish], list[Kept]]:
    """The wishes for one sheet that may be written, and those that give way."""
    granted: list[Wish] = []
    refused: list[Kept] = []
    for wish in wishes:
        position = cell_position(wish.cell)
        found = sheet.text(*position)
        if found.strip() == wish.text:
            continue
        if found.strip() in wish.ours | {""} and not sheet.hidden_by_merge(*position):
            granted.append(wish)
        else:
            refused.append(Kept(wish, found))
    return granted, refused


def _change(wish: Wish) -> CellChange:
    return CellChange(wish.sheet, wish.cell, wish.value, wish.like_row)


def _checked(book: Book, data: bytes, written: Sequence[Wish]) -> bytes:
    """The bytes, after reading each written cell back. Raises ArchiveError where one differs."""
    archive, strings = Archive(data), book.shared.strings
    names = {wish.sheet for wish in written}
    sheets = {name: scan(archive.read(book.parts[name]), strings) for name in names}
    for wish in written:
        if sheets[wish.sheet].text(*cell_position(wish.cell)).strip() != wish.text:
            raise ArchiveError(f"{wish.sheet}!{wish.cell} cannot be written.")
    return data

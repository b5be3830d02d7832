"""Changes to the workbook, and the rule that user input is never overwritten.

A cell is only written where it is blank or holds what the program itself put there. Where the
organiser has typed something else, theirs stays and is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runner.core import names
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit_sheet
from runner.workbook.xlsx.parts import cell_position
from runner.workbook.xlsx.scan import SheetXml, scan
from runner.workbook.xlsx.zip import Archive, ArchiveError


@dataclass(frozen=True, slots=True)
class Kept:
    """A change that was not made because its cell has user input; `found` is the text there."""

    change: CellChange
    found: str


@dataclass(frozen=True, slots=True)
class Merge:
    """The result of the changes: those written, those kept back for user input, and missing
    sheets."""

    written: tuple[CellChange, ...] = ()
    kept: tuple[Kept, ...] = ()
    missing: tuple[str, ...] = ()


def merge(data: bytes, changes: Sequence[CellChange]) -> tuple[bytes, Merge]:
    """Return the workbook with every change that overwrites no user input; the same object if
    nothing is to be written. Raises ArchiveError if the bytes are not a workbook, ValueError if a
    change names no cell."""
    book = Book(data)
    by_sheet: dict[str, list[CellChange]] = {}
    for change in changes:
        by_sheet.setdefault(change.sheet, []).append(change)
    written: list[CellChange] = []
    kept: list[Kept] = []
    changed: dict[str, bytes] = {}
    for name in [name for name in by_sheet if name in book.parts]:
        sheet = book.scan(name)
        granted, refused = _granted(sheet, by_sheet[name])
        kept += refused
        if granted:
            changed[book.parts[name]] = edit_sheet(sheet, granted)
            written += granted
    missing = tuple(name for name in by_sheet if name not in book.parts)
    merged = _checked(book, book.archive.rebuilt(changed), written) if changed else data
    return merged, Merge(tuple(written), tuple(kept), missing)


def _granted(sheet: SheetXml, changes: Sequence[CellChange]) -> tuple[list[CellChange], list[Kept]]:
    """Split the changes for one sheet into those to be written and those that are kept back."""
    granted: list[CellChange] = []
    refused: list[Kept] = []
    for change in changes:
        position = cell_position(change.cell)
        text = sheet.text(*position)
        if text.strip() == change.text:
            continue
        if text.strip() in change.ours | {""} and not sheet.hidden_by_merge(*position):
            granted.append(change)
        else:
            refused.append(Kept(change, names.prose(text)))
    return granted, refused


def _checked(book: Book, data: bytes, written: Sequence[CellChange]) -> bytes:
    """Return the bytes, after reading each written cell back. Raises ArchiveError where one
    differs."""
    archive, strings = Archive(data), book.shared.strings
    names = {change.sheet for change in written}
    sheets = {name: scan(archive.read(book.parts[name]), strings) for name in names}
    for change in written:
        if sheets[change.sheet].text(*cell_position(change.cell)).strip() != change.text:
            raise ArchiveError(f"{change.sheet}!{change.cell} cannot be written.")
    return data


@dataclass(frozen=True, slots=True)
class PairingMark:
    """The mark (`runner.core.round_sheet.mark`) for a sheet once it has all names of a pairing;
    `change` is None where the sheet has no room for it, and `before` is the mark that was there
    when the workbook was read."""

    sheet: str
    text: str
    change: CellChange | None
    before: str = ""


@dataclass(frozen=True, slots=True)
class RightCell:
    """A cell that is right in the workbook that was read. In one that has been open since, it may
    have been written for an earlier pairing: `left` has what that left there, by its mark, where
    the sheet has marks."""

    change: CellChange
    left: Mapping[str, frozenset[str]] = field(default_factory=dict)

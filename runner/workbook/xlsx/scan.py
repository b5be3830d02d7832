"""Scan a sheet's XML: the value of each cell for reading (`read_grid`), and its position in the
bytes for writing (`scan`).

    <row r="3"><c r="B3" s="7" t="s"><v>12</v></c></row>

is row 3 with one cell in column 2, whose value is the shared text number 12. Rows and columns
count from 1; a row or cell without a reference follows the one before it, as the standard says.
What no program writes is damage: an element within a text, a duplicate row or cell, a cell in the
wrong row.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from runner.workbook.xlsx.grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_MERGED,
    MOST_ROWS,
    Formula,
    Grid,
    Shared,
    Value,
    plain,
)
from runner.workbook.xlsx.guard import Refused, safe_parser
from runner.workbook.xlsx.parts import cell_area, cell_reference, column_number
from runner.workbook.xlsx.zip import ArchiveError

_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
_ENCODINGS = {"", "utf-8", "utf8", "us-ascii", "ascii"}
_OURS = frozenset({"sheetData", "row", "c", "v", "f", "is", "r", "t"})
_BROKEN = (expat.ExpatError, ValueError, LookupError, OverflowError)


@dataclass(slots=True)
class Element:
    """An element in the bytes: the start of its tag, its attributes, and the start of its end tag,
    if it has one."""

    start: int
    attributes: dict[str, str]
    last: int = 0


@dataclass(slots=True)
class XmlCell(Element):
    """A cell and its value, or None."""

    column: int = 0
    value: Value | None = None

    @property
    def style(self) -> str | None:
        """The number of its style."""
        return self.attributes.get("s")

    @property
    def text(self) -> str:
        """Its value as text: an integer is "12" whether it is stored as 12, 12.0 or 1.2E1; a
        formula is its own text after "="."""
        return "" if self.value is None else plain(self.value)

    @property
    def formula(self) -> bool:
        """Whether it has a formula."""
        return isinstance(self.value, Formula)


@dataclass(slots=True)
class XmlRow(Element):
    """A row with its cells, in the order of the file."""

    number: int = 0
    cells: list[XmlCell] = field(default_factory=list)

    def cell(self, column: int) -> XmlCell | None:
        """Return the cell of a column, or None."""
        return next((cell for cell in self.cells if cell.column == column), None)


@dataclass(slots=True)
class SheetXml:
    """What writing a cell needs to know of a sheet. `rows` are by number, in the order of the file,
    within `body`. `prefix` precedes each tag name ("" or "x:"); `dimension` is the tag of the used
    area; `merged` are areas by their first and last cell, `column_styles` (first column, last
    column, style)."""

    xml: bytes
    prefix: str = ""
    body: Element | None = None
    rows: dict[int, XmlRow] = field(default_factory=dict)
    dimension: Element | None = None
    merged: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)
    column_styles: list[tuple[int, int, str]] = field(default_factory=list)

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, or ""."""
        line = self.rows.get(row)
        cell = line.cell(column) if line else None
        return cell.text if cell else ""

    def hidden_by_merge(self, row: int, column: int) -> bool:
        """Return whether the cell is hidden by a merged area."""
        return any(
            top <= row <= bottom and left <= column <= right and (row, column) != (top, left)
            for (top, left), (bottom, right) in self.merged
        )

    def span(self, element: Element) -> tuple[int, int, int]:
        """Return the offsets of the end of an element's tag, of its content, and of the element. If
        it has no content (`<row r="3"/>`) they are equal."""
        inside = self.tag_end(element.start)
        if self.xml.endswith(b"/>", element.start, inside):
            return inside, inside, inside
        return inside, element.last, self.tag_end(element.last)

    def tag_end(self, at: int) -> int:
        """Return the end of the tag that begins there."""
        match = _TAG.match(self.xml, at)
        if not match:
            raise ArchiveError("A sheet of the workbook is damaged.")
        return match.end()


def read_grid(xml: bytes, shared: Shared) -> Grid:
    """Return the values of a sheet's cells. Raises Refused if the XML is broken."""
    scanner = _Scanner(shared)
    try:
        scanner.parser.Parse(xml, True)
    except _BROKEN:
        raise Refused("The workbook is damaged: one of its sheets cannot be read.") from None
    return scanner.grid


def scan(xml: bytes, strings: Sequence[str]) -> SheetXml:
    """Return a sheet's XML for writing; `strings` are the workbook's shared texts. Raises
    ArchiveError if it is not well-formed UTF-8."""
    if xml[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ArchiveError("A sheet is not written in UTF-8.")
    surveyor = _Surveyor(xml, Shared(strings))
    try:
        surveyor.parser.Parse(xml, True)
    except (*_BROKEN, Refused) as reason:
        raise ArchiveError(f"A sheet of the workbook is damaged ({reason}).") from reason
    return surveyor.sheet


class _Scanner:
    """One pass over a sheet with expat, which keeps the values within the limits. Only what is
    inside sheetData is a row or a cell."""

    def __init__(self, shared: Shared) -> None:
        self.grid = Grid()
        self.parser = safe_parser()
        self.parser.StartElementHandler = self._outside
        self.row = self.column = 0
        self.attributes: dict[str, str] = {}  # of the cell
        self._shared = shared
        self._columns: dict[str, int] = {}
        self._rows: set[int] = set()
        self._seen: set[int] = set()  # the columns of the row so far
        self._digits = ""  # the number of the row, as each of its cells has it
        self._values: dict[int, Value] = {}  # of the row
        self._filled = 0  # cells so far
        self._text: list[str] = []
        self._stored: str | None = None
        self._formula: str | None = None
        self._spoken = False  # within a pronunciation guide, which is no part of the text
        self._within = False  # within a value, a formula or a text, where no element belongs

    def outside(self, tag: str, name: str, attributes: dict[str, str]) -> None:
        if name == "mergeCell" and len(self.grid.merged) < MOST_MERGED:
            self.grid.merged.append(attributes.get("ref", ""))

    def row_begins(self, attributes: dict[str, str]) -> None:
        self._values = {}

    def cell_begins(self) -> None:
        pass

    def cell_ends(self, value: Value | None) -> None:
        if value is None or value == "":
            return
        self._filled += 1
        if self.row > MOST_ROWS or self.column > MOST_COLUMNS or self._filled > MOST_CELLS:
            self.grid.beyond = self.grid.beyond or cell_reference(self.row, self.column)
        else:
            self._values[self.column] = value

    def row_ends(self) -> None:
        if self._values:
            self.grid.rows[self.row] = self._values

    def rows_end(self) -> None:
        pass

    def _outside(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self.outside(tag, name, attributes)
        if name == "sheetData":
            self.parser.StartElementHandler = self._start
            self.parser.EndElementHandler = self._end
            self.parser.CharacterDataHandler = self._text.append

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2] if ":" in tag else tag
        if self._within:
            raise ValueError(f"{name} stands within a text")
        if self._text:
            self._no_text_before(name)
        match name:
            case "c":
                reference = attributes.get("r")
                self.column = self._position(reference) if reference else self.column + 1
                if self.column in self._seen:
                    raise ValueError(f"a cell of row {self.row} is there twice")
                self._seen.add(self.column)
                self.attributes = attributes
                self._stored = self._formula = None
                self.cell_begins()
            case "v" | "f" | "t":
                self._within = True
            case "row":
                self.row = _row_number(attributes.get("r") or str(self.row + 1))
                if self.row in self._rows:
                    raise ValueError(f"row {self.row} is there twice")
                self._rows.add(self.row)
                self._digits, self.column = str(self.row), 0
                self._seen.clear()
                self.row_begins(attributes)
            case "rPh":
                self._spoken = True

    def _no_text_before(self, name: str) -> None:
        """Raise if there is text between cells or their elements: a tag was lost, and what follows
        would become part of another cell."""
        if name in _OURS and not "".join(self._text).isspace():
            raise ValueError(f"text stands before {name}")
        self._text.clear()

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2] if ":" in tag else tag
        if self._text and not self._within:
            self._no_text_before(name)
        self._within = False
        match name:
            case "c":
                value = None
                if self._stored is not None or self._formula is not None:
                    value = self._shared.value(self.attributes, self._stored, self._formula)
                self.cell_ends(value)
            case "v":
                self._stored = "".join(self._text)
            case "t" if not self._spoken:
                self._stored = (self._stored or "") + "".join(self._text)
            case "f":
                self._formula = "".join(self._text)
            case "rPh":
                self._spoken = False
            case "row":
                self.row_ends()
            case "sheetData":
                self.rows_end()
                self.parser.StartElementHandler = self._outside
                self.parser.EndElementHandler = self.parser.CharacterDataHandler = None
        self._text.clear()

    def _position(self, reference: str) -> int:
        """Return the column of a cell's reference, which must be in the current row."""
        letters = reference.rstrip("0123456789")
        if reference[len(letters) :] != self._digits:
            raise ValueError(f"{reference!r} is no cell of row {self._digits}")
        if letters not in self._columns:
            self._columns[letters] = column_number(letters)
        return self._columns[letters]


class _Surveyor(_Scanner):
    """A scanner that keeps every row and cell, filled or empty, with its position."""

    def __init__(self, xml: bytes, shared: Shared) -> None:
        super().__init__(shared)
        self.sheet = SheetXml(xml)
        self.parser.XmlDeclHandler = self._declared
        self._cell_at = 0
        self._xml_row = XmlRow(0, {})

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if (encoding or "").lower() not in _ENCODINGS:
            raise ValueError(f"it is written in {encoding}, not in UTF-8")

    def outside(self, tag: str, name: str, attributes: dict[str, str]) -> None:
        sheet, element = self.sheet, Element(self.parser.CurrentByteIndex, attributes)
        match name:
            case "sheetData":
                sheet.prefix, sheet.body = tag[: -len(name)], element
            case "dimension":
                sheet.dimension = element
            case "mergeCell":
                sheet.merged.append(cell_area(attributes.get("ref", "")))
            case "col" if attributes.get("style"):
                first, last = int(attributes["min"]), int(attributes["max"])
                sheet.column_styles.append((first, last, attributes["style"]))

    def row_begins(self, attributes: dict[str, str]) -> None:
        self._xml_row = XmlRow(self.parser.CurrentByteIndex, attributes, 0, self.row)
        self.sheet.rows[self.row] = self._xml_row

    def cell_begins(self) -> None:
        self._cell_at = self.parser.CurrentByteIndex

    def cell_ends(self, value: Value | None) -> None:
        last = self.parser.CurrentByteIndex
        cell = XmlCell(self._cell_at, self.attributes, last, self.column, value)
        self._xml_row.cells.append(cell)

    def row_ends(self) -> None:
        self._xml_row.last = self.parser.CurrentByteIndex

    def rows_end(self) -> None:
        if self.sheet.body is not None:
            self.sheet.body.last = self.parser.CurrentByteIndex


def _row_number(text: str) -> int:
    """Return the number of a row, written in plain digits."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise ValueError(f"{text!r} is no row")
    return int(text)

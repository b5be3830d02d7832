"""Where each row and cell lies in the bytes of a sheet's XML, and what its text is.

A span is a pair of offsets into the part. Row and cell numbers count from 1; a row or cell
without a reference follows the one before it, as the standard says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from runner.workbook.xlsx.grid import unescape
from runner.workbook.xlsx.parts import cell_position
from runner.workbook.xlsx.zip import ArchiveError

_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
_ENCODINGS = {"", "utf-8", "utf8", "us-ascii", "ascii"}
_EXACT_IN_A_FLOAT = 10**15


@dataclass(slots=True)
class Cell:
    """One cell: its span, its attributes as they stand, and its text as a reader sees it.

    A whole number reads "12" whether it is stored as 12, 12.0 or 1.2E1; a formula reads as its
    own text with "=" before it, whatever it has computed.
    """

    column: int
    start: int
    attributes: dict[str, str]
    end: int = 0
    text: str = ""
    formula: bool = False

    @property
    def style(self) -> str | None:
        """The number of its style, as the sheet has it."""
        return self.attributes.get("s")


@dataclass(slots=True)
class Row:
    """One row: from `start` to `end`, its tag ending at `inside`, its cells ending at `close`.

    In a row without content (`<row r="3"/>`) `inside`, `close` and `end` are the same.
    """

    number: int
    start: int
    inside: int
    attributes: dict[str, str]
    close: int = 0
    end: int = 0
    cells: list[Cell] = field(default_factory=list)

    @property
    def hollow(self) -> bool:
        """Whether it is written as a single tag."""
        return self.close == self.end

    def cell(self, column: int) -> Cell | None:
        """The cell of that column, or None where none is stored."""
        return next((cell for cell in self.cells if cell.column == column), None)


@dataclass(slots=True)
class Layout:
    """Everything in a sheet that writing a cell has to know about.

    `rows` are by number, in the order of the file. `prefix` is what stands before each tag name
    ("" or "x:"); `body` is the span of the rows with their enclosing element as in `Row`;
    `dimension` is the span of the tag that tells the used area, `area`; `merged` are areas as
    (first row, first column, last row, last column).
    """

    prefix: str = ""
    body: Row | None = None
    rows: dict[int, Row] = field(default_factory=dict)
    dimension: tuple[int, int] | None = None
    area: str = ""
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    column_styles: list[tuple[int, int, str]] = field(default_factory=list)

    def row(self, number: int) -> Row | None:
        """The row of that number, or None where none is stored."""
        return self.rows.get(number)

    def text(self, row: int, column: int) -> str:
        """The text of a cell; "" where none is stored."""
        found = self.row(row)
        cell = found.cell(column) if found else None
        return cell.text if cell else ""

    def hidden_by_merge(self, row: int, column: int) -> bool:
        """Whether the cell lies under another one that was merged over it."""
        return any(
            top <= row <= bottom and left <= column <= right and (row, column) != (top, left)
            for top, left, bottom, right in self.merged
        )


def scan(xml: bytes, strings: Sequence[str]) -> Layout:
    """The layout of a sheet's XML. Raises ArchiveError where it is not well-formed UTF-8."""
    if xml[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ArchiveError("A sheet is not written in UTF-8.")
    try:
        return _Scanner(xml, strings).layout
    except (expat.ExpatError, ValueError, IndexError) as reason:
        raise ArchiveError(f"A sheet of the workbook is damaged ({reason}).") from reason


class _Scanner:
    """One pass over a sheet with expat, which tells at which byte each tag begins."""

    def __init__(self, xml: bytes, strings: Sequence[str]) -> None:
        self.layout = Layout()
        self._xml = xml
        self._strings = strings
        self._row = Row(0, 0, 0, {})
        self._path: list[str] = []
        self._value: list[str] = []
        self._inline: list[str] = []
        self._formula: list[str] = []
        self._sink: list[str] | None = None
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.Parse(xml, True)

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if (encoding or "").lower() not in _ENCODINGS:
            raise ValueError(f"it is written in {encoding}, not in UTF-8")

    def _doctype(self, *_: object) -> None:
        raise ValueError("it holds a document type")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self._sink is not None:
            raise ValueError(f"{name} stands within a text")
        self._path.append(name)
        at = self._parser.CurrentByteIndex
        match name:
            case "sheetData":
                self.layout.prefix = tag[: -len(name)]
                self.layout.body = Row(0, at, self._tag_end(at), attributes)
            case "row" if self._path[-2:-1] == ["sheetData"]:
                self._start_row(at, attributes)
            case "c" if self._path[-2:-1] == ["row"] and "sheetData" in self._path:
                self._start_cell(at, attributes)
            case "v" | "f" | "t" if "c" in self._path and "rPh" not in self._path:
                self._sink = {"v": self._value, "f": self._formula, "t": self._inline}[name]
                if name == "f":
                    self._row.cells[-1].formula = True
            case "dimension":
                self.layout.dimension = at, self._tag_end(at)
                self.layout.area = attributes.get("ref", "")
            case "mergeCell":
                first, _, last = attributes.get("ref", "").partition(":")
                self.layout.merged.append((*cell_position(first), *cell_position(last or first)))
            case "col" if attributes.get("style"):
                span = int(attributes["min"]), int(attributes["max"])
                self.layout.column_styles.append((*span, attributes["style"]))

    def _start_row(self, at: int, attributes: dict[str, str]) -> None:
        number = int(attributes.get("r") or self._row.number + 1)
        if number in self.layout.rows:
            raise ValueError(f"row {number} is there twice")
        self._row = self.layout.rows[number] = Row(number, at, self._tag_end(at), attributes)

    def _start_cell(self, at: int, attributes: dict[str, str]) -> None:
        cells = self._row.cells
        if "r" in attributes:
            column = cell_position(attributes["r"])[1]
        else:
            column = cells[-1].column + 1 if cells else 1
        cells.append(Cell(column, at, attributes))
        for sink in self._value, self._inline, self._formula:
            sink.clear()

    def _characters(self, text: str) -> None:
        if self._sink is not None:
            self._sink.append(text)

    def _end(self, tag: str) -> None:
        name = self._path.pop()
        self._sink = None
        at = self._parser.CurrentByteIndex
        if name == "sheetData" and self.layout.body is not None:
            self._close(self.layout.body, at)
        elif name == "row" and self._path[-1:] == ["sheetData"]:
            self._close(self._row, at)
        elif name == "c" and self._path[-1:] == ["row"] and "sheetData" in self._path:
            cell = self._row.cells[-1]
            cell.end = self._element_end(cell.start, at)
            cell.text = self._text(cell)

    def _close(self, element: Row, at: int) -> None:
        element.end = self._element_end(element.start, at)
        element.close = element.end if element.end == element.inside else at

    def _element_end(self, start: int, at: int) -> int:
        """The end of an element; `at` is where its end tag begins, if it has one of its own."""
        opened = self._tag_end(start)
        return opened if self._xml.endswith(b"/>", start, opened) else self._tag_end(at)

    def _tag_end(self, at: int) -> int:
        found = _TAG.match(self._xml, at)
        if not found:
            raise ValueError(f"no tag at byte {at}")
        return found.end()

    def _text(self, cell: Cell) -> str:
        if cell.formula:
            return "=" + "".join(self._formula)
        value = "".join(self._value)
        match cell.attributes.get("t", "n"):
            case "inlineStr":
                return unescape("".join(self._inline))
            case "s":
                return unescape(self._strings[int(value)]) if value.strip() else ""
            case "str":
                return unescape(value)
            case "b":
                return "TRUE" if value.strip() == "1" else "FALSE"
            case "n":
                return number_text(value.strip())
            case _:
                return value


def number_text(text: str) -> str:
    """A stored number as people write it: whole numbers without a point or exponent."""
    try:
        value = float(text)
    except ValueError:
        return text
    if value.is_integer() and abs(value) < _EXACT_IN_A_FLOAT:
        return str(int(value))
    return text

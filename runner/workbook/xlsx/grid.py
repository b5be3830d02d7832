"""The cells of one sheet, read straight from its XML, with what kind of value each one holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple
from xml.parsers import expat

from runner.workbook.xlsx.guard import Refused, safe_parser
from runner.workbook.xlsx.parts import cell_reference

MOST_ROWS = 20_000
MOST_COLUMNS = 256
MOST_CELLS = 1_000_000
MOST_MERGED = 200


class Formula(NamedTuple):
    """A cell that is computed: "=B2" and, where the last program left one, what it came to."""

    text: str
    value: str | int | float | bool | None


class Failure(NamedTuple):
    """A cell that shows an error such as "#REF!"."""

    text: str


class Moment(NamedTuple):
    """A cell that holds a date or a time: "2026-11-21", "14:05" or both."""

    text: str


Value = str | int | float | bool | Formula | Failure | Moment


@dataclass(slots=True)
class Grid:
    """The filled cells of a sheet: row -> column -> value, both from 1.

    `merged` are ranges such as "B3:B5". `beyond` is the first filled cell outside of the limits,
    or "": such cells are not kept.
    """

    rows: dict[int, dict[int, Value]] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    beyond: str = ""

    @property
    def last_row(self) -> int:
        """The lowest row that holds anything, or 0."""
        return max(self.rows, default=0)


@dataclass(frozen=True, slots=True)
class Shared:
    """What all sheets of a workbook refer to: texts, the styles that show dates, the calendar."""

    strings: Sequence[str] = ()
    date_styles: Collection[str] = ()
    epoch: datetime = datetime(1899, 12, 30)


_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


def unescape(text: str) -> str:
    """ "_x000D_" is how the file format writes a character that XML cannot hold."""
    return _ESCAPE.sub(_unescaped, text) if "_x" in text else text


def _unescaped(found: re.Match[str]) -> str:
    """The character, unless it is none that a text can show."""
    character = chr(int(found[1], 16))
    return character if character.isprintable() or character in "\t\n" else ""


def escape(text: str) -> str:
    """The text so that `unescape` gives it back."""
    return _ESCAPE.sub(lambda found: f"_x005F{found[0]}", text) if "_x" in text else text


def read_grid(xml: bytes, shared: Shared) -> Grid:
    """The cells of a sheet. Raises Refused where the XML is broken."""
    reader = _Reader(shared)
    try:
        reader.parser.Parse(xml, True)
    except (expat.ExpatError, ValueError, IndexError, OverflowError):
        raise Refused("The workbook is damaged: one of its sheets cannot be read.") from None
    return reader.grid


class _Reader:
    """Collects cells while the parser runs; only what lies inside of sheetData is a cell."""

    def __init__(self, shared: Shared) -> None:
        self.grid = Grid()
        self.parser = safe_parser()
        self.parser.StartElementHandler = self._outside
        self._shared = shared
        self._columns: dict[str, int] = {}
        self._rows: set[int] = set()
        self._seen: set[int] = set()  # the columns of the row so far
        self._digits = ""  # the number of the row, as each of its cells has it
        self._row = self._column = self._cells = 0
        self._current: dict[int, Value] = {}
        self._type = "n"
        self._style = "0"
        self._text: list[str] = []
        self._value: str | None = None
        self._formula: str | None = None
        self._spoken = False  # within a pronunciation guide, which is no part of the text
        self._within = False  # within a value, a formula or a text, where no element belongs

    def _outside(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "sheetData":
            self.parser.StartElementHandler = self._start
            self.parser.EndElementHandler = self._end
            self.parser.CharacterDataHandler = self._text.append
        elif name == "mergeCell" and len(self.grid.merged) < MOST_MERGED:
            self.grid.merged.append(attributes.get("ref", ""))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2] if ":" in tag else tag
        if self._within:
            raise ValueError(f"{name} stands within a text")
        if name == "c":
            reference = attributes.get("r")
            self._column = self._position(reference) if reference else self._column + 1
            if self._column in self._seen:
                raise ValueError(f"a cell of row {self._row} is there twice")
            self._seen.add(self._column)
            self._type = attributes.get("t", "n")
            self._style = attributes.get("s", "0")
            self._value = self._formula = None
            self._text.clear()
        elif name == "row":
            self._row = _row_number(attributes.get("r") or str(self._row + 1))
            if self._row in self._rows:
                raise ValueError(f"row {self._row} is there twice")
            self._rows.add(self._row)
            self._digits = str(self._row)
            self._column = 0
            self._seen.clear()
            self._current = {}
        elif name in ("v", "f", "t"):
            self._within = True
            self._text.clear()
        elif name == "rPh":
            self._spoken = True

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2] if ":" in tag else tag
        self._within = False
        if name == "v":
            self._value = "".join(self._text)
        elif name == "t":
            if not self._spoken:
                self._value = (self._value or "") + "".join(self._text)
        elif name == "rPh":
            self._spoken = False
        elif name == "f":
            self._formula = "".join(self._text)
        elif name == "c":
            if self._value is not None or self._formula is not None:
                self._keep()
        elif name == "row":
            if self._current:
                self.grid.rows[self._row] = self._current
        elif name == "sheetData":
            self.parser.StartElementHandler = self._outside
            self.parser.EndElementHandler = None
            self.parser.CharacterDataHandler = None

    def _position(self, reference: str) -> int:
        letters = reference.rstrip("0123456789")
        if reference[len(letters) :] != self._digits:
            raise ValueError(f"{reference!r} is no cell of row {self._digits}")
        column = self._columns.get(letters)
        if column is None:
            column = 0
            for letter in letters.upper():
                if not "A" <= letter <= "Z" or column > 20_000:
                    raise ValueError(f"{reference!r} is no cell")
                column = column * 26 + ord(letter) - 64
            if not column:
                raise ValueError(f"{reference!r} is no cell")
            self._columns[letters] = column
        return column

    def _keep(self) -> None:
        value = self._understood()
        if value is None or value == "":
            return
        self._cells += 1
        if self._row > MOST_ROWS or self._column > MOST_COLUMNS or self._cells > MOST_CELLS:
            self.grid.beyond = self.grid.beyond or cell_reference(self._row, self._column)
        else:
            self._current[self._column] = value

    def _understood(self) -> Value | None:
        plain = self._plain(self._value) if self._value is not None else None
        if self._formula is None:
            return plain
        # What a formula came to as an error or a date is of no use to anybody.
        usable = None if isinstance(plain, (Failure, Moment)) else plain
        return Formula(f"={self._formula}", usable)

    def _plain(self, text: str) -> str | int | float | bool | Failure | Moment | None:
        kind = self._type
        if kind == "s":
            return self._shared.strings[int(text)]
        if kind in ("str", "inlineStr"):
            return unescape(text)
        if not text.strip():
            return None
        if kind == "b":
            return text.strip() == "1"
        if kind == "e":
            return Failure(text.strip())
        if kind == "d":
            return Moment(text.strip().replace("T", " "))
        if kind != "n":
            raise ValueError(f"{kind!r} is no kind of cell")
        number = _number(text)
        if self._style in self._shared.date_styles:
            return Moment(_moment(number, self._shared.epoch))
        return number


def _row_number(text: str) -> int:
    """The number of a row, which stands in plain digits."""
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise ValueError(f"{text!r} is no row")
    return int(text)


def _number(text: str) -> int | float:
    """A whole number where the value is one: spreadsheets write 3 as "3", "3.0" or "3E0"."""
    if text.isascii() and text.isdigit() and len(text) < 16:
        return int(text)
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _moment(serial: float, epoch: datetime) -> str:
    """What a date cell means, from its number of days since the epoch."""
    try:
        when = epoch + timedelta(days=serial)
    except OverflowError:
        return str(serial)
    # Numbers have 15 digits, so a time is known to the second only.
    when = (when + timedelta(microseconds=500_000)).replace(microsecond=0)
    clock = f"{when:%H:%M:%S}".removesuffix(":00")
    if 0 <= serial < 1:
        return clock
    day = when.date().isoformat()
    return day if clock == "00:00" else f"{day} {clock}"

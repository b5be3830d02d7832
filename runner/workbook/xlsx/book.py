"""A workbook opened for reading: its sheets by name, and when it was saved."""

from __future__ import annotations

import re
from datetime import datetime
from xml.parsers import expat

from runner.workbook.xlsx.grid import Grid, Shared, read_grid, unescape
from runner.workbook.xlsx.guard import Refused, admit, part, safe_parser
from runner.workbook.xlsx.parts import relationships, sheet_parts, workbook_part
from runner.workbook.xlsx.zip import ArchiveError

_BUILT_IN_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_NOT_A_CODE = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]|General|Standard', re.IGNORECASE
)
_DATE_CODE = re.compile("[dmyhs]", re.IGNORECASE)
_CORE = "docProps/core.xml"


class Book:
    """A workbook in memory. Raises Refused where the bytes are none that can be read.

    `parts` gives the part of the archive behind each sheet, in the order of the tabs.
    """

    def __init__(self, data: bytes) -> None:
        self._archive = admit(data)
        try:
            self.parts = sheet_parts(self._archive)
            self._shared = self._read_shared(workbook_part(self._archive))
            missing = [name for name, target in self.parts.items() if target not in self._archive]
        except ArchiveError as reason:
            raise Refused(f"The workbook is damaged. {reason}") from None
        if missing:
            raise Refused(f"The workbook is damaged: the sheet “{missing[0]}” is not in it.")

    def grid(self, sheet: str) -> Grid:
        """The cells of a sheet. Raises Refused where it is damaged."""
        return read_grid(part(self._archive, self.parts[sheet]), self._shared)

    @property
    def saved(self) -> str:
        """When the workbook was last saved by its own account (ISO 8601), or ""."""
        if _CORE not in self._archive:
            return ""
        found = _texts(part(self._archive, _CORE), "modified", "modified")
        try:
            return datetime.fromisoformat(found[0].strip()).isoformat() if found else ""
        except ValueError:
            return ""

    def _read_shared(self, workbook: str) -> Shared:
        targets = dict(relationships(self._archive, workbook).values())
        strings, styles = targets.get("sharedStrings", ""), targets.get("styles", "")
        dates_from_1904 = _Date1904(part(self._archive, workbook)).found
        return Shared(
            _texts(part(self._archive, strings), "si", "t") if strings in self._archive else (),
            _DateStyles(part(self._archive, styles)).found if styles in self._archive else (),
            datetime(1904, 1, 1) if dates_from_1904 else datetime(1899, 12, 30),
        )


def _run(parser: expat.XMLParserType, xml: bytes) -> None:
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError):
        raise Refused("The workbook is damaged: one of its parts cannot be read.") from None


def _texts(xml: bytes, element: str, leaf: str) -> list[str]:
    """For each such element the text of its leaves, pronunciation guides left out."""
    found: list[str] = []
    pieces: list[str] = []
    spoken = False  # within a pronunciation guide
    parser = safe_parser()

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal spoken
        name = tag.rpartition(":")[2]
        if parser.CharacterDataHandler is not None:
            raise ValueError(f"{name} stands within a text")
        if name == element:
            pieces.clear()
        spoken = spoken or name == "rPh"
        if name == leaf and not spoken:
            parser.CharacterDataHandler = pieces.append

    def end(tag: str) -> None:
        nonlocal spoken
        name = tag.rpartition(":")[2]
        parser.CharacterDataHandler = None
        if name == element:
            found.append(unescape("".join(pieces)))
        spoken = spoken and name != "rPh"

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    _run(parser, xml)
    return found


class _Date1904:
    """Whether the workbook counts its days from 1904, as old Macintosh ones do."""

    def __init__(self, xml: bytes) -> None:
        self.found = False
        parser = safe_parser()
        parser.StartElementHandler = self._start
        _run(parser, xml)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition(":")[2] == "workbookPr":
            self.found = attributes.get("date1904") in ("1", "true")


class _DateStyles:
    """The numbers, as text, of the cell styles that show a number as a date or a time."""

    def __init__(self, xml: bytes) -> None:
        self.found: set[str] = set()
        self._dates = set(map(str, _BUILT_IN_DATES))
        self._count = -1  # of styles so far, or -1 outside of the list
        parser = safe_parser()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        _run(parser, xml)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "numFmt" and _shows_date(attributes.get("formatCode", "")):
            self._dates.add(attributes.get("numFmtId", ""))
        elif name == "cellXfs":
            self._count = 0
        elif name == "xf" and self._count >= 0:
            if attributes.get("numFmtId") in self._dates:
                self.found.add(str(self._count))
            self._count += 1

    def _end(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "cellXfs":
            self._count = -1


def _shows_date(code: str) -> bool:
    """Whether a number format has a code for days, months, years, hours or seconds in it."""
    return bool(_DATE_CODE.search(_NOT_A_CODE.sub("", code.partition(";")[0])))

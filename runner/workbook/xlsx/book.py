"""An open workbook: its sheets by name, for reading and for writing."""

import re
from contextlib import suppress
from datetime import datetime

from runner.workbook.xlsx.grid import Grid, Shared
from runner.workbook.xlsx.guard import Refused, admit, damage_refused
from runner.workbook.xlsx.parts import (
    local,
    parse,
    relationships,
    shared_strings,
    sheet_parts,
    texts,
    workbook_part,
)
from runner.workbook.xlsx.scan import SheetXml, read_grid, scan
from runner.workbook.xlsx.zip import Archive

_BUILT_IN_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_NOT_A_CODE = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]|General|Standard', re.IGNORECASE
)
_DATE_CODE = re.compile("[dmyhs]", re.IGNORECASE)
_CORE = "docProps/core.xml"


class Book:
    """A workbook in memory. Raises Refused where the bytes are none that can be read. `parts` gives
    the part of the archive behind each sheet, in the order of the tabs."""

    def __init__(self, data: bytes) -> None:
        self.archive = admit(data)
        with damage_refused():
            self.parts = sheet_parts(self.archive)
            workbook = workbook_part(self.archive)
            links = dict(relationships(self.archive, workbook).values())
            self.shared = Shared(
                shared_strings(self.archive),
                _date_styles(self.archive, links.get("styles", "")),
                _epoch(self.archive, workbook),
            )
        for name, target in self.parts.items():
            if target not in self.archive:
                raise Refused(f"The workbook is damaged: the sheet “{name}” is not in it.")

    def grid(self, sheet: str) -> Grid:
        """Return the cells of a sheet. Raises Refused where it is damaged."""
        with damage_refused():
            return read_grid(self.archive.read(self.parts[sheet]), self.shared)

    def scan(self, sheet: str) -> SheetXml:
        """Return a sheet for writing into it. Raises ArchiveError where that would not be safe."""
        return scan(self.archive.read(self.parts[sheet]), self.shared.strings)

    @property
    def saved(self) -> str:
        """When the workbook was last saved by its own account (ISO 8601), or ""."""
        times = []
        if _CORE in self.archive:
            with damage_refused():
                times = texts(self.archive.read(_CORE), "modified", "modified")
        with suppress(ValueError, IndexError):
            return datetime.fromisoformat(times[0].strip()).isoformat()
        return ""


def _epoch(archive: Archive, workbook: str) -> datetime:
    """Return the day that days are counted from; old Macintosh workbooks have one of their own."""
    of_1904 = any(
        local(element.tag) == "workbookPr" and element.get("date1904") in ("1", "true")
        for element in parse(archive, workbook)
    )
    return datetime(1904, 1, 1) if of_1904 else datetime(1899, 12, 30)


def _date_styles(archive: Archive, part: str) -> set[str]:
    """Return the numbers, as text, of the cell styles that show a number as a date or a time."""
    if part not in archive:
        return set()
    dates, styles = {str(number) for number in _BUILT_IN_DATES}, set[str]()
    for group in parse(archive, part):
        match local(group.tag):
            case "numFmts":
                dates |= {
                    element.get("numFmtId", "")
                    for element in group
                    if _shows_date(element.get("formatCode", ""))
                }
            case "cellXfs":
                styles |= {str(at) for at, xf in enumerate(group) if xf.get("numFmtId") in dates}
    return styles


def _shows_date(code: str) -> bool:
    """Return whether a number format has a code for days, months, years, hours or seconds in it."""
    return bool(_DATE_CODE.search(_NOT_A_CODE.sub("", code.partition(";")[0])))

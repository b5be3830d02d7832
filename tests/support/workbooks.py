"""Workbooks for tests: made by the template, then spoilt the way people spoil them."""

import re
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from typing import TypeGuard

from openpyxl import Workbook, load_workbook

from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Problem
from runner.core.round_sheet import RoundSheet, Row
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from runner.workbook.xlsx.edit import CellChange, edit

NAMES = ("Ana Example", "Bo Sample", "Cy Trial", "Dee Probe", "Eve Test", "Flo Case", "Gus Demo")


def row(number: int, *seats: str, result: str = "", table: int = 1, **more: str) -> Row:
    """A table of a round of the first phase; blank seats fill it up to four."""
    key = RowKey(RoundId(1, number), RowKind.TABLE, table)
    return Row(key, table, (*seats, *[""] * (4 - len(seats))), result, **more)


def small_event(**changes: object) -> Event:
    """Seven players in pods of four: one round with a result, one still empty."""
    players = tuple(Player(f"P00{at}", name) for at, name in enumerate(NAMES, 1))
    byes = {"uneven": "byes"}  # so that no table ever needs a fifth seat
    phase = Phase(
        1, "Swiss", Mode.MULTIPLAYER, "swiss", "mamtr", rounds=2, pod_size=4, settings=byes
    )
    rows = (row(1, *NAMES[:4], result="A"), row(1, *NAMES[4:], table=2))
    basics = Event(
        "Friday cEDH", "2026-11-21", seed="heron", public_columns=("Commander",), phases=(phase,),
        players=players, rounds=(RoundSheet(RoundId(1, 1), rows),),
    )  # fmt: skip
    return Event(**{name: getattr(basics, name) for name in basics.__slots__} | changes)


def book(event: Event | None = None) -> bytes:
    return template(Plan(event, tables=5)) if event else _small_book()


@cache
def _small_book() -> bytes:
    return template(Plan(small_event(), tables=5))


def edited(change: Callable[[Workbook], object], data: bytes | None = None) -> bytes:
    loaded = load_workbook(BytesIO(data or book()))
    change(loaded)
    stream = BytesIO()
    loaded.save(stream)
    return stream.getvalue()


def with_cell(sheet: str, cell: str, value: object, number_format: str = "") -> bytes:
    """The small workbook with one cell changed; dates and other formats are left to openpyxl."""
    if not number_format:
        return with_cells(sheet, {cell: value})

    def change(loaded: Workbook) -> None:
        loaded[sheet][cell] = value
        loaded[sheet][cell].number_format = number_format

    return edited(change)


def with_cells(sheet: str, cells: Mapping[str, object], data: bytes | None = None) -> bytes:
    """The workbook with these cells changed: directly, as openpyxl takes 30 times as long, where
    all of them are texts, whole numbers or empty."""
    plain = {cell: value for cell, value in cells.items() if _plain(value)}
    if len(plain) == len(cells):
        return edit(data or book(), (CellChange(sheet, *each) for each in plain.items()))

    def change(loaded: Workbook) -> None:
        for cell, value in cells.items():
            loaded[sheet][cell] = value

    return edited(change, data)


def _plain(value: object) -> TypeGuard[str | int | None]:
    """Return whether the value needs no format, and is neither a formula nor an error."""
    if isinstance(value, str):
        return not value.startswith(("=", "#"))
    return value is None or type(value) is int


def with_lines(sheet: str, *lines: Mapping[str, object], data: bytes | None = None) -> bytes:
    """The workbook with these cells, by heading, in the first lines of a list."""
    columns = _columns(data or book(), sheet)
    cells = {
        f"{columns[heading]}{row}": value
        for row, line in enumerate(lines, 5)
        for heading, value in line.items()
    }
    return with_cells(sheet, cells, data)


@cache
def _columns(data: bytes, sheet: str) -> dict[object, str]:
    """Return the letters of the columns of a list, by heading."""
    return {cell.value: cell.column_letter for cell in load_workbook(BytesIO(data))[sheet][4]}


def with_parts(data: bytes, **changes: Callable[[bytes], bytes | None]) -> bytes:
    """The archive with parts changed (named by the end, without ".xml"); None leaves one out."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w", 8) as new:
        for name in old.namelist():
            content: bytes | None = old.read(name)
            change = changes.get(re.sub(r"\.xml$", "", name.rpartition("/")[2]))
            if change and content is not None:
                content = change(content)
            if content is not None:
                new.writestr(name, content)
    return stream.getvalue()


def with_shared_strings(data: bytes) -> bytes:
    """The workbook with its texts in one table, as Excel and LibreOffice keep them."""
    texts: list[str] = []

    def share(found: re.Match[str]) -> str:
        texts.append(found[2])
        return f'{found[1]} t="s"><v>{len(texts) - 1}</v></c>'

    def sheet(xml: bytes) -> bytes:
        inline = r'(<c [^>]*?) t="inlineStr"><is>(.*?)</is></c>'
        return re.sub(inline, share, xml.decode(), flags=re.DOTALL).encode()

    def relation(xml: bytes) -> bytes:
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
        added = f'<Relationship Id="shared" Type="{kind}" Target="sharedStrings.xml"/>'
        return xml.replace(b"</Relationships>", added.encode() + b"</Relationships>")

    changes = {f"sheet{number}": sheet for number in range(1, 30)}
    stream = BytesIO(with_parts(data, **changes, **{"workbook.xml.rels": relation}))
    spoken = "<rPh sb='0' eb='1'><t>spoken</t></rPh>"
    table = "".join(f"<si>{text}{spoken}</si>" for text in texts)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", f"<?xml version='1.0'?><sst>{table}</sst>")
    return stream.getvalue()


def event_in(data: bytes) -> Event:
    found = read(data)[0]
    assert found is not None
    return found


def sound_event(data: bytes) -> Event:
    problems = read(data)[1]
    assert not problems, [str(each) for each in problems]
    return event_in(data)


def at(data: bytes, sheet: str, cell: str = "") -> Problem:
    problems = read(data)[1]
    found = [each for each in problems if (each.place.sheet, each.place.cell) == (sheet, cell)]
    assert len(found) == 1, [str(each) for each in problems]
    return found[0]

"""The sheets that Runner has made, and whether a hand has touched them since.

Beside the workbook, in `.runner/made.json`, stands for each sheet the SHA-256 of what stood on it
when it was made: its cells, their formulas, what was merged. One of a round that is planned no
more goes again while it still holds that and nothing else; programs may have saved it meanwhile,
each in its own XML. Colours and widths say nothing.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from runner.core.round_sheet import is_mark
from runner.disk import make_own, read_regular_file, real, replace_synced
from runner.workbook.write.swap_recovery import folder
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.grid import plain
from runner.workbook.xlsx.sheets import NewSheet, can_go, with_new_sheets, without_sheet


@dataclass(frozen=True, slots=True)
class UnusedSheet:
    """A sheet that no round needs, and the changes that clear Runner's own words for its round
    elsewhere."""

    name: str
    changes: tuple[CellChange, ...] = ()


def known(workbook: Path) -> dict[str, list[str]]:
    """Return, for each sheet that Runner made, the checksums of its content then; {} if that cannot
    be read."""
    with suppress(OSError, ValueError):
        sheets = json.loads(read_regular_file(_file(workbook)))
        if isinstance(sheets, dict):
            return {
                name: [text for text in held if isinstance(text, str)]
                for name, held in sheets.items()
                if isinstance(held, list)
            }
    return {}


def remember(workbook: Path, data: bytes, sheets: Sequence[NewSheet]) -> None:
    """Note the content of these sheets, to be made in a workbook with these bytes. This comes
    before they are in it, so that after a crash they are still known as Runner's. Raises OSError if
    the disk fails."""
    there = Book(data).parts.keys()
    new = [sheet.name for sheet in sheets if sheet.name not in there]
    if not new:
        return
    book, before = Book(with_new_sheets(data, sheets)), known(workbook)
    after = {name: list(held) for name, held in before.items()}
    for name in new:
        if name in book.parts and (held := _held(book, name)) not in after.get(name, ()):
            after.setdefault(name, []).append(held)
    if after != before:
        file = _file(workbook)
        make_own(file.parent)
        replace_synced(file, json.dumps(after, indent=1).encode())


def without_unused(
    workbook: Path, data: bytes, unused: Iterable[UnusedSheet]
) -> tuple[bytes, tuple[UnusedSheet, ...]]:
    """Return the bytes without these sheets, if Runner made them, nobody has changed them and
    nothing refers to them; the same object if there is none."""
    ours, removed = known(workbook), list[UnusedSheet]()
    for sheet in reversed([each for each in unused if each.name in ours]):  # later ones point back
        book = Book(data)
        if (
            sheet.name in book.parts
            and _held(book, sheet.name) in ours[sheet.name]
            and can_go(data, sheet.name)
        ):
            data = without_sheet(data, sheet.name)
            removed.append(sheet)
    return data, tuple(reversed(removed))


def _held(book: Book, name: str) -> str:
    grid = book.grid(name)
    cells = [
        [row, column, plain(value).strip()]
        for row, values in sorted(grid.rows.items())
        for column, value in sorted(values.items())
        if plain(value).strip() and not is_mark(plain(value).strip())
    ]
    return sha256(json.dumps([cells, sorted(grid.merged), grid.beyond]).encode()).hexdigest()


def _file(workbook: Path) -> Path:
    return folder(real(workbook)).with_name("made.json")

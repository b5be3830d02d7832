"""Cells whose column holds nothing but names: whoever is called by a word of Runner's own ("A",
"draw", "Will") is meant there all the same."""

import re
from collections.abc import Callable, Collection, Iterator

from runner.core import spelling
from runner.workbook.column import CellKind, Column, SheetSchema, normal
from runner.workbook.schema import DECISION, PENALTY, PLAYERS, STANDINGS
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.grid import Grid
from runner.workbook.xlsx.parts import cell_reference

_SEPARATOR = re.compile(r"(\s*[;,\n]\s*)")
_WHOLE_ENTRY = re.compile(r"(\s*[;\n]\s*)")


def renamed_cells(
    data: bytes, meant: Callable[[str], bool], instead: str, others: Collection[str]
) -> Iterator[CellChange]:
    """The changes that put `instead` for every name that is `meant`, in the columns of players'
    names and in the lists of those to keep apart; `others` are names that stay as they are."""
    book = Book(data)
    known = {key for name in others for key in spelling.keys(name)}

    def entry(text: str) -> str:
        if spelling.folded(text) in known:
            return text
        return "".join(instead if meant(each) else each for each in _SEPARATOR.split(text))

    for sheet in book.parts:
        grid = book.grid(sheet)
        for column, header, at in _columns(sheet, grid):
            for row in (row for row in grid.rows if row > header):
                text = grid.rows[row].get(at)
                if not isinstance(text, str):
                    continue
                if column.kind is CellKind.LIST:
                    made = "".join(map(entry, _WHOLE_ENTRY.split(text)))
                else:
                    made = instead if meant(text) else text
                if made != text:
                    yield CellChange(sheet, cell_reference(row, at), made)


def _columns(sheet: str, grid: Grid) -> Iterator[tuple[Column, int, int]]:
    """The columns of names on one of Runner's sheets, each with the row of its heading."""
    for schema in filter(lambda each: _is(sheet, each), (PLAYERS, PENALTY, DECISION, STANDINGS)):
        wanted = {
            normal(spelt): column
            for column in schema.columns
            if column.team or column.kind is CellKind.NAME or column.key in ("keep_apart", "player")
            for spelt in column.spellings
        }
        found = (
            (wanted[normal(text)], row, at)
            for row, cells in sorted(grid.rows.items())
            for at, text in cells.items()
            if isinstance(text, str) and normal(text) in wanted
        )
        seen = set[str]()
        for column, row, at in found:
            if column.key not in seen:
                seen.add(column.key)
                yield column, row, at


def _is(sheet: str, schema: SheetSchema) -> bool:
    return normal(sheet) in map(normal, (schema.name, *schema.aliases))

"""A list of players from a file of any kind, a workbook among them."""

from collections.abc import Iterator
from dataclasses import replace

from runner.core.phrases import listed
from runner.core.problems import Problem
from runner.interchange.player_import.player_list import PlayerList
from runner.interchange.player_import.reader import read_player_rows, read_players
from runner.render.wording import in_terminal
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.grid import Formula, Grid, Value, plain
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.zip import ArchiveError

MOST_COLUMNS = 500
_ARCHIVE = b"PK\x03\x04"
_USUAL = frozenset({"players", "player list", "spieler", "teilnehmer"})


def read_list(data: bytes | str, name: str = "") -> PlayerList:
    """What a list of players says, whatever program wrote it; `name` is that of its file. Never
    raises."""
    if not (isinstance(data, bytes) and data.startswith(_ARCHIVE)):
        return read_players(data, name)
    try:
        sheets = _sheets(Book(data))
    except Refused as reason:
        return PlayerList("a workbook", problem=_said(reason.problem))
    except (ArchiveError, ValueError, KeyError) as reason:
        return PlayerList("a workbook", problem=f"It cannot be read: {reason}")
    read = {tab: _read(grid) for tab, grid in sheets.items()}
    if not read:
        return PlayerList("a workbook", problem="It has no sheet with anything in it.")
    tab = max(read, key=lambda tab: (tab.casefold() in _USUAL, len(read[tab].rows)))
    return _with_others(read[tab], tab, [other for other in read if other != tab])


def _sheets(book: Book) -> dict[str, Grid]:
    grids = {name: book.grid(name) for name in book.parts}
    return {name: grid for name, grid in grids.items() if grid.rows}


def _read(grid: Grid) -> PlayerList:
    """What a sheet says; a list of players has fewer columns than a sheet can have."""
    width = max((max(row, default=0) for row in grid.rows.values()), default=0)
    if width > MOST_COLUMNS:
        return PlayerList("a workbook", problem="It has too many columns for a list of players.")
    return read_player_rows(_rows(grid, width), "a workbook")


def _rows(grid: Grid, width: int) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, each with as many cells as the sheet has columns in use."""
    for number, cells in sorted(grid.rows.items()):
        yield number, [_text(cells.get(at)) for at in range(1, width + 1)]


def _text(value: Value | None) -> str:
    """What a cell shows; of a formula what it came to."""
    shown = value.value if isinstance(value, Formula) else value
    return "" if shown is None else plain(shown)


def _with_others(found: PlayerList, tab: str, others: list[str]) -> PlayerList:
    said = f"Read from the sheet “{tab}”."
    more = f" Not read: {listed(others)}." if others else ""
    return replace(found, notes=(f"{said}{more}", *found.notes))


def _said(problem: Problem) -> str:
    return f"{problem.text} {in_terminal(*problem.fix)}".strip()

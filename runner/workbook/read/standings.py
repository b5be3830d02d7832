"""The Standings sheet: where its columns are, and what stands there; nothing of it is read."""

from runner.workbook.column import normal
from runner.workbook.layout import StandingsLayout
from runner.workbook.schema import OLD_RECORD, STANDINGS
from runner.workbook.xlsx.grid import Grid, plain
from runner.workbook.xlsx.parts import cell_reference

_FIRST = [normal(column.heading) for column in STANDINGS.columns]
_RENAMED = {normal(OLD_RECORD): normal(STANDINGS.column("record").heading)}


def standings_layout(name: str, grid: Grid) -> StandingsLayout | None:
    """Found by the headings that stay the same; None where they are gone."""
    for row in sorted(grid.rows):
        texts = {column: plain(value) for column, value in grid.rows[row].items()}
        for first, text in texts.items():
            if normal(text) != _FIRST[0]:
                continue
            after = [normal(texts.get(first + at, "")) for at in range(len(_FIRST))]
            if [_RENAMED.get(heading, heading) for heading in after] == _FIRST:
                return StandingsLayout(name, row, first, _texts(grid))
    return None


def _texts(grid: Grid) -> dict[str, str]:
    return {
        cell_reference(row, column): plain(value).strip()
        for row, cells in grid.rows.items()
        for column, value in cells.items()
    }

"""The positions of everything that Runner writes into a workbook that has been read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from runner.core.identifiers import RoundId, RowKey
from runner.core.problems import Place
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_reference, column_letters


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """One sheet: its tab as it is spelt, and the letters of its columns by their keys in the
    schema: "id", "name"; "key", "table", "seat 1", "result", "note". `header` is the row of the
    headings, `last_row` the lowest row that holds anything."""

    sheet: str
    columns: Mapping[str, str]
    header: int
    last_row: int

    def cell(self, column: str, row: int) -> str | None:
        """Return the cell's name, such as "C14", or None where the sheet lacks the column."""
        letters = self.columns.get(column)
        return f"{letters}{row}" if letters else None

    def change(
        self, column: str, row: int | None, value: str | int | None, *ours: str,
        like_row: int | None = None,
    ) -> tuple[CellChange, ...]:  # fmt: skip
        """Return the change that writes a value where the cell is blank or holds one of `ours`;
        none where the sheet lacks the row or the column."""
        cell = self.cell(column, row) if row else None
        return (CellChange(self.sheet, cell, value, frozenset(ours), like_row),) if cell else ()


@dataclass(frozen=True, slots=True)
class RoundLayout(SheetLayout):
    """A round's sheet: the row of each key that is there, typed or derived from the table. `free`
    is the first column, from 1, that nothing stands in, nor in any to the right of it; 0 where
    there is none. `mark` is the cell of the mark (`runner.core.round_sheet.mark`), "" where there
    is no room for one, and `marked` the text of the mark that stands there, "" for none."""

    rows: Mapping[RowKey, int] = field(default_factory=dict)
    free: int = 0
    mark: str = ""
    marked: str = ""

    @property
    def seats(self) -> int:
        """How many seats a row has room for."""
        return sum(1 for column in self.columns if column.startswith("seat "))

    def with_seats(self, seats: int) -> RoundLayout:
        """Return the sheet with room for so many at a table: further seats come to the right of all
        that stands there, so that nothing is moved. The same where there is no free column."""
        more = range(self.seats + 1, seats + 1) if self.free else ()
        letters = {f"seat {seat}": column_letters(self.free + at) for at, seat in enumerate(more)}
        return replace(self, columns={**self.columns, **letters}) if letters else self


@dataclass(frozen=True, slots=True)
class PlayersLayout(SheetLayout):
    """The Players sheet: the row of each player by `names.key` of the name."""

    rows: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DecisionsLayout(SheetLayout):
    """The Decisions sheet, and the rounds that some line of it pairs, whatever its Go says.
    `untouched` are the rows of those lines on which nothing else stands, and no Go. `drafting` are
    the decisions about a draft that have a line, with their phase."""

    paired: frozenset[RoundId] = frozenset()
    untouched: Mapping[RoundId, int] = field(default_factory=dict)
    drafting: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class DraftLayout(SheetLayout):
    """The Draft sheet: the row of each player, by id or name, in each phase; `texts` is what the
    cells say by column and row."""

    rows: Mapping[tuple[int, str], int] = field(default_factory=dict)
    texts: Mapping[tuple[str, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """A field of the Event sheet that Runner fills: its cell, and the text that stands there."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class StandingsLayout:
    """The Standings sheet: the row of its headings, its first column, from 1, and what every cell
    says by its name."""

    sheet: str
    header: int
    first: int
    texts: Mapping[str, str]

    def text(self, row: int, at: int) -> str:
        """Return what stands in a row, so many columns after the first."""
        return self.texts.get(cell_reference(row, self.first + at), "")

    @property
    def depth(self) -> int:
        """How many rows below the headings hold anything."""
        rows = (int("".join(filter(str.isdigit, cell))) for cell in self.texts)
        return max(max(rows, default=0) - self.header, 0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole workbook. What could not be found is missing here, and is a Problem; `fields` are
    those of Runner's on the Event sheet, by their keys in the schema."""

    parts: Mapping[str, str] = field(default_factory=dict)
    players: PlayersLayout | None = None
    rounds: Mapping[RoundId, RoundLayout] = field(default_factory=dict)
    fields: Mapping[str, FieldLayout] = field(default_factory=dict)
    decisions: DecisionsLayout | None = None
    standings: StandingsLayout | None = None
    draft: DraftLayout | None = None
    penalties: SheetLayout | None = None
    time: SheetLayout | None = None

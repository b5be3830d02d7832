"""Read the sheets of rounds, one row a table, and those of drafts and standings.

A table is found by its key or by the number under Table.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from runner.core import names
from runner.core.event import DraftLine
from runner.core.identifiers import RoundId, RowKey, RowKind, seat_letter
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row, is_mark, without_remark
from runner.workbook.column import normal
from runner.workbook.layout import DraftLayout, RoundLayout, StandingsLayout
from runner.workbook.read.players import RowPlaces
from runner.workbook.read.sheet import Report, SheetRow, View, clean, find_columns, look
from runner.workbook.round_schema import (
    REHEARSED,
    ROUND_SEATS,
    ROW_WORDS,
    round_columns,
    round_schema,
)
from runner.workbook.schema import OLD_RECORD, STANDINGS
from runner.workbook.xlsx.grid import MOST_COLUMNS, Formula, Grid, plain
from runner.workbook.xlsx.parts import cell_area, cell_reference

_FEW_SEATS = 10
_KINDS = {
    **{word: kind for kind, word in ROW_WORDS.items()},
    **dict.fromkeys(("byes", "freilos"), RowKind.BYE),
    **dict.fromkeys(("away", "missing", "notpresent"), RowKind.ABSENT),
}


def read_round(
    id_: RoundId, name: str, grid: Grid, report: Report
) -> tuple[RoundSheet, RoundLayout] | None:
    """Return the round as its sheet has it, and where its rows stand; None where a heading is
    missing. `seats` of every row are as many as the sheet has columns for."""
    view = look(name, grid, round_schema(id_, _seat_count(grid)), report)
    if view is None:
        return None
    rows = _Rows(id_, view)
    for row in view:
        rows.take(row)
    rows.name_the_nameless()
    cell, mark = _mark(view)
    layout = RoundLayout(*view.stands, rows.numbers, _free(view), cell, mark)
    row_list = tuple(rows.found.values())
    return RoundSheet(id_, row_list, Place(name), rows.keys_of, rows.copied, mark), layout


def _mark(view: View) -> tuple[str, str]:
    """Return the cell of the mark that says whose names the sheet holds, and the mark; where there
    is none yet the cell above the heading of the keys, and ""."""
    for number in range(1, view.header):
        for column, value in view.grid.rows.get(number, {}).items():
            if isinstance(value, str) and is_mark(value.strip()):
                return cell_reference(number, column), value.strip()
    key = view.letters.get("key")
    return (f"{key}{view.header - 1}" if key and view.header > 1 else ""), ""


def _seat_count(grid: Grid) -> int:
    """Return how many seats the sheet has columns for, misspelt ones included; at least two. Beyond
    ten each has to follow the one before: a column of the organiser's own may be called X."""
    _, columns, others, _ = find_columns(grid, round_columns(ROUND_SEATS))
    count = max((at for at in range(1, _FEW_SEATS + 1) if f"seat {at}" in columns), default=0)
    left = list(others)
    while count < ROUND_SEATS:
        near = names.nearest(f"Seat {seat_letter(count)}", left)
        if f"seat {count + 1}" not in columns and near is None:
            break
        left = [other for other in left if other != near]
        count += 1
    return max(count, 2)


def _free(view: View) -> int:
    """Return the first column that is free from top to bottom, as are all to the right of it; 0
    where cells lie too far out to tell."""
    used = [max(cells, default=0) for cells in view.grid.rows.values()]
    for area in view.grid.merged:
        with suppress(ValueError):
            (_, _), (bottom, right) = cell_area(area)
            used += [right] if bottom >= view.header else []
    free = max(used, default=0) + 1
    return 0 if view.grid.beyond or free + ROUND_SEATS > MOST_COLUMNS else free


class _Rows:
    """The rows of one sheet: what was read so far, and the row number of each key."""

    def __init__(self, id_: RoundId, view: View) -> None:
        self.id, self.view = id_, view
        self.found: dict[RowKey, Row] = {}
        self.numbers: dict[RowKey, int] = {}
        self.copied = False  # which has been reported then
        self._seats = [key for key in view.schema if key.startswith("seat ")]
        self._nameless: list[tuple[RowKind, SheetRow]] = []
        self._strange: Counter[RoundId] = Counter()  # of how many rows, by their keys

    @property
    def keys_of(self) -> RoundId | None:
        """The round that rows are of by their keys, if it is another; one row alone is a slip."""
        strange = self._strange.most_common(1)
        return next((id_ for id_, rows in strange if rows > 1 or self.copied), None)

    def take(self, row: SheetRow) -> None:
        """Read a row of the sheet under the key it has or stands for."""
        typed, table = row.text("key"), row.text("table")
        key = RowKey.parse(typed) if typed else None
        if typed and key is None:
            row.error("round.key-unknown", "key", f"“{typed}” is not a key of {self.id.sheet}.",
                      f"Type {self._key_for(table) or self.id.prefix + 'T1'}, or clear the "
                      "cell.")  # fmt: skip
        if key is not None and key.round != self.id:
            key = self._moved(row, key)
            if key is None:
                return
        if key is None:
            key = self._derived(row, table)
        elif key.kind is RowKind.TABLE and table and table != str(key.number):
            row.warning("round.table-against-key", "table", f"Table says “{table}”, but the row’s "
                        f"key is {key}, so it is read as table {key.number}.",
                        f"Type {key.number} under Table again.")  # fmt: skip
        if key is not None:
            self.keep(key, row)

    def keep(self, key: RowKey, row: SheetRow) -> None:
        """Take a row of the sheet under that key, unless the key is there already."""
        if key in self.found:
            if not row.blank("key", "table"):
                row.error("round.row-twice", "key" if row.value("key") else "table",
                          f"{_named(key)} appears in rows {self.numbers[key]} and {row.number}; "
                          "only the first is read.", "Clear the row that is wrong.")  # fmt: skip
            return
        note, remark = without_remark(row.text("note"))
        self.numbers[key] = row.number
        self.found[key] = Row(
            key=key,
            table=key.number if key.kind is RowKind.TABLE else 0,
            seats=tuple(map(row.text, self._seats)),
            result=row.text("result"),
            games=row.text("games"),
            note=note,
            remark=remark,
            rehearsed=note.casefold().startswith(REHEARSED),
            places=RowPlaces(self.view, row.number),
        )

    def name_the_nameless(self) -> None:
        """Give byes and absences that were typed without a key the next free numbers."""
        for kind, row in self._nameless:
            number = max((key.number for key in self.found if key.kind is kind), default=0) + 1
            self.keep(RowKey(self.id, kind, number), row)

    def _derived(self, row: SheetRow, table: str) -> RowKey | None:
        """Return the key that a row without one stands for; None for an empty row, or one kept for
        later, or one that nobody can place."""
        if row.blank("key", "table"):
            return self._key_for(table)
        kind = _KINDS.get(normal(table))
        if kind is not None:
            self._nameless.append((kind, row))
            return None
        key = self._key_for(table)
        if key is None:
            row.error("round.table-number-missing", "table",
                f"“{table}” is not a table number." if table else "This row has no table number.",
                "Type the number of the table, “bye” or “absent” under Table, or clear the row.",
            )  # fmt: skip
        return key

    def _key_for(self, table: str) -> RowKey | None:
        number = int(table) if table.isdecimal() and len(table) < 6 else 0
        return RowKey(self.id, RowKind.TABLE, number) if number else None

    def _moved(self, row: SheetRow, key: RowKey) -> RowKey | None:
        """Return what to make of a key of another round: a sheet that was copied is read as its own
        name says, which is reported once; a single strange row is left out."""
        copy, filled = self._rounds == {key.round}, not row.blank("key", "table")
        self._strange[key.round] += copy or filled
        if copy and not self.copied:
            self.copied = True
            row.warning("round.keys-of-another-sheet", "key", "The keys are those of "
                        f"{key.round.sheet}, from which this sheet seems to be copied; they are "
                        f"read as those of {self.id.sheet}.", "If it is meant as a round of its "
                        "own, there is nothing to do.")  # fmt: skip
        elif filled and not copy:
            row.error("round.key-of-another-sheet", "key", f"{key} belongs to {key.round.sheet}, "
                      f"not to {self.id.sheet}; the row is left out.",
                      "Move what was typed here to its own sheet, or clear the Key "
                      "cell.")  # fmt: skip
        return RowKey(self.id, key.kind, key.number) if copy else None

    @cached_property
    def _rounds(self) -> set[RoundId]:
        at = self.view.columns.get("key", 0)
        keys = (RowKey.parse(str(row.cells[at])) for row in self.view if at in row.cells)
        return {key.round for key in keys if key is not None}


def _named(key: RowKey) -> str:
    return f"Table {key.number}" if key.kind is RowKind.TABLE else f"The key {key}"


def draft_layout(view: View, usual: int) -> DraftLayout:
    """Return where the lines of the Draft sheet stand; `usual` is the phase of a line that names
    none."""
    rows: dict[tuple[int, str], int] = {}
    for row in view:
        phase, identity = row.value("phase"), _raw(row, "id") or _raw(row, "player")
        if identity:
            rows.setdefault((phase if isinstance(phase, int) else usual, identity), row.number)
    columns = ("phase", "id", "player", "pod", "seat", "building")
    texts = {(key, row.number): _raw(row, key) for row in view for key in columns}
    return DraftLayout(*view.stands, rows, texts)


def read_draft(view: View, usual: int) -> Iterator[DraftLine]:
    """Yield every line that names a player; one with a cell that holds no number is left out, and
    has been reported. `usual` is the phase of a line that names none."""
    for row in view:
        identity, name = row.text("id"), row.text("player")
        if not identity and not name:
            continue
        numbers = {column: row.count(column) for column in ("phase", "pod", "seat")}
        if any(numbers[column] is None and _raw(row, column) for column in numbers):
            continue
        places = {column: row.place(column) for column in ("player", "pod", "seat")}
        phase, player, note = numbers["phase"] or usual, identity or name, row.text("note")
        yield DraftLine(phase, player, numbers["pod"], numbers["seat"], places, note, name)


def _raw(row: SheetRow, column: str) -> str:
    """Return what a cell says, whether it can be used or not."""
    value = row.value(column)
    if isinstance(value, Formula) and value.value is not None:
        value = value.value
    return "" if value is None else clean(plain(value))


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
                return StandingsLayout(
                    name,
                    row,
                    first,
                    {
                        cell_reference(row, column): plain(value).strip()
                        for row, cells in grid.rows.items()
                        for column, value in cells.items()
                    },
                )
    return None

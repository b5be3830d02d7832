"""The Draft sheet: who sits in which pod, as it stands there, and where its lines are."""

from collections.abc import Iterator

from runner.core.event import DraftLine
from runner.workbook.layout import DraftLayout
from runner.workbook.read.sheet import SheetRow, View, clean
from runner.workbook.xlsx.grid import Formula, plain


def read_draft(view: View, usual: int) -> tuple[DraftLine, ...]:
    """Every line that names a player; one with a cell that holds no number is left out, and has
    been reported. `usual` is the phase of a line that names none."""
    return tuple(_lines(view, usual))


def where_it_stands(view: View, part: str, usual: int) -> DraftLayout:
    """The sheet's columns, and the row of each player in each phase."""
    rows: dict[tuple[int, str], int] = {}
    for row in view:
        phase, identity = row.value("phase"), _raw(row, "id") or _raw(row, "player")
        if identity:
            rows.setdefault((phase if isinstance(phase, int) else usual, identity), row.number)
    last = max(view.grid.last_row, view.header)
    columns = ("phase", "id", "player", "pod", "seat", "building")
    texts = {(key, row.number): _raw(row, key) for row in view for key in columns}
    return DraftLayout(view.name, part, view.letters, view.header, last, rows, texts)


def _lines(view: View, usual: int) -> Iterator[DraftLine]:
    for row in view:
        identity, name = row.text("id"), row.text("player")
        if not identity and not name:
            continue
        found = {column: row.count(column) for column in ("phase", "pod", "seat")}
        if any(found[column] is None and _raw(row, column) for column in found):
            continue
        places = {column: row.place(column) for column in ("player", "pod", "seat")}
        phase = found["phase"] or usual
        yield DraftLine(
            phase, identity or name, found["pod"], found["seat"], places, row.text("note"), name
        )


def _raw(row: SheetRow, column: str) -> str:
    """What a cell says, whether it can be used or not."""
    value = row.value(column)
    if isinstance(value, Formula) and value.value is not None:
        value = value.value
    return "" if value is None else clean(plain(value))

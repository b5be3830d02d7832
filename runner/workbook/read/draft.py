"""The Draft sheet: who sits in which pod, as it stands there, and where its lines are."""

from collections.abc import Iterator

from runner.core.event import DraftLine
from runner.workbook.layout import DraftLayout
from runner.workbook.read.sheet import SheetRow, View


def read_draft(view: View) -> tuple[DraftLine, ...]:
    """Every line that names a player; one with a cell that holds no number is left out, and has
    been reported."""
    return tuple(line for _, line in _lines(view))


def where_it_stands(view: View, part: str) -> DraftLayout:
    """The sheet's columns, and the row of each player in each phase."""
    rows: dict[tuple[int, str], int] = {}
    for row in view:
        identity = row.text("id") or row.text("player")
        phase = row.value("phase")
        if identity:
            rows.setdefault((phase if isinstance(phase, int) else 1, identity), row.number)
    last = max(view.grid.last_row, view.header)
    texts = {
        (key, at): row.text(key)
        for row in view
        for key in ("phase", "id", "player", "pod", "seat", "building")
        for at in (row.number,)
    }
    return DraftLayout(view.name, part, view.letters, view.header, last, rows, texts)


def _lines(view: View) -> Iterator[tuple[SheetRow, DraftLine]]:
    for row in view:
        who = row.text("id") or row.text("player")
        if not who:
            continue
        phase, pod, seat = (row.count(column) for column in ("phase", "pod", "seat"))
        if any(found is None and row.value(column)
               for column, found in (("phase", phase), ("pod", pod), ("seat", seat))):  # fmt: skip
            continue
        places = {column: row.place(column) for column in ("player", "pod", "seat")}
        yield row, DraftLine(phase or 1, who, pod, seat, places, row.text("note"))

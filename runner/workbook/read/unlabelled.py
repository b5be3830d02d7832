"""What stands on the Event sheet without a label that says what it is, such as a second prize below
the first one."""

import re
from collections.abc import Mapping

from runner.core import prizes
from runner.core.problems import Place
from runner.workbook.column import Column, normal
from runner.workbook.read.sheet import Report, clean
from runner.workbook.xlsx.grid import Failure, Formula, Grid, Moment, Value, plain
from runner.workbook.xlsx.parts import cell_reference

_A_PLACE = re.compile(r"\d{1,5}(?:\s*[-–—]\s*\d{1,5})?\s*(?:st|nd|rd|th|\.|\))?(?:\s.*)?", re.I)
_LONGEST = 40


def report_unlabelled(
    name: str, grid: Grid, report: Report, labels: int, known: Mapping[str, Column], rows: int
) -> None:
    """A warning for each row from the first label on, of so many rows, in which a value or a prize
    is not read. `labels` is the column of the labels."""
    seen = False
    helps = {column.help for column in known.values()}
    for number in sorted(grid.rows)[:rows]:
        cells = {at: _text(value) for at, value in grid.rows[number].items()}
        column = known.get(normal(cells.get(labels, "")))
        seen = seen or column is not None
        at = _unread(cells, labels, helps, known=column is not None) if seen else None
        if at is not None:
            report.warning(
                "event.text-unlabelled",
                Place(name, cell_reference(number, at)),
                f"“{cells[at][:_LONGEST]}” is not read, as no label beside it says what it is.",
                "If it is a prize, type it into the cell next to “Prizes”, with a semicolon before "
                "it: 1: 200 €; 2: 100 €. Otherwise type its label, or delete it.",
            )


def _unread(cells: Mapping[int, str], labels: int, helps: set[str], *, known: bool) -> int | None:
    """The column of the first cell of a row that is not read; None where there is none. In a row
    with a label of the organiser's own, and to the right of a value, only prizes are looked for."""
    label, value = cells.get(labels, ""), cells.get(labels + 1, "")
    if not known and prizes.prizes(label).prizes:
        return labels
    if not known and value and (not label or _A_PLACE.fullmatch(label)):
        return labels + 1
    if label and not known:
        return None
    return next(
        (
            at
            for at, text in sorted(cells.items())
            if at > labels + 1 and text not in helps and prizes.prizes(text).prizes
        ),
        None,
    )


def _text(value: Value) -> str:
    """What a cell shows, as text."""
    if isinstance(value, Formula):
        return _text(value.value) if value.value is not None else value.text
    if isinstance(value, Failure | Moment):
        return value.text
    return clean(plain(value))

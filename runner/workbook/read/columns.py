"""A sheet's columns, found by the text of their headings, and what keeps it from being read."""

from __future__ import annotations

from collections.abc import Sequence

from runner.core import names
from runner.core.problems import Place
from runner.workbook.column import Column, SheetSchema, normal
from runner.workbook.read.sheet import Report, View, clean
from runner.workbook.xlsx.grid import MOST_COLUMNS, MOST_ROWS, Grid
from runner.workbook.xlsx.parts import cell_area, cell_reference

HEADER_WITHIN = 15
_SHOWN_MERGES = 10


def look(name: str, grid: Grid, schema: SheetSchema, report: Report) -> View | None:
    """The sheet with its columns found; None, with a fatal problem, where it can't be used."""
    header, columns, others, twice = find_columns(grid, schema.columns)
    view = View(
        name,
        grid,
        report,
        header,
        columns,
        {column.key: column for column in schema.columns},
        others,
    )
    for column, at in twice:
        report.warning(
            "sheet.column-twice",
            Place(name, cell_reference(header, at)),
            f"There are two columns “{column.heading}”; only the first is read.",
            "Rename or delete one of them.",
        )
    report_limits(name, grid, report)
    _report_merged(view)
    return view if _report_missing(view, schema) else None


def _header(grid: Grid, columns: Sequence[Column]) -> int:
    """The row among the first that has the most of the headings; 0 where none has any."""
    known = {normal(text) for column in columns for text in column.spellings}
    best, most = 0, 0
    for number in sorted(grid.rows)[:HEADER_WITHIN]:
        texts = {normal(value) for value in grid.rows[number].values() if isinstance(value, str)}
        if len(texts & known) > most:
            best, most = number, len(texts & known)
    return best


def find_columns(
    grid: Grid, wanted: Sequence[Column]
) -> tuple[int, dict[str, int], dict[str, int], list[tuple[Column, int]]]:
    """The row of the headings, the columns found, the organiser's own, and second columns under
    one heading.

    A heading goes to the column that it names exactly before it goes to one that it may stand for.
    """
    header = _header(grid, wanted)
    cells = grid.rows.get(header, {})
    headings = {at: heading for at, heading in sorted(cells.items()) if isinstance(heading, str)}
    found: dict[str, int] = {}
    taken: set[int] = set()
    twice: list[tuple[Column, int]] = []
    for spelling in ("heading", "aliases"):
        for column in wanted:
            texts = (column.heading,) if spelling == "heading" else column.aliases
            normals = {normal(text) for text in texts}
            for at, text in headings.items():
                if at in taken or normal(text) not in normals:
                    continue
                if column.key not in found:
                    found[column.key] = at
                    taken.add(at)
                elif spelling == "heading":
                    taken.add(at)
                    twice.append((column, at))
    others = {clean(text): at for at, text in headings.items() if at not in taken and clean(text)}
    return header, found, others, twice


def _report_missing(view: View, schema: SheetSchema) -> bool:
    """Whether every column is there that must be; a renamed one is guessed at."""
    complete = True
    for column in schema.columns:
        if column.key in view.columns:
            continue
        guess = None if column.team else names.nearest(column.heading, view.others)
        place = Place(view.name, "")
        if guess:
            place = Place(view.name, cell_reference(view.header, view.others[guess]))
        if column.required:
            complete = False
            message = f"The heading “{column.heading}” is missing from “{view.name}”."
            fix = f"Type it above its column, into row {view.header or 4}."
            if guess:
                fix = f"Rename “{guess}” to “{column.heading}”."
            elif strange := _in_its_place(view, schema, column):
                place = Place(view.name, cell_reference(view.header, view.others[strange]))
                message += f" In its place stands “{strange}”."
                fix = f"Type “{column.heading}” over it."
            view.report.error("sheet.column-missing", place, message, fix, fatal=True)
        elif guess:
            view.report.warning(
                "sheet.column-renamed",
                place,
                f"The column “{guess}” is not read as “{column.heading}”.",
                f"If that is what it is, rename it to “{column.heading}”.",
            )
    return complete


def _in_its_place(view: View, schema: SheetSchema, column: Column) -> str:
    """The organiser's own heading between those that belong beside a missing one; "" for none."""
    order = [each.key for each in schema.columns]
    at = order.index(column.key)
    left = max((view.columns[key] for key in order[:at] if key in view.columns), default=0)
    right = [view.columns[key] for key in order[at + 1 :] if key in view.columns]
    found = [text for text, number in view.others.items()
             if left < number < min(right, default=MOST_COLUMNS)]  # fmt: skip
    return found[0] if len(found) == 1 or (found and view.others[found[0]] == left + 1) else ""


def report_limits(name: str, grid: Grid, report: Report) -> None:
    """A warning where cells lie so far out that they are not read."""
    if grid.beyond:
        report.warning(
            "sheet.beyond-limits",
            Place(name, grid.beyond),
            f"Only the first {MOST_ROWS} rows and {MOST_COLUMNS} columns are read; this cell lies "
            "outside them.",
            "Delete what is there, or move it closer.",
        )


def _report_merged(view: View) -> None:
    """An error for each merged area that covers cells of known columns below the headings."""
    areas = [area for area in view.grid.merged if _covers_data(area, view)]
    for area in areas[:_SHOWN_MERGES]:
        first = area.partition(":")[0]
        view.report.error(
            "sheet.merged-cells",
            Place(view.name, first),
            f"The cells {area} are merged, so only the first of them counts.",
            "Unmerge them, and fill in each cell.",
        )
    if len(areas) > _SHOWN_MERGES:
        view.report.error(
            "sheet.more-merged-cells",
            Place(view.name),
            f"{len(areas) - _SHOWN_MERGES} more groups of merged cells follow in “{view.name}”.",
            "Select the whole table and unmerge it.",
        )


def _covers_data(area: str, view: View) -> bool:
    try:
        (top, left), (bottom, right) = cell_area(area)
    except ValueError:
        return False
    known = any(left <= at <= right for at in view.columns.values())
    return (
        known
        and bottom > view.header
        and bottom - top < MOST_ROWS
        and (top, left) != (bottom, right)
    )

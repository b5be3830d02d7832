"""A sheet as rows of cells that become what they mean; its columns are found by their headings.

Whatever cannot be understood is reported with its cell, and counts as blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from runner.core import contacts, names
from runner.core.actions import Part
from runner.core.problems import Place, Problem, error, warning
from runner.workbook.column import CellKind, Choice, Column, SheetSchema, find_choice, normal
from runner.workbook.xlsx.grid import (
    MOST_COLUMNS,
    MOST_ROWS,
    Failure,
    Formula,
    Grid,
    Moment,
    Value,
    plain,
)
from runner.workbook.xlsx.parts import cell_area, cell_reference, column_letters

_OF_NAMES = (CellKind.NEW_NAME, CellKind.NAME)
_GUARDED = (*_OF_NAMES, CellKind.RESULT, CellKind.KEY)  # where a formula is refused
_OF_FIGURES = (CellKind.COUNT, CellKind.RESULT, CellKind.KEY, CellKind.SETTING)
_SMALL = re.compile("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u218b\u2460-\u249b]")
_LONGEST = 500  # characters of a cell that anybody could mean
_HEADER_WITHIN = 15  # rows
_SHOWN_MERGES = 10

clean = lru_cache(maxsize=20_000)(names.clean)


class Contact(NamedTuple):
    """A cell with an address or a telephone number in it, what of its text is shown, and whether
    it is the name of a player."""

    place: Place
    heading: str
    text: str
    shown: str
    a_name: bool


class Report(list[Problem]):
    """The problems found so far, and the cells of which `teams.py` has still to tell."""

    def __init__(self) -> None:
        super().__init__()
        self.contacts: dict[Place, Contact] = {}

    def error(self, code: str, place: Place, text: str, *fix: Part, fatal: bool = False) -> None:
        """Add something that cannot be used."""
        self.append(error(code, place, text, *fix, fatal=fatal))

    def warning(self, code: str, place: Place, text: str, *fix: Part) -> None:
        """Add something that is used, but deserves a look."""
        self.append(warning(code, place, text, *fix))


@dataclass(frozen=True, slots=True)
class View:
    """A sheet with its columns found: key -> number. `others` are the organiser's own columns by
    heading. `header` is the row of the headings. On a sheet `of_rules` every error is fatal."""

    name: str
    grid: Grid
    report: Report
    header: int
    columns: Mapping[str, int]
    schema: Mapping[str, Column]
    others: Mapping[str, int] = field(default_factory=dict)
    of_rules: bool = False

    def __iter__(self) -> Iterator[SheetRow]:
        """The rows below the headings that hold anything, from the top."""
        for number in sorted(self.grid.rows):
            if number > self.header:
                yield SheetRow(self, number, self.grid.rows[number])

    @property
    def letters(self) -> dict[str, str]:
        """The letters of each column: "name" -> "B"."""
        return {key: column_letters(at) for key, at in self.columns.items()}

    @property
    def stands(self) -> tuple[str, Mapping[str, str], int, int]:
        """Where the sheet stands, as `SheetLayout` has it."""
        return self.name, self.letters, self.header, self.grid.last_row

    def place(self, column: str, row: int) -> Place:
        """Return the cell of a column; the whole sheet where it lacks the column."""
        at = self.columns.get(column)
        return Place(self.name, cell_reference(row, at) if at else "")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of a sheet. The methods take a column's key and tell what its cell means."""

    view: View
    number: int
    cells: Mapping[int, Value]

    def place(self, column: str) -> Place:
        """Return the cell of a column."""
        return self.view.place(column, self.number)

    def places(self, *columns: str) -> dict[str, Place]:
        """Return the cell of each of these columns that the sheet has."""
        return {column: self.place(column) for column in columns if column in self.view.columns}

    def error(self, code: str, column: str, text: str, *fix: Part, fatal: bool = False) -> None:
        """Report something in the cell of a column that cannot be used; it is always fatal where it
        is about the rules."""
        fatal = fatal or self.view.of_rules or self.view.schema[column].kind is CellKind.SETTING
        self.view.report.error(code, self.place(column), text, *fix, fatal=fatal)

    def warning(self, code: str, column: str, text: str, *fix: Part) -> None:
        """Report something in the cell of a column that is used, but deserves a look."""
        self.view.report.warning(code, self.place(column), text, *fix)

    def value(self, column: str) -> Value | None:
        """Return what the cell holds, or None."""
        return self.cells.get(self.view.columns.get(column, 0))

    def blank(self, *except_for: str) -> bool:
        """Return whether no known column but those holds anything."""
        return not any(
            at in self.cells and self.value(key) != "" and key not in except_for
            for key, at in self.view.columns.items()
        )

    def text(self, column: str) -> str:
        """Return the cell as cleaned text; what a formula came to is taken, unless the column is a
        name, a key or a result."""
        value = self.cells.get(self.view.columns.get(column, 0))
        if value is None:
            return ""
        known = self.view.schema[column]
        if not isinstance(value, str):
            text = self._odd_text(column, value)
        elif known.kind in _OF_FIGURES and _SMALL.search(value):  # else 1² would be read as 12
            self.error("cell.small-figures", column, f"“{clean(value)[:40]}” was typed with raised "
                       "figures or a fraction of one letter.",
                       "Type it with ordinary figures: 3, or 1/2.")  # fmt: skip
            return ""
        else:
            text = names.prose(value) if known.kind is CellKind.TEXT else clean(value)
            if len(text) > _LONGEST:
                self.warning("cell.too-long", column, f"This text has {len(text)} characters, so "
                             f"only the first {_LONGEST} are used.")  # fmt: skip
                text = text[:_LONGEST]
        shown = known.public and known.kind in (CellKind.TEXT, CellKind.DATE)
        return self.for_everybody(column, text) if shown else text

    def at(self, number: int, heading: str) -> str:
        """Return the text in any column that is shown, by its number; what has no text counts as
        blank."""
        value = self.cells.get(number)
        if isinstance(value, Formula):
            value = value.value
        if value is None or isinstance(value, Failure):
            return ""
        text = value.text if isinstance(value, Moment) else names.prose(plain(value))
        shown = contacts.without(text, numbers=contacts.numbered(heading))
        self._report_contact(text, shown, number, heading)
        return shown

    def for_everybody(self, column: str, text: str) -> str:
        """Return a text that others get to see: without addresses and telephone numbers, of which
        the organiser is told."""
        known = self.view.schema[column]
        shown = contacts.without(text, numbers=known.numbers)
        at, a_name = self.view.columns[column], known.kind is CellKind.NEW_NAME
        self._report_contact(text, shown, at, known.heading, a_name=a_name)
        return shown

    def _report_contact(
        self, text: str, shown: str, number: int, heading: str, *, a_name: bool = False
    ) -> None:
        if shown != text:
            place = Place(self.view.name, cell_reference(self.number, number))
            self.view.report.contacts[place] = Contact(place, heading, text, shown, a_name)

    def count(self, column: str, most: int | None = None) -> int | None:
        """Return a whole number, or None where the cell is blank or holds none; `most` is the
        highest where this row bounds it closer than its column does."""
        value, known = self.value(column), self.view.schema[column]
        whole = isinstance(value, int) and not isinstance(value, bool)
        text, most = str(value) if whole else self.text(column), most or known.most
        number = int(text) if text.removeprefix("-").isdecimal() else None
        if not text or (number is not None and known.least <= number <= most):
            return number
        self.error("cell.not-a-count", column,
            f"“{text}” is not a whole number."
            if number is None
            else f"{number} is not possible here.",
            f"Type a whole number from {known.least} to {most} under {known.heading}, "
            "or leave the cell empty.")  # fmt: skip
        return None

    def choice(self, column: str, *, fatal: bool = False) -> str:
        """Return the value of the choice that the cell names; "" where it is blank or names
        none."""
        text, known = self.text(column), self.view.schema[column]
        match = find_choice(text, known.choices) if text else None
        if text and not match:
            message = f"“{text}” is not a choice for {known.heading}."
            fix = unknown_choice(text, known.choices)
            self.error("cell.not-a-choice", column, message, fix, fatal=fatal)
        return match.value if match else ""

    def flag(self, column: str) -> bool:
        """Return whether the cell says yes; a blank one doesn't."""
        return self.choice(column) == "yes"

    def list(self, column: str, separators: str = ";") -> tuple[str, ...]:
        """Return the entries of the cell, without blanks."""
        return split(self.text(column), separators)

    def _odd_text(self, column: str, value: Value) -> str:
        kind = self.view.schema[column].kind
        match value:
            case Formula() if value.value is not None and kind not in _GUARDED:
                return clean(plain(value.value))
            case Formula():
                short = value.text if len(value.text) <= 40 else value.text[:39] + "…"
                self.error("cell.formula", column,
                           f"The cell holds a formula ({short}), which can change by itself.",
                           "Type the text itself, or copy the cell and paste it as a value (Paste "
                           "Special).")  # fmt: skip
            case Failure():
                self.error("cell.failure", column, f"The cell shows the error {value.text}.",
                           "Type the value itself into the cell.")  # fmt: skip
            case Moment() if kind in (CellKind.TEXT, CellKind.DATE):
                return value.text
            case Moment():
                result = kind is CellKind.RESULT
                what = "A result such as 1-6" if result else "What was typed here"
                self.error("cell.became-a-date", column,
                           f"{what} has been turned into a date or time ({value.text}).",
                           "Format the cell as text and type it again.")  # fmt: skip
            case _:
                text = plain(value)
                if kind in _OF_NAMES:
                    self.warning("cell.name-is-a-number", column,
                                 f"This name is the number {text}; it is used as it is.",
                                 "If it should be a name, type the name.")  # fmt: skip
                return text
        return ""


def split(text: str, separators: str) -> tuple[str, ...]:
    """Return the entries of a list typed into one cell, without blanks."""
    return tuple(filter(None, map(str.strip, re.split(f"[\n{separators}]", text))))


def unknown_choice(text: str, choices: Sequence[Choice]) -> str:
    """Return what to do about a text that is none of the choices."""
    labels = [choice.label for choice in choices]
    close = names.nearest(text, labels) or names.nearest(text, [each.value for each in choices])
    listed = " or ".join(filter(None, (", ".join(labels[:-1]), *labels[-1:])))
    return f"Did you mean “{close}”?" if close else f"Choose {listed}."


def look(name: str, grid: Grid, schema: SheetSchema, report: Report) -> View | None:
    """Return the sheet with its columns found; None, with a fatal problem, where it can't be
    used."""
    header, columns, others, twice = find_columns(grid, schema.columns)
    by_key = {column.key: column for column in schema.columns}
    view = View(name, grid, report, header, columns, by_key, others)
    for column, at in twice:
        message = f"There are two columns “{column.heading}”; only the first is read."
        place, fix = Place(name, cell_reference(header, at)), "Rename or delete one of them."
        report.warning("sheet.column-twice", place, message, fix)
    report_limits(name, grid, report)
    _report_merged(view)
    return view if _report_missing(view, schema) else None


def _header(grid: Grid, columns: Sequence[Column]) -> int:
    """Return the row among the first that has the most of the headings; 0 where none has any."""
    known = {normal(text) for column in columns for text in column.spellings}
    hits = {
        number: len({normal(text) for text in grid.rows[number].values() if isinstance(text, str)}
                    & known)
        for number in sorted(grid.rows)[:_HEADER_WITHIN]
    }  # fmt: skip
    return max((number for number in hits if hits[number]), key=hits.__getitem__, default=0)


def find_columns(
    grid: Grid, wanted: Sequence[Column]
) -> tuple[int, dict[str, int], dict[str, int], list[tuple[Column, int]]]:
    """Return the row of the headings, the columns found, the organiser's own, and second columns
    under one heading. A heading goes to the column that it names exactly before it goes to one that
    it may stand for."""
    header = _header(grid, wanted)
    cells = grid.rows.get(header, {})
    headings = {at: heading for at, heading in sorted(cells.items()) if isinstance(heading, str)}
    columns: dict[str, int] = {}
    taken: set[int] = set()
    twice: list[tuple[Column, int]] = []
    for exact in (True, False):
        for column in wanted:
            normals = set(map(normal, (column.heading,) if exact else column.aliases))
            for at, text in headings.items():
                if at in taken or normal(text) not in normals:
                    continue
                if column.key not in columns:
                    columns[column.key] = at
                elif exact:
                    twice.append((column, at))
                else:
                    continue
                taken.add(at)
    others = {clean(text): at for at, text in headings.items() if at not in taken and clean(text)}
    return header, columns, others, twice


def _report_missing(view: View, schema: SheetSchema) -> bool:
    """Return whether every column is there that must be; a renamed one is guessed at."""
    missing = [column for column in schema.columns if column.key not in view.columns]
    for column in missing:
        guess = None if column.team else names.nearest(column.heading, view.others)
        there = guess or (column.required and _in_its_place(view, schema, column)) or ""
        at = cell_reference(view.header, view.others[there]) if there else ""
        if column.required:
            message = f"The heading “{column.heading}” is missing from “{view.name}”."
            fix = f"Type it above its column, into row {view.header or 4}."
            if guess:
                fix = f"Rename “{guess}” to “{column.heading}”."
            elif there:
                message += f" In its place stands “{there}”."
                fix = f"Type “{column.heading}” over it."
            place = Place(view.name, at)
            view.report.error("sheet.column-missing", place, message, fix, fatal=True)
        elif guess:
            view.report.warning("sheet.column-renamed", Place(view.name, at),
                                f"The column “{guess}” is not read as “{column.heading}”.",
                                "If that is what it is, rename it to "
                                f"“{column.heading}”.")  # fmt: skip
    return not any(column.required for column in missing)


def _in_its_place(view: View, schema: SheetSchema, column: Column) -> str:
    """Return the organiser's own heading between those that belong beside a missing one; "" for
    none."""
    order = [each.key for each in schema.columns]
    at = order.index(column.key)
    left = max((view.columns[key] for key in order[:at] if key in view.columns), default=0)
    right = [view.columns[key] for key in order[at + 1 :] if key in view.columns]
    own = [text for text, number in view.others.items()
             if left < number < min(right, default=MOST_COLUMNS)]  # fmt: skip
    return own[0] if len(own) == 1 or (own and view.others[own[0]] == left + 1) else ""


def report_limits(name: str, grid: Grid, report: Report) -> None:
    """A warning where cells lie so far out that they are not read."""
    if grid.beyond:
        report.warning("sheet.beyond-limits", Place(name, grid.beyond),
                       f"Only the first {MOST_ROWS} rows and {MOST_COLUMNS} columns are read; this "
                       "cell lies outside them.",
                       "Delete what is there, or move it closer.")  # fmt: skip


def _report_merged(view: View) -> None:
    """An error for each merged area that covers cells of known columns below the headings."""
    areas = [area for area in view.grid.merged if _covers_data(area, view)]
    for area in areas[:_SHOWN_MERGES]:
        place = Place(view.name, area.partition(":")[0])
        view.report.error("sheet.merged-cells", place,
                          f"The cells {area} are merged, so only the first of them counts.",
                          "Unmerge them, and fill in each cell.")  # fmt: skip
    if len(areas) > _SHOWN_MERGES:
        view.report.error("sheet.more-merged-cells", Place(view.name),
                          f"{len(areas) - _SHOWN_MERGES} more groups of merged cells follow in "
                          f"“{view.name}”.", "Select the whole table and unmerge it.")  # fmt: skip


def _covers_data(area: str, view: View) -> bool:
    try:
        (top, left), (bottom, right) = cell_area(area)
    except ValueError:
        return False
    several = (top, left) != (bottom, right) and bottom - top < MOST_ROWS
    known = any(left <= at <= right for at in view.columns.values())
    return known and several and bottom > view.header

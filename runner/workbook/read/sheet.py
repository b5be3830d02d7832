"""A sheet as rows of cells that become what they mean; `columns.py` finds its columns.

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
from runner.workbook.column import CellKind, Choice, Column, find_choice
from runner.workbook.xlsx.grid import (
    Failure,
    Formula,
    Grid,
    Moment,
    Value,
    plain,
)
from runner.workbook.xlsx.parts import cell_reference

_GUARDED = (
    CellKind.NEW_NAME,
    CellKind.NAME,
    CellKind.RESULT,
    CellKind.KEY,
)  # where a formula is refused
_OF_FIGURES = (CellKind.COUNT, CellKind.RESULT, CellKind.KEY, CellKind.SETTING)
_SMALL = re.compile("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u218b\u2460-\u249b]")
_LONGEST = 500  # characters of a cell that anybody could mean

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
        return {key: cell_reference(1, at)[:-1] for key, at in self.columns.items()}

    @property
    def seats(self) -> list[str]:
        """The keys of the seat columns in turn order."""
        return [key for key in self.schema if key.startswith("seat ")]

    def place(self, column: str, row: int) -> Place:
        """The cell of a column; the whole sheet where it lacks the column."""
        at = self.columns.get(column)
        return Place(self.name, cell_reference(row, at) if at else "")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of a sheet. The methods take a column's key and tell what its cell means."""

    view: View
    number: int
    cells: Mapping[int, Value]

    def place(self, column: str) -> Place:
        """The cell of a column."""
        return self.view.place(column, self.number)

    def places(self, *columns: str) -> dict[str, Place]:
        """The cell of each of these columns that the sheet has."""
        return {column: self.place(column) for column in columns if column in self.view.columns}

    def error(self, code: str, column: str, text: str, *fix: Part, fatal: bool = False) -> None:
        """Report something in the cell of a column that cannot be used; it is always fatal where it
        is about the rules."""
        known = self.view.schema[column]
        fatal = fatal or self.view.of_rules or known.kind is CellKind.SETTING
        self.view.report.error(code, self.place(column), text, *fix, fatal=fatal)

    def warning(self, code: str, column: str, text: str, *fix: Part) -> None:
        """Report something in the cell of a column that is used, but deserves a look."""
        self.view.report.warning(code, self.place(column), text, *fix)

    def value(self, column: str) -> Value | None:
        """What the cell holds, or None."""
        return self.cells.get(self.view.columns.get(column, 0))

    def blank(self, *except_for: str) -> bool:
        """Whether no known column but those holds anything."""
        return not any(
            at in self.cells and self.value(key) != "" and key not in except_for
            for key, at in self.view.columns.items()
        )

    def text(self, column: str) -> str:
        """The cell as cleaned text; what a formula came to is taken, unless the column is a name,
        a key or a result."""
        value = self.cells.get(self.view.columns.get(column, 0))
        if value is None:
            return ""
        known = self.view.schema[column]
        if isinstance(value, str) and known.kind in _OF_FIGURES and _SMALL.search(value):
            self._small_figures(column, value)
            return ""
        if isinstance(value, str):
            prose = known.kind is CellKind.TEXT
            text = self._short(column, names.prose(value) if prose else clean(value))
        else:
            text = self._odd_text(column, value)
        told = known.public and known.kind in (CellKind.TEXT, CellKind.DATE)
        return self.for_everybody(column, text) if told else text

    def at(self, number: int, heading: str) -> str:
        """The text in any column that is shown, by its number; what has no text counts as blank."""
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
        """A text that others get to see: without addresses and telephone numbers, of which the
        organiser is told."""
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
        """A whole number, or None where the cell is blank or holds none; `most` is the highest
        where this row bounds it closer than its column does."""
        value = self.value(column)
        known = self.view.schema[column]
        most = most or known.most
        if isinstance(value, int) and not isinstance(value, bool):
            found = value
        else:
            text = self.text(column)
            if not text:
                return None
            if not text.removeprefix("-").isdecimal():
                self._not_a_count(column, f"“{text}” is not a whole number.", most)
                return None
            found = int(text)
        if known.least <= found <= most:
            return found
        self._not_a_count(column, f"{found} is not possible here.", most)
        return None

    def choice(self, column: str, *, fatal: bool = False) -> str:
        """The value of the choice that the cell names; "" where it is blank or names none."""
        text = self.text(column)
        choices = self.view.schema[column].choices
        found = find_choice(text, choices) if text else None
        if found or not text:
            return found.value if found else ""
        self.error(
            "cell.not-a-choice",
            column,
            f"“{text}” is not a choice for {self.view.schema[column].heading}.",
            unknown_choice(text, choices),
            fatal=fatal,
        )
        return ""

    def flag(self, column: str) -> bool:
        """Whether the cell says yes; a blank one doesn't."""
        return self.choice(column) == "yes"

    def list(self, column: str, separators: str = ";") -> tuple[str, ...]:
        """The entries of the cell, without blanks."""
        return split(self.text(column), separators)

    def _small_figures(self, column: str, value: str) -> None:
        """Raised figures and fractions of one letter, which would be read as others: 1² as 12."""
        self.error(
            "cell.small-figures",
            column,
            f"“{clean(value)[:40]}” was typed with raised figures or a fraction of one letter.",
            "Type it with ordinary figures: 3, or 1/2.",
        )

    def _not_a_count(self, column: str, message: str, most: int) -> None:
        known = self.view.schema[column]
        self.error(
            "cell.not-a-count",
            column,
            message,
            f"Type a whole number from {known.least} to {most} under {known.heading}, "
            "or leave the cell empty.",
        )

    def _short(self, column: str, text: str) -> str:
        if len(text) <= _LONGEST:
            return text
        self.warning(
            "cell.too-long",
            column,
            f"This text has {len(text)} characters, so only the first {_LONGEST} are used.",
        )
        return text[:_LONGEST]

    def _odd_text(self, column: str, value: Value) -> str:
        """The text of a cell that is no plain text."""
        kind = self.view.schema[column].kind
        if isinstance(value, Formula):
            guarded = kind in _GUARDED
            if value.value is not None and not guarded:
                return clean(plain(value.value))
            self._formula(column, value)
            return ""
        if isinstance(value, Failure):
            self.error(
                "cell.failure",
                column,
                f"The cell shows the error {value.text}.",
                "Type the value itself into the cell.",
            )
            return ""
        if isinstance(value, Moment):
            return self._moment(column, value, kind)
        text = plain(value)
        if kind in (CellKind.NEW_NAME, CellKind.NAME):
            self.warning(
                "cell.name-is-a-number",
                column,
                f"This name is the number {text}; it is used as it is.",
                "If it should be a name, type the name.",
            )
        return text

    def _formula(self, column: str, value: Formula) -> None:
        short = value.text if len(value.text) <= 40 else value.text[:39] + "…"
        self.error(
            "cell.formula",
            column,
            f"The cell holds a formula ({short}), which can change by itself.",
            "Type the text itself, or copy the cell and paste it as a value (Paste Special).",
        )

    def _moment(self, column: str, value: Moment, kind: CellKind) -> str:
        if kind in (CellKind.TEXT, CellKind.DATE):
            return value.text
        what = {CellKind.RESULT: "A result such as 1-6"}.get(kind, "What was typed here")
        self.error(
            "cell.became-a-date",
            column,
            f"{what} has been turned into a date or time ({value.text}).",
            "Format the cell as text and type it again.",
        )
        return ""


def split(text: str, separators: str) -> tuple[str, ...]:
    """The entries of a list typed into one cell, without blanks."""
    for separator in separators:
        text = text.replace(separator, "\n")
    return tuple(filter(None, (entry.strip() for entry in text.split("\n"))))


def unknown_choice(text: str, choices: Sequence[Choice]) -> str:
    """What to do about a text that is none of the choices."""
    labels = [choice.label for choice in choices]
    keys = [choice.value for choice in choices]
    close = names.nearest(text, labels) or names.nearest(text, keys)
    listed = ", ".join(labels[:-1]) + f" or {labels[-1]}" if len(labels) > 1 else "".join(labels)
    return f"Did you mean “{close}”?" if close else f"Choose {listed}."

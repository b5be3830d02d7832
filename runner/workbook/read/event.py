"""Read the sheet Event: labels in one column, their values in the next.

Values without a label, such as a second prize below the first one, are read or reported too.
"""

import re
from collections import Counter
from collections.abc import Mapping

from runner import languages
from runner.core import contacts, dates, names, prizes
from runner.core.colours import colour
from runner.core.event import Event, SettingValue, Shown
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.randomness import event_seed
from runner.workbook.column import Column, Writer, normal
from runner.workbook.layout import FieldLayout
from runner.workbook.read.columns import report_limits
from runner.workbook.read.phases import setting_columns, setting_values
from runner.workbook.read.sheet import Report, SheetRow, View, clean, unknown_choice
from runner.workbook.schema import DEFAULT_PUBLIC, EVENT, LANGUAGES
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


_ROWS = 200
PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp")
"""How the names of pictures end that pages show."""


def read_event(
    name: str, grid: Grid, report: Report
) -> tuple[Event | None, dict[str, FieldLayout]]:
    """The event without phases, players and rounds, and the fields that Runner fills. None where
    the sheet has no label that is known."""
    report_limits(name, grid, report)
    rows = _Rows(name, grid, report)
    if not rows.found:
        report.error(
            "event.no-labels",
            Place(name),
            f"“{name}” has none of the labels that belong there, such as “Name” and “Seed”.",
            "Copy the sheet from the workbook of a new event.",
            fatal=True,
        )
        return None, {}
    event = Event(
        name=rows.text("name"),
        date=rows.date(),
        venue=rows.text("venue"),
        enforcement=rows.choice("enforcement") or "competitive",
        seed=rows.seed(),
        hall_roll=names.clean(rows.text("hall_roll")),
        time_zone=rows.time_zone(),
        accent=rows.accent(),
        logo=rows.logo(),
        language=rows.language(),
        prizes=rows.prizes(),
        address=rows.text("address"),
        automatic=rows.flag("automatic"),
        public_columns=rows.public_columns(),
        names_shown=Shown(rows.choice("names_shown") or Shown.FULL),
        settings=rows.settings(),
        rehearsal=rows.flag("rehearsal"),
        places=rows.places(),
    )
    for key, text, why in (
        ("name", event.name, "The event has no name."),
        ("seed", event.seed, "There is no seed, so the draws can’t be checked by others."),
    ):
        if not text:
            report.warning(
                "event.seed-missing",
                rows.place(key),
                why,
                "Type one next to the label; any text will do.",
            )
    return event, rows.runners()


class _Rows:
    """The rows of the sheet by the key of their label."""

    def __init__(self, name: str, grid: Grid, report: Report) -> None:
        self._settings = setting_columns()
        columns = (*EVENT.columns, *self._settings)
        known = {normal(text): column for column in reversed(columns) for text in column.spellings}
        # A label of the event goes before a setting's other spelling.
        known |= {normal(text): column for column in EVENT.columns for text in column.spellings}
        known |= {normal(column.heading): column for column in columns}
        self._name, self._grid, self._report = name, grid, report
        self._label_column = _label_column(grid, known)
        self._schema = {column.key: column for column in columns}
        self.found = self._find(known)

    def _find(self, known: Mapping[str, Column]) -> dict[str, SheetRow]:
        value_column = self._label_column + 1
        view = View(
            self._name,
            self._grid,
            self._report,
            0,
            dict.fromkeys(self._schema, value_column),
            self._schema,
        )
        found: dict[str, SheetRow] = {}
        strange: dict[str, int] = {}
        for number in sorted(self._grid.rows)[:_ROWS]:
            cells = self._grid.rows[number]
            label = cells.get(self._label_column)
            if not isinstance(label, str):
                continue
            column = known.get(normal(label))
            if column is None:
                strange[clean(label)] = number
            elif column.key not in found:
                found[column.key] = SheetRow(view, number, cells)
            elif value_column in cells:
                self._report.warning(
                    "event.label-twice",
                    Place(self._name, cell_reference(number, self._label_column)),
                    f"“{clean(label)}” is here twice; only the first is read.",
                )
        self._guess(found, strange, known)
        self._below(known)
        report_unlabelled(self._name, self._grid, self._report, self._label_column, known, _ROWS)
        return found

    def _below(self, known: Mapping[str, Column]) -> None:
        """Labels so far down that they are not read."""
        for number in sorted(self._grid.rows)[_ROWS:]:
            label = self._grid.rows[number].get(self._label_column)
            if isinstance(label, str) and normal(label) in known:
                self._report.warning(
                    "event.label-too-low",
                    Place(self._name, cell_reference(number, self._label_column)),
                    f"“{clean(label)}” is not read: only the first {_ROWS} filled rows are.",
                    "Move it up, or delete what is above it.",
                )
                return

    def _guess(
        self, found: Mapping[str, SheetRow], strange: Mapping[str, int], known: Mapping[str, Column]
    ) -> None:
        """Say which label a misspelt one may have been; others are the organiser's own."""
        missing = {
            text: column
            for column in {column.key: column for column in known.values()}.values()
            if column.key not in found
            for text in (column.heading,)
        }
        for label, number in strange.items():
            close = names.nearest(label, missing)
            if close and self._label_column + 1 in self._grid.rows[number]:
                self._report.error(
                    "event.label-unknown",
                    Place(self._name, cell_reference(number, self._label_column)),
                    f"“{label}” is not a label that Runner knows.",
                    f"Did you mean “{close}”?",
                    fatal=missing[close].required,
                )

    def place(self, key: str) -> Place:
        return self.found[key].place(key) if key in self.found else Place(self._name)

    def places(self) -> dict[str, Place]:
        """The cell of each field, by its key, or by its name for a setting."""
        names_ = {column.key: column.name for column in self._settings}
        return {names_.get(key, key): row.place(key) for key, row in self.found.items()}

    def runners(self) -> dict[str, FieldLayout]:
        """The fields that Runner fills, by key."""
        return {
            column.key: FieldLayout(self.place(column.key), self.text(column.key))
            for column in EVENT.columns
            if column.writer is Writer.RUNNER and column.key in self.found
        }

    def seed(self) -> str:
        """The seed, without what would make it look like that of another drawing."""
        typed = self.text("seed")
        seed = event_seed(typed)
        if contacts.without(seed) != seed and contacts.kind(seed) != contacts.TELEPHONE:
            self._report.error(
                "event.seed-has-address",
                self.place("seed"),
                "The seed holds an e-mail address, and it is published when the event is over.",
                "Type another seed before round 1 is out.",
            )
        if seed != typed:
            self._report.warning(
                "event.seed-has-redraw",
                self.place("seed"),
                f"The seed is “{seed}”: “{typed.removeprefix(seed).strip()}” at its end is what "
                "Runner calls a redraw of a round, and is left out.",
                f"Type “{seed}”, or another seed.",
            )
        return seed

    def date(self) -> str:
        """The day as it is typed, in words too."""
        typed = self.text("date")
        if dates.impossible_day(typed):
            self._report.warning(
                "event.date-unknown",
                self.place("date"),
                f"“{typed}” is not a day of the calendar, so pages show it as it stands there.",
                "Type the day of the event, such as 2026-11-21.",
            )
        return typed

    def time_zone(self) -> str:
        """The zone of the hall; "" where none can be understood."""
        typed = clean(self.text("time_zone"))
        if not typed or dates.zone(typed):
            return typed
        close = dates.alike(typed)
        self._report.warning(
            "event.time-zone-unknown",
            self.place("time_zone"),
            f"“{typed}” is not a time zone, so times are those of this computer.",
            f"Type {close or 'one such as Europe/Lisbon, or an offset such as +01:00'}.",
        )
        return ""

    def accent(self) -> str:
        """The organiser's colour; "" where none can be understood."""
        typed = clean(self.text("accent"))
        found = colour(typed)
        if typed and not found:
            self._report.warning(
                "event.accent-unknown",
                self.place("accent"),
                f"“{typed}” is not a colour that Runner knows, so pages are yellow.",
                "Type one such as #0A7A3C, or a name such as dark green.",
            )
        return found

    def logo(self) -> str:
        """The name of the picture; "" where it cannot be one."""
        typed = clean(self.text("logo"))
        plain_name = not set(typed) & set("/\\:") and not typed.startswith(".")
        if not typed or (plain_name and typed.lower().endswith(PICTURES)):
            return typed
        self._report.warning(
            "event.logo-name-unknown",
            self.place("logo"),
            f"“{typed}” is not the name of a picture beside the workbook, so pages have no logo.",
            f"Put a picture beside the workbook, and type its name ({', '.join(PICTURES)}).",
        )
        return ""

    def language(self) -> str:
        """The code of the language; "" where none can be understood."""
        typed = clean(self.text("language"))
        found = languages.find(typed)
        if typed and not found:
            self._report.warning(
                "event.language-unknown",
                self.place("language"),
                f"“{typed}” is not a language that Runner has, so pages are in English.",
                unknown_choice(typed, LANGUAGES),
            )
        return found

    def prizes(self) -> tuple[Prize, ...]:
        """What places are given, as far as it can be understood."""
        found = prizes.prizes(self.text("prizes"))
        for text, why in found.wrong:
            self._report.warning(
                "event.prize-unclear",
                self.place("prizes"),
                f"“{text}” {why}, so it is left out.",
                "Type places, a colon and the prize: 1: 200 €; 2-4: 50 €.",
            )
        return found.prizes

    def text(self, key: str) -> str:
        return self.found[key].text(key) if key in self.found else ""

    def choice(self, key: str) -> str:
        return self.found[key].choice(key) if key in self.found else ""

    def flag(self, key: str) -> bool:
        return key in self.found and self.found[key].flag(key)

    def public_columns(self) -> tuple[str, ...]:
        if "public_columns" not in self.found:
            return DEFAULT_PUBLIC
        return self.found["public_columns"].list("public_columns", ",;")

    def settings(self) -> dict[str, SettingValue]:
        """Settings for all phases: any setting's heading may stand here as a label."""
        values: dict[str, SettingValue] = {}
        for column in self._settings:
            if column.key in self.found:
                values |= setting_values(self.found[column.key], (column,))
        return values


def _label_column(grid: Grid, known: Mapping[str, Column]) -> int:
    """The column that has the most labels; 0 where there is none."""
    counts: Counter[int] = Counter()
    for number in sorted(grid.rows)[:_ROWS]:
        for at, value in grid.rows[number].items():
            if isinstance(value, str) and normal(value) in known:
                counts[at] += 1
    return min(counts, key=lambda at: (-counts[at], at), default=0)

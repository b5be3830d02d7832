"""Read the sheet Event: labels in one column, their values in the next.

Values without a label, such as a second prize below the first one, are read or reported too.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from runner import languages
from runner.core import contacts, dates, names, prizes
from runner.core.colours import colour
from runner.core.decks import Decklists, OpenLists
from runner.core.event import Event
from runner.core.phase import SettingValue
from runner.core.phone_reports import Phones
from runner.core.player import Shown
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.randomness import event_seed
from runner.workbook.column import Column, Writer, normal
from runner.workbook.layout import FieldLayout
from runner.workbook.read.phases import setting_columns, setting_values
from runner.workbook.read.sheet import Report, SheetRow, View, clean, report_limits, unknown_choice
from runner.workbook.schema import DEFAULT_PUBLIC, EVENT, LANGUAGES
from runner.workbook.xlsx.grid import Failure, Formula, Grid, Moment, Value, plain
from runner.workbook.xlsx.parts import cell_reference

_A_PLACE = re.compile(r"\d{1,5}(?:\s*[-–—]\s*\d{1,5})?\s*(?:st|nd|rd|th|\.|\))?(?:\s.*)?", re.I)
_LONGEST = 40
_ROWS = 200
_PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp")


def _zone(typed: str) -> str:
    return typed if dates.zone(typed) else ""


def _zone_fix(typed: str) -> str:
    likely = dates.alike(typed) or "one such as Europe/Lisbon, or an offset such as +01:00"
    return f"Type {likely}."


def _picture(typed: str) -> str:
    plain_name = not set(typed) & set("/\\:") and not typed.startswith(".")
    return typed if plain_name and typed.lower().endswith(_PICTURES) else ""


_MEANINGS: dict[str, tuple[Callable[[str], str], str, str, Callable[[str], str]]] = {
    "time_zone": (
        _zone, "event.time-zone-unknown",
        "is not a time zone, so times are those of this computer.", _zone_fix),
    "accent": (
        colour, "event.accent-unknown", "is not a colour that Runner knows, so pages are yellow.",
        lambda _: "Type one such as #0A7A3C, or a name such as dark green."),
    "logo": (
        _picture, "event.logo-name-unknown",
        "is not the name of a picture beside the workbook, so pages have no logo.",
        lambda _: "Put a picture beside the workbook, and type its name "
        f"({', '.join(_PICTURES)})."),
    "language": (
        languages.find, "event.language-unknown",
        "is not a language that Runner has, so pages are in English.",
        lambda typed: unknown_choice(typed, LANGUAGES)),
}  # fmt: skip
"""The fields whose text has to make sense: what it means, "" for nothing; then the code of the
problem, what is wrong, and what to do."""


def read_event(
    name: str, grid: Grid, report: Report
) -> tuple[Event | None, dict[str, FieldLayout]]:
    """Return the event without phases, players and rounds, and the fields that Runner fills. None
    where the sheet has no label that is known."""
    report_limits(name, grid, report)
    rows = _Rows(name, grid, report)
    if not rows.found:
        report.error("event.no-labels", Place(name), f"“{name}” has none of the labels that belong "
                     "there, such as “Name” and “Seed”.",
                     "Copy the sheet from the workbook of a new event.", fatal=True)  # fmt: skip
        return None, {}
    event = Event(
        name=rows.text("name"),
        date=rows.date(),
        venue=rows.text("venue"),
        enforcement=rows.choice("enforcement") or "competitive",
        seed=rows.seed(),
        hall_roll=names.clean(rows.text("hall_roll")),
        time_zone=rows.understood("time_zone"),
        accent=rows.understood("accent"),
        logo=rows.understood("logo"),
        language=rows.understood("language"),
        prizes=rows.prizes(),
        phones=Phones(rows.choice("phones") or Phones.NO),
        address=rows.text("address"),
        publish_to=rows.text("publish_to"),
        decklists=Decklists(rows.choice("decklists") or Decklists.NO),
        open_lists=rows.open_lists(),
        automatic=rows.choice("automatic") == "yes",
        public_columns=rows.public_columns(),
        names_shown=Shown(rows.choice("names_shown") or Shown.FULL),
        settings=rows.settings(),
        rehearsal=rows.choice("rehearsal") == "yes",
        places={key.removeprefix("setting "): row.place(key) for key, row in rows.found.items()},
    )
    for key, text, why in (
        ("name", event.name, "The event has no name."),
        ("seed", event.seed, "There is no seed, so the draws can’t be checked by others."),
    ):
        if not text:
            report.warning("event.seed-missing", rows.place(key), why,
                           "Type one next to the label; any text will do.")  # fmt: skip
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
        self._name, self._grid, self._report, self._known = name, grid, report, known
        self._error, self._warning = report.error, report.warning
        self._numbers = sorted(grid.rows)
        self._labels = self._label_column()
        self.found: dict[str, SheetRow] = {}
        self._find({column.key: column for column in columns})
        self._report_too_low()
        self._report_unlabelled()

    def _label_column(self) -> int:
        counts = Counter(
            at
            for number in self._numbers[:_ROWS]
            for at, value in self._grid.rows[number].items()
            if isinstance(value, str) and normal(value) in self._known
        )
        return min(counts, key=lambda at: (-counts[at], at), default=0)

    def _find(self, schema: Mapping[str, Column]) -> None:
        """Find the row of each label; which label a misspelt one may have been is reported."""
        columns = dict.fromkeys(schema, self._labels + 1)
        view = View(self._name, self._grid, self._report, 0, columns, schema)
        strange: dict[str, int] = {}
        for number in self._numbers[:_ROWS]:
            cells = self._grid.rows[number]
            label = cells.get(self._labels)
            if not isinstance(label, str):
                continue
            column = self._known.get(normal(label))
            if column is None:
                strange[clean(label)] = number
            elif column.key not in self.found:
                self.found[column.key] = SheetRow(view, number, cells)
            elif self._labels + 1 in cells:
                self._warning("event.label-twice", self._label(number),
                              f"“{clean(label)}” is here twice; only the first is "
                              "read.")  # fmt: skip
        missing = {each.heading: each for key, each in schema.items() if key not in self.found}
        for label, number in strange.items():
            close = names.nearest(label, missing)
            if close and self._labels + 1 in self._grid.rows[number]:
                self._error("event.label-unknown", self._label(number),
                            f"“{label}” is not a label that Runner knows.",
                            f"Did you mean “{close}”?", fatal=missing[close].required)  # fmt: skip

    def _label(self, row: int) -> Place:
        return Place(self._name, cell_reference(row, self._labels))

    def _report_too_low(self) -> None:
        """A warning for the first label that is so far down that it is not read."""
        for number in self._numbers[_ROWS:]:
            label = self._grid.rows[number].get(self._labels)
            if isinstance(label, str) and normal(label) in self._known:
                self._warning("event.label-too-low", self._label(number),
                              f"“{clean(label)}” is not read: only the first {_ROWS} filled rows "
                              "are.", "Move it up, or delete what is above it.")  # fmt: skip
                return

    def _report_unlabelled(self) -> None:
        """A warning for each row from the first label on in which a value or a prize is not
        read."""
        seen, helps = False, {column.help for column in self._known.values()}
        for number in self._numbers[:_ROWS]:
            cells = {at: _text(value) for at, value in self._grid.rows[number].items()}
            known = normal(cells.get(self._labels, "")) in self._known
            seen = seen or known
            at = _unread(cells, self._labels, helps, known=known) if seen else None
            if at is not None:
                self._warning("event.text-unlabelled",
                              Place(self._name, cell_reference(number, at)),
                              f"“{cells[at][:_LONGEST]}” is not read, as no label beside it says "
                              "what it is.", "If it is a prize, type it into the cell next to "
                              "“Prizes”, with a semicolon before it: 1: 200 €; 2: 100 €. Otherwise "
                              "type its label, or delete it.")  # fmt: skip

    def place(self, key: str) -> Place:
        return self.found[key].place(key) if key in self.found else Place(self._name)

    def text(self, key: str) -> str:
        return self.found[key].text(key) if key in self.found else ""

    def choice(self, key: str) -> str:
        return self.found[key].choice(key) if key in self.found else ""

    def understood(self, key: str) -> str:
        """Return what a field means; "" where it cannot be understood, which is reported."""
        typed, (meant, code, wrong, fix) = clean(self.text(key)), _MEANINGS[key]
        meaning = meant(typed) if typed else ""
        if typed and not meaning:
            self._warning(code, self.place(key), f"“{typed}” {wrong}", fix(typed))
        return meaning

    def runners(self) -> dict[str, FieldLayout]:
        return {
            column.key: FieldLayout(self.place(column.key), self.text(column.key))
            for column in EVENT.columns
            if column.writer is Writer.RUNNER and column.key in self.found
        }

    def seed(self) -> str:
        """Return the seed, without what would make it look like that of another drawing."""
        typed, place = self.text("seed"), self.place("seed")
        seed = event_seed(typed)
        if contacts.without(seed) != seed and contacts.kind(seed) != contacts.TELEPHONE:
            self._error("event.seed-has-address", place, "The seed holds an e-mail address, and it "
                        "is published when the event is over.",
                        "Type another seed before round 1 is out.")  # fmt: skip
        if seed != typed:
            self._warning("event.seed-has-redraw", place, f"The seed is “{seed}”: "
                          f"“{typed.removeprefix(seed).strip()}” at its end is what Runner calls a "
                          "redraw of a round, and is left out.",
                          f"Type “{seed}”, or another seed.")  # fmt: skip
        return seed

    def date(self) -> str:
        typed = self.text("date")
        if dates.impossible_day(typed):
            self._warning("event.date-unknown", self.place("date"), f"“{typed}” is not a day of "
                          "the calendar, so pages show it as it stands there.",
                          "Type the day of the event, such as 2026-11-21.")  # fmt: skip
        return typed

    def prizes(self) -> tuple[Prize, ...]:
        """Return what places are given, as far as it can be understood."""
        parsed = prizes.prizes(self.text("prizes"))
        for text, why in parsed.wrong:
            self._warning("event.prize-unclear", self.place("prizes"),
                          f"“{text}” {why}, so it is left out.",
                          "Type places, a colon and the prize: 1: 200 €; 2-4: 50 €.")  # fmt: skip
        return parsed.prizes

    def public_columns(self) -> tuple[str, ...]:
        row = self.found.get("public_columns")
        return row.list("public_columns", ",;") if row else DEFAULT_PUBLIC

    def open_lists(self) -> OpenLists:
        """Return when lists are shown; never while what is typed cannot be understood."""
        wrong = self.text("open_lists") and OpenLists.NEVER
        return OpenLists(self.choice("open_lists") or wrong)

    def settings(self) -> dict[str, SettingValue]:
        """Settings for all phases: any setting's heading may stand here as a label."""
        values: dict[str, SettingValue] = {}
        for column in self._settings:
            if column.key in self.found:
                values |= setting_values(self.found[column.key], (column,))
        return values


def _unread(cells: Mapping[int, str], labels: int, helps: set[str], *, known: bool) -> int | None:
    """Return the column of the first cell of a row that is not read; None where there is none. In a
    row with a label of the organiser's own, and to the right of a value, only prizes are looked
    for."""
    label, value = cells.get(labels, ""), cells.get(labels + 1, "")
    if not known and prizes.prizes(label).prizes:
        return labels
    if not known and value and (not label or _A_PLACE.fullmatch(label)):
        return labels + 1
    if label and not known:
        return None
    beside = sorted((at, text) for at, text in cells.items() if at > labels + 1)
    columns = (at for at, text in beside if text not in helps and prizes.prizes(text).prizes)
    return next(columns, None)


def _text(value: Value) -> str:
    if isinstance(value, Formula):
        return _text(value.value) if value.value is not None else value.text
    return value.text if isinstance(value, Failure | Moment) else clean(plain(value))

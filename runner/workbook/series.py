"""The workbook of a series: how results become points, and which events count."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from types import MappingProxyType
from typing import Any, NamedTuple

from openpyxl import Workbook

from runner.circuit.series import PRESETS, Basis, Rules, Shared, Tie
from runner.core import names
from runner.core.problems import Place, Problem, error
from runner.rules.settings import Setting, ValueKind
from runner.workbook.column import normal
from runner.workbook.template import style
from runner.workbook.template.canvas import dress_sheet, put
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.grid import Formula, Value, shown
from runner.workbook.xlsx.guard import Refused

SERIES, EVENTS = "Series", "Events"
"""The names of its sheets, by which it is known for what it is."""
_PRESET = "places"  # of a new workbook
_FIRST = 4  # the first row below the headings
_MOST = 1_000_000  # points of a place


class SeriesSettings(NamedTuple):
    """What the workbook says. `weights` are those of the points of the events that were named, by
    the names of their folders; without any, all events of the folder count."""

    name: str
    rules: Rules
    weights: Mapping[str, Fraction] = MappingProxyType({})


def template(name: str) -> bytes:
    """Return a new workbook, with the values of the first preset."""
    book, rules = Workbook(), PRESETS[_PRESET]
    book.remove(book.worksheets[0])
    style.register(book)
    sheet = book.create_sheet(SERIES)
    dress_sheet(sheet, style.TAB_SETUP, landscape=True)
    for letters, width in (("A", 26), ("B", 44), ("C", 88)):
        sheet.column_dimensions[letters].width = width
    put(sheet["A1"], "Series", style.TITLE)
    put(sheet["A2"], "What a result in an event is worth. An empty line is as in the preset.",
        style.SUBTITLE)  # fmt: skip
    given = {"name": name, "preset": _PRESET}
    for row, field in enumerate(_FIELDS, _FIRST):
        usual = "" if field.name in given else f" Preset {_PRESET}: {_spelled(rules, field.name)}."
        hint = field.hint + usual
        sheet.row_dimensions[row].height = 24 + 14 * (len(hint) // 100)
        put(sheet[f"A{row}"], field.heading, style.LABEL)
        put(sheet[f"B{row}"], given.get(field.name, ""), style.FIELD)
        put(sheet[f"C{row}"], hint, style.HINT)
    sheet.freeze_panes = f"B{_FIRST}"
    _add_events(book)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _spelled(rules: Rules, key: str) -> str:
    """Return a value as it would be typed."""
    value = getattr(rules, key)
    if isinstance(value, tuple):
        return (", " if key == "ties" else " ").join(map(str, value)) or "none"
    return "all" if value is None else str(value)


def _add_events(book: Workbook) -> None:
    sheet = book.create_sheet(EVENTS)
    dress_sheet(sheet, style.TAB_ROUND, landscape=False)
    put(sheet["A1"], "Events that count", style.TITLE)
    put(sheet["A2"], "One on each line, also those to come, which decide what is still possible. "
        "With none, all events of the folder count.", style.SUBTITLE)  # fmt: skip
    for letters, width, heading in (("A", 40, "Folder"), ("B", 12, "Weight"), ("C", 60, "Note")):
        sheet.column_dimensions[letters].width = width
        put(sheet[f"{letters}{_FIRST - 1}"], heading, style.HEADINGS[False, False])
    for row in range(_FIRST, _FIRST + 60):
        for letters in "ABC":
            style.dress(sheet[f"{letters}{row}"], style.WORDS)
    sheet.freeze_panes = f"A{_FIRST}"


def is_series(data: bytes) -> bool:
    """Return whether a workbook is that of a series. Raises Refused if it cannot be read."""
    return {normal(SERIES), normal(EVENTS)} <= {normal(name) for name in Book(data).parts}


def read(data: bytes) -> tuple[SeriesSettings | None, tuple[Problem, ...]]:
    """Return what a series' workbook says; None and all problems if anything cannot be used."""
    try:
        book = Book(data)
        sheets = {normal(name): name for name in book.parts}
        settings = _cells(book, sheets[normal(SERIES)])
        listed = _cells(book, sheets[normal(EVENTS)])
    except Refused as reason:
        return None, (reason.problem,)
    problems: list[Problem] = []
    name, rules = _settings(settings, problems)
    weights = dict(_weights(listed, problems))
    return (None if problems else SeriesSettings(name, rules, weights)), tuple(problems)


_Cells = Mapping[int, Mapping[int, str | float]]
"""What the cells of a sheet say, by row and column."""


def _cells(book: Book, sheet: str) -> _Cells:
    return {
        row: {at: _said(value) for at, value in cells.items()}
        for row, cells in sorted(book.grid(sheet).rows.items())
    }


def _said(value: Value | None) -> str | float:
    """Return a number as it is, which may be one of many decimals, and all else as text."""
    value = value.value if isinstance(value, Formula) else value
    return value if isinstance(value, int | float) else names.clean(shown(value))


def _settings(cells: _Cells, problems: list[Problem]) -> tuple[str, Rules]:
    """Return name and rules; what cannot be used is added to the problems."""
    labels = {normal(field.heading): field for field in _FIELDS}
    values = dict[str, Any]()
    for row, cell in cells.items():
        field, typed = labels.get(normal(str(cell.get(1, "")))), cell.get(2, "")
        if field and typed != "":
            try:
                values[field.name] = _value(field, typed)
            except ValueError as reason:
                problems.append(_wrong(Place(SERIES, f"B{row}"), typed, str(reason)))
    name, rules = values.pop("name", ""), values.pop("preset", PRESETS[_PRESET])
    return name, replace(rules, **values)


def _value(field: Setting, typed: str | float) -> Any:
    """Return the value of a line. Raises ValueError with what it should have been."""
    match field.name:
        case "name":
            return str(typed)
        case "preset" | "basis" | "shared":
            return _MEANINGS[field.name](field.choice(str(typed)).replace("_", " "))
        case "ties":
            return tuple(Tie(key.replace("_", " ")) for key in field.keys(typed))
        case "table":
            return tuple(map(field.number, filter(None, re.split(r"[;,]?\s+|;", str(typed)))))
        case "byes":
            return tuple(map(field.count, filter(None, re.split(r"[,;\s]+", str(typed)))))
        case "best" if normal(str(typed)) == "all":
            return None
    return field.read(typed)


def _weights(cells: _Cells, problems: list[Problem]) -> Iterator[tuple[str, Fraction]]:
    """Yield the listed events with their weights; what cannot be used is added to the problems."""
    seen: dict[str, int] = {}
    for row, values in cells.items():
        slug, weight = str(values.get(1, "")), values.get(2, "")
        if row < _FIRST or (slug, weight) == ("", ""):
            continue
        place = Place(EVENTS, f"A{row}")
        if not slug:
            problems.append(_wrong(place, "", "it should be the name of an event’s folder."))
        elif slug.casefold() in seen:
            what = f"“{slug}” is in row {seen[slug.casefold()]} already."
            problems.append(error("series.event-twice", place, what, "Clear one of the two lines."))
        else:
            seen[slug.casefold()] = row
            try:
                yield slug, _weight(weight)
            except ValueError as reason:
                problems.append(_wrong(Place(EVENTS, f"B{row}"), weight, str(reason)))


def _weight(typed: str | float) -> Fraction:
    weight = _WEIGHT.number(typed) if typed != "" else Fraction(1)
    if not weight:
        raise ValueError("it should be above 0, such as 1 or 1.5.")
    return weight


def _wrong(place: Place, typed: str | float, reason: str) -> Problem:
    what = "Something is missing here" if typed == "" else f"“{typed}” cannot be used here"
    return error("series.value", place, f"{what}: {reason}", "Correct it, or empty the line.")


def _words(values: Iterable[str]) -> tuple[str, ...]:
    """Return the words of choices in the spelling of settings."""
    return tuple(value.replace(" ", "_") for value in values)


_MEANINGS: Mapping[str, Callable[[str], Any]] = {
    "preset": PRESETS.__getitem__, "basis": Basis, "shared": Shared,
}  # fmt: skip
_NUMBER, _COUNT, _CHOICE = ValueKind.NUMBER, ValueKind.COUNT, ValueKind.CHOICE
_WEIGHT = Setting("weight", "Weight", "", _NUMBER)
_FIELDS = (
    Setting("name", "Name", "What the series is called on its pages.", ValueKind.TEXT),
    Setting("preset", "Preset", f"{', '.join(PRESETS)}: what holds for every line below that is "
            "empty.", _CHOICE, _words(PRESETS)),
    Setting("basis", "Points by", "place, match points, or attendance.", _CHOICE,
            _words(Basis)),
    Setting("table", "Points of the places", "From the first place on, with spaces between them, "
            "such as 25 18 15.", ValueKind.NUMBERS, least=-_MOST, most=_MOST),
    Setting("beyond", "Points of further places", "Of all places after these.", _NUMBER,
            least=-_MOST, most=_MOST),
    Setting("attendance", "Points for taking part", "Added to those of the place.", _NUMBER,
            least=-_MOST, most=_MOST),
    Setting("shared", "Shared places", "mean: each gets the mean of the places they share; best or "
            "last: the points of the best or the last of them.", _CHOICE, _words(Shared)),
    Setting("best", "Results that count", "So many, the best; or all.", _COUNT, least=1),
    Setting("missed", "A missed event counts", "As a result of so many points.", _NUMBER,
            least=-_MOST, most=_MOST),
    Setting("minimum", "Fewest events", "Whoever has played in fewer is listed without a rank.",
            _COUNT),
    Setting("ties", "Equal points", "What decides, one after the other: wins (events won), best "
            "places, all points (also of results that do not count), events (played), latest (the "
            "better place in the latest event). Who is equal in all shares a rank.",
            ValueKind.KEYS, words=_words(Tie)),
    Setting("qualify", "Invited", "How many are invited to what comes after the series; 0: nobody.",
            _COUNT),
    Setting("byes", "Byes there", "From the first place on, such as 2 2 1 1.", _COUNT, most=9),
)  # fmt: skip

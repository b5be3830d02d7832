"""The workbook of a series: how results become points, and which events count."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from types import MappingProxyType
from typing import Any, NamedTuple

from openpyxl import Workbook

from runner.circuit.series import PRESETS, Basis, Rules, Shared, Tie
from runner.core import names
from runner.core.numbers import exact
from runner.core.problems import Place, Problem, error
from runner.workbook.column import normal
from runner.workbook.template import style
from runner.workbook.template.canvas import dress_sheet, put
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.grid import Formula
from runner.workbook.xlsx.guard import Refused

SERIES, EVENTS = "Series", "Events"
"""The names of its sheets, by which it is known for what it is."""
_PRESET = "places"  # of a new workbook
_FIRST = 4  # the first row below the headings
_MOST = 1000  # values in one cell, and events


class SeriesSettings(NamedTuple):
    """What the workbook says. `weights` are those of the points of the events that were named, by
    the names of their folders; without any, all events of the folder count."""

    name: str
    rules: Rules
    weights: Mapping[str, Fraction] = MappingProxyType({})


class _Field(NamedTuple):
    """A line of the sheet Series: `read` returns the value, and raises ValueError with what is
    expected instead."""

    key: str
    label: str
    help: str
    read: Callable[[str], Any]


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
    shown = {"name": name, "preset": _PRESET}
    for row, field in enumerate(_FIELDS, _FIRST):
        usual = "" if field.key in shown else f" Preset {_PRESET}: {_spelled(rules, field.key)}."
        hint = field.help + usual
        sheet.row_dimensions[row].height = 24 + 14 * (len(hint) // 100)
        put(sheet[f"A{row}"], field.label, style.LABEL)
        put(sheet[f"B{row}"], shown.get(field.key, ""), style.FIELD)
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


def _cells(book: Book, sheet: str) -> Mapping[int, Mapping[int, str]]:
    """Return the cells of a sheet as text, by row and column."""
    return {
        row: {at: _text(value) for at, value in cells.items()}
        for row, cells in sorted(book.grid(sheet).rows.items())
    }


def _text(value: object) -> str:
    value = value.value if isinstance(value, Formula) else value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else names.clean(str(value))


def _settings(cells: Mapping[int, Mapping[int, str]], problems: list[Problem]) -> tuple[str, Rules]:
    """Return name and rules; what cannot be used is added to the problems."""
    labels = {normal(field.label): field for field in _FIELDS}
    values = dict[str, Any]()
    for row, cell in cells.items():
        field, text = labels.get(normal(cell.get(1, ""))), cell.get(2)
        if field and text:
            try:
                values[field.key] = field.read(text)
            except ValueError as expected:
                problems.append(_wrong(Place(SERIES, f"B{row}"), text, str(expected)))
    name, rules = values.pop("name", ""), values.pop("preset", PRESETS[_PRESET])
    return name, replace(rules, **values)


def _weights(
    cells: Mapping[int, Mapping[int, str]], problems: list[Problem]
) -> Iterator[tuple[str, Fraction]]:
    """Yield the listed events with their weights; what cannot be used is added to the problems."""
    seen: dict[str, int] = {}
    for row, values in cells.items():
        slug, weight = values.get(1, ""), values.get(2, "")
        if row < _FIRST or not (slug or weight):
            continue
        place = Place(EVENTS, f"A{row}")
        if not slug:
            problems.append(_wrong(place, "", "the name of an event’s folder"))
        elif slug.casefold() in seen:
            what = f"“{slug}” is in row {seen[slug.casefold()]} already."
            problems.append(error("series.event-twice", place, what, "Clear one of the two lines."))
        else:
            seen[slug.casefold()] = row
            try:
                yield slug, _positive(weight) if weight else Fraction(1)
            except ValueError as expected:
                problems.append(_wrong(Place(EVENTS, f"B{row}"), weight, str(expected)))


def _wrong(place: Place, text: str, expected: str) -> Problem:
    what = f"“{text}” is not understood here." if text else "Something is missing here."
    return error("series.value", place, what, f"Type {expected}.")


def _points(text: str) -> Fraction:
    try:
        return exact(text)
    except ValueError:
        raise ValueError("a number, such as 3 or 1/2") from None


def _positive(text: str) -> Fraction:
    value = _points(text)
    if value <= 0:
        raise ValueError("a number above 0, such as 1 or 1.5")
    return value


def _count(least: int, most: int = _MOST) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text[:6]) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def _best(text: str) -> int | None:
    return None if normal(text) == "all" else _count(1)(text)


def _one_of(choices: Mapping[str, Any]) -> Callable[[str], Any]:
    known = {normal(word): value for word, value in choices.items()}

    def read(text: str) -> Any:
        if normal(text) not in known:
            raise ValueError(" or ".join(choices))
        return known[normal(text)]

    return read


def _several(
    one: Callable[[str], Any], between: str, expected: str
) -> Callable[[str], tuple[Any, ...]]:
    """Return what reads several values, with such a pattern between them."""

    def read(text: str) -> tuple[Any, ...]:
        try:
            found = tuple(one(each) for each in re.split(between, text.strip(",; ")))
        except ValueError:
            raise ValueError(expected) from None
        if len(found) > _MOST:
            raise ValueError(f"at most {_MOST} values")
        return found

    return read


_FIELDS = (
    _Field("name", "Name", "What the series is called on its pages.", str),
    _Field("preset", "Preset", f"{', '.join(PRESETS)}: what holds for every line below that is "
           "empty.", _one_of(PRESETS)),
    _Field("basis", "Points by", "place, match points, or attendance.",
           _one_of({each.value: each for each in Basis})),
    _Field("table", "Points of the places", "From the first place on, with spaces between them.",
           _several(_points, r"[;,]?\s+|;", "points from the first place on, such as 25 18 15")),
    _Field("beyond", "Points of further places", "Of all places after these.", _points),
    _Field("attendance", "Points for taking part", "Added to those of the place.", _points),
    _Field("shared", "Shared places", "mean: each gets the mean of the places they share; best or "
           "last: the points of the best or the last of them.",
           _one_of({each.value: each for each in Shared})),
    _Field("best", "Results that count", "So many, the best; or all.", _best),
    _Field("missed", "A missed event counts", "As a result of so many points.", _points),
    _Field("minimum", "Fewest events", "Whoever has played in fewer is listed without a rank.",
           _count(0)),
    _Field("ties", "Equal points", "What decides, one after the other: wins (events won), best "
           "places, all points (also of results that do not count), events (played), latest (the "
           "better place in the latest event). Who is equal in all shares a rank.",
           _several(_one_of({each.value: each for each in Tie}), ",",
                    f"some of these, with commas between them: {', '.join(Tie)}")),
    _Field("qualify", "Invited", "How many are invited to what comes after the series; 0: nobody.",
           _count(0)),
    _Field("byes", "Byes there", "From the first place on, such as 2 2 1 1.",
           _several(_count(0, 9), r"[,;\s]+", "the byes from the first place on, such as 2 2 1 1")),
)  # fmt: skip

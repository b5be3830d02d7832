"""The values of a sheet's filled cells, and how stored texts are decoded."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import NamedTuple

from runner.core import names

MOST_ROWS = 20_000
MOST_COLUMNS = 256
MOST_CELLS = 1_000_000
MOST_MERGED = 200


class Formula(NamedTuple):
    """A formula such as "=B2" and its last computed value, if stored."""

    text: str
    value: str | int | float | bool | None


class Failure(NamedTuple):
    """A cell with an error such as "#REF!"."""

    text: str


class Moment(NamedTuple):
    """A cell with a date or a time: "2026-11-21", "14:05" or both."""

    text: str


Value = str | int | float | bool | Formula | Failure | Moment


@dataclass(slots=True)
class Grid:
    """The filled cells of a sheet: row -> column -> value, both from 1. `merged` are ranges such as
    "B3:B5". `beyond` is the first filled cell outside of the limits, or "": such cells are not
    kept."""

    rows: dict[int, dict[int, Value]] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    beyond: str = ""

    @property
    def last_row(self) -> int:
        """The number of the last filled row, or 0."""
        return max(self.rows, default=0)


@dataclass(frozen=True, slots=True)
class Shared:
    """What the sheets of a workbook share: texts, the styles for dates, the calendar."""

    strings: Sequence[str] = ()
    date_styles: Collection[str] = ()
    epoch: datetime = datetime(1899, 12, 30)

    def value(
        self, attributes: Mapping[str, str], stored: str | None, formula: str | None
    ) -> Value | None:
        """Return the value of a cell whose tag has these attributes: `stored` is the text of its
        value, `formula` that of its formula, or None. Raises ValueError or IndexError for invalid
        text."""
        plain = None if stored is None else self._plain(attributes, stored)
        if formula is None:
            return plain
        # What a formula came to as an error or a date is of no use to anybody.
        usable = None if isinstance(plain, (Failure, Moment)) else plain
        return Formula(names.prose(f"={formula}"), usable)

    def _plain(
        self, attributes: Mapping[str, str], text: str
    ) -> str | int | float | bool | Failure | Moment | None:
        match attributes.get("t", "n"):
            case "s":
                return self.strings[int(text)]
            case "inlineStr" | "str":
                return unescape(text)
            case _ if not text.strip():
                return None
            case "n":
                number = _number(text)
                dated = attributes.get("s", "0") in self.date_styles
                return Moment(_moment(number, self.epoch)) if dated else number
            case "b":
                return text.strip() == "1"
            case "e":
                return Failure(names.prose(text))
            case "d":
                return Moment(_written_out(names.prose(text).strip(), self.epoch))
            case kind:
                raise ValueError(f"{kind!r} is no kind of cell")


def plain(value: Value) -> str:
    """Return a value as the sheet shows it; of a formula its own text."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.12g}"
    return value.text if isinstance(value, (Formula, Failure, Moment)) else str(value)


def shown(value: Value | None) -> str:
    """Return a value as text, of a formula what it came to; "" for none."""
    value = value.value if isinstance(value, Formula) else value
    return "" if value is None else plain(value)


_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


def unescape(text: str) -> str:
    """Decode "_x000D_", by which the file format encodes a character that XML forbids."""
    return _ESCAPE.sub(_unescaped, text) if "_x" in text else text


def _unescaped(match: re.Match[str]) -> str:
    """Return the character, or "" for one that no text shows."""
    character = chr(int(match[1], 16))
    return character if character.isprintable() or character in "\t\n" else ""


def escape(text: str) -> str:
    """Encode a text so that `unescape` returns it."""
    return _ESCAPE.sub(lambda match: f"_x005F{match[0]}", text) if "_x" in text else text


def _number(text: str) -> int | float:
    """Return an integer if the value is one: spreadsheets write 3 as "3", "3.0" or "3E0"."""
    if text.isascii() and text.isdigit() and len(text) < 16:
        return int(text)
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _moment(serial: float, epoch: datetime) -> str:
    """Return the date of a number of days since the epoch."""
    try:
        when = epoch + timedelta(days=serial)
    except OverflowError:
        return str(serial)
    # Numbers have 15 digits, so a time is known to the second only.
    return _formatted(when, bare=0 <= serial < 1)


def _written_out(text: str, epoch: datetime) -> str:
    """Return the date of a text such as "2026-11-22T00:00:00.000Z", as some programs store it; the
    text itself if it is not a date. Cells have no time zone, so its suffix is ignored."""
    with suppress(ValueError):
        when = datetime.fromisoformat(text).replace(tzinfo=None)
        return _formatted(when, bare=when.date() <= epoch.date())
    with suppress(ValueError):
        return _clock(time.fromisoformat(text).replace(tzinfo=None))
    return text.replace("T", " ")


def _formatted(when: datetime, *, bare: bool) -> str:
    """Format a date, a time or both, to the nearest second; `bare` if there is only a time."""
    if when < datetime.max - timedelta(seconds=1):
        when += timedelta(microseconds=500_000)
    when = when.replace(microsecond=0)
    clock, day = _clock(when.time()), when.date().isoformat()
    if bare:
        return clock
    return day if clock == "00:00" else f"{day} {clock}"


def _clock(when: time) -> str:
    return f"{when:%H:%M:%S}".removesuffix(":00")

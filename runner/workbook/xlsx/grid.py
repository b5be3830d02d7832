"""What a sheet's cells hold: the filled cells of a sheet, and what a stored text means."""

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
    """A cell that is computed: "=B2" and, where the last program left one, what it came to."""

    text: str
    value: str | int | float | bool | None


class Failure(NamedTuple):
    """A cell that shows an error such as "#REF!"."""

    text: str


class Moment(NamedTuple):
    """A cell that holds a date or a time: "2026-11-21", "14:05" or both."""

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
        """The lowest row that holds anything, or 0."""
        return max(self.rows, default=0)


@dataclass(frozen=True, slots=True)
class Shared:
    """What all sheets of a workbook refer to: texts, the styles that show dates, the calendar."""

    strings: Sequence[str] = ()
    date_styles: Collection[str] = ()
    epoch: datetime = datetime(1899, 12, 30)

    def value(
        self, attributes: Mapping[str, str], stored: str | None, formula: str | None
    ) -> Value | None:
        """What a cell holds whose tag has these attributes: `stored` is the text of its value,
        `formula` that of its formula, None where it has none. Raises ValueError or IndexError where
        the text makes no sense."""
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
    """A value as the sheet shows it; a formula as its own text, whatever it has come to."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.12g}"
    return value.text if isinstance(value, (Formula, Failure, Moment)) else str(value)


_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")


def unescape(text: str) -> str:
    """ "_x000D_" is how the file format writes a character that XML cannot hold."""
    return _ESCAPE.sub(_unescaped, text) if "_x" in text else text


def _unescaped(found: re.Match[str]) -> str:
    """The character, unless it is none that a text can show."""
    character = chr(int(found[1], 16))
    return character if character.isprintable() or character in "\t\n" else ""


def escape(text: str) -> str:
    """The text so that `unescape` gives it back."""
    return _ESCAPE.sub(lambda found: f"_x005F{found[0]}", text) if "_x" in text else text


def _number(text: str) -> int | float:
    """A whole number where the value is one: spreadsheets write 3 as "3", "3.0" or "3E0"."""
    if text.isascii() and text.isdigit() and len(text) < 16:
        return int(text)
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _moment(serial: float, epoch: datetime) -> str:
    """What a date cell means, from its number of days since the epoch."""
    try:
        when = epoch + timedelta(days=serial)
    except OverflowError:
        return str(serial)
    # Numbers have 15 digits, so a time is known to the second only.
    return _said(when, bare=0 <= serial < 1)


def _written_out(text: str, epoch: datetime) -> str:
    """What a date cell means that holds no number but "2026-11-22T00:00:00.000Z", as other programs
    write; the text itself where it is no date. No cell knows a time zone, whatever its end says."""
    with suppress(ValueError):
        when = datetime.fromisoformat(text).replace(tzinfo=None)
        return _said(when, bare=when.date() <= epoch.date())
    with suppress(ValueError):
        return _clock(time.fromisoformat(text).replace(tzinfo=None))
    return text.replace("T", " ")


def _said(when: datetime, *, bare: bool) -> str:
    """A date, a time or both, to the nearest second; `bare` where the day means nothing."""
    if when < datetime.max - timedelta(seconds=1):
        when += timedelta(microseconds=500_000)
    when = when.replace(microsecond=0)
    clock, day = _clock(when.time()), when.date().isoformat()
    if bare:
        return clock
    return day if clock == "00:00" else f"{day} {clock}"


def _clock(when: time) -> str:
    return f"{when:%H:%M:%S}".removesuffix(":00")

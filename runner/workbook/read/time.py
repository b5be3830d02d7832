"""The Time sheet: extra minutes for tables, when rounds began, when their clocks stood still."""

import re
from datetime import date, time, timedelta
from typing import NamedTuple

from runner.core.event import ClockStop, RoundStart, TimeExtension
from runner.workbook.read.sheet import SheetRow, View
from runner.workbook.xlsx.grid import Failure, Formula, Moment

_DAY = re.compile(r"(\d{4}-\d{2}-\d{2}) (.+)")
_HOUR = re.compile(
    r"(?P<hour>\d{1,2})(?:\s*[:.h]\s*(?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?|(?P<joined>\d{2}))?"
    r"\s*(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE | re.ASCII,
)
_A_DAY = 24 * 60 * 60  # seconds
_HOW = "Type a time such as 14:10."
_OF_THE_ROUND = {
    "began": "A start",
    "stopped": "A stop of the clock",
    "goes_on": "A restart of the clock",
}


class Times(NamedTuple):
    """What the lines of the sheet give and say."""

    extensions: tuple[TimeExtension, ...] = ()
    starts: tuple[RoundStart, ...] = ()
    stops: tuple[ClockStop, ...] = ()


def read_time(view: View) -> Times:
    """Every row that gives minutes, says when a round began, or when its clock was stopped."""
    extensions: list[TimeExtension] = []
    starts: list[RoundStart] = []
    stops: list[ClockStop] = []
    for row in view:
        if row.blank("reason"):
            continue
        round_ = row.count("round")
        if round_ is None:
            if not _filled(row, "round"):
                row.error("time.no-round", "round", "This line has no round.",
                          "Type the round’s number; rounds count over the whole event "
                          "here.")  # fmt: skip
            continue
        minutes, began = row.count("minutes"), _time(row, "began")
        table, reason = row.count("table"), row.text("reason")
        places = {key: row.place(key) for key in row.view.schema}
        if began:
            starts.append(RoundStart(round_, began, reason, places))
        stopped, goes_on = _time(row, "stopped"), _time(row, "goes_on")
        if stopped:
            stops.append(ClockStop(round_, stopped, goes_on, reason, places))
        elif goes_on and not _filled(row, "stopped"):
            row.error("time.restart-without-stop", "stopped",
                      "This line says when the clock restarts, but not when it stopped.",
                      "Type the time under Clock stopped at, such as 14:40, or clear Clock "
                      "restarts at.")  # fmt: skip
        wrong_table = table is None and _filled(row, "table")
        if minutes is not None and not wrong_table:
            extensions.append(TimeExtension(round_, table, minutes, reason, places))
        elif not any(_filled(row, column) for column in ("minutes", *_OF_THE_ROUND)):
            row.error("time.nothing-to-do", "minutes",
                      "This line gives no minutes and no time, so it does nothing yet.",
                      "Type the table’s extra minutes, or under Round began when the whole round "
                      "did.")  # fmt: skip
    return Times(tuple(extensions), tuple(starts), tuple(stops))


def _filled(row: SheetRow, column: str) -> bool:
    """Whether something stands in the cell; where it means nothing, that has been reported."""
    return row.value(column) not in (None, "")


def _time(row: SheetRow, column: str) -> str:
    """A time of the whole round, as `RoundStart` has it; "" where the row doesn't say one. A number
    is the time that a spreadsheet means by it."""
    if not _filled(row, column):
        return ""
    if _filled(row, "table"):
        row.error("time.of-a-table", column, f"{_OF_THE_ROUND[column]} is that of the whole round, "
                  "but this line names a table.",
                  "Clear Table; or clear the time, and give the table extra minutes.")  # fmt: skip
        return ""
    value = row.value(column)
    if isinstance(value, Formula):
        value = value.value
    if value is None or isinstance(value, Failure):
        row.error("time.cell-without-time", column, "The cell holds no time of day.", _HOW)
        return ""
    text = value.text if isinstance(value, Moment) else str(value).strip()
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
        text = str(timedelta(seconds=min(round(value * _A_DAY), _A_DAY - 1)))
    found = _moment(text)
    if not found:
        row.error("time.not-a-time", column, f"“{text}” is not a time of day.", _HOW)
    return found


def _moment(text: str) -> str:
    """The time that was typed, as hours and minutes, with the day before it where there is one; ""
    where it is none."""
    dated = _DAY.fullmatch(text)
    day, hour = dated.groups() if dated else ("", text)
    found = _HOUR.fullmatch(hour)
    clock = _clock(found) if found else None
    if clock is None or (day and not _likely(day)):
        return ""
    return f"{day} {clock:%H:%M:%S}".removesuffix(":00").strip()


def _likely(day: str) -> bool:
    """Whether a day is one of the calendar, and of our time."""
    try:
        return 2000 <= date.fromisoformat(day).year < 2200
    except ValueError:
        return False


def _clock(found: re.Match[str]) -> time | None:
    """The time that was typed; None where no day has it, or where it may be a bare number."""
    half = (found["half"] or "")[:1].lower()
    hour, minute = int(found["hour"]), found["minute"] or found["joined"]
    if (minute is None and not half) or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return time(hour, int(minute or 0), int(found["second"] or 0))
    except ValueError:
        return None

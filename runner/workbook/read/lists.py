"""Read the sheets Penalties, Decisions, Time and Screens."""

import re
import string
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from typing import NamedTuple

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.pair import PairRound
from runner.core import names
from runner.core.event import Decision, Penalty
from runner.core.identifiers import CURRENT, LAST_ROUND, RoundId
from runner.core.language import listed
from runner.core.screens import FEATURED, Screen, Show
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.workbook.column import find_choice
from runner.workbook.layout import DecisionsLayout
from runner.workbook.read.sheet import SheetRow, View
from runner.workbook.schema import DECISIONS, PREVIEW, YES
from runner.workbook.xlsx.grid import Failure, Formula, Moment, plain

_OF_A_PAIR_LINE = ("decision", "phase", "round")
"""What Runner writes of a line that pairs a round."""


def read_penalties(view: View) -> tuple[Penalty, ...]:
    """Return every penalty that names a player, a round and a kind."""
    return tuple(filter(None, (_penalty(row) for row in view if not row.blank())))


def _penalty(row: SheetRow) -> Penalty | None:
    round_, player, penalty = row.count("round"), row.text("player"), row.text("penalty")
    if round_ and player and penalty:
        return Penalty(round_, player, row.text("infraction"), penalty, row.place("player"))
    given = {"round": round_, "player": player, "penalty": penalty}
    empty = next(column for column, value in given.items() if not value)
    if not row.value(empty):  # else its cell has been reported already
        heading = row.view.schema[empty].heading
        row.error("penalty.cell-empty", empty,
                  f"This penalty has nothing under {heading}, so it doesn’t count yet.",
                  "Fill the cell.")  # fmt: skip
    return None


def read_decisions(view: View) -> tuple[tuple[Decision, ...], tuple[Decision, ...]]:
    """Return every decision whose Go cell says yes, and the rounds whose Go says preview."""
    asked: dict[str, list[Decision]] = {YES.value: [], PREVIEW.value: []}
    for row in view:
        go = row.choice("go") if row.value("go") is not None else ""
        if go in asked and (line := _decision(row)):
            if go == PREVIEW.value and line.kind != PairRound.KEY:
                row.error("preview.no-round", "go", "Only “Pair round” can be previewed.",
                          "Type yes, or clear the Go cell.")  # fmt: skip
            else:
                asked[go].append(line)
    return tuple(asked[YES.value]), tuple(asked[PREVIEW.value])


def decisions_layout(view: View) -> DecisionsLayout:
    """Return the sheet's columns, and its lines that pair a round."""
    lines = [(row, round_) for row in view if (round_ := _pairs(row))]
    paired = [round_ for _, round_ in lines]
    untouched = {
        round_: row.number
        for row, round_ in lines
        if paired.count(round_) == 1
        and row.cells.keys() == {view.columns.get(column) for column in _OF_A_PAIR_LINE}
        and row.value("decision") == PairRound.LABEL
    }
    return DecisionsLayout(*view.stands, frozenset(paired), untouched, frozenset(_of_drafts(view)))


def _of_drafts(view: View) -> Iterator[tuple[str, int]]:
    """Yield the decisions about drafts that have a line, whatever its Go says."""
    for row in view:
        chosen = find_choice(plain(row.value("decision") or ""), DECISIONS)
        phase = plain(row.value("phase") or "1")
        if chosen and _counts(phase):
            yield chosen.value, int(phase)


def _pairs(row: SheetRow) -> RoundId | None:
    """Return the round that a line pairs, whatever its Go says."""
    decision, phase, number = (plain(row.value(column) or "") for column in _OF_A_PAIR_LINE)
    chosen = find_choice(decision, DECISIONS)
    line = (phase or "1", number)
    if chosen is None or chosen.value != PairRound.KEY or not all(map(_counts, line)):
        return None
    return RoundId(*map(int, line))


def _counts(text: str) -> bool:
    """Return whether a text is a number that a phase or a round can have."""
    return text.isdecimal() and len(text) <= len(str(LAST_ROUND))


def _decision(row: SheetRow) -> Decision | None:
    chosen = row.choice("decision")
    if not chosen:
        if not row.value("decision"):
            row.error("decision.none-in-row", "decision",
                      f"Go says {row.choice('go')}, but there is no decision in this row.",
                      "Choose one under Decision, or clear Go.")  # fmt: skip
        return None
    type_ = REGISTRY[chosen]
    number, phase, table = (row.count(column) for column in ("round", "phase", "table"))
    for column, value in (("round", number), ("phase", phase), ("table", table)):
        if value is None and row.value(column):
            return None  # the cell has been reported
    if number is None and type_.NEEDS_ROUND and not type_.NOW:
        row.error("decision.round-empty", "round", f"“{row.text('decision')}” needs a round.",
                  "Type the round’s number under Round.")  # fmt: skip
        return None
    player = row.text("player")
    if type_.NEEDS_PLAYER and not player:
        row.error("decision.player-empty", "player",
                  f"This line does not say {type_.NEEDS_PLAYER}.",
                  "Choose the player under Player.")  # fmt: skip
        return None
    # A decision about a whole phase names no round: its number is 0.
    about = CURRENT if number is None and type_.NOW else RoundId(phase or 0, number or 0)
    reason, place = row.text("reason"), row.place("decision")
    for column, means in (("table", type_.TAKES_TABLE), ("player", bool(type_.NEEDS_PLAYER))):
        if row.value(column) and not means:
            row.warning("decision.cell-unused", column, f"“{type_.LABEL}” does not use this cell.",
                        "Clear it.")  # fmt: skip
    places = row.places("table", "go")
    return Decision(
        type_.KEY, about, player, reason, place, table, phase_typed=bool(phase), places=places
    )


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
    """Return every row that gives minutes, says when a round began, or when its clock was
    stopped."""
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
        if minutes is not None and not (table is None and _filled(row, "table")):
            extensions.append(TimeExtension(round_, table, minutes, reason, places))
        elif not any(_filled(row, column) for column in ("minutes", *_OF_THE_ROUND)):
            row.error("time.nothing-to-do", "minutes",
                      "This line gives no minutes and no time, so it does nothing yet.",
                      "Type the table’s extra minutes, or under Round began when the whole round "
                      "did.")  # fmt: skip
    return Times(tuple(extensions), tuple(starts), tuple(stops))


def _filled(row: SheetRow, column: str) -> bool:
    """Return whether something stands in the cell; where it means nothing, that has been
    reported."""
    return row.value(column) not in (None, "")


def _time(row: SheetRow, column: str) -> str:
    """Return a time of the whole round, as `RoundStart` has it; "" where the row doesn't say one. A
    number is the time that a spreadsheet means by it."""
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
    time_ = _moment(text)
    if not time_:
        row.error("time.not-a-time", column, f"“{text}” is not a time of day.", _HOW)
    return time_


def _moment(text: str) -> str:
    """Return the time that was typed, as hours and minutes, with the day before it where there is
    one; "" where it is none."""
    dated = _DAY.fullmatch(text)
    day, hour = dated.groups() if dated else ("", text)
    match = _HOUR.fullmatch(hour)
    clock = _clock(match) if match else None
    if clock is None or (day and not _likely(day)):
        return ""
    return f"{day} {clock:%H:%M:%S}".removesuffix(":00").strip()


def _likely(day: str) -> bool:
    """Return whether a day is one of the calendar, and of our time."""
    try:
        return 2000 <= date.fromisoformat(day).year < 2200
    except ValueError:
        return False


def _clock(match: re.Match[str]) -> time | None:
    """Return the time that was typed; None where no day has it, or where it may be a bare
    number."""
    half = (match["half"] or "")[:1].lower()
    hour, minute = int(match["hour"]), match["minute"] or match["joined"]
    if (minute is None and not half) or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return time(hour, int(minute or 0), int(match["second"] or 0))
    except ValueError:
        return None


_SHARE = re.compile(r"(\d{1,2})\s*(?:/|of)\s*(\d{1,2})", re.IGNORECASE)
_NUMBERS = re.compile(r"\d{1,5}(?:\s*(?:[,;&+]|and|\s)\s*\d{1,5})*")
_RANGE = re.compile(r"([^\W\d_]+)\s*[-–—]\s*([^\W\d_]+)")
_BY_NAME = {
    Show.PAIRINGS: "pairings",
    Show.DRAFT_SEATS: "draft seats",
    Show.BUILDING: "building tables",
}
_LISTS = (
    Show.AUTO,
    *_BY_NAME,
    Show.TABLES,
    Show.STANDINGS,
    Show.RESULTS,
    Show.DRAFT_PODS,
    Show.EVENTS,
    *FEATURED,
)
_AFTER = "\uffff"  # every name that begins so
_PART = "Type a range of last names such as A-F, or a share such as 1/3."


def read_screens(view: View) -> tuple[Screen, ...]:
    """Return every display that has a name of its own."""
    screens: dict[str, Screen] = {}
    for row in view:
        screen = None if row.blank() else _screen(row)
        if screen is None:
            continue
        if screen.file in screens:
            row.error("screens.same-file", "name", f"“{screen.name}” and "
                      f"“{screens[screen.file].name}” would have one page, "
                      f"display/{screen.file}.html; the upper line counts.",
                      "Give one of them another name.")  # fmt: skip
            continue
        screens[screen.file] = screen
        _doubts(row, screen)
    for show in _BY_NAME:
        shows = (Show.AUTO, show) if show is Show.PAIRINGS else (show,)
        _left_out(view, show, [screen for screen in screens.values() if screen.show in shows])
    return tuple(screens.values())


def _screen(row: SheetRow) -> Screen | None:
    name = row.text("name")
    if not name:
        row.error("screens.no-name", "name", "This line has no name, so no screen follows it.",
                  "Type one under Screen: “Hall 1” is then the page "
                  "display/hall-1.html.")  # fmt: skip
        return None
    show = Show(row.choice("show") or Show.AUTO)
    return Screen(
        name,
        show,
        _part(row, show),
        row.count("columns"),
        row.text("message"),
        row.count("inches"),
        row.count("metres"),
        row.list("off_camera"),
        row.places(*row.view.schema),
    )


def _part(row: SheetRow, show: Show) -> str:
    """Return the part as the screen gets it; "" for all of it."""
    value = row.value("part")
    if isinstance(value, Moment):
        row.error("screens.part-is-a-date", "part",
                  f"The part has been turned into a date ({value.text}).",
                  "Type it as 1 of 3, or format the cell as text and type it again.")  # fmt: skip
        return ""
    text = row.text("part")
    if show is Show.EVENTS:
        return ",".join(filter(None, map(str.strip, re.split("[,;]", text))))
    if show in FEATURED and _NUMBERS.fullmatch(text):
        return ", ".join(re.findall(r"\d+", text))
    share, ends = _SHARE.fullmatch(text), _RANGE.fullmatch(text)
    if show in FEATURED and text:
        row.error("screens.tables-unknown", "part", f"“{text}” are no numbers of tables.",
                  "Type the numbers of the feature tables, such as 1, 7.")  # fmt: skip
        return ""
    if share and 1 <= int(share[1]) <= int(share[2]):
        return f"{int(share[1])}/{int(share[2])}"
    by_name = show in (Show.AUTO, *_BY_NAME)
    if ends and by_name and names.plain(ends[1]) <= names.plain(ends[2]) + _AFTER:
        return f"{ends[1]}-{ends[2]}"
    if ends and not by_name:
        row.error("screens.part-only-by-name", "part",
                  f"“{text}” is a range of last names, which only lists by name have.",
                  "Type a share such as 1/3, or clear Part.")  # fmt: skip
    elif text:
        row.error(
            "screens.part-unknown", "part", f"“{text}” is not a part that a screen can show.", _PART
        )
    return ""


def _doubts(row: SheetRow, screen: Screen) -> None:
    """What can hardly be meant; the screen shows what it can."""
    if screen.show is Show.MESSAGE and not screen.message:
        row.error("screens.message-empty", "message",
                  f"“{screen.name}” should show a message, but there is none.",
                  "Type it under Message.")  # fmt: skip
    if screen.part and screen.show not in _LISTS:
        row.warning("screens.part-unused", "part",
                    "What this screen shows has no parts, so Part changes nothing.",
                    "Clear Part, or choose something else under Shows.")  # fmt: skip
    if (screen.inches is None) != (screen.metres is None):
        lacking = "inches" if screen.inches is None else "metres"
        row.warning("screens.size-incomplete", lacking,
                    "How large names have to be follows from Inches and Metres together.",
                    "Fill both cells, or clear both.")  # fmt: skip


def _left_out(view: View, show: Show, screens: Sequence[Screen]) -> None:
    """Report players whom no screen shows: of parts each has to be on one."""
    parted = [screen for screen in screens if screen.part]
    if not parted or any(screen.show is show and not screen.part for screen in screens):
        return
    lacking = [*_letters(parted), *_shares(parted)]
    if lacking:
        view.report.warning("screens.part-not-shown", parted[-1].places["part"],
                            f"No screen shows the {_BY_NAME[show]} of {listed(lacking)}.",
                            "Give that part to a screen as well.")  # fmt: skip


def _letters(screens: Sequence[Screen]) -> Iterator[str]:
    """Ranges of first letters that are on no screen, "G", "N-Z"."""
    ranges = [names.plain(screen.part).split("-") for screen in screens if "-" in screen.part]
    ranges = [each for each in ranges if all(end[0] in string.ascii_lowercase for end in each)]
    lacking = string.ascii_lowercase if ranges else ""
    for first, last in ranges:
        lacking = re.sub(f"[{first[0]}-{last[0]}]", " ", lacking)
    yield from ("-".join(dict.fromkeys((run[0], run[-1]))) for run in lacking.upper().split())


def _shares(screens: Sequence[Screen]) -> Iterator[str]:
    """Shares that are on no screen, "part 3/3"."""
    there: dict[int, set[int]] = defaultdict(set)
    for screen in screens:
        if "/" in screen.part:
            at, many = map(int, screen.part.split("/"))
            there[many].add(at)
    for many, known in there.items():
        yield from (f"part {at}/{many}" for at in range(1, many + 1) if at not in known)

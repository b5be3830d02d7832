"""The Screens sheet: the displays of the hall, and what each is to show."""

import re
import string
from collections import defaultdict
from collections.abc import Iterator, Sequence

from runner.core.language import listed
from runner.core.names import plain
from runner.core.screens import Screen, Show
from runner.workbook.read.sheet import SheetRow, View
from runner.workbook.xlsx.grid import Moment

_SHARE = re.compile(r"(\d{1,2})\s*(?:/|of)\s*(\d{1,2})", re.IGNORECASE)
_RANGE = re.compile(r"([^\W\d_]+)\s*[-–—]\s*([^\W\d_]+)")
_BY_NAME = {
    Show.PAIRINGS: "pairings",
    Show.DRAFT_SEATS: "draft seats",
    Show.BUILDING: "building tables",
}
_LISTS = (Show.AUTO, *_BY_NAME, Show.TABLES, Show.STANDINGS, Show.RESULTS, Show.DRAFT_PODS)
_AFTER = "\uffff"  # every name that begins so
_PART = "Type a range of last names such as A-F, or a share such as 1/3."


def read_screens(view: View) -> tuple[Screen, ...]:
    """Every display that has a name of its own."""
    found: dict[str, Screen] = {}
    for row in view:
        screen = None if row.blank() else _screen(row)
        if screen is None:
            continue
        if screen.file in found:
            row.error("screens.same-file", "name", f"“{screen.name}” and "
                      f"“{found[screen.file].name}” would have one page, "
                      f"display/{screen.file}.html; the upper line counts.",
                      "Give one of them another name.")  # fmt: skip
            continue
        found[screen.file] = screen
        _doubts(row, screen)
    for show in _BY_NAME:
        shows = (Show.AUTO, show) if show is Show.PAIRINGS else (show,)
        _left_out(view, show, [screen for screen in found.values() if screen.show in shows])
    return tuple(found.values())


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
        row.places(*row.view.schema),
    )


def _part(row: SheetRow, show: Show) -> str:
    """The part as the screen gets it; "" for all of it."""
    value = row.value("part")
    if isinstance(value, Moment):
        row.error("screens.part-is-a-date", "part",
                  f"The part has been turned into a date ({value.text}).",
                  "Type it as 1 of 3, or format the cell as text and type it again.")  # fmt: skip
        return ""
    text = row.text("part")
    share, names = _SHARE.fullmatch(text), _RANGE.fullmatch(text)
    if share and 1 <= int(share[1]) <= int(share[2]):
        return f"{int(share[1])}/{int(share[2])}"
    by_name = show in (Show.AUTO, *_BY_NAME)
    if names and by_name and plain(names[1]) <= plain(names[2]) + _AFTER:
        return f"{names[1]}-{names[2]}"
    if names and not by_name:
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
    ranges = [plain(screen.part).split("-") for screen in screens if "-" in screen.part]
    ranges = [each for each in ranges if all(end[0] in string.ascii_lowercase for end in each)]
    lacking = string.ascii_lowercase if ranges else ""
    for first, last in ranges:
        lacking = re.sub(f"[{first[0]}-{last[0]}]", " ", lacking)
    for run in lacking.upper().split():
        yield "-".join(dict.fromkeys((run[0], run[-1])))


def _shares(screens: Sequence[Screen]) -> Iterator[str]:
    """Shares that are on no screen, "part 3/3"."""
    there: dict[int, set[int]] = defaultdict(set)
    for screen in screens:
        if "/" in screen.part:
            at, many = map(int, screen.part.split("/"))
            there[many].add(at)
    for many, known in there.items():
        yield from (f"part {at}/{many}" for at in range(1, many + 1) if at not in known)

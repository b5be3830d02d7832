"""Displays of a hall of any size with its screens on the disk, and what an open one shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Page

from runner.compute.clock import clock
from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.screens import Screen
from runner.render import fonts
from runner.render.screens import Screens
from runner.rules.limits import PLAYERS_LEFT, Limit
from tests.support import sample
from tests.support.folders import write_files
from tests.support.sample import Plan

OUT = "2026-11-21T14:10:00+00:00"
"""When the round came out, and began."""
JUST_NOW = "2026-11-21T14:12:00+00:00"
Shown = Callable[..., Page]
"""Opens a folder's display: what is asked of it, the size of its window, and when."""
HD, FULL, ULTRA, UPRIGHT = (1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)
LIMIT = Limit(75, PLAYERS_LEFT, 20)


def event(
    players: int = 118, *, mode: Mode = Mode.MULTIPLAYER, waiting: int = 12,
    screens: Sequence[Screen] = (), limit: Limit = LIMIT, odd: bool = True, rehearsal: bool = False,
) -> Snapshot:  # fmt: skip
    """An event of so many, in the middle of its third round, with a clock."""
    odd = odd and players > 12  # who has an odd name, drops or is absent takes room
    plan = Plan(players, 3, planned=5, waiting=waiting, mode=mode, odd=odd, rehearsal=rehearsal)
    return timed(sample.snapshot(plan), limit, screens)


def timed(made: Snapshot, limit: Limit = LIMIT, screens: Sequence[Screen] = ()) -> Snapshot:
    """The snapshot with the clock of its round, and with named displays."""
    now = made.rounds[-1]
    playing = [table.number for table in now.tables if table.seats and not table.finished]
    extra: dict[int | None, int] = {playing[0]: 5} if playing else {}
    running = clock(now, limit, OUT, extra, playing, published=OUT, zone="Europe/Lisbon")
    return replace(
        made, clocks={now.id: running}, event=replace(made.event, screens=tuple(screens))
    )


def write(made: Snapshot, folder: Path) -> Path:
    """The files of its displays, with the font that a site has beside them."""
    font = {f"static/fonts/{name}": content for name, content in fonts.for_pages().items()}
    return write_files({**font, **Screens().render(made)}, folder)


def open_(page: Page, folder: Path, asked: str = "", *, at: str = JUST_NOW) -> Page:
    """The display, opened as a file at that instant; it shows its first page."""
    page.clock.install(time=datetime.fromisoformat(at))
    file, _, query = asked.partition("?")
    page.goto((folder / "display" / (file or "index.html")).as_uri() + (query and f"?{query}"))
    page.wait_for_selector("body.live section:not(.coming)")
    page.evaluate("document.fonts.ready")
    return page


@dataclass(frozen=True)
class Row:
    """A row of a list as it stands on the display: what it says, and which of it is cut off."""

    text: str
    cut: bool


_LOOK = """() => [...document.querySelectorAll('section:not(.coming) .rw')].map((row) => {
  const main = document.querySelector('main').getBoundingClientRect();
  const inside = (node, box) => {
    const at = node.getBoundingClientRect();
    return at.left >= box.left - 1 && at.right <= box.right + 1
      && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
  };
  const own = row.getBoundingClientRect();
  const texts = [...row.querySelectorAll('b, i, .t, .s, .bye, .rec, .how, .k, bdi')];
  const over = [...row.querySelectorAll('.nm, b, i')].some((each) =>
    each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline');
  const parts = [...row.children].map((each) => each.getBoundingClientRect());
  const clash = parts.some((one, at) => at && one.left < parts[at - 1].right - 1);
  return {text: row.innerText.replace(/\\s+/g, ' ').trim(),
    cut: over || clash || !inside(row, main) || !texts.every((each) => inside(each, own))};
})"""


def rows(page: Page) -> list[Row]:
    return [Row(each["text"], each["cut"]) for each in page.evaluate(_LOOK)]


def number_of_pages(page: Page) -> int:
    return int(_pages(page).partition("/")[2])


def cycle(page: Page) -> list[list[Row]]:
    """Every page from the first, turned by hand; a busy machine may have turned some before, and
    is kept from doing so meanwhile."""
    page.keyboard.press("Space")
    first = _page_shown(page)
    found = []
    for _ in range(number_of_pages(page)):
        found.append(rows(page))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    return found[-first:] + found[:-first]


def _page_shown(page: Page) -> int:
    return int(_pages(page).partition("/")[0]) - 1


def _pages(page: Page) -> str:
    """The page that is shown, and how many there are: "2/7"."""
    return page.locator(".pg").get_attribute("data-page") or "1/1"

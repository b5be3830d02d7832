"""What scripts say on pages and screens can be said in another language: all of it in Chromium."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from runner import languages
from runner.core.language import ENGLISH
from runner.core.phase import Mode
from runner.core.screens import Show
from runner.render.screens import Screens
from runner.render.site import render
from tests.support import displays, events
from tests.support.day import Day, drawn_results
from tests.support.events import phase
from tests.support.folders import write_files
from tests.support.pseudo import Pseudo, heard, in_greek
from tests.support.soak import some

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.soak]

ONE, TWO = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER
EVENTS = {
    "pods, in Swiss": (lambda: events.swiss_and_playoff(26, TWO, swiss=3, cut=4), 1),
    "duels, in the playoff": (lambda: events.swiss_and_playoff(19, ONE, swiss=3, cut=4), 3),
    "groups, over": (lambda: events.event(8, phase(1, "round_robin", ONE, groups=2)), 99),
}
"""Events, and after how many rounds; half of the next one is played."""
RUNNING, CALLED = "2026-11-21T10:20:00+00:00", "2026-11-21T14:20:00+00:00"
"""While all rounds have time left, and when no round has any."""
POLL = 21_000  # ms: longer than any pause between two looks for a new version
SEARCHED = ("index.html", "pairings.html", "tables.html", "players/index.html", "standings.html")

Missing = dict[str, str]
Opened = Callable[[str], Page]


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = Pseudo()
    monkeypatch.setattr(languages, "language", lambda code: spoken if code else ENGLISH)


@pytest.fixture(params=some(EVENTS, 2))
def day(request: pytest.FixtureRequest) -> Day:
    """A day of an event with nothing in Latin letters that somebody has typed."""
    made, rounds = EVENTS[request.param]
    found = Day(in_greek(made()))
    results = drawn_results("languages")
    for _ in range(rounds):
        if (now := found.snapshot.current_round) is None or now.finished:
            break
        found.play(results)
    now = found.snapshot.current_round
    assert now
    if not now.finished:
        found.type(now.id, {each.number: events.said(results, each) for each in now.tables[::2]})
        found.save()
    return found


def publish(day: Day, folder: Path) -> list[str]:
    """The site with its screens in the folder; gives its pages."""
    files = {**render(day.snapshot, {}).files, **Screens().render(day.snapshot)}
    write_files(files, folder)
    return [path for path in files if path.endswith(".html") and not path.startswith("display/")]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens pages in one profile, in which nothing may go wrong."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="el-GR")
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))

    def open_page(path: str) -> Page:
        for other in context.pages:
            other.close()
        page = context.new_page()
        page.clock.install(time=RUNNING)
        page.goto((tmp_path / path).as_uri())
        page.clock.run_for(3000)
        return page

    yield open_page
    context.close()
    assert wrong == []


def report(missing: Missing) -> str:
    return f"{len(missing)}:\n" + "\n".join(f"{where}: {line}" for line, where in missing.items())


def kinds(pages: list[str]) -> list[str]:
    """Of each folder of pages the last, and all that are in none."""
    return [*{path.partition("/")[0] if "/" in path else path: path for path in pages}.values()]


def test_scripts_of_pages_say_nothing_that_is_in_no_catalogue(
    day: Day, opened: Opened, tmp_path: Path
) -> None:
    missing: Missing = {}

    def look(page: Page, where: str) -> None:
        missing.update(dict.fromkeys(heard(page), where))

    pages = publish(day, tmp_path)
    for path in kinds(pages):
        look(opened(path), path)
    for path in SEARCHED:
        page = opened(path)
        for typed in ("α", "ωωω", "1"):
            page.locator("#q").fill(typed)
            page.clock.run_for(1000)
            look(page, f"{path}, searched")
    me = day.snapshot.rounds[-1].everybody[0]
    page = opened(f"players/{me}.html")
    page.locator("[data-follow]").click()
    expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "true")
    look(page, "the own page")
    for path in kinds(pages):
        page = opened(path)
        look(page, f"{path}, followed")
        page.clock.set_system_time(CALLED)
        page.clock.run_for(2000)
        look(page, f"{path}, when time is called")
    assert not missing, report(missing)


def test_a_page_that_is_open_says_nothing_new_that_is_in_no_catalogue(
    day: Day, opened: Opened, tmp_path: Path
) -> None:
    missing: Missing = {}
    publish(day, tmp_path)
    me = day.snapshot.rounds[-1].everybody[0]
    opened(f"players/{me}.html").locator("[data-follow]").click()
    page = opened("scoring.html")
    expect(page.locator(".fresh")).not_to_be_empty()
    before = day.snapshot
    if before.current_round and not before.current_round.finished:
        expect(page.locator(".pill")).to_be_visible()
        missing.update(dict.fromkeys(heard(page), "the pill"))
    day.play(drawn_results("languages"))
    publish(day, tmp_path)
    page.clock.run_for(POLL)
    page.clock.run_for(POLL)
    if len(day.snapshot.rounds) > len(before.rounds):
        expect(page.locator(".band")).to_be_visible()
    missing.update(dict.fromkeys(heard(page), "a round is out"))
    for file in ("version.js", "pulse.js"):
        (tmp_path / file).unlink(missing_ok=True)
    page.clock.run_for(10 * POLL)
    missing.update(dict.fromkeys(heard(page), "not connected"))
    assert not missing, report(missing)


def test_screens_say_nothing_that_is_in_no_catalogue(
    day: Day, browser: Browser, tmp_path: Path
) -> None:
    missing: Missing = {}
    publish(day, tmp_path)
    for show, at in product(Show, (RUNNING, CALLED)):
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="el-GR")
        displays.open_(page, tmp_path, f"?show={show}", at=at)
        missing.update(dict.fromkeys(heard(page), show))
        page.close()
    assert not missing, report(missing)

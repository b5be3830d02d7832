"""All events of the folder together: one program that watches them, and one site in the hall."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from runner.app.door.programs import HALL, WATCH
from tests.support.doors import Opened, Visitor, an_event, words
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def other(workbook: Path) -> Path:
    """The folder of a second event beside the first."""
    return an_event(workbook.parents[1] / "sunday", 8).parent


def test_one_button_watches_and_shows_all_of_them(
    door: Opened, visitor: Visitor, workbook: Path, other: Path
) -> None:
    app, folder = door.server.app, workbook.parents[1]
    first, *_ = app.events.entries(wait=PATIENCE)
    visitor.post(f"/event/{first.id}/do/watch")
    assert app.programs.running() == [(WATCH, first.root)]
    assert "All events together" in visitor.get("/").text
    done = visitor.get(visitor.post("/together").to)
    assert "can be seen in the hall together" in done.text
    assert sorted(app.programs.running()) == [(HALL, folder), (WATCH, folder)]
    until(lambda: visitor.get("/").text.count("Watched with all events") == 2, door.said)
    assert "Runner still watches an event" not in visitor.get("/").text
    hall = app.programs.find(HALL, folder)
    assert hall
    own = next(each for each in hall.addresses if each.local)
    phone = Visitor(int(own.url.rstrip("/").rpartition(":")[2]))
    assert "sunday" in phone.get("/").text
    until(lambda: phone.get("/sunday/").status == 200, door.said)
    assert phone.get("/-/code.html").status == 200
    sunday = next(each for each in app.events.entries() if each.root == other)
    assert sunday.site == folder / "site" / "sunday"
    page = visitor.get(f"/event/{sunday.id}").text
    assert "Runner watches all workbooks together" in page
    assert "Stop watching" not in page
    visitor.post(f"/event/{sunday.id}/do/next")  # its pages are the common ones
    until(lambda: "Table" in words(phone.get("/sunday/pairings.html").text), door.said)
    made = visitor.post("/new", {"name": "Late", "players": "8", "format": "multiplayer"})
    assert made.status in (200, 303)
    assert sorted(app.programs.running()) == [(HALL, folder), (WATCH, folder)]
    done = visitor.get(visitor.post("/apart").to)
    assert "not watched together any more" in done.text
    assert not app.programs.running()
    sunday = next(each for each in app.events.entries() if each.root == other)
    assert sunday.site == other / "site"


def test_what_keeps_them_from_being_shown_is_said(
    door: Opened, visitor: Visitor, workbook: Path, other: Path
) -> None:
    stranger = workbook.parents[1] / "site"
    stranger.mkdir()
    (stranger / "thesis.txt").write_text("not ours")
    done = visitor.get(visitor.post("/together").to)
    assert "The events cannot be shown together." in done.text
    assert "thesis.txt" in done.text
    assert not door.server.app.programs.running()


@pytest.mark.browser
def test_it_fits_a_small_screen(
    door: Opened, visitor: Visitor, other: Path, browser: Browser
) -> None:
    visitor.post("/together")
    name, _, value = visitor.cookie.partition("=")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.context.add_cookies(
        [{"name": name, "value": value, "url": f"http://127.0.0.1:{door.port}"}]
    )
    page.goto(f"http://127.0.0.1:{door.port}/")
    assert page.locator("#together").get_by_role("link").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

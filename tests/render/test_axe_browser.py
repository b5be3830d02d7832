"""Every kind of page and display in many states, and the desk: axe finds nothing."""

from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.support import displays, gallery
from tests.support.displays import FULL
from tests.support.soak import some

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.soak]

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RULES = {"preload": False, "runOnly": {"type": "tag", "values": [*TAGS]}}
SIZES = {"light": (390, 844), "dark": (1440, 900)}


def faults(page: Page, where: str) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{where} | {each['id']} | {each['nodes'][0]['html'][:120]} | "
        f"{each['nodes'][0]['failureSummary']}"
        for each in found
    ]


@pytest.mark.parametrize(("state", "scheme"), some(product(gallery.looked_at(), SIZES), 3))
def test_pages(browser: Browser, root: Path, state: str, scheme: str) -> None:
    folder = gallery.built(state, root)
    width, height = SIZES[scheme]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
        timezone_id="Europe/Lisbon",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.clock.install(time=gallery.now(state))
    found: list[str] = []

    def at(path: str, who: str = "") -> None:
        page.goto((folder / path).as_uri())
        found.extend(faults(page, f"{state} | {path}{who}"))

    pages = gallery.kinds(folder)
    for path in pages:
        at(path)
    page.goto(min((folder / "players").glob("P*.html")).as_uri())
    if (me := page.locator("[data-follow]")).is_visible():
        me.click()
    for path in pages:
        if path.startswith(gallery.OWN):
            at(path, ", as a player")
    context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("state", gallery.looked_at())
def test_displays(browser: Browser, root: Path, state: str) -> None:
    folder = gallery.built(state, root)
    found: list[str] = []
    for asked in gallery.screens(state, folder):
        page = browser.new_page(viewport={"width": FULL[0], "height": FULL[1]})
        displays.open_(page, folder, asked, at=gallery.now(state))
        found += faults(page, f"{state} | {asked}")
        page.close()
    assert not found, "\n".join(found)

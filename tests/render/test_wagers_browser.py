"""Points with decimals, as wagers make them, stand in one line wherever they are shown."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from runner.compute.snapshot import Snapshot
from runner.core.event import Player, Table
from tests.support import displays
from tests.support.displays import Shown
from tests.support.events import published, swiss, typed
from tests.support.site_folder import write_site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

PRESETS = ("hareruya", "hareruya-averaged", "hareruya-shop")
FIRST = ("Maximiliana Alexandrina", "Konstantin", "Bartholomew", "Oisín", "Jun")
LAST = ("Featherstonehaugh-Cholmondeley", "Papadopoulos-Giannakopoulou", "Sato", "Ng")
BROKEN = """all => all.filter((one) => one.offsetParent).filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const parts = [...range.getClientRects()], box = one.getBoundingClientRect();
    const left = Math.min(...parts.map((part) => part.left));
    const lines = new Set(parts.map((part) => Math.round(part.top)));
    return lines.size > 1 || left < box.left - 1
        || Math.max(...parts.map((part) => part.right)) > box.right + 1;
}).map((one) => one.textContent)"""
"""The texts of cells that take more than a line, or more room than they have."""


def played(preset: str, **settings: int) -> Snapshot:
    """Three rounds of 24 with long names, and no more; winners sit in other seats at each table."""
    people = tuple(
        Player(f"P{at:03}", f"{FIRST[at % 5]} {LAST[at * 3 % 4]} {chr(65 + at)}")
        for at in range(24)
    )

    def result(table: Table) -> str:
        return ("A", "B", "C", "draw")[(table.number + int(table.players[0][1:])) % 4]

    now = swiss(people, 3, preset=preset, automatic=True, **settings)
    snapshot, ledger = published(now)
    for _ in range(3):
        now = typed(now, snapshot, result)
        snapshot, ledger = published(now, ledger)
    return snapshot


def opened(browser: Browser, width: int, height: int) -> Page:
    return browser.new_context(viewport={"width": width, "height": height}).new_page()


@pytest.mark.parametrize("preset", PRESETS)
def test_points_of_a_ranking_stand_in_one_line(
    tmp_path: Path, browser: Browser, preset: str
) -> None:
    site = write_site(played(preset), tmp_path)
    for width, height in ((390, 844), (320, 568), (768, 1024), (1920, 1080)):
        page = opened(browser, width, height)
        page.goto((site / "standings.html").as_uri())
        cells = page.locator(".standings tbody :is(.mp, .tb)")
        assert cells.count() >= 24
        assert cells.evaluate_all(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        names = page.locator(".standings tbody th").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(names) >= 110, "a name keeps its room beside the points"
        page.context.close()


def test_five_digits_before_the_point_have_room_too(tmp_path: Path, browser: Browser) -> None:
    site = write_site(played("hareruya", start=9999), tmp_path)
    page = opened(browser, 320, 568)
    page.goto((site / "standings.html").as_uri())
    assert page.locator(".standings tbody .mp").evaluate_all(BROKEN) == []
    page.context.close()


@pytest.mark.parametrize("preset", PRESETS)
def test_points_on_a_screen_of_the_hall_stand_in_one_line(
    tmp_path: Path, screen: Shown, preset: str
) -> None:
    folder = displays.write(displays.timed(played(preset)), tmp_path)
    rows = displays.rows(screen(folder, "?show=standings"))
    assert len(rows) >= 12
    assert [row.text for row in rows if row.cut] == []

"""Pages on paper: few sheets, everything legible, one's own row marked, black on white."""

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from runner.compute.snapshot import Snapshot
from tests.support import sample
from tests.support.drawings import event
from tests.support.sample import Plan
from tests.support.site_folder import write_site

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context(color_scheme="dark").new_page()


def opened(page: Page, snapshot: Snapshot, folder: Path, path: str) -> None:
    write_site(snapshot, folder)
    page.goto((folder / path).as_uri())
    page.wait_for_function("document.fonts.status === 'loaded'")


def printed(page: Page) -> PdfReader:
    return PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_pairings_of_130_players_are_one_sheet(page: Page, tmp_path: Path) -> None:
    made = sample.snapshot(Plan(players=130, waiting=4))
    opened(page, made, tmp_path, "pairings.html")
    (sheet,) = printed(page).pages
    words = sheet.extract_text()
    assert "Pairings, Round" in words
    page.emulate_media(media="print")
    sizes = page.evaluate(
        """[...document.querySelectorAll(".roll:not(.pinned) li")].map((row) => {
            const [name, table] = [row.querySelector("a"), row.querySelector(".tag b, .out")];
            return [parseFloat(getComputedStyle(name).fontSize),
                parseFloat(getComputedStyle(table).fontSize),
                name.getBoundingClientRect().width > 60];
        })"""
    )
    assert len(sizes) > 120
    assert min(name for name, _, _ in sizes) >= 12  # px: 9 points
    assert min(table for _, table, _ in sizes) >= 11
    assert all(wide for _, _, wide in sizes)


def test_ones_own_row_is_there_and_stands_out(page: Page, tmp_path: Path) -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    opened(page, made, tmp_path, "standings.html")
    page.evaluate(
        "localStorage.setItem(`runner me ${location.pathname.replace(/[^/]*$/, '')}`, 'P004')"
    )
    for path in ("standings.html", "pairings.html"):
        page.goto((tmp_path / path).as_uri())
        page.wait_for_selector(".mine", state="attached")
        page.emulate_media(media="print")
        own = page.locator("#P004")
        assert own.is_visible()
        assert own.evaluate("(row) => getComputedStyle(row).outlineStyle") == "solid"
        other = page.locator("#P005").evaluate("(row) => getComputedStyle(row).outlineStyle")
        assert other == "none"
        page.emulate_media(media="screen")


@pytest.mark.parametrize("path", ["index.html", "standings.html", "tables.html", "pairings.html"])
def test_paper_is_black_on_white_whatever_the_theme(page: Page, tmp_path: Path, path: str) -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    opened(page, made, tmp_path, path)
    page.emulate_media(media="print", color_scheme="dark")
    dark = page.evaluate(
        """[...document.querySelectorAll("body, main *")].filter((each) => each.checkVisibility())
            .map((each) => getComputedStyle(each).backgroundColor)
            .filter((colour) => !["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(colour))"""
    )
    pale = page.evaluate(
        """[...document.querySelectorAll("main :is(a, b, i, td, h2, bdi)")]
            .filter((each) => each.checkVisibility())
            .map((each) => getComputedStyle(each).color.match(/[0-9]+/g).map(Number))
            .filter((colour) => colour[0] > 110)"""
    )
    assert dark == []
    assert pale == []
    assert not page.locator(".bar").is_visible()


@pytest.mark.parametrize(
    ("made", "most"),
    [(event(16, pods=True), 1), (event(8), 1), (event(40, pods=True, rounds=2), 2),
     (event(64, rounds=3), 3), (event(16, double=True), 4)],
)  # fmt: skip
def test_brackets_are_broad_and_on_few_sheets(
    page: Page, tmp_path: Path, made: Snapshot, most: int
) -> None:
    opened(page, made, tmp_path, "bracket.html")
    sheets = printed(page).pages
    assert len(sheets) <= most
    assert float(sheets[0].mediabox.width) > float(sheets[0].mediabox.height)
    words = " ".join(sheet.extract_text() for sheet in sheets)
    for last in (player.name.rpartition(" ")[2] for player in made.phases[-1].field):
        assert not last.isascii() or last in words  # other letters are not read back so well

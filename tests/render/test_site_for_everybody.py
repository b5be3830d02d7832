"""The pages for those who use no mouse, large letters, forced colours, or another font."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import sample
from tests.support.sample import Plan
from tests.support.site_folder import write_site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

KINDS = (
    "index.html", "pairings.html", "tables.html", "standings.html", "players/index.html",
    "players/P004.html", "rounds/index.html", "rounds/R2.html", "scoring.html", "statistics.html",
)  # fmt: skip
_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    snapshot = sample.snapshot(Plan(players=26, waiting=2))
    return write_site(snapshot, tmp_path_factory.mktemp("site"))


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


def test_the_own_table_is_reached_with_the_keyboard_alone(
    phone: BrowserContext, site: Path
) -> None:
    page = phone.new_page()
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    while not page.locator("#q").evaluate("each => each === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.type("oster")
    expect(page.locator(".hits a")).to_be_visible()
    tabs(page, "This is me")
    page.keyboard.press("Enter")
    expect(page.locator(".plate .me bdi")).to_have_text("Zoë Øster-Łukasz")


def tabs(page: Page, button: str) -> None:
    """Press Tab until a button of that name has the focus, and see that the focus can be seen."""
    for _ in range(6):
        page.keyboard.press("Tab")
        name, line = page.evaluate("""() => [document.activeElement.textContent,
            getComputedStyle(document.activeElement).outlineWidth]""")
        assert float(line.removesuffix("px")) >= 2, name
        if name == button:
            return
    raise AssertionError(f"no Tab comes to {button}")


@pytest.mark.parametrize("path", KINDS)
def test_letters_twice_as_large_stay_on_the_page(
    phone: BrowserContext, site: Path, path: str
) -> None:
    page = phone.new_page()
    page.goto((site / path).as_uri())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(_TOO_WIDE) <= 0


@pytest.mark.parametrize("font", ["monospace", "cursive", "fantasy"])
def test_with_any_other_font_nothing_runs_off_the_page(
    phone: BrowserContext, site: Path, font: str
) -> None:
    page = phone.new_page()
    for path in KINDS:
        page.goto((site / path).as_uri())
        page.evaluate(f"document.documentElement.style.setProperty('--sans', '{font}')")
        assert page.evaluate(_TOO_WIDE) <= 0, path


def test_in_forced_colours_the_own_row_and_the_page_at_hand_are_seen(
    browser: Browser, site: Path
) -> None:
    context = browser.new_context(forced_colors="active", reduced_motion="reduce")
    page = context.new_page()
    page.goto((site / "players/P004.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((site / "standings.html").as_uri())
    row = page.locator("#P004")
    expect(row).to_have_class("mine")
    assert row.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    mark = "getComputedStyle(document.querySelector('.bar [aria-current]'), '::before')"
    assert page.evaluate(f"{mark}.backgroundColor") != page.evaluate(
        "getComputedStyle(document.body).backgroundColor"
    )
    context.close()


def test_nothing_moves_where_somebody_asks_for_no_motion(browser: Browser, site: Path) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for path in KINDS:
        page.goto((site / path).as_uri())
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
        assert page.evaluate("document.getAnimations().length") == 0
    context.close()

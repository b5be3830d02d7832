"""Pairings, standings and tables on a phone, as a player holds it: what is there at first sight."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import sample
from tests.support.sample import Plan
from tests.support.site_folder import write_site

pytestmark = pytest.mark.browser

BAR = 60  # px: the navigation below


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    snapshot = sample.snapshot(Plan(rounds=5, planned=6))
    return write_site(snapshot, tmp_path_factory.mktemp("site"), {"data/snapshot.json": b"{}"})


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def shown_on(page: Page, selector: str) -> list[float]:
    """Where the lower edges of what is seen are, in px."""
    return page.locator(selector).evaluate_all(
        "all => all.filter((one) => one.offsetParent)"
        ".map((one) => one.getBoundingClientRect().bottom)"
    )


def test_eleven_players_stand_on_the_first_screen_of_the_standings(site: Path, phone: Page) -> None:
    phone.goto((site / "standings.html").as_uri())
    edges = shown_on(phone, ".standings tbody tr")
    assert sum(edge <= 844 - BAR for edge in edges) >= 11


@pytest.mark.parametrize("width", [320, 360, 390])
def test_form_and_tiebreakers_never_meet(site: Path, phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto((site / "standings.html").as_uri())
    apart = phone.locator(".standings tbody tr").evaluate_all(
        """rows => rows.map((row) => {
            const text = document.createRange();
            text.selectNodeContents(row.querySelector(".tb"));
            const left = [...row.querySelectorAll(".form i, .rec")]
                .filter((one) => one.offsetParent);
            const edges = left.map((one) => one.getBoundingClientRect().right);
            return edges.length && Math.max(...edges) <= text.getBoundingClientRect().left;
        })"""
    )
    assert len(apart) == 118
    assert all(apart)


def test_the_headings_of_the_standings_stay_while_one_scrolls(site: Path, phone: Page) -> None:
    phone.goto((site / "standings.html").as_uri())
    phone.evaluate("window.scrollTo({ top: 3000, behavior: 'instant' })")
    expect(phone.locator(".standings thead")).to_be_in_viewport()
    heads = phone.locator(".standings thead .tb").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    )
    values = phone.locator(".standings tbody tr:nth-child(60) .tb").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    )
    assert heads == values, "each value stands below its heading"


def test_the_first_pairing_and_the_first_table_stand_above_the_middle(
    site: Path, phone: Page
) -> None:
    phone.goto((site / "pairings.html").as_uri())
    assert shown_on(phone, ".roll li")[0] < 844 / 2
    phone.goto((site / "tables.html").as_uri())
    assert shown_on(phone, ".table h2")[0] < 844 / 2
    phone.goto((site / "rounds/R3.html").as_uri())
    assert shown_on(phone, ".table h2")[0] < 844 / 2


def test_one_s_own_pairing_stands_on_top_too(site: Path, phone: Page) -> None:
    phone.goto((site / "pairings.html").as_uri())
    expect(phone.locator("[data-pin]")).to_be_hidden()
    phone.evaluate(
        "localStorage.setItem(`runner me ${new URL('./', location.href).pathname}`, 'P090')"
    )
    phone.reload()
    row = phone.locator("#P090")
    own = phone.locator("[data-pin] li")
    expect(own).to_have_count(1)
    assert own.inner_text() == row.inner_text()
    assert own.get_attribute("id") is None
    assert shown_on(phone, "[data-pin]")[0] < shown_on(phone, ".pairings li")[0]


def test_a_table_number_finds_who_sits_there(site: Path, phone: Page) -> None:
    phone.goto((site / "pairings.html").as_uri())
    phone.get_by_role("searchbox").fill("17")
    found = phone.locator(".pairings [data-item]:visible")
    expect(found).to_have_count(4)
    for text in found.all_inner_texts():
        assert "17" in text
    phone.get_by_role("searchbox").fill("table")
    expect(found).to_have_count(0)


def test_letters_at_the_edge_lead_to_their_names(site: Path, phone: Page) -> None:
    phone.goto((site / "pairings.html").as_uri())
    letters = phone.locator(".rail a")
    sizes = letters.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(sizes) >= 24
    letters.filter(has_text="S").click()
    expect(phone.locator("#letter-S h2")).to_be_in_viewport()
    top = phone.locator("#letter-S h2").bounding_box()
    assert top is not None
    assert 60 <= top["y"] < 300, "below the search"


def test_a_row_of_many_rounds_scrolls_in_itself_and_shows_the_one_at_hand(
    tmp_path: Path, phone: Page
) -> None:
    write_site(sample.snapshot(Plan(players=26, rounds=9, planned=9)), tmp_path)
    phone.goto((tmp_path / "standings/R1.html").as_uri())
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(phone.locator(".chips [aria-current]")).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("path", ["pairings.html", "tables.html"])
def test_lists_stay_whole_with_letters_twice_as_large_in_forced_colours(
    browser: Browser, site: Path, path: str
) -> None:
    context = browser.new_context(
        viewport={"width": 320, "height": 600}, forced_colors="active", device_scale_factor=2
    )
    page = context.new_page()
    page.goto((site / path).as_uri())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()

"""The drawings of playoffs in Chromium: readable on a phone and on a screen, by everybody."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from runner.compute.snapshot import Snapshot
from runner.render.site import render
from tests.support.drawing_events import event

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
KINDS = ("single", "byes", "pods", "many", "double")
PHONE, SCREEN = 390, 1920


def snapshots() -> Iterator[tuple[str, Snapshot]]:
    yield "single", event(8, rounds=3, open_tables=1, draws=True, third_place=True, odd=True)
    yield "byes", event(6, rounds=1, open_tables=1)
    yield "pods", event(16, pods=True, draws=True, odd=True)
    yield "many", event(40, pods=True, rounds=2, open_tables=1)
    yield "double", event(16, double=True, rounds=4, open_tables=1)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawings")
    for kind, snapshot in snapshots():
        for path, content in render(snapshot, {}).files.items():
            file = folder / kind / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return folder


@pytest.fixture
def opened(browser: Browser, sites: Path) -> Iterator["Opened"]:
    found = Opened(browser, sites)
    yield found
    found.close()


class Opened:
    """Pages of these sites, without JavaScript: the drawings need none."""

    def __init__(self, browser: Browser, sites: Path) -> None:
        self._browser, self._sites = browser, sites
        self._pages: dict[tuple[int, str], Page] = {}

    def __call__(
        self, kind: str, width: int, path: str = "bracket.html", scheme: str = "light"
    ) -> Page:
        if (width, scheme) not in self._pages:
            context = self._browser.new_context(
                viewport={"width": width, "height": 1080 if width > 1000 else 844},
                color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
                java_script_enabled=False,
            )
            self._pages[width, scheme] = context.new_page()
        page = self._pages[width, scheme]
        page.goto(f"{(self._sites / kind).as_uri()}/{path}")
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()


def first_player(sites: Path, kind: str) -> str:
    return min(each.stem for each in (sites / kind / "players").glob("P*.html"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, SCREEN])
def test_axe_finds_nothing_in_any_drawing(
    browser: Browser, sites: Path, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 1000},
        color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
        reduced_motion="reduce",
    )
    page = context.new_page()
    for kind in KINDS:
        somebody = first_player(sites, kind)
        for path in (f"bracket.html#{somebody}", f"players/{somebody}.html"):
            page.goto(f"{(sites / kind).as_uri()}/{path}")
            page.evaluate(
                "for (const each of document.querySelectorAll('details')) each.open = true"
            )
            results = Axe().run(page, options=RULES)
            assert results.violations_count == 0, f"{kind} {path}:\n{results.generate_report()}"
    context.close()


@pytest.mark.parametrize("width", [320, PHONE, 800, 1280, SCREEN])
def test_nothing_scrolls_sideways_and_letters_are_large_enough(
    opened: Opened, sites: Path, width: int
) -> None:
    for kind in KINDS:
        for path in ("bracket.html", f"players/{first_player(sites, kind)}.html"):
            page = opened(kind, width, path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (kind, path)
            small = page.evaluate(
                """(least) => [...document.querySelectorAll(".draw text, .draw tspan")]
                    .filter((each) => each.getClientRects().length)
                    .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)
                        * each.ownerSVGElement.getScreenCTM().a])
                    .filter(([, size]) => size < least)""",
                10 if width < PHONE else 11,
            )
            assert small == [], (kind, path)


def test_names_on_a_phone_are_as_large_as_other_text_and_their_rows_as_high_as_a_thumb(
    opened: Opened,
) -> None:
    for kind in KINDS:
        found = opened(kind, PHONE).evaluate(
            """[...document.querySelectorAll(".slim a[href^=players]")].map((each) => [
                parseFloat(getComputedStyle(each.querySelector("tspan")).fontSize)
                    * each.ownerSVGElement.getScreenCTM().a,
                each.querySelector("path").getBoundingClientRect().height])"""
        )
        assert found
        assert min(size for size, _ in found) >= 16
        assert min(height for _, height in found) >= 41


def test_a_phone_shows_one_layout_and_a_screen_the_other_across_its_width(opened: Opened) -> None:
    for kind in KINDS:
        page = opened(kind, PHONE)
        assert page.locator(".slim").is_visible()
        assert not page.locator(".wide").is_visible()
        page = opened(kind, SCREEN)
        assert not page.locator(".slim").is_visible()
        box = page.locator(".wide svg").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert 1000 < box["width"] <= SCREEN


@pytest.mark.parametrize("width", [PHONE, SCREEN])
def test_every_text_stays_inside_its_card(opened: Opened, width: int) -> None:
    for kind in KINDS:
        outside = opened(kind, width).evaluate(
            """[...document.querySelectorAll(".draw > g")].filter((g) => g.getClientRects().length)
                .flatMap((g) => {
                    const card = g.querySelector("rect").getBoundingClientRect();
                    return [...g.querySelectorAll("a tspan:first-of-type, g text, :scope > text")]
                        .map((each) => [each.textContent, each.getBoundingClientRect(), card]);
                })
                .filter(([, text, card]) =>
                    text.right > card.right + 1 || text.left < card.left - 1)
                .map(([words]) => words)"""
        )
        assert outside == [], kind


@pytest.mark.parametrize("width", [PHONE, SCREEN])
def test_names_and_scores_do_not_touch(opened: Opened, width: int) -> None:
    for kind in KINDS:
        touching = opened(kind, width).evaluate(
            """[...document.querySelectorAll(".draw a text")]
                .filter((text) => text.getClientRects().length)
                .map((text) => [...text.querySelectorAll("tspan")])
                .filter((parts) => parts.length > 1)
                .map((parts) => parts.map((each) => each.getBoundingClientRect()))
                .filter(([name, score]) => name.right > score.left).length"""
        )
        assert touching == 0, kind


# --- paths ----------------------------------------------------------------------------------------


def edges(page: Page) -> list[str]:
    """The marks of all visible places and lines that are shown as a path."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll(".draw a, .draw > path")]
            .filter((each) => each.getClientRects().length)
            .filter((each) => getComputedStyle(each).getPropertyValue("--edge").trim())
            .map((each) => [...each.classList].find((name) => /^s\\d+$/.test(name)))"""
    )
    return found


@pytest.mark.parametrize("width", [PHONE, SCREEN])
def test_an_address_with_a_player_marks_that_path_and_no_other(
    opened: Opened, sites: Path, width: int
) -> None:
    assert edges(opened("single", width)) == []
    somebody = first_player(sites, "single")
    page = opened("single", width, f"bracket.html#{somebody}")
    marked = edges(page)
    seed = page.locator(f"[id={somebody}]").get_attribute("class") or ""
    assert {*marked} == {f"s{seed[1:]}"}
    assert len(marked) > 1, "the places and the lines between them"


def test_pointing_at_a_place_or_reaching_it_by_keyboard_marks_the_path(opened: Opened) -> None:
    page = opened("pods", SCREEN)
    page.locator(".wide a.s3").first.hover()
    assert {*edges(page)} == {"s3"}
    page.mouse.move(0, 0)
    assert edges(page) == []
    page.locator(".wide a.s2").first.focus()
    assert {*edges(page)} == {"s2"}


def test_a_player_is_followed_from_the_list_of_all(opened: Opened) -> None:
    page = opened("double", PHONE)
    page.locator("summary", has_text="Follow one player").click()
    page.locator(".beside a").nth(1).click()
    assert {*edges(page)} == {"s2"}


def test_a_players_own_page_shows_the_path_marked(opened: Opened, sites: Path) -> None:
    for kind in KINDS:
        page = opened(kind, PHONE, f"players/{first_player(sites, kind)}.html")
        assert page.locator(".way svg").is_visible()
        assert len({*edges(page)} - {None}) == 1
        page.locator(".way a", has_text="In the whole bracket").click()
        page.wait_for_url("**/bracket.html#*")
        assert len({*edges(page)}) == 1


def test_this_is_me_marks_the_path_as_well(browser: Browser, sites: Path) -> None:
    context = browser.new_context(viewport={"width": SCREEN, "height": 1080})
    page = context.new_page()
    somebody = first_player(sites, "single")
    page.goto((sites / "single" / "players" / f"{somebody}.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((sites / "single" / "bracket.html").as_uri())
    page.wait_for_selector(".path > .mine", state="attached")
    assert len({*edges(page)}) == 1
    context.close()

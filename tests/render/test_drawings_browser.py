"""Playoffs in Chromium: readable on a phone and on a screen, by everybody, in any font."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from tests.support import gallery
from tests.support.day import Day, drawn_results
from tests.support.drawings import event
from tests.support.folders import write_site
from tests.support.soak import some

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
KINDS = ("single", "byes", "pods", "many", "double")
PLAYED = ("single", "byes", "many", "double")
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
        write_site(snapshot, folder / kind)
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
        self, kind: str, width: int, path: str = "bracket.html", scheme: str = "light",
        font: str = "",
    ) -> Page:  # fmt: skip
        if (width, scheme) not in self._pages:
            context = self._browser.new_context(
                viewport={"width": width, "height": 1080 if width > 1000 else 844},
                color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
                java_script_enabled=False,
            )
            self._pages[width, scheme] = context.new_page()
        page = self._pages[width, scheme]
        page.goto(f"{(self._sites / kind).as_uri()}/{path}")
        if font:
            page.evaluate(
                """(rules) => {
                    const style = new CSSStyleSheet();
                    style.replaceSync(rules);
                    document.adoptedStyleSheets = [style];
                }""",
                font,
            )
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()


def first_player(sites: Path, kind: str) -> str:
    return min(each.stem for each in (sites / kind / "players").glob("P*.html"))


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "width"), some(product(["light", "dark"], [PHONE, SCREEN]), 3))
def test_axe_finds_nothing_in_any_drawing(
    browser: Browser, sites: Path, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 4000},  # no row is half below the line on top
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


FONTS = {
    "as it is": "",
    "broad letters": "* { font-family: monospace !important; letter-spacing: .06em !important; }"
    "html { font-size: 120%; }",
    "narrow letters": "* { font-family: serif !important; letter-spacing: -.04em !important; }"
    "html { font-size: 87.5%; }",
}
fonts = pytest.mark.parametrize("font", FONTS)
widths = pytest.mark.parametrize("width", [PHONE, SCREEN])

IN_SIGHT = """(each) => {
    const style = getComputedStyle(each);
    return each.getClientRects().length && style.clipPath === "none";
}"""


@pytest.mark.parametrize("width", [320, PHONE, 800, 1280, SCREEN])
def test_the_page_scrolls_only_downwards_and_letters_are_large_enough(
    opened: Opened, sites: Path, width: int
) -> None:
    for kind in KINDS:
        for path in ("bracket.html", f"players/{first_player(sites, kind)}.html"):
            page = opened(kind, width, path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (kind, path)
            small = page.evaluate(
                """() => [...document.querySelectorAll(".match *, .tree h2")]
                    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 12)
                    .map((each) => each.textContent)"""
            )
            assert small == [], (kind, path)


def test_names_on_a_phone_are_as_large_as_other_text_and_their_rows_as_high_as_a_thumb(
    opened: Opened,
) -> None:
    for kind in KINDS:
        found = opened(kind, PHONE).evaluate(
            """[...document.querySelectorAll(".tree a")].map((each) => [
                parseFloat(getComputedStyle(each.querySelector("bdi")).fontSize),
                each.getBoundingClientRect().height])"""
        )
        assert found
        assert min(size for size, _ in found) >= 16
        assert min(height for _, height in found) >= 44


def test_a_phone_shows_stage_beside_stage_and_a_screen_the_tree(opened: Opened) -> None:
    for kind in PLAYED:
        page = opened(kind, PHONE)
        assert page.locator(".stages").is_visible()
        assert not page.locator(".join").first.is_visible()
        tops = [box(page, each)["y"] for each in range(page.locator(".tree h2").count())]
        assert len({*tops}) == 1
        page = opened(kind, SCREEN)
        assert not page.locator(".stages").is_visible()
        assert page.locator(".join").first.is_visible()


def test_on_a_phone_the_last_match_stands_above_those_that_led_to_it(opened: Opened) -> None:
    page = opened("pods", PHONE)
    assert not page.locator(".stages").is_visible()
    tops = [box(page, each)["y"] for each in range(page.locator(".tree h2").count())]
    assert tops == sorted(tops, reverse=True)
    assert len({*tops}) == len(tops) > 1
    assert page.locator(".tree").evaluate("(tree) => tree.scrollWidth <= tree.clientWidth")


def box(page: Page, heading: int) -> dict[str, float]:
    found = page.locator(".tree h2").nth(heading).bounding_box()
    assert found is not None
    return dict(found)


def test_on_a_phone_the_link_of_a_stage_brings_it_into_sight(opened: Opened) -> None:
    for kind in PLAYED:
        page = opened(kind, PHONE)
        last = page.locator(".stages a").count() - 1
        page.locator(".stages a").nth(last).click()
        found = box(page, last)
        links = page.locator(".stages").bounding_box()
        assert 0 <= found["x"] < PHONE / 2
        assert links["y"] + links["height"] <= found["y"] + 1
        assert found["y"] < 844


def test_on_a_phone_the_page_opens_at_the_stage_that_is_played_with_the_next_peeking_in(
    opened: Opened, browser: Browser, sites: Path
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    scripted = context.new_page()
    scripted.goto((sites / "double" / "bracket.html").as_uri())
    for page in (opened("double", PHONE), scripted):
        titles = page.locator(".tree h2").all_inner_texts()
        live = page.locator(".tree > section").evaluate_all(
            "(all) => all.findIndex((each) => each.classList.contains('live'))"
        )
        assert live > 0, "not the first, where every page opens by itself"
        assert 0 <= box(page, live)["x"] < 40, titles[live]
        assert PHONE * 0.6 < box(page, live + 1)["x"] < PHONE, "the next one peeks in"
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.activeElement === document.body")
    context.close()


def test_the_row_of_links_follows_the_stages_as_they_are_swiped(
    browser: Browser, sites: Path
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    page = context.new_page()
    page.goto((sites / "double" / "bracket.html").as_uri())
    for left, which in ((0, 0), (100_000, -1)):
        page.locator(".tree").evaluate("(tree, left) => tree.scrollTo({ left })", left)
        last = page.locator(".stages a").nth(which)
        expect(last).to_have_attribute("aria-current", "true")
        expect(page.locator(".stages [aria-current]")).to_have_count(1)
        expect(last).to_be_in_viewport()
    context.close()


def test_a_large_double_elimination_opens_at_its_round_with_whole_names_and_no_empty_screens(
    browser: Browser, tmp_path: Path
) -> None:
    write_site(event(32, double=True, rounds=4, open_tables=3), tmp_path)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    address = (tmp_path / "bracket.html").as_uri()
    page.goto(address)
    for selector in (".live h2", ".live .playing >> nth=0"):
        expect(page.locator(f".tree > {selector}")).to_be_in_viewport(ratio=1)
    expect(page.locator(".stages .now")).to_have_attribute("aria-current", "true")
    cut = page.locator(".tree bdi").evaluate_all(
        """all => all.filter((each) => each.scrollWidth > each.clientWidth)
            .map((one) => one.innerText)"""
    )
    assert cut == []
    assert (
        page.locator(".tree p:first-child").evaluate_all(
            "all => new Set(all.map((one) => one.clientHeight)).size"
        )
        == 1
    )
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.goto(address)
    for which in (None, 0, -1):
        if which is not None:
            page.locator(".stages a").nth(which).click()
            expect(page.locator(".stages a").nth(which)).to_have_attribute("aria-current", "true")
        below = page.evaluate(
            """() => document.querySelector(".tree + *").getBoundingClientRect().top
                - Math.max(...[...document.querySelectorAll(".tree .match")]
                    .map((each) => each.getBoundingClientRect())
                    .filter(({ left, right }) => left >= 0 && right <= innerWidth)
                    .map(({ bottom }) => bottom))"""
        )
        assert 0 < below < 100, which
    context.close()


@fonts
@widths
def test_every_text_stays_inside_its_card_and_its_column(
    opened: Opened, width: int, font: str
) -> None:
    for kind in KINDS:
        outside = opened(kind, width, font=FONTS[font]).evaluate(
            f"""() => [...document.querySelectorAll(".match :is(p, p *, a, bdi, span, b, em), h2")]
                .filter({IN_SIGHT})
                .filter((each) => !each.closest(".past li:not(:has(.join)) ol + p"))
                .map((each) => [each.textContent, each.getBoundingClientRect(),
                    each.closest(".match, section, header").getBoundingClientRect()])
                .filter(([, text, card]) => text.right > card.right + 1 || text.left < card.left - 1
                    || text.bottom > card.bottom + 1 || text.top < card.top - 1)
                .map(([words]) => words)"""
        )
        assert outside == [], kind


@fonts
def test_where_winners_of_earlier_rounds_go_stands_in_an_empty_column(
    opened: Opened, font: str
) -> None:
    page = opened("double", 1920, font=FONTS[font])
    beside = page.locator(".past li:not(:has(.join)) ol + p")
    assert beside.count() > 0
    touched = beside.evaluate_all(
        """all => all.map((each) => [each.textContent, each.getBoundingClientRect()])
            .filter(([, one]) => [...document.querySelectorAll(".tree :is(ol, h2)")]
                .map((each) => each.getBoundingClientRect())
                .some((other) => one.left < other.right && one.right > other.left
                    && one.top < other.bottom && one.bottom > other.top && other.width > 0))
            .map(([words]) => words)"""
    )
    assert touched == []


@fonts
@widths
def test_names_scores_and_notes_do_not_touch(opened: Opened, width: int, font: str) -> None:
    for kind in KINDS:
        touching = opened(kind, width, font=FONTS[font]).evaluate(
            f"""() => [...document.querySelectorAll(".match a, .match p")].flatMap((line) => {{
                const parts = [...line.children].filter({IN_SIGHT});
                const boxes = parts.map((each) => each.getBoundingClientRect());
                return parts.slice(1).filter((part, at) => boxes[at].right > boxes[at + 1].left + .5
                    && boxes[at].bottom > boxes[at + 1].top + .5).map(() => line.textContent);
            }})"""
        )
        assert touching == [], kind


@fonts
def test_a_name_that_has_no_room_is_cut_by_the_browser_and_whole_in_its_title(
    opened: Opened, font: str
) -> None:
    cut = 0
    for kind in KINDS:
        found = opened(kind, SCREEN, font=FONTS[font]).evaluate(
            """() => [...document.querySelectorAll(".tree .match a")].map((link) => {
                const name = link.querySelector("bdi");
                return [name.scrollWidth > name.clientWidth, getComputedStyle(name).textOverflow,
                    name.textContent, link.title, name.clientWidth];
            })"""
        )
        for is_cut, overflow, name, title, room in found:
            assert (overflow, title) == ("ellipsis", name)
            assert room >= 40, "at least the beginning can be read"
            cut += is_cut
    assert cut, "there are names here that nobody has room for"


@fonts
def test_a_phone_has_whole_names(opened: Opened, sites: Path, font: str) -> None:
    for kind in KINDS:
        for path in ("bracket.html", f"players/{first_player(sites, kind)}.html"):
            page = opened(kind, PHONE, path, font=FONTS[font])
            cut = page.locator(".match bdi").evaluate_all(
                """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1
                    || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
            )
            assert cut == [], (kind, path)


@fonts
@widths
def test_no_card_or_title_lies_on_another(opened: Opened, width: int, font: str) -> None:
    for kind in KINDS:
        crossing = opened(kind, width, font=FONTS[font]).evaluate(
            """() => {
                const all = [...document.querySelectorAll(".tree .match, .tree h2")]
                    .map((each) => [each.textContent, each.getBoundingClientRect()]);
                return all.flatMap(([words, one], at) => all.slice(at + 1)
                    .filter(([, other]) => one.right > other.left && other.right > one.left
                        && one.bottom > other.top + .5 && other.bottom > one.top + .5)
                    .map(([others]) => [words, others]));
            }"""
        )
        assert crossing == [], kind


@fonts
def test_every_line_begins_at_the_edge_of_a_card_and_ends_at_that_of_the_next(
    opened: Opened, font: str
) -> None:
    for kind in KINDS:
        found = opened(kind, SCREEN, font=FONTS[font]).evaluate(
            """() => {
                const cards = [...document.querySelectorAll(".tree .match")];
                const meets = (x, y, side) => cards.find((card) => {
                    const room = card.getBoundingClientRect();
                    return Math.abs(room[side] - x) <= 1
                        && Math.abs((room.top + room.bottom) / 2 - y) <= 1;
                });
                return [...document.querySelectorAll(".join")].map((line) => {
                    const room = line.getBoundingClientRect();
                    const up = line.classList.contains("up");
                    const here = meets(room.left, up ? room.bottom - 1 : room.top + 1, "right");
                    const there = meets(room.right, up ? room.top + 1 : room.bottom - 1, "left");
                    const mover = line.closest("a, .match li")?.querySelector("a").title;
                    return [Boolean(here), Boolean(there), mover ?? "",
                        there ? [...there.querySelectorAll("bdi")].map((e) => e.textContent) : []];
                });
            }"""
        )
        assert found
        for begins, ends, mover, there in found:
            assert begins, kind
            assert ends, kind
            assert mover in there or any(
                name.startswith(("Winner of", "Best seed")) for name in there
            )


@fonts
def test_a_players_own_page_keeps_its_cards_apart(opened: Opened, sites: Path, font: str) -> None:
    for kind in KINDS:
        page = opened(kind, PHONE, f"players/{first_player(sites, kind)}.html", font=FONTS[font])
        rooms = page.locator(".way h3, .way .match").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect()).map((e) => [e.top, e.bottom])"
        )
        assert rooms
        assert all(one[1] <= other[0] for one, other in pairwise(rooms))


@pytest.mark.parametrize("kind", KINDS)
def test_on_paper_everything_is_on_the_sheet(opened: Opened, kind: str) -> None:
    page = opened(kind, 1031)  # px that A4 has across
    page.emulate_media(media="print")
    outside = page.evaluate(
        f"""() => [...document.querySelectorAll(".match, .match p, .match a, .tree h2")]
            .filter({IN_SIGHT}).map((each) => [each.textContent, each.getBoundingClientRect()])
            .filter(([, room]) => room.right > innerWidth || room.left < 0 || !room.height)
            .map(([words]) => words)"""
    )
    page.emulate_media(media="screen")
    assert outside == []


def test_double_elimination_is_printed_as_trees(opened: Opened) -> None:
    page = opened("double", 1031)
    page.emulate_media(media="print")
    lefts = page.evaluate(
        """[...document.querySelectorAll(".tree > section")].map((each) =>
            [each.querySelector("h2").textContent, each.getBoundingClientRect().left])"""
    )
    lines = page.locator(".join").locator("visible=true").count()
    page.emulate_media(media="screen")
    for side in ("Winners", "Losers"):
        assert len({left for title, left in lefts if title.startswith(side)}) > 2
    assert lines > 20


def edges(page: Page) -> list[str]:
    """Whose places are shown as a path, by the names of their pages."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll(".match li")]
            .filter((each) => getComputedStyle(each).getPropertyValue("--edge").trim()
                && !each.closest(".crown .win:not(.on)"))
            .map((each) => each.querySelector("a").href.match(/(\\w+)\\.html$/)[1])"""
    )
    return found


@widths
def test_an_address_with_a_player_marks_that_path_and_no_other(
    opened: Opened, sites: Path, width: int
) -> None:
    assert edges(opened("single", width)) == []
    somebody = first_player(sites, "single")
    page = opened("single", width, f"bracket.html#{somebody}")
    assert {*edges(page)} == {somebody}
    assert len(edges(page)) > 1
    place = page.locator(f"[id={somebody}]").bounding_box()
    assert 0 <= place["x"] < width
    assert 0 <= place["y"] < 1080
    lit = page.locator(".join").evaluate_all(
        "(all) => all.filter((e) => getComputedStyle(e).getPropertyValue('--way').trim()).length"
    )
    assert lit > 0, "the lines between them"


def test_pointing_at_a_place_or_reaching_it_by_keyboard_marks_the_path(opened: Opened) -> None:
    page = opened("pods", SCREEN)
    page.locator(".tree .s3").first.hover()
    assert {*edges(page)} == {"P003"}
    page.mouse.move(0, 0)
    assert edges(page) == []
    page.locator(".tree .s2 a").first.focus()
    assert {*edges(page)} == {"P002"}


def test_a_player_is_followed_from_the_list_of_all(opened: Opened) -> None:
    page = opened("double", PHONE)
    page.locator("summary", has_text="Follow one player").click()
    page.locator(".follow-one a").nth(1).click()
    assert {*edges(page)} == {"P002"}


def test_a_players_own_page_shows_the_path_marked(opened: Opened, sites: Path) -> None:
    for kind in KINDS:
        somebody = first_player(sites, kind)
        page = opened(kind, PHONE, f"players/{somebody}.html")
        assert page.locator(".way .match").first.is_visible()
        assert {*edges(page)} == {somebody}
        page.locator(".way a", has_text="In the whole bracket").click()
        page.wait_for_url("**/bracket.html#*")
        assert {*edges(page)} == {somebody}


def test_this_is_me_marks_the_path_as_well(browser: Browser, sites: Path) -> None:
    context = browser.new_context(viewport={"width": SCREEN, "height": 1080})
    page = context.new_page()
    somebody = first_player(sites, "single")
    page.goto((sites / "single" / "players" / f"{somebody}.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((sites / "single" / "bracket.html").as_uri())
    page.wait_for_selector(".path .mine", state="attached")
    assert {*edges(page)} == {somebody}
    context.close()


def test_a_long_name_of_a_phase_or_player_keeps_clear_of_what_stands_beside_it(
    browser: Browser, tmp_path: Path
) -> None:
    word = "Brzęczyszczykiewicz"
    planned = gallery.cut(12, Mode.HEAD_TO_HEAD, 4, type_="double_elimination")
    long = replace(planned.phases[1], name=3 * word)
    day = Day(replace(planned, phases=(planned.phases[0], long)))
    while len(day.snapshot.phases[1].rounds) < 2:
        day.play(drawn_results("names"))
    made = day.snapshot
    player = made.rounds[-1].tables[0].players[0]
    people = made.players | {player: replace(made.players[player], name=f"Łucja {word}")}
    write_site(replace(made, players=people), tmp_path)
    page = browser.new_context(viewport={"width": PHONE, "height": 844}).new_page()
    page.goto((tmp_path / f"players/{player}.html").as_uri())
    title = page.locator(".plate .row > span")
    expect(title).to_contain_text(word)
    plate, edge = page.locator(".plate").bounding_box(), title.bounding_box()
    assert plate
    assert edge
    assert edge["x"] + edge["width"] <= plate["x"] + plate["width"] - 16
    name, buttons = (page.locator(each).bounding_box() for each in (".who h1", ".who > p"))
    assert name
    assert buttons
    assert buttons["y"] >= name["y"] + name["height"], "no word is broken for them"

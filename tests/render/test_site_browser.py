"""The pages in Chromium, opened as files: readable by everybody, and helpful with JavaScript."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pypdf import PdfReader

from runner import languages
from runner.app import compare as comparing
from runner.app.event_folder import EventFolder
from runner.app.publish import publish
from runner.compute.comparison import compare
from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode, Phase
from runner.core.prizes import prizes
from runner.phases.model import PhaseResult
from runner.render.site import render, static
from tests.support import displays, gallery, sample
from tests.support.day import Day
from tests.support.drawings import event as drawn_event
from tests.support.events import event, phase, swiss, swiss_and_playoff
from tests.support.folders import write_site
from tests.support.hall import Hall
from tests.support.pseudo import Pseudo
from tests.support.sample import Plan
from tests.support.services import served

pytestmark = pytest.mark.browser


KINDS = (
    "index.html", "pairings.html", "tables.html", "standings.html", "players/index.html",
    "players/P004.html", "rounds/index.html", "rounds/R2.html", "standings/R1.html", "scoring.html",
    "statistics.html", "embed.html",
)  # fmt: skip
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
POLL = 21_000  # ms: longer than any pause between two looks for a new version

Open = Callable[..., Page]


def write(snapshot: Snapshot, folder: Path) -> Path:
    return write_site(snapshot, folder, {"data/snapshot.json": b"{}\n"})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(sample.snapshot(Plan(rehearsal=True)), tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every kind of line is on its pages, without a hundred of each for axe to look at."""
    snapshot = sample.snapshot(Plan(players=26, waiting=2, rehearsal=True))
    return write(snapshot, tmp_path_factory.mktemp("small_site"))


@pytest.fixture(scope="module")
def head_to_head(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(sample.head_to_head(), tmp_path_factory.mktemp("head_to_head"))


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens pages in a fresh profile; at the end nothing may have gone wrong or outside."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    wrong: list[str] = []
    context.on(
        "request", lambda each: None if each.url.startswith("file:") else wrong.append(each.url)
    )
    context.on("weberror", lambda each: wrong.append(str(each.error)))

    def open_page(folder: Path, path: str) -> Page:
        page = context.new_page()
        page.clock.install()
        page.goto(
            (folder / path.split("?")[0]).as_uri()
            + ("?" + path.split("?")[1] if "?" in path else "")
        )
        return page

    yield open_page
    context.close()
    assert wrong == []


def shown(page: Page, selector: str) -> list[str]:
    return page.locator(selector).locator("visible=true").all_inner_texts()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_kind_of_page(
    browser: Browser, small_site: Path, scheme: str
) -> None:
    for width in (390, 1920):
        context = browser.new_context(
            viewport={"width": width, "height": 1000},
            color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
            reduced_motion="reduce",
        )
        page = context.new_page()
        for path in KINDS:
            page.goto((small_site / path).as_uri())
            results = Axe().run(page, options=RULES)
            assert results.violations_count == 0, f"{path}, {width}:\n{results.generate_report()}"
        context.close()


@pytest.mark.parametrize("width", [390, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_of_two_phases_and_the_staff_page_are_for_everybody(
    browser: Browser, tmp_path: Path, scheme: str, width: int
) -> None:
    snapshot = sample.snapshot(Plan(players=26, waiting=2))
    compared = compare(snapshot, 1)
    assert compared is not None
    staff = comparing.write_page(EventFolder(tmp_path), snapshot, compared)
    final = Phase(2, "Top 4", Mode.MULTIPLAYER, "single_elimination", cut=4)
    second = PhaseResult(final, snapshot.phases[0].ruleset)
    public = write(replace(snapshot, phases=(*snapshot.phases, second)), tmp_path / "site")
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
    )
    page = context.new_page()
    for path in (public / "scoring.html", staff):
        page.goto(path.as_uri())
        results = Axe().run(page, options=RULES)
        assert results.violations_count == 0, results.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
    context.close()


@pytest.mark.parametrize("folder", ["site", "head_to_head"])
def test_no_page_scrolls_sideways(
    browser: Browser, folder: str, request: pytest.FixtureRequest
) -> None:
    root: Path = request.getfixturevalue(folder)
    for width in (320, 390, 768, 1024, 1920):
        context = browser.new_context(viewport={"width": width, "height": 700})
        page = context.new_page()
        for path in KINDS:
            page.goto((root / path).as_uri())
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} px wide on a screen of {width}"
        context.close()


def test_everything_is_there_without_javascript(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "pairings.html").as_uri())
    assert page.locator("[data-item]").count() == 116
    assert page.locator("[data-item]").last.is_visible()
    assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
    page.goto((site / "standings.html").as_uri())
    assert page.locator("tbody tr").count() == 118
    page.goto((site / "players/P004.html").as_uri())
    assert page.locator(".why table").count() == 4
    assert not page.locator(".follow").is_visible(), "it would do nothing"
    context.close()


def test_the_glass_stands_in_the_middle_of_the_search(site: Path, opened: Open) -> None:
    for path in ("index.html", "pairings.html"):
        page = opened(site, path)
        glass, field = (
            page.locator(f".find {part}").first.bounding_box() for part in ("svg", "input")
        )
        assert glass
        assert field
        off = glass["y"] + glass["height"] / 2 - field["y"] - field["height"] / 2
        assert abs(off) < 1.5, (path, off)


@pytest.mark.parametrize("path", ["index.html", "pairings.html", "tables.html", "standings.html"])
def test_what_is_touched_is_large_enough(site: Path, opened: Open, path: str) -> None:
    page = opened(site, path)
    small = page.evaluate(
        """[...document.querySelectorAll(".bar a, .find input, .find button, .chips a, .doors a,"
            + ".roll li, .table ol a, .standings tbody tr, .standings thead button, .rounds a")]
            .filter((each) => each.offsetParent && getComputedStyle(each).clipPath === "none")
            .map((each) => [each.textContent, each.getBoundingClientRect().height])
            .filter(([, height]) => height < 43.9)"""
    )
    assert small == []


@pytest.mark.parametrize("path", ["pairings.html", "tables.html", "standings.html",
 "players/index.html", "rounds/R2.html"])  # fmt: skip
def test_the_search_of_the_browser_finds_every_player(site: Path, opened: Open, path: str) -> None:
    page = opened(site, path)
    names = """[...document.querySelectorAll("main [data-item] a bdi")]
        .map((each) => each.textContent.trim())"""
    found = """(name) => { getSelection().removeAllRanges();
        return find(name, false, false, true) && getSelection().toString() === name; }"""
    everybody = page.evaluate(names)
    assert len(set(everybody)) > 110
    assert [name for name in everybody if not page.evaluate(found, name)] == []


def test_the_search_knows_no_accents(site: Path, opened: Open) -> None:
    page = opened(site, "pairings.html")
    page.get_by_role("searchbox").fill("lukasz zoe")
    assert shown(page, "[data-item] bdi[data-key]") == ["Øster-Łukasz, Zoë"]
    assert shown(page, "[data-group] h2") == ["O"]
    expect(page.locator(".found")).to_have_text("1 found")
    page.get_by_role("searchbox").fill("nobody at all")
    assert shown(page, "[data-item]") == []
    expect(page.locator(".nobody")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    assert len(shown(page, "[data-item]")) == 116


@pytest.mark.parametrize("typed", ["osterlukasz", "ØSTER,lukasz", "Zoe Oester", "zoë lukasz-"])
def test_the_search_finds_a_name_however_it_is_spelt(site: Path, opened: Open, typed: str) -> None:
    page = opened(site, "pairings.html")
    page.get_by_role("searchbox").fill(typed)
    assert shown(page, "[data-item] bdi[data-key]") == ["Øster-Łukasz, Zoë"]


def test_tables_are_found_by_number_and_by_name(site: Path, opened: Open) -> None:
    page = opened(site, "tables.html")
    page.get_by_role("searchbox").fill("17")
    assert shown(page, ".table h2 b") == ["17"]
    name = page.locator(".table:visible a").first.inner_text()
    page.get_by_role("searchbox").fill(name)
    assert "17" in shown(page, ".table h2 b")


def test_the_front_page_finds_a_table_as_one_types(site: Path, opened: Open) -> None:
    page = opened(site, "index.html")
    page.get_by_role("searchbox").fill("oster")
    hit = page.locator(".hits a")
    expect(hit).to_contain_text("Zoë Øster-Łukasz")
    expect(hit).to_contain_text("table")
    hit.click()
    expect(page.locator("h1")).to_have_text("Zoë Øster-Łukasz")


def test_the_front_page_s_search_leads_to_the_pairings(site: Path, opened: Open) -> None:
    page = opened(site, "index.html")
    page.get_by_role("searchbox").fill("o")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/pairings.html?q=o")
    assert "Øster-Łukasz, Zoë" in shown(page, "[data-item] bdi[data-key]")


@pytest.mark.parametrize("typed", ["oster", "lukaz", "oestre", "lukkasz", "lykasz zoe"])
def test_enter_opens_and_remembers_the_only_one_found_a_typo_forgiven(
    site: Path, opened: Open, typed: str
) -> None:
    page = opened(site, "index.html")
    page.get_by_role("searchbox").fill(typed)
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator(".plate .me bdi")).to_have_text("Zoë Øster-Łukasz")
    for path in ("pairings.html", "players/index.html"):
        page = opened(site, path)
        page.get_by_role("searchbox").fill(typed)
        assert shown(page, "[data-list] bdi[data-key]") == ["Øster-Łukasz, Zoë"]
        page.get_by_role("searchbox").press("Enter")
        expect(page.locator("h1")).to_have_text("Zoë Øster-Łukasz")


def test_enter_with_nobody_found_stays(site: Path, opened: Open) -> None:
    page = opened(site, "index.html")
    page.get_by_role("searchbox").fill("lllll")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator(".hits")).to_have_text("Nobody of that name is in this event.")
    expect(page).to_have_url(re.compile("index.html$"))


@pytest.mark.parametrize(
    ("path", "found"), [("index.html", ".hits"), ("pairings.html", "[data-list]")]
)
def test_arrows_lead_to_what_was_found_and_back(
    site: Path, opened: Open, path: str, found: str
) -> None:
    page = opened(site, path)
    page.get_by_role("searchbox").fill("an")
    links = page.locator(f"{found} a:visible")
    expect(links.nth(1)).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_who_says_this_is_me_sees_the_own_table_first(site: Path, opened: Open) -> None:
    page = opened(site, "players/P004.html")
    table = page.locator(".plate .number").inner_text()
    mates = shown(page, ".plate .mates bdi")
    page.get_by_role("button", name="This is me").click()
    expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "true")
    page = opened(site, "index.html")
    expect(page.locator(".plate .number")).to_have_text(table)
    assert shown(page, ".plate .mates bdi") == mates
    expect(page.locator(".figures.self")).to_contain_text("Rank")
    page = opened(site, "standings.html")
    expect(page.locator("#P004")).to_have_class("mine")
    page = opened(site, "index.html")
    page.get_by_role("button", name="Search again").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Where do I sit?")
    page = opened(site, "players/P004.html")
    expect(page.locator("[data-follow]")).to_have_attribute("aria-pressed", "false")


def test_this_is_me_can_be_said_at_a_hit_of_the_search(site: Path, opened: Open) -> None:
    page = opened(site, "index.html")
    page.get_by_role("searchbox").fill("oster")
    page.get_by_role("button", name="This is me: Zoë Øster-Łukasz").click()
    expect(page.locator(".plate .me bdi")).to_have_text("Zoë Øster-Łukasz")


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_a_seated_players_first_screen_has_table_opponents_and_the_time_left(
    tmp_path: Path, opened: Open, mode: Mode
) -> None:
    hall = Hall(event(8, phase(1, mode=mode, rounds=3)))
    hall.play_round("A" if mode is Mode.MULTIPLAYER else "2-0")
    write(hall.snapshot, tmp_path)
    me = hall.snapshot.rounds[-1].tables[0].players[0]
    opened(tmp_path, f"players/{me}.html").get_by_role("button", name="This is me").click()
    page = opened(tmp_path, "index.html")
    for what in (".plate .number", ".plate a bdi", ".plate time", ".figures.self"):
        expect(page.locator(what).first).to_be_in_viewport(ratio=1)


def test_a_countdown_is_right_after_sleep_and_says_time(tmp_path: Path, browser: Browser) -> None:
    write(Hall(swiss(8)).snapshot, tmp_path)
    page = browser.new_context().new_page()
    page.clock.install(time="2026-11-21T10:00:00Z")
    page.goto((tmp_path / "index.html").as_uri())
    called = page.locator(".plate time").get_attribute("datetime")
    assert called
    looked(page)
    page.clock.set_system_time(called)
    page.clock.run_for(2000)
    expect(page.locator(".plate time")).to_have_text("Time, turns until 11:35")
    expect(page.locator("[data-until-called]")).to_be_hidden()
    expect(page.locator(".pill")).to_have_text("R1 · time")
    page.clock.set_system_time(called.replace("T11:15:00", "T10:02:57"))
    page.clock.run_for(2000)
    expect(page.locator(".plate time")).to_have_text(re.compile("7[12]:[05][0-9]"))
    expect(page.locator(".pill")).to_have_text(re.compile("R1 · 7[12]:[05][0-9]"))
    page.context.close()


def test_only_the_tables_that_still_play_stay_so_after_a_reload(site: Path, opened: Open) -> None:
    page = opened(site, "tables.html")
    page.get_by_role("button", name="Hide finished").click()
    for _ in range(2):
        expect(page.locator(".table:visible")).to_have_count(12)
        page.reload()
    page.get_by_role("button", name="Hide finished").click()
    expect(page.locator(".table:visible")).not_to_have_count(12)


def test_an_open_page_says_that_a_round_is_out(tmp_path: Path, opened: Open) -> None:
    hall = Hall(swiss(8))
    write(hall.snapshot, tmp_path)
    me = hall.snapshot.rounds[0].tables[0].players[0]
    page = opened(tmp_path, f"players/{me}.html")
    page.get_by_role("button", name="This is me").click()
    expect(page.locator(".pill")).to_be_visible()
    page.close()  # for a page that shows the table counts as having told it
    page = opened(tmp_path, "scoring.html")
    expect(page.locator(".pill")).to_be_visible()
    expect(page.locator(".band")).to_have_count(0)
    hall.play_round()
    write(hall.snapshot, tmp_path)
    looked(page)
    expect(page.locator(".band")).to_contain_text("Round 2 is out: table")
    assert page.title().startswith("● ")
    page.locator(".band a").click()
    expect(page.locator(".plate .number")).to_be_visible()
    page = opened(tmp_path, "scoring.html")
    looked(page)
    expect(page.locator(".band")).to_have_count(0)


def test_two_events_on_one_host_have_their_own_me(
    site: Path, head_to_head: Path, opened: Open
) -> None:
    opened(site, "players/P004.html").get_by_role("button", name="This is me").click()
    page = opened(head_to_head, "players/P004.html")
    expect(page.get_by_role("button", name="This is me")).to_have_attribute("aria-pressed", "false")


def test_a_click_on_a_heading_sorts(site: Path, opened: Open) -> None:
    page = opened(site, "standings.html")
    page.set_viewport_size({"width": 1920, "height": 1000})
    names = page.locator("tbody [data-key]")
    ranking = names.all_inner_texts()
    heading = page.get_by_role("columnheader", name="OMW%")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    column = [
        float(each) for each in page.locator("tbody td:last-child").all_inner_texts() if each != "–"
    ]
    assert column == sorted(column, reverse=True)
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("columnheader", name="Player").get_by_role("button").click()
    assert names.all_inner_texts() != ranking
    page.get_by_role("columnheader", name="Rank").get_by_role("button").click()
    assert names.all_inner_texts() == ranking
    expect(page.locator("[aria-sort]")).to_have_count(1)


def test_blanks_are_sorted_last_either_way(site: Path, opened: Open) -> None:
    page = opened(site, "standings.html")
    page.set_viewport_size({"width": 1920, "height": 1000})
    head = page.get_by_role("columnheader", name="Club, deck")
    at = head.evaluate("(cell) => cell.cellIndex")
    for _ in range(2):
        head.get_by_role("button").click()
        cells = page.locator(f"tbody tr > :nth-child({at + 1})").all_inner_texts()
        blank = [each.strip() in ("", "–") for each in cells]
        assert any(blank)
        assert blank == sorted(blank)


def test_a_click_sorts_decimals_that_have_a_comma(tmp_path: Path, opened: Open) -> None:
    now = sample.snapshot()
    german = replace(now, event=replace(now.event, language="de"))
    write(german, tmp_path)
    page = opened(tmp_path, "standings.html")
    page.set_viewport_size({"width": 1920, "height": 1000})
    page.locator("thead th").last.get_by_role("button").click()
    column = [each for each in page.locator("tbody td:last-child").all_inner_texts() if each != "–"]
    values = [float(each.replace(",", ".")) for each in column]
    assert all("," in each for each in column)
    assert len({*map(int, values)}) < len({*values}), "some differ in their decimals alone"
    assert values == sorted(values, reverse=True)


def published_later(folder: Path) -> None:
    """One more result comes in: standings and tables change, pairings don't."""
    before = sample.snapshot()
    playing = [table.number for table in before.rounds[-1].tables if not table.finished]
    write(sample.with_result(before, playing[0]), folder)


def looked(page: Page) -> None:
    """Wait until the page has asked for the version once more."""
    with page.expect_request_finished(lambda each: "pulse.js" in each.url):
        page.clock.run_for(POLL)


def test_a_page_reloads_when_it_changed_and_keeps_its_place(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "standings.html")
    page.set_viewport_size({"width": 1200, "height": 500})
    page.get_by_role("columnheader", name="MW%", exact=True).get_by_role("button").click()
    page.get_by_role("searchbox").fill("a")
    page.evaluate("window.scrollTo({ top: 400, behavior: 'instant' }); window.before = true")
    looked(page)
    assert page.evaluate("window.before"), "nothing has changed yet"
    published_later(tmp_path)
    with page.expect_event("load"):
        page.clock.run_for(POLL)
    assert page.evaluate("window.before") is None
    expect(page.get_by_role("searchbox")).to_have_value("a")
    expect(page.get_by_role("columnheader", name="MW%", exact=True)).to_have_attribute(
        "aria-sort", "descending"
    )
    assert page.locator("tbody tr:visible").count() < 118
    assert abs(page.evaluate("scrollY") - 400) < 2


def test_the_list_of_players_reloads_when_ranks_changed(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "players/index.html")
    ranks = page.locator(".roll .at").all_inner_texts()
    published_later(tmp_path)
    with page.expect_event("load"):
        page.clock.run_for(POLL)
    assert page.locator(".roll .at").all_inner_texts() != ranks


def test_results_of_a_round_that_is_over_are_found_by_a_search(
    tmp_path: Path, opened: Open
) -> None:
    made = displays.event(24, waiting=0)
    write(made, tmp_path)
    page = opened(tmp_path, "pairings.html")
    expect(page.locator("[data-item]").first).to_be_visible()
    name = made.players[made.rounds[-1].tables[0].players[0]].name
    page.goto(f"{page.url}?q={name}")
    expect(page.locator("[data-item]:visible")).to_have_count(1)


def test_a_page_that_did_not_change_stays(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "pairings.html")
    page.evaluate("window.before = true")
    looked(page)
    published_later(tmp_path)
    looked(page)
    looked(page)
    assert page.evaluate("window.before")


def test_a_pulse_that_comes_before_its_version_is_asked_for_again(
    tmp_path: Path, opened: Open
) -> None:
    write(sample.snapshot(), tmp_path)
    version = tmp_path / "version.js"
    old = version.read_bytes()
    page = opened(tmp_path, "standings.html")
    looked(page)
    published_later(tmp_path)
    new = version.read_bytes()
    version.write_bytes(old)  # as a host has it to which files are uploaded by name
    page.evaluate("window.before = true")
    looked(page)
    looked(page)
    assert page.evaluate("window.before")
    version.write_bytes(new)
    with page.expect_event("load"):
        page.clock.run_for(POLL)


def test_without_a_connection_the_page_stays_and_says_so(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "pairings.html")
    looked(page)
    expect(page.locator(".fresh")).to_contain_text("As of")
    (tmp_path / "pulse.js").rename(tmp_path / "away.js")
    page.clock.run_for(POLL)
    expect(page.locator(".fresh")).to_contain_text("Not connected")
    expect(page.locator(".pill.lost")).to_have_text("Not connected")
    assert page.locator("[data-item]").count() == 116
    (tmp_path / "away.js").unlink()
    published_later(tmp_path)
    page.clock.run_for(POLL)
    expect(page.locator(".pill")).not_to_have_text("Not connected")


def test_a_host_that_still_has_the_old_page_is_not_asked_all_the_time(
    tmp_path: Path, opened: Open
) -> None:
    write(sample.snapshot(), tmp_path)
    version = tmp_path / "version.js"
    told = version.read_text()
    page = opened(tmp_path, "tables.html")
    old = page.locator("html").get_attribute("data-version")
    version.write_text(told.replace(f'"tables":"{old}"', '"tables":"00000000"'))
    (tmp_path / "pulse.js").write_text('runnerPulse("00000000");')
    with page.expect_event("load"):
        page.clock.run_for(POLL)
    page.evaluate("window.before = true")
    looked(page)
    assert page.evaluate("window.before"), "it has tried just now"
    with page.expect_event("load"):
        page.clock.run_for(4 * POLL)


@pytest.mark.parametrize("reader", ["Europe/Lisbon", "Asia/Tokyo"])
def test_a_reader_elsewhere_sees_the_own_time_beside_the_halls(
    tmp_path: Path, browser: Browser, reader: str
) -> None:
    hall = Hall(replace(swiss(8), time_zone="Europe/Lisbon"))
    one, other = hall.names(1)[0], hall.names(2)[0]
    write(hall.hand(T1_A=other, T2_A=one, T1_note="sisters"), tmp_path)
    mine = {"11:15": " (20:15 your time)", "10:00": " (19:00 your time)"}
    beside = mine if reader == "Asia/Tokyo" else dict.fromkeys(mine, "")
    told = {
        "tables.html": (".time", f"until 11:15{beside['11:15']}."),
        "index.html": (".far", f"until 11:15{beside['11:15']}"),
        "rounds/R1.html": (".changes", f"Changed by the organiser, 10:00{beside['10:00']}: "),
    }
    context = browser.new_context(timezone_id=reader, locale="en-GB")
    page = context.new_page()
    found = {}
    for path, (where, _) in told.items():
        page.goto((tmp_path / path).as_uri())
        found[path] = " ".join((page.locator(where).first.text_content() or "").split())
    context.close()
    for path, (_, words) in told.items():
        assert words in found[path], path


@pytest.mark.parametrize(
    ("locale", "time"), [("en-GB", "20:15"), ("en-US", "8:15 PM"), ("ko-KR", "8:15 PM"),
                         ("de-DE", "20:15")],
)  # fmt: skip
def test_the_readers_time_is_told_in_the_language_of_the_page(
    tmp_path: Path, browser: Browser, locale: str, time: str
) -> None:
    hall = Hall(replace(swiss(8), time_zone="Europe/Lisbon"))
    write(hall.written(), tmp_path)
    context = browser.new_context(timezone_id="Asia/Tokyo", locale=locale)
    page = context.new_page()
    page.goto((tmp_path / "tables.html").as_uri())
    words = " ".join((page.locator(".time").first.text_content() or "").split())
    context.close()
    assert f"until 11:15 ({time} your time)." in words


# --- offline browser ------------------------------------------------------------------------------


KEPT = (
    "caches.keys().then(async (all) => [all, (await Promise.all(all.map(async (name) => "
    "(await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()])"
)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    snapshot = sample.snapshot(Plan(players=26, waiting=2))
    publish(render(snapshot, {"data/snapshot.json": b"{}\n"}).files, tmp_path)
    return tmp_path


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    yield made
    made.close()


def has_kept(page: Page, *paths: str) -> list[str]:
    """The paths that the browser keeps copies of, once these are among them."""
    page.wait_for_function(
        f"(wanted) => {KEPT}.then(([, kept]) => wanted.every((each) => kept.includes(each)))",
        arg=list(paths),
    )
    found: list[str] = page.evaluate(f"{KEPT}.then(([, kept]) => kept)")
    return found


def test_what_was_seen_opens_without_its_source_and_says_its_age(
    context: BrowserContext, base: Path
) -> None:
    page = context.new_page()
    with served(base) as server:
        address = f"http://localhost:{server.port}"
        page.goto(f"{address}/players/P004.html")
        page.get_by_role("button", name="This is me").click()
        kept = has_kept(page, "/players/P004.html", "/index.html", "/static/site.css",
                        "/tables.html", "/players/index.html", "/seats.js")  # fmt: skip
        page.goto(f"{address}/index.html")
        table = page.locator(".plate .number").inner_text()
        page.goto(f"{address}/rounds/R2.html")
        kept = has_kept(page, "/rounds/R2.html")
    assert not [path for path in kept if path.split("?")[0] in
                ("/pulse.js", "/version.js", "/players.js")]  # fmt: skip
    for path in ("rounds/R2.html", "players/P004.html", "standings.html"):
        page.goto(f"{address}/{path}")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".fresh")).to_contain_text("Not connected: this page is from ")
        look = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(look) == "rgb(243, 245, 247)", "its style is there as well"
    page.goto(f"{address}/players/P005.html")  # nobody has seen it
    expect(page.locator("h1").first).to_have_text("Not connected")
    assert page.get_by_role("link", name="Try again").evaluate("(link) => link.pathname") == (
        "/players/P005.html"
    )
    expect(page.locator(".plate .number")).to_have_text(table)
    page.goto(f"{address}/index.html")
    expect(page.locator(".plate .number")).to_have_text(table)  # and whose phone it is
    page.get_by_role("button", name="Search again").click()
    page.get_by_role("searchbox").fill("oster")
    expect(page.locator(".hits a")).to_contain_text("Zoë Øster-Łukasz")


def test_a_page_that_is_new_comes_from_the_network_and_old_copies_go(
    context: BrowserContext, base: Path
) -> None:
    page = context.new_page()
    with served(base) as server:
        address = f"http://localhost:{server.port}"
        page.goto(f"{address}/index.html")
        has_kept(page, "/index.html")
        page.wait_for_function(f"{KEPT}.then(([names]) => names.length > 0)")
        first = page.evaluate(f"{KEPT}.then(([names]) => names)")
        worker = (base / "sw.js").read_bytes()
        version = static.checksum(b"of another Runner").encode()
        files = {each.relative_to(base).as_posix(): each.read_bytes()
                 for each in base.rglob("*") if each.is_file() and each.name[0] != "."}  # fmt: skip
        old = first[0].rpartition(" ")[2].encode()
        files["sw.js"] = worker.replace(old, version)
        files["index.html"] = files["index.html"].replace(b"</h1>", b", anew</h1>", 1)
        publish(files, base)
        page.goto(f"{address}/index.html")
        expect(page.locator("h1").first).to_contain_text("anew")
        page.wait_for_function(
            f"(own) => {KEPT}.then(([names]) => names.length === 1 && names[0].endsWith(own))",
            arg=version.decode(),
        )


def test_a_folder_has_neither_worker_nor_manifest(context: BrowserContext, base: Path) -> None:
    page = context.new_page()
    page.goto((base / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    with served(base) as server:
        page.goto(f"http://localhost:{server.port}/players/index.html")
        link = page.locator("link[rel=manifest]")
        assert link.evaluate("(each) => each.href").endswith(f":{server.port}/manifest.webmanifest")


# --- policy browser -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in its Swiss rounds, and one in its playoff below it."""
    root = tmp_path_factory.mktemp("policy")
    swiss = sample.snapshot(Plan(players=26, waiting=2))
    publish(render(swiss, {"data/snapshot.json": b"{}\n"}).files, root)
    playoff = drawn_event(16, pods=True, rounds=1, open_tables=1)
    below = root / "some" / "where" / "below"
    below.mkdir(parents=True)
    publish(render(playoff, {}).files, below)
    return root


@contextmanager
def anywhere(root: Path, how: str) -> Iterator[str]:
    """The address of a folder as files, from the hall's server, or from any server."""
    if how == "as files":
        yield root.as_uri()
    elif how == "runner serve":
        with served(root) as server:
            yield f"http://localhost:{server.port}"
    else:
        handler = partial(SimpleHTTPRequestHandler, directory=root.parent)
        handler.log_message = lambda *_: None  # type: ignore[attr-defined]  # quiet
        with ThreadingHTTPServer(("localhost", 0), handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://localhost:{server.server_port}/{root.name}"
            server.shutdown()


def looked_at(page: Page, address: str) -> list[str]:
    """What the browser says while it opens a page."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    page.on("console", hear)
    page.goto(address)
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.remove_listener("console", hear)
    return said


@pytest.mark.parametrize("how", ["as files", "runner serve", "any server"])
def test_nothing_that_a_page_needs_is_refused(browser: Browser, two_sites: Path, how: str) -> None:
    pages = sorted(each.relative_to(two_sites).as_posix() for each in two_sites.rglob("*.html"))
    kinds = {path.rpartition("/")[0] if path[-7:-5].isdigit() else path: path for path in pages}
    context = browser.new_context()
    page = context.new_page()
    with anywhere(two_sites, how) as root:
        for path in kinds.values():
            if how == "runner serve" and path.startswith("some/"):
                continue  # the hall's server shows what one manifest lists
            assert looked_at(page, f"{root}/{path}") == [], path
            look = "getComputedStyle(document.body).backgroundColor"
            assert page.evaluate(look) == "rgb(243, 245, 247)", path
            font = page.evaluate("[...document.fonts].some((each) => each.status === 'loaded')")
            assert font, path
    context.close()


def test_a_search_is_sent_and_nothing_from_outside_is_loaded(
    browser: Browser, two_sites: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((two_sites / "index.html").as_uri())
    page.get_by_role("searchbox").fill("ana")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pairings.html?q=ana")
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto((two_sites / "index.html").as_uri())
    refused = """() => new Promise((done) => {
        document.addEventListener("securitypolicyviolation", (e) => done(e.effectiveDirective));
        const image = document.createElement("img");
        image.src = "https://example.org/seen.png";
        document.body.append(image);
    })"""
    assert page.evaluate(refused) == "img-src"
    page.evaluate("document.body.setAttribute('style', 'background: rgb(1, 2, 3)')")
    expect(page.locator("body")).not_to_have_css("background-color", "rgb(1, 2, 3)")
    context.close()


# --- print browser --------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context(color_scheme="dark").new_page()


def shown_in(page: Page, snapshot: Snapshot, folder: Path, path: str) -> None:
    write_site(snapshot, folder)
    page.goto((folder / path).as_uri())
    page.wait_for_function("document.fonts.status === 'loaded'")


def printed(page: Page) -> PdfReader:
    return PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_pairings_of_130_players_are_one_sheet(page: Page, tmp_path: Path) -> None:
    made = sample.snapshot(Plan(players=130, waiting=4))
    shown_in(page, made, tmp_path, "pairings.html")
    (sheet,) = printed(page).pages
    assert "Pairings, Round" in sheet.extract_text()
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
    whole = page.locator(".roll:not(.pinned) li a").first.evaluate(
        """(link) => {
            link.querySelector("bdi").textContent = "Wolfeschlegelsteinhausen, Maximiliana";
            const [name, row] = [link.querySelector("bdi"), link.closest("li")].map(
                (each) => each.getBoundingClientRect());
            return name.right <= row.right && name.bottom <= row.bottom
                && getComputedStyle(link).textOverflow !== "ellipsis";
        }"""
    )
    assert whole, "a long name takes two lines"


def test_ones_own_row_is_there_and_stands_out(page: Page, tmp_path: Path) -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    shown_in(page, made, tmp_path, "standings.html")
    page.evaluate(
        "localStorage.setItem(`runner me ${location.pathname.replace(/[^/]*$/, '')}`, 'P004')"
    )
    assert "provisional" in page.locator("h1").inner_text()
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


def test_statistics_on_paper_have_their_bars_and_no_navigation(page: Page, tmp_path: Path) -> None:
    shown_in(page, sample.snapshot(Plan(players=26, waiting=2)), tmp_path, "statistics.html")
    page.emulate_media(media="print")
    shown = page.locator(".share .bar").evaluate_all(
        "(bars) => bars.map((bar) => getComputedStyle(bar).display !== 'none')"
    )
    assert shown
    assert all(shown)
    expect(page.locator("nav.bar")).to_be_hidden()


@pytest.mark.parametrize("path", ["index.html", "standings.html", "tables.html", "pairings.html"])
def test_paper_is_black_on_white_whatever_the_theme(page: Page, tmp_path: Path, path: str) -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    shown_in(page, made, tmp_path, path)
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


@pytest.mark.parametrize(("made", "most"), [(drawn_event(16, pods=True), 1), (drawn_event(8), 1),
 (drawn_event(40, pods=True, rounds=2), 2), (drawn_event(64, rounds=3), 3),
 (drawn_event(16, double=True), 2), (drawn_event(24, double=True), 2),
 (drawn_event(24, double=True, rounds=4), 3),
 (drawn_event(24, double=True, rounds=99), 2)])  # fmt: skip
def test_brackets_are_broad_and_on_few_sheets(
    page: Page, tmp_path: Path, made: Snapshot, most: int
) -> None:
    shown_in(page, made, tmp_path, "bracket.html")
    sheets = printed(page).pages
    assert len(sheets) <= most
    assert float(sheets[0].mediabox.width) > float(sheets[0].mediabox.height)
    words = " ".join(sheet.extract_text() for sheet in sheets)
    for last in (player.name.rpartition(" ")[2] for player in made.phases[-1].field):
        assert not last.isascii() or last in words  # other letters are not read back so well


# --- lists browser --------------------------------------------------------------------------------


BAR = 60  # px: the navigation below


@pytest.fixture(scope="module")
def long_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def test_eleven_players_stand_on_the_first_screen_of_the_standings(
    long_site: Path, phone: Page
) -> None:
    phone.goto((long_site / "standings.html").as_uri())
    assert sum(edge <= 844 - BAR for edge in shown_on(phone, ".standings tbody tr")) >= 11


@pytest.mark.parametrize("width", [320, 360, 390])
def test_form_and_tiebreakers_never_meet(long_site: Path, phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto((long_site / "standings.html").as_uri())
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


def test_narrow_pages_show_few_of_many_tiebreakers_and_wide_ones_all(
    tmp_path: Path, phone: Page
) -> None:
    keys = ["omw", "gw", "ogw", "mw", "oamp", "wins", "random"]
    day = Day(event(8, phase(1, rounds=3, settings={"tiebreakers": keys})))
    day.play()
    write(day.snapshot, tmp_path)
    for width, columns in ((320, 3), (390, 4), (800, 4), (1280, len(keys))):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.goto((tmp_path / "standings.html").as_uri())
        assert phone.locator("thead .tb:visible").count() == columns
        assert phone.locator(".rest abbr:visible").count() == len(keys) - columns, "named instead"
        rows = phone.locator(".standings tbody tr").evaluate_all(
            """rows => rows.map((row) => {
                const box = (one) => one.getBoundingClientRect();
                const [rank, name, points] =
                    [".rank", "th", ".mp"].map((each) => box(row.querySelector(each)));
                return rank.right <= name.left && name.left < name.right
                    && points.right <= box(row).right && rank.right < points.left;
            })"""
        )
        assert rows == [True] * 8, width
        heads = phone.locator("thead .tb:visible abbr").evaluate_all(
            """all => all.map((one) => one.getBoundingClientRect())
                .map(({ left, right }) => [left, right])"""
        )
        gaps = [after[0] - before[1] for before, after in pairwise(heads)]
        assert min(gaps) >= 3, (width, "headings do not touch")


def test_the_final_is_the_first_of_home_and_a_name_has_the_line_to_itself_on_a_phone(
    root: Path, phone: Page
) -> None:
    folder = gallery.built("final-running", root)
    phone.goto((folder / "index.html").as_uri())
    expect(phone.locator(".plate h1")).to_have_text("Final")
    expect(phone.locator(".plate ol")).to_contain_text("Astrid Herrera")
    names = phone.locator(".plate li a").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert names == [30, 30]
    assert phone.locator(".far, .pairs").locator("visible=true").count() == 0, "said once"
    search = phone.get_by_role("searchbox").bounding_box()
    plate = phone.locator(".plate").bounding_box()
    assert search["y"] > plate["y"] + plate["height"]
    for path in (folder / "players").glob("P0*.html"):
        if "<h1><bdi>Oisín Murphy<" in path.read_text(encoding="utf-8"):
            phone.goto(path.as_uri())
            lines = phone.locator("h1 bdi").evaluate("one => one.getClientRects().length")
            assert lines == 1


def test_a_bracket_on_a_phone_begins_with_its_stages_and_says_the_time_below(
    root: Path, phone: Page
) -> None:
    phone.goto((gallery.built("playoff-pods", root) / "bracket.html").as_uri())
    stages, card, time = (
        phone.locator(each).first.bounding_box()
        for each in (".stages", ".tree .live .match", ".title .time")
    )
    assert stages["y"] < 80
    assert stages["y"] + stages["height"] < card["y"] < 200
    assert card["y"] + card["height"] < time["y"]


@pytest.mark.parametrize(
    ("state", "first"), [("double-24-over", "Winners’ round 1"), ("double-24", "Losers’ round 3")]
)
def test_a_wide_tree_opens_at_the_stage_that_is_played_and_once_it_is_over_at_the_first(
    root: Path, browser: Browser, state: str, first: str
) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto((gallery.built(state, root) / "bracket.html").as_uri())
    title = page.get_by_role("heading", name=first).bounding_box()
    assert 0 < title["x"] < 100
    assert 0 < title["y"] < 900
    assert page.locator(".stages [aria-current]").count() == (state == "double-24")
    page.close()


def test_the_final_on_a_wide_screen_has_the_matches_before_it_beside(
    root: Path, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.goto((gallery.built("final-running", root) / "index.html").as_uri())
    plate, *earlier = (one.bounding_box() for one in page.locator(".plate, .earlier .match").all())
    assert len(earlier) == 2 + 4
    assert all(one["x"] > plate["x"] + plate["width"] for one in earlier)
    assert earlier[0]["y"] < 200
    page.close()


def test_the_headings_of_the_standings_stay_while_one_scrolls(long_site: Path, phone: Page) -> None:
    phone.goto((long_site / "standings.html").as_uri())
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
    long_site: Path, phone: Page
) -> None:
    phone.goto((long_site / "pairings.html").as_uri())
    assert shown_on(phone, ".roll li")[0] < 844 / 2
    phone.goto((long_site / "tables.html").as_uri())
    assert shown_on(phone, ".table h2")[0] < 844 / 2
    phone.goto((long_site / "rounds/R3.html").as_uri())
    assert shown_on(phone, ".table h2")[0] < 844 / 2


def test_one_s_own_pairing_stands_on_top_too(long_site: Path, phone: Page) -> None:
    phone.goto((long_site / "pairings.html").as_uri())
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


def test_a_table_number_finds_who_sits_there(long_site: Path, phone: Page) -> None:
    phone.goto((long_site / "pairings.html").as_uri())
    phone.get_by_role("searchbox").fill("17")
    found = phone.locator(".pairings [data-item]:visible")
    expect(found).to_have_count(4)
    for text in found.all_inner_texts():
        assert "17" in text
    phone.get_by_role("searchbox").fill("table")
    expect(found).to_have_count(0)


def test_letters_at_the_edge_lead_to_their_names(long_site: Path, phone: Page) -> None:
    phone.goto((long_site / "pairings.html").as_uri())
    letters = phone.locator(".rail a")
    sizes = letters.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(sizes) >= 24
    letters.filter(has_text="S").click()
    expect(phone.locator("#letter-S h2")).to_be_in_viewport()
    top = phone.locator("#letter-S h2").bounding_box()
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
    browser: Browser, long_site: Path, path: str
) -> None:
    context = browser.new_context(
        viewport={"width": 320, "height": 600}, forced_colors="active", device_scale_factor=2
    )
    page = context.new_page()
    page.goto((long_site / path).as_uri())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


# --- rtl browser ----------------------------------------------------------------------------------


NAMES = ("محمد عبد الله", "דוד כהן", "Ana Sousa", "يوسف Ben Ali", "Maximilian von Hohenlohe")
CUT = """() => [...document.querySelectorAll('main *, footer *, header *')].filter((each) => {
  if (each.closest('.vh, .tree, .chips, svg, .skip') || !each.checkVisibility()) return false;
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -1 || right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 150))"""
"""What stands beyond an edge of the window, but for what may be scrolled by itself."""


def played(mode: Mode) -> Snapshot:
    """A playoff on its way, with names of several scripts."""
    now = swiss_and_playoff(26, mode, swiss=3, cut=16)
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(26)]
    people = zip(now.players, names, strict=True)
    players = tuple(replace(player, name=name) for player, name in people)
    day = Day(replace(now, players=players, language="ar"))
    day.play_until(2, 1)
    return day.snapshot


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_no_page_scrolls_sideways_or_has_anything_beyond_an_edge(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    monkeypatch.setattr(languages, "language", lambda _: Pseudo("rtl"))
    write_site(played(mode), tmp_path)
    pages = [path for path in tmp_path.rglob("*.html") if path.parent.name != "players"]
    for width in (320, 390):
        context = browser.new_context(viewport={"width": width, "height": 800})
        page = context.new_page()
        for path in (*pages, tmp_path / "players/P001.html", tmp_path / "players/P005.html"):
            page.goto(path.as_uri())
            assert page.evaluate("document.dir") == "rtl", path.name
            room = page.evaluate("document.documentElement.scrollWidth")
            assert room <= width, f"{path.name} at {width}: {room}"
            assert page.evaluate(CUT) == [], f"{path.name} at {width}"
        context.close()


def test_the_last_place_above_the_line_shows_its_prize(page: Page, tmp_path: Path) -> None:
    day = Day(swiss_and_playoff(12, Mode.HEAD_TO_HEAD, cut=8))
    prized = replace(day.play_out(), event=replace(day.event, prizes=prizes("1-12: a mat").prizes))
    page.set_viewport_size({"width": 390, "height": 844})
    shown_in(page, prized, tmp_path, "standings.html")
    row, prize = (page.locator(f".places .cut{each}").bounding_box() for each in ("", " .prize"))
    assert row is not None
    assert prize is not None
    assert prize["y"] + prize["height"] <= row["y"] + row["height"]
    page.set_viewport_size({"width": 320, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_rows_of_standings_grow_with_large_text(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / "standings.html").as_uri())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    over = """all => all.filter(row => [...row.children].some(cell =>
        cell.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1)).length"""
    assert page.locator(".standings tbody tr").evaluate_all(over) == 0

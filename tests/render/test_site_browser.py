"""The pages in Chromium, opened as files: readable by everybody, and helpful with JavaScript."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from runner.app import compare as comparing
from runner.app.event_folder import EventFolder
from runner.compute.comparison import compare
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Phase
from runner.phases.model import PhaseResult
from tests.support import sample
from tests.support.events import event, phase, swiss
from tests.support.hall import Hall
from tests.support.sample import Plan
from tests.support.site_folder import write_site

pytestmark = pytest.mark.browser

KINDS = (
    "index.html",
    "pairings.html",
    "tables.html",
    "standings.html",
    "players/index.html",
    "players/P004.html",
    "rounds/index.html",
    "rounds/R2.html",
    "standings/R1.html",
    "scoring.html",
    "statistics.html",
)
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
    page.get_by_role("searchbox").fill("oster")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/pairings.html?q=oster")
    assert shown(page, "[data-item] bdi[data-key]") == ["Øster-Łukasz, Zoë"]


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
    expect(page.locator(".pill")).to_have_text("R1 · time")
    page.clock.set_system_time(called.replace("T11:15:00", "T10:02:57"))
    page.clock.run_for(2000)
    expect(page.locator(".plate time")).to_have_text(re.compile("7[12]:[05][0-9]"))
    expect(page.locator(".pill")).to_have_text(re.compile("R1 · 7[12]:[05][0-9]"))
    page.context.close()


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


def test_a_page_that_did_not_change_stays(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "pairings.html")
    page.evaluate("window.before = true")
    looked(page)
    published_later(tmp_path)
    looked(page)
    looked(page)
    assert page.evaluate("window.before")


def test_without_a_connection_the_page_stays_and_says_so(tmp_path: Path, opened: Open) -> None:
    write(sample.snapshot(), tmp_path)
    page = opened(tmp_path, "pairings.html")
    looked(page)
    expect(page.locator(".fresh")).to_contain_text("As of")
    (tmp_path / "pulse.js").unlink()
    page.clock.run_for(POLL)
    expect(page.locator(".fresh")).to_contain_text("Not connected")
    assert page.locator("[data-item]").count() == 116


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

"""Home for a player who has said "This is me", in each state of the day."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode
from tests.support.day import Day
from tests.support.events import planned, swiss, swiss_and_playoff
from tests.support.site_folder import write_site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

POLL = 21_000  # ms: longer than any pause between two looks for a new version
NO_STORAGE = (
    "for (const kind of ['localStorage', 'sessionStorage'])\n"
    "  Object.defineProperty(window, kind, { get() { throw new Error('refused'); } });"
)
Home = Callable[[Snapshot, str], Page]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    found = context.new_page()
    found.clock.install()
    yield found
    context.close()
    assert wrong == []


@pytest.fixture
def home(page: Page, tmp_path: Path) -> Home:
    def opened(snapshot: Snapshot, player: str) -> Page:
        write_site(snapshot, tmp_path)
        page.goto((tmp_path / f"players/{player}.html").as_uri())
        page.get_by_role("button", name="This is me").click()
        page.goto((tmp_path / "index.html").as_uri())
        return page

    return opened


def plate(page: Page) -> str:
    expect(page.locator("[data-state].known, .plate.champ + .figures")).to_have_count(1)
    return page.locator("[data-state]").inner_text()


def test_before_round_1_the_plate_has_the_day_and_no_undefined(home: Home) -> None:
    said = plate(home(Day(planned(8, venue="Hall 3")).snapshot, "P003"))
    assert "Hall 3" in said
    assert "undefined" not in said


def playoff() -> Day:
    day = Day(swiss_and_playoff(12, Mode.HEAD_TO_HEAD, cut=4))
    day.play("2-0")
    day.play("2-0")
    return day


def test_home_knows_who_missed_the_cut_and_who_is_in_it(home: Home) -> None:
    day = playoff()
    inside, last = day.field(2), day.snapshot.final[-1].player
    page = home(day.snapshot, last)
    assert "Not in Playoff" in plate(page)
    expect(page.locator(".figures.self")).to_contain_text("12 /12")
    page.evaluate("localStorage.clear()")
    page = home(day.snapshot, inside[0])
    expect(page.locator(".plate .number")).to_be_visible()
    expect(page.locator(".figures.self")).to_contain_text("/12")


def test_home_knows_who_is_out_of_the_playoff_and_their_place_at_the_end(home: Home) -> None:
    day = playoff()
    lost = day.snapshot.rounds[-1].tables[0].players[1]
    day.play("2-0")
    page = home(day.snapshot, lost)
    said = plate(page)
    assert "Out" in said
    assert "Your’s" not in said
    assert "’s page" in said
    day.play_out("2-0")
    page.evaluate("localStorage.clear()")
    page = home(day.snapshot, day.snapshot.final[-1].player)
    expect(page.locator(".figures.self")).to_contain_text("12 /12")


def test_who_dropped_is_not_promised_a_table(home: Home) -> None:
    day = Day(swiss(8))
    day.drop("P003", 1)
    day.play("A")
    said = plate(home(day.snapshot, "P003"))
    assert "Dropped" in said
    assert "Your table" not in said


def test_without_storage_a_host_with_an_old_page_makes_no_page_reload_for_ever(
    page: Page, tmp_path: Path
) -> None:
    write_site(playoff().snapshot, tmp_path)
    old = (tmp_path / "tables.html").read_text().split('data-version="')[1][:8]
    version = tmp_path / "version.js"
    version.write_text(version.read_text().replace(old, "00000000"))
    page.add_init_script(NO_STORAGE)
    loads: list[str] = []
    page.on("framenavigated", lambda each: loads.append(each.url))
    page.goto((tmp_path / "tables.html").as_uri())
    expect(page.locator(".fresh")).to_contain_text("As of")
    page.clock.run_for(POLL)
    assert len(loads) == 1


def test_no_page_reloads_under_who_is_typing(page: Page, tmp_path: Path) -> None:
    day = Day(swiss(8, automatic=True))
    write_site(day.snapshot, tmp_path)
    page.goto((tmp_path / "pairings.html").as_uri())
    expect(page.locator(".fresh")).to_contain_text("As of")
    page.evaluate("window.before = true")
    day.play("A")
    write_site(day.snapshot, tmp_path)
    for _ in range(10):
        page.locator("#q").press_sequentially("a")
        page.clock.run_for(2500)
    assert page.evaluate("window.before"), "it was being typed in"
    with page.expect_event("load"):
        page.clock.run_for(2 * POLL)
    expect(page.locator("#q")).to_have_value("a" * 10)
    expect(page.locator("#q")).to_be_focused()


def test_me_said_in_another_window_is_known_in_this_one(page: Page, tmp_path: Path) -> None:
    write_site(Day(swiss(8)).snapshot, tmp_path)
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".pill")).to_be_visible()
    other = page.context.new_page()
    other.goto((tmp_path / "players/P003.html").as_uri())
    other.get_by_role("button", name="This is me").click()
    expect(page.locator(".plate .number")).to_be_visible()


def test_the_own_seat_is_marked_among_the_tables(home: Home, tmp_path: Path) -> None:
    page = home(Day(swiss(8)).snapshot, "P003")
    page.goto((tmp_path / "tables.html").as_uri())
    expect(page.locator(".table .mine")).to_have_count(1)


def test_one_point_is_no_points(home: Home, tmp_path: Path) -> None:
    day = Day(swiss_and_playoff(6, Mode.HEAD_TO_HEAD))
    day.play("1-1")
    page = home(day.snapshot, "P003")
    expect(page.locator(".plate .against small")).to_have_text("1 point")
    page.goto((tmp_path / "players/P003.html").as_uri())
    expect(page.locator(".plate .against small")).to_have_text("1 point")


def test_values_of_a_hundred_stay_in_one_line_on_the_smallest_phone(
    page: Page, tmp_path: Path
) -> None:
    day = Day(swiss_and_playoff(6, Mode.HEAD_TO_HEAD))
    day.play("2-0")
    write_site(day.snapshot, tmp_path)
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto((tmp_path / "standings.html").as_uri())
    lines = page.locator(".standings tbody .tb").evaluate_all(
        """cells => cells.map((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            return new Set([...text.getClientRects()].map((box) => Math.round(box.top))).size;
        })"""
    )
    assert {*lines} == {1}


def test_the_row_on_top_of_the_pairings_follows_another_tab(page: Page, tmp_path: Path) -> None:
    write_site(Day(swiss(12)).snapshot, tmp_path)
    page.goto((tmp_path / "pairings.html").as_uri())
    pinned = page.locator("[data-pin]")
    expect(pinned).to_be_hidden()
    for player in ("P003", "P005"):
        other = page.context.new_page()
        other.goto((tmp_path / f"players/{player}.html").as_uri())
        other.get_by_role("button", name="This is me").click()
        expect(pinned.locator("li")).to_have_count(1)
        expect(pinned.locator(f"a[href*={player}]")).to_be_visible()
    other.get_by_role("button", name="This is me").click()
    expect(pinned).to_be_hidden()


LONG = "Maximiliane Wolfeschlegelsteinhausenbergerdorff Hohenlohe XII"


def test_a_long_name_and_a_record_with_a_bye_are_seen_whole_on_the_smallest_phone(
    page: Page, tmp_path: Path
) -> None:
    now = swiss(13, 4, automatic=True, mode=Mode.HEAD_TO_HEAD)
    now = replace(now, players=(replace(now.players[0], name=LONG), *now.players[1:]))
    day = Day(now)
    day.play_until(1, 3)
    write_site(day.snapshot, tmp_path)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto((tmp_path / "players/P001.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((tmp_path / "index.html").as_uri())
    link = page.locator("a.more", has_text=LONG)
    expect(link).to_be_visible()
    assert link.evaluate(INSIDE)
    page.goto((tmp_path / "standings.html").as_uri())
    records = page.locator("td.rec", has_text="bye")
    expect(records.first).to_be_visible()
    assert all(each.evaluate(INSIDE) for each in records.all())


INSIDE = """(element) => {
  const text = document.createRange();
  text.selectNodeContents(element);
  const box = (element.closest('.plate') ?? element).getBoundingClientRect();
  return [...text.getClientRects()].every((at) => at.left >= box.left - 1
    && at.right <= box.right + 1 && at.bottom <= box.bottom + 1);
}"""
"""Whether all that an element says is inside of it, or of its plate."""

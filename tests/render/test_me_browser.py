"""Home for a player who has said "This is me", in each state of the day."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.rounds import Table
from tests.support import displays, events, sample
from tests.support.day import Day
from tests.support.displays import Shown
from tests.support.draft_day import building, drafting
from tests.support.folders import write_site
from tests.support.sample import Plan
from tests.support.teams import phase_of, team_event, teams

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
    said = plate(home(Day(events.planned(8, venue="Hall 3")).snapshot, "P003"))
    assert "Hall 3" in said
    assert "undefined" not in said


def playoff() -> Day:
    day = Day(events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, cut=4))
    day.play("2-0")
    day.play("2-0")
    return day


def test_home_knows_who_missed_the_cut_and_who_is_in_it(home: Home) -> None:
    day = playoff()
    inside, last = day.field(2), day.snapshot.final[-1].player
    page = home(day.snapshot, last)
    assert "Not in Playoff" in plate(page)
    assert "Place 12 of 12" in plate(page)
    expect(page.locator(".figures.self dt")).to_have_text(["Points", "Record"])
    page.evaluate("localStorage.clear()")
    page = home(day.snapshot, inside[1])
    expect(page.locator(".plate .number")).to_be_visible()
    expect(page.locator(".figures.self")).to_contain_text("Seed")
    expect(page.locator(".figures.self")).to_contain_text("2 /4")
    expect(page.locator(".drawn .match")).to_have_count(2)  # the bracket's tables, and no “1–4”
    expect(page.locator(".drawn .mine")).to_have_count(1)
    expect(page.locator(".leaders")).to_have_count(0)


def test_home_says_what_is_at_stake_and_how_the_cut_ended(home: Home) -> None:
    day = Day(events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, cut=4))
    first = day.snapshot.rounds[-1].tables[0].players[0]
    day.play("2-0")
    page = home(day.snapshot, first)
    expect(page.locator(".ahead.self")).to_contain_text("Top 4")
    day.change(automatic=False)
    day.play("2-0")
    order = day.ranked(1)
    for at, words in ((1, "You are in, seed 2"), (5, "Rank 6: 2 places short of the Top 4")):
        page.evaluate("localStorage.clear()")
        page = home(day.snapshot, order[at])
        assert words in plate(page)


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
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_role("button", name="Search again").click()
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_plate_has_the_result_of_a_table_as_soon_as_it_is_in(home: Home) -> None:
    made = displays.event(24, waiting=2)  # with a clock, in round 3
    done = {table.number: table for table in made.rounds[-1].tables if table.finished}
    (ended, *_), playing = (
        done.values(),
        next(table for table in made.rounds[-1].tables if table.seats and not table.finished),
    )
    page = home(made, ended.players[0])
    assert any(word in plate(page) for word in ("Win", "Draw", "Loss"))
    assert "until" not in plate(page)
    size = "all => parseFloat(getComputedStyle(all[0]).fontSize)"
    result, number = (
        page.locator(f".plate {each}").evaluate_all(size) for each in (".row b", ".number")
    )
    assert result > number
    page.evaluate("localStorage.clear()")
    page = home(made, playing.players[0])
    assert page.locator(".plate .number").evaluate_all(size) > 2 * number
    assert not any(word in plate(page) for word in ("Win", "Draw", "Loss"))
    expect(page.locator(".plate .row small")).to_have_text("+5")
    page.goto(page.url.replace("index", f"players/{playing.players[0]}"))
    expect(page.locator(".plate .row b")).to_contain_text("+5")


def test_the_plate_of_a_draft_has_pod_seat_and_neighbours_then_the_building_table(
    home: Home,
) -> None:
    day = building(19)
    first = day.draft.pods[1]  # of ten
    page = home(drafting(19).snapshot, first[0])
    assert page.locator(".plate .row span").first.inner_text() == "The draft", "it is found"
    expect(page.locator(".plate .number")).to_have_text("1")
    expect(page.locator(".plate .seats b")).to_have_text([*"12345", "10", *"9876"])
    expect(page.locator(".plate .seats .me")).to_have_text("1")
    names = [day.snapshot.players[first[at]].name for at in (9, 0, 1)]
    expect(page.locator(".plate .mates bdi")).to_have_text(names)
    page.evaluate("localStorage.clear()")
    number, (one, other, *_) = next(iter(day.draft.tables.items()))
    page = home(day.snapshot, one)
    expect(page.locator(".plate .number")).to_have_text(str(number))
    assert f"with {day.snapshot.players[other].name}" in plate(page)


def test_without_a_connection_home_keeps_the_last_plate_and_friends(
    home: Home, tmp_path: Path
) -> None:
    day = Day(events.swiss(8))
    page = home(day.snapshot, "P003")
    page.goto((tmp_path / "players/P005.html").as_uri())
    page.get_by_role("button", name="Follow").click()
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".friends li")).to_have_count(1)
    said = plate(page)
    for name in ("pulse", "version", "seats", "ranks"):
        (tmp_path / f"{name}.js").unlink()
    page.reload()
    expect(page.locator(".friends li")).to_have_count(1)
    assert plate(page) == said
    expect(page.locator(".pill")).to_have_text("Not connected")


def test_friends_stand_on_home_and_are_marked_until_they_are_followed_no_more(
    page: Page, tmp_path: Path
) -> None:
    write_site(Day(events.swiss(8)).snapshot, tmp_path)
    friend, me = (tmp_path / f"players/{each}.html" for each in ("P003", "P005"))
    for path in (friend, me):
        page.goto(path.as_uri())
        page.get_by_role("button", name="Follow").click()
    page.get_by_role("button", name="This is me").click()
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".friends li")).to_have_count(1)  # who follows themself is no friend
    expect(page.locator(".friends li")).to_contain_text("Table")
    page.locator(".friends a").click()
    expect(page.get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "true")
    for name in ("pairings", "standings", "players/index"):
        page.goto((tmp_path / f"{name}.html").as_uri())
        ids = page.locator(".friend").evaluate_all("rows => rows.map((row) => row.id)")
        assert ids == ([] if name == "standings" else ["P003"])  # which is empty before a result
    page.goto(friend.as_uri())
    page.get_by_role("button", name="Follow").click()
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".plate .number")).to_be_visible()
    expect(page.locator(".friends")).to_have_count(0)
    page.get_by_role("button", name="Search again").click()  # who is somebody else may follow me
    expect(page.locator(".friends li")).to_have_count(1)


def test_who_dropped_is_not_promised_a_table(home: Home) -> None:
    day = Day(events.swiss(8))
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
    day = Day(events.swiss(8, automatic=True))
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
    write_site(Day(events.swiss(8)).snapshot, tmp_path)
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".pill")).to_be_visible()
    other = page.context.new_page()
    other.goto((tmp_path / "players/P003.html").as_uri())
    other.get_by_role("button", name="This is me").click()
    expect(page.locator(".plate .number")).to_be_visible()


def test_the_own_seat_is_marked_among_the_tables(home: Home, tmp_path: Path) -> None:
    page = home(Day(events.swiss(8)).snapshot, "P003")
    page.goto((tmp_path / "tables.html").as_uri())
    expect(page.locator(".table .mine")).to_have_count(1)


def test_one_point_is_no_points(home: Home, tmp_path: Path) -> None:
    day = Day(events.swiss_and_playoff(6, Mode.HEAD_TO_HEAD))
    day.play("1-1")
    page = home(day.snapshot, "P003")
    expect(page.locator(".plate .against small")).to_have_text("1 point")
    page.goto((tmp_path / "players/P003.html").as_uri())
    expect(page.locator(".plate .against small")).to_have_text("1 point")


def test_values_of_a_hundred_stay_in_one_line_on_the_smallest_phone(
    page: Page, tmp_path: Path
) -> None:
    day = Day(events.swiss_and_playoff(6, Mode.HEAD_TO_HEAD))
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
    write_site(Day(events.swiss(12)).snapshot, tmp_path)
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


def test_one_s_own_draft_seat_stands_on_top(page: Page, tmp_path: Path) -> None:
    write_site(drafting(24).snapshot, tmp_path)
    page.goto((tmp_path / "players/P005.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto(next(tmp_path.glob("draft*.html")).as_uri())
    row = page.locator("#P005").inner_text()
    assert page.locator("[data-pin] li").inner_text() == row


@pytest.mark.parametrize(("path", "card"), [("standings.html", "tr"), ("tables.html", ".table")])
def test_one_s_own_row_and_table_stand_on_top_unless_they_are_among_the_first(
    page: Page, tmp_path: Path, path: str, card: str
) -> None:
    write_site(Day(events.swiss(40)).play(), tmp_path)
    page.goto((tmp_path / path).as_uri())
    players = page.locator("[data-item] a").evaluate_all(
        "links => links.map((link) => link.href.match(/P\\d+/)[0])"
    )
    for player, shown in ((players[0], 0), (players[-1], 1)):
        page.goto((tmp_path / f"players/{player}.html").as_uri())
        page.get_by_role("button", name="This is me").click()
        page.goto((tmp_path / path).as_uri())
        pinned = page.locator("[data-pin]")
        expect(pinned.locator(card)).to_have_count(shown)
        assert page.locator("[id]").evaluate_all("all => new Set(all.map(({id}) => id)).size") == (
            page.locator("[id]").count()
        )
    expect(pinned.locator(f"a[href*={player}]")).to_be_visible()
    rows = page.locator(f"[data-item]:has(a[href*={player}])")
    assert pinned.locator(card).inner_text() == rows.inner_text()


LONG = "Maximiliane Wolfeschlegelsteinhausenbergerdorff Hohenlohe XII"


def test_a_long_name_and_a_record_with_a_bye_are_seen_whole_on_the_smallest_phone(
    page: Page, tmp_path: Path
) -> None:
    now = events.swiss(13, 4, automatic=True, mode=Mode.HEAD_TO_HEAD)
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


# --- teams browser --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    now = team_event(8, "trios")
    snapshot = events.played_on(now, *events.published(now), "2-1, 0-2, 2-1")[1]
    root = tmp_path_factory.mktemp("trios")
    write_site(snapshot, root)
    return root


MEMBER = team_event(8, "trios").players[2].members[1]


def test_the_search_leads_a_member_to_the_table_of_the_team(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.locator("#q").fill(MEMBER.split()[-1])
    hit = page.locator(".hits li", has_text=MEMBER)
    expect(hit).to_contain_text("Green Foxes")
    expect(hit).to_contain_text("seat B")
    hit.get_by_role("button").click()
    plate = page.locator("[data-state].known")
    expect(plate).to_contain_text("Seat B with")
    expect(plate).to_contain_text(f"{MEMBER}’s page")
    expect(page.locator(".figures.self")).to_have_count(1)


def test_this_is_me_follows_a_member_and_their_team_everywhere(page: Page, site: Path) -> None:
    page.goto((site / "players/P003-m2.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((site / "pairings.html").as_uri())
    expect(page.locator(".pinned li")).to_contain_text("Green Foxes")
    expect(page.locator("[data-item].mine")).to_have_count(1)
    for name in ("standings", "tables"):
        page.goto((site / f"{name}.html").as_uri())
        expect(page.locator("[id].mine")).to_contain_text("Green Foxes")


def test_lists_are_searched_by_member_and_by_team(page: Page, site: Path) -> None:
    for name in ("standings", "tables", "pairings", "players/index"):
        for asked, least in ((MEMBER.split()[-1], 1), ("green foxes", 1)):
            page.goto((site / f"{name}.html").as_uri() + f"?q={asked}")
            shown = page.locator("[data-item]:not([hidden])")
            assert shown.count() >= least, (name, asked)
            assert shown.count() < page.locator("[data-item]").count()


def test_a_members_page_has_their_own_games(page: Page, site: Path) -> None:
    page.goto((site / "players/P003-m2.html").as_uri())
    expect(page.locator(".done")).to_contain_text("own match")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


CLIPPED = """() => [...document.querySelectorAll('.standings tbody tr')].flatMap((row) => {
  const { bottom } = row.getBoundingClientRect();
  return [...row.querySelectorAll('td *, th *, td, th')].filter((each) =>
    each.checkVisibility() && !each.closest('.cutline, .vh') && each.textContent.trim()
    && each.getBoundingClientRect().bottom > bottom + 1).map((each) => each.outerHTML);
})"""
"""What stands below the end of its row."""


@pytest.mark.parametrize("width", [390, 320])
def test_rows_have_room_for_the_people_of_a_team_above_a_line_too(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    playoff = phase_of("trios", 2, "single_elimination", cut=4)
    day = Day(events.event(teams(9, 3), phase_of("trios", rounds=2), playoff))
    day.play_out("2-1")
    write_site(day.snapshot, tmp_path)
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    for name in ("standings.html", "standings/R2.html"):
        page.goto((tmp_path / name).as_uri())
        assert page.locator(".standings .cut").count() == 1
        assert page.locator(".standings .crew").count() == 9
        assert page.evaluate(CLIPPED) == []
    context.close()


# --- wagers browser -------------------------------------------------------------------------------


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

    now = events.swiss(people, 3, preset=preset, automatic=True, **settings)
    snapshot, ledger = events.published(now)
    for _ in range(3):
        now = events.typed(now, snapshot, result)
        snapshot, ledger = events.published(now, ledger)
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


# --- site for everybody ---------------------------------------------------------------------------


KINDS = (
    "index.html", "pairings.html", "tables.html", "standings.html", "players/index.html",
    "players/P004.html", "rounds/index.html", "rounds/R2.html", "scoring.html", "statistics.html",
)  # fmt: skip
_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def swiss_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    snapshot = sample.snapshot(Plan(players=26, waiting=2))
    return write_site(snapshot, tmp_path_factory.mktemp("site"))


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


def test_the_own_table_is_reached_with_the_keyboard_alone(
    phone: BrowserContext, swiss_site: Path
) -> None:
    page = phone.new_page()
    page.goto((swiss_site / "index.html").as_uri())
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
    phone: BrowserContext, swiss_site: Path, path: str
) -> None:
    page = phone.new_page()
    page.goto((swiss_site / path).as_uri())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(_TOO_WIDE) <= 0
    labels = page.locator(".bar a").evaluate_all(
        "all => all.map((a) => a.scrollWidth - a.clientWidth)"
    )
    assert max(labels) <= 0


@pytest.mark.parametrize("font", ["monospace", "cursive", "fantasy"])
def test_with_any_other_font_nothing_runs_off_the_page(
    phone: BrowserContext, swiss_site: Path, font: str
) -> None:
    page = phone.new_page()
    for path in KINDS:
        page.goto((swiss_site / path).as_uri())
        page.evaluate(f"document.documentElement.style.setProperty('--sans', '{font}')")
        assert page.evaluate(_TOO_WIDE) <= 0, path


def test_in_forced_colours_the_own_row_and_the_page_at_hand_are_seen(
    browser: Browser, swiss_site: Path
) -> None:
    context = browser.new_context(forced_colors="active", reduced_motion="reduce")
    page = context.new_page()
    page.goto((swiss_site / "players/P004.html").as_uri())
    page.get_by_role("button", name="This is me").click()
    page.goto((swiss_site / "standings.html").as_uri())
    row = page.locator("#P004")
    expect(row).to_have_class("mine")
    assert row.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    mark = "getComputedStyle(document.querySelector('.bar [aria-current]'), '::before')"
    assert page.evaluate(f"{mark}.backgroundColor") != page.evaluate(
        "getComputedStyle(document.body).backgroundColor"
    )
    context.close()


def test_nothing_moves_where_somebody_asks_for_no_motion(
    browser: Browser, swiss_site: Path
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for path in KINDS:
        page.goto((swiss_site / path).as_uri())
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
        assert page.evaluate("document.getAnimations().length") == 0
    context.close()

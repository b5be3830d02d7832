"""A day run through the front door in Chromium: nothing is typed into a terminal."""

import urllib.request
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.workbook.layout import Layout
from runner.workbook.read.read import read
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.doors import Opened, an_event, opened
from tests.support.organiser import by_rename
from tests.support.soak import some
from tests.support.waiting import PATIENCE, until

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
SIZES = {"phone": (390, 844), "desk": (1920, 1080)}
PARTS = ("", "/players", "/paper", "/hall", "/history", "/more")
ROUND_1 = RoundId(1, 1)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Opened]:
    with opened(tmp_path / "my events") as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    made.set_default_timeout(PATIENCE * 1000)
    expect.set_options(timeout=PATIENCE * 1000)
    yield made
    made.close()


@pytest.fixture
def page(door: Opened, context: BrowserContext) -> Iterator[Page]:
    """A browser that was let in; whatever it complains of is a fault."""
    complaints: list[str] = []
    asked: set[str] = set()
    made = context.new_page()
    made.on("console", lambda each: complaints.append(f"{each.text} {each.location}"))
    made.on("pageerror", lambda each: complaints.append(str(each)))
    made.on("request", lambda each: asked.add(each.url.split("/")[2]))
    sessions = door.server.app.sessions
    made.goto(sessions.address(sessions.key()))
    expect(made).to_have_url(f"http://127.0.0.1:{sessions.port}/")
    yield made
    assert complaints == []
    assert asked == {f"127.0.0.1:{sessions.port}"}
    assert not [line for line in door.said if line.startswith("✗ /")]


def laid_out(workbook: Path) -> Layout:
    return read(workbook.read_bytes())[2]


def type_in(workbook: Path, cells: Mapping[tuple[str, str], str | int]) -> None:
    changes = [CellChange(*at, value) for at, value in cells.items()]
    by_rename(workbook, edit(workbook.read_bytes(), changes))


def is_fine(page: Page) -> None:
    """No fault for who sees or hears it otherwise, and nothing runs out to the side."""
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, (page.url, wide)


def test_a_day_through_the_door(door: Opened, page: Page, tmp_path: Path) -> None:
    page.get_by_role("link", name="Make your first event").click()
    page.get_by_label("Name", exact=True).fill("Ana’s “cEDH” 🎲: Ü/1")
    page.get_by_label("Players you expect").fill("8")
    expect(
        page.get_by_text("For 8 players the rules suggest 2 rounds and a Top 4.")
    ).to_be_visible()
    page.get_by_label("Rounds").fill("3")
    page.get_by_label("Playoff").select_option("None, Swiss only")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="Runner watches the workbook")).to_be_visible()
    root = tmp_path / "my events" / "Ana’s “cEDH” 🎲 Ü 1"
    workbook = root / f"{root.name}.xlsx"
    desk = page.frame_locator("iframe.desk")
    expect(desk.get_by_text("Type the players on the Players sheet").first).to_be_visible()

    page.get_by_role("link", name="Paste a list of players").click()
    large = tmp_path / "large.csv"
    large.write_bytes(b"Ana Berg\n" * 3_000_000)
    page.get_by_label("Or choose a file").set_input_files(large)
    expect(page.get_by_text("larger than a list of players can be")).to_be_visible()
    assert page.get_by_label("Or choose a file").input_value() == ""
    page.get_by_label("Paste the list").fill("\n".join(f"Ana{n} Berg" for n in range(1, 9)))
    page.get_by_role("button", name="See what Runner understands").click()
    is_fine(page)
    page.get_by_role("button", name="Add 8 players").click()
    expect(page.get_by_text("Added 8 players.")).to_be_visible()
    page.get_by_role("link", name="Now").click()
    page.get_by_text("Pair Round 1", exact=True).click()
    # The button lies over a frame with a process of its own. Chromium finds the process that a
    # click belongs to by the last picture that it has drawn, which is old on a busy machine.
    page.get_by_role("button", name="Pair Round 1 now").press("Enter")
    expect(page.get_by_text("Round 1 is out: 2 tables.")).to_be_visible()
    until(lambda: ROUND_1 in laid_out(workbook).rounds)

    page.get_by_role("link", name="Paper").click()
    with page.context.expect_page() as opening:
        page.get_by_role("link", name="slips-R1.pdf").click()
    address = opening.value.url
    opening.value.close()
    begin = "async (address) => (await (await fetch(address)).text()).slice(0, 4)"
    assert page.evaluate(begin, address) == "%PDF"

    page.get_by_role("link", name="Hall").click()
    page.get_by_role("button", name="Show in the hall").click()
    screens = page.get_by_role("link", name="All screens").get_attribute("href")
    assert screens
    with urllib.request.urlopen(screens) as shown:
        assert b"Berg" in shown.read()
    stream = page.get_by_role("link", name="Stream overlay").get_attribute("href")
    assert stream
    with urllib.request.urlopen(stream) as shown:
        assert shown.status == 200

    sheet = laid_out(workbook).rounds[ROUND_1]
    results = {
        (sheet.sheet, str(sheet.cell("result", sheet.rows[RowKey(ROUND_1, RowKind.TABLE, n)]))): "A"
        for n in (1, 2)
    }
    type_in(workbook, results)
    page.get_by_role("link", name="Now").click()
    expect(desk.get_by_text("type yes in Go for Round 2").first).to_be_visible()
    expect(page.get_by_text("Pair Round 2", exact=True)).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("Bring back").first).to_be_visible()
    page.goto(f"http://127.0.0.1:{door.port}/")
    expect(page.get_by_text("all 2 tables are in")).to_be_visible()
    expect(page.get_by_text("Watched", exact=True)).to_be_visible()
    page.get_by_role("button", name="Quit Runner").click()
    expect(page.get_by_role("heading", name="Runner has ended")).to_be_visible()
    until(lambda: not door.server.app.programs.running())


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "size"), some(product(["light", "dark"], SIZES), 3))
def test_every_page_can_be_read_by_everybody(
    door: Opened, page: Page, tmp_path: Path, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    is_fine(page)  # without an event
    an_event(tmp_path / "my events" / "friday")
    page.reload()
    entry = door.server.app.events.entries(wait=PATIENCE)[0]
    for path in ("/", "/new", "/settings"):
        page.goto(f"http://127.0.0.1:{door.port}{path}")
        is_fine(page)
    event = f"http://127.0.0.1:{door.port}/event/{entry.id}"
    for part in PARTS:
        page.goto(event + part)
        is_fine(page)
    page.goto(event)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_role("heading", name="Runner watches the workbook")).to_be_visible()
    page.locator("iframe.desk").wait_for()
    is_fine(page)
    page.get_by_text("Pair Round 1", exact=True).click()
    expect(page.get_by_role("button", name="Pair Round 1 now")).to_be_in_viewport(ratio=1)
    is_fine(page)
    page.goto(f"{event}/hall")
    page.get_by_role("button", name="Show in the hall").click()
    expect(page.get_by_role("heading", name="Screens", exact=True)).to_be_visible()
    is_fine(page)


def test_it_all_works_without_scripts(door: Opened, browser: Browser, tmp_path: Path) -> None:
    an_event(tmp_path / "my events" / "friday")
    made = browser.new_context(java_script_enabled=False)
    page = made.new_page()
    sessions = door.server.app.sessions
    page.goto(sessions.address(sessions.key()))
    page.get_by_role("link", name="Friday").click()
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_role("heading", name="Runner watches the workbook")).to_be_visible()
    page.get_by_role("button", name="Stop watching").click()
    expect(page.get_by_text("Runner does not watch any more.")).to_be_visible()
    made.close()


def test_a_page_says_that_runner_has_ended(browser: Browser, tmp_path: Path) -> None:
    with opened(tmp_path / "my events") as door:
        page = browser.new_page()
        sessions = door.server.app.sessions
        page.goto(sessions.address(sessions.key()))
    expect(page.get_by_text("Runner has ended.")).to_be_visible(timeout=PATIENCE * 1000)
    page.close()

"""The desk in Chromium, opened as a file: fresh by itself, readable in the dark and when narrow."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from runner.compute.snapshot import Snapshot
from runner.core.event import Penalty
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Place, error, note, warning
from runner.core.time_sheet import TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.render.desk.desk_page import alive_script, page, version_script
from runner.render.desk.facts import Facts, WaitingRows
from tests.support import events, sample
from tests.support.sample import Plan

pytestmark = pytest.mark.browser

AT = "2026-11-21T11:02:10+00:00"
NOW = "2026-11-21T11:02:12Z"
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
Open = Callable[..., Page]
KNOWN = Facts(
    AT,
    problems=(
        error(
            "test.error", Place("Round 3", "G16"), "“Jonh” is not at this table.",
            "Did you mean “John”?",
        ),
        warning("test.warning", Place("Players", "F9"), "Ana returns without having dropped."),
        note("test.note", Place("Decisions", "F5"), "Good to know."),
    ),
    waiting=(WaitingRows("Round 3", 16, True),), open_=True,
    why="day.xlsx is open in LibreOffice by Ana: save and close it there.",
    changes=tuple(f"Round 3, table {number}: A" for number in range(1, 30)),
    printed=("slips/slips-R3.pdf",), workbook="day.xlsx", good_at=AT,
)  # fmt: skip


def put(folder: Path, snapshot: Snapshot | None, facts: Facts, alive: str = AT) -> Path:
    content, version = page(snapshot, facts)
    (folder / ".runner").mkdir(parents=True, exist_ok=True)
    (folder / "desk.html").write_bytes(content)
    (folder / ".runner" / "desk-version.js").write_bytes(version_script(version))
    beat(folder, alive)
    return folder


def beat(folder: Path, at: str, *, watching: bool | None = True, why: str = "") -> None:
    script = alive_script(at, watching=watching, why=why)
    (folder / ".runner" / "desk-alive.js").write_bytes(script)


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    pages: list[Page] = []
    complaints: list[str] = []
    unwatched = False

    def open_(folder: Path, **options: object) -> Page:
        nonlocal unwatched
        unwatched = not (folder / ".runner" / "desk-alive.js").exists()
        made = browser.new_page(**options)
        made.on("console", lambda each: complaints.append(f"{each.text} {each.location}"))
        made.on("pageerror", lambda each: complaints.append(str(each)))
        made.clock.install(time=NOW)
        made.goto((folder / "desk.html").as_uri())
        pages.append(made)
        return made

    yield open_
    for each in pages:
        each.close()
    assert [each for each in complaints if "desk-alive.js" not in each or not unwatched] == []


def turned(page: Page, milliseconds: int = 2100) -> None:
    """Let so much time pass on the desk, with what it asks for in it."""
    with page.expect_request_finished(lambda each: "desk-alive.js" in each.url):
        page.clock.run_for(milliseconds)


def states() -> dict[str, tuple[Snapshot | None, Facts]]:
    """Every state that a desk can be in, with something of everything on it."""
    swiss = sample.snapshot(Plan(players=26, waiting=4, rehearsal=True))
    people = {key: replace(each, notes="private") for key, each in swiss.players.items()}
    event = replace(
        swiss.event,
        penalties=(Penalty(2, people["P001"].name, "Tardiness", "Warning"),),
        extensions=(TimeExtension(3, 4, 7, "Deck check"),),
    )
    swiss = replace(swiss, players=people, event=event)
    playing, final, ledger = events.up_to(
        events.swiss_and_playoff(16, Mode.MULTIPLAYER, swiss=2, cut=4), 2, 1
    )
    over, done = events.published(events.typed(playing, final), ledger)
    good = replace(KNOWN, problems=(), waiting=(), open_=False, why="", changes=())
    fatal = (error("test.error", Place(), "It is no workbook.", "Save it again.", fatal=True),)
    bad = replace(KNOWN, problems=fatal, bad_since=AT)
    coming = sample.before_the_first_round()
    data = {"sha256": "5a", "changed": ["Bo drops after round 1"]}
    seen = (Entry(EntryKind.PREVIEWED, RoundId(1, 1), data, AT),) * 2
    return {
        "before": (coming, good),
        "preview": (replace(coming, preview="5a"), replace(good, entries=seen)),
        "playing": (swiss, KNOWN),
        "many tables": (sample.snapshot(Plan(players=64, waiting=14)), good),
        "playoff": (final, replace(good, entries=ledger.entries)),
        "over": (over, replace(good, entries=done.entries)),
        "unusable": (swiss, bad),
        "never read": (None, Facts(AT, fatal, bad_since=AT)),
    }


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 600)])
def test_every_state_is_accessible_and_fits(
    tmp_path: Path, opened: Open, scheme: str, width: int
) -> None:
    for name, (snapshot, facts) in states().items():
        folder = put(tmp_path / name, snapshot, facts)
        seen = opened(folder, color_scheme=scheme, viewport={"width": width, "height": 800})
        turned(seen)
        found = Axe().run(seen, options=RULES).response["violations"]
        assert not found, (name, [(each["id"], each["nodes"][0]) for each in found])
        expect(seen.locator(".next strong")).to_be_in_viewport()
        for narrow in (width, 360):
            seen.set_viewport_size({"width": narrow, "height": 800})
            assert seen.evaluate("document.documentElement.scrollWidth") <= narrow, (name, narrow)
        seen.close()


@pytest.mark.parametrize(("name", "share"), [("playing", 0.6), ("playoff", 0.99)])
def test_a_wide_desk_tells_the_day_in_columns_in_most_of_its_width(
    tmp_path: Path, opened: Open, name: str, share: float
) -> None:
    """All of it, if there are no problems to stand beside."""
    folder = put(tmp_path, *states()[name])
    seen = opened(folder, viewport={"width": 1440, "height": 900})
    whole, body = (seen.locator(each).bounding_box()["width"] for each in (".columns", ".body"))
    assert body >= share * whole
    lefts = seen.locator(".body > .card").evaluate_all(
        "all => [...new Set(all.map((one) => one.getBoundingClientRect().left))]"
    )
    assert len(lefts) >= 2


def test_without_scripts_the_desk_is_whole_and_comes_again(tmp_path: Path, opened: Open) -> None:
    snapshot, facts = states()["playing"]
    seen = opened(put(tmp_path, snapshot, facts), java_script_enabled=False)
    expect(seen.locator(".next strong")).to_have_text("Fix cell G16 on Round 3.")
    expect(seen.locator("p.live")).to_have_text("As of 11:02 UTC")
    text = (tmp_path / "desk.html").read_text()
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in text


def test_the_desk_asks_for_nothing_but_its_own_two_scripts(tmp_path: Path, opened: Open) -> None:
    snapshot, facts = states()["playing"]
    seen = opened(put(tmp_path, snapshot, facts))
    asked: set[str] = set()
    seen.on("request", lambda each: asked.add(each.url.partition("?")[0]))
    turned(seen, 9000)
    own = (tmp_path / ".runner").as_uri()
    assert asked == {f"{own}/desk-version.js", f"{own}/desk-alive.js"}


def test_a_new_desk_comes_by_itself_and_keeps_the_place(tmp_path: Path, opened: Open) -> None:
    snapshot, facts = states()["playing"]
    seen = opened(put(tmp_path, snapshot, facts), viewport={"width": 700, "height": 500})
    seen.locator("#more-changes summary").click()
    seen.evaluate("document.fonts.ready.then(() => 0)")
    seen.evaluate("window.scrollTo({ top: 400, behavior: 'instant' }); window.before = true")
    turned(seen)
    assert seen.evaluate("window.before"), "nothing has changed yet"
    put(tmp_path, snapshot, replace(facts, changes=(*facts.changes, "Round 3, table 30: B")))
    with seen.expect_event("load"):
        seen.clock.run_for(2100)
    assert seen.evaluate("window.before") is None
    expect(seen.get_by_text("Round 3, table 30: B")).to_be_visible()
    seen.evaluate("document.fonts.ready.then(() => 0)")
    assert abs(seen.evaluate("scrollY") - 400) < 2


def test_a_version_that_never_comes_does_not_reload_for_ever(tmp_path: Path, opened: Open) -> None:
    snapshot, facts = states()["playing"]
    seen = opened(put(tmp_path, snapshot, facts))
    turned(seen)
    (tmp_path / ".runner" / "desk-version.js").write_bytes(version_script("another"))
    loads: list[Page] = []
    seen.on("load", lambda each: loads.append(each))
    with seen.expect_event("load"):
        seen.clock.run_for(2100)
    for _ in range(4):
        turned(seen)
    assert len(loads) == 1


def test_the_desk_turns_amber_when_nobody_watches_any_more(tmp_path: Path, opened: Open) -> None:
    snapshot, facts = states()["playing"]
    seen = opened(put(tmp_path, snapshot, facts), timezone_id="Europe/Berlin")
    turned(seen)
    expect(seen.locator("p.live")).to_have_text("Watching; as of 12:02")
    expect(seen.locator(".stale")).to_be_hidden()
    turned(seen, 12_000)
    beat(tmp_path, "2026-11-21T11:02:24+00:00")
    turned(seen)
    turned(seen, 24_000)
    expect(seen.locator(".stale")).to_be_hidden()
    turned(seen, 12_000)
    expect(seen.locator(".stale")).to_contain_text("Saves are not being published. This is ")
    expect(seen.locator(".stale")).to_contain_text("Run again: runner watch")
    expect(seen.locator("p.live")).to_have_text("Not watched; as of 12:02")
    beat(tmp_path, "2026-11-21T11:04:00+00:00")
    turned(seen)
    expect(seen.locator(".stale")).to_be_hidden()
    beat(tmp_path, "2026-11-21T11:04:02+00:00", watching=False, why="it was ended in its window")
    turned(seen)
    expect(seen.locator(".stale")).to_contain_text("Saves are not being published.")
    expect(seen.locator(".stale")).to_contain_text(
        "At 12:04 it was ended in its window. Run again: runner watch"
    )


def test_a_desk_after_the_event_is_not_amber_and_says_that_corrections_stay_behind(
    tmp_path: Path, opened: Open
) -> None:
    snapshot, facts = states()["over"]
    seen = opened(put(tmp_path, snapshot, facts))
    turned(seen)
    expect(seen.locator(".stale")).to_be_hidden()
    ground = "one => getComputedStyle(one).backgroundColor"
    watched = seen.locator(".next").evaluate(ground)
    beat(tmp_path, "2026-11-21T11:04:02+00:00", watching=False, why="it was ended in its window")
    turned(seen)
    expect(seen.locator(".stale")).to_contain_text("Corrections are not being published.")
    expect(seen.locator(".stale")).to_contain_text("Run again: runner watch")
    assert seen.locator(".next").evaluate(ground) == watched


@pytest.mark.parametrize("there", [True, False], ids=["built once", "without its own folder"])
def test_a_desk_that_nobody_ever_watched_says_so(tmp_path: Path, opened: Open, there: bool) -> None:
    snapshot, facts = states()["playing"]
    put(tmp_path, snapshot, facts)
    if there:
        beat(tmp_path, AT, watching=None)
    else:
        (tmp_path / ".runner" / "desk-alive.js").unlink()
    seen = opened(tmp_path)
    seen.clock.run_for(2100)
    expect(seen.locator(".stale")).to_contain_text("Saves are not being published.")
    expect(seen.locator(".stale")).to_contain_text("Run: runner watch, with the event’s folder.")


def test_the_time_of_the_round_counts_down(tmp_path: Path, opened: Open) -> None:
    _, snapshot, ledger = events.up_to(
        events.swiss_and_playoff(16, Mode.MULTIPLAYER, swiss=2), 1, 1
    )
    folder = put(tmp_path, snapshot, Facts(AT, entries=ledger.entries))
    seen = opened(folder)  # out at 10:00, so time is called at 11:15, and extra turns end at 11:35
    turned(seen)
    expect(seen.locator(".time b")).to_have_text("13 min left.")
    seen.clock.set_system_time("2026-11-21T11:20:30Z")
    turned(seen)
    expect(seen.locator(".time b")).to_have_text("Extra turns: 15 min left.")
    expect(seen.locator(".tables .over")).to_have_count(0)
    seen.clock.set_system_time("2026-11-21T11:41:00Z")
    turned(seen)
    expect(seen.locator(".time b")).to_have_text("Over time by 7 min.")
    expect(seen.locator(".tables .over")).to_have_count(4)

"""The screens of a booster draft in Chromium: everybody is seen, and the clock is always right."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from runner.core.event import Mode
from runner.core.screens import Screen, Show
from runner.rules.limited import Picks
from runner.rules.limits import Step, steps
from tests.support.displays import FULL, HD, ULTRA, UPRIGHT, Shown, cycle, number_of_pages, write
from tests.support.draft_day import DraftDay
from tests.support.draft_displays import building, drafting, with_screens

pytestmark = pytest.mark.browser

NOW = "2026-11-21T10:05:00+00:00"
LAST_CARD = 5  # seconds for which the rules know no time


# --- lists and charts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "size"),
    [(6, FULL), (60, FULL), (60, HD), (60, ULTRA), (60, UPRIGHT), (400, FULL), (400, UPRIGHT)],
)
def test_everybody_finds_pod_seat_and_table_and_nobody_is_cut_off(
    screen: Shown, tmp_path: Path, players: int, size: tuple[int, int]
) -> None:
    day = building(players)
    folder = write(day.snapshot, tmp_path)
    tables = {player: at for at, ids in day.draft.tables.items() for player in ids}
    for show in (Show.DRAFT_SEATS, Show.BUILDING):
        found = [row for page in cycle(screen(folder, f"?show={show}", size, NOW)) for row in page]
        assert [row.text for row in found if row.cut] == []
        ends = sorted(row.text.split()[-2:] if show is Show.DRAFT_SEATS else row.text.split()[-1:]
                      for row in found)  # fmt: skip
        spots = ([str(pod), str(seat)] for pod, seat in day.draft.spots.values())
        due = spots if show is Show.DRAFT_SEATS else ([str(at)] for at in tables.values())
        assert ends == sorted(due)


_CHARTS = """() => [...document.querySelectorAll('section:not(.coming) .ring')].map((ring) => {
  const box = ring.getBoundingClientRect();
  const main = document.querySelector('main').getBoundingClientRect();
  const inside = (at, box) => at.left >= box.left - 1 && at.right <= box.right + 1
    && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
  const parts = [...ring.querySelectorAll('.nm, .s, .table')];
  const boxes = parts.map((each) => each.getBoundingClientRect());
  const clash = boxes.some((one, at) => boxes.some((two, other) => other > at
    && one.left < two.right - 2 && two.left < one.right - 2
    && one.top < two.bottom - 4 && two.top < one.bottom - 4));
  const over = [...ring.querySelectorAll('.nm, .table, small')].some((each) =>
    each.scrollWidth > each.clientWidth + 1);
  const table = ring.querySelector('.table').getBoundingClientRect();
  const words = ring.querySelector('small').getBoundingClientRect();
  return {pod: ring.querySelector('.table').lastChild.textContent,
    cut: clash || over || !inside(words, table) || !inside(box, main)
      || !boxes.every((each) => inside(each, box)),
    seats: [...ring.children].filter((each) => each.tagName === 'DIV').map((each) => {
      const at = each.querySelector('.s').getBoundingClientRect();
      return [each.querySelector('.s').textContent, each.querySelector('.nm').person.slice(0, 2),
        Math.sign(Math.round((at.left + at.right - table.left - table.right) / 40)),
        Math.round(at.top)];
    })};
})"""


def charts(page: Page) -> list[dict[str, Any]]:
    """The charts of all pages."""
    found = []
    for _ in range(number_of_pages(page)):
        found += page.evaluate(_CHARTS)
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize(
    ("players", "size"),
    [(4, FULL), (6, HD), (7, FULL), (11, FULL), (19, UPRIGHT), (60, FULL), (60, HD), (60, ULTRA),
     (60, UPRIGHT), (60, (1024, 768)), (400, FULL)],
)  # fmt: skip
def test_all_pods_are_drawn_round_their_tables(
    screen: Shown, tmp_path: Path, players: int, size: tuple[int, int]
) -> None:
    day = drafting(players)
    page = screen(write(day.snapshot, tmp_path), "?show=draft-pods", size, NOW)
    found = charts(page)
    assert [chart["pod"] for chart in found if chart["cut"]] == []
    assert [chart["pod"] for chart in found] == [str(pod) for pod in day.pods]
    for chart, ids in zip(found, day.pods.values(), strict=True):
        assert [seat for seat, *_ in chart["seats"]] == [str(at + 1) for at in range(len(ids))]
        whole = [f"{first} {last}".strip() for _, (last, first), *_ in chart["seats"]]
        assert whole == [day.snapshot.players[player].name for player in ids]
        sides = [side for *_, side, _ in chart["seats"]]
        half = len(ids) // 2
        assert all(side > 0 for side in sides[1:half]), "on clockwise: the left of seat 1"
        assert all(side < 0 for side in sides[half + 1 :])


def test_long_names_are_whole(screen: Shown, tmp_path: Path) -> None:
    day = drafting(17)
    long = (
        "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff", "Ng X", "长孙无忌",
        "María del Carmen Fernández-Villaverde y Ruiz",
    )  # fmt: skip
    players = [replace(player, name=long[at % 4] + (" Jr" if at > 3 else ""))
               for at, player in enumerate(day.event.players)]  # fmt: skip
    day.change(players=tuple(players))
    folder = write(day.snapshot, tmp_path)
    for size in (FULL, UPRIGHT, HD):
        for show in (Show.DRAFT_SEATS, Show.BUILDING):
            pages = cycle(screen(folder, f"?show={show}", size, NOW))
            assert [row.text for page in pages for row in page if row.cut] == []
        found = charts(screen(folder, "?show=draft-pods", size, NOW))
        assert [chart["pod"] for chart in found if chart["cut"]] == []


def test_where_there_is_no_draft_its_screens_say_so(screen: Shown, tmp_path: Path) -> None:
    folder = write(drafting(0).snapshot, tmp_path)
    for show in (Show.DRAFT_SEATS, Show.DRAFT_PODS, Show.BUILDING):
        page = screen(folder, f"?show={show}", at=NOW)
        expect(page.locator(".none")).to_have_text(
            "The draft seats appear as soon as the pods are made"
        )
    expect(screen(folder, at=NOW).locator(".under")).to_have_text(
        "The draft seats will appear here"
    )


# --- in their turn --------------------------------------------------------------------------------


def seen(page: Page, seconds: int) -> list[str]:
    """What the display shows, one after the other, in so many seconds."""
    found: list[str] = []
    for _ in range(seconds):
        label = page.locator(".rng").inner_text() if page.locator(".rng").is_visible() else ""
        here = f"{page.locator('body').get_attribute('data-view')} {label}".strip()
        if not found or found[-1] != here:
            found.append(here)
        page.clock.run_for(1000)
    return found


def test_seats_and_charts_and_then_tables_and_the_timer_come_in_turn(
    screen: Shown, tmp_path: Path
) -> None:
    day = drafting(60)
    folder = write(day.snapshot, tmp_path)
    page = screen(folder, at=NOW)
    shown = seen(page, 40)
    kinds = [each.split()[0] for each in shown]
    assert kinds[:5] == ["draft-seats"] * 2 + ["draft-pods"] * 2 + ["draft-seats"]
    page.keyboard.press("ArrowLeft")
    day.ask("start building")
    write(day.snapshot, folder)
    page.clock.run_for(7000)
    expect(page.locator("body")).to_have_attribute("data-view", "building")
    kinds = [each.split()[0] for each in seen(page, 45)]
    assert kinds[:4] == ["building"] * 2 + ["clock", "building"]
    day.ask("pair round", 1)
    write(day.snapshot, folder)
    page.clock.run_for(7000)
    expect(page.locator("body")).to_have_attribute("data-view", "pairings")


def test_the_time_to_build_and_that_it_is_over(screen: Shown, tmp_path: Path) -> None:
    page = screen(write(building(16).snapshot, tmp_path), "?show=clock", at=NOW)
    expect(page.locator(".big")).to_have_text("25:00")
    expect(page.locator(".says")).to_have_text("Deck building until 10:30")
    page.clock.fast_forward(24 * 60_000 + 58_000)
    page.clock.run_for(1000)
    expect(page.locator(".big")).to_have_text("0:01")
    page.clock.run_for(1000)
    expect(page.locator(".big")).to_have_text("Time")
    expect(page.locator(".says")).to_have_text("Stop building. The pairings come next")
    assert "called" in (page.locator("body").get_attribute("class") or "")


def test_a_line_of_the_workbook_shows_the_draft(screen: Shown, tmp_path: Path) -> None:
    day = with_screens(drafting(60), Screen("Hall 1", Show.DRAFT_SEATS, "A-H"))
    page = screen(write(day.snapshot, tmp_path), "hall-1.html", at=NOW)
    assert all("A" <= row.text[0] <= "H" for each in cycle(page) for row in each)


# --- the clock ------------------------------------------------------------------------------------


@pytest.fixture
def clock(screen: Shown, tmp_path: Path) -> Page:
    """The clock of a draft of two packs of five cards, not begun."""
    return clock_of(screen, tmp_path)


def small() -> DraftDay:
    return drafting(8, settings={"draft_packs": 2, "pack_cards": 5})


def clock_of(screen: Shown, folder: Path, asked: str = "") -> Page:
    return stopped_at(screen(write(small().snapshot, folder), f"?show=draft-clock{asked}", at=NOW))


def stopped_at(page: Page, at: str = "2026-11-21T10:05:10.200+00:00") -> Page:
    """From now on it is as late as the test says."""
    page.clock.pause_at(datetime.fromisoformat(at))
    page.clock.run_for(1)
    return page


def line(page: Page) -> str:
    return page.locator(".line").inner_text()


def big(page: Page) -> str:
    return page.locator(".big").inner_text()


def expected(step: Step, by: int = 1) -> str:
    """What stands above the seconds of a step."""
    seconds = f"{step.seconds or LAST_CARD} seconds"
    if not step.pick:
        return f"Review after pack {step.pack} · {seconds}"
    cards = "1 card" if step.cards == 1 else f"{step.cards} cards"
    take = f", take {step.take}" if by > 1 and step.take > 1 else ""
    return f"Pack {step.pack}, pick {step.pick} · {cards}{take} · {seconds}"


@pytest.mark.parametrize("commander", [False, True])
def test_a_whole_draft_second_by_second(screen: Shown, tmp_path: Path, commander: bool) -> None:
    more = {"mode": Mode.MULTIPLAYER, "drafted": True} if commander else {}
    day = drafting(8, **more)
    page = stopped_at(screen(write(day.snapshot, tmp_path), "?show=draft-clock", at=NOW))
    expect(page.locator(".call")).to_contain_text("Pick up your first pack.")
    pack = 0
    for step in steps(day.draft.ruleset, Picks.TWO if commander else Picks.ONE):
        if step.pack != pack and step.pick:
            pack = step.pack
            assert line(page) == f"Pack {pack} · {step.cards} cards"
            page.clock.run_for(20_000)  # it waits for the judge
            assert line(page) == f"Pack {pack} · {step.cards} cards"
            left = page.locator("[data-way=left].here").count()
            assert (left, page.locator(".way.here").count()) == (pack % 2, 1)
            page.keyboard.press("Space")
        seconds = step.seconds or LAST_CARD
        assert (line(page), big(page)) == (expected(step, 1 + commander), str(seconds))
        if step.pick == 2:
            assert page.locator(".next").inner_text().startswith(f"Next: Pack {pack}, pick 3 · ")
        if seconds > 10:
            page.clock.run_for((seconds - 10) * 1000)
            assert big(page) == "10"
            assert page.locator(".call").inner_text().startswith("10 seconds.")
            page.clock.run_for(9000)
        else:
            assert page.locator(".call").inner_text().startswith("Draft.")
            page.clock.run_for((seconds - 1) * 1000)
        assert big(page) == "1"
        page.clock.run_for(1000)
    assert big(page) == "The draft is over"


def test_the_judge_stops_goes_on_back_and_forward_with_keys(clock: Page) -> None:
    clock.keyboard.press("Space")
    clock.clock.run_for(3000)
    assert (line(clock), big(clock)) == ("Pack 1, pick 1 · 5 cards · 10 seconds", "7")
    clock.keyboard.press("Space")
    clock.clock.run_for(60_000)
    assert big(clock) == "7"
    clock.keyboard.press("Space")
    clock.clock.run_for(1000)
    assert big(clock) == "6"
    clock.keyboard.press("ArrowLeft")
    assert (line(clock), big(clock)) == ("Pack 1, pick 1 · 5 cards · 10 seconds", "10")
    clock.keyboard.press("ArrowRight")
    clock.keyboard.press("ArrowRight")
    assert line(clock) == "Pack 1, pick 3 · 3 cards · 5 seconds"
    clock.keyboard.press("ArrowLeft")
    assert line(clock) == "Pack 1, pick 2 · 4 cards · 5 seconds"


def test_the_judge_does_the_same_with_buttons(clock: Page) -> None:
    go = clock.locator("button.go")
    expect(clock.locator("button.back")).to_be_disabled()
    go.click()
    expect(go).to_have_text("Pause")
    clock.clock.run_for(4000)
    go.click()
    expect(go).to_have_text("Resume")
    before = big(clock)
    clock.clock.run_for(4000)
    assert big(clock) == before
    clock.locator("button.on").click()
    clock.keyboard.press("Space")  # is the clock's, whatever was clicked last
    expect(go).to_have_text("Pause")
    assert line(clock) == "Pack 1, pick 2 · 4 cards · 5 seconds"
    go.click()
    clock.locator("button.anew").click()
    assert line(clock) == "Pack 1 · 5 cards"


@pytest.mark.parametrize("stopped", [False, True])
def test_sleep_and_a_reload_do_it_no_harm(clock: Page, stopped: bool) -> None:
    clock.keyboard.press("Space")
    clock.clock.run_for(2000)
    if stopped:
        clock.keyboard.press("Space")
    clock.clock.fast_forward(10_000)  # nothing of the page runs meanwhile
    clock.clock.run_for(1000)
    there = ("Pack 1, pick 1 · 5 cards · 10 seconds", "8") if stopped else (
        "Pack 1, pick 2 · 4 cards · 5 seconds", "2")  # fmt: skip
    assert (line(clock), big(clock)) == there
    clock.reload()
    clock.wait_for_selector(".big")
    assert (line(clock), big(clock)) == there
    clock.clock.fast_forward(3_600_000)
    clock.clock.run_for(1000)
    now = there[0] if stopped else "Pack 2 · 5 cards"
    assert line(clock) == now, "it waits for the judge before each pack"


def test_the_clock_of_another_draft_begins_anew(screen: Shown, clock: Page, tmp_path: Path) -> None:
    clock.keyboard.press("Space")
    day = small()
    day.change(name="Another Open")
    write(day.snapshot, tmp_path)
    clock.clock.run_for(7000)
    expect(clock.locator(".line")).to_have_text("Pack 1 · 5 cards")


def test_screens_that_are_told_when_it_begins_go_together(screen: Shown, tmp_path: Path) -> None:
    asked = "&start=2026-11-21T10:06"
    page = clock_of(screen, tmp_path, asked)
    assert (line(page), big(page)) == ("Pack 1 · 5 cards", "0:50")
    assert page.locator(".ctl button").count() == 0
    page.keyboard.press("ArrowRight")
    page.clock.run_for(52_000)
    assert (line(page), big(page)) == ("Pack 1, pick 1 · 5 cards · 10 seconds", "8")
    page.clock.fast_forward(28_000)  # 10 + 5 + 5 + 5 seconds, and the last card
    page.clock.run_for(1000)
    assert (line(page), big(page)) == ("Review after pack 1 · 60 seconds", "59")
    page.clock.fast_forward(59_000)
    page.clock.run_for(1000)
    assert line(page) == "Pack 2, pick 1 · 5 cards · 10 seconds"
    other = screen(tmp_path, f"?show=draft-clock{asked}", at=NOW)
    stopped_at(other, "2026-11-21T10:07:30.200+00:00")
    other.clock.run_for(1000)
    assert (line(other), big(other)) == (line(page), big(page))


def test_sound_comes_when_it_is_asked_for(clock: Page) -> None:
    button = clock.locator(".snd")
    expect(button).to_have_text("Sound off")
    button.click()
    expect(button).to_have_text("Sound on")
    clock.keyboard.press("s")
    expect(button).to_have_text("Sound off")


def test_nothing_is_cut_off_in_any_step(screen: Shown, tmp_path: Path) -> None:
    folder = write(drafting(8, mode=Mode.MULTIPLAYER, drafted=True).snapshot, tmp_path)
    wide = """() => ['.line', '.big', '.call', '.next'].filter((name) => {
      const node = document.querySelector(name), at = node.getBoundingClientRect();
      return node.scrollWidth > node.clientWidth + 1 || at.left < 0 || at.right > innerWidth
        || at.bottom > document.querySelector('.ctl').getBoundingClientRect().top + 1;
    })"""
    for size in (FULL, HD, ULTRA, UPRIGHT, (1024, 768)):
        page = screen(folder, "?show=draft-clock", size, NOW)
        page.clock.run_for(1000)
        for _ in range(14):
            assert page.evaluate(wide) == [], (size, line(page))
            page.keyboard.press("ArrowRight")
        page.close()


def test_axe_finds_nothing(screen: Shown, tmp_path: Path) -> None:
    tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    rules = {"preload": False, "runOnly": {"type": "tag", "values": tags}}
    folder = write(building(26).snapshot, tmp_path)
    shows = (Show.DRAFT_SEATS, Show.DRAFT_PODS, Show.BUILDING, Show.DRAFT_CLOCK, Show.CLOCK)
    for show in shows:
        page = screen(folder, f"?show={show}", HD, NOW)
        results = Axe().run(page, options=rules)
        assert results.violations_count == 0, f"{show}:\n{results.generate_report()}"
        page.close()

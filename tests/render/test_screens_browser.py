"""The screens in Chromium, opened from a folder: everybody is seen, nobody is cut off, all day."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, expect

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.screens import Screen, Show
from runner.rules.limited import Picks
from runner.rules.limits import Limit, Step, steps
from tests.support import displays, drawings, gallery, sample
from tests.support.displays import (
    FULL,
    HD,
    OUT,
    ULTRA,
    UPRIGHT,
    Row,
    Shown,
    cycle,
    number_of_pages,
    rows,
    write,
)
from tests.support.draft_day import DraftDay, building, drafting, with_screens
from tests.support.events import phase, played_on, swiss_and_playoff, up_to
from tests.support.soak import SOAKING
from tests.support.teams import teams
from tests.support.waiting import until

pytestmark = pytest.mark.browser


PODS, PAIRS = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD
EVERYTHING = (
    "wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice",
)  # fmt: skip
RULES = {"preload": False, "runOnly": {"type": "tag", "values": [*EVERYTHING]}}
POLL = 7000  # ms: longer than any pause between two looks for fresh data


def pairings(folder: Path) -> list[list[object]]:
    said = (folder / "display" / "data" / "pairings.js").read_text()
    return json.loads(said[said.index("{") : -3])["rows"]  # type: ignore[no-any-return]


def complete(pages: list[list[Row]], wanted: list[list[object]]) -> None:
    """Everybody stands there once, in order, with the table, and nothing is cut off."""
    found = [row for page in pages for row in page]
    assert [row.text for row in found if row.cut] == []
    assert len(found) == len(wanted)
    for row, (last, _, _, table, _, words) in zip(found, wanted, strict=True):
        assert str(last) in row.text
        assert (str(table) if table else str(words)) in row.text
    assert max(map(len, pages)) - min(map(len, pages)) <= 1


# --- everybody is seen ----------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "mode", "size"), [
    (118, PODS, FULL), (30, PODS, HD), (400, PAIRS, ULTRA), (118, PODS, UPRIGHT),
    (26, PAIRS, FULL), (2, PAIRS, FULL), (42, PODS, FULL), (43, PODS, FULL), (84, PODS, FULL),
])  # fmt: skip
def test_everybody_is_seen_and_nobody_cut_off(
    screen: Shown, tmp_path: Path, players: int, mode: Mode, size: tuple[int, int]
) -> None:
    folder = write(displays.event(players, mode=mode, waiting=1), tmp_path)
    complete(cycle(screen(folder, "?show=pairings", size)), pairings(folder))


@pytest.mark.soak
@pytest.mark.skipif(not SOAKING, reason="many minutes")
@pytest.mark.parametrize("size", [HD, FULL, ULTRA, UPRIGHT, (1024, 768), (720, 1280)])
@pytest.mark.parametrize("mode", [PODS, PAIRS])
@pytest.mark.parametrize("players", [7, 30, 31, 42, 43, 84, 118, 400])
def test_everybody_is_seen_on_every_display(
    screen: Shown, tmp_path: Path, players: int, mode: Mode, size: tuple[int, int]
) -> None:
    folder = write(displays.event(players, mode=mode, waiting=1), tmp_path)
    wanted = pairings(folder)
    complete(cycle(screen(folder, "?show=pairings", size)), wanted)
    pages = cycle(screen(folder, "?show=tables", size))
    assert not [row.text for page in pages for row in page if row.cut]
    for asked in ("?show=standings", "?show=results"):
        pages = cycle(screen(folder, asked, size))
        assert not [row.text for page in pages for row in page if row.cut], asked


def test_a_long_name_at_a_feature_table_can_be_read(screen: Shown, tmp_path: Path) -> None:
    page = screen(gallery.built("single-pods", tmp_path), "?show=feature", FULL)
    expect(page.locator(".feat .nm")).to_have_count(12)
    sizes = page.locator(".nm bdi > *").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 18, "px of 1080 lines, read 3 m away"


def test_tables_with_a_result_are_dimmed(screen: Shown, tmp_path: Path) -> None:
    made = displays.event(24, waiting=2)
    page = screen(write(made, tmp_path), "?show=tables")
    playing = [table.number for table in made.rounds[-1].tables if not table.finished]
    live = page.locator(".rw:not(.done) .t").all_inner_texts()
    assert [int(each) for each in live if each] == playing
    write(displays.event(24, waiting=0), tmp_path)
    page.clock.run_for(POLL)
    expect(page.locator(".rw:not(.done)")).to_have_count(0)
    expect(page.locator(".hd")).to_contain_text("All results are in")


@pytest.mark.parametrize(("asked", "mode"), [("tables", PODS), ("tables", PAIRS),
                                             ("standings", PODS), ("results", PAIRS)])  # fmt: skip
def test_no_other_list_cuts_anybody_off(
    screen: Shown, tmp_path: Path, asked: str, mode: Mode
) -> None:
    made = displays.event(60, mode=mode, waiting=2)
    pages = cycle(screen(write(made, tmp_path), f"?show={asked}"))
    found = [row for page in pages for row in page]
    assert [row.text for row in found if row.cut] == []
    assert len(found) >= {"standings": 60, "results": 20}.get(asked, 14)


def test_before_the_first_round_all_views_say_that_it_is_still_to_come(
    screen: Shown, tmp_path: Path
) -> None:
    folder = write(sample.before_the_first_round(), tmp_path)
    for show in (Show.PAIRINGS, Show.STANDINGS, Show.CLOCK, Show.BRACKET):
        assert screen(folder, f"?show={show}").locator("main").inner_text().strip()
    assert "Lisbon Commander Open" in screen(folder).locator("main").inner_text()


@pytest.mark.parametrize("show", [Show.DRAFT_PODS, Show.DRAFT_SEATS])
def test_where_decks_are_only_built_nobody_has_a_seat_of_a_draft(
    screen: Shown, tmp_path: Path, show: Show
) -> None:
    page = screen(gallery.built("sealed", tmp_path), f"?show={show}")
    expect(page.locator(".none")).to_have_text("There is no draft")


def test_a_page_of_one_row_is_a_page(screen: Shown, tmp_path: Path) -> None:
    folder = write(displays.event(2, mode=PAIRS, waiting=1), tmp_path)
    (page,) = cycle(screen(folder, "?show=pairings&part=1/2"))
    (row,) = page
    assert str(pairings(folder)[0][0]) in row.text
    assert not row.cut


def test_names_that_look_the_same_with_initials_stand_in_full(
    screen: Shown, tmp_path: Path
) -> None:
    made = displays.event(118, waiting=1, odd=False)
    twins = ("Anastasia Wolfeschlegel-Steinhausen", "Alexandra Wolfeschlegel-Steinhausen")
    two = dict(zip(list(made.players)[:2], twins, strict=True))
    players = {
        key: replace(player, name=two.get(key, player.name)) for key, player in made.players.items()
    }
    event = replace(made.event, players=tuple(players.values()))
    folder = write(replace(made, players=players, event=event), tmp_path)
    texts = [row.text for page in cycle(screen(folder, "?show=pairings")) for row in page]
    found = [text for text in texts if "Wolfeschlegel" in text]
    assert [name.split()[0] in text for name, text in zip(sorted(twins), found, strict=True)] == [
        True, True,
    ]  # fmt: skip


# --- pages ----------------------------------------------------------------------------------------


def label(page: Page) -> str:
    return page.locator(".rng").inner_text()


def test_the_pages_turn_by_themselves_and_all_have_been_seen_within_a_minute(
    screen: Shown, tmp_path: Path
) -> None:
    page = screen(write(displays.event(118), tmp_path), "?show=pairings")
    first, seen = label(page), [label(page)]
    for _ in range(60):
        page.clock.run_for(1000)
        if label(page) != seen[-1]:
            seen.append(label(page))
        if len(seen) > 1 and seen[-1] == first:
            break
    assert seen[-1] == first
    assert len(seen) == number_of_pages(page) + 1


def test_where_the_ranges_do_not_fit_the_letters_of_the_page_are_marked(
    screen: Shown, tmp_path: Path
) -> None:
    folder = write(displays.event(400, mode=PAIRS, odd=False), tmp_path)
    page = screen(folder, "?show=pairings", (1080, 1920))
    letters = page.locator(".pg i").all_inner_texts()
    assert letters == sorted({str(row[2])[0].upper() for row in pairings(folder)})
    assert page.locator(".pg .on").all_inner_texts() == letters[:2]
    halves = [screen(folder, f"?show=pairings&part={part}/2") for part in (1, 2)]
    pages = [each for half in halves for each in cycle(half)]
    found = [row.text for each in pages for row in each]
    assert len(found) == len(pairings(folder))
    ranges = [screen(folder, f"?show=pairings&part={part}") for part in ("A-F", "G-M", "N-Z")]
    whole = [row.text for one in ranges for each in cycle(one) for row in each]
    assert whole == found  # names in other letters stand behind Z


def test_space_stops_the_pages_and_arrows_turn_them(screen: Shown, tmp_path: Path) -> None:
    page = screen(write(displays.event(118), tmp_path), "?show=pairings")
    first = label(page)
    page.keyboard.press("Space")
    page.clock.run_for(30_000)
    assert label(page) == first
    page.keyboard.press("ArrowRight")
    second = label(page)
    assert second != first
    page.keyboard.press("ArrowLeft")
    assert label(page) == first
    page.keyboard.press("Space")
    page.clock.run_for(10_000)
    assert label(page) == second


def test_letters_are_as_large_as_the_hall_is_deep(screen: Shown, tmp_path: Path) -> None:
    folder = write(displays.event(118), tmp_path)
    near, far = (
        screen(folder, f"?show=pairings&inches=65&metres={metres}").evaluate(
            "parseFloat(getComputedStyle(document.querySelector('.nm')).fontSize)"
        )
        for metres in (6, 14)
    )
    assert far > 1.5 * near
    assert far * 0.71 * 0.75 > 14_000 * 0.0026 * 0.9  # capitals of 9 minutes of arc


# --- through the day ------------------------------------------------------------------------------


def view(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-view")


def test_a_round_from_its_pairings_to_its_standings(screen: Shown, tmp_path: Path) -> None:
    made = displays.event(60, waiting=3)
    folder = write(made, tmp_path)
    page = screen(folder)
    assert view(page) == "clock"  # for results have come in
    page.clock.run_for(10 * 60_000)
    assert view(page) == "clock"
    stopped_at(page, "2026-11-21T14:22:30+00:00").clock.run_for(1200)
    expect(page.locator(".big")).to_have_text("62:29")
    assert page.locator(".nums b").count() == 3
    assert "+5" in page.locator(".nums .x").inner_text()
    page.clock.fast_forward(64 * 60_000)
    page.clock.run_for(1000)
    assert "called" in (page.locator("body").get_attribute("class") or "")
    assert page.locator(".says").inner_text() == "Time. Extra turns until 15:45"
    assert ":" in page.locator(".nums .x small").inner_text()  # table with 5 minutes more
    page.clock.fast_forward(20 * 60_000)
    page.clock.run_for(1000)
    assert page.locator(".says").inner_text() == "Extra turns are over"
    phase_ = made.phases[0]
    over = displays.event(60, waiting=0)
    write(over, folder)
    page.clock.run_for(POLL)
    expect(page.locator("body")).to_have_attribute("data-view", "standings")
    assert len(rows(page)) == 24
    assert page.locator("h1").inner_text() == "Standings after round 3"
    assert page.locator(".tic .rw").count() in (3, 4)
    first = page.locator(".tic .rw").first.inner_text()
    assert first.startswith("Table "), "not a place among those above"
    page.clock.run_for(6500)
    assert page.locator(".tic .rw").first.inner_text() != first
    assert phase_.planned == 5


def test_the_clock_stands_still_and_goes_on(screen: Shown, tmp_path: Path) -> None:
    made = displays.event(24, waiting=2)
    now = made.rounds[-1].id
    stopped = replace(made.clocks[now], stops=(("2026-11-21T14:40:00+00:00", ""),))
    folder = write(replace(made, clocks={now: stopped}), tmp_path)
    page = screen(folder, at="2026-11-21T14:50:00+00:00")
    expect(page.locator(".big")).to_have_text("45:00")
    page.clock.run_for(60_000)
    expect(page.locator(".big")).to_have_text("45:00")
    expect(page.locator(".says")).to_have_text("The clock is stopped")


def test_a_playoff_shows_its_bracket_and_at_last_its_champion(
    screen: Shown, tmp_path: Path
) -> None:
    now, made, ledger = up_to(swiss_and_playoff(16, PAIRS, swiss=1, cut=8), 2, 3)
    folder = write(made, tmp_path)
    page = screen(folder, at="2026-11-21T10:30:00+00:00")
    assert view(page) == "bracket"
    other = write(displays.timed(made), tmp_path / "just out")
    assert view(screen(other, at=displays.JUST_NOW)) == "bracket", "its cards have the tables"
    assert page.locator(".card").count() == 7
    wide = "(each) => each.scrollWidth <= each.clientWidth"
    assert page.evaluate(f"[...document.querySelectorAll('.nm')].every({wide})")
    _, made, _ = played_on(now, made, ledger)
    write(made, folder)
    page.clock.run_for(POLL)
    expect(page.locator("body")).to_have_attribute("data-view", "champion")
    champion = made.players[made.final[0].player].name
    assert page.locator(".large").inner_text() == champion
    assert page.locator(".after .k").all_inner_texts() == ["2", "3–4", "3–4", *["5–8"] * 4]
    page.clock.run_for(45_000)
    expect(page.locator("body")).to_have_attribute("data-view", "champion")


def test_a_long_way_to_the_title_leaves_the_name_of_the_champion_its_room(
    screen: Shown, root: Path
) -> None:
    folder = gallery.built("double-8-over", root)
    page = screen(folder, at=gallery.now("double-8-over"))
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    assert page.locator(".large").evaluate(size) > page.locator(".under").last.evaluate(size)
    box = "(each) => each.getBoundingClientRect().bottom <= innerHeight"
    assert all(each.evaluate(box) for each in page.locator(".after li").all())


LOSERS_PLAY = drawings.event(24, double=True, rounds=4, open_tables=3, odd=True)


@pytest.mark.parametrize(("state", "many"), [
    ("single-16", 6), ("double-8", 5), ("double-24", 2), (LOSERS_PLAY, 12), ("hebrew-playoff", 6),
    ("single-pods", 0),
])  # fmt: skip
def test_lines_lead_from_the_edge_of_a_card_to_that_of_the_next(
    screen: Shown, tmp_path: Path, state: str | Snapshot, many: int
) -> None:
    if isinstance(state, str):
        page = screen(gallery.built(state, tmp_path), "?show=bracket", at=gallery.now(state))
    else:
        page = screen(write(state, tmp_path), "?show=bracket")
    edges = """(of) => [...document.querySelectorAll(of)]
        .map((each) => each.getBoundingClientRect())
        .map((at) => [at.left, at.right, (at.top + at.bottom) / 2, at.top, at.bottom])"""
    lines, cards = page.evaluate(edges, ".join"), page.evaluate(edges, ".card")
    assert len(lines) == many
    for left, right, _middle, top, bottom in lines:
        before, after = (
            [middle for *sides, middle, _top, _bottom in cards if abs(min(
                abs(side - edge) for side in sides)) <= 1]
            for edge in (left, right)
        )  # fmt: skip
        for ends in (before, after):
            assert any(abs(middle - end) <= 1 for middle in ends for end in (top, bottom))


@pytest.mark.parametrize("state", ["final-running", "final"])
def test_a_final_that_is_left_alone_has_half_of_the_width_and_lines_to_it_on_upright_displays(
    screen: Shown, tmp_path: Path, state: str
) -> None:
    site = gallery.built(state, tmp_path)
    page = screen(site, "?show=bracket", FULL, at=gallery.now(state))
    assert box(page.locator(".last"))["width"] > 0.45 * box(page.locator(".tree"))["width"]
    title = page.locator(".last .what").inner_text()
    assert title == ("Champion" if state == "final" else "Table 1")
    page = screen(site, "?show=bracket", UPRIGHT, at=gallery.now(state))
    fork, stem, final = (box(page.locator(each)) for each in (".fork", ".stem", ".last .card"))
    cards = page.locator(".tree").nth(1).locator(".card")
    middles = [box(card)["x"] + box(card)["width"] / 2 for card in cards.all()]
    assert [fork["x"], fork["x"] + fork["width"]] == pytest.approx(middles, abs=2)
    assert stem["y"] == pytest.approx(fork["y"] + fork["height"], abs=2)
    assert stem["y"] + stem["height"] == pytest.approx(final["y"], abs=2)


def test_standings_name_the_round_of_their_clock(screen: Shown, tmp_path: Path) -> None:
    page = screen(gallery.built("duel-40", tmp_path), "?show=standings", at=gallery.now("duel-40"))
    expect(page.locator("h1")).to_have_text("Standings after round 2")
    assert page.locator(".clk small").inner_text().startswith("Round 3 · time is called at")


@pytest.mark.parametrize("made", [
    LOSERS_PLAY,
    drawings.event(16, rounds=2, open_tables=2, odd=True),
])  # fmt: skip
def test_names_of_a_bracket_are_large_on_an_upright_display(
    screen: Shown, tmp_path: Path, made: Snapshot
) -> None:
    page = screen(write(made, tmp_path), "?show=bracket", UPRIGHT)
    sizes = page.locator(".spot .nm").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert page.locator(".stage").count() == 2
    assert sum(size >= 45 for size in sizes) >= len(sizes) - 1, "all but the longest"


def live(made: Snapshot) -> set[str]:
    return {f"Table {each.number}" for each in made.rounds[-1].tables if not each.finished}


def seen_live(page: Page) -> set[str]:
    return {said.partition(" · ")[2] for said in page.locator(".playing .what").all_inner_texts()}


@pytest.mark.parametrize("size", [HD, FULL, UPRIGHT])
@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (24, 3)])
def test_double_elimination_shows_the_live_tables_of_both_brackets(
    screen: Shown, tmp_path: Path, size: tuple[int, int], players: int, rounds: int
) -> None:
    made = drawings.event(players, double=True, rounds=rounds, open_tables=99)
    page = screen(write(made, tmp_path), "?show=bracket", size)
    assert live(made) == seen_live(page), "all on one page"
    heads = page.locator("h2.now")
    first, second = heads.all_inner_texts()
    assert first.startswith("Winners’")
    assert second.startswith("Losers’")
    assert (box(heads.nth(0))["x"], True) == (box(heads.nth(1))["x"], below(heads))
    assert page.locator(".bye").count() == 0


@pytest.mark.parametrize("size", [HD, FULL])
def test_sides_of_a_double_elimination_that_have_lines_only_alone_have_a_page_each(
    screen: Shown, tmp_path: Path, size: tuple[int, int]
) -> None:
    made = drawings.event(24, double=True, rounds=4, open_tables=99)
    page = screen(write(made, tmp_path), "?show=bracket", size)
    assert page.locator(".pg span").count() == 2
    there = set[str]()
    for side in ("Winners’", "Losers’"):
        (title,) = page.locator("h2.now").all_inner_texts()
        assert title.startswith(side)
        assert page.locator(".cards.wide").count() == 0
        assert page.locator(".join").count() > 0
        there |= seen_live(page)
        page.keyboard.press("ArrowRight")
    assert there == live(made)


@pytest.mark.parametrize("size", [HD, FULL, UPRIGHT])
def test_a_final_that_finds_no_room_beside_the_losers_stands_in_a_row_below(
    screen: Shown, tmp_path: Path, size: tuple[int, int]
) -> None:
    made = drawings.event(24, double=True, rounds=4, open_tables=3)
    page = screen(write(made, tmp_path), "?show=bracket", size)
    finals = page.locator(".finals p")
    titles = [*page.locator("h2").all_inner_texts(), *finals.locator("b").all_inner_texts()]
    assert sum("Winners’ final" in title for title in titles) == 1
    assert not {*finals.locator(".open").all_inner_texts()} & {*finals.all_inner_texts()}
    for each in [*finals.all(), *page.locator(".card").all()]:
        assert box(each)["y"] + box(each)["height"] <= size[1]
    assert page.evaluate("document.querySelector('.bands').scrollHeight") <= size[1]


@pytest.mark.parametrize("size", [HD, FULL, UPRIGHT])
def test_many_feature_tables_come_page_by_page_with_every_seat_in_its_table(
    screen: Shown, tmp_path: Path, size: tuple[int, int]
) -> None:
    numbers = [1, 2, 3, 4, 5, 6, 7]
    marked = Screen("Stream", Show.FEATURE, ", ".join(map(str, numbers)))
    page = screen(write(displays.event(40, screens=[marked]), tmp_path), "?show=feature", size)
    page.keyboard.press("Space")
    count, titles = number_of_pages(page), []
    for _ in range(count):
        titles += page.locator(".fh b").all_inner_texts()
        for table in page.locator(".feat").all():
            top, bottom = rise(table)
            seats = [rise(seat) for seat in table.locator(".fp").all()]
            assert all(top <= first and last <= bottom for first, last in seats)
        page.keyboard.press("ArrowRight")
    assert count > 1
    assert titles == [f"Table {number}" for number in numbers]


@pytest.mark.parametrize(
    ("state", "asked", "least", "scores"),
    [
        ("last-round-duel", "?show=feature", 60, 4),
        ("last-round", "?show=stakes", 39, 0),
        ("last-round-duel", "../overlay/index.html", 60, 2),
    ],
)
def test_names_of_a_feature_table_are_alike_and_its_score_is_as_large(
    screen: Shown, root: Path, state: str, asked: str, least: int, scores: int
) -> None:
    page = screen(gallery.built(state, root), asked, FULL, at=gallery.now(state))
    assert page.locator(".fn .g").count() == scores, "beside the names of those who have finished"
    for table in page.locator(".fs").all():
        sizes = table.locator(".nm, .g").evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert len({*sizes}) == 1
        assert sizes[0] >= least


def test_names_of_a_table_are_of_one_size_on_an_upright_display(screen: Shown, root: Path) -> None:
    page = screen(
        gallery.built("duel-40", root), "?show=feature", UPRIGHT, at=gallery.now("duel-40")
    )
    for table in page.locator(".fs").all():
        sizes = table.locator(".nm").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).fontSize)"
        )
        assert len({*sizes}) == 1


def test_a_page_of_shared_places_is_called_by_its_first_and_last_place(
    screen: Shown, root: Path
) -> None:
    page = screen(gallery.built("long-playoff", root), "?show=standings", UPRIGHT,
                  at=gallery.now("long-playoff"))  # fmt: skip
    first, _, last = page.locator(".rng").inner_text().partition("–")
    assert (first.strip(), last.strip().isdigit()) == ("1", True)


@pytest.mark.parametrize(("show", "running", "over"), [
    ("pairings", "bracket", "champion"), ("tables", "bracket", "champion"),
    ("results", "bracket", "champion"), ("clock", "clock", "champion"),
    ("feature", "feature", "champion"),
    ("standings", "standings", "standings"),
])  # fmt: skip
def test_displays_of_a_round_show_the_bracket_of_few_tables_and_at_the_end_who_has_won(
    screen: Shown, root: Path, show: str, running: str, over: str
) -> None:
    for state, expected in (("final-running", running), ("final", over)):
        page = screen(gallery.built(state, root), f"?show={show}", FULL, at=gallery.now(state))
        assert view(page) == expected


def test_tables_of_a_double_elimination_that_its_bracket_may_leave_out_are_listed(
    screen: Shown, root: Path
) -> None:
    folder, now = gallery.built("double-running", root), gallery.now("double-running")
    page = screen(folder, "?show=tables", at=now)
    assert view(page) == "tables"
    assert page.locator(".rw .t").all_inner_texts()[:3] == ["1", "2", "3"]


def test_standings_take_the_place_of_a_bracket_that_nobody_has_drawn(
    screen: Shown, root: Path
) -> None:
    for state, expected in (("duel-40", "standings"), ("before", "bracket")):
        page = screen(gallery.built(state, root), "?show=bracket", at=gallery.now(state))
        assert view(page) == expected
    folder = gallery.built("duel-40", root)
    page = screen(folder, "../overlay/bracket.html", at=gallery.now("duel-40"))
    assert view(page) == "bracket", "a stream shows exactly what was asked for"


LINES = """(name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top))).size;
}"""


@pytest.mark.parametrize("size", [HD, FULL, UPRIGHT])
@pytest.mark.parametrize("state", ["duel-40", "final-running", "long-duel"])
def test_two_alone_on_a_display_have_names_of_one_size_with_whole_words(
    screen: Shown, root: Path, state: str, size: tuple[int, int]
) -> None:
    page = screen(gallery.built(state, root), "?show=feature&part=1", size, at=gallery.now(state))
    names = page.locator(".fs.alone .nm")
    expect(names).to_have_count(2)
    sizes = names.evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
    assert state == "long-duel" or len({*sizes}) == 1
    for name in names.locator("b, i").all():
        words = (name.text_content() or "").split()
        assert name.evaluate(LINES) <= len(words), words


def rise(found: Locator) -> tuple[float, float]:
    """Where it begins and ends, from the top."""
    at = box(found)
    return at["y"], at["y"] + at["height"]


def box(found: Locator) -> dict[str, float]:
    room = found.bounding_box()
    assert room is not None
    return dict(room)


def below(heads: Locator) -> bool:
    return box(heads.nth(0))["y"] < box(heads.nth(1))["y"]


def test_a_round_of_many_matches_is_shown_page_by_page(screen: Shown, tmp_path: Path) -> None:
    made = drawings.event(64, double=True, rounds=2, open_tables=99)
    page = screen(write(made, tmp_path), "?show=bracket")
    pages = page.locator(".pg span").all_inner_texts()
    assert pages == ["Winners’ round 2", "Losers’ round 1"]
    seen = seen_live(page)
    page.clock.run_for(15_500)
    expect(page.locator(".rng")).to_have_text("Losers’ round 1")
    assert seen | seen_live(page) == live(made)
    whole = "(each) => each.scrollWidth <= each.clientWidth"
    assert page.evaluate(f"[...document.querySelectorAll('.nm, .what, h2')].every({whole})")


def test_a_named_display_follows_its_line_while_it_hangs_there(
    screen: Shown, tmp_path: Path
) -> None:
    made = displays.event(60, waiting=14, screens=[Screen("Hall 1", Show.PAIRINGS, "A-F", 4)])
    folder = write(made, tmp_path)
    page = screen(folder, "hall-1.html")
    assert all(row.text[0] in "ABCDEF" for row in rows(page))
    assert page.locator(".col").count() == 4
    event = replace(made.event, screens=(Screen("Hall 1", Show.CLOCK, message="Lunch at one"),))
    write(replace(made, event=event), folder)
    page.clock.run_for(POLL)
    expect(page.locator("body")).to_have_attribute("data-view", "clock")
    expect(page.locator(".note")).to_have_text("Lunch at one")
    write(replace(made, event=replace(made.event, screens=())), folder)
    page.clock.run_for(POLL)
    expect(page.locator("body")).to_have_attribute("data-view", "pairings")
    expect(page.locator(".note")).to_be_hidden()


def test_left_alone_for_a_day_a_screen_is_right_after_thirty_updates(
    screen: Shown, tmp_path: Path
) -> None:
    folder = write(displays.event(40, waiting=8), tmp_path / "stick")
    away = tmp_path / "away"
    page = screen(folder, "?show=results")
    for update in range(1, 31):
        if update % 10 == 5:
            folder.rename(away)
            page.clock.fast_forward(timedelta(minutes=10).total_seconds() * 1000)
            page.clock.run_for(POLL * 2)
            expect(page.locator(".old")).to_contain_text("not connected for")
            assert rows(page)  # the last good page stays
            shutil.copytree(away, folder)
            shutil.rmtree(away)
        waiting = update % 9
        write(displays.event(40, waiting=waiting), folder)
        page.clock.fast_forward(48 * 60_000)
        page.clock.run_for(POLL)
        total = len(displays.event(40, waiting=0).rounds[-1].tables)
        expect(page.locator("h1")).to_contain_text(f"{total - waiting} of {total} results")
        expect(page.locator(".old")).to_be_hidden()
    assert page.evaluate("document.querySelectorAll('script').length") < 6
    assert page.evaluate("document.querySelectorAll('section').length") == 1


def test_half_of_a_publication_is_never_shown(screen: Shown, tmp_path: Path) -> None:
    folder = write(displays.event(60, waiting=3), tmp_path)
    page = screen(folder, "?show=results")
    before = page.locator("h1").inner_text()
    pulse = (folder / "display" / "pulse.js").read_bytes()
    write(displays.event(60, waiting=1), folder)
    new = (folder / "display" / "pulse.js").read_bytes()
    (folder / "display" / "pulse.js").write_bytes(pulse)
    page.clock.run_for(POLL * 2)
    assert page.locator("h1").inner_text() == before
    (folder / "display" / "pulse.js").write_bytes(new)

    def shown() -> bool:
        page.clock.run_for(POLL)
        return page.locator("h1").inner_text() != before

    until(shown, "the whole publication")


@pytest.mark.parametrize("wrong", [-10, 10])
def test_a_television_whose_clock_is_wrong_shows_the_hall_s_time(
    browser: Browser, tmp_path: Path, wrong: int
) -> None:
    folder = write(displays.event(24, waiting=2), tmp_path)
    true = datetime.fromisoformat("2026-11-21T14:40:00+00:00")
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()

    def answer(route: Route) -> None:
        path = folder / route.request.url.partition("hall.test/")[2].partition("?")[0]
        kind = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
        headers = {"Date": f"{true:%a, %d %b %Y %H:%M:%S} GMT",
                   "Content-Type": kind.get(path.suffix, "font/woff2")}  # fmt: skip
        if path.exists():
            route.fulfill(body=path.read_bytes(), headers=headers)
        else:
            route.fulfill(status=404)

    page.route("http://hall.test/**", answer)
    page.clock.install(time=true + timedelta(minutes=wrong))
    page.goto("http://hall.test/display/index.html?show=clock")
    page.wait_for_selector(".big")
    page.wait_for_function(f"Math.abs(RunnerClock.now() - {true.timestamp() * 1000}) < 30000")
    page.clock.run_for(1000)
    assert int(page.locator(".big").inner_text().partition(":")[0]) in (44, 45)
    context.close()


def test_without_a_limit_the_clock_shows_how_long_they_have_played(
    screen: Shown, tmp_path: Path
) -> None:
    made = displays.event(24, waiting=2, limit=Limit(None))
    page = screen(write(made, tmp_path), at="2026-11-21T14:40:00+00:00")
    expect(page.locator(".says")).to_have_text("Played so far, no time limit")
    assert OUT in made.clocks[made.rounds[-1].id].began


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [HD, FULL, UPRIGHT] if SOAKING else [HD])
def test_axe_finds_nothing_not_even_by_the_strictest_contrast(
    screen: Shown, tmp_path: Path, size: tuple[int, int]
) -> None:
    folder = write(displays.event(26, waiting=3, rehearsal=True), tmp_path / "pods")
    playoff = write(up_to(swiss_and_playoff(16, PAIRS, swiss=1, cut=8), 2, 2)[1], tmp_path / "duel")
    own = [show for show in Show if show not in (Show.AUTO, Show.EVENTS)]  # that is another page
    looks = [(folder, f"?show={show}", displays.JUST_NOW) for show in own]
    blue = displays.event(26, waiting=3)
    blue = replace(blue, event=replace(blue.event, accent="#0a3c7a"))
    looks.append((write(blue, tmp_path / "blue"), "?show=pairings", displays.JUST_NOW))
    looks += [(folder, "", "2026-11-21T15:30:00+00:00"), (playoff, "?show=bracket", OUT),
              (write(sample.before_the_first_round(), tmp_path / "new"), "", OUT)]  # fmt: skip
    for place, asked, at in looks:
        page = screen(place, asked, size, at)
        results = Axe().run(page, options=RULES)
        assert results.violations_count == 0, f"{asked}:\n{results.generate_report()}"
        page.close()


def test_without_scripts_the_pairings_are_there_to_read(browser: Browser, tmp_path: Path) -> None:
    folder = write(displays.event(118), tmp_path)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "display" / "index.html").as_uri())
    assert page.locator("li").count() == len(pairings(folder))
    assert page.locator("h1").inner_text() == "Lisbon Commander Open: Round 3 of 5"
    context.close()


@pytest.mark.parametrize("old", [True, False])
def test_the_plain_list_is_loaded_anew_where_the_script_cannot_run(
    browser: Browser, tmp_path: Path, old: bool
) -> None:
    folder = write(displays.event(24), tmp_path)
    if old:
        (folder / "display" / "screen.js").write_text("const a = b ? ? c;")
    page = browser.new_page()
    page.clock.install(time=datetime.fromisoformat(displays.JUST_NOW))
    page.goto((folder / "display" / "index.html").as_uri())
    page.wait_for_selector(".plain h1" if old else ".live section")
    page.evaluate("window.before = true")
    if old:
        with page.expect_navigation():
            page.clock.run_for(60_000)
    else:
        page.clock.run_for(60_000)
        assert page.evaluate("window.before")
    page.close()


def test_a_phase_that_keeps_its_results_back_keeps_them_on_screens(
    screen: Shown, tmp_path: Path
) -> None:
    hidden = phase(1, preset="hareruya-shop", rounds=3)
    assert hidden.preset == "hareruya-shop"
    now = replace(swiss_and_playoff(12, PODS, swiss=2), phases=(hidden,))
    _, made, _ = up_to(now, 1, 2)
    folder = write(made, tmp_path)
    for show in ("standings", "results"):
        page = screen(folder, f"?show={show}")
        assert "shown when the last round is over" in page.locator("main").inner_text()


@pytest.mark.parametrize("size", [HD, FULL])
def test_the_stream_overlay_is_transparent_and_follows_the_event(
    screen: Shown, tmp_path: Path, size: tuple[int, int]
) -> None:
    line = Screen("Stream", Show.FEATURE, "1")
    folder = write(displays.event(24, waiting=6, screens=[line]), tmp_path)
    page = screen(folder, "../overlay/index.html", size)
    assert page.locator(".fp").count() == 4
    assert page.locator(".fh").inner_text() == "Round 3 · Table 1"
    picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
    assert picture.getpixel((size[0] // 2, size[1] // 4))[3] == 0  # type: ignore[index]
    assert picture.getpixel((size[0] // 2, size[1] - size[1] // 10))[3] > 200  # type: ignore[index]
    inside = """() => [...document.querySelectorAll('.fp *')].filter((each) =>
      each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
      .map((each) => each.innerText)"""
    assert page.evaluate(inside) == []
    write(displays.event(24, waiting=0, screens=[line]), folder)
    page.clock.run_for(POLL)
    expect(page.locator(".fp.win")).to_have_count(1)


def test_standings_and_clock_of_the_overlay_say_what_they_are(
    screen: Shown, tmp_path: Path
) -> None:
    folder = write(displays.event(24, waiting=6), tmp_path)
    page = screen(folder, "../overlay/standings.html")
    assert page.locator("h1").inner_text() == "Standings after round 2"
    heading, panel = box(page.locator("header")), box(page.locator("main"))
    assert heading["height"] > 60
    assert (heading["x"], heading["width"]) == (panel["x"], panel["width"])
    assert abs(heading["y"] + heading["height"] - panel["y"]) < 2
    page = screen(folder, "../overlay/clock.html")
    assert page.locator(".says").inner_text() == "Round 3"


# --- draft screens browser ------------------------------------------------------------------------


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
    stopped_at(page, "2026-11-21T10:05:30+00:00").clock.run_for(1200)
    expect(page.locator(".big")).to_have_text("24:29")
    expect(page.locator(".says")).to_have_text("Deck building until 10:30")
    page.clock.fast_forward(24 * 60_000 + 27_000)
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


def expected(step: Step, picks: Picks) -> str:
    """What stands above the seconds of a step."""
    seconds = f"{step.seconds or LAST_CARD} seconds"
    if not step.pick:
        return (
            f"Review {'of' if picks is Picks.ROCHESTER else 'after'} pack {step.pack} · {seconds}"
        )
    cards = "1 card" if step.cards == 1 else f"{step.cards} cards"
    take = f", take {step.take}" if step.take > 1 else ""
    return f"Pack {step.pack}, pick {step.pick} · {cards}{take} · {seconds}"


@pytest.mark.parametrize(
    ("picks", "players", "more"),
    [
        (Picks.ONE, 8, {}),
        (Picks.ONE, teams(4, 3), {"variant": "trios"}),
        (Picks.TWO, 8, {"mode": Mode.MULTIPLAYER, "drafted": True}),
        (Picks.TEAM, teams(4, 2), {"variant": "two_headed_giant"}),
        (Picks.ROCHESTER, 4, {"limited": "rochester"}),
    ],
    ids=["draft", "team draft", "Commander draft", "Two-Headed Giant draft", "Rochester draft"],
)
def test_a_whole_draft_second_by_second(
    screen: Shown,
    tmp_path: Path,
    picks: Picks,
    players: int | Sequence[Player],
    more: dict[str, object],
) -> None:
    day = drafting(players, **more)
    laid_out = picks is Picks.ROCHESTER
    page = stopped_at(screen(write(day.snapshot, tmp_path), "?show=draft-clock", at=NOW))
    first = "Lay pack 1 open on the table." if laid_out else "Pick up your first pack."
    expect(page.locator(".call")).to_contain_text(first)
    pack = 0
    for step in steps(day.draft.ruleset, picks, 4):
        if step.pack != pack:
            pack = step.pack
            assert line(page) == f"Pack {pack} · {step.cards} cards"
            page.clock.run_for(20_000)  # it waits for the judge
            assert line(page) == f"Pack {pack} · {step.cards} cards"
            ways = [page.locator(f"[data-way={way}].here").count() for way in ("left", "right")]
            assert ways == ([0, 0] if laid_out else [pack % 2, 1 - pack % 2])
            page.keyboard.press("Space")
        seconds = step.seconds or LAST_CARD
        assert (line(page), big(page)) == (expected(step, picks), str(seconds))
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

"""A member of a team finds the team's table: on home, in lists, and as "This is me"."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.day import Day
from tests.support.events import event, played_on, published
from tests.support.site_folder import write_site
from tests.support.teams import phase_of, team_event, teams

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second round of trios is being played."""
    now = team_event(8, "trios")
    snapshot = played_on(now, *published(now), "2-1, 0-2, 2-1")[1]
    root = tmp_path_factory.mktemp("trios")
    write_site(snapshot, root)
    return root


MEMBER = team_event(8, "trios").players[2].members[1]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield context.new_page()
    context.close()
    assert wrong == []


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
        expect(page.locator(".mine")).to_contain_text("Green Foxes")


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
    day = Day(event(teams(9, 3), phase_of("trios", rounds=2), playoff))
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

"""A round in Chromium: two players on their phones, a judge, and a scorekeeper with nothing but a
keyboard."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from runner.core.phone_reports import Role
from tests.support.clerk import R1
from tests.support.phones import at, of_staff, serving, started
from tests.support.scribe import Scribe
from tests.support.services import LOCAL
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

PHONE, TABLET = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
}


class People:
    """Browsers of their own, each with its cookie, at one hall."""

    def __init__(self, browser: Browser, day: Scribe, port: int) -> None:
        self.browser, self.day, self.home = browser, day, f"http://{LOCAL}:{port}"
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def somebody(self, size: dict[str, int], scheme: str) -> Page:
        context = self.browser.new_context(
            viewport=size,  # type: ignore[arg-type]  # what Playwright calls a ViewportSize
            color_scheme=scheme,  # type: ignore[arg-type]  # a text of the parametrization
        )
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def counted(self, *pages: Page) -> None:
        """The watch deals with what has come, and the pages are looked at again."""
        self.day.report = self.day.saved()
        for page in pages:
            page.goto(page.url)


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[People]:
    day = started(tmp_path / "friday")
    with serving(day) as server:
        made = People(browser, day, server.port)
        yield made
        for context in made.contexts:
            context.close()
        assert made.complaints == []


def usable(page: Page) -> None:
    """Nothing keeps anybody from using the page, and nothing is wider than it."""
    results = Axe().run(page, options=RULES)
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"
    width = page.viewport_size["width"]  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('button:not([hidden])')]"
        ".map(each => each.getBoundingClientRect())"
        ".filter(each => each.height < 44 || each.width < 44).length"
    )
    assert small == 0


def typed(page: Page, table: str, result: str) -> None:
    """One slip: its table, Enter, its result, Enter."""
    expect(page.get_by_label("Table")).to_be_focused()
    page.keyboard.type(table)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Result")).to_be_focused()
    page.keyboard.type(result)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_round_by_two_players_a_judge_and_a_scorekeeper(people: People, scheme: str) -> None:
    day, there = people.day, people.home + at(people.day, 1)
    names = [day.report.snapshot.players[each].name for each in day.round.tables[0].players]  # type: ignore[union-attr]
    first, second = (people.somebody(PHONE, scheme) for _ in range(2))

    # The first player types the code wrongly, and then takes the address from the slip.
    first.goto(f"{people.home}/report")
    usable(first)
    first.get_by_label("The code on your table’s slip").fill("ABC 2345")
    first.keyboard.press("Enter")
    expect(first.get_by_role("alert")).to_contain_text("This code is not known")
    usable(first)
    first.goto(there)
    usable(first)
    first.get_by_role("button", name=names[0]).click()
    expect(first.get_by_text("How did it end?")).to_be_visible()
    usable(first)
    first.get_by_label("I drop after this round").focus()
    with first.expect_response(there):
        first.keyboard.press("Enter")
    expect(first.get_by_text("How did it end?")).to_be_visible()
    assert day.pipeline.inbox.reports() == ()
    first.get_by_role("button", name=f"{names[1]} wins").click()
    expect(first.get_by_text("says the same on their own phone")).to_be_visible()
    usable(first)

    # The second finds a seat that is taken, says something else, and then agrees.
    second.goto(there)
    expect(second.get_by_text("has a phone already")).to_have_count(1)
    second.get_by_role("button", name=names[0]).click()
    expect(second.get_by_role("alert")).to_contain_text("Another phone speaks for seat A already")
    usable(second)
    second.get_by_role("button", name=names[1]).click()
    expect(second.get_by_text("confirm")).to_be_visible()
    usable(second)
    second.get_by_role("button", name="Draw", exact=True).click()
    expect(second.get_by_text("You say different things")).to_be_visible()
    usable(second)
    people.counted(first, second)
    assert day.ledger.results.get(R1, {}) == {}
    expect(first.get_by_text("You say different things")).to_be_visible()
    second.get_by_role("button", name=f"{names[1]} wins").click()
    expect(second.get_by_text("It counts in a moment")).to_be_visible()
    usable(second)
    people.counted(first, second)
    assert day.ledger.results[R1] == {1: "B"}
    for page in (first, second):
        expect(page.get_by_role("status")).to_contain_text(f"{names[1]} wins")
        usable(page)

    # A judge gives the other table five minutes, and calls for help there.
    judge = people.somebody(PHONE, scheme)
    judge.goto(people.home + of_staff(day, Role.JUDGE))
    expect(judge.get_by_text("1 of 2")).to_be_visible()
    usable(judge)
    judge.get_by_role("link", name=re.compile("^ *2")).click()
    usable(judge)
    judge.get_by_role("button", name="5 more minutes").click()
    expect(judge.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    judge.get_by_role("button", name="Needs a judge").click()
    expect(judge.get_by_text("No judge needed any more")).to_be_visible()
    usable(judge)
    people.counted()
    assert [(each.table, each.minutes) for each in day.report.snapshot.event.extensions] == [(2, 5)]  # type: ignore[union-attr]
    assert day.told("Table 2 needs a judge")

    # The scorekeeper never touches a mouse.
    keeper = people.somebody(TABLET, scheme)
    keeper.goto(f"{people.home}/report")
    keeper.keyboard.type(of_staff(day).rpartition("/")[2])
    keeper.keyboard.press("Enter")
    expect(keeper.get_by_text("1 of 2 tables left: 2")).to_be_visible()
    usable(keeper)
    keeper.keyboard.type("7")
    keeper.keyboard.press("Enter")
    expect(keeper.get_by_role("alert")).to_contain_text("There is no table 7")
    usable(keeper)
    keeper.goto(keeper.url)
    typed(keeper, "2", "C, A drop")
    expect(keeper.get_by_text("Sent by the staff")).to_be_visible()
    expect(keeper.get_by_label("Table")).to_be_focused()  # for the next slip
    usable(keeper)
    people.counted(keeper)
    expect(keeper.get_by_text("All 2 results are in.")).to_be_visible()
    usable(keeper)
    assert day.ledger.results[R1] == {1: "B", 2: "C"}

"""The pages for results by phone in Chromium: a report is sent once, and until it has arrived."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from runner.core.phone_reports import Role
from runner.render.phones import report as render
from tests.support.clerk import R1
from tests.support.phones import at, now_open, of_staff, seated, serving, started
from tests.support.scribe import Scribe, go, results, say
from tests.support.scribe import result as typed
from tests.support.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WAITS = "Not sent yet; trying again…"
DROPPED = "Your last report may not have arrived"


class HallOfTests:
    """A day whose pages are served, at one address, until the server goes."""

    def __init__(self, day: Scribe) -> None:
        self.day, self.port, self._running = day, 0, ExitStack()
        self.comes()

    def comes(self) -> None:
        self.port = self._running.enter_context(serving(self.day, self.port)).port

    def goes(self) -> None:
        self._running.close()

    def url(self, there: str) -> str:
        return f"http://127.0.0.1:{self.port}{there}"

    def table(self, table: int = 1) -> str:
        return self.url(at(self.day, table))

    def reported(self) -> list[tuple[int, str]]:
        return [(each.table, each.result) for each in self.day.pipeline.inbox.reports()]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallOfTests]:
    made = HallOfTests(started(tmp_path / "friday"))
    yield made
    made.goes()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844})
    made.set_default_timeout(15_000)
    expect.set_options(timeout=15_000)
    yield made
    made.close()


@pytest.fixture
def page(hall: HallOfTests, context: BrowserContext) -> Iterator[Page]:
    """The phone of seat A of table 1; what it complains of is a fault, but for a gone server."""
    complaints: list[str] = []
    made = context.new_page()
    made.on("console", lambda each: complaints.append(each.text))
    made.on("pageerror", lambda each: complaints.append(str(each)))
    made.goto(hall.table())
    made.locator("button[name=seat]").first.click()
    expect(made.get_by_text("How did it end?")).to_be_visible()
    yield made
    assert [each for each in complaints if not each.startswith("Failed to load resource")] == []


def result(page: Page, number: int) -> None:
    page.locator("button[name=result]").nth(number).click()


@pytest.mark.parametrize("script", [True, False])
def test_a_link_on_another_site_leaves_the_phone_its_seat(
    hall: HallOfTests, browser: Browser, script: bool
) -> None:
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    page.goto(hall.table())
    page.locator("button[name=seat]").first.click()
    expect(page.get_by_text("How did it end?")).to_be_visible()
    elsewhere = "http://chat.example/"
    page.route(f"{elsewhere}*", lambda route: route.fulfill(
        content_type="text/html", body=f'<a href="{hall.table()}">your table</a>',
    ))  # fmt: skip
    page.goto(elsewhere)
    page.get_by_role("link", name="your table").click()
    expect(page.get_by_text("How did it end?")).to_be_visible()
    result(page, 0)
    expect(page.get_by_text("your report")).to_be_visible()
    context.close()


def test_a_double_tap_reports_once_and_buttons_rest_meanwhile(
    hall: HallOfTests, page: Page
) -> None:
    waiting: list[Route] = []
    page.route("**/report/*", lambda route: waiting.append(route))
    result(page, 0)
    until(
        lambda: (
            len(waiting) > 0
            and page.locator("button:disabled").count() == page.locator("button").count() > 0
        )
    )
    page.evaluate("document.querySelector('button[name=result]').click()")
    page.evaluate("document.querySelector('main form').requestSubmit()")
    page.unroute("**/report/*")  # what has waited goes on
    assert [each.request.method for each in waiting].count("POST") == 1
    expect(page.get_by_text("your report")).to_be_visible()
    assert page.locator("button:disabled").count() == 0
    assert hall.reported() == [(1, "A")]


def test_what_does_not_arrive_is_sent_once_the_server_is_back(
    hall: HallOfTests, page: Page
) -> None:
    hall.goes()
    result(page, 1)
    expect(page.get_by_text(WAITS)).to_be_visible()
    hall.comes()
    expect(page.get_by_text("your report")).to_be_visible()
    expect(page.get_by_text(WAITS)).to_be_hidden()
    assert hall.reported() == [(1, "B")]
    assert page.evaluate("localStorage.length") == 0


def test_it_is_sent_after_a_reload_too(hall: HallOfTests, page: Page) -> None:
    page.route("**/report/*", lambda route: (
        route.abort() if route.request.method == "POST" else route.continue_()
    ))  # fmt: skip
    result(page, 1)
    expect(page.get_by_text(WAITS)).to_be_visible()
    page.reload()
    expect(page.get_by_text(WAITS)).to_be_visible()
    assert hall.reported() == []
    page.unroute("**/report/*")
    expect(page.get_by_text("your report")).to_be_visible()
    assert hall.reported() == [(1, "B")]


def test_an_answer_that_is_lost_reports_once(hall: HallOfTests, page: Page) -> None:
    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/report/*", lost, times=2)
    result(page, 0)
    expect(page.get_by_text("your report")).to_be_visible()
    assert hall.reported() == [(1, "A")]


def next_round(day: Scribe) -> None:
    day.change(results(day.round, lambda table: "A"))
    day.change(go(2))


@pytest.mark.parametrize("how", ["the round changes", "it is paired again", "another page"])
def test_it_never_goes_into_another_round(hall: HallOfTests, page: Page, how: str) -> None:
    hall.goes()
    result(page, 1)
    expect(page.get_by_text(WAITS)).to_be_visible()
    if how == "it is paired again":
        hall.day.change(say("Re-pair", 1))
    else:
        next_round(hall.day)
    if how == "another page":
        page.goto("about:blank")
    hall.comes()
    if how == "another page":
        page.goto(hall.table())
        expect(page.get_by_text("Who are you?")).to_be_visible()
    else:
        over = "This round is over" if how == "the round changes" else "This code is not known"
        expect(page.get_by_text(over)).to_be_visible()
    expect(page.get_by_text(DROPPED)).to_be_visible(visible=how != "the round changes")
    page.reload()
    expect(page.get_by_text(DROPPED)).to_be_hidden()
    assert hall.reported() == []
    assert page.evaluate("localStorage.length") == 0


def test_a_result_that_counts_meanwhile_stays(hall: HallOfTests, page: Page) -> None:
    page.route("**/report/*", lambda route: route.abort())
    result(page, 1)
    expect(page.get_by_text(WAITS)).to_be_visible()
    there = at(hall.day, 1)
    for seat in (1, 2):
        seated(hall.port, there, seat).post(there, result="A|")
    hall.day.report = hall.day.saved()
    page.goto("about:blank")  # it tries no more while the network comes back
    page.unroute("**/report/*")
    page.goto(hall.table())
    expect(page.get_by_text("This result counts")).to_be_visible()
    expect(page.get_by_text("You reported a different result")).to_be_visible()
    assert hall.reported() == [(1, "A"), (1, "A"), (1, "B")]
    hall.day.report = hall.day.saved()
    assert hall.day.ledger.results[R1] == {1: "A"}
    assert page.evaluate("localStorage.length") == 0
    expect(page.get_by_text(DROPPED)).to_be_hidden()


def test_a_player_tells_the_desk_that_a_result_is_wrong_and_withdraws(
    hall: HallOfTests, page: Page
) -> None:
    there = at(hall.day, 1)
    for seat in (1, 2):
        seated(hall.port, there, seat).post(there, result="A|")
    hall.day.report = hall.day.saved()
    page.goto(hall.table())
    page.get_by_text("It ended differently").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("You reported a different result")).to_be_visible()
    hall.day.report = hall.day.saved()
    assert "A counts, and seat A reports draw" in hall.day.told("Table 1:")
    page.get_by_role("button", name="Withdraw my report").click()
    expect(page.get_by_text("It ended differently")).to_be_visible()
    hall.day.report = hall.day.saved()
    assert "phones.objects" not in {each.code for each in hall.day.report.problems}


@pytest.fixture
def quick(context: BrowserContext) -> None:
    """Pages look every half second what has come."""
    context.add_init_script(
        "const later = setTimeout; setTimeout = (do_, ms) => later(do_, ms === 10000 ? 500 : ms);"
    )


@pytest.mark.usefixtures("quick")
def test_an_open_page_says_what_others_report_and_what_counts(
    hall: HallOfTests, page: Page
) -> None:
    day, there = hall.day, at(hall.day, 1)
    page.evaluate("window.same = true")
    first, second = (seated(hall.port, there, seat) for seat in (1, 2))
    first.post(there, result="B|")
    expect(page.get_by_text("confirm")).to_be_visible()
    second.post(there, result="B|")
    day.report = day.saved()
    counts = page.locator("[data-counts]")
    expect(counts).to_contain_text(f"{now_open(day).tables[1].seats[1][1]} wins")
    day.change(typed(R1, 1, "D"))
    expect(counts).to_contain_text(f"{now_open(day).tables[1].seats[3][1]} wins")
    day.change(typed(R1, 1, ""))
    expect(page.get_by_text("How did it end?")).to_be_visible()
    day.change(say("Re-pair", 1))
    expect(page.get_by_text("This code is not known")).to_be_visible()
    assert page.evaluate("window.same"), "not by loading the page again"


@pytest.mark.usefixtures("quick")
def test_nothing_moves_under_a_hand(hall: HallOfTests, page: Page) -> None:
    there, drops = at(hall.day, 1), page.get_by_label("I drop after this round")
    drops.check()
    seated(hall.port, there, 1).post(there, result="B|")
    with pytest.raises(AssertionError):
        expect(page.get_by_text("confirm")).to_be_visible(timeout=2_000)
    expect(drops).to_be_checked()
    drops.uncheck()
    expect(page.get_by_text("confirm")).to_be_visible()
    expect(drops).to_be_focused()


def test_the_next_step_has_the_focus(hall: HallOfTests, page: Page) -> None:
    heading = page.get_by_role("heading", level=1)
    for button in ("C", "Withdraw my report", "This is not me"):
        expect(heading).to_be_focused()
        page.get_by_role("button", name=re.compile(f"^{button}")).click()
    expect(page.get_by_text("Who are you?")).to_be_visible()
    expect(heading).to_be_focused()
    expect(page.get_by_text(DROPPED)).to_be_hidden()


@pytest.mark.usefixtures("quick")
def test_a_judge_sees_the_new_time_without_loading_again(
    hall: HallOfTests, context: BrowserContext
) -> None:
    there = of_staff(hall.day, Role.JUDGE)
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(hall.url(f"{there}?table=1"))
        page.evaluate("window.same = true")
    pages[0].get_by_role("button", name="5 more minutes").click()
    for page in pages:
        expect(page.locator(".left")).to_contain_text("· +5")
    hall.day.report = hall.day.saved()
    pages[1].goto(hall.url(there))
    pages[1].get_by_role("button", name=re.compile("^Undo")).click()
    expect(pages[1].get_by_role("heading", name="Table 1")).to_be_visible()
    assert pages[1].url.endswith("?table=1"), "where it looks again"
    for page in pages:
        expect(page.locator(".left")).not_to_contain_text("+")
    assert pages[0].evaluate("window.same")


def test_a_scorekeeper_types_on_without_a_mouse(hall: HallOfTests, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(hall.url(of_staff(hall.day)))
    for table in ("1", "2"):
        for label, text in (("Table", table), ("Result", "B")):
            expect(page.get_by_label(label)).to_be_focused()
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        expect(page.locator(".reported li")).to_have_count(int(table))
    assert hall.reported() == [(1, "B"), (2, "B")]


def test_a_scorekeepers_result_does_not_go_into_the_next_round_either(
    hall: HallOfTests, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(hall.url(of_staff(hall.day)))
    hall.goes()
    page.get_by_label("Table").fill("1")
    page.get_by_label("Result").fill("B")
    page.keyboard.press("Enter")
    expect(page.get_by_text(WAITS)).to_be_visible()
    next_round(hall.day)
    hall.comes()
    expect(page.get_by_text("this was typed before")).to_be_visible()
    assert hall.reported() == []


def test_all_of_it_works_without_the_script(hall: HallOfTests, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(hall.table())
    page.locator("button[name=seat]").first.click()
    result(page, 0)
    expect(page.get_by_text("your report")).to_be_visible()
    assert page.locator("noscript").count() == 1
    assert hall.reported() == [(1, "A")]
    context.close()


def test_the_script_is_for_browsers_of_four_years_ago() -> None:
    script = re.sub(r"/\*.*?\*/|`[^`]*`", "", render.script(), flags=re.DOTALL)
    for newer in ("?.", "??", "catch {", "{ ...", "**", "#", "matchAll", "flatMap", "replaceAll"):
        assert newer not in script


def test_it_can_be_used_by_everybody(hall: HallOfTests, page: Page) -> None:
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    options = {"runOnly": {"type": "tag", "values": rules}}
    result(page, 0)
    expect(page.get_by_text("your report")).to_be_visible()
    page.evaluate("document.querySelector('[data-unsent]').hidden = false")
    assert Axe().run(page, options=options).response["violations"] == []
    hall.day.change(results(hall.day.round, lambda table: "A"))
    for there in (at(hall.day, 1), of_staff(hall.day), f"{of_staff(hall.day)}/check"):
        page.goto(hall.url(there))
        assert Axe().run(page, options=options).response["violations"] == [], there
    assert hall.day.ledger.results[R1] == {1: "A", 2: "A"}

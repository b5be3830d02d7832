"""Times of day in sentences, of whatever language, and lists."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page

from runner.compute.clock import clock
from runner.core.identifiers import RoundId
from runner.core.language import listed, numbered, speaking
from runner.core.rounds import Round, Seat, Table
from runner.render.documents.fitting import Widths, lines_of
from runner.render.scripts import clock as clock_script
from runner.render.timed_text import TimedText, clock_facts, pieces
from runner.rules.limits import PLAYERS_LEFT, Limit
from tests.support.pseudo import Pseudo

MOMENT = "2026-11-21T15:30:00+09:00"


@pytest.mark.parametrize(("text", "before", "after"), [
    ("Time at 15:30.", "Time at ", "."), ("15:30まで", "", "まで"),
    ("終了予定は15:30です", "終了予定は", "です"),
    ("15:30Uhr", "", "Uhr"), ("Changed, 15:30: table 1.", "Changed, ", ": table 1."),
    ("終了:15:30", "終了:", ""),
])  # fmt: skip
def test_a_time_is_found_beside_letters_of_any_script(text: str, before: str, after: str) -> None:
    told = [*pieces(TimedText(text, {"15:30": MOMENT}))]
    assert told == [(before, ""), ("15:30", MOMENT), (after, "")]


@pytest.mark.parametrize("text", ["115:30", "15:305", "15:30:07", "07:15:30", "5:30"])
def test_other_numbers_are_no_times(text: str) -> None:
    assert [*pieces(TimedText(text, {"15:30": MOMENT}))] == [(text, "")]


def test_lists_are_said_in_the_language_that_is_spoken() -> None:
    names = ["Ana", "Bo", "Cy", "Di"]
    assert listed(names, 3) == "Ana, Bo and 2 more"
    assert numbered(range(1, 16)) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more"
    assert numbered([1, 3, 4]) == "1, 3, 4"
    with speaking(Pseudo()):
        assert listed(names, 3) == "Ana + Bo + ⟦2 more⟧"
        assert numbered([1, 3, 4, 5], most=2) == "⟦1, 3 and ⟦2 more⟧⟧"


# --- ticking --------------------------------------------------------------------------------------


BEGAN = "2026-11-21T14:10:00+01:00"
PODS = Limit(75, PLAYERS_LEFT, 20)


def at(hour: str) -> str:
    return f"2026-11-21T{hour}:00+01:00"


def facts(
    limit: Limit = PODS, began: str = BEGAN, *stops: tuple[str, str], drawn: bool = False
) -> dict[str, object]:
    """Those of a round of two tables, of which the second has 7 minutes more."""
    tables = tuple(
        Table(number, tuple(map(Seat, "abcd")), intentional=drawn and number == 2)
        for number in (1, 2)
    )
    extra: dict[int | None, int] = {2: 7}
    made = clock(Round(RoundId(1, 1), tables), limit, began, extra, (1, 2), stops=stops)
    return clock_facts(made)


def test_the_facts_are_those_of_the_hall() -> None:
    found = facts(PODS, BEGAN, (at("14:40"), at("14:50")))
    assert (found["called"], found["ends"]) == (f"{at('15:35')}", f"{at('15:55')}")
    assert found["stops"] == [[at("14:40"), at("14:50")]]
    assert found["tables"] == [[2, at("15:42"), at("16:02"), 7, False]]
    assert found["turns"] == "one extra turn per player left"
    assert found["hall"] is True
    assert facts(began="2026-11-21T13:10:00+00:00")["hall"] is False


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(timezone_id="Europe/Lisbon")
    page = context.new_page()
    page.clock.install(time=datetime.fromisoformat(at("14:00")))
    page.goto("about:blank")
    page.evaluate(clock_script())
    yield page
    context.close()


def told(page: Page, found: dict[str, object], when: str, table: int | None = None) -> str:
    """State, seconds left and until when, at an instant."""
    page.clock.set_fixed_time(datetime.fromisoformat(when))
    said = page.evaluate("([facts, table]) => RunnerClock.at(facts, table)", [found, table])
    return f"{said['state']} {said['left']} {said['until'][11:16]}".strip()


@pytest.mark.browser
def test_from_the_start_to_the_end_of_the_extra_turns(page: Page) -> None:
    for when, said in {
        "14:09": "waiting 60 14:10", "14:10": "running 4500 15:25", "15:24": "running 60 15:25",
        "15:25": "called 1200 15:45", "15:44": "called 60 15:45", "15:45": "over 0 15:45",
    }.items():  # fmt: skip
        assert told(page, facts(), at(when)) == said, when
    assert told(page, facts(), at("15:26"), 2) == "running 360 15:32"
    assert told(page, facts(), "2026-11-21T15:24:59.400+01:00") == "running 1 15:25"


@pytest.mark.browser
def test_a_clock_that_stands_still(page: Page) -> None:
    twice = facts(PODS, BEGAN, (at("14:40"), at("14:50")), (at("15:00"), ""))
    for when, said in {
        "14:30": "running 3300 15:35", "14:40": "stopped 2700 15:35", "14:49": "stopped 2700 15:35",
        "14:50": "running 2700 15:35", "15:00": "stopped 2100 15:35", "23:00": "stopped 2100 15:35",
    }.items():  # fmt: skip
        assert told(page, twice, at(when)) == said, when
    in_the_turns = facts(PODS, BEGAN, (at("15:30"), at("15:40")))
    assert told(page, in_the_turns, at("15:35")) == "stopped 900 15:55"
    assert told(page, in_the_turns, at("15:41")) == "called 840 15:55"


@pytest.mark.browser
def test_rounds_without_a_limit_and_without_a_start(page: Page) -> None:
    assert told(page, facts(Limit(None)), at("14:40")) == "untimed 1800"
    assert told(page, facts(Limit(None), BEGAN, (at("14:20"), at("14:30"))), at("14:40")) == (
        "untimed 1200"
    )
    assert told(page, facts(Limit(75, "5")), at("15:40")) == "called 0"
    assert told(page, facts(began=""), at("14:40")) == "unknown 0"
    pod = facts(Limit(None, PLAYERS_LEFT, 20, 150), drawn=True)
    assert told(page, pod, at("16:00"), 2) == "running 2820 16:47"
    assert told(page, pod, at("16:00"), 1) == "untimed 6600"


@pytest.mark.browser
def test_hours_are_those_of_the_hall_where_they_are_known(page: Page) -> None:
    hour = "([facts, iso]) => RunnerClock.hour(facts, iso)"
    assert page.evaluate(hour, [facts(), at("15:25")]) == "15:25"  # Lisbon has 14:25
    summer = "2026-07-21T13:10:00+00:00"
    assert page.evaluate(hour, [facts(began=summer), summer]) == "14:10"
    assert page.evaluate("RunnerClock.text(4300)") == "71:40"
    assert page.evaluate("RunnerClock.text(-3)") == "0:00"


@pytest.mark.browser
@pytest.mark.parametrize("wrong", [timedelta(minutes=10), timedelta(minutes=-10), timedelta(0)])
def test_a_device_whose_clock_is_wrong_asks_the_server(browser: Browser, wrong: timedelta) -> None:
    context = browser.new_context()
    page = context.new_page()
    true = datetime.fromisoformat(at("15:00"))
    date = (true - timedelta(hours=1)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    asked = []

    def answer(route: object) -> None:
        asked.append(route.request.method)  # type: ignore[attr-defined]
        route.fulfill(body="<p>", headers={"Date": date, "Content-Type": "text/html"})  # type: ignore[attr-defined]

    page.route("http://hall.test/**", answer)
    page.clock.install(time=true + wrong - timedelta(hours=1))  # it runs until it is paused
    page.clock.pause_at(true + wrong)
    page.goto("http://hall.test/display/index.html")
    page.evaluate(clock_script())
    assert abs(page.evaluate("RunnerClock.now()") / 1000 - (true + wrong).timestamp()) < 2
    page.evaluate("RunnerClock.check(location.href)")
    page.wait_for_function(f"Math.abs(RunnerClock.now() / 1000 - {true.timestamp()}) < 2")
    if not wrong:  # a good clock is better than a date without fractions of a second
        assert page.evaluate("RunnerClock.now() - Date.now()") == 0
    assert asked == ["GET", "HEAD"]
    context.close()


# --- fitting --------------------------------------------------------------------------------------


_WIDTHS = Widths("regular", {})


@pytest.mark.parametrize(("name", "last_on_the_line", "lines"), [
    ("Zimmermann-Quast, Hans", "Zimmermann-Quast", ["Zimmermann-", "Quast, Hans"]),
    ("Krüger-Zimmermann, Dirk", "Krüger-Zimmerman", ["Krüger-", "Zimmermann, Dirk"]),
    ("Lopez-Fischer-Ueda, Pia", "Lopez-Fischer-U", ["Lopez-Fischer-", "Ueda, Pia"]),
    ("-Zimmermann", "-Zimmer", ["-Zimmer", "mann"]),
    ("Zimmermann", "Zimmer", ["Zimmer", "mann"]),
    ("Quast Hans-Otto", "Quast Hans", ["Quast", "Hans-Otto"]),
])  # fmt: skip
def test_a_wide_word_is_broken_at_its_hyphens_where_it_has_some(
    name: str, last_on_the_line: str, lines: list[str]
) -> None:
    assert lines_of(name, _WIDTHS.of(last_on_the_line) + 0.05, _WIDTHS) == lines

"""A number that slipped: too many rounds, points that no match brings, figures without measure."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from runner.core.event import RoundId
from runner.pairing.state import PairingInput, from_document
from runner.rules.ruleset import ruleset, to_document
from runner.workbook.read.read import read
from tests.support.events import phase, planned
from tests.support.problems import fix_text
from tests.support.scribe import Scribe, Value, go, result, results, say
from tests.support.workbooks import at, edited, with_cell

pytestmark = pytest.mark.thorough  # left out of make quick


def rounds(number: Value) -> Callable[[Workbook], None]:
    """So many typed under Rounds."""

    def change(book: Workbook) -> None:
        book["Phases"]["E5"] = number

    return change


def sheets(me: Scribe) -> list[int]:
    """The rounds that have a sheet, once the workbook is closed."""
    me.close()
    event = read(me.data)[0]
    assert event is not None
    return [sheet.id.number for sheet in event.rounds]


def lines(me: Scribe) -> list[Value]:
    """The rounds that Decisions has a line for."""
    found = load_workbook(BytesIO(me.data))["Decisions"].iter_rows(min_row=5)
    return [line[2].value for line in found if line[0].value == "Pair round"]  # type: ignore[misc]


@pytest.fixture
def me(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "friday", planned(18, rounds=3))


@pytest.mark.parametrize("number", [100, 500, 2026, 99_999, 10**15, -1, 0, 2.5, "5OO", "５００"])
def test_a_number_of_rounds_that_nobody_plays_holds_everything_up(
    me: Scribe, number: Value
) -> None:
    me.change(rounds(number))
    assert "Phases!E5" in me.told("Type a whole number from 1 to 99 under Rounds")
    assert me.report.snapshot is None
    me.change(rounds(3), go(1))
    assert sheets(me) == [1, 2, 3]
    assert me.round.id == RoundId(1, 1)


def test_more_rounds_than_any_day_has_are_asked_about(me: Scribe) -> None:
    me.change(rounds(50))
    assert "Phases!E5: Swiss would have 50 rounds." in me.told("would have 50 rounds")
    assert me.report.snapshot is None
    assert sheets(me) == [1, 2, 3]
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None
    assert sheets(me) == [1, 2, 3]
    me.change(go(1))
    assert me.round.id == RoundId(1, 1)
    me.change(results(me.round, lambda _: "A"), rounds(5))
    assert me.report.snapshot is not None


def test_more_rounds_than_usual_are_told_and_their_sheets_come_by_and_by(me: Scribe) -> None:
    me.change(rounds(30))
    assert "more than 10 are unusual for 18 players" in me.told("Swiss has 30 rounds")
    assert me.report.snapshot is not None
    assert sheets(me) == lines(me) == [1, 2, 3]
    for number in (1, 2):
        me.change(go(number))
        me.close()
        me.change(results(me.round, lambda _: "A"))
    assert sheets(me) == lines(me) == [1, 2, 3, 4]
    me.change(rounds(10))
    assert not me.problems
    assert sheets(me) == lines(me) == [*range(1, 11)]


@pytest.mark.parametrize(
    "more", ["1e40", "1e400", "1e9999", "1e999999999", "1e-40", "-10001", "1e5"]
)
def test_points_that_no_match_brings_are_told_at_their_cell(me: Scribe, more: str) -> None:
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "A"))
    first = me.round
    me.change(result(first.id, 1, f"A {more}, B 1, C 0, D 0"), go(2))
    assert me.told(f"“A {more}” is").startswith("Round 1!")
    assert me.round.id == first.id
    assert not me.ledger.rounds.keys() - {first.id}
    me.change(result(first.id, 1, "A 10000, B -1, C 1/3, D 0.25"))
    assert me.round.id == RoundId(1, 2)


@pytest.mark.parametrize(
    ("heading", "value", "why"),
    [
        ("Points for a win", 1e308, "at most 10000"),
        ("Points for a win", "1e400", "at most 10000"),
        ("Points for a win", "1e-300", "at most 15 decimals"),
        ("Points for a win", "1e9999", "it should be a number"),
        ("Points for a win", "1,000", "two ways"),
        ("Points for a win", "3²", "ordinary figures"),
        ("Points for a draw", "½", "ordinary figures"),
        ("Extra turns", 2.5, "a whole number or players_left"),
        ("Extra turns", "50%", "a whole number or players_left"),
        ("Extra turns", 100, "at most 99"),
        ("Extra-turn minutes", 10**6, "at most 600"),
        ("Most byes", 1e18, "at most 9999"),
        ("Wager of a bye", 1e6, "at most 100"),
        ("Seat factors", "1, 1e9, 1, 1", "at most 10000"),
        ("Points by place", "1e400", "at most 10000"),
        ("Cut at points", 10**7, "at most 1000000"),
        ("First pod", 10**9, "at most 9999"),
        ("Advance from a group", 10**9, "at most 1000"),
    ],
)
def test_every_setting_has_its_bounds(heading: str, value: Value, why: str) -> None:
    def change(book: Workbook) -> None:
        sheet = book["Event"]
        sheet["A40"], sheet["B40"] = heading, value

    problem = at(edited(change), "Event", "B40")
    assert problem.fatal
    assert why in f"{problem.text} {fix_text(problem.fix)}"


@pytest.mark.parametrize(
    ("sheet", "cell", "most"),
    [
        ("Players", "D6", 999), ("Players", "E6", 999), ("Players", "F6", 999),
        ("Players", "H6", 99), ("Players", "I6", 99_999), ("Phases", "E5", 99), ("Phases", "F5", 5),
        ("Phases", "G5", 9999), ("Penalties", "A5", 999), ("Time", "A5", 999),
        ("Time", "B5", 99_999), ("Time", "C5", 600),
    ],
)  # fmt: skip
def test_every_whole_number_has_its_bounds(sheet: str, cell: str, most: int) -> None:
    def change(book: Workbook) -> None:
        if sheet == "Time":
            book[sheet]["A5"] = 1
        book[sheet][cell] = most + 1

    problem = at(edited(change), sheet, cell)
    assert f"to {most} under" in fix_text(problem.fix)
    assert problem.fatal is (sheet == "Phases")


def test_a_formula_that_comes_to_too_much_is_told() -> None:
    phase_ = phase(1, settings={"win": "1/2", "opponent_floor": "1/win"})
    rules, problems = ruleset(phase_, {})
    assert rules.opponent_floor == 1
    assert "comes to 2: it should be at most 1." in problems[0].text
    state = {"mode": "multiplayer", "preset": "mamtr", "seed": "s", "round": 1, "players": [],
             "settings": to_document(rules)}  # fmt: skip
    assert isinstance(from_document(state), PairingInput)


@pytest.mark.parametrize("typed", ["2-1²", "A ½, B 0", "3²"])
def test_raised_figures_are_not_read_as_others(typed: str) -> None:
    assert "ordinary figures" in fix_text(
        at(with_cell("Round 1", "G5", typed), "Round 1", "G5").fix
    )


def test_the_number_of_a_decision_may_be_ever_so_long() -> None:
    data = with_cell("Decisions", "C5", "9" * 5000)
    assert read(data)[0] is not None

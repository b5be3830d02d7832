"""Saves in which one sheet stands for another, or headings have changed places: nothing of them is
published, and nothing is left of them once they are undone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from runner.core.event import Phase, RoundId
from tests.support.events import phase, planned
from tests.support.scribe import HEAD, Scribe, column, go, put, result, results, rows, say

pytestmark = pytest.mark.thorough  # left out of make quick

R2 = RoundId(1, 2)
Change = Callable[[Workbook], object]


def scribe(root: Path) -> Scribe:
    """Fourteen players, one of whom left after round 1; one result of round 2 is in."""
    me = Scribe(root, planned(14, rounds=3))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "ABC"[table % 3]))
    me.change(put("Players", "Drops after round", lambda was: [None, 1, *was[2:]]))
    me.change(go(2))
    me.close()
    me.change(result(R2, 1, "B"))
    return me


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scribe, bytes]:
    me = scribe(tmp_path_factory.mktemp("sheets") / "friday")
    return me, me.data


@pytest.fixture
def good(event: tuple[Scribe, bytes]) -> Scribe:
    """The event, its workbook as it was."""
    me, data = event
    me.saved(data)
    me.close()
    assert not me.problems
    return me


def swapped_tabs(book: Workbook) -> None:
    one, other = book["Round 1"], book["Round 2"]
    one.title, other.title = "between", "Round 1"
    one.title = "Round 2"


def pasted(book: Workbook, first: int = 1, rows_: int = 99) -> None:
    """Round 1 over Round 2, from one column on."""
    one, other = book["Round 1"], book["Round 2"]
    for row in range(HEAD + 1, min(one.max_row, HEAD + rows_) + 1):
        for at in range(first, one.max_column + 1):
            other.cell(row, at).value = one.cell(row, at).value


def headings(sheet: str, one: str, other: str) -> Change:
    """Two headings that change places."""

    def change(book: Workbook) -> None:
        page = book[sheet]
        here, there = column(page, one), column(page, other)
        page.cell(HEAD, here).value, page.cell(HEAD, there).value = other, one

    return change


OF_ANOTHER = "By the keys in column Key rows are on the sheet of another round"
MISTAKES: dict[str, tuple[Change, str, str]] = {
    "tabs": (swapped_tabs, OF_ANOTHER, "“Round 1” has those of Round 2 and “Round 2” has those"),
    "pasted": (pasted, OF_ANOTHER, "“Round 2” has those of Round 1"),
    "three rows pasted": (
        lambda book: pasted(book, rows_=3), OF_ANOTHER, "“Round 2” has those of Round 1",
    ),
    "names pasted": (
        lambda book: pasted(book, first=3), "Round 2 has the players of Round 1 at 4 tables",
        "Was one sheet pasted over another?",
    ),
    "tab renamed": (
        lambda book: (book.remove(book["Round 2"]), setattr(book["Round 1"], "title", "Round 2")),
        OF_ANOTHER, "“Round 2” has those of Round 1",
    ),
    "into a round to come": (
        lambda book: (book.remove(book["Round 3"]), setattr(book["Round 1"], "title", "Round 3")),
        OF_ANOTHER, "“Round 3” has those of Round 1",
    ),
    "seats": (
        headings("Round 2", "Seat A", "Seat B"), "have changed places", "“Seat A” and “Seat B”",
    ),
    "result and note": (headings("Round 1", "Result", "Note"), "have changed places", "“Result”"),
    "one drop": (
        headings("Players", "Drops after round", "Enters in round"), "have changed places",
        "“Enters in round” and “Drops after round”",
    ),
    "a name for a club": (
        headings("Players", "Name", "Club or team"), "have changed places",
        "“Name” and “Club or team”",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_what_stands_for_another_is_held_back_with_one_sentence(good: Scribe, what: str) -> None:
    change, words, more = MISTAKES[what]
    data, before, pages = good.data, good.lines(), good.pages()
    good.change(change)
    assert more in good.told(words)
    assert "This save does not count." in good.told(words)
    assert [each for each in good.report.problems if each.fatal and words not in each.text] == []
    assert good.report.snapshot is None
    assert words in good.desk
    assert (good.lines(), good.pages()) == (before, pages)
    good.close()
    good.saved(data)
    good.close()
    assert not good.problems
    assert (good.lines(), good.pages(), good.data) == (before, pages, data)


def test_most_players_gone_from_their_sheet_is_held_back(good: Scribe) -> None:
    data = good.data
    good.change(lambda book: book["Players"].delete_rows(HEAD + 3, 20))
    assert "no row any more for 12 of 14 players who were paired: " in good.told("Players has")
    assert good.report.snapshot is None
    good.saved(data)
    assert not good.problems


def test_the_seats_of_most_tables_in_another_order_are_held_back_and_may_be_meant(
    good: Scribe,
) -> None:
    def turned(book: Workbook) -> None:
        sheet = book["Round 2"]
        for row in rows(sheet, "Seat A"):
            here, there = (sheet.cell(row, column(sheet, each)) for each in ("Seat A", "Seat B"))
            here.value, there.value = there.value, here.value

    data = good.data
    good.change(turned)
    told = good.told("At 4 of 4 tables of Round 2 the players sit in another order.")
    assert "Have two columns, or their headings, changed places?" in told
    assert good.report.snapshot is None
    good.saved(data)
    good.close()
    assert not good.problems


def test_seats_in_another_order_count_where_they_are_meant(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(headings("Round 2", "Seat A", "Seat B"), say("Keep the changes"))
    assert me.report.snapshot is not None


def test_columns_that_move_with_what_they_hold_are_read_as_before(good: Scribe) -> None:
    """Result and Games changed places, headings and all."""

    def moved(book: Workbook) -> None:
        sheet = book["Round 1"]
        here, there = column(sheet, "Result"), column(sheet, "Note")
        for row in range(HEAD, sheet.max_row + 1):
            one, other = sheet.cell(row, here), sheet.cell(row, there)
            one.value, other.value = other.value, one.value

    data, before = good.data, good.lines()
    good.change(moved)
    assert not good.problems
    assert good.lines() == before
    good.saved(data)


def test_an_empty_copy_of_a_sheet_is_a_round_of_its_own(tmp_path: Path) -> None:
    """The organiser made the sheet of round 2 by copying the other, while both were empty."""
    me = Scribe(tmp_path / "friday", planned(14, rounds=2))

    def copied(book: Workbook) -> None:
        book.remove(book["Round 2"])
        book.copy_worksheet(book["Round 1"]).title = "Round 2"

    me.change(copied)
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda _: "A"))
    me.change(go(2))
    me.close()
    me.change(results(me.round, lambda _: "B"))
    assert me.report.snapshot is not None
    assert me.round.id == R2
    assert me.round.finished


# --- phases ---------------------------------------------------------------------------------------


def two_phases(root: Path, *then: Phase) -> Scribe:
    """Round 1 is out, and another phase follows."""
    me = Scribe(root, planned(16, phase(1, rounds=2), *then))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda _: "A"))
    return me


def phase_rows(*order: int) -> Change:
    """The rows of Phases in that order; a row that is not named is gone."""

    def change(book: Workbook) -> None:
        sheet = book["Phases"]
        lines = [[cell.value for cell in sheet[HEAD + at]] for at in (1, 2)]
        for at in (1, 2):
            line = lines[order[at - 1] - 1] if at <= len(order) else [None] * len(lines[0])
            for column_, value in enumerate(line, 1):
                sheet.cell(HEAD + at, column_).value = value

    return change


PLAYOFF = phase(2, "single_elimination", name="Finals", cut=4)
SWISS = phase(2, name="Sunday", rounds=2, cut=8)


@pytest.mark.parametrize(
    ("then", "change", "words"),
    [
        (PLAYOFF, put("Phases", "Type", lambda was: ["Round robin", was[1]]),
         "Round 1 is out as Swiss, but Day 1, which stands in its row, is Round robin"),
        (PLAYOFF, phase_rows(2), "out as Swiss, but Finals, which stands in its row, is Single el"),
        (PLAYOFF, phase_rows(2, 1), "out as Swiss, but Finals, which stands in its row"),
        (SWISS, phase_rows(2), "Where “Day 1” stood, of which round 1 is out, Phases has “Sunday”"),
        (SWISS, phase_rows(2, 1), "Where “Day 1” stood, of which round 1 is out, Phases has “Sun"),
    ],
)  # fmt: skip
def test_phases_that_moved_under_rounds_that_are_out_stop_the_save(
    tmp_path: Path, then: Phase, change: Change, words: str
) -> None:
    me = two_phases(tmp_path / "friday", then)
    data, before, pages = me.data, me.lines(), me.pages()
    me.change(change)
    assert me.told(words).startswith("Phases!")
    assert me.report.snapshot is None
    assert (me.lines(), me.pages()) == (before, pages)
    me.saved(data)
    assert not me.problems


def test_a_phase_may_have_another_name_under_way(tmp_path: Path) -> None:
    me = two_phases(tmp_path / "friday", SWISS)
    me.change(put("Phases", "Name", lambda was: ["Saturday", was[1]]))
    assert not me.problems


# --- sheets and headings that are gone ------------------------------------------------------------


def renamed(sheet: str, old: str, new: str) -> Change:
    """A heading that has another name."""

    def change(book: Workbook) -> None:
        page = book[sheet]
        page.cell(HEAD, column(page, old)).value = new

    return change


@pytest.mark.parametrize(
    ("sheet", "old", "new", "cell"),
    [("Round 2", "Result", "Ergebnis", "G4"), ("Players", "Name", "Spielerin", "B4"),
     ("Phases", "Type", "Art", "C4"), ("Decisions", "Go", "Los", "F4")],
)  # fmt: skip
def test_a_renamed_heading_is_named_with_the_one_in_its_place(
    good: Scribe, sheet: str, old: str, new: str, cell: str
) -> None:
    data, pages = good.data, good.pages()
    good.change(renamed(sheet, old, new))
    told = f"{sheet}!{cell}: The heading “{old}” is missing from “{sheet}”. In its place stands "
    assert good.problems == [f"{told}“{new}”. Type “{old}” over it."]
    assert good.pages() == pages
    good.saved(data)
    assert not good.problems


@pytest.mark.parametrize("sheet", ["Players", "Event", "Decisions"])
def test_a_lost_sheet_comes_back_with_what_stood_on_it(good: Scribe, sheet: str) -> None:
    data, pages = good.data, good.pages()
    good.change(lambda book: book.remove(book[sheet]))
    told = good.told(f"The sheet “{sheet}” is missing.")
    assert "runner restore" in told
    assert good.report.snapshot is None
    assert good.pages() == pages
    good.saved(data)
    assert not good.problems

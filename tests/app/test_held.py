"""Saves with one column sorted or pasted over: held back, and no trace once they are undone."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook

from runner.app.sample_players import players
from runner.core.identifiers import RoundId
from runner.core.phase import Phase
from runner.core.problems import Place
from runner.ledger.entries import EntryKind
from tests.support.events import phase, planned
from tests.support.folders import workbook_of
from tests.support.scribe import (
    HEAD,
    Scribe,
    ascending,
    column,
    go,
    put,
    result,
    results,
    rows,
    say,
    tables,
)

pytestmark = pytest.mark.thorough


R1, R2 = RoundId(1, 1), RoundId(1, 2)
Change = Callable[[Workbook], object]


def scribe(root: Path, *, names: bool = True) -> Scribe:
    """Twenty-two players, of whom two left after round 1; two results of round 2 are in."""
    people = [replace(each, club=f"Club {at % 5}") for at, each in enumerate(players(22))]
    me = Scribe(root, planned(people, rounds=3))
    me.change(go(1))
    if names:
        me.close()
    me.change(results(me.round, lambda table: "ABC"[table % 3]))
    me.change(put("Players", "Drops after round", lambda was: [None, None, 1, None, 1, *was[5:]]))
    me.change(go(2))
    if names:
        me.close()
    me.change(result(R2, 1, "B"), result(R2, 2, "C"))
    return me


def untouched(me: Scribe, good: bytes, change: Change, words: str) -> None:
    """A save is held back with the question, and once it is undone nothing is left of it."""
    before, pages = me.lines(), me.pages()
    me.change(change)
    assert "Was one column sorted" in me.told(words)
    assert me.report.snapshot is None
    assert "Was one column sorted" in me.desk
    assert (me.lines(), me.pages()) == (before, pages)
    me.saved(good)
    me.close()
    assert not me.problems
    assert (me.lines(), me.pages()) == (before, pages)


SORTED = {
    "Name": (put("Players", "Name", ascending), "Names are beside other Ids"),
    "Id": (put("Players", "Id", lambda was: was[::-1]), "Names are beside other Ids"),
    "half of the names": (
        put("Players", "Name", lambda was: [*ascending(was[:7]), *was[7:]]),
        "Names are beside other Ids",
    ),
    "two names": (
        put("Players", "Name", lambda was: [was[1], was[0], *was[2:]]),
        "Names are beside other Ids",
    ),
    "names a row lower": (
        put("Players", "Name", lambda was: ["New Name", *was[:-1]]),
        "Names are beside other Ids",
    ),
    "a list pasted over": (
        put("Players", "Name", lambda was: [f"Someone {at}" for at, _ in enumerate(was)]),
        "Names are beside other Ids",
    ),
    "Club": (put("Players", "Club or team", ascending), "“Club or team” has changed places"),
    "Drops": (put("Players", "Drops after round", ascending), "“Drops after round” has changed"),
    "Seat A": (put("Round 2", "Seat A", ascending, tables), "have changed tables, all within"),
    "Result": (put("Round 1", "Result", ascending, tables), "Results of Round 1 are beside"),
    "results a row lower": (
        put("Round 1", "Result", lambda was: [None, *was[:-1]], tables),
        "Results of Round 1 are beside",
    ),
}


@pytest.fixture
def me(tmp_path: Path) -> Scribe:
    return scribe(tmp_path / "friday")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scribe, bytes]:
    me = scribe(tmp_path_factory.mktemp("held") / "friday")
    return me, me.data


@pytest.fixture
def good(event: tuple[Scribe, bytes]) -> Scribe:
    me, data = event
    me.saved(data)
    me.close()
    return me


@pytest.mark.parametrize("what", SORTED)
def test_a_sorted_column_is_held_back(good: Scribe, what: str) -> None:
    untouched(good, good.data, *SORTED[what])


@pytest.mark.parametrize("change", [
    lambda book: book["Players"].delete_cols(column(book["Players"], "Club or team")),
    put("Players", "Club or team", lambda was: [None for _ in was]),
], ids=["deleted", "cleared"])  # fmt: skip
def test_a_column_that_was_deleted_or_cleared_under_way_is_held_back(
    good: Scribe, change: Change
) -> None:
    data, before, pages = good.data, good.lines(), good.pages()
    good.change(change)
    told = good.told("“Club or team” is empty now")
    assert "where 22 players had" in told
    assert "Was a column deleted, cleared or renamed? Undo it" in told
    good.saved(data)
    assert not good.problems
    assert (good.lines(), good.pages()) == (before, pages)


def test_a_column_may_be_cleared_where_that_is_meant(me: Scribe) -> None:
    me.change(put("Players", "Club or team", lambda was: [None for _ in was]))
    assert me.report.snapshot is None
    me.change(say("Keep the changes"))
    assert not any(each.club for each in me.report.snapshot.players.values())


def test_two_who_come_back_at_once_are_no_cleared_column(me: Scribe) -> None:
    me.change(put("Players", "Drops after round", lambda was: [None for _ in was]))
    assert me.report.snapshot is not None


def test_a_sorted_column_of_tables_is_read_by_the_keys(good: Scribe) -> None:
    data, before = good.data, good.lines()
    good.change(put("Round 2", "Table", lambda was: was[::-1], tables))
    assert good.report.snapshot is not None
    assert any("so it is read as table" in each for each in good.problems)
    assert good.lines() == before
    good.saved(data)


def test_names_sorted_before_the_ids_are_in_are_held_back(tmp_path: Path) -> None:
    """The workbook stays open: names of rounds wait, and a row is known by its name."""
    me = scribe(tmp_path / "open", names=False)
    me.change(put("Players", "Id", lambda was: [None for _ in was]))
    untouched_open = me.data
    before = me.lines()
    me.change(put("Players", "Name", ascending))
    assert "“Club or team” has changed places" in "".join(me.problems)
    me.saved(untouched_open)
    assert me.lines() == before
    assert not [each for each in me.problems if "not in Players any more" in each]


def by_hand(heading: str, name: str, value: str | int | None) -> Change:
    def change(book: Workbook) -> None:
        sheet = book["Players"]
        row = next(
            row for row in rows(sheet) if sheet.cell(row, column(sheet, "Name")).value == name
        )
        sheet.cell(row, column(sheet, heading)).value = value

    return change


def names_of(me: Scribe) -> list[str]:
    return [each.name for each in me.report.snapshot.players.values()]


def test_typing_corrections_count_one_after_the_other(me: Scribe) -> None:
    first, second, *_ = names_of(me)
    for old in (first, second):
        me.change(by_hand("Name", old, f"{old}son"))
        me.close()
        assert not me.problems
    assert names_of(me)[:2] == [f"{first}son", f"{second}son"]
    renamed = [each for each in me.ledger.entries if each.kind is EntryKind.RENAMED]
    assert [each.data["names"] for each in renamed] == [{"P001": f"{first}son"},
                                                        {"P002": f"{second}son"}]  # fmt: skip
    assert EntryKind.OVERRIDDEN not in {each.kind for each in me.ledger.entries}


def test_several_are_renamed_where_it_is_meant(me: Scribe) -> None:
    rename = put("Players", "Name", lambda was: [f"{name} Jr" for name in was[:3]] + was[3:])
    me.change(rename)
    told = me.told("Names are beside other Ids")
    assert "choose “Keep the changes” in a new line on Decisions" in told
    me.change(say("Keep the changes"))
    assert not me.problems
    assert all(name.endswith(" Jr") for name in names_of(me)[:3])
    me.close()
    assert not me.saved().entries
    me.change(put("Players", "Name", ascending))  # the line that says yes speaks for one save alone
    assert me.report.snapshot is None


def test_two_names_change_places_where_it_is_meant(me: Scribe) -> None:
    """Those who sat there keep their seats and results, under their right names."""
    first, second, *_ = names_of(me)
    rounds = me.report.snapshot.rounds
    swap = put("Players", "Name", lambda was: [was[1], was[0], *was[2:]])
    me.change(swap, say("Keep the changes"))
    me.close()
    me.saved()
    assert not me.problems
    assert names_of(me)[:2] == [second, first]
    assert me.report.snapshot.rounds == rounds
    assert EntryKind.OVERRIDDEN not in {each.kind for each in me.ledger.entries}
    assert not me.pipeline.last or not me.pipeline.last.wanted_cells


def test_a_name_that_was_paired_is_no_second_player(me: Scribe) -> None:
    """The row has another name, and the old one stands in a row of its own."""
    first = names_of(me)[0]

    def another(book: Workbook) -> None:
        sheet = book["Players"]
        sheet.cell(rows(sheet)[-1] + 1, column(sheet, "Name")).value = first

    me.change(by_hand("Name", first, f"{first} of Lyon"), another)
    assert "Names are beside other Ids" in me.told(first)
    me.change(say("Keep the changes"))
    assert names_of(me)[0] == f"{first} of Lyon"
    assert names_of(me)[-1] == first


def test_who_has_left_stays_away_when_the_row_is_gone(me: Scribe) -> None:
    before, name = me.lines(), names_of(me)[2]
    me.change(lambda book: book["Players"].delete_rows(7))
    assert name in me.told("player.row-gone")
    assert not me.report.snapshot.players["P003"].plays(2)
    assert me.lines() == before


def test_an_older_save_put_back_heals_the_event(me: Scribe) -> None:
    good, before, pages = me.data, me.lines(), me.pages()
    me.change(put("Players", "Name", ascending))
    me.change(put("Players", "Club or team", ascending))
    me.workbook.unlink()
    workbook = me.folder.root / "friday.xlsx"
    workbook.write_bytes(good)
    assert workbook == workbook_of(me.folder)
    me.saved()
    assert (me.lines(), me.pages()) == (before, pages)


# --- whatever comes between -----------------------------------------------------------------------


def spoilt(chance: random.Random) -> Change:
    def shuffled(was: list[str | int | None]) -> list[str | int | None]:
        low = chance.randrange(len(was) - 4)
        high = chance.randrange(low + 4, len(was) + 1)
        return [*was[:low], *chance.sample(was[low:high], high - low), *was[high:]]

    def lower(was: list[str | int | None]) -> list[str | int | None]:
        at = chance.randrange(len(was))
        return [*was[:at], chance.choice(("Nemo", was[at])), *was[at:-1]]

    def pasted(was: list[str | int | None]) -> list[str | int | None]:
        at = chance.randrange(len(was) - 2)
        names = [f"Somebody {chance.random()}" for _ in range(3)]
        return [*was[:at], *names[: len(was) - at], *was[at + 3 :]]

    def cleared(was: list[str | int | None]) -> list[str | int | None]:
        return [None if chance.random() < 0.5 else each for each in was]

    def swapped(was: list[str | int | None]) -> list[str | int | None]:
        one, other = chance.sample(range(len(was)), 2)
        made = [*was]
        made[one], made[other] = made[other], made[one]
        return made

    kinds = [("Players", "Name", how, rows) for how in (shuffled, lower, pasted, swapped)]
    kinds += [("Players", "Id", how, rows) for how in (shuffled, cleared, swapped)]
    kinds += [("Round 1", f"Seat {seat}", shuffled, tables) for seat in "ABC"]
    kinds += [("Players", "Club or team", ascending, rows)]
    return put(*chance.choice(kinds))


@pytest.mark.parametrize("seed", range(8))
def test_the_good_workbook_gives_the_same_whatever_came_between(good: Scribe, seed: int) -> None:
    chance, data = random.Random(seed), good.data
    pages, seated = good.pages(), good.ledger.rounds
    for _ in range(chance.randrange(1, 4)):
        good.change(*(spoilt(chance) for _ in range(chance.randrange(1, 3))))
        if chance.random() < 0.3:
            good.close()
    good.saved(data)
    good.close()
    assert not good.problems
    assert good.data == data
    assert good.pages() == pages
    assert {id_: each.seating for id_, each in good.ledger.rounds.items()} == {
        id_: each.seating for id_, each in seated.items()
    }
    assert {*good.report.snapshot.players} == {f"P{at:03}" for at in range(1, 23)}


def test_a_save_that_needs_no_leave_is_told_so_and_lets_no_later_one_through(me: Scribe) -> None:
    me.change(say("Keep the changes"))
    assert "No change was held back" in me.told("nothing to keep")
    me.change(put("Players", "Club or team", lambda was: [None for _ in was]))
    assert me.report.snapshot is None
    assert "“Club or team” is empty now" in me.told("“Club or team” is empty now")


def test_leave_that_nothing_needed_is_not_what_undo_finds(me: Scribe) -> None:
    me.change(results(me.round, lambda table: None))
    me.change(say("Keep the changes"))
    me.change(say("Undo the last decision"))
    assert len(me.report.snapshot.rounds if me.report.snapshot else ()) == 1


# --- held sheets ----------------------------------------------------------------------------------


def fourteen(root: Path) -> Scribe:
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
def small_event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scribe, bytes]:
    me = fourteen(tmp_path_factory.mktemp("sheets") / "friday")
    return me, me.data


@pytest.fixture
def small(small_event: tuple[Scribe, bytes]) -> Scribe:
    me, data = small_event
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
def test_what_stands_for_another_is_held_back_with_one_sentence(small: Scribe, what: str) -> None:
    change, words, more = MISTAKES[what]
    data, before, pages = small.data, small.lines(), small.pages()
    small.change(change)
    assert more in small.told(words)
    assert [each for each in small.report.problems if each.fatal and words not in each.text] == []
    assert small.report.snapshot is None
    assert words in small.desk
    assert (small.lines(), small.pages()) == (before, pages)
    small.close()
    small.saved(data)
    small.close()
    assert not small.problems
    assert (small.lines(), small.pages(), small.data) == (before, pages, data)


def test_most_players_gone_from_their_sheet_is_held_back(small: Scribe) -> None:
    data = small.data
    small.change(lambda book: book["Players"].delete_rows(HEAD + 3, 20))
    assert "no row any more for 12 of 14 players who were paired: " in small.told("Players has")
    assert small.report.snapshot is None
    small.saved(data)
    assert not small.problems


def test_the_seats_of_most_tables_in_another_order_are_held_back_and_may_be_meant(
    small: Scribe,
) -> None:
    def turned(book: Workbook) -> None:
        sheet = book["Round 2"]
        for row in rows(sheet, "Seat A"):
            here, there = (sheet.cell(row, column(sheet, each)) for each in ("Seat A", "Seat B"))
            here.value, there.value = there.value, here.value

    data = small.data
    small.change(turned)
    told = small.told("At 4 of 4 tables of Round 2 the players sit in another order.")
    assert "Have two columns, or their headings, changed places?" in told
    assert small.report.snapshot is None
    small.saved(data)
    small.close()
    assert not small.problems


def test_seats_in_another_order_count_where_they_are_meant(tmp_path: Path) -> None:
    me = fourteen(tmp_path / "friday")
    me.change(headings("Round 2", "Seat A", "Seat B"), say("Keep the changes"))
    assert me.report.snapshot is not None


def test_columns_that_move_with_what_they_hold_are_read_as_before(small: Scribe) -> None:
    """Result and Games changed places, headings and all."""

    def moved(book: Workbook) -> None:
        sheet = book["Round 1"]
        here, there = column(sheet, "Result"), column(sheet, "Note")
        for row in range(HEAD, sheet.max_row + 1):
            one, other = sheet.cell(row, here), sheet.cell(row, there)
            one.value, other.value = other.value, one.value

    data, before = small.data, small.lines()
    small.change(moved)
    assert not small.problems
    assert small.lines() == before
    small.saved(data)


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


@pytest.mark.parametrize(("then", "change", "words"), [
    (PLAYOFF, put("Phases", "Type", lambda was: ["Round robin", was[1]]),
     "Round 1 is out as Swiss, but Day 1, which stands in its row, is Round robin"),
    (PLAYOFF, phase_rows(2), "out as Swiss, but Finals, which stands in its row, is Single el"),
    (PLAYOFF, phase_rows(2, 1), "out as Swiss, but Finals, which stands in its row"),
    (SWISS, phase_rows(2), "Where “Day 1” stood, of which round 1 is out, Phases has “Sunday”"),
    (SWISS, phase_rows(2, 1), "Where “Day 1” stood, of which round 1 is out, Phases has “Sun"),
])  # fmt: skip
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
    small: Scribe, sheet: str, old: str, new: str, cell: str
) -> None:
    data, pages = small.data, small.pages()
    small.change(renamed(sheet, old, new))
    (told,) = small.report.problems
    assert (told.code, told.place) == ("sheet.column-missing", Place(sheet, cell))
    assert f"In its place stands “{new}”. Type “{old}” over it." in small.told(told.code)
    assert small.pages() == pages
    small.saved(data)
    assert not small.problems


@pytest.mark.parametrize("sheet", ["Players", "Event", "Decisions"])
def test_a_lost_sheet_comes_back_with_what_stood_on_it(small: Scribe, sheet: str) -> None:
    data, pages = small.data, small.pages()
    small.change(lambda book: book.remove(book[sheet]))
    assert "runner restore" in small.told(f"The sheet “{sheet}” is missing.")
    assert small.report.snapshot is None
    assert small.pages() == pages
    small.saved(data)
    assert not small.problems

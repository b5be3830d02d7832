"""Saves in which one column was sorted, or pasted over: held back, and gone without a trace once
they are undone."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook

from runner.app.sample_players import players
from runner.core.event import RoundId
from runner.ledger.entries import EntryKind
from tests.support.events import planned
from tests.support.folders import workbook_of
from tests.support.scribe import (
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

pytestmark = pytest.mark.thorough  # left out of make quick

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
    told = me.told(words)
    assert "Was one column sorted" in told
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


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scribe, bytes]:
    me = scribe(tmp_path_factory.mktemp("held") / "friday")
    return me, me.data


@pytest.fixture
def good(event: tuple[Scribe, bytes]) -> Scribe:
    """The event, its workbook as it was."""
    me, data = event
    me.saved(data)
    me.close()
    return me


@pytest.mark.parametrize("what", SORTED)
def test_a_sorted_column_is_held_back(good: Scribe, what: str) -> None:
    untouched(good, good.data, *SORTED[what])


@pytest.mark.parametrize(
    "change",
    [
        lambda book: book["Players"].delete_cols(column(book["Players"], "Club or team")),
        put("Players", "Club or team", lambda was: [None for _ in was]),
    ],
    ids=["deleted", "cleared"],
)
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


def test_a_column_may_be_cleared_where_that_is_meant(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(put("Players", "Club or team", lambda was: [None for _ in was]))
    assert me.report.snapshot is None
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None
    assert not any(each.club for each in me.report.snapshot.players.values())


def test_two_who_come_back_at_once_are_no_cleared_column(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
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
    """A cell of a player."""

    def change(book: Workbook) -> None:
        sheet = book["Players"]
        row = next(
            row for row in rows(sheet) if sheet.cell(row, column(sheet, "Name")).value == name
        )
        sheet.cell(row, column(sheet, heading)).value = value

    return change


def names_of(me: Scribe) -> list[str]:
    assert me.report.snapshot is not None
    return [each.name for each in me.report.snapshot.players.values()]


def test_typing_corrections_count_one_after_the_other(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
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


def test_several_are_renamed_where_it_is_meant(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
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


def test_two_names_change_places_where_it_is_meant(tmp_path: Path) -> None:
    """Those who sat there keep their seats and results, under their right names."""
    me = scribe(tmp_path / "friday")
    first, second, *_ = names_of(me)
    assert me.report.snapshot is not None
    rounds = me.report.snapshot.rounds
    swap = put("Players", "Name", lambda was: [was[1], was[0], *was[2:]])
    me.change(swap, say("Keep the changes"))
    me.close()
    me.saved()
    assert not me.problems
    assert names_of(me)[:2] == [second, first]
    assert me.report.snapshot is not None
    assert me.report.snapshot.rounds == rounds
    assert EntryKind.OVERRIDDEN not in {each.kind for each in me.ledger.entries}
    assert not me.pipeline.last or not me.pipeline.last.wanted_cells


def test_a_name_that_was_paired_is_no_second_player(tmp_path: Path) -> None:
    """The row has another name, and the old one stands in a row of its own."""
    me = scribe(tmp_path / "friday")
    first = names_of(me)[0]

    def another(book: Workbook) -> None:
        sheet = book["Players"]
        sheet.cell(rows(sheet)[-1] + 1, column(sheet, "Name")).value = first

    me.change(by_hand("Name", first, f"{first} of Lyon"), another)
    assert "Names are beside other Ids" in me.told(first)
    me.change(say("Keep the changes"))
    assert names_of(me)[0] == f"{first} of Lyon"
    assert names_of(me)[-1] == first


def test_who_has_left_stays_away_when_the_row_is_gone(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    before, name = me.lines(), names_of(me)[2]
    me.change(lambda book: book["Players"].delete_rows(7))
    me.told(f"“{name}” (P003) has been paired, but is not in Players any more.")
    assert me.report.snapshot is not None
    assert not me.report.snapshot.players["P003"].plays(2)
    assert me.lines() == before


def test_an_older_save_put_back_heals_the_event(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
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
    """One bad change out of many."""

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
    assert good.report.snapshot is not None
    assert {*good.report.snapshot.players} == {f"P{at:03}" for at in range(1, 23)}


def test_a_save_that_needs_no_leave_is_told_so_and_lets_no_later_one_through(
    tmp_path: Path,
) -> None:
    me = scribe(tmp_path / "friday")
    me.change(say("Keep the changes"))
    assert "No change was held back" in me.told("nothing to keep")
    me.change(put("Players", "Club or team", lambda was: [None for _ in was]))
    assert me.report.snapshot is None
    assert "“Club or team” is empty now" in me.told("“Club or team” is empty now")


def test_leave_that_nothing_needed_is_not_what_undo_finds(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(results(me.round, lambda table: None))
    me.change(say("Keep the changes"))
    me.change(say("Undo the last decision"))
    assert len(me.report.snapshot.rounds if me.report.snapshot else ()) == 1

"""Results overwritten by another program, and deleted sheets: told with the save that has them."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Severity
from runner.workbook.read.read import read
from tests.support.commands import ran, run
from tests.support.events import phase, planned
from tests.support.problems import codes
from tests.support.scribe import Scribe, go, put, result, results, rows, say

pytestmark = pytest.mark.thorough


R1, R2 = RoundId(1, 1), RoundId(1, 2)


def scribe(root: Path) -> Scribe:
    """Fourteen players; round 1 is played, and of round 2 tables 1 to 3 are in."""
    me = Scribe(root, planned(14, rounds=3))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "ABC"[table % 3]))
    me.change(go(2))
    me.close()
    me.change(result(R2, 1, "A"), result(R2, 2, "draw"), result(R2, 3, "C"))
    return me


@pytest.fixture
def me(tmp_path: Path) -> Scribe:
    return scribe(tmp_path / "friday")


def restored(me: Scribe, told: str) -> bytes:
    """What the command that the problem names writes."""
    _, number, *_ = told.partition("runner restore ")[2].partition("”")[0].split()
    path = me.folder.root.parent / "back.xlsx"
    words = ["restore", str(me.folder.root), number, "--to", str(path)]
    assert "friday.xlsx" in run(*words)
    return path.read_bytes()


def test_results_that_vanish_are_told_in_front_until_they_are_back(me: Scribe) -> None:
    good = me.data
    me.change(*(result(R2, table, None) for table in (1, 2, 3)))
    told = me.told("Round 2!G5")
    assert "3 results of Round 2 are gone: table 1 (A), table 2 (draw), table 3 (C)." in told
    assert read(restored(me, told))[0] == read(good)[0]
    me.change(result(R2, 4, "A"))  # the day goes on, and it is still told
    assert me.told("3 results of Round 2 are gone") == told
    assert "3 results of Round 2 are gone" in me.desk.partition("Changed")[0]
    me.change(result(R2, 1, "A"), result(R2, 2, "draw"), result(R2, 3, "C"))
    assert not me.problems


def test_one_result_that_a_hand_has_cleared_is_an_ordinary_change(me: Scribe) -> None:
    me.change(result(R2, 2, None))
    assert not me.problems


def test_results_cleared_to_pair_the_round_again_are_asked_for_no_more(me: Scribe) -> None:
    me.change(*(result(R2, table, None) for table in (1, 2, 3)))
    me.change(say("Re-pair round", 2))
    me.saved()
    assert not [each for each in me.problems if "are gone" in each]


@pytest.mark.parametrize("sheet", ["Round 1", "Round 2"])
def test_a_deleted_sheet_of_a_round_that_is_out_is_offered_with_its_results(
    me: Scribe, sheet: str
) -> None:
    good, before, pages = me.data, me.lines(), me.pages()
    me.change(lambda book: book.remove(book[sheet]))
    assert me.report.snapshot is None
    told = me.told(f"{sheet} is out, but its sheet is gone")
    assert "table 1 (" in told
    assert "empty its names" not in "".join(me.problems)
    assert f"{sheet} is out, but its sheet is gone" in me.desk
    assert (me.lines(), me.pages()) == (before, pages)
    back = restored(me, told)
    assert read(back)[0] == read(good)[0]
    me.saved(back)
    assert not me.problems
    assert (me.lines(), me.pages()) == (before, pages)


def test_a_sheet_that_was_renamed_is_to_be_renamed(me: Scribe) -> None:
    me.change(lambda book: setattr(book["Round 1"], "title", "Round one"))
    assert [each for each in me.problems if "Round 1" in each] == [me.told("Rename the sheet")]


def test_the_history_compares_with_the_last_save_that_counted(me: Scribe) -> None:
    good = me.data
    me.change(lambda book: book.remove(book["Round 1"]))
    me.saved(good)
    me.change(result(R2, 4, "A"))
    done = ran(*shlex.split(f"history {shlex.quote(str(me.folder.root))}"))
    *_, broken, back, last = done.output.splitlines()
    assert "It could not be used" in broken
    assert "nothing that counts" in back
    assert "Round 2, table 4: result A" in last


# --- rows -----------------------------------------------------------------------------------------


def cleared(sheet: Worksheet, row: int) -> None:
    for cell in sheet[row]:
        cell.value = None


def pasted_over(sheet: Worksheet, row: int) -> None:
    for cell, below in zip(sheet[row], sheet[row + 1], strict=True):
        cell.value = below.value


def other_key(key: str) -> Callable[[Worksheet, int], None]:
    return lambda sheet, row: setattr(sheet.cell(row, 1), "value", key)


def at_table(number: int, what: Callable[[Worksheet, int], object]) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        sheet = book["Round 1"]
        what(sheet, next(row for row in rows(sheet, "Table") if sheet.cell(row, 2).value == number))

    return change


WAYS: dict[str, Callable[[Worksheet, int], object]] = {
    "deleted": Worksheet.delete_rows, "cleared": cleared, "another's key": other_key("R1T3"),
    "a key of nobody": other_key("R1T77"), "a bye's key": other_key("R1B9"),
    "a key of round 2": other_key("R2T2"), "pasted over": pasted_over,
}  # fmt: skip


def played(root: Path, mode: Mode) -> Scribe:
    """Fourteen players, of whom one drops with the result of table 2; round 1 is played."""
    me = Scribe(root, planned(14, phase(1, mode=mode, name="Swiss", rounds=3)))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "A, B drop" if table == 2 else "AB"[table % 2]))
    return me


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
@pytest.mark.parametrize("way", WAYS)
def test_a_row_that_is_gone_with_its_result_is_told(tmp_path: Path, way: str, mode: Mode) -> None:
    me = played(tmp_path / "friday", mode)
    good = me.data
    me.change(at_table(2, WAYS[way]))
    me.close()
    told = me.told("Round 1 has no row for table 2 any more, and 1 result is gone: table 2 (A")
    assert "Round 1 has no row for table 2 any more" in me.desk.partition("Changed")[0]
    back = restored(me, told)
    assert read(back)[0] == read(good)[0]
    me.saved(back)
    assert not me.problems


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_a_row_of_a_round_before_that_is_gone_is_told(tmp_path: Path, mode: Mode) -> None:
    me = played(tmp_path / "friday", mode)
    me.change(go(2))
    me.close()
    me.change(at_table(2, Worksheet.delete_rows), at_table(3, Worksheet.delete_rows))
    told = me.told("Round 1 has no row for tables 2 and 3 any more, and 2 results are gone: ")
    assert "has what is missing" in told


def test_a_row_that_is_typed_again_as_told_is_back(tmp_path: Path) -> None:
    me = played(tmp_path / "friday", Mode.MULTIPLAYER)
    before = me.round
    kept: list[object] = []

    def moved(sheet: Worksheet, row: int) -> None:
        kept.extend(cell.value for cell in sheet[row])
        sheet.delete_rows(row)

    me.change(at_table(2, moved))
    assert "type it again in an empty row" in me.told("no row for table 2")
    me.change(lambda book: book["Round 1"].append([None, *kept[1:]]))
    assert not me.problems
    assert me.round == before


def test_a_row_without_a_result_that_is_gone_is_no_lost_result(tmp_path: Path) -> None:
    me = played(tmp_path / "friday", Mode.MULTIPLAYER)
    me.change(result(R1, 2, None))
    me.change(at_table(5, Worksheet.delete_rows))
    assert not [each for each in me.problems if "no row for" in each]


def test_a_result_that_went_with_its_row_is_told_until_it_is_typed_again(tmp_path: Path) -> None:
    me = played(tmp_path / "friday", Mode.MULTIPLAYER)
    me.change(at_table(2, Worksheet.delete_rows))
    me.close()  # Runner writes the row again, with the names
    me.saved()
    assert "runner restore" in me.told("1 result of Round 1 is gone: table 2 (A")
    me.change(result(R1, 1, "A"))
    assert me.told("1 result of Round 1 is gone")
    me.change(result(R1, 2, "B"))
    assert not me.problems
    # by hand this time, in bytes that no save has had
    me.change(result(R1, 2, None), put("Players", "Club or team", lambda was: ["Lyon", *was[1:]]))
    assert not me.problems


# --- older ----------------------------------------------------------------------------------------


OLDER = "This is the workbook as of save"


def three_saves(root: Path) -> tuple[Scribe, bytes, bytes]:
    """Three results of round 1, a save each; the workbook when one was in, as the organiser saved
    it and as Runner had written its names."""
    me = Scribe(root, planned(14, rounds=3))
    me.change(go(1))
    saved = me.data
    me.close()
    written = me.data
    for table in (1, 2, 3):
        me.change(result(R1, table, "A"))
    return me, saved, written


def by_command(me: Scribe) -> bytes:
    command = me.told(OLDER).partition("“runner ")[2].partition("”")[0]
    path = me.folder.root.parent / "back.xlsx"
    run(*shlex.split(command), "--to", path)
    return path.read_bytes()


@pytest.mark.parametrize("which", ["saved", "written"])
def test_an_older_workbook_is_named_and_publishes_nothing(tmp_path: Path, which: str) -> None:
    me, saved, written = three_saves(tmp_path / "friday")
    good, before, pages = me.data, me.lines(), me.pages()
    me.saved({"saved": saved, "written": written}[which])
    told = me.told(OLDER)
    assert codes(me.report.problems) == ["workbook.older-with-results-gone"]
    assert "3 later results are gone" in told
    assert "choose “Keep the changes”" in told
    assert OLDER in me.desk
    assert [each for each in me.problems if "results of Round 1 are gone" in each] == []
    me.change(result(R1, 4, "A"))  # typed into the older one: the others are gone all the same
    assert "3 later results are gone" in me.told(OLDER)
    assert (me.lines(), me.pages()) == (before, pages)
    assert by_command(me) == good
    me.saved(good)
    assert not me.problems
    assert (me.lines(), me.pages()) == (before, pages)


def test_an_older_workbook_counts_where_it_is_meant(tmp_path: Path) -> None:
    me, saved, _ = three_saves(tmp_path / "friday")
    me.saved(saved)
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None
    assert not any(table.finished for table in me.round.tables)
    me.change(result(R1, 1, "B"))
    assert not [each for each in me.problems if OLDER in each]


def test_an_older_workbook_that_lacks_no_result_counts_and_is_told(tmp_path: Path) -> None:
    me, *_ = three_saves(tmp_path / "friday")
    good = me.data
    for club in ("Lyon", "Lille"):
        me.change(put("Players", "Club or team", lambda was, club=club: [club, *was[1:]]))
    me.saved(good)
    (found,) = [each for each in me.report.problems if OLDER in each.text]
    assert found.severity is Severity.WARNING
    assert "what was changed later is not in it" in found.text
    assert me.report.snapshot is not None
    me.change(result(R1, 4, "A"))
    assert not me.problems


def test_who_takes_back_what_was_typed_last_has_put_nothing_back(tmp_path: Path) -> None:
    me = Scribe(tmp_path / "friday", planned(14, rounds=3))
    me.change(go(1))
    me.close()
    me.change(*(result(R1, table, "A") for table in (1, 2, 3)))
    me.change(*(result(R1, table, None) for table in (1, 2, 3)))
    assert me.report.snapshot is not None
    assert not [each for each in me.problems if OLDER in each]

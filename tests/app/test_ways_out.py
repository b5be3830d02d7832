"""Messages that say the way out."""

from pathlib import Path

import pytest

from runner.core.identifiers import RoundId
from tests.support.events import planned
from tests.support.scribe import Scribe, column, go, result, rows, say

R1 = RoundId(1, 1)


def scribe(root: Path) -> Scribe:
    me = Scribe(root, planned(14, rounds=3))
    me.change(go(1))
    me.close()
    me.saved()
    return me


def name(me: Scribe, table: int, seat: int) -> str:
    return me.report.snapshot.players[me.round.tables[table - 1].players[seat]].name


@pytest.mark.thorough
def test_a_name_typed_a_row_off_is_told_its_table(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    ivy = name(me, 2, 0)
    me.change(result(R1, 1, ivy))
    assert f"{ivy} sits at table 2, not at table 1." in me.told("Round 1!G5")


@pytest.mark.thorough
def test_who_has_left_and_sits_at_a_table_is_taken_out(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    gone = name(me, 1, 1)

    def dropped(book: object) -> None:
        sheet = book["Players"]  # type: ignore[index]
        row = next(row for row in rows(sheet) if sheet.cell(row, 2).value == gone)
        sheet.cell(row, column(sheet, "Drops after round")).value = 0

    me.change(dropped)
    told = me.told("but sits at table 1, seat B")
    assert "Type “-” over the name at Round 1!D5, and “Seat a player”" in told
    me.change(lambda book: book["Round 1"].__setitem__("D5", "-"))
    assert not [each for each in me.problems if gone in each]


@pytest.mark.thorough
def test_a_decision_that_was_undone_says_how_to_have_it_again(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(say("Shuffle seats", 1))
    me.change(say("Undo the last decision"))
    assert "clear Go, save, then type yes again" in me.told("This decision was undone")

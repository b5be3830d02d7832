"""Rounds written down as text are those rounds."""

import pytest

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.rounds import Outcome
from tests.support.rounds_as_text import players, rounds, sheets

TEXT = """
    Round 1 | T1 Ana Bo Cy Dee = B (late) | T4 Eve Flo Gus | bye Hal | absent Ida | drop Dee Eve
    Phase 2 Round 1 | T1 Ana Example, Bo Sample = 2-1
"""


def test_tables_results_byes_and_absences_are_those_that_were_written() -> None:
    first, second = rounds(TEXT, best_of=3)
    assert [(each.number, each.players) for each in first.tables] == [
        (1, ("Ana", "Bo", "Cy", "Dee")), (4, ("Eve", "Flo", "Gus")),
    ]  # fmt: skip
    assert [each.outcome for each in first.tables[0].seats][1] is Outcome.WIN
    assert [each.finished for each in first.tables] == [True, False]
    assert (first.byes, first.absent) == (("Hal",), ("Ida",))
    assert second.id == RoundId(2, 1)
    assert [(each.player, each.games_won) for each in second.tables[0].seats] == [
        ("Ana Example", 2), ("Bo Sample", 1),
    ]  # fmt: skip


def test_everybody_named_is_a_player_and_leaves_as_written() -> None:
    found = {each.name: each.drops_after for each in players(TEXT.splitlines()[1])}
    assert found == dict.fromkeys(["Ana", "Bo", "Cy", "Flo", "Gus", "Hal", "Ida"]) | {
        "Dee": 1, "Eve": 1,
    }  # fmt: skip


def test_sheets_have_what_was_written_as_somebody_typed_it() -> None:
    first, _ = sheets(TEXT)
    rows = {str(row.key.kind): row for row in first.rows if row.key.number == 1}
    assert (rows["T"].seats, rows["T"].result) == (("Ana", "Bo", "Cy", "Dee"), "B")
    assert rows["T"].note == "late"
    assert str(rows["T"].places["result"]) == "Round 1!F1"
    assert rows["B"].key == RowKey(RoundId(1, 1), RowKind.BYE, 1)
    assert (rows["B"].seats, rows["A"].seats) == (("Hal",), ("Ida",))


@pytest.mark.parametrize("text", ["Day 1 | T1 a b", "Round 1 | Table 1 a b", "Round 1 | byes a"])
def test_what_is_no_round_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no round|neither"):
        rounds(text)

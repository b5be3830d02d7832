"""Lists of players are bounded before they are searched."""

import pytest

from runner.app.add_players import read_list
from runner.interchange.player_import.reader import LONGEST_LINE, read_player_rows, read_players
from tests.support.events import planned
from tests.support.folders import new_workbook


@pytest.mark.parametrize("where", ["", "Ana\n", "Name,Club\n"])
def test_a_line_that_no_player_has_is_told_with_its_number_and_length(where: str) -> None:
    found = read_players(f"{where}{'Ana ' * LONGEST_LINE}Bo")
    assert not found.rows
    number, length = 1 + where.count("\n"), 4 * LONGEST_LINE + 2
    assert f"Line {number} has {length:,} characters" in found.problem
    assert "Put each player into a line of their own" in found.problem


def test_blanks_at_the_end_of_a_line_are_no_part_of_it() -> None:
    found = read_players(f"Ana{' ' * 78_000}\nBo\n")
    assert [row.name for row in found.rows] == ["Ana", "Bo"]


def test_cells_are_bounded_as_lines_are() -> None:
    assert "Line 2 has" in read_player_rows([(1, ["Ana"]), (2, ["x" * 30_000])]).problem
    many = ((number, ["Ana"]) for number in range(1, 10**9))
    assert "too many lines" in read_player_rows(many).problem
    wide = [(number, ["x" * 19_000]) for number in range(1, 1_000)]
    assert "too long" in read_player_rows(wide).problem


def test_a_sheet_with_too_many_columns_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.app.add_players.MOST_COLUMNS", 2)
    assert "too many columns" in read_list(new_workbook(planned(4))).problem

"""A cell is written where it is blank or ours; what the organiser typed stays."""

import io

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.workbook.write.merge import merge
from runner.workbook.xlsx.edit import CellChange
from tests.support.one_sheet import BASE, NAMES, SHEET, text, workbook


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["B2", "C2", "B3"]), st.text("abc ", min_size=1)))
def test_what_the_organiser_typed_stays_and_is_reported(typed: dict[str, str | int]) -> None:
    data = workbook({"A1": "Key"} | typed)
    after, report = merge(data, NAMES)
    for change in NAMES:
        there = str(typed.get(change.cell, "")).strip()
        assert text(after, change.cell).strip() == (there or change.text)
        assert (change in report.written) == (not there)
        assert (change in [kept.change for kept in report.kept]) == bool(there)


def test_what_the_program_wrote_last_is_replaced_and_what_is_there_already_is_not_written() -> None:
    data = workbook({"B2": "Ann", "C2": "Bo", "B3": 12})
    changes = [CellChange(SHEET, "B2", "Dee", frozenset({"Ann"})), CellChange(SHEET, "C2", None,
              frozenset({"Bo"})), CellChange(SHEET, "B3", 13, frozenset({"12"}))]  # fmt: skip
    after, report = merge(data, changes)
    assert [text(after, cell) for cell in ("B2", "C2", "B3")] == ["Dee", "", "13"]
    assert report.written == tuple(changes)
    data = workbook({"B2": "Ann", "B3": 7})
    after, report = merge(data, [CellChange(SHEET, "B2", "Ann"), CellChange(SHEET, "B3", 7)])
    assert after is data
    assert (report.written, report.kept, report.missing) == ((), (), ())


def test_formulas_and_cells_under_merged_ones_are_left_alone() -> None:
    data = workbook({"B2": '="Ann"'})
    after, report = merge(data, [CellChange(SHEET, "B2", "Bo", frozenset({"Ann"}))])
    assert after is data
    assert report.kept[0].found == '="Ann"'
    book = openpyxl.load_workbook(io.BytesIO(BASE))
    book[SHEET].merge_cells("A2:B2")
    saved = io.BytesIO()
    book.save(saved)
    _, report = merge(saved.getvalue(), NAMES)
    assert [kept.change.cell for kept in report.kept] == ["B2"]


def test_wishes_for_a_missing_sheet_are_named() -> None:
    after, report = merge(BASE, [CellChange("Round 7", "B2", "Ann")])
    assert (after, report.missing) == (BASE, ("Round 7",))

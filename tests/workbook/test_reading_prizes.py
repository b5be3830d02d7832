import pytest
from openpyxl import Workbook

from runner.core.prizes import Prize
from runner.workbook.read.read import read
from tests.support.workbooks import book, edited


def typed(*cells: tuple[int, int, object]) -> tuple[tuple[Prize, ...], dict[str, str]]:
    """The prizes, and what is told of the Event sheet by cell; each cell is so many rows below and
    columns right of the label Prizes, below which nothing else stands."""

    def change(loaded: Workbook) -> None:
        sheet = loaded["Event"]
        label = next(cell for cell in sheet["A"] if cell.value == "Prizes")
        sheet.insert_rows(label.row + 1, 3)
        sheet.cell(label.row, 2, "1: 200 €")
        for down, right, value in cells:
            sheet.cell(label.row + down, 1 + right, value)

    event, problems, _ = read(edited(change, book()))
    assert event is not None
    return event.prizes, {str(each.place): str(each) for each in problems}


@pytest.mark.thorough
@pytest.mark.parametrize(("cells", "column"), [
    ([(1, 1, "2: 100 €")], "B"), ([(2, 1, "2-4: a mat")], "B"),
    ([(1, 1, "a mat for the best deck")], "B"), ([(1, 1, 100)], "B"),
    ([(1, 0, "2"), (1, 1, "100 €")], "B"), ([(1, 0, 2), (1, 1, "100 €")], "B"),
    ([(1, 0, "2nd place"), (1, 1, "100 €")], "B"), ([(1, 0, "3-4"), (1, 1, "a mat")], "B"),
    ([(1, 0, "2: 100 €")], "A"), ([(0, 3, "2: 100 €")], "D"), ([(1, 2, "2: 100 €")], "C"),
])  # fmt: skip
def test_a_prize_in_a_row_without_label_is_reported(
    cells: list[tuple[int, int, object]], column: str
) -> None:
    prizes, told = typed(*cells)
    assert prizes == (Prize(1, 1, "200 €"),)
    ((place, text),) = told.items()
    assert place.startswith(f"Event!{column}")
    assert "is not read" in text
    assert "next to “Prizes”" in text


def test_rows_of_the_organisers_own_are_not_told_of() -> None:
    assert typed() == ((Prize(1, 1, "200 €"),), {}), "nor of prizes in their cell"
    assert not typed((1, 0, "Judge"), (1, 1, "Ana"), (2, 0, "Doors"), (2, 1, "10:30"))[1]

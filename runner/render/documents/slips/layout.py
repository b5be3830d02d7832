"""How slips lie on paper: how many share a sheet, which goes where, and how tall a row is.

All lengths are millimetres. A slip takes the whole width of the sheet, so that only straight cuts
across are needed.
"""

from collections.abc import Sequence
from typing import TypeVar

from runner.render.documents.layout import A4, LETTER, USUAL, PageSetup, Paper

__all__ = ["A4", "LETTER", "USUAL", "PageSetup", "Paper"]
_Item = TypeVar("_Item")

MARGIN = 10.0  # at the left and right of a slip; more than any office printer leaves blank
PADDING = 4.0  # above and below what is printed on a slip
HEADER = 13.0  # table number, round, event, QR code
HEADINGS = 4.8  # the line that names the columns
FOOTER = 7.4  # time extension, judge
SMALLEST_ROW = 6.6
LARGEST_ROW = 13.0
SMALLEST_BOX = 6.0
LARGEST_BOX = 8.5
_LEAST_AIR = 0.6
_FRAME = 2 * PADDING + HEADER + HEADINGS + FOOTER


def per_sheet(paper: Paper, most_seats: int, most: int = USUAL.most) -> int:
    """How many slips with so many seats fit on a sheet, and no more than `most`: six of two
    players, four of four or five."""
    for count in range(most, 1, -1):
        if (paper.height / count - _FRAME) / most_seats >= SMALLEST_ROW:
            return count
    return 1


def row_height(slip_height: float, seats: int) -> float:
    """The height of a player's row: as tall as there is room for, within reason for a pen."""
    return min(LARGEST_ROW, (slip_height - _FRAME) / seats)


def box_size(row: float) -> float:
    """The side of a box to tick, with a little air between one row and the next, also in the low
    rows of a large circle."""
    return min(LARGEST_BOX, max(min(SMALLEST_BOX, row - _LEAST_AIR), row - 2 * _LEAST_AIR))


def impose(items: Sequence[_Item], places: int) -> tuple[tuple[_Item, ...], ...]:
    """Sheets, each with what lies on it from top to bottom: item i on sheet i mod P, place i div P.

    P is the number of sheets. One cut through the whole stack then leaves piles that are sorted
    and follow each other (docs/rules.md 10). Only the lowest places can be left empty.
    """
    sheets = -(-len(items) // places)
    return tuple(tuple(items[sheet::sheets]) for sheet in range(sheets))

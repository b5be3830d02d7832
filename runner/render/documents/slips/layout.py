"""The layout of slips on paper: how many fit on a sheet, their order, and the height of rows.

All lengths are in millimetres. A slip is as wide as the sheet, so that only straight cuts across
are needed.
"""

from collections.abc import Sequence
from typing import TypeVar

from runner.render.documents.layout import A4, LETTER, USUAL, PageSetup, Paper

__all__ = ["A4", "LETTER", "USUAL", "PageSetup", "Paper"]
_Item = TypeVar("_Item")

MARGIN = 10.0  # left and right of a slip; more than any office printer leaves blank
PADDING = 4.0  # above and below the content of a slip
HEADER = 13.0  # table number, round, event, QR code
HEADINGS = 4.8  # the column headings
FOOTER = 7.4  # time extension, judge
SMALLEST_ROW = 6.6
LARGEST_ROW = 13.0
SMALLEST_BOX = 6.0
LARGEST_BOX = 8.5
_LEAST_AIR = 0.6
_FRAME = 2 * PADDING + HEADER + HEADINGS + FOOTER


def per_sheet(paper: Paper, most_seats: int, most: int = USUAL.most) -> int:
    """Return how many slips with `most_seats` fit on a sheet, at most `most`: six for two players,
    four for four or five."""
    for count in range(most, 1, -1):
        if (paper.height / count - _FRAME) / most_seats >= SMALLEST_ROW:
            return count
    return 1


def row_height(slip_height: float, seats: int) -> float:
    """Return the height of a player's row: what is available, up to a useful maximum."""
    return min(LARGEST_ROW, (slip_height - _FRAME) / seats)


def box_size(row: float) -> float:
    """Return the side of a box to tick, leaving some space between rows even in low ones."""
    return min(LARGEST_BOX, max(min(SMALLEST_BOX, row - _LEAST_AIR), row - 2 * _LEAST_AIR))


def impose(items: Sequence[_Item], places: int) -> tuple[tuple[_Item, ...], ...]:
    """Return the sheets, each with its items from top to bottom: item i on sheet i mod P, place i
    div P, where P is the number of sheets. One cut through the whole stack then yields piles that
    are sorted and follow each other (docs/rules.md 10). Only the lowest places can stay empty."""
    sheets = -(-len(items) // places)
    return tuple(tuple(items[sheet::sheets]) for sheet in range(sheets))

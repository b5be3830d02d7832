"""The rank of a player after each round as a small curve, and in words for those who hear it."""

from collections.abc import Sequence
from types import SimpleNamespace

from runner.core.language import _

WIDE = 320
_SIDE, _TOP, _FOOT = 18, 46, 84  # px of the first point, of rank 1, and of the lowest rank
_DEEP = 8  # the scale goes down to this rank at least
_ALL_TOLD = 9  # with more rounds only the first, the best and the last rank are written


def rank_curve(ranks: Sequence[tuple[int, int]]) -> SimpleNamespace | None:
    """The curve through ranks, each with the number of its round before it; None of less than two.

    `points` are those of a polyline, `marks` its points with the rank, "" where there is no room.
    """
    if len(ranks) < 2:
        return None
    lowest = max(_DEEP, *(rank for _number, rank in ranks))
    best = min(rank for _number, rank in ranks)
    step = (WIDE - 2 * _SIDE) / (len(ranks) - 1)
    marks = []
    for at, (number, rank) in enumerate(ranks):
        told = len(ranks) <= _ALL_TOLD or at in (0, len(ranks) - 1) or rank == best
        marks.append(
            SimpleNamespace(
                x=round(_SIDE + at * step),
                y=round(_TOP + (_FOOT - _TOP) * (rank - 1) / (lowest - 1)),
                rank=rank if told else "",
                round=number,
            )
        )
    return SimpleNamespace(
        points=" ".join(f"{mark.x},{mark.y}" for mark in marks),
        marks=tuple(marks),
        words=_("Rank after each round: {ranks}", ranks=", ".join(str(rank) for _n, rank in ranks)),
    )

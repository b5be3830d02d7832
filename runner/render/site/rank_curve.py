"""A player's rank after each round as a small curve, and in words for screen readers."""

from collections.abc import Sequence
from types import SimpleNamespace

from runner.core.language import _

_SIDE = 6  # per cent of the width: x of the first point
_TOP, _FOOT = 46, 84  # px: y of rank 1, y of the lowest rank
_DEEP = 8  # the scale extends at least to this rank
_ALL_TOLD = 9  # with more rounds, only the first, best and last ranks are labelled


def rank_curve(ranks: Sequence[tuple[int, int]]) -> SimpleNamespace | None:
    """Return the curve through `ranks`, pairs of round number and rank; None for fewer than two.

    `marks` are its points, x in per cent of the width, with the rank, or "" for lack of space.
    """
    if len(ranks) < 2:
        return None
    lowest = max(_DEEP, *(rank for _number, rank in ranks))
    best = min(rank for _number, rank in ranks)
    step = (100 - 2 * _SIDE) / (len(ranks) - 1)
    marks = []
    for at, (number, rank) in enumerate(ranks):
        labelled = len(ranks) <= _ALL_TOLD or at in (0, len(ranks) - 1) or rank == best
        marks.append(
            SimpleNamespace(
                x=f"{_SIDE + at * step:.3g}%",
                y=round(_TOP + (_FOOT - _TOP) * (rank - 1) / (lowest - 1)),
                rank=rank if labelled else "",
                round=number,
            )
        )
    return SimpleNamespace(
        marks=tuple(marks),
        words=_("Rank after each round: {ranks}", ranks=", ".join(str(rank) for _n, rank in ranks)),
    )

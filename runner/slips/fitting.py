"""How large a name can be written in the room there is, without asking the fonts.

An estimate is enough: it only chooses among a few sizes, and is made for a rather wide font.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_POINTS_A_MILLIMETRE = 72 / 25.4
_NARROW = frozenset("iljtfrI.,;:'!|-() ")
_LINE_HEIGHT = 1.15


@dataclass(frozen=True, slots=True)
class Fit:
    """A size in points, and over how many lines the text runs."""

    points: float
    lines: int


def width_in_ems(text: str) -> float:
    """How wide the text is, in multiples of its size."""
    return sum(_ems(character) for character in text)


def _ems(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _NARROW:
        return 0.34
    if character.isupper() or character in "mw":
        return 0.72
    return 0.56


def fit(text: str, width: float, height: float, largest: float) -> Fit:
    """The largest of a few sizes at which the text fits into width x height millimetres.

    One line down to 70 % of the largest size, then two lines, then three. What is too long even
    for that gets the smallest and is cut off by whoever draws it.
    """
    ems = width_in_ems(text)
    for lines, share in ((1, 1.0), (1, 0.85), (1, 0.7), (2, 0.7), (2, 0.6), (3, 0.45)):
        line_limit = height * _POINTS_A_MILLIMETRE / lines / _LINE_HEIGHT
        points = round(min(largest * share, line_limit), 1)
        # A line that wraps leaves some of its width empty.
        usable = width * _POINTS_A_MILLIMETRE * lines * (1.0 if lines == 1 else 0.85)
        if ems * points <= usable:
            return Fit(points, lines)
    return Fit(points, lines)

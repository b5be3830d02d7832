"""How large a text can be printed in the room there is, and where its lines break.

The fonts are not asked: an estimate for a rather wide one only chooses among a few sizes. Breaking
lines here, and not in the layout, is what keeps thousands of names quick to print.
"""

import unicodedata
from dataclasses import dataclass

_POINTS_A_MILLIMETRE = 72 / 25.4
_WIDE = frozenset("MWmw@%&")
_NARROW = frozenset("iljtfrI.,;:'!|-() ")
_WITHOUT_WIDTH = frozenset({"Mn", "Me", "Cf"})  # marks on other letters, joiners, directions
_PICTURES = "\U0001f000"  # from here on symbols are pictures, wider than any letter
_LINE_HEIGHT = 1.15
# What to try, best first: over how many lines, and at which share of the largest size.
_ATTEMPTS = ((1, 1.0), (1, 0.85), (1, 0.7), (2, 0.7), (2, 0.6), (3, 0.5), (3, 0.4))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text broken into lines, and its size in points."""

    points: float
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines, with line breaks between them."""
        return "\n".join(self.lines)


def fit(text: str, width: float, height: float, largest: float) -> Fitted:
    """The largest of a few sizes at which the text fits into width x height millimetres.

    One line if at all possible, then two, then three. What is too long even for that is cut, with
    an ellipsis at its end.
    """
    ems, lines = 0.0, []
    for most, share in _ATTEMPTS:
        line_limit = height * _POINTS_A_MILLIMETRE / most / _LINE_HEIGHT
        points = round(min(largest * share, line_limit), 1)
        ems = width * _POINTS_A_MILLIMETRE / points
        lines = [text] if most == 1 else _broken(text, ems)
        if len(lines) <= most and all(width_in_ems(line) <= ems for line in lines):
            return Fitted(points, tuple(lines))
    kept = lines[:most]
    return Fitted(points, (*kept[:-1], _cut(kept[-1], ems - 1) + "…"))


def width_in_ems(text: str) -> float:
    """How wide the text is, in multiples of its size."""
    return sum(map(_ems, text))


def _ems(character: str) -> float:
    kind = unicodedata.category(character)
    if kind in _WITHOUT_WIDTH:
        return 0.0
    if kind == "So" and character >= _PICTURES:
        return 1.3
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _WIDE:
        return 0.92
    if character in _NARROW:
        return 0.34
    return 0.7 if character.isupper() else 0.56


def _broken(text: str, ems: float) -> list[str]:
    """The text in lines no wider than that, broken at spaces, and within a word if need be."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width_in_ems(f"{lines[-1]} {word}") <= ems:
            lines[-1] += f" {word}"
            continue
        rest = word
        while width_in_ems(rest) > ems:
            start = _cut(rest, ems) or rest[0]
            lines.append(start)
            rest = rest[len(start) :]
        lines.append(rest)
    return lines


def _cut(text: str, ems: float) -> str:
    """As much of the beginning as is no wider than that."""
    width = 0.0
    for index, character in enumerate(text):
        width += _ems(character)
        if width > ems:
            return text[:index]  # a mark has no width, so it stays with its letter
    return text

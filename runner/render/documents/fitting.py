"""How large a text can be printed in the room there is, and where its lines break.

Breaking lines here, and not in the layout, is what keeps thousands of names quick to print.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, count

from runner.render import fonts

_POINTS_A_MILLIMETRE = 72 / 25.4
_WITHOUT_WIDTH = frozenset({"Mn", "Me", "Cf"})  # marks on other letters, joiners, directions
_PICTURES = "\U0001f000"  # from here on symbols are pictures, wider than any letter
_MARKS = frozenset({"Mn", "Me", "Mc", "Cf"})
_JOINER = "\u200d"
_HYPHENS = "-‐–"
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # of skin, after a picture
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


class Widths(dict[str, float]):
    """How wide each character is, in multiples of its size.

    Exact for those of Runner's own font. Others come from fonts that nobody chose: as `measured`
    where they are drawn, and estimated where that cannot be.
    """

    def __init__(self, weight: str, measured: Mapping[str, float]) -> None:
        super().__init__({**fonts.widths(weight), **measured})

    def __missing__(self, character: str) -> float:
        self[character] = found = _estimated(character)
        return found

    def of(self, text: str) -> float:
        """How wide a text is at most: letters that are joined or moved together take less."""
        return sum(map(self.__getitem__, text))


def fit(text: str, width: float, height: float, largest: float, widths: Widths) -> Fitted:
    """The largest of a few sizes at which the text fits into width x height millimetres.

    One line if at all possible, then two, then three; what is too long even for that takes as many
    as it needs, so small that they fit. Nothing is ever cut.
    """
    for most, share in chain(_ATTEMPTS, ((lines, _ATTEMPTS[-1][1]) for lines in count(4))):
        line_limit = height * _POINTS_A_MILLIMETRE / most / _LINE_HEIGHT
        points = round(min(largest * share, line_limit), 1)
        if points <= 0.5:
            break
        ems = width * _POINTS_A_MILLIMETRE / points
        lines = [text] if most == 1 else lines_of(text, ems, widths)
        if len(lines) <= most and all(widths.of(line) <= ems for line in lines):
            break
    return Fitted(points, tuple(lines))


def must_be_measured(character: str) -> bool:
    """Whether only the font that draws it knows how wide the character is."""
    kind, square = unicodedata.category(character), unicodedata.east_asian_width(character) in "WF"
    return not (kind == "Cf" or (square and kind == "Lo") or character in fonts.widths("regular"))


def _estimated(character: str) -> float:
    kind = unicodedata.category(character)
    if kind in _WITHOUT_WIDTH:
        return 0.0
    if kind == "So" and character >= _PICTURES:
        return 1.3
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.7


def lines_of(text: str, ems: float, widths: Widths) -> list[str]:
    """The text in lines no wider than that, broken at spaces, then at hyphens, and within a word if
    need be."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and widths.of(f"{lines[-1]} {word}") <= ems:
            lines[-1] += f" {word}"
            continue
        rest = word
        while widths.of(rest) > ems:
            start = _cut(rest, ems, widths) or rest[0]
            lines.append(start)
            rest = rest[len(start) :]
        lines.append(rest)
    return lines


def _cut(text: str, ems: float, widths: Widths) -> str:
    """As much of the beginning as is no wider than that, up to a hyphen where it has one; parts
    nothing that is one sign."""
    width = 0.0
    for index, character in enumerate(text):
        width += widths[character]
        if width > ems:
            whole = index
            while whole and _joined(text[whole - 1], text[whole]):
                whole -= 1
            hyphen = max(map(text[:whole].rfind, _HYPHENS))
            return text[: (hyphen + 1 if hyphen > 0 else whole) or index]
    return text


def _joined(before: str, after: str) -> bool:
    """Whether two characters are one sign: a letter with its marks, a picture made of several."""
    kind = unicodedata.category(after)
    return kind in _MARKS or before == _JOINER or after in _TONES

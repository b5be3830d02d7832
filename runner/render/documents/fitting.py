"""How large a text can be printed in the room there is, and where its lines break.

Breaking lines here, and not in the layout, is what keeps thousands of names quick to print. Widths
of letters are those of Runner's own font, or of an organiser's; other letters are measured in
whatever font of this computer draws them.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count

from runner.render import fonts
from runner.render.documents.layout import OwnLook
from runner.render.documents.pdf import Sample, measure

_POINTS_A_MILLIMETRE = 72 / 25.4
_WITHOUT_WIDTH = frozenset({"Mn", "Me", "Cf"})  # marks on other letters, joiners, directions
_PICTURES = "\U0001f000"  # from here on symbols are pictures, wider than any letter
_MARKS = frozenset({"Mn", "Me", "Mc", "Cf"})
_JOINER = "\u200d"
_HYPHENS = "-‐–"
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # of skin, after a picture
_DIRECTIONS = frozenset({"L", "R", "AL"})
_LINE_HEIGHT = 1.15
_MEASURED_AT = 100  # pixels
_CSS_WEIGHTS = {"regular": "normal", "bold": "bold"}
HEADINGS = frozenset({"h1", "h2"})
EN, THIN = "\u2002", "\u2009"
"""The widest and the narrowest space that Runner's font has."""
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

    Exact for those of Runner's own font. Others come from fonts that nobody chose: as measured
    where they are drawn, and estimated where that cannot be.
    """

    def __init__(self, weight: str, measured: Mapping[str, float], space: float = 0.0) -> None:
        own = fonts.widths(weight)
        super().__init__({**own, **measured})
        self.space = space or own[" "]

    def __missing__(self, character: str) -> float:
        self[character] = width = _estimated(character)
        return width

    def of(self, text: str) -> float:
        """Return how wide a text is at most: letters that are joined or moved together take
        less."""
        return sum(map(self.__getitem__, text))

    def exactly(self, text: str) -> float:
        """Return how wide a text is for which `is_exact` holds, set without kerning."""
        return self.of(text) + text.count(" ") * (self.space - self[" "])


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


def widths_of(
    texts: Iterable[str], own: OwnLook, named: Mapping[str, Iterable[str]]
) -> Mapping[str, Widths]:
    """Return how wide the letters of these texts are, by weight.

    `named` has for each weight the elements and CSS classes that are set in it. In an organiser's
    own fonts a letter is as wide as in the widest of them. Raises PangoMissing.
    """
    letters = sorted({letter for text in texts for letter in text})
    if not own.css:
        lent = _lent([letter for letter in letters if _must_be_measured(letter)])
        return {weight: Widths(weight, lent) for weight in named}
    letters = sorted({" ", EN, THIN, *letters})
    widths = {weight: _own(letters, own, weight, of) for weight, of in named.items()}
    return {weight: Widths(weight, each, each[" "]) for weight, each in widths.items()}


def _must_be_measured(character: str) -> bool:
    """Return whether only the font that draws it knows how wide the character is."""
    kind, wide = unicodedata.category(character), unicodedata.east_asian_width(character) in "WF"
    return not (kind == "Cf" or (wide and kind == "Lo") or character in fonts.widths("regular"))


def runs_backwards(text: str) -> bool:
    """Return whether a text is written from right to left, as its first letter says."""
    runs = (unicodedata.bidirectional(letter) for letter in text)
    return next((run for run in runs if run in _DIRECTIONS), "L") != "L"


def is_exact(text: str) -> bool:
    """Return whether `Widths.exactly` holds for a text: all of it is in Runner's own font, or an
    organiser's, and no letter is joined, marked, or written from right to left."""
    own = fonts.widths("regular")
    return all(each in own and unicodedata.category(each) not in _MARKS for each in text)


def _lent(letters: list[str]) -> Mapping[str, float]:
    """Return the widths of letters that Runner's font lacks, and of the space between them, which
    is of the font that lends them as well."""
    if not letters:
        return {}
    samples = [Sample(text) for each in letters for text in (each, f"{each} {each}")]
    measured = iter(
        measure(samples, f'p {{ font: bold {_MEASURED_AT}px "Runner Sans", sans-serif }}')
    )
    widths, spaces = dict[str, float](), [0.0]
    for letter, wide, twice in zip(letters, measured, measured, strict=True):
        widths[letter] = wide / _MEASURED_AT
        spaces.append((twice - 2 * wide) / _MEASURED_AT)
    return {**widths, " ": max(spaces)}


def _own(
    letters: list[str], own: OwnLook, weight: str, names: Iterable[str]
) -> Mapping[str, float]:
    """Return the widths of letters in an organiser's fonts."""
    samples = [
        Sample(letter, of if of in HEADINGS else "p", of) for of in names for letter in letters
    ]
    font = f'html {{ font: {_MEASURED_AT}px "Runner Sans", sans-serif }}'
    usual = f"p, h1, h2 {{ font-size: inherit; font-weight: {_CSS_WEIGHTS[weight]} }}"
    widths: dict[str, float] = {}
    for sample, wide in zip(samples, measure(samples, f"{font}\n{usual}\n{own.css}"), strict=True):
        widths[sample.text] = max(widths.get(sample.text, 0.0), wide / _MEASURED_AT)
    return widths


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

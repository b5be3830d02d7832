"""The largest size at which a text fits into its space, and its line breaks.

Breaking lines here, not in the layout engine, makes thousands of names quick to print. Widths are
those of Runner's own font or of an organiser's; other characters are measured in the font of this
computer that draws them.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count

from runner.render import fonts
from runner.render.documents.layout import OwnLook
from runner.render.documents.pdf import Sample, measure

_POINTS_A_MILLIMETRE = 72 / 25.4
_WITHOUT_WIDTH = frozenset({"Mn", "Me", "Cf"})  # combining marks, joiners, directional marks
_PICTURES = "\U0001f000"  # symbols from here on are emoji, wider than any letter
_MARKS = frozenset({"Mn", "Me", "Mc", "Cf"})
_JOINER = "\u200d"
_HYPHENS = "-‐–"
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # skin tones, which follow an emoji
_DIRECTIONS = frozenset({"L", "R", "AL"})
_LINE_HEIGHT = 1.15
_MEASURED_AT = 100  # pixels
_CSS_WEIGHTS = {"regular": "normal", "bold": "bold"}
HEADINGS = frozenset({"h1", "h2"})
EN, THIN = "\u2002", "\u2009"
"""The widest and the narrowest space in Runner's font."""
# Attempts, best first: the number of lines, and the share of the largest size.
_ATTEMPTS = ((1, 1.0), (1, 0.85), (1, 0.7), (2, 0.7), (2, 0.6), (3, 0.5), (3, 0.4))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text broken into lines, and its size in points."""

    points: float
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines, joined by line breaks."""
        return "\n".join(self.lines)


class Widths(dict[str, float]):
    """The width of each character, in multiples of the font size.

    Exact for Runner's own font. Others come from fallback fonts: measured where possible, else
    estimated.
    """

    def __init__(self, weight: str, measured: Mapping[str, float], space: float = 0.0) -> None:
        own = fonts.widths(weight)
        super().__init__({**own, **measured})
        self.space = space or own[" "]

    def __missing__(self, character: str) -> float:
        self[character] = width = _estimated(character)
        return width

    def of(self, text: str) -> float:
        """Return the maximum width of a text; kerning and ligatures can only make it narrower."""
        return sum(map(self.__getitem__, text))

    def exactly(self, text: str) -> float:
        """Return the exact width of a text without kerning, provided that `is_exact(text)`."""
        return self.of(text) + text.count(" ") * (self.space - self[" "])


def fit(text: str, width: float, height: float, largest: float, widths: Widths) -> Fitted:
    """Return `text` in the largest of several sizes at which it fits into `width` x `height` mm.

    It takes one line if possible, then two or three; longer text takes more lines, smaller still.
    Nothing is ever cut off.
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
    """Return the character widths for `texts`, by weight.

    `named` maps each weight to the elements and CSS classes set in it. In an organiser's own fonts,
    a character is as wide as in the widest of them. Raises PangoMissing.
    """
    letters = sorted({letter for text in texts for letter in text})
    if not own.css:
        lent = _lent([letter for letter in letters if _must_be_measured(letter)])
        return {weight: Widths(weight, lent) for weight in named}
    letters = sorted({" ", EN, THIN, *letters})
    widths = {weight: _own(letters, own, weight, of) for weight, of in named.items()}
    return {weight: Widths(weight, each, each[" "]) for weight, each in widths.items()}


def _must_be_measured(character: str) -> bool:
    """Return whether the width of a character is known only to the font that draws it."""
    kind, wide = unicodedata.category(character), unicodedata.east_asian_width(character) in "WF"
    return not (kind == "Cf" or (wide and kind == "Lo") or character in fonts.widths("regular"))


def runs_backwards(text: str) -> bool:
    """Return whether the text is written right to left, judged by its first letter."""
    runs = (unicodedata.bidirectional(letter) for letter in text)
    return next((run for run in runs if run in _DIRECTIONS), "L") != "L"


def is_exact(text: str) -> bool:
    """Return whether `Widths.exactly` holds for a text: all characters are in Runner's font, and
    none is combining, joining or a directional mark."""
    own = fonts.widths("regular")
    return all(each in own and unicodedata.category(each) not in _MARKS for each in text)


def _lent(letters: list[str]) -> Mapping[str, float]:
    """Return the widths of letters missing from Runner's font, and of the widest space between
    them, which comes from the same fallback font."""
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
    """Return the widths of letters in the organiser's fonts, the widest of each."""
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
    """Return the text in lines of at most `ems`, broken at spaces, else at hyphens, else within a
    word."""
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
    """Return the longest beginning of `text` within `ems`, ending at a hyphen if it has one, and
    without splitting combined characters."""
    width = 0.0
    for index, character in enumerate(text):
        width += widths[character]
        if width > ems:
            # At least three letters of a long word stand on its last line.
            whole = min(index, len(text) - 3) if len(text) > 5 else index
            while whole and _joined(text[whole - 1], text[whole]):
                whole -= 1
            hyphen = max(map(text[:whole].rfind, _HYPHENS))
            return text[: (hyphen + 1 if hyphen > 0 else whole) or index]
    return text


def _joined(before: str, after: str) -> bool:
    """Return whether two characters belong together: a letter with a mark, a composed emoji."""
    kind = unicodedata.category(after)
    return kind in _MARKS or before == _JOINER or after in _TONES

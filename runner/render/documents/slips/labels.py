"""The small words on a form: how large they may be where there is little room, and in which lines.

They are never cut and break at spaces only, for they are Runner's own and known to be short.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from runner.render.documents.fitting import Widths

USUAL = 3.2
"""Millimetres that letters are large: 9 points."""
HEADING = (1.0, 0.68)
"""How large one line may be, and each of two: a share of the largest size."""
ALONE = (1.0,)
BLOCK = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Label:
    """Lines, and how large their letters are, in millimetres."""

    size: float
    lines: tuple[str, ...]
    width: float


def label(
    text: str,
    room: float,
    widths: Widths,
    shares: Sequence[float] = HEADING,
    largest: float = USUAL,
) -> Label:
    """The text as large as it can be in so many millimetres, in as few lines as that takes;
    `shares` has the largest size for each number of lines."""
    best = Label(0.0, (), 0.0)
    for lines, share in enumerate(shares, start=1):
        for broken in _broken(text, lines):
            wide = max(map(widths.of, broken)) or 1.0
            size = round(min(largest * share, room / wide), 2)
            if size > best.size:
                best = Label(size, broken, round(wide * size, 2))
    return best


def _broken(text: str, lines: int) -> Iterator[tuple[str, ...]]:
    """Every way to break the text at its spaces into so many lines."""
    words = text.split()
    for cuts in combinations(range(1, len(words)), lines - 1):
        places = (0, *cuts, len(words))
        yield tuple(" ".join(words[start:end]) for start, end in pairwise(places))

"""Names in drawings: how wide they come out, and cut where there is no room (SVG cuts nothing)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_NARROW = frozenset("ijlI.,:;'’!|()[]ftr -·")
_BROAD = frozenset("mwMW@%&")
_JOINER = "\u200d"
_ISOLATE, _POP = "\u2068", "\u2069"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
_BOLD = 1.06


@lru_cache(maxsize=512)
def _width(letter: str) -> float:
    """A letter's width in ems, rather too wide than too narrow for whatever font is there."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0x1F000:
        return 1.25 if ord(letter) > 0x1F000 else 1.02
    if letter in _NARROW:
        return 0.35
    if letter in _BROAD:
        return 0.92
    return 0.68 if letter.isupper() else 0.575


def width(text: str, size: float) -> float:
    """How wide the text is, in the unit of the font's size, when it is bold."""
    return sum(map(_width, text)) * size * _BOLD


@lru_cache(maxsize=4096)
def shortened(text: str, room: float, size: float) -> str:
    """The text, or as much of its beginning as there is room for, and "…".

    No letter is parted from its accents, and no emoji from what it is joined to.
    """
    if width(text, size) <= room:
        return text
    kept = ""
    for cluster in _clusters(text):
        if width(kept + cluster + "…", size) > room:
            break
        kept += cluster
    return kept.rstrip(" -,.'’") + "…"


def isolated(text: str) -> str:
    """The text so that, where it runs from right to left, nothing around it turns round with it."""
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text):
        return f"{_ISOLATE}{text}{_POP}"
    return text


def _clusters(text: str) -> list[str]:
    """The letters of the text, each with all that belongs to it."""
    found: list[str] = []
    for letter in text:
        category = unicodedata.category(letter)
        joins = category in ("Mn", "Me", "Mc", "Cf") or 0x1F3FB <= ord(letter) <= 0x1F3FF
        if found and (joins or found[-1].endswith(_JOINER)):
            found[-1] += letter
        else:
            found.append(letter)
    return found

"""Sentences that know the moments of the times of day in them.

A page marks them up, and the reader's browser shows the reader's own time beside; everywhere else
such a sentence is plain text.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

_TIME = re.compile(r"((?<!\d)(?<!\d:)\d\d:\d\d(?!:?\d))")
_NONE: Mapping[str, str] = MappingProxyType({})


class Told(str):
    """A text; `moments` has for times of day in it ("14:05") when that is (ISO 8601)."""

    moments: Mapping[str, str]

    def __new__(cls, text: str, moments: Mapping[str, str] = _NONE) -> "Told":
        """The text, with what is known of the times in it."""
        made = super().__new__(cls, text)
        made.moments = moments
        return made


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces, each time of day apart with its moment; "" beside all others."""
    moments = text.moments if isinstance(text, Told) else _NONE
    for piece in _TIME.split(text):
        yield piece, moments.get(piece, "")

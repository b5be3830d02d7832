"""Names as people type them: made clean, compared fairly, and guessed when misspelt."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\x00-\x08\x0b"
    "\x0c\x0e-\x1f\x7f]"
)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u0060\u00b4\u2032", "'"))


def clean(text: str) -> str:
    """The name as it is shown: NFKC, nothing invisible, single spaces, none at the ends."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).split())


def key(text: str) -> str:
    """What two spellings of one name have in common; equal keys mean the same player."""
    folded = clean(text).translate(_APOSTROPHES).casefold()
    return unicodedata.normalize("NFKC", folded)


def nearest(wanted: str, known: Iterable[str]) -> str | None:
    """The known name most like the wanted one, or None when none comes close."""
    by_key = {key(name): name for name in known}
    close = difflib.get_close_matches(key(wanted), by_key, n=1, cutoff=0.72)
    return by_key[close[0]] if close else None


def last_first(name: str) -> str:
    """ "Ana Maria Example" as "Example, Ana Maria", for lists that are searched by last name.

    A name that has a comma already, or only one word, stays as it is.
    """
    if "," in name or " " not in name:
        return name
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"

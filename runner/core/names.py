"""Names as people type them: made clean, compared fairly, and guessed when misspelt."""

import difflib
import re
import unicodedata
from collections.abc import Iterable

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufffe\uffff\x00-\x08\x0b"
    "\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\U000e0000-\U000e0fff]"
)
_TURNING = re.compile(
    "[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_MOST_MARKS = 5  # on one letter; no script needs more, and a tower of them covers other lines
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u0060\u00b4\u2032", "'"))


def clean(text: str) -> str:
    """The name as it is shown: NFKC, nothing invisible, single spaces, none at the ends."""
    plain = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).split())
    return plain if plain.isascii() else _without_towers(plain)


def _without_towers(text: str) -> str:
    """The text with no more marks on a letter than some script needs."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def prose(text: str) -> str:
    """A text that is no name as it is shown: nothing in it turns the text around it, moves the
    cursor, or covers other lines; all else stays as it was typed."""
    text = text.strip()
    return (
        text if text.isascii() and text.isprintable() else _without_towers(_TURNING.sub("", text))
    )


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

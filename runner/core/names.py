"""Names as typed: normalised, compared, and suggested when misspelt.

`key` identifies players: two may differ by an accent alone. `folded` and `keys` are for comparing
typed texts: the search on the pages (whose script folds in the same way), the redaction of names
that are not shown, and the name in a cell.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

# Letters without a Unicode decomposition, as people type them on other keyboards.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_WITHIN = "['\u2018\u2019\u201b\u02bc\u02b9`\u00b4\u2032.\u2010-\u2015-]"
_JOINED = re.compile(_WITHIN)
_BETWEEN = re.compile(rf"(?:{_WITHIN}|[\s,_·])+")


def plain(text: str) -> str:
    """Return the text in lower case and without accents."""
    lowered = text.casefold().translate(_PLAIN)
    if lowered.isascii():
        return lowered
    letters = unicodedata.normalize("NFD", lowered)
    return "".join(each for each in letters if not unicodedata.category(each).startswith("M"))


def folded(text: str) -> str:
    """Return the words of a text in lower case, without accents and joining marks,
    single-spaced."""
    return _BETWEEN.sub(" ", plain(clean(text))).strip() or key(text)


@lru_cache(maxsize=20_000)
def keys(name: str) -> frozenset[str]:
    """Return every folded spelling of a name: with its words rotated (last name first), without a
    hyphen or an apostrophe, and with an accent left out or spelt out ("Annalena", "O Brien",
    "Mueller")."""
    spelt = [each.split(" ") for each in in_order(name)]
    return frozenset(
        " ".join((*words[at:], *words[:at])) for words in spelt for at in range(len(words))
    )


def in_order(name: str) -> tuple[str, ...]:
    """Return the folded spellings of a name with its words in their order."""
    plainly = clean(name)
    longer = plainly.casefold().translate(_TWO_LETTERS)
    spelt = (plainly, _JOINED.sub("", plainly), longer if longer != plainly.casefold() else plainly)
    return tuple(dict.fromkeys(map(folded, spelt)))


def letters(text: str) -> tuple[str, list[int]]:
    """Return a clean text folded, with blanks kept at its ends, and the position of each letter in
    it."""
    letters_at: list[tuple[str, int]] = []
    for at, letter in enumerate(text):
        if _BETWEEN.fullmatch(letter):
            letters_at += [] if letters_at and letters_at[-1][0] == " " else [(" ", at)]
        else:
            letters_at += [(like, at) for like in plain(letter)]
    return "".join(letter for letter, _ in letters_at), [at for _, at in letters_at]


_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufffe\uffff\x00-\x08\x0b"
    "\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\U000e0000-\U000e0fff]"
)
_TURNING = re.compile(
    "[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_AFTER = re.compile(
    r"^(.*\S)[\s,]+(\([^()]*\)|\[[^\[\]]*\]|(?:jn?r|sn?r|i{2,3}|iv|2nd|3rd)\.?|junior|senior|[^\w\s]+)$",
    re.IGNORECASE,
)
"""What may follow a name: brackets, "Jr.", "III", a word without letters."""
_PARTICLES = frozenset(
    "al bin da das de degli dei del della den der di do dos du el ibn la las le los san st st. te "
    "ten ter van von zu zum zur".split()
)
_AND = frozenset("e i y".split())
_EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_MOST_MARKS = 5  # on one letter; no script needs more, and a tower of them covers other lines
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u0060\u00b4\u2032", "'"))


def clean(text: str) -> str:
    """Return the name as it is shown: NFKC, without invisible characters, single-spaced and
    trimmed."""
    plain = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).split())
    return plain if plain.isascii() else _without_towers(plain)


def _without_towers(text: str) -> str:
    """Return the text with at most `_MOST_MARKS` combining marks on each letter."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def prose(text: str) -> str:
    """Return a text that is not a name, without characters that reverse it or move the cursor."""
    text = text.strip()
    plain = text.isascii() and text.isprintable()
    return text if plain else _without_towers(_TURNING.sub("", text))


@lru_cache(maxsize=20_000)
def key(text: str) -> str:
    """Return the normal form of a name; names with equal keys are the same player."""
    return unicodedata.normalize("NFKC", clean(text).translate(_APOSTROPHES).casefold())


def nearest(wanted: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to `wanted`, or None if none is close."""
    by_key = {key(name): name for name in known}
    close = difflib.get_close_matches(key(wanted), by_key, n=1, cutoff=0.72)
    return by_key[close[0]] if close else None


class Parts(NamedTuple):
    """A name taken apart: "Juan de la Cruz Jr. (Lyon)". `more` is what is neither first nor last
    name: "Jr.", "III", a town in brackets, an emoji."""

    first: str
    last: str
    more: str


def parts(name: str) -> Parts:
    """Return the parts of a name; a single word is the last name, as in "Madonna III". If there is
    a comma, the last name precedes it, unless only "Jr." follows. In Han, Kana and Hangul the
    family name is first."""
    words, more = name.split(), list[str]()
    while len(words) > 1 and (match := _AFTER.search(" ".join(words))):
        words, more = match[1].rstrip(",").split(), [match[2], *more]
    last, comma, first = " ".join(words).partition(",")
    if not comma and family_first(last):
        last, _, first = last.partition(" ")
    elif not comma:
        at = _last_name_begins(words)
        first, last = " ".join(words[:at]), " ".join(words[at:])
    return Parts(first.strip(), last.strip(), " ".join(more))


def _last_name_begins(words: Sequence[str]) -> int:
    """Return the index of the word where the last name begins: "de la" in "de la Cruz"."""
    at = len(words) - 1
    if at > 2 and words[at - 1] in _AND:
        at -= 2
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return max(at, 0)


def family_first(name: str) -> bool:
    """Return whether a name begins with the family name: its first two words are Han, Kana or
    Hangul."""
    return not name.isascii() and all(map(_EAST_ASIAN.match, name.split()[:2]))


def last_first(name: str) -> str:
    """Return "Example, Ana Maria" for "Ana Maria Example", for lists sorted by last name. "Juan de
    la Cruz" gives "de la Cruz, Juan", and "Paul Martin (Lyon)" "Martin, Paul (Lyon)". A single word
    is unchanged, and so is a name whose family name comes first ("山田 太郎")."""
    first, last, more = parts(name)
    if family_first(f"{last} {first}"):
        return " ".join(filter(None, (last, first, more)))
    listed = f"{last}, {first}" if first and last else first or last
    return " ".join(filter(None, (listed, more))) or name

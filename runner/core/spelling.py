"""One folding of names, for whatever compares what a hand has typed: the search of the pages (whose
script folds in the same way), the redaction of names that are not shown, and the name in a cell.

What is folded is for comparing only; `names.key` says who is who, for two players may differ by an
accent alone.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from runner.core import names

# What no decomposition makes plain, as people without the letter on their keyboard type it.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_WITHIN = "['\u2018\u2019\u201b\u02bc\u02b9`\u00b4\u2032.\u2010-\u2015-]"
_JOINED = re.compile(_WITHIN)
_BETWEEN = re.compile(rf"(?:{_WITHIN}|[\s,_·])+")


def plain(text: str) -> str:
    """The text without capitals and accents."""
    lowered = text.casefold().translate(_PLAIN)
    if lowered.isascii():
        return lowered
    letters = unicodedata.normalize("NFD", lowered)
    return "".join(each for each in letters if not unicodedata.category(each).startswith("M"))


def folded(text: str) -> str:
    """The words of a text, with single blanks: neither capitals and accents count, nor what stands
    between two words, be it blanks, a comma, a hyphen, an apostrophe or a full stop."""
    return _BETWEEN.sub(" ", plain(names.clean(text))).strip() or names.key(text)


@lru_cache(maxsize=20_000)
def keys(name: str) -> frozenset[str]:
    """Every way in which a name is known, folded: the last name in front or behind, a hyphen, an
    apostrophe or an accent left out ("Annalena", "O Brien", "Mueller")."""
    found = set()
    for spelt in in_order(name):
        words = spelt.split(" ")
        found |= {" ".join((*words[at:], *words[:at])) for at in range(len(words))}
    return frozenset(found)


def in_order(name: str) -> tuple[str, ...]:
    """The same with the words of the name in their order."""
    return tuple(dict.fromkeys(folded(spelt) for spelt in _spellings(names.clean(name))))


def _spellings(name: str) -> Iterator[str]:
    yield name
    yield _JOINED.sub("", name)
    if (longer := name.casefold().translate(_TWO_LETTERS)) != name.casefold():
        yield longer


def letters(text: str) -> tuple[str, list[int]]:
    """A text as `folded` has it, blanks at its ends included, and where in it each letter stood.
    The text is to be clean."""
    found: list[tuple[str, int]] = []
    for at, letter in enumerate(text):
        if _BETWEEN.fullmatch(letter):
            found += [] if found and found[-1][0] == " " else [(" ", at)]
        else:
            found += [(like, at) for like in plain(letter)]
    return "".join(letter for letter, _ in found), [at for _, at in found]

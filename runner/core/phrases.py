"""How a sentence counts and lists: "1 table", "12 tables", "Ana, Bo and Cy"."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from runner.core.language import _, current, ngettext
from runner.core.numbers import points

_ROUND = re.compile(r"Round \d+")


def plural(number: int | Fraction, one: str, many: str = "") -> str:
    """The word alone: "table" for 1, "tables" for 0, 2, 3."""
    return one if number == 1 else many or f"{one}s"


def count(number: int | Fraction, one: str, many: str = "") -> str:
    """ "1 table", "12 tables", "21.5 points"."""
    return f"{points(number)} {plural(number, one, many)}"


def within(title: str) -> str:
    """The title of a round inside a sentence: "round 3", and "Top 16, round 1" as it is."""
    return title.replace("Round", "round", 1) if _ROUND.fullmatch(title) else title


def listed(words: Sequence[str], most: int = 0) -> str:
    """ "Ana", "Ana and Bo", "Ana, Bo and Cy"; of more than `most` "Ana, Bo and 5 more"."""
    if most and len(words) > most:
        words = [*words[: most - 1], _more(len(words) - most + 1)]
    if len(words) < 2:
        return "".join(words)
    return current().listed(words)


def numbered(numbers: Iterable[int], most: int = 12) -> str:
    """ "1, 3, 4"; of more than `most` (0: however many) the first: "1, 2, 3 and 7 more"."""
    found, enumerated = [str(number) for number in numbers], current().enumerated
    if most and len(found) > most:
        return _(
            "{first} and {more}", first=enumerated(found[:most]), more=_more(len(found) - most)
        )
    return enumerated(found)


def _more(number: int) -> str:
    # Note: the end of a list: “Ana, Bo and 5 more”, “1, 2, 3 and 5 more”.
    return ngettext("{n} more", "{n} more", number)

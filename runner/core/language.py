"""The active locale (default English): translation, numbers, plural forms and lists.

All text that players read goes through `_`, or `ngettext` with a number. The argument is the
English text; inside `speaking` it is translated by the catalogues that `runner.languages` reads.
What only the organiser reads (desk, terminal, workbook) stays English and needs none of it.

    _("Table {table}", table=12)                     "Mesa 12"
    ngettext("{n} table", "{n} tables", 12)          "12 mesas"
    pgettext("result", "Draw")                       "Empate": a word that has two meanings
    _(N_("Wins")) with N_ where the text is written  a text that is translated later, elsewhere

Never call `_` at import time. `count`, `listed` and `plural` put numbers and lists into sentences.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from fractions import Fraction

from runner.core.numbers import points, rounded

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January February March April May June July August September October November December"
).split()


class Language:
    """English, and what another language has to say instead."""

    code = "en"
    """As HTML and Babel write it (BCP 47)."""
    name = "English"
    """As its own speakers call it."""
    direction = "ltr"
    mark = "."
    """What stands before decimals."""
    plural_form = "n != 1"
    """Which of its plural forms a number takes; C, Python after a fashion, and JavaScript."""

    @property
    def dash(self) -> str:
        """What stands between the numbers of a record; in all languages they run as in English."""
        return "–" if self.direction == "ltr" else "\N{LEFT-TO-RIGHT MARK}–\N{LEFT-TO-RIGHT MARK}"

    def text(self, message: str, context: str = "") -> str:
        """The message; `context` tells words of two meanings apart."""
        return message

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """A message that counts, in each plural form."""
        return one, many

    def plural(self, one: str, many: str, number: int | Fraction) -> str:
        """A message that counts, in the form for that number."""
        return one if number == 1 else many

    def number(self, value: int | Fraction) -> str:
        """ "21", "21.5"."""
        said = points(value)
        return said if self.mark == "." else said.replace(".", self.mark)

    def decimal(self, value: int | Fraction, places: int) -> str:
        """ "66.67": with so many places."""
        return rounded(value, places).replace(".", self.mark)

    def percent(self, number: str) -> str:
        """ "66.67" as "66.67%"."""
        return f"{number}%"

    def listed(self, words: Sequence[str]) -> str:
        """ "Ana, Bo and Cy"; two words or more."""
        return f"{', '.join(words[:-1])} and {words[-1]}"

    def enumerated(self, words: Sequence[str]) -> str:
        """ "1, 3, 4": one after another, however long."""
        return ", ".join(words)

    def day(self, when: date) -> str:
        """ "Saturday, 21 November 2026"."""
        return f"{_DAYS[when.weekday()]}, {self.short_day(when)}"

    def short_day(self, when: date) -> str:
        """ "21 November 2026"."""
        return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"


ENGLISH = Language()
_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current() -> Language:
    """The language that is spoken now."""
    return _spoken.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Have everything inside said in that language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def _(message: str, /, **values: object) -> str:
    """The message as it is said now, with the values for its {names}."""
    said = _spoken.get().text(message)
    return said.format(**values) if values else said


def pgettext(context: str, message: str, /, **values: object) -> str:
    """As `_`, for a word that means something else elsewhere: "result", "Draw"."""
    said = _spoken.get().text(message, context)
    return said.format(**values) if values else said


def ngettext(one: str, many: str, number: int | Fraction, /, **values: object) -> str:
    """As `_`, in the plural form for the number, which stands at {n}."""
    language = _spoken.get()
    return language.plural(one, many, number).format(**{"n": language.number(number), **values})


def N_(message: str, /) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Marks a text for the catalogues, to be said by `_` later."""
    return message


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
    return "".join(words) if len(words) < 2 else current().listed(words)


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

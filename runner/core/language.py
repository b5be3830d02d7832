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
    """English; other languages override its methods."""

    code = "en"
    """The BCP 47 code, as in HTML and Babel."""
    name = "English"
    """The name of the language in the language itself."""
    direction = "ltr"
    mark = "."
    """The decimal separator."""
    plural_form = "n != 1"
    """The plural rule: the index of the form for n, an expression that is valid in C and
    JavaScript."""

    @property
    def dash(self) -> str:
        """The dash between the numbers of a record, which runs left to right in all languages."""
        return "–" if self.direction == "ltr" else "\N{LEFT-TO-RIGHT MARK}–\N{LEFT-TO-RIGHT MARK}"

    def text(self, message: str, context: str = "") -> str:
        """Return the translated message; `context` distinguishes the meanings of a word."""
        return message

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """Return all plural forms of a message."""
        return one, many

    def plural(self, one: str, many: str, number: int | Fraction) -> str:
        """Return the plural form of a message for a number."""
        return one if number == 1 else many

    def number(self, value: int | Fraction) -> str:
        """Return a number as text: "21", "21.5"."""
        text = points(value)
        return text if self.mark == "." else text.replace(".", self.mark)

    def decimal(self, value: int | Fraction, places: int) -> str:
        """Return a number with a fixed number of decimals: "66.67"."""
        return rounded(value, places).replace(".", self.mark)

    def percent(self, number: str) -> str:
        """Return "66.67" as "66.67%"."""
        return f"{number}%"

    def listed(self, words: Sequence[str]) -> str:
        """Return two or more words as a list: "Ana, Bo and Cy"."""
        return f"{', '.join(words[:-1])} and {words[-1]}"

    def enumerated(self, words: Sequence[str]) -> str:
        """Return words separated by commas: "1, 3, 4"."""
        return ", ".join(words)

    def day(self, when: date) -> str:
        """Return "Saturday, 21 November 2026"."""
        return f"{_DAYS[when.weekday()]}, {self.short_day(when)}"

    def short_day(self, when: date) -> str:
        """Return "21 November 2026"."""
        return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"


ENGLISH = Language()
_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current() -> Language:
    """Return the active language."""
    return _spoken.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Activate a language for the duration of the block."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def _(message: str, /, **values: object) -> str:
    """Return the translated message, with the values for its {names}."""
    text = _spoken.get().text(message)
    return text.format(**values) if values else text


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return the translated message like `_`; `context` tells two meanings of a word apart."""
    text = _spoken.get().text(message, context)
    return text.format(**values) if values else text


def ngettext(one: str, many: str, number: int | Fraction, /, **values: object) -> str:
    """Return the translated message like `_`, in the plural form for the number, which replaces
    {n}."""
    language = _spoken.get()
    return language.plural(one, many, number).format(**{"n": language.number(number), **values})


def N_(message: str, /) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a text for the catalogues, to be translated by `_` later."""
    return message


_ROUND = re.compile(r"Round \d+")


def plural(number: int | Fraction, one: str, many: str = "") -> str:
    """Return the word alone: "table" for 1, "tables" for 0, 2, 3."""
    return one if number == 1 else many or f"{one}s"


def count(number: int | Fraction, one: str, many: str = "") -> str:
    """Return "1 table", "12 tables", "21.5 points"."""
    return f"{points(number)} {plural(number, one, many)}"


def within(title: str) -> str:
    """Return the title of a round for use inside a sentence: "round 3"; "Top 16, round 1" is
    unchanged."""
    return title.replace("Round", "round", 1) if _ROUND.fullmatch(title) else title


def listed(words: Sequence[str], most: int = 0) -> str:
    """Return "Ana", "Ana and Bo", "Ana, Bo and Cy"; of more than `most` words "Ana, Bo and 5
    more"."""
    if most and len(words) > most:
        words = [*words[: most - 1], _more(len(words) - most + 1)]
    return "".join(words) if len(words) < 2 else current().listed(words)


def numbered(numbers: Iterable[int], most: int = 12) -> str:
    """Return "1, 3, 4"; of more than `most` numbers (0: no limit) "1, 2, 3 and 7 more"."""
    texts, enumerated = [str(number) for number in numbers], current().enumerated
    if most and len(texts) > most:
        return _(
            "{first} and {more}", first=enumerated(texts[:most]), more=_more(len(texts) - most)
        )
    return enumerated(texts)


def _more(number: int) -> str:
    # Note: the end of a list: “Ana, Bo and 5 more”, “1, 2, 3 and 5 more”.
    return ngettext("{n} more", "{n} more", number)

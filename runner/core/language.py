"""The language in which a text is said: English, unless somebody else speaks.

All text that players read goes through `_`, or `ngettext` where it counts. What it says is the
English text; `speaking` has it said in another language, from catalogues that `runner.languages`
reads. What only the organiser reads (desk, terminal, workbook) stays English and needs none of it.

    _("Table {table}", table=12)                     "Mesa 12"
    ngettext("{n} table", "{n} tables", 12)          "12 mesas"
    pgettext("result", "Draw")                       "Empate": a word that has two meanings
    _(N_("Wins")) with N_ where the text is written  a text that is said later, elsewhere
"""

from collections.abc import Iterator, Sequence
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
    said = language.plural(one, many, number)
    return said.format(**{"n": language.number(number), **values})


def N_(message: str, /) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Marks a text for the catalogues, to be said by `_` later."""
    return message

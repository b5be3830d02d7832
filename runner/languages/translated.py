"""A language with a catalogue: its words from there, its dates, lists and numbers from the CLDR."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from runner.core.language import Language
from runner.core.numbers import points

_CATALOGUES = Path(__file__).parent / "catalogues"


def translated(code: str) -> Language:
    """The language of that code; raises FileNotFoundError where it has no catalogue."""
    with (_CATALOGUES / f"{code}.po").open("rb") as file:
        return Translated(read_po(file, locale=code))


class Translated(Language):
    """What a catalogue says; what it does not know is said in English."""

    def __init__(self, catalogue: Catalog) -> None:
        locale = catalogue.locale or Locale("en")
        self._locale, self._catalogue = locale, catalogue
        self.code = str(locale).replace("_", "-")
        self.name = locale.display_name or self.code
        self.direction = locale.text_direction
        self.mark = locale.number_symbols["latn"]["decimal"]
        self.plural_form = catalogue.plural_expr
        self._form = c2py(self.plural_form)
        middle: str = locale.list_patterns["standard"]["middle"]
        self._between = middle.format("", "")
        self._percent: str = locale.percent_formats[None].pattern.replace("#,##0", "{}")
        known = [each for each in catalogue if each.id and each.string and not each.fuzzy]
        self._texts = {
            (each.id, each.context or ""): str(each.string)
            for each in known
            if isinstance(each.id, str)
        }
        self._forms = {
            tuple(each.id): tuple(each.string or ())
            for each in known
            if not isinstance(each.id, str) and all(each.string or ())
        }

    def text(self, message: str, context: str = "") -> str:
        """The message as the catalogue has it."""
        return self._texts.get((message, context), message)

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """A message that counts, in each plural form; English has two of them."""
        count = self._catalogue.num_plurals
        english = (one, *[many] * (count - 1)) if count > 1 else (many,)
        return self._forms.get((one, many)) or english

    def plural(self, one: str, many: str, number: int | Fraction) -> str:
        """A message that counts, in the form for that number."""
        return self.forms(one, many)[self._form(self._like(number))]

    def percent(self, number: str) -> str:
        """ "66,67" as "66,67 %"."""
        return self._percent.replace("{}", number)

    def listed(self, words: Sequence[str]) -> str:
        """The words as the CLDR strings them together."""
        return format_list(words, "standard", self._locale)

    def enumerated(self, words: Sequence[str]) -> str:
        """One after another, however long."""
        return self._between.join(words)

    def day(self, when: date) -> str:
        """The day of the week and the date."""
        return format_date(when, "full", self._locale)

    def short_day(self, when: date) -> str:
        """The date."""
        return format_date(when, "long", self._locale)

    def _like(self, number: int | Fraction) -> int:
        """A whole number that takes the same form: 1.5 is singular in French, plural in Spanish."""
        if number.denominator == 1:
            return int(number)
        shown = Decimal(points(number).replace(self.mark, "."))
        return 1 if self._locale.plural_form(shown) == "one" else 100

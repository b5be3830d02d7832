"""What a column of the workbook is, and what its cells may hold; how headings and choices are told
apart however they are spelt."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from runner.core import names
from runner.core.identifiers import LAST_ROUND


class CellKind(StrEnum):
    """What a cell of a column may hold."""

    TEXT = "text"
    NEW_NAME = "name of a new player"
    NAME = "name of a player"
    COUNT = "whole number"
    FLAG = "yes or no"
    CHOICE = "one of a list"
    DATE = "date"
    TIME = "time of day"
    RESULT = "result"
    KEY = "key"
    LIST = "list"
    SETTING = "setting"


class Writer(StrEnum):
    """Who fills a column. What the organiser types over Runner's word always wins."""

    ORGANISER = "organiser"
    RUNNER = "Runner"


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a dropdown: `value` is its name in the model, `label` what people read."""

    value: str
    label: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column, or on the Event sheet a row with its label.

    `help` is the input hint. `least` and `most` bound a whole number. `strict` choices admit
    nothing else; others are suggestions. What stands in a `public` column may leave the workbook:
    `workbook.txt` lists it, and pages may; a column is private until it is marked. A sheet without
    a `required` column cannot be read. An `extra` column of Players is shown as it stands, where
    Event says so; Runner makes nothing of it. `width` is in characters. `numbers`: what looks like
    a telephone number there is none. Only events of teams have a `team` column.
    """

    key: str
    heading: str
    help: str = ""
    kind: CellKind = CellKind.TEXT
    choices: tuple[Choice, ...] = ()
    strict: bool = True
    least: int = 1
    most: int = LAST_ROUND
    writer: Writer = Writer.ORGANISER
    public: bool = False
    required: bool = False
    extra: bool = False
    aliases: tuple[str, ...] = ()
    width: int = 12
    numbers: bool = False
    team: bool = False

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every heading under which the column is found."""
        return (self.heading, *self.aliases)


@dataclass(frozen=True, slots=True)
class SheetSchema:
    """A sheet: its tab, a title and a line of help above the headings, its columns."""

    name: str
    title: str
    help: str
    columns: tuple[Column, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every name under which the sheet is found."""
        return (self.name, *self.aliases)

    def column(self, key: str) -> Column:
        """Return the column of that key."""
        return next(column for column in self.columns if column.key == key)


_PUNCTUATION = re.compile(r"[\W_]+")


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """Return what two spellings of a heading, label or choice have in common: case, spaces, hyphens
    and full stops make no difference."""
    return _PUNCTUATION.sub("", names.key(text))


def find_choice(text: str, choices: Iterable[Choice]) -> Choice | None:
    """Return the choice that was meant, by label, value or another spelling."""
    wanted = _told_apart(text)
    spelt = ((each, (each.label, each.value, *each.aliases)) for each in choices)
    return next((choice for choice, texts in spelt if wanted in map(_told_apart, texts)), None)


def label(value: str, choices: Iterable[Choice]) -> str:
    """Return what people read for a value; the value itself where it is none of the choices."""
    choice = find_choice(str(value), choices)
    return choice.label if choice else str(value)


def _told_apart(text: str) -> str:
    """Return the normal form; a text that is all punctuation, such as "✓", as it stands."""
    return normal(text) or names.clean(text)

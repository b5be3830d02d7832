"""The patterns of `patterns.toml` for columns, cells, lines and the text around a name. Words are
compared in the form given by `normal`."""

import re
import tomllib
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from runner.core import names

E_MAIL, PHONE, NUMBER, NOTES, DISCORD = "E-mail", "Phone", "Number", "Notes", "Discord"
"""Labels of private data, if the list itself has none."""
CROSSES = "❌✖✗✘🚫⛔👎🗙☒❎"
"""Signs that mean that somebody does not come."""
BLANKS = " \t\u3000\xa0\ufeff\u200b\u200e\u200f\ufe0f"
BLANKS_BEHIND = f"{BLANKS},;:|/、，；：-–—\u200d"
_PUNCTUATION = re.compile(r"[\W_]+")
TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("patterns.toml").read_text(encoding="utf-8")
)


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """Return a word's letters and digits in lower case without accents; or its signs if it has
    none."""
    plain = names.plain(names.key(text))
    return _PUNCTUATION.sub("", plain) or plain


class Kind(StrEnum):
    """What a column contains."""

    NAME = "name"
    FIRST = "first name"
    MIDDLE = "middle name"
    LAST = "last name"
    PLAYER = "player"
    MEMBER = "member"
    TEAM = "team"
    CLUB = "club"
    COMMANDER = "commander"
    DECKLIST = "decklist"
    E_MAIL = "e-mail"
    PRIVATE = "private"
    STATUS = "status"
    OTHER = "other"
    NUMBER = "number"


class Remark(StrEnum):
    """What a remark beside a name says about whether that player comes."""

    NONE = ""
    DROPPED = "not coming"
    WAITING = "waiting"
    UNSURE = "unsure"
    COMING = "coming"


class Rule(NamedTuple):
    """A pattern for text around names; `patterns.toml` describes all fields."""

    effect: str
    pattern: re.Pattern[str]
    what: str = ""
    instead: str = " "
    words: int = 1


def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in TABLE["parts"].items():
        pattern = pattern.replace(f"@{name}@", part)
    return re.compile(pattern, re.IGNORECASE)


def _rule(entry: dict[str, Any]) -> Rule:
    (effect, pattern), *more = entry.items()
    return Rule(effect, _compiled(pattern), **dict(more))


def _words(lists: dict[str, str], between: str | None) -> dict[str, str]:
    """Return each word of some lists, normalised, with the name of its list."""
    return {normal(word): entry for entry, text in lists.items() for word in text.split(between)}


ANYWHERE, BEFORE, IN_BRACKETS, NUMBERS, BEHIND = (
    tuple(map(_rule, TABLE["rules"][place]))
    for place in ("anywhere", "before", "in_brackets", "numbers", "behind")
)
PATTERN = {name: _compiled(pattern) for name, pattern in TABLE["patterns"].items()}
TITLE, DATE = PATTERN["title"], PATTERN["date"]
BETWEEN = {separator: _compiled(pattern) for separator, pattern in TABLE["between"].items()}
ABSENT = frozenset({Remark.DROPPED, Remark.WAITING})
_COLUMNS = TABLE["columns"]
HEADINGS = {word: Kind(kind) for word, kind in _words(TABLE["headings"], "|").items()}
EITHER_NAME = frozenset({"name", "nom", "nome", "nombre"})
"""Headings that mean the whole name or, beside a column of one half, the other half."""
HEADINGS |= dict.fromkeys(EITHER_NAME, Kind.NAME)
NUMBERED_HEADING = _compiled(_COLUMNS["numbered"])
NOTE_HEADINGS, NO = (frozenset(map(normal, _COLUMNS[key].split())) for key in ("notes", "no"))
STATUS_HEADINGS = {word: Remark(each) for word, each in _words(_COLUMNS["status"], None).items()}
CELLS = tuple((Kind(kind), _compiled(pattern)) for kind, pattern in _COLUMNS["cells"])
FORMATS = tuple((words, frozenset(headings)) for words, headings in TABLE["formats"].items())
_REMARKS = {word: Remark(each) for word, each in _words(TABLE["remarks"], "|").items()}
NOBODY, PARTICLES, SUFFIXES, SUFFIXES_OR_NAMES, FIRST_NAMES = (
    frozenset(words.split()) for words in TABLE["names"].values()
)


def remark_of(text: str) -> Remark:
    """Return what a remark says; `Remark.NONE` if it is unknown."""
    if remark := _REMARKS.get(word := normal(text)):
        return remark
    if word.startswith("?"):
        return Remark.UNSURE
    dropped = PATTERN["dropped_in"].fullmatch(names.key(text).strip(" .!"))
    return Remark.DROPPED if dropped else Remark.NONE


def has_letter(text: str) -> bool:
    """Return whether a text has a letter."""
    return any(map(str.isalpha, text))


def without_bracket(name: str) -> tuple[str, str]:
    """Split "Anna Meyer (Berlin)" into the name and the content of the bracket at its end."""
    match = PATTERN["last_bracket"].match(name) if name[-1:] in ")]}）］】>" else None
    if not match or not (has_letter(match["name"]) and match["inside"].strip()):
        return name, ""
    return match["name"].strip(), match["inside"].strip()

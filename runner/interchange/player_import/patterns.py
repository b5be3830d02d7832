"""The table by which columns, cells, lines and what stands around a name are told apart, as
`patterns.toml` has it. What is compared as a word is compared as `normal` has it."""

import re
import tomllib
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from runner.core import names, spelling

E_MAIL, PHONE, NUMBER, NOTES, DISCORD = "E-mail", "Phone", "Number", "Notes", "Discord"
"""What is private of a player, where the list itself does not name it."""
SIGNATURES = (
    ((b"PK\x03\x04",), "a workbook or an archive",
     "It could not be read as an .xlsx workbook. Save the list as .xlsx or CSV, or paste it."),
    ((b"\xd0\xcf\x11\xe0",), "an old Excel workbook (.xls)",
     "Open it, and save it as .xlsx or CSV; or copy the cells and paste them."),
    ((b"%PDF",), "a PDF", "Copy the names out of it and paste them."),
    ((b"{\\rtf",), "a document (RTF)", "Copy the names out of it and paste them."),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), "a picture", "Names have to be typed off a picture."),
)  # fmt: skip
"""How files begin that are no text, what they are, and what to do."""
CROSSES = "❌✖✗✘🚫⛔👎🗙☒❎"
"""Signs that say that somebody does not come."""
BLANKS = " \t\u3000\xa0\ufeff\u200b\u200e\u200f\ufe0f"
BLANKS_BEHIND = f"{BLANKS},;:|/、，；：-–—\u200d"
BRACKETS = re.compile(r"[(\[{（［【<](?P<inside>[^()\[\]{}（）［］【】<>]*)[)\]}）］】>]")
_LAST_BRACKET = re.compile(rf"^(?P<name>.*?\S)(?:\s+|(?<=[\u3000-\uffff])){BRACKETS.pattern}$")
MENTION = re.compile(r"(?<![\w@])@(?P<handle>[\w.]*\w)(?:#\d{4,5}\b)?")
DIALLED = re.compile(r"\+?\(?\d[\d\s().\-–/]{4,}\d")
_PUNCTUATION = re.compile(r"[\W_]+")
_TABLE = tomllib.loads(Path(__file__).with_name("patterns.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """Return what all spellings of a word have in common: its letters and digits without capitals
    and accents; where it has none, its signs."""
    plain = spelling.plain(names.key(text))
    return _PUNCTUATION.sub("", plain) or plain


class Kind(StrEnum):
    """What a column holds."""

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
    """What a remark beside a name says of whether that player comes."""

    NONE = ""
    DROPPED = "not coming"
    WAITING = "waiting"
    UNSURE = "unsure"
    COMING = "coming"


class Effect(StrEnum):
    """What a rule does with the group `text` of what it found, beside taking it out of the name.

    KEEP keeps it as something private, which the group `what` names, or else the rule's `what`.
    REMARK reads it as a remark, and holds only where it is a known one; to LONG_REMARK two letters
    do not say that somebody comes. NOTE adds the rule's `what`, a sentence with {} for the text, to
    what is said of the name; so does DECKLIST for all links but the first, which is the deck list.
    """

    REMOVE = "remove"
    KEEP = "keep"
    DECKLIST = "decklist"
    PRONOUNS = "pronouns"
    REMARK = "remark"
    LONG_REMARK = "long_remark"
    UNSURE = "unsure"
    NOTE = "note"


class Rule(NamedTuple):
    """A pattern of what stands around names. `instead` is put in its place, as `re.Match.expand`
    has it; so many `words` have to be left of the text."""

    effect: Effect
    pattern: re.Pattern[str]
    what: str = ""
    instead: str = " "
    words: int = 1


def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in _TABLE["parts"].items():
        pattern = pattern.replace(f"@{name}@", part)
    return re.compile(pattern, re.IGNORECASE)


def _rule(entry: dict[str, Any]) -> Rule:
    effect = next(effect for effect in Effect if effect in entry)
    return Rule(effect, _compiled(entry.pop(effect)), **entry)


def _words(lists: dict[str, str], between: str | None) -> dict[str, str]:
    """Return the words of lists, normal, each with the entry that it stands in."""
    return {normal(word): entry for entry, text in lists.items() for word in text.split(between)}


ANYWHERE, BEFORE, IN_BRACKETS, NUMBERS, BEHIND = (
    tuple(map(_rule, _TABLE["rules"][place]))
    for place in ("anywhere", "before", "in_brackets", "numbers", "behind")
)
CHAT, TITLE, DATE, _DROPPED_IN, CROSSED_OUT = map(_compiled, _TABLE["lines"].values())
_COLUMNS = _TABLE["columns"]
HEADINGS = {word: Kind(kind) for word, kind in _words(_TABLE["headings"], "|").items()}
HALVES = {
    Kind.FIRST: frozenset({"name", "nom", "nome"}),
    Kind.LAST: frozenset({"name", "nome", "nombre"}),
}
"""Headings that mean the whole name, but the other half beside a column of this half."""
HEADINGS |= dict.fromkeys(("nom", "nome", "nombre"), Kind.NAME)
NUMBERED_HEADING = _compiled(_COLUMNS["numbered"])
NOTE_HEADINGS, NO = (frozenset(map(normal, _COLUMNS[key].split())) for key in ("notes", "no"))
STATUS_HEADINGS = {word: Remark(each) for word, each in _words(_COLUMNS["status"], None).items()}
CELLS = tuple((Kind(kind), _compiled(pattern)) for kind, pattern in _COLUMNS["cells"])
FORMATS = tuple((words, frozenset(headings)) for words, headings in _TABLE["formats"].items())
_REMARKS = {word: Remark(each) for word, each in _words(_TABLE["remarks"], "|").items()}
NOBODY, PARTICLES, SUFFIXES, SUFFIXES_OR_NAMES, FIRST_NAMES = (
    frozenset(words.split()) for words in _TABLE["names"].values()
)


def remark_of(text: str) -> Remark:
    """Return what a remark says; `Remark.NONE` where it is no known remark."""
    if found := _REMARKS.get(word := normal(text)):
        return found
    if word.startswith("?"):
        return Remark.UNSURE
    return Remark.DROPPED if _DROPPED_IN.fullmatch(names.key(text).strip(" .!")) else Remark.NONE


def has_letter(text: str) -> bool:
    """Return whether there is a letter in a text."""
    return any(map(str.isalpha, text))


def without_bracket(name: str) -> tuple[str, str]:
    """Return a name without the bracket at its end, and what that says: "Anna Meyer", "Berlin"."""
    found = _LAST_BRACKET.match(name) if name[-1:] in ")]}）］】>" else None
    if not found or not (has_letter(found["name"]) and found["inside"].strip()):
        return name, ""
    return found["name"].strip(), found["inside"].strip()

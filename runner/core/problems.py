"""What is wrong with an event, as data: a stable code, the cell, a sentence, and what to do.

Whatever an organiser can get wrong is a `Problem`, never an exception. Other code asks for its
code or its place, never for its words. How what to do looks, a command or a button, is up to each
user interface (`actions.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from runner.core import names
from runner.core.actions import Part


class Severity(StrEnum):
    """How much a problem stops. `ERROR`: what stands there cannot be used, and is left out until it
    is fixed. `WARNING`: it is used, but probably not what was meant. `NOTE`: good to know; nothing
    to fix."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the workbook ("Round 3", "D14"); of a whole sheet `cell` is "", or both are."""

    sheet: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return f"{self._tab}!{self.cell}" if self.cell else self._tab

    @property
    def in_words(self) -> str:
        """ "cell D14 on Round 3", for a sentence."""
        return f"cell {self.cell} on {self._tab}" if self.cell else self._tab

    @property
    def _tab(self) -> str:
        return names.prose(self.sheet)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to fix: where it is, what is wrong there, and what to do about it.

    `code` says which problem it is ("round.player-twice"), in lower case, and never changes.
    `text` is a whole sentence for an organiser; `fix` are sentences, which mention no command and
    no button, and actions. `fatal` means that the workbook as it stands cannot be published at
    all, so that the last good site stays up. Whatever the sentences quote, nothing in them moves a
    terminal's cursor or turns a line around.
    """

    code: str
    severity: Severity
    place: Place
    text: str
    fix: tuple[Part, ...] = ()
    fatal: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", names.prose(self.text))
        parts = (names.prose(each) if isinstance(each, str) else each for each in self.fix)
        object.__setattr__(self, "fix", tuple(filter(None, parts)))

    def __str__(self) -> str:
        """The problem for a log: without the actions."""
        where = f"{self.place}: " if self.place.sheet else ""
        return f"{where}{plain((self.text, *self.fix))}"


def plain(fix: Iterable[Part]) -> str:
    """Return the sentences of what to do, without the actions: what every user interface shows."""
    return " ".join(each for each in fix if isinstance(each, str))


def worst_first(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with errors first, then warnings, then notes, otherwise in order."""
    order = list(Severity)
    return sorted(problems, key=lambda problem: order.index(problem.severity))


def error(code: str, place: Place, text: str, *fix: Part, fatal: bool = False) -> Problem:
    """Return a problem that keeps what stands at `place` from being used."""
    return Problem(code, Severity.ERROR, place, text, fix, fatal)


def warning(code: str, place: Place, text: str, *fix: Part) -> Problem:
    """Return a problem that changes nothing but deserves a look."""
    return Problem(code, Severity.WARNING, place, text, fix)


def note(code: str, place: Place, text: str, *fix: Part) -> Problem:
    """Return something that is good to know."""
    return Problem(code, Severity.NOTE, place, text, fix)

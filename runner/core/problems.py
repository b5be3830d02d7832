"""Problems of an event: a stable code, the cell, a sentence, and how to fix it.

Whatever an organiser can get wrong is a `Problem`, never an exception. Other code uses its code or
its place, never its text. Each user interface decides how to show a fix, as a command or a button
(`actions.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from runner.core import names
from runner.core.actions import Part


class Severity(StrEnum):
    """How serious a problem is. `ERROR`: the content cannot be used and is ignored until it is
    fixed. `WARNING`: it is used, but probably not what was meant. `NOTE`: information; nothing to
    fix."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the workbook ("Round 3", "D14"). `cell` is "" for a whole sheet, and both are for
    the workbook."""

    sheet: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return f"{self._tab}!{self.cell}" if self.cell else self._tab

    @property
    def in_words(self) -> str:
        """The place for use in a sentence: "cell D14 on Round 3"."""
        return f"cell {self.cell} on {self._tab}" if self.cell else self._tab

    @property
    def _tab(self) -> str:
        return names.prose(self.sheet)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to fix: where it is, what is wrong, and what to do about it.

    `code` identifies the kind of problem ("round.player-twice"); it is lower case and never
    changes. `text` is a whole sentence for an organiser; `fix` has sentences, which mention no
    command and no button, and actions. `fatal`: the workbook cannot be published at all, so the
    last good site stays online. Texts are cleaned: what they quote cannot move a terminal's cursor
    or reverse a line.
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
        """Return the problem as one line for a log, without the actions."""
        where = f"{self.place}: " if self.place.sheet else ""
        return f"{where}{plain((self.text, *self.fix))}"


def plain(fix: Iterable[Part]) -> str:
    """Return the sentences of a fix, without its actions, as one text."""
    return " ".join(each for each in fix if isinstance(each, str))


def worst_first(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with errors first, then warnings, then notes, otherwise in order."""
    order = list(Severity)
    return sorted(problems, key=lambda problem: order.index(problem.severity))


def error(code: str, place: Place, text: str, *fix: Part, fatal: bool = False) -> Problem:
    """Return an error: the content of `place` is not used."""
    return Problem(code, Severity.ERROR, place, text, fix, fatal)


def warning(code: str, place: Place, text: str, *fix: Part) -> Problem:
    """Return a warning: the content of `place` is used but should be checked."""
    return Problem(code, Severity.WARNING, place, text, fix)


def note(code: str, place: Place, text: str, *fix: Part) -> Problem:
    """Return a note: information for the organiser."""
    return Problem(code, Severity.NOTE, place, text, fix)

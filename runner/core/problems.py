"""What an organiser can fix: never an exception, always a sentence with its cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from runner.core import names


class Severity(StrEnum):
    """How much a problem stops.

    `ERROR`: what stands there cannot be used, and is left out until it is fixed.
    `WARNING`: it is used, but probably not what was meant.
    `NOTE`: good to know; nothing to fix.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the workbook ("Round 3", "D14"); `cell` is empty for a whole sheet,
    both are empty for the whole workbook."""

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

    `message` and `fix` are whole sentences for an organiser. `fatal` means that the workbook
    as it stands cannot be published at all, so that the last good site stays up. Whatever they
    quote, nothing in them moves a terminal's cursor or turns a line around.
    """

    severity: Severity
    place: Place
    message: str
    fix: str = ""
    fatal: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", names.prose(self.message))
        object.__setattr__(self, "fix", names.prose(self.fix))

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place.sheet else ""
        return f"{where}{self.message}{' ' + self.fix if self.fix else ''}"


def worst_first(problems: Iterable[Problem]) -> list[Problem]:
    """Errors, then warnings, then notes; the order stays otherwise."""
    order = list(Severity)
    return sorted(problems, key=lambda problem: order.index(problem.severity))


def error(place: Place, message: str, fix: str = "", *, fatal: bool = False) -> Problem:
    """A problem that keeps what stands at `place` from being used."""
    return Problem(Severity.ERROR, place, message, fix, fatal)


def warning(place: Place, message: str, fix: str = "") -> Problem:
    """A problem that changes nothing but deserves a look."""
    return Problem(Severity.WARNING, place, message, fix)


def note(place: Place, message: str, fix: str = "") -> Problem:
    """Something good to know."""
    return Problem(Severity.NOTE, place, message, fix)

"""One line of the page: what was looked at, how it is, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.core import names


class Grade(StrEnum):
    """How it is: as it should be, worth a look, or in the way."""

    OK = "ok"
    LOOK = "look"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found; `fix` is a sentence wherever not all is well."""

    about: str
    grade: Grade
    said: str
    fix: str = ""

    def __post_init__(self) -> None:
        for name in ("said", "fix"):
            line = " ".join(getattr(self, name).splitlines())  # as a folder's name may have it
            object.__setattr__(self, name, names.prose(line))


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at: the event, if one is asked for, and the folder of its site."""

    event: EventFolder | None = None
    site: Path | None = None


def ok(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, Grade.OK, said)


def look(about: str, said: str, fix: str) -> Finding:
    """Something may go wrong, or goes slower."""
    return Finding(about, Grade.LOOK, said, fix)


def broken(about: str, said: str, fix: str) -> Finding:
    """Something does not work."""
    return Finding(about, Grade.BROKEN, said, fix)

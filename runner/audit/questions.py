"""The questions of the checklist, which are data, and what their checks find in a tournament."""

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from runner.audit.tournament import Round, Table


class Case(NamedTuple):
    """One thing that a question asks about, by the name of its check: whether it is as it should
    be, or else the players who are not; where it is, and whom it is about."""

    check: str
    found: bool | Collection[str]
    round: Round | None = None
    table: Table | None = None
    about: tuple[str, ...] = ()

    @property
    def fine(self) -> bool:
        """Whether it is as it should be."""
        return self.found if isinstance(self.found, bool) else not self.found

    @property
    def players(self) -> tuple[str, ...]:
        """The players who are not as they should be, or whom it is about."""
        if isinstance(self.found, bool):
            return self.about
        return tuple(sorted(self.found) if isinstance(self.found, set) else self.found)


@dataclass(frozen=True)
class Question:
    """A question of the checklist. `check` is the name of what answers it from a file; `test` the
    test of Runner's that asks it, where no file can answer it."""

    id: str
    group: str
    hard: bool
    text: str
    source: str
    check: str = ""
    test: str = ""


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions, in order."""
    document = tomllib.loads((files(__package__) / "questions.toml").read_text("utf-8"))
    return tuple(
        Question(id_, group, hard=kind == "hard", text=text, source=source, **how)
        for group, entries in document.items()
        for id_, (kind, text, source, how) in entries.items()
    )

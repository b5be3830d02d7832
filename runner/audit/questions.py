"""The questions of the checklist, which are data, and the checks that answer them from a file."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from runner.audit.tournament import Round, Table, Tournament


class Case(NamedTuple):
    """One thing that a question asks about: whether it is as it should be, and where it is."""

    fine: bool
    round: Round | None = None
    table: Table | None = None
    players: tuple[str, ...] = ()


Check = Callable[[Tournament, str], Iterator[Case]]
CHECKS: dict[str, Check] = {}
"""The checks by name. A check yields what it looks at; nothing where its question is not asked."""


def check(function: Check) -> Check:
    """Register a check by the name of its function."""
    CHECKS[function.__name__] = function
    return function


@dataclass(frozen=True)
class Question:
    """A question of the checklist. `check` names the function that answers it from a file, and what
    that is given; `test` the test of Runner's that asks it, where no file can answer it."""

    id: str
    group: str
    hard: bool
    text: str
    source: str
    check: str = ""
    test: str = ""

    def cases(self, tournament: Tournament) -> Iterator[Case]:
        """Yield what the question asks about in a tournament."""
        name, _, about = self.check.partition(" ")
        yield from CHECKS[name](tournament, about) if name else ()


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions, in order."""
    document = tomllib.loads((files(__package__) / "questions.toml").read_text("utf-8"))
    return tuple(
        Question(id_, group, hard=kind == "hard", text=text, source=source, **how)
        for group, entries in document.items()
        for id_, (kind, text, source, how) in entries.items()
    )

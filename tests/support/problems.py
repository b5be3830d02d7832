"""Problems as tests ask for them: by code and place, and what to do as the terminal shows it."""

from collections.abc import Iterable

from runner.core.actions import Part
from runner.core.problems import Problem
from runner.render.wording import in_terminal


def codes(problems: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def said_in(problems: Iterable[Problem], what: str) -> list[Problem]:
    """Return the problems of this code, or whose sentences, with what to do, have these words."""
    return [each for each in problems if what == each.code or what in in_full(each)]


def fix_text(fix: Iterable[Part]) -> str:
    """Return what to do as the terminal shows it."""
    return in_terminal(*fix)


def in_full(problem: Problem) -> str:
    """Return where a problem is, what is wrong, and what to do, as the terminal shows it."""
    where = f"{problem.place}: " if problem.place.sheet else ""
    return f"{where}{in_terminal(problem.text, *problem.fix)}"

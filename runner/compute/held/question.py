"""The question with which a save is held back, and what makes it one to ask."""

from collections import Counter
from collections.abc import Iterable

from runner.compute.decisions.meant import ChangesMeant
from runner.core.actions import Part
from runner.core.problems import Place, Problem, error

MANY = 3  # so many that changed places are no slip of a hand
MOST = 3  # of several that are named in a sentence
SORTED = "Was one column sorted, or pasted over? Undo it, and save: all is as before."

Changes = Iterable[tuple[object, object]]
"""For each place that changed what stood there, and what stands there now."""


def question(code: str, place: Place, what: str, meant: str, *fix: Part) -> Problem:
    """Return why a save does not count, and how it does where `meant` is so. Without a `fix` it may
    be that a column was sorted."""
    what += " This save does not count."
    return error(code, place, what, *(fix or (SORTED,)), unless(meant), fatal=True)


def unless(meant: str) -> str:
    """Return what to do where `meant` is so, and the change is to count."""
    return f"If {meant}, choose “{ChangesMeant.LABEL}” in a new line on Decisions, and save."


def changed_places(changes: Changes, many: int = MANY, unread: int = 0) -> bool:
    """Whether what stood in so many places, or more, stands in others now, and one is gone at most:
    what was pasted a row lower may have lost its end. `unread` of them cannot be told."""
    pairs = [*changes]
    was, now = (Counter(filter(None, texts)) for texts in zip(*pairs, strict=True))
    return (was & now).total() + unread >= many and (was - now).total() <= 1 + unread

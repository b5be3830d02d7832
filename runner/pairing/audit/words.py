"""How the audit's sentences put numbers and names: short, and never a long list."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from runner.core.numbers import points

NAMED = 6  # names in one sentence
SAID = 3  # sentences of one kind


def counted(names: Sequence[str], one: str, many: str) -> list[str]:
    """ "2 pairs meet again: P001 and P007, P003 and P009." Nothing for none."""
    if not names:
        return []
    listed = ", ".join(names[:NAMED])
    rest = f", and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [f"{one if len(names) == 1 else f'{len(names)} {many}'}: {listed}{rest}."]


def joined(names: Sequence[str]) -> str:
    """ "P001", "P001 and P002", "P001, P002 and 5 more"."""
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def plural(number: int, one: str, many: str = "") -> str:
    """ "1 player", "5 players"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def with_points(value: Fraction) -> str:
    """ "1 point", "12 points"."""
    return f"{points(value)} {'point' if value == 1 else 'points'}"


def sentence(text: str) -> str:
    """The text as a sentence of its own; ids keep the case that they have."""
    return f"{text[0].upper()}{text[1:]}."

"""What rounds, rows and seats are called: by numbers, in keys of the workbook, on tabs."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

MOST_PHASES = 20
MOST_ROUNDS = 99
"""Of a phase."""
LAST_ROUND = 999
"""Of an event, counted over all its phases."""
LAST_TABLE = 99_999
"""The highest number that the key of a row has room for."""
SEAT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seat_letter(seat: int) -> str:
    """What a seat is called, from 0: A to Z in turn order, and numbers after that."""
    return SEAT_LETTERS[seat] if seat < len(SEAT_LETTERS) else str(seat + 1)


class RoundId(NamedTuple):
    """A round: its phase and its number within the phase, both from 1."""

    phase: int
    number: int

    @property
    def prefix(self) -> str:
        """ "R3" in the first phase, "P2R3" in a later one: how its keys and files begin."""
        return f"R{self.number}" if self.phase == 1 else f"P{self.phase}R{self.number}"

    @property
    def sheet(self) -> str:
        """The name of its sheet: "Round 3" in the first phase, "Phase 2 Round 3" later."""
        return (
            f"Round {self.number}"
            if self.phase == 1
            else (f"Phase {self.phase} Round {self.number}")
        )


CURRENT = RoundId(0, -1)
"""What a decision whose Round is empty is about: the round being played."""


class RowKind(StrEnum):
    """What a row of a round sheet holds; the value is the letter in its key."""

    TABLE = "T"
    BYE = "B"
    ABSENT = "A"


_KEY = re.compile(r"(?:P(\d{1,3}))?R(\d{1,3})([TBA])(\d{1,5})", re.IGNORECASE | re.ASCII)


class RowKey(NamedTuple):
    """The key of a row in a round sheet, which never changes: R3T12, R3B1, P2R1T4."""

    round: RoundId
    kind: RowKind
    number: int

    def __str__(self) -> str:
        return f"{self.round.prefix}{self.kind.value}{self.number}"

    @classmethod
    def parse(cls, text: str) -> RowKey | None:
        """The key that the text spells, or None."""
        found = _KEY.fullmatch(text.strip())
        if not found:
            return None
        phase, number, kind, index = found.groups()
        return cls(RoundId(int(phase or 1), int(number)), RowKind(kind.upper()), int(index))

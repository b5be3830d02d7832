"""Identifiers of rounds, rows and seats, and the highest numbers that they may have."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

MOST_PHASES = 20
MOST_ROUNDS = 99
"""The most rounds of one phase."""
LAST_ROUND = 999
"""The highest number of a round counted over all phases of an event."""
LAST_TABLE = 99_999
"""The highest number that fits into the key of a row."""
SEAT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seat_letter(seat: int) -> str:
    """Return the name of a seat, counted from 0: A to Z in turn order, then numbers from 27."""
    return SEAT_LETTERS[seat] if seat < len(SEAT_LETTERS) else str(seat + 1)


class RoundId(NamedTuple):
    """A round: its phase and its number within the phase, both from 1."""

    phase: int
    number: int

    @property
    def prefix(self) -> str:
        """The start of its keys and file names: "R3" in the first phase, "P2R3" in a later one."""
        return f"R{self.number}" if self.phase == 1 else f"P{self.phase}R{self.number}"

    @property
    def sheet(self) -> str:
        """The name of its sheet: "Round 3" in the first phase, "Phase 2 Round 3" later."""
        return f"{'' if self.phase == 1 else f'Phase {self.phase} '}Round {self.number}"


CURRENT = RoundId(0, -1)
"""Stands for the round being played, in a decision whose Round cell is empty."""


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
        """Return the key that the text spells, or None."""
        if not (match := _KEY.fullmatch(text.strip())):
            return None
        phase, number, kind, index = match.groups()
        return cls(RoundId(int(phase or 1), int(number)), RowKind(kind.upper()), int(index))

"""What was understood of a list of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Fate(StrEnum):
    """What became of a line."""

    PLAYER = "player"
    DOUBLE = "there twice"
    ENTERED = "entered already"
    LEFT_OUT = "left out"
    HEADING = "heading"
    BLANK = "blank"


E_MAIL, PHONE, NUMBER, NOTES = "E-mail", "Phone", "Number", "Notes"
"""What is private of a player, where the list itself does not call it otherwise."""
NEEDS_A_LOOK = frozenset({Fate.DOUBLE, Fate.LEFT_OUT})
"""Lines in which somebody may be missing."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team with its `members`, as a list has them.

    `name` is as it would stand in the workbook, and `line` where in the source it was, from 1.
    `private` is what nobody but the organiser may see, by what it is: "E-mail", "DCI", "Discord",
    "Notes"; `more` are columns of the list that Runner has none for, by their headings. `told` are
    sentences on what was done to the name, or looks odd about it.
    """

    name: str
    line: int = 0
    club: str = ""
    commander: str = ""
    decklist: str = ""
    members: tuple[str, ...] = ()
    private: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()

    @property
    def e_mail(self) -> str:
        """The address that stood there, or ""."""
        return self.private.get(E_MAIL, "")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the source, from 1, or a row of a table: its text in short, what became of it, and
    why; `names` are the players it gave."""

    number: int
    text: str
    fate: Fate
    why: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Understood:
    """A list as it was understood.

    `format` says in words what it was taken for, and `notes` what was decided for all of it.
    `rows` are the players, in the order of the list; `lines` has every line of the source.
    `problem` says why nothing of it could be read.
    """

    format: str
    rows: tuple[Entrant, ...] = ()
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def rejected(self) -> tuple[Line, ...]:
        """The lines in which somebody may be missing."""
        return tuple(line for line in self.lines if line.fate in NEEDS_A_LOOK)

    @property
    def entered(self) -> tuple[Line, ...]:
        """The lines whose players the event has already."""
        return tuple(line for line in self.lines if line.fate is Fate.ENTERED)

    @property
    def private(self) -> bool:
        """Whether there are addresses, numbers or remarks in it."""
        return any(row.private for row in self.rows)


@dataclass(frozen=True, slots=True)
class Source:
    """A line, or a row of a table, before anything is known of it: its number from 1, its cells,
    and how it reads as a whole. `crossed_out`: it was struck through."""

    number: int
    cells: tuple[str, ...]
    text: str

    @property
    def blank(self) -> bool:
        """Whether nothing stands there."""
        return not any(cell.strip() for cell in self.cells)

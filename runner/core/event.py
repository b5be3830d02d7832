"""A tournament as the organiser keeps it: what the workbook says, with nothing derived.

Rounds are counted in two ways. Within its phase a round has a number from 1 (`RoundId`). A
player's `enters`, `drops_after`, `returns` and `awarded_byes` count rounds over the whole event,
as people in the hall do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from runner.core.problems import Place
from runner.core.randomness import mixed

SettingValue = int | float | str | bool | list[int | float | str] | None
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


class Mode(StrEnum):
    """How many sit at a table: two, a pod of three to five, or a draft pod (docs/rules.md 1)."""

    HEAD_TO_HEAD = "head_to_head"
    MULTIPLAYER = "multiplayer"
    DRAFT = "draft"


class Outcome(StrEnum):
    """What one seat took from its match (docs/rules.md 2)."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PENALTY_LOSS = "penalty_loss"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    POINTS = "points"


class Shown(StrEnum):
    """How a player's name stands on the pages; `runner/core/privacy.py` tells what comes of it."""

    FULL = "full"
    INITIAL = "initial"
    HANDLE = "handle"
    HIDDEN = "hidden"
    ERASED = "erased"


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


@dataclass(frozen=True, slots=True)
class Player:
    """One line of the Players sheet. `id` is empty until Runner has given one.

    `extra` holds the public columns that Runner does not interpret (Commander, deck list,
    pronouns); `notes` is private and never leaves the workbook. `shown` and `handle` are how the
    player wants to be named in public: None and "" where they leave that to the event. `listed` is
    the name in lists by last name, where it is not the full one. `reason` is why the player drops,
    returns or comes late, for everybody to read. `place` is the cell of the name, and `places` has
    those of the other columns.
    """

    id: str
    name: str
    club: str = ""
    enters: int = 1
    drops_after: int | None = None
    returns: int | None = None
    awarded_byes: int = 0
    fixed_table: int | None = None
    keep_apart: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    place: Place = Place()
    shown: Shown | None = None
    handle: str = ""
    listed: str = ""
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def at(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, self.place)

    def plays(self, round_of_event: int) -> bool:
        """Whether the player is in the event in that round, counted over all phases."""
        if round_of_event < self.enters:
            return False
        if self.drops_after is None or round_of_event <= self.drops_after:
            return True
        return self.returns is not None and round_of_event >= self.returns


@dataclass(frozen=True, slots=True)
class Phase:
    """One line of the Phases sheet. None means: as the preset or the advice says.

    `untyped`: nothing stands under Type, and `type` is the usual one. `places` gives the cell of
    each column, those of settings by the setting's name.
    """

    number: int
    name: str
    mode: Mode
    type: str
    preset: str | None = None
    rounds: int | None = None
    pod_size: int | None = None
    cut: int | None = None
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    place: Place = Place()
    untyped: bool = False
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def at(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, self.place)

    def title(self, number: int) -> str:
        """What people call one of its rounds: "Round 3" in the first phase, and "Top 16, round 1"
        later, as nobody in the hall counts phases. The tab of its sheet is `RoundId.sheet`."""
        return f"Round {number}" if self.number == 1 else f"{self.name}, round {number}"


@dataclass(frozen=True, slots=True)
class Penalty:
    """One line of the Penalties sheet; `round` counts over the whole event."""

    round: int
    player: str
    infraction: str
    penalty: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class TimeExtension:
    """A line of the Time sheet that gives minutes to one table, or to the whole round where `table`
    is None; `round` counts over the whole event. `places` gives the cell of each column."""

    round: int
    table: int | None
    minutes: int
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class RoundStart:
    """A line of the Time sheet that says when a round began: "14:10", or "2026-11-21 14:10" where
    the day was typed as well; `round` counts over the whole event."""

    round: int
    at: str
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the Decisions sheet whose Go cell says yes; `kind` is the key of what is asked
    for ("pair round"), `player` a name as typed, and `table` the table that it is about, or None.
    Where no phase is typed that of the `round` is 0, until it is known which one is meant;
    `phase_typed` says ever after whether one was.
    """

    kind: str
    round: RoundId
    player: str = ""
    reason: str = ""
    place: Place = Place()
    table: int | None = None
    phase_typed: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a round sheet, as typed and not yet understood.

    `seats` holds names in turn order, "" where a cell is blank; for a bye or an absence only the
    first counts. `places` gives the cell of each column that is there: "seat 1", "result",
    "games", "note".
    """

    key: RowKey
    table: int
    seats: tuple[str, ...] = ()
    result: str = ""
    games: str = ""
    note: str = ""
    rehearsed: bool = False
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def reported(self) -> str:
        """Result and games as they were typed; "" where nothing was."""
        return " ".join(filter(None, (self.result, self.games)))

    @property
    def reported_at(self) -> Place:
        """The cell of what was reported."""
        return self.place("result" if self.result else "games")

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place(self.key.round.sheet))


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round as its sheet has it: every row, paired or not."""

    id: RoundId
    rows: tuple[Row, ...]
    place: Place = Place()

    @property
    def tables(self) -> dict[int, Row]:
        """The rows of its tables, by number."""
        return {row.key.number: row for row in self.rows if row.key.kind is RowKind.TABLE}


@dataclass(frozen=True, slots=True)
class Event:
    """The whole workbook, read and cleaned, with nothing computed.

    `saved` is the time of the last save as the file itself tells it (ISO 8601), or "". `places`
    gives the cell of each field of the Event sheet, of settings by the setting's name.
    """

    name: str
    date: str = ""
    venue: str = ""
    enforcement: str = "competitive"
    seed: str = ""
    address: str = ""
    automatic: bool = False
    public_columns: tuple[str, ...] = ()
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    phases: tuple[Phase, ...] = ()
    players: tuple[Player, ...] = ()
    rounds: tuple[RoundSheet, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    decisions: tuple[Decision, ...] = ()
    extensions: tuple[TimeExtension, ...] = ()
    starts: tuple[RoundStart, ...] = ()
    rehearsal: bool = False
    saved: str = ""
    names_shown: Shown = Shown.FULL
    hall_roll: str = ""
    time_zone: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def at(self, label: str) -> Place:
        """The cell of one field of the Event sheet, for a Problem."""
        return self.places.get(label, Place("Event"))

    @property
    def chance(self) -> str:
        """What every draw follows from (docs/randomness.md)."""
        return mixed(self.seed, self.hall_roll)

    def phase(self, number: int) -> Phase:
        """The phase with that number, from 1."""
        return self.phases[number - 1]

    def title(self, id_: RoundId) -> str:
        """What people call a round; also where Phases has no row for it any more."""
        if id_.phase <= len(self.phases):
            return self.phase(id_.phase).title(id_.number)
        return id_.sheet if id_.phase == 1 else f"Phase {id_.phase}, round {id_.number}"

    def sheet(self, round_id: RoundId) -> RoundSheet | None:
        """The sheet of a round, or None where there is none."""
        return next((sheet for sheet in self.rounds if sheet.id == round_id), None)

    def table_rows(self, round_id: RoundId) -> dict[int, Row]:
        """The rows of a round's tables as typed, by number; none where it has no sheet."""
        sheet = self.sheet(round_id)
        return sheet.tables if sheet else {}

    def cell(self, key: RowKey, column: str) -> Place:
        """The cell of one column of a row, or the whole sheet where it has no such row."""
        sheet = self.sheet(key.round)
        rows = (row for row in sheet.rows if row.key == key) if sheet else iter(())
        row = next(rows, None)
        return row.place(column) if row else Place(key.round.sheet)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at a table and what they took from it; `outcome` is None while they play.

    `games_won` is None where nobody has said; `points` goes with `Outcome.POINTS` only.
    """

    player: str
    outcome: Outcome | None = None
    games_won: int | None = None
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match or pod: seats in turn order. `outcome_stated` is False where the outcomes follow
    from the games alone (head-to-head).

    `intentional`: its players agreed to a draw, of the match, or of a game where they play on.
    `drops`: who leaves the event after it, by what was typed beside the result. Neither is part of
    the result, and two tables that differ in nothing else are equal.
    """

    number: int
    seats: tuple[Seat, ...]
    games_drawn: int = 0
    outcome_stated: bool = True
    rehearsed: bool = False
    intentional: bool = field(default=False, compare=False)
    drops: tuple[str, ...] = field(default=(), compare=False)

    @property
    def finished(self) -> bool:
        """Whether every seat has its outcome; a table without players has nothing to wait for."""
        return all(seat.outcome is not None for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids at the table, in turn order."""
        return tuple(seat.player for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Round:
    """A published round with what is known of its results; ids everywhere."""

    id: RoundId
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def seated(self) -> tuple[str, ...]:
        """Everybody at a table."""
        return tuple(player for table in self.tables for player in table.players)

    @property
    def there(self) -> tuple[str, ...]:
        """Everybody at a table or with a bye."""
        return (*self.seated, *self.byes)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who has a place in it, whether they play or not."""
        return (*self.there, *self.absent)

    @property
    def finished(self) -> bool:
        """Whether all results are in."""
        return all(table.finished for table in self.tables)

    @property
    def rehearsed(self) -> bool:
        """Whether some result was made up by `runner rehearse`."""
        return any(table.rehearsed for table in self.tables)


def with_id(player: Player, identity: str) -> Player:
    """The player under an id of Runner's giving."""
    return replace(player, id=identity)

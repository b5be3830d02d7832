"""A tournament as the organiser keeps it, what rounds, rows and seats are called, and a round as it
is played.

Rounds are counted in two ways. Within its phase a round has a number from 1 (`RoundId`). A
player's `enters`, `drops_after`, `returns` and `awarded_byes` count rounds over the whole event,
as people in the hall do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from runner.core import names
from runner.core.language import _
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.randomness import mixed
from runner.core.screens import Screen

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
        return f"{'' if self.phase == 1 else f'Phase {self.phase} '}Round {self.number}"


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
        if not (found := _KEY.fullmatch(text.strip())):
            return None
        phase, number, kind, index = found.groups()
        return cls(RoundId(int(phase or 1), int(number)), RowKind(kind.upper()), int(index))


# --- a round as it is played --------------------------------------------------------------------


class Outcome(StrEnum):
    """What one seat took from its match (docs/rules.md 2)."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PENALTY_LOSS = "penalty_loss"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at a table and what they took from it; `outcome` is None while they play.
    `games_won` is None where nobody has said. `points` goes with `Outcome.POINTS`, and with the win
    of the last one in where points come from who went out of the game."""

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

    `out`: at a table that is decided by who goes out of its game (Melee, free-for-all), the ids of
    those who did, in order, who went out at once in one group; while it plays those so far. None at
    any other table, and while nothing is said.

    `duels`: where two teams play seat against seat, the games of each seat: won by the first team's
    player, by the other's, and drawn; none where only the result of the teams is known.
    """

    number: int
    seats: tuple[Seat, ...]
    games_drawn: int = 0
    outcome_stated: bool = True
    rehearsed: bool = False
    intentional: bool = field(default=False, compare=False)
    drops: tuple[str, ...] = field(default=(), compare=False)
    out: tuple[tuple[str, ...], ...] | None = None
    duels: tuple[tuple[int, int, int], ...] = ()

    @property
    def finished(self) -> bool:
        """Whether every seat has its outcome; a table without players has nothing to wait for."""
        return all(seat.outcome is not None for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids at the table, in turn order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def gone(self) -> tuple[str, ...]:
        """The ids of those who are out of its game, in order, where that is known."""
        return tuple(player for group in self.out or () for player in group)

    @property
    def still_in(self) -> tuple[str, ...]:
        """The ids of those who are not, in turn order."""
        gone = {*self.gone}
        return tuple(player for player in self.players if player not in gone)


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


# --- a game decided by who goes out -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Elimination:
    """Who went out of a game with so many seats, by seat from 0; who went out at once stands in one
    group. `stopped`: the game has ended with all who are left still in it. Of seven: ((2,), (5,
    0)): C went out first, then F and A at once; four are left."""

    seats: int
    out: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are still in, in turn order."""
        gone = {*chain.from_iterable(self.out)}
        return tuple(seat for seat in range(self.seats) if seat not in gone)

    @property
    def over(self) -> bool:
        """Whether nobody can go out any more."""
        return self.stopped or len(self.left) < 2

    @property
    def last(self) -> int | None:
        """The seat that is the last one in; None while the game goes on, or had another end."""
        left = self.left
        return left[0] if len(left) == 1 else None


def game_of(table: Table) -> Elimination:
    """The game of a table that is decided so, or as far as it is known."""
    at = {player: seat for seat, player in enumerate(table.players)}
    out = tuple(tuple(at[player] for player in group) for group in table.out or ())
    return Elimination(len(at), out, table.finished and len(table.still_in) > 1)


# --- the mark on a round's sheet ----------------------------------------------------------------


_MARK = re.compile(r"(?:P[0-9]+)?R[0-9]+ pairing [0-9]+, .+")


def mark(round_id: RoundId, number: int, at: str) -> str:
    """The mark of the pairing with this number of a round, published at a time (ISO 8601); "" for
    the first one, before which there are no names that could be left."""
    return f"{round_id.prefix} pairing {number}, {at}" if number > 1 else ""


def is_mark(text: str) -> bool:
    """Whether a cell's text is a mark, of whichever round."""
    return bool(_MARK.fullmatch(text))


# --- what the workbook says ---------------------------------------------------------------------


SettingValue = int | float | str | bool | list[int | float | str] | None


class _Line:
    """A line of a sheet, and the cell of each of its columns."""

    __slots__ = ()
    place: Place
    places: Mapping[str, Place]

    def at(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, self.place)


class _TimeLine:
    """What the lines of the Time sheet have in common: the cell of each column."""

    __slots__ = ()
    places: Mapping[str, Place]

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class TimeExtension(_TimeLine):
    """A line of the Time sheet that gives minutes to one table, or to the whole round where `table`
    is None; `round` counts over the whole event. `places` gives the cell of each column."""

    round: int
    table: int | None
    minutes: int
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundStart(_TimeLine):
    """A line of the Time sheet: when a round of the event began, "14:10" or "2026-11-21 14:10"."""

    round: int
    at: str
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClockStop(_TimeLine):
    """A line of the Time sheet that says from when on the clock of a whole round stood still, and
    since when it goes on, "" where it doesn't yet; times as a `RoundStart` has them."""

    round: int
    stopped: str
    goes_on: str = ""
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


class Mode(StrEnum):
    """How many sit at a table: two, a pod of three to five, or a draft pod (docs/rules.md 1)."""

    HEAD_TO_HEAD = "head_to_head"
    MULTIPLAYER = "multiplayer"
    DRAFT = "draft"


SEALED, ROCHESTER = "sealed", "rochester"
"""How the decks of a phase are made, where its mode does not say it."""


class Shown(StrEnum):
    """How a player's name stands on the pages; `runner/core/privacy.py` tells what comes of it."""

    FULL = "full"
    INITIAL = "initial"
    HANDLE = "handle"
    HIDDEN = "hidden"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Player(_Line):
    """One line of the Players sheet. `id` is empty until Runner has given one.

    `extra` holds the public columns that Runner does not interpret (Commander, deck list,
    pronouns); `notes` is private and never leaves the workbook. `shown` and `handle` are how the
    player wants to be named in public: None and "" where they leave that to the event. `listed` is
    the name in lists by last name, where it is not the full one. `reason` is why the player drops,
    returns or comes late, for everybody to read. `team`: it is one, and `members` are its people in
    the order of their seats, `substitutes` those who may take their place. `colours` are those
    chosen for Two-Color Star, "wu". `place` is the cell of the name, and `places` has those of the
    other columns.
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
    team: bool = False
    members: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()
    colours: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    @property
    def in_lists(self) -> str:
        """The name in lists by last name; a team's stays as it is."""
        return self.listed or (self.name if self.team else names.last_first(self.name))

    def plays(self, round_of_event: int) -> bool:
        """Whether the player is in the event in that round, counted over all phases."""
        left = self.drops_after is not None and round_of_event > self.drops_after
        back = self.returns is not None and round_of_event >= self.returns
        return round_of_event >= self.enters and (back or not left)


@dataclass(frozen=True, slots=True)
class Phase(_Line):
    """One line of the Phases sheet. None means: as the preset or the advice says.

    `untyped`: nothing stands under Type, and `type` is the usual one. `drafted`: its pods play
    with decks of a booster draft (a Commander draft). `limited` says otherwise how decks are made:
    "sealed", "rochester", or "". `variant` is the key of what is played at its
    tables (`runner/rules/variants`), "" where that is what its mode says. `places` gives the cell
    of each column, those of settings by the setting's name.
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
    drafted: bool = False
    limited: str = ""
    variant: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    @property
    def drafts(self) -> bool:
        """Whether it begins with a booster draft, whatever is played with the decks."""
        return self.drafted or self.mode is Mode.DRAFT

    @property
    def sealed(self) -> bool:
        """Whether it begins with sealed pools, from which decks are registered and built."""
        return self.limited == SEALED

    def title(self, number: int, planned: int | None = None) -> str:
        """What people call one of its rounds: "Round 3" in the first phase, and "Top 16, round 1"
        later, as nobody in the hall counts phases; with how many are `planned` "Round 3 of 5". The
        tab of its sheet is `RoundId.sheet`."""
        if self.number == 1:
            if planned:
                return _("Round {number} of {total}", number=number, total=planned)
            return _("Round {number}", number=number)
        if planned:
            return _("{phase}, round {number} of {total}", phase=self.name, number=number,
                total=planned)  # fmt: skip
        # Note: {phase} is the name of a phase of the event: “Top 16, round 1”.
        return _("{phase}, round {number}", phase=self.name, number=number)

    def title_parts(self, number: int, planned: int | None = None) -> tuple[str, str]:
        """The same as a large text and a small one: "Round 3", "of 5"; "Top 16", "round 1"."""
        if self.number == 1:
            # Note: {total} rounds; stands small behind “Round 3”.
            of = _("of {total}", total=planned) if planned else ""
            return _("Round {number}", number=number), of
        if planned:
            return self.name, _("round {number} of {total}", number=number, total=planned)
        return self.name, _("round {number}", number=number)

    def called(self, number: int) -> str:
        """The same inside a sentence: "round 3", "Top 16, round 1"."""
        # Note: inside a sentence: “enters in round 3”.
        return _("round {number}", number=number) if self.number == 1 else self.title(number)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of the Draft sheet: a player's pod and seat in the draft of a phase, as they stand
    there; None where the cell is empty. `player` is the id, or where none stands there the name;
    `name` is what stands there as the name. `places` gives the cell of each column."""

    phase: int
    player: str
    pod: int | None = None
    seat: int | None = None
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
    note: str = ""
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Penalty:
    """One line of the Penalties sheet; `round` counts over the whole event."""

    round: int
    player: str
    infraction: str
    penalty: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Decision(_Line):
    """One line of the Decisions sheet whose Go cell says yes; `kind` is the key of what is asked
    for ("pair round"), `player` a name as typed, and `table` the table that it is about, or None.
    Where no phase is typed that of the `round` is 0, until it is known which one is meant;
    `phase_typed` says ever after whether one was. `places` gives the cell of each column."""

    kind: str
    round: RoundId
    player: str = ""
    reason: str = ""
    place: Place = Place()
    table: int | None = None
    phase_typed: bool = True
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a round sheet, as typed and not yet understood. `seats` holds names in turn order,
    "" where a cell is blank; for a bye or an absence only the first counts. `places` gives the cell
    of each column that is there: "seat 1", "result", "games", "note"."""

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
    def filled(self) -> bool:
        """Whether a name or a result stands in it."""
        return bool(self.reported or any(self.seats))

    @property
    def reported_at(self) -> Place:
        """The cell of what was reported."""
        return self.place("result" if self.result else "games")

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place(self.key.round.sheet))


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round as its sheet has it: every row, paired or not. `keys_of` is another round where the
    keys say that rows are that one's; `copied` where all of them do, so that they are read all the
    same. `mark` is the text by which Runner has marked whose names the sheet holds, or "" (see
    `mark`)."""

    id: RoundId
    rows: tuple[Row, ...]
    place: Place = Place()
    keys_of: RoundId | None = None
    copied: bool = False
    mark: str = ""

    @property
    def tables(self) -> dict[int, Row]:
        """The rows of its tables, by number."""
        return {row.key.number: row for row in self.rows if row.key.kind is RowKind.TABLE}


@dataclass(frozen=True, slots=True)
class Event:
    """The whole workbook, read and cleaned, with nothing computed.

    `saved` is the time of the last save as the file itself tells it (ISO 8601), or "". `places`
    gives the cell of each field of the Event sheet, of settings by the setting's name. `accent` is
    the organiser's colour ("#0a7a3c") or "", and `logo` the name of a picture beside the workbook.
    `language` is the code of the language of all that players read ("de"); "" is English. `prizes`
    are what places are given, from the top. `mark` tells the workbook of this event from that of
    any other; "" in one that was made without. `heads` say how far the ledger went each time that
    Runner wrote into the workbook, the latest last (`Head.short`).
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
    stops: tuple[ClockStop, ...] = ()
    screens: tuple[Screen, ...] = ()
    draft: tuple[DraftLine, ...] = ()
    rehearsal: bool = False
    saved: str = ""
    names_shown: Shown = Shown.FULL
    hall_roll: str = ""
    time_zone: str = ""
    accent: str = ""
    language: str = ""
    logo: str = ""
    prizes: tuple[Prize, ...] = ()
    mark: str = field(default="", compare=False)
    heads: tuple[str, ...] = field(default=(), compare=False)
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
        if id_.phase == 1:
            return _("Round {number}", number=id_.number)
        return _("Phase {phase}, round {number}", phase=id_.phase, number=id_.number)

    @property
    def unplayed(self) -> bool:
        """Whether no name and no result stands on the sheets of rounds."""
        return not any(row.filled for sheet in self.rounds for row in sheet.rows)

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
        places = (row.place(column) for row in (sheet.rows if sheet else ()) if row.key == key)
        return next(places, Place(key.round.sheet))

    def table_cell(self, id_: RoundId, table: int, column: str = "result") -> Place:
        """The cell of one column of a table's row, or the whole sheet where it has no such row."""
        return self.cell(RowKey(id_, RowKind.TABLE, table), column)

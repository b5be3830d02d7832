"""A tournament as the organiser keeps it: what the workbook says, with nothing derived.

Rounds are counted in two ways. Within its phase a round has a number from 1 (`RoundId`). A
player's `enters`, `drops_after`, `returns` and `awarded_byes` count rounds over the whole event,
as people in the hall do. The names that rounds, rows and seats have and a round as it is
played (`rounds.py`) can be imported from here as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from runner.core import names
from runner.core.language import _
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.randomness import mixed
from runner.core.rounds import CURRENT as CURRENT
from runner.core.rounds import LAST_ROUND as LAST_ROUND
from runner.core.rounds import LAST_TABLE as LAST_TABLE
from runner.core.rounds import MOST_PHASES as MOST_PHASES
from runner.core.rounds import MOST_ROUNDS as MOST_ROUNDS
from runner.core.rounds import SEAT_LETTERS as SEAT_LETTERS
from runner.core.rounds import Outcome as Outcome
from runner.core.rounds import Round as Round
from runner.core.rounds import RoundId as RoundId
from runner.core.rounds import RowKey as RowKey
from runner.core.rounds import RowKind as RowKind
from runner.core.rounds import Seat as Seat
from runner.core.rounds import Table as Table
from runner.core.rounds import seat_letter as seat_letter
from runner.core.screens import Screen

SettingValue = int | float | str | bool | list[int | float | str] | None


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
    """A line of the Time sheet that says when a round began: "14:10", or "2026-11-21 14:10" where
    the day was typed as well; `round` counts over the whole event."""

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
class Player:
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

    def at(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, self.place)

    @property
    def in_lists(self) -> str:
        """The name in lists by last name; a team's stays as it is."""
        return self.listed or (self.name if self.team else names.last_first(self.name))

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

    def at(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, self.place)

    def title(self, number: int, planned: int | None = None) -> str:
        """What people call one of its rounds: "Round 3" in the first phase, and "Top 16, round 1"
        later, as nobody in the hall counts phases; with how many are `planned` "Round 3 of 5". The
        tab of its sheet is `RoundId.sheet`."""
        if self.number == 1:
            if planned:
                return _("Round {number} of {total}", number=number, total=planned)
            return _("Round {number}", number=number)
        if planned:
            return _(
                "{phase}, round {number} of {total}",
                phase=self.name,
                number=number,
                total=planned,
            )
        # Note: {phase} is the name of a phase of the event: “Top 16, round 1”.
        return _("{phase}, round {number}", phase=self.name, number=number)

    def title_parts(self, number: int, planned: int | None = None) -> tuple[str, str]:
        """The same where a large text has a small one behind it: "Round 3" and "of 5", "Top 16" and
        "round 1"."""
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
class Decision:
    """One line of the Decisions sheet whose Go cell says yes; `kind` is the key of what is asked
    for ("pair round"), `player` a name as typed, and `table` the table that it is about, or None.
    Where no phase is typed that of the `round` is 0, until it is known which one is meant;
    `phase_typed` says ever after whether one was. `places` gives the cell of each column.
    """

    kind: str
    round: RoundId
    player: str = ""
    reason: str = ""
    place: Place = Place()
    table: int | None = None
    phase_typed: bool = True
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def at(self, column: str) -> Place:
        """The cell of one column of the line, for a Problem."""
        return self.places.get(column, self.place)


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
    `runner.core.rounds`)."""

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
        rows = (row for row in sheet.rows if row.key == key) if sheet else iter(())
        row = next(rows, None)
        return row.place(column) if row else Place(key.round.sheet)


def with_id(player: Player, identity: str) -> Player:
    """The player under an id of Runner's giving."""
    return replace(player, id=identity)

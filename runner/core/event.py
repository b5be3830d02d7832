"""A tournament as the organiser keeps it: the whole workbook as typed, with nothing computed.

Rounds are counted in two ways. Within its phase a round has a number from 1 (`RoundId`). A
player's `enters`, `drops_after`, `returns` and `awarded_byes` count rounds over the whole event,
as players do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.language import _
from runner.core.phase import Phase, SettingValue
from runner.core.player import Player, Shown
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.randomness import mixed
from runner.core.round_sheet import RoundSheet, Row
from runner.core.screens import Screen
from runner.core.sheet_line import SheetLine
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension


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
class Decision(SheetLine):
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

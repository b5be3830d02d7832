"""A tournament as the organiser keeps it: the whole workbook as typed, with nothing computed.

Rounds are counted in two ways. Within its phase a round has a number from 1 (`RoundId`). A
player's `enters`, `drops_after`, `returns` and `awarded_byes` count rounds over the whole event,
as players do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.decks import Decklists, OpenLists
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.language import _
from runner.core.phase import Phase, SettingValue
from runner.core.phone_reports import Phones
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
    """A line of the Draft sheet: a player's pod and seat in the draft of a phase; None for a blank
    cell. `player` is the id or, if that cell is blank, the name; `name` is the text of the name's
    cell. `places` has the cell of each column."""

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
    """One line of the Decisions sheet whose Go cell says yes.

    `kind` is the key of the decision ("pair round"), `player` a name as typed, and `table` the
    number of the table concerned, or None. If no phase is typed, that of `round` is 0 until it is
    known which one is meant, and `phase_typed` stays False. `places` has the cell of each column.
    """

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

    `saved` is the time of the last save as recorded in the file (ISO 8601), or "". `places` has the
    cell of each field of the Event sheet, those of settings by the setting's name. `accent` is the
    organiser's colour ("#0a7a3c") or "", and `logo` the name of a picture beside the workbook.
    `language` is the code of the language of everything players read ("de"); "" is English.
    `previews` are the lines of Decisions whose Go says preview; all of them pair a round.
    `prizes` are in order of place, `phones` says whose results from phones count, and `publish_to`
    where the pages go on the internet. `decklists` says whether lists are asked for, and
    `open_lists` when the pages show them; `commanders` are known names from a file. `mark`
    identifies the workbook of this event; "" if it was made without one. `heads` are the heads of
    the ledger each time Runner wrote into the workbook, latest last (`Head.short`).
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
    previews: tuple[Decision, ...] = ()
    rehearsal: bool = False
    saved: str = ""
    names_shown: Shown = Shown.FULL
    hall_roll: str = ""
    time_zone: str = ""
    accent: str = ""
    language: str = ""
    logo: str = ""
    prizes: tuple[Prize, ...] = ()
    phones: Phones = Phones.NO
    publish_to: str = ""
    decklists: Decklists = Decklists.NO
    open_lists: OpenLists = OpenLists.AS_LISTED
    commanders: tuple[str, ...] = ()
    mark: str = field(default="", compare=False)
    heads: tuple[str, ...] = field(default=(), compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    def at(self, label: str) -> Place:
        """Return the cell of one field of the Event sheet, for a Problem."""
        return self.places.get(label, Place("Event"))

    @property
    def chance(self) -> str:
        """The seed of every draw (docs/randomness.md)."""
        return mixed(self.seed, self.hall_roll)

    def phase(self, number: int) -> Phase:
        """Return the phase with that number, from 1."""
        return self.phases[number - 1]

    def title(self, id_: RoundId) -> str:
        """Return what players call a round, even if its phase is no longer in the Phases sheet."""
        if id_.phase <= len(self.phases):
            return self.phase(id_.phase).title(id_.number)
        if id_.phase == 1:
            return _("Round {number}", number=id_.number)
        return _("Phase {phase}, round {number}", phase=id_.phase, number=id_.number)

    @property
    def unplayed(self) -> bool:
        """Whether the round sheets have no names and no results, and Runner wrote no pods."""
        pods = self.heads and any(line.pod for line in self.draft)
        return not (pods or any(row.filled for sheet in self.rounds for row in sheet.rows))

    def sheet(self, round_id: RoundId) -> RoundSheet | None:
        """Return the sheet of a round; None if there is none."""
        return next((sheet for sheet in self.rounds if sheet.id == round_id), None)

    def table_rows(self, round_id: RoundId) -> dict[int, Row]:
        """Return the rows of a round's tables as typed, by table number; empty if it has no
        sheet."""
        sheet = self.sheet(round_id)
        return sheet.tables if sheet else {}

    def cell(self, key: RowKey, column: str) -> Place:
        """Return the cell of one column of a row; the whole sheet if it has no such row."""
        sheet = self.sheet(key.round)
        places = (row.place(column) for row in (sheet.rows if sheet else ()) if row.key == key)
        return next(places, Place(key.round.sheet))

    def table_cell(self, id_: RoundId, table: int, column: str = "result") -> Place:
        """Return the cell of one column of a table's row; the whole sheet if it has no such row."""
        return self.cell(RowKey(id_, RowKind.TABLE, table), column)

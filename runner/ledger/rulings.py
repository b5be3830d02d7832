"""Rulings from phones, of judges and of players who drop: which of them count, and which the
workbook has.

A ruling counts from when it is recorded (`EntryKind.RULED`), and Runner writes it into the
workbook. Once it is there (`RULING_WRITTEN`), only the workbook counts. One that is undone before
is gone; one that is undone afterwards is taken out of the workbook (`RULING_CLEARED`).

Lines of Penalties and Time have no key, so equal ones are counted: each line about a ruling has the
`rows` of the workbook at that time that are equal to it. Those that are not Runner's are `others`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from runner.core import names
from runner.core.identifiers import RoundId
from runner.core.phone_reports import Ruling
from runner.ledger.entries import PUBLISHING, Entry, EntryKind, changes_pairing

Line = tuple[str | int, ...]
"""What a ruling is in the workbook: its sheet, and what identifies its line or cell there."""

TIME, PENALTIES, PLAYERS, NOTE = "Time", "Penalties", "Players", "Note"
OF_CELLS = (PLAYERS, NOTE)
"""Where a ruling is one cell, and not a line of its own."""


class State(Enum):
    """`WAITS`: it counts, and is not in the workbook. `WRITTEN`: it is there, and only the workbook
    counts. `UNDONE`: it is there, does not count, and Runner clears it. `KEPT`: it is undone, and
    the organiser had changed it there. `GONE`: it is nowhere."""

    WAITS = auto()
    WRITTEN = auto()
    UNDONE = auto()
    KEPT = auto()
    GONE = auto()


IN_FORCE = (State.WAITS, State.WRITTEN)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that was recorded. `number` is that of its round over the whole event. `typed`: its
    cell was not blank when it was recorded, so it is the organiser's. `last` is the number of the
    player's report that it was made of, or the later one that undoes it; 0 for a judge's."""

    id: str
    round: RoundId
    number: int
    ruling: Ruling
    at: str = ""
    typed: bool = False
    last: int = 0
    state: State = State.WAITS

    @property
    def of_player(self) -> bool:
        """Whether the player has sent it, and no judge."""
        return self.last > 0

    @property
    def line(self) -> Line:
        """What it is in the workbook; () if it is not there."""
        ruling = self.ruling
        if ruling.minutes:
            return TIME, self.number, ruling.table, ruling.minutes
        if ruling.penalty:
            kind = names.key(ruling.penalty)
            return PENALTIES, self.number, ruling.player, ruling.infraction, kind
        if ruling.drops:
            return PLAYERS, ruling.player, self.number
        note = ruling.note_in_cell
        return (NOTE, *self.round, ruling.table, note) if note else ()


@dataclass(slots=True)
class Rulings:
    """All rulings by id, in order, and how many rows of each line are not Runner's."""

    known: dict[str, Ruled] = field(default_factory=dict)
    others: dict[Line, int] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Rulings:
        """Return the rulings that these lines record."""
        rulings = cls()
        for entry in entries:
            rulings.record(entry)
        return rulings

    def copy(self) -> Rulings:
        """Return the same, to record more."""
        return Rulings(dict(self.known), dict(self.others))

    def within(self, line: Line, state: State) -> list[Ruled]:
        """Return the rulings that are one line, in a state."""
        return [each for each in self.known.values() if each.line == line and each.state is state]

    def record(self, entry: Entry) -> None:
        """Take account of one more line of the ledger."""
        data = entry.data
        if entry.kind is EntryKind.RULED:
            ruled = Ruled(data["id"], entry.round, int(data["number"]), Ruling.of(data["ruling"]),
                          entry.at, bool(data.get("typed")), int(data.get("last", 0)))  # fmt: skip
            self._counted(ruled.line, int(data.get("rows", 0)))
            self.known[ruled.id] = ruled
        elif entry.kind is EntryKind.RULING_UNDONE:
            undone = self.known.get(data["id"])
            if undone is None:  # in a damaged ledger
                return
            self._counted(undone.line, int(data.get("rows", 0)))
            there = State.KEPT if undone.typed or not data.get("rows") else State.UNDONE
            self._set([undone.id], there if undone.state is State.WRITTEN else State.GONE)
            last = int(data.get("last", undone.last))
            self.known[undone.id] = replace(self.known[undone.id], last=last)
        elif entry.kind is EntryKind.RULING_WRITTEN:
            self._set(data["ids"], State.WRITTEN)
        elif entry.kind is EntryKind.RULING_CLEARED:
            self._set(data["ids"], State.KEPT if data.get("by_hand") else State.GONE)
        elif entry.kind in PUBLISHING or changes_pairing(entry):
            self._end(entry.round)

    def _end(self, round_id: RoundId) -> None:
        """End what is about the tables of a pairing; minutes that are in the workbook are to be
        taken out of it, and the remark of a note follows its round's sheet."""
        for each in [*self.known.values()]:
            if each.ruling.of_table and each.round == round_id and each.state in IN_FORCE:
                there = each.state is State.WRITTEN and each.ruling.minutes
                self._set([each.id], State.UNDONE if there else State.GONE)

    def _counted(self, line: Line, rows: int) -> None:
        """Take account of so many equal rows in the workbook."""
        ours = (State.WRITTEN, State.UNDONE)
        self.others[line] = rows - sum(len(self.within(line, state)) for state in ours)

    def _set(self, ids: Iterable[str], state: State) -> None:
        for id_ in ids:
            if id_ in self.known:
                self.known[id_] = replace(self.known[id_], state=state)

"""What a decision is, what it is given, and “Keep the changes”.

A decision is a line on the sheet Decisions. `DecisionType` has its name, its spellings and what it
does; `DecisionContext` is the event as it stands when decisions are carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import DecisionLines, request
from runner.core.event import Decision, Event
from runner.core.identifiers import CURRENT, RoundId
from runner.core.language import within
from runner.core.problems import Problem, Severity, error, note
from runner.core.rounds import Round
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.public_log import lost_results
from runner.ledger.words import decided
from runner.phases.model import PhaseResult, Proposal

Made = Entry | Problem
"""A line of the ledger where a decision is carried out, and what there is to say about it."""

WhyNot = tuple[str, str]
"""A sentence, and what to do instead."""


class DecisionError(Exception):
    """Why a decision is not carried out: the code of the problem, a sentence, what to do instead,
    how grave it is, and the column of its cell, "" for Go."""

    def __init__(
        self, code: str, why: str, fix: str, say: Callable[..., Problem] = error, column: str = ""
    ) -> None:
        super().__init__(why)
        self._say, self._column, self._told = say, column, (code, why, fix)

    def problem(self, line: Decision) -> Problem:
        """Return the problem of a line of Decisions."""
        code, *why_not = self._told
        return self._say(code, line.at(self._column), *why_not)


class Turn(IntEnum):
    """When a decision is carried out; `decide.py` tells what follows from it."""

    END = 1
    ADD = 2
    CUT = 3
    DRAFT = 4
    ROUND = 5
    SEATS = 6
    NEXT = 7


class DecisionType:
    """One thing that can be asked for on Decisions; a subclass says what it is and does.

    In the workbook: `LABEL` in the dropdown, `SPELLINGS` that are understood as well, a sentence of
    `HELP` in the hint, whether it `NEEDS_ROUND`, whether an empty one means the round of `NOW`, and
    what is missing where it `NEEDS_PLAYER` ("who gets the bye"), and whether it `TAKES_TABLE`.
    `ASKED` tells of a line in the history of the workbook; "" where that is the key and the round,
    or the phase where it needs no round.

    In the ledger: `KEY`, and the kind of line, `ENTRY`, that it writes.

    A new line `waits`, with a sentence that says what for, or it is tried at once: then
    `carry_out` gives lines of the ledger, or raises DecisionError with why it is refused. What was
    refused never acts later.

    `TURN`: when it is carried out. `AT_PAIRING`: what
    the desk says of it where its round went out with it ("{} was given a bye"); None where it
    counts only once the round is out. `INSTEAD_OF_UNDO`: what to do where the pairing that it has
    made has results, and stands; "" where results do not matter.
    """

    KEY: ClassVar[str]
    LABEL: ClassVar[str]
    SPELLINGS: ClassVar[tuple[str, ...]] = ()
    HELP: ClassVar[str] = ""
    NOW: ClassVar[bool] = False
    ASKED: ClassVar[str] = ""
    NEEDS_ROUND: ClassVar[bool] = True
    NEEDS_PLAYER: ClassVar[str] = ""
    TURN: ClassVar[Turn]
    ENTRY: ClassVar[EntryKind]
    TAKES_TABLE: ClassVar[bool] = False
    AT_PAIRING: ClassVar[str | None] = None
    INSTEAD_OF_UNDO: ClassVar[str] = ""

    def asked(self, line: Decision, event: Event) -> str:
        """What a line asks for: "re-pair round 4", "give a bye, Top 16, round 1"."""
        id_ = line.round if line.round.phase else RoundId(1, line.round.number)
        where = within(event.title(id_)) if id_.number else f"phase {id_.phase}"
        where = "the current round" if line.round == CURRENT else where
        asked = self.ASKED or self.KEY + (", {}" if self.NEEDS_ROUND else " {phase}")
        return asked.format(where, phase=line.round.phase or "")

    def waits(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """What a line waits for until it is carried out; nothing where it is tried now."""
        return ()

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Made]:
        """What a line does at its turn; raises DecisionError where it cannot."""
        return iter(())

    def refused(self, line: Decision, entry: Entry, day: DecisionContext) -> Problem:
        """What to say of a line that was refused, by the line of the ledger that says so."""
        data = entry.data
        severity, place = Severity(data["severity"]), line.at(data["column"])
        return Problem("decision.refused-before", severity, place, data["why"], (data["fix"],))

    def undone(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """What to say of a line that has been done or taken back, and says yes still."""
        if request(line) in day.ledger.undone:
            yield note("decision.undone", line.place,
                "This decision was undone.",
                "To do it again, clear Go, save, then type yes again.")  # fmt: skip

    def remind(self, day: DecisionContext) -> Iterable[Problem]:
        """What to say as long as something holds that was decided before."""
        return ()

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """Why an Undo cannot take back what it has done, in a line of the ledger from 0; None where
        it can."""
        return day.played_since(entry, at, self.INSTEAD_OF_UNDO) if self.INSTEAD_OF_UNDO else None

    def drawn_again(self, entry: Entry, before: Ledger) -> tuple[str, bool | None] | None:
        """What `runner verify` finds when it repeats what was left to chance, and whether that is
        sound; None where nothing was."""
        return None


def drawn_again(same: bool) -> tuple[str, bool]:
    """What `runner verify` says of a drawing that was repeated."""
    return ("drawn again, the same" if same else "drawn again, and NOT the same"), same


def written_by(entry: Entry, types: Mapping[str, DecisionType]) -> DecisionType | None:
    """Return the decision behind a line of the ledger: the one that it names, or the first of its
    kind."""
    named = types.get(entry.data.get("decision", ""))
    if named and named.ENTRY is entry.kind:
        return named
    return next((type_ for type_ in types.values() if type_.ENTRY is entry.kind), None)


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The event at a save: its phases, the round that is `proposed`, and the lines of Decisions."""

    progress: Progress
    event: Event
    ledger: Ledger
    rounds: Mapping[RoundId, Round]
    results: tuple[PhaseResult, ...]
    proposed: Proposal | None
    lines: DecisionLines
    types: Mapping[str, DecisionType]

    def result(self, line: Decision) -> PhaseResult:
        """Return the phase that a line is about."""
        return self.results[line.round.phase - 1]

    def next_begun(self, result: PhaseResult) -> PhaseResult | None:
        """Return a later phase that has begun, or None."""
        return next((later for later in self.results[result.phase.number :] if later.rounds), None)

    def title(self, id_: RoundId) -> str:
        """What people call a round."""
        return self.event.title(id_)

    def typed(self, id_: RoundId) -> dict[str, list[str]]:
        """Result and games of each table of a round that is out, as they stand in its sheet."""
        tables = {table.number for table in self.rounds[id_].tables if table.finished}
        spoilt = self.ledger.rounds[id_].spoilt
        return {
            str(number): [row.result, row.games]
            for number, row in self.event.table_rows(id_).items()
            if row.reported and (number in tables or spoilt.get(number) != (row.result, row.games))
        }

    def played_since(self, entry: Entry, at: int, instead: str) -> WhyNot | None:
        """Why a pairing stands that a line of the ledger, from 0, has made: it has results, or
        names were typed over it. `instead` is what to do where it has results."""
        id_, what = entry.round, decided(entry, self.title)
        head = f"{what[:1].upper()}{what[1:]}, which cannot be undone: "
        typed = self.typed(id_) if id_ in self.rounds else {}
        if typed:
            return f"{head}{self.title(id_)} has results, {lost_results(typed)}.", instead
        later = [other for other in self.ledger.entries[at:] if other.round == id_]
        if any(other.kind is EntryKind.OVERRIDDEN for other in later):
            return (
                f"{head}names of {self.title(id_)} have been typed over since.",
                "Type the right names on the round’s sheet; to take the whole round "
                "back choose “Delete round”.",
            )
        return None


class ConfirmChanges(DecisionType):
    """What `held` holds back counts with the save in which this is said, and none after it."""

    KEY = "changes are meant"
    LABEL = "Keep the changes"
    SPELLINGS = ("keep changes", "meant", "players are renamed", "renamed")
    ASKED = "keep the changes"
    NEEDS_ROUND = False
    TURN = Turn.END
    ENTRY = EntryKind.MEANT

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Made]:
        """Yield the line that ticks it off, so that it speaks for no later save."""
        other = day.event.mark and day.ledger.entries and day.event.mark not in day.ledger.marks
        data = {"reason": line.reason, "spent": day.lines.ticked(line)}
        data |= {"marks": [day.event.mark]} if other else {}
        yield Entry(self.ENTRY, line.round, data)

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """What was let through stands on the sheets, where it can be changed."""
        why = "The last decision was to keep changes on the sheets, so they stay."
        return why, "Type the old values back, and clear the Go cell."

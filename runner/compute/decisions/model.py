"""The base class of decisions, its context, and “Keep the changes”.

A decision is a line on the sheet Decisions. `DecisionType` has its name, its spellings and its
effect; `DecisionContext` is the state of the event when decisions are carried out.
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
"""A ledger line of a decision that was carried out, or a problem."""

WhyNot = tuple[str, str]
"""A sentence, and what to do instead."""


class DecisionError(Exception):
    """Raised if a decision is not carried out: the code of the problem, a sentence, what to do
    instead, the severity, and the column of its cell, "" for Go."""

    def __init__(
        self, code: str, why: str, fix: str, say: Callable[..., Problem] = error, column: str = ""
    ) -> None:
        super().__init__(why)
        self._say, self._column, self._text = say, column, (code, why, fix)

    def problem(self, line: Decision) -> Problem:
        """Return the problem for a line of Decisions."""
        code, *why_not = self._text
        return self._say(code, line.at(self._column), *why_not)


class Turn(IntEnum):
    """When a decision is carried out; see `decide.py`."""

    END = 1
    ADD = 2
    CUT = 3
    DRAFT = 4
    ROUND = 5
    SEATS = 6
    NEXT = 7


class DecisionType:
    """One kind of decision; subclasses define what it is and does.

    In the workbook: `LABEL` in the dropdown, `SPELLINGS` that are accepted too, a sentence of
    `HELP` in the hint, whether it `NEEDS_ROUND`, whether an empty one means the current round
    (`NOW`), what is missing if it `NEEDS_PLAYER` ("who gets the bye"), and whether it
    `TAKES_TABLE`. `ASKED` describes a line in the history of the workbook; "" stands for the key
    and the round, or the phase if it needs no round.

    In the ledger: `KEY`, and the kind of line, `ENTRY`, that it writes.

    A new line `waits`, with a sentence that says what for, or it is tried at once: then `carry_out`
    yields ledger lines, or raises DecisionError with the reason for refusal. A refused line never
    acts later.

    `TURN`: when it is carried out. `AT_PAIRING`: what the desk says about it if its round was
    published with it ("{} was given a bye"); None if it only counts after publication.
    `INSTEAD_OF_UNDO`: what to do if the pairing that it has made has results and so cannot be
    undone; "" if results do not matter.
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
        """Return what a line asks for: "re-pair round 4", "give a bye, Top 16, round 1"."""
        id_ = line.round if line.round.phase else RoundId(1, line.round.number)
        where = within(event.title(id_)) if id_.number else f"phase {id_.phase}"
        where = "the current round" if line.round == CURRENT else where
        asked = self.ASKED or self.KEY + (", {}" if self.NEEDS_ROUND else " {phase}")
        return asked.format(where, phase=line.round.phase or "")

    def waits(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """Return what a line waits for; empty if it is tried now."""
        return ()

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Made]:
        """Yield the effects of a line at its turn. Raise DecisionError if it cannot be carried
        out."""
        return iter(())

    def refused(self, line: Decision, entry: Entry, day: DecisionContext) -> Problem:
        """Return the problem of a line that was refused, given the ledger line of the refusal."""
        data = entry.data
        severity, place = Severity(data["severity"]), line.at(data["column"])
        return Problem("decision.refused-before", severity, place, data["why"], (data["fix"],))

    def undone(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """Yield what to say about a line that was carried out or undone and still says yes."""
        if request(line) in day.ledger.undone:
            yield note("decision.undone", line.place,
                "This decision was undone.",
                "To do it again, clear Go, save, then type yes again.")  # fmt: skip

    def remind(self, day: DecisionContext) -> Iterable[Problem]:
        """Yield reminders as long as an earlier decision is in effect."""
        return ()

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """Return why an Undo cannot undo its ledger line, given by index; None if it can."""
        return day.played_since(entry, at, self.INSTEAD_OF_UNDO) if self.INSTEAD_OF_UNDO else None

    def drawn_again(self, entry: Entry, before: Ledger) -> tuple[str, bool | None] | None:
        """Return what `runner verify` finds when it repeats the random part, and whether that is
        sound; None if there is none."""
        return None


def drawn_again(same: bool) -> tuple[str, bool]:
    """Return what `runner verify` says about a repeated drawing."""
    return ("drawn again, the same" if same else "drawn again, and NOT the same"), same


def written_by(entry: Entry, types: Mapping[str, DecisionType]) -> DecisionType | None:
    """Return the decision type behind a ledger line: the one that it names, or the first with its
    kind."""
    named = types.get(entry.data.get("decision", ""))
    if named and named.ENTRY is entry.kind:
        return named
    return next((type_ for type_ in types.values() if type_.ENTRY is entry.kind), None)


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The event at a save: its phases, the `proposed` round, and the lines of Decisions. `preview`
    is the SHA-256 of what is shown of the proposed round, "" unless somebody looks at it."""

    progress: Progress
    event: Event
    ledger: Ledger
    rounds: Mapping[RoundId, Round]
    results: tuple[PhaseResult, ...]
    proposed: Proposal | None
    lines: DecisionLines
    types: Mapping[str, DecisionType]
    preview: str = ""

    def result(self, line: Decision) -> PhaseResult:
        """Return the phase of a line."""
        return self.results[line.round.phase - 1]

    def next_begun(self, result: PhaseResult) -> PhaseResult | None:
        """Return a later phase that has begun; None if there is none."""
        return next((later for later in self.results[result.phase.number :] if later.rounds), None)

    def title(self, id_: RoundId) -> str:
        """Return what players call a round."""
        return self.event.title(id_)

    def typed(self, id_: RoundId) -> dict[str, list[str]]:
        """Return result and games of each table of a published round, as typed on its sheet."""
        tables = {table.number for table in self.rounds[id_].tables if table.finished}
        spoilt = self.ledger.rounds[id_].spoilt
        return {
            str(number): [row.result, row.games]
            for number, row in self.event.table_rows(id_).items()
            if row.reported and (number in tables or spoilt.get(number) != (row.result, row.games))
        }

    def played_since(self, entry: Entry, at: int, instead: str) -> WhyNot | None:
        """Return why the pairing of a ledger line, given by index, cannot be undone: it has
        results, or names were typed over it. `instead` is what to do if it has results."""
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
    """What `save_guards` hold back counts in the save that has this decision, and in no later
    one."""

    KEY = "changes are meant"
    LABEL = "Keep the changes"
    SPELLINGS = ("keep changes", "meant", "players are renamed", "renamed")
    ASKED = "keep the changes"
    NEEDS_ROUND = False
    TURN = Turn.END
    ENTRY = EntryKind.MEANT

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Made]:
        """Yield the line that ticks it off, so that it does not apply to later saves."""
        other = day.event.mark and day.ledger.entries and day.event.mark not in day.ledger.marks
        data = {"reason": line.reason, "spent": day.lines.ticked(line)}
        data |= {"marks": [day.event.mark]} if other else {}
        yield Entry(self.ENTRY, line.round, data)

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """Return that it cannot be undone: the changes are on the sheets, where they can be
        changed."""
        why = "The last decision was to keep changes on the sheets, so they stay."
        return why, "Type the old values back, and clear the Go cell."

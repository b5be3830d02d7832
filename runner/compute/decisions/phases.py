"""Decisions about whole phases: end one, reopen it, add a round.

Each counts once, however long its line says yes, and remains in effect when the line is cleared;
only another decision reverses it. Of lines that end a phase and lines that reopen it the lowest
counts; those above wait until the ones below are cleared.
"""

from collections.abc import Iterator
from typing import ClassVar

from runner import phases
from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Turn,
    WhyNot,
)
from runner.compute.reconcile.decisions import CLEAR, request
from runner.core.event import Decision
from runner.core.language import numbered
from runner.core.problems import Problem, note, warning
from runner.ledger.entries import Entry, EntryKind
from runner.phases.model import PhaseResult


class _OfAPhase(DecisionType):
    def undone(self, line: Decision, day: DecisionContext) -> Iterator[Problem]:
        """Yield a note if the line was undone and still says yes."""
        if request(line) in day.ledger.undone:
            yield note("decision.phase-undone", line.place, "This decision was undone.", CLEAR)


class _EndOrReopen(_OfAPhase):
    """Of the lines that end a phase and those that reopen it, the lowest counts."""

    NEEDS_ROUND = False
    TURN = Turn.END
    IS: ClassVar[str]

    def waits(self, line: Decision, day: DecisionContext) -> Iterator[Problem]:
        """Yield a note if the opposite is in a lower line, until that is cleared."""
        lowest = self._rivals(line, day)[-1]
        if lowest.kind != line.kind:
            type_ = END if lowest.kind == EndPhase.KEY else REOPEN
            name = day.result(line).phase.name
            yield note("decision.contradicted", line.place,
                f"{name} is {type_.IS}: “{type_.LABEL}” is in a lower line.",
                "Clear the Go cell of the line that no longer applies.")  # fmt: skip

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the effect of the line; opposite lines above wait from now on."""
        self.refuse(day.result(line), day)
        others = [other for other in self._rivals(line, day) if other.kind != line.kind]
        waiting = [[*request(other), 0] for other in others]
        spent = [*waiting, *day.lines.all_ticked((line.kind,), line.round.phase)]
        yield Entry(self.ENTRY, line.round, {"reason": line.reason, "spent": spent})

    def _rivals(self, line: Decision, day: DecisionContext) -> list[Decision]:
        """Return the lines that end or reopen the phase, except those that were undone."""
        return [
            other
            for other in day.lines.without_refused()
            if other.kind in (EndPhase.KEY, ReopenPhase.KEY)
            and other.round.phase == line.round.phase
            and (other is line or request(other) not in day.ledger.undone)
        ]

    def refuse(self, result: PhaseResult, day: DecisionContext) -> None:
        """Raise DecisionError if the phase cannot be ended, or reopened."""
        raise NotImplementedError


class EndPhase(_EndOrReopen):
    """End a phase: it has no further round."""

    KEY = "end phase"
    LABEL = "End the phase"
    SPELLINGS = ("end phase", "finish phase")
    HELP = "End the phase: no further round; of End and Reopen the lower line counts."
    ENTRY = EntryKind.PHASE_ENDED
    IS = "ended"

    def refuse(self, result: PhaseResult, day: DecisionContext) -> None:
        """Raise DecisionError unless the phase has a round, is not ended, and no later one has
        begun."""
        name = result.phase.name
        if not result.rounds:
            raise DecisionError("decision.phase-cannot-end",
                f"{name} has no round yet, so there is nothing to end.", CLEAR)  # fmt: skip
        if day.ledger.phase_ended(result.phase.number):
            raise DecisionError("decision.phase-ended-already", f"{name} has been ended already.",
                CLEAR, note)  # fmt: skip
        if begun := day.next_begun(result):
            raise DecisionError("decision.phase-over",
                f"{name} is over: {begun.phase.name} has begun.", CLEAR, note)  # fmt: skip

    def remind(self, day: DecisionContext) -> Iterator[Problem]:
        """Yield a warning while an ended phase waits for its last results."""
        for line in day.lines.done():
            if line.kind != self.KEY or not day.ledger.phase_ended(line.round.phase):
                continue
            result = day.result(line)
            last = max(result.rounds, key=lambda played: played.id, default=None)
            playing = [table.number for table in last.tables if not table.finished] if last else []
            if last and playing:
                yield warning("decision.phase-ends-after-results", line.place,
                    f"{result.phase.name} ends when {day.title(last.id)} is over; it still waits "
                    f"for table {numbered(playing)}.",
                    "Type the results; a match that was not finished is a draw.")  # fmt: skip


class ReopenPhase(_EndOrReopen):
    """Reopen a phase that was ended, as long as the next one has not begun."""

    KEY = "reopen phase"
    LABEL = "Reopen the phase"
    SPELLINGS = ("reopen phase", "re-open the phase")
    ENTRY = EntryKind.PHASE_REOPENED
    IS = "open"

    def refuse(self, result: PhaseResult, day: DecisionContext) -> None:
        """Raise DecisionError unless the phase was ended and no later one has begun."""
        name, number = result.phase.name, result.phase.number
        if not day.ledger.of_phase(number, EntryKind.PHASE_ENDED):
            raise DecisionError("decision.phase-reopened-waits",
                f"{name} has not been ended, so there is nothing to reopen.",
                "For a round more than planned choose “Add a round”; else clear the Go cell.",
                warning)  # fmt: skip
        if not day.ledger.phase_ended(number):
            raise DecisionError("decision.phase-open-already", f"{name} is open already.", CLEAR,
                note)  # fmt: skip
        if begun := day.next_begun(result):
            raise DecisionError("decision.phase-cannot-reopen",
                f"{name} cannot be reopened: {begun.phase.name} has begun.", CLEAR)  # fmt: skip


END, REOPEN = EndPhase(), ReopenPhase()


class AddRound(_OfAPhase):
    """Add one round to those planned, unless it has been added already."""

    KEY = "add a round"
    LABEL = "Add a round"
    SPELLINGS = ("add round", "another round")
    HELP = "Add a round: one more than planned."
    ASKED = "add {}"
    TURN = Turn.ADD
    ENTRY = EntryKind.ROUND_ADDED

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the new number of rounds of the phase."""
        result, wanted, title = day.result(line), line.round.number, day.title(line.round)
        if wanted <= day.ledger.rounds_with_added(line.round.phase):
            raise DecisionError("decision.round-added-already", f"{title} has been added already.",
                CLEAR, note)  # fmt: skip
        if why_not := _cannot_add(wanted, result, day):
            why, fix = why_not
            raise DecisionError("decision.round-not-added", f"{title} cannot be added: {why}", fix)
        data = {"rounds": wanted, "planned": result.planned, "reason": line.reason}
        yield Entry(self.ENTRY, line.round, {**data, "spent": day.lines.ticked(line)})

    def remind(self, day: DecisionContext) -> Iterator[Problem]:
        """Yield a warning for each added round, while the phase is played."""
        asked = {line.round: line.place for line in day.lines.done() if line.kind == self.KEY}
        for result in day.results:
            entries = day.ledger.of_phase(result.phase.number, self.ENTRY)
            if result.over or not entries:
                continue
            announced = min(int(entry.data["planned"]) for entry in entries)
            for entry in entries:
                yield warning("decision.round-added", asked.get(entry.round, result.phase.place),
                    f"{day.title(entry.round)} of {announced} was added by the organiser.",
                    "Tell all players. As long as it is not out, “End the phase” takes it back.",
                )  # fmt: skip


def _cannot_add(wanted: int, result: PhaseResult, day: DecisionContext) -> WhyNot | None:
    phase, planned = result.phase, result.planned
    if begun := day.next_begun(result):
        return f"{begun.phase.name} has begun.", CLEAR
    if phases.playoff(phase.type):
        return f"{phase.name} is a playoff, and lasts until one is left.", CLEAR
    if day.ledger.phase_ended(phase.number):
        return f"{phase.name} has been ended.", "Reopen the phase first."
    if planned is None:
        fix = "Ask for it with “Pair round”."
        return f"{phase.name} has no fixed number of rounds, so there is no need to add one.", fix
    if wanted <= planned:
        return f"{phase.name} has {planned} rounds already.", CLEAR
    if wanted > planned + 1:
        fix = f"Type {planned + 1} under Round."
        return f"{phase.name} has {planned} rounds, and the next would be {planned + 1}.", fix
    return None

"""What the Decisions sheet asks of whole phases: end one, reopen it, add a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runner import phases
from runner.compute.reconcile.decisions import CLEAR
from runner.core.event import Decision, DecisionKind, Event
from runner.core.phrases import numbered
from runner.core.problems import Problem, error, note, warning
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult

_END, _REOPEN = DecisionKind.END_PHASE, DecisionKind.REOPEN_PHASE


@dataclass(frozen=True, slots=True)
class PhaseDecisions:
    """Turns decisions about phases into ledger entries, given how far the event has come.

    Each counts once, however long its line says yes, and stays when the line is cleared: what
    undoes it is another decision.
    """

    event: Event
    ledger: Ledger
    results: Sequence[PhaseResult]

    def entries(self) -> list[Entry | Problem]:
        """The entries that are called for, and what there is to say about the decisions."""
        return [*self._ended_or_open(), *self._added(), *self._added_before()]

    def _asked(self, *kinds: DecisionKind) -> Iterator[tuple[Decision, PhaseResult]]:
        """The decisions of these kinds about a phase that there is."""
        for each in self.event.decisions:
            if each.kind in kinds and each.round.phase <= len(self.results):
                yield each, self.results[each.round.phase - 1]

    def _next_begun(self, result: PhaseResult) -> PhaseResult | None:
        """A later phase that has begun, or None."""
        return next((each for each in self.results[result.phase.number :] if each.rounds), None)

    # --- end and reopen -----------------------------------------------------------------------

    def _ended_or_open(self) -> Iterator[Entry | Problem]:
        """Of the lines that end a phase and those that reopen it, the lowest counts."""
        asked: dict[int, list[Decision]] = {}
        for decision, result in self._asked(_END, _REOPEN):
            asked.setdefault(result.phase.number, []).append(decision)
        for number, decisions in asked.items():
            last, result = decisions[-1], self.results[number - 1]
            for each in decisions:
                if each.kind is not last.kind:
                    yield self._overruled(each, result)
            yield from (self._end if last.kind is _END else self._reopen)(last, result)

    def _overruled(self, decision: Decision, result: PhaseResult) -> Problem:
        ends = decision.kind is _END
        other = "“Reopen the phase” stands" if ends else "“End the phase” stands"
        is_ = "open" if ends else "ended"
        why = f"{result.phase.name} is {is_}: {other} in a lower line."
        return note(decision.place, why, "Clear the Go cell of the line that no longer holds.")

    def _end(self, decision: Decision, result: PhaseResult) -> Iterator[Entry | Problem]:
        name = result.phase.name
        if not result.rounds:
            why = f"{name} has no round yet, so there is nothing to end."
            yield error(decision.place, why, CLEAR)
            return
        if not self.ledger.phase_ended(result.phase.number):
            yield Entry(EntryKind.PHASE_ENDED, decision.round, {"reason": decision.reason})
        last = result.rounds[-1]
        playing = [table.number for table in last.tables if not table.finished]
        if playing:
            yield warning(
                decision.place,
                f"{name} ends when {last.id.sheet} is over; it still waits for table "
                f"{numbered(playing)}.",
                "Type the results; a match that was not finished is a draw.",
            )

    def _reopen(self, decision: Decision, result: PhaseResult) -> Iterator[Entry | Problem]:
        name, number = result.phase.name, result.phase.number
        if not self.ledger.of_phase(number, EntryKind.PHASE_ENDED):
            why = f"{name} has not been ended, so there is nothing to reopen."
            fix = "For a round more than planned choose “Add a round”; else clear the Go cell."
            yield warning(decision.place, why, fix)
        elif self.ledger.phase_ended(number):
            begun = self._next_begun(result)
            if begun:
                why = f"{name} cannot be reopened: {begun.phase.name} has begun."
                yield error(decision.place, why, CLEAR)
            else:
                yield Entry(EntryKind.PHASE_REOPENED, decision.round, {"reason": decision.reason})

    # --- rounds more than planned -------------------------------------------------------------

    def _added(self) -> Iterator[Entry | Problem]:
        """A round more, unless it is there already."""
        for decision, result in self._asked(DecisionKind.ADD_ROUND):
            number, wanted = result.phase.number, decision.round.number
            if wanted <= self.ledger.rounds_with_added(number):
                continue
            why = self._cannot_add(wanted, result)
            if why:
                yield error(decision.place, f"{decision.round.sheet} cannot be added: {why[0]}",
                            why[1])  # fmt: skip
            else:
                data = {"rounds": wanted, "planned": result.planned, "reason": decision.reason}
                yield Entry(EntryKind.ROUND_ADDED, decision.round, data)

    def _cannot_add(self, wanted: int, result: PhaseResult) -> tuple[str, str] | None:
        """Why a round cannot be added, and what to do instead; None where it can."""
        phase, planned = result.phase, result.planned
        begun = self._next_begun(result)
        if begun:
            return f"{begun.phase.name} has begun.", CLEAR
        if phases.playoff(phase.type):
            return f"{phase.name} is a playoff, and lasts until one is left.", CLEAR
        if self.ledger.phase_ended(phase.number):
            return f"{phase.name} has been ended.", "Reopen the phase first."
        if planned is None:
            fix = "Ask for it with “Pair round”."
            return f"it is open how many rounds {phase.name} has, so none is one too many.", fix
        if wanted <= planned:
            return f"{phase.name} has {planned} rounds anyway.", CLEAR
        if wanted > planned + 1:
            fix = f"Type {planned + 1} under Round."
            return f"{phase.name} has {planned} rounds, and the next would be {planned + 1}.", fix
        return None

    def _added_before(self) -> Iterator[Problem]:
        """A reminder of each added round, as long as the phase is played."""
        for result in self.results:
            number = result.phase.number
            lines = self.ledger.of_phase(number, EntryKind.ROUND_ADDED)
            if result.over or not lines:
                continue
            asked = {each.round: each.place for each, _ in self._asked(DecisionKind.ADD_ROUND)}
            announced = min(int(each.data["planned"]) for each in lines)
            for each in lines:
                yield warning(
                    asked.get(each.round, result.phase.place),
                    f"Round {each.data['rounds']} of {announced} was added by the organiser.",
                    "See that all players know. As long as it is not out, “End the phase” takes it "
                    "back.",
                )

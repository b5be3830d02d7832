"""What goes out now: the organiser's decisions, carried out or refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from runner.ledger import Entry, EntryKind, PublishedTable, tables_document
from runner.model import Decision, DecisionKind, RoundId
from runner.phases.situation import Proposal
from runner.problems import Problem, error
from runner.progress import Progress
from runner.settle import Placed, result_text
from runner.snapshot import PhaseResult


@dataclass(frozen=True, slots=True)
class Publications:
    """Turns decisions into ledger entries, given how far the event has come."""

    progress: Progress

    def entries(
        self, results: tuple[PhaseResult, ...], proposal: Proposal | None
    ) -> tuple[list[Entry], list[Problem]]:
        """The entries that the organiser's decisions call for, and the decisions that cannot be."""
        entries: list[Entry] = []
        problems: list[Problem] = []
        wanted = proposal.pairing.round if proposal else None
        asked = self.progress.event.automatic and wanted is not None and wanted != RoundId(1, 1)
        for decision in self.progress.event.decisions:
            if decision.kind is DecisionKind.PAIR:
                asked = asked or decision.round == wanted
                problems += self.cannot_pair(decision, wanted, results)
            elif decision.kind is DecisionKind.END_PHASE:
                entries += self.end_phase(decision)
        redrawn, wrong = self.redraw(results)
        problems += wrong
        if redrawn:
            return [*entries, redrawn], problems
        if proposal and asked and not entries:
            entries.append(self.publication(EntryKind.PAIRED, proposal))
        return entries, problems

    def end_phase(self, decision: Decision) -> list[Entry]:
        """The entry for ending a phase, unless it is there already."""
        if self.progress.ledger.phase_ended(decision.round.phase):
            return []
        return [Entry(EntryKind.PHASE_ENDED, decision.round, {"reason": decision.reason})]

    def cannot_pair(
        self, decision: Decision, wanted: RoundId | None, results: tuple[PhaseResult, ...]
    ) -> list[Problem]:
        """Why a round that was asked for is not out; nothing where it is out or will be now."""
        if decision.round == wanted or decision.round in self.progress.settled.rounds:
            return []
        where = decision.round.sheet
        phase = next((each for each in results if each.phase.number == decision.round.phase), None)
        if phase and phase.planned is not None and decision.round.number > phase.planned:
            why = f"{where} is asked for, but the phase has {phase.planned} rounds."
            fix = "Raise the number under “Rounds” on the Phases sheet, or clear the Go cell."
            return [error(decision.place, why, fix)]
        playing = [
            (each.id, table.number)
            for each in self.progress.settled.rounds.values()
            for table in each.tables
            if not table.finished
        ]
        if playing:
            tables = ", ".join(str(number) for _, number in playing[:12])
            more = f" and {len(playing) - 12} more" if len(playing) > 12 else ""
            why = f"{where} waits for results of {playing[0][0].sheet}: table {tables}{more}."
            return [error(decision.place, why, "Enter them; the round is paired at that save.")]
        if not self.progress.settled.placed.get(decision.round, Placed()).sound:
            why = f"{where} is not paired while a name on its sheet cannot be understood."
            return [error(decision.place, why, "Mend the names there, or clear them.")]
        return [
            error(decision.place, f"{where} cannot be paired yet.", "Pair the rounds in order.")
        ]

    def redraw(self, results: tuple[PhaseResult, ...]) -> tuple[Entry | None, list[Problem]]:
        """The entry for drawing the latest round anew, where that is asked for and not done."""
        asked: dict[RoundId, list[Decision]] = {}
        for decision in self.progress.event.decisions:
            if decision.kind is DecisionKind.REPAIR:
                asked.setdefault(decision.round, []).append(decision)
        for id_, wishes in asked.items():
            published = self.progress.ledger.rounds.get(id_)
            if published is None or len(wishes) <= published.repaired:
                continue
            now = self.progress.settled.rounds[id_]
            started = [table.number for table in now.tables if table.seats and table.finished]
            if id_ != list(self.progress.settled.rounds)[-1]:
                why = f"{id_.sheet} cannot be drawn anew: a later round is out already."
                return None, [error(wishes[-1].place, why, "Clear the Go cell.")]
            if started:
                tables = ", ".join(map(str, started[:12]))
                why = f"{id_.sheet} cannot be drawn anew: table {tables} has a result."
                return None, [error(wishes[-1].place, why, "Clear the results first.")]
            result = next(each for each in results if each.phase.number == id_.phase)
            proposal = self.progress.next_round(result, id_, redraw=published.repaired + 1)
            if proposal is None:
                return None, []
            return self.publication(EntryKind.REPAIRED, proposal, wishes[-1].reason), []
        return None, []

    def publication(self, kind: EntryKind, proposal: Proposal, reason: str = "") -> Entry:
        """The ledger's line for a round that goes out now."""
        pairing = proposal.pairing
        absent = self.progress.settled.placed.get(pairing.round, Placed()).absent
        present = {player for table in pairing.tables for player in table.seats}
        present |= {*pairing.byes, *absent}
        data = {
            "algorithm": proposal.algorithm,
            "tables": tables_document(
                PublishedTable(table.number, table.seats) for table in pairing.tables
            ),
            "byes": list(pairing.byes),
            "absent": list(absent),
            "names": {each: self.progress.settled.players[each].name for each in sorted(present)},
            "certificate": pairing.certificate.to_document() if pairing.certificate else None,
            "state": proposal.state,
            "closed": self.closed(pairing.round),
        }
        return Entry(kind, pairing.round, {**data, "reason": reason} if reason else data)

    def closed(self, next_round: RoundId) -> dict[str, object] | None:
        """The results of the round before, as they stand when the next one goes out."""
        before = [id_ for id_ in self.progress.settled.rounds if id_ < next_round]
        if not before:
            return None
        best_of = self.progress.rules[before[-1].phase].best_of
        tables = self.progress.settled.rounds[before[-1]].tables
        results = {str(table.number): result_text(table, best_of) for table in tables}
        return {"round": list(before[-1]), "results": results}

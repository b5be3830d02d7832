"""What goes out now: the organiser's decisions, carried out or refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runner.ledger import Entry, EntryKind, PublishedTable, tables_document
from runner.model import Decision, DecisionKind, Player, RoundId
from runner.phase_decisions import PhaseDecisions
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
            if decision.round.phase > len(results):
                problems.append(_no_such_phase(decision))
            elif decision.kind is DecisionKind.PAIR:
                asked = asked or decision.round == wanted
                problems += self.cannot_pair(decision, wanted, results)
        made: list[Entry | Problem] = [
            *PhaseDecisions(self.progress.event, self.progress.ledger, results).entries(),
            *self.cuts_anew(results),
        ]
        entries = [each for each in made if isinstance(each, Entry)]
        problems += [each for each in made if isinstance(each, Problem)]
        redrawn, wrong = self.redraw(results) if not entries else (None, [])
        problems += wrong
        if redrawn:
            entries.append(redrawn)
        if proposal and asked and not entries:
            field = results[proposal.pairing.round.phase - 1].field
            entries.append(self.publication(EntryKind.PAIRED, proposal, field=field))
        return entries, problems

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
            fix = "Choose “Add a round” on Decisions, or clear the Go cell."
            return [error(decision.place, why, fix)]
        later = [each for each in self.progress.settled.rounds if each > decision.round]
        if later:
            why = f"{where} is not paired: {later[0].sheet} is out already."
            return [error(decision.place, why, "Clear the Go cell.")]
        if phase and phase.ended:
            why = f"{where} is not paired: {phase.phase.name} has been ended."
            fix = "Choose “Reopen the phase” on Decisions, or clear the Go cell."
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
            if published is None or len(wishes) <= published.repaired - self.redrawn_by_cuts(id_):
                continue
            why = self.not_to_be_drawn(id_)
            if why:
                return None, [error(wishes[-1].place, *why)]
            result = next(each for each in results if each.phase.number == id_.phase)
            proposal = self.progress.next_round(result, id_, redraw=published.repaired + 1)
            if proposal is None:
                return None, []
            return self.publication(EntryKind.REPAIRED, proposal, wishes[-1].reason), []
        return None, []

    def not_to_be_drawn(self, id_: RoundId) -> tuple[str, str] | None:
        """Why a round that is out cannot be drawn anew, and what to do; None where it can."""
        rounds = self.progress.settled.rounds
        if id_ != max(rounds):
            return f"{id_.sheet} cannot be drawn anew: a later round is out already.", _CLEAR
        started = [table.number for table in rounds[id_].tables if table.seats and table.finished]
        if started:
            tables = ", ".join(map(str, started[:12]))
            why = f"{id_.sheet} cannot be drawn anew: table {tables} has a result."
            return why, "Clear the results first."
        return None

    # --- cuts ---------------------------------------------------------------------------------

    def redrawn_by_cuts(self, id_: RoundId) -> int:
        """How many times a round was drawn anew because the cut before it was made anew."""
        cuts = self.progress.ledger.of_phase(id_.phase, EntryKind.CUT_ANEW)
        return sum(1 for each in cuts if id_.number == 1 and each.data["redrawn"])

    def cuts_anew(self, results: tuple[PhaseResult, ...]) -> Iterator[Entry | Problem]:
        """The entries for the cuts that are to be made anew, each once, or why they are not."""
        asked: dict[int, list[Decision]] = {}
        for each in self.progress.event.decisions:
            if each.kind is DecisionKind.CUT_ANEW and each.round.phase <= len(results):
                asked.setdefault(each.round.phase, []).append(each)
        for number, wishes in asked.items():
            done = self.progress.ledger.of_phase(number, EntryKind.CUT_ANEW)
            if len(wishes) > len(done):
                yield from self.cut_anew(wishes[-1], results)

    def cut_anew(
        self, decision: Decision, results: tuple[PhaseResult, ...]
    ) -> Iterator[Entry | Problem]:
        """The cut by the results as they are, and the first round drawn from it."""
        id_, result = RoundId(decision.round.phase, 1), results[decision.round.phase - 1]
        if id_.phase == 1:
            fix = "Type the number of the phase that they go on into under Phase."
            yield error(decision.place, "Nobody is cut before the first phase.", fix)
            return
        if id_ not in self.progress.settled.rounds:
            why = f"Nobody has gone on into {result.phase.name} yet: who does follows from the "
            why += f"results as they are when {id_.sheet} goes out."
            yield error(decision.place, why, _CLEAR)
            return
        due = self.progress.entering(result.phase, results[id_.phase - 2]).due()
        before = self.progress.ledger.field(id_.phase) or tuple(each.id for each in result.field)
        data: dict[str, Any] = {"field": list(due), "redrawn": due != before}
        data |= {"reason": decision.reason} if decision.reason else {}
        entry = Entry(EntryKind.CUT_ANEW, RoundId(id_.phase, 0), data)
        if due == before:
            yield entry  # else the line would wait, and change the cut at some later correction
            return
        why_not = self.not_to_be_drawn(id_)
        redraw = self.progress.ledger.rounds[id_].repaired + 1
        now = self.progress.with_field(result, due)
        proposal = None if why_not else self.progress.next_round(now, id_, redraw=redraw)
        if proposal:
            yield entry
            yield self.publication(EntryKind.REPAIRED, proposal, decision.reason)
        elif why_not:
            yield error(decision.place, f"The cut is not made anew: {why_not[0]}", why_not[1])
        else:
            why = f"The cut is not made anew: nobody would be left in {result.phase.name}."
            yield error(decision.place, why, "Correct the cut on Phases, or the results.")

    def publication(
        self,
        kind: EntryKind,
        proposal: Proposal,
        reason: str = "",
        field: Sequence[Player] = (),
    ) -> Entry:
        """The ledger's line for a round that goes out now; with the first of a phase `field` is
        who has gone on into it."""
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
        if field and pairing.round.number == 1 and pairing.round.phase > 1:
            data["field"] = [player.id for player in field]
        return Entry(kind, pairing.round, {**data, "reason": reason} if reason else data)

    def closed(self, next_round: RoundId) -> dict[str, object] | None:
        """The results of the round before, as they stand when the next one goes out."""
        before = [id_ for id_ in self.progress.settled.rounds if id_ < next_round]
        if not before:
            return None
        best_of = self.progress.rules[before[-1].phase].games(before[-1].number)
        tables = self.progress.settled.rounds[before[-1]].tables
        results = {str(table.number): result_text(table, best_of) for table in tables}
        return {"round": list(before[-1]), "results": results}


_CLEAR = "Clear the Go cell."


def _no_such_phase(decision: Decision) -> Problem:
    return error(
        decision.place,
        f"There is no phase {decision.round.phase} on Phases.",
        "Correct the number under Phase, or clear the Go cell.",
    )

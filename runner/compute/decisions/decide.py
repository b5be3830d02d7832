"""What goes out now: the organiser's decisions, carried out or refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runner.compute.decisions.phases import PhaseDecisions
from runner.compute.decisions.rounds import RoundDecisions
from runner.compute.decisions.seats import SeatDecisions
from runner.compute.penalties import PenaltyKind, kind_of
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import CLEAR, Lines
from runner.compute.reconcile.results import result_text
from runner.core import names
from runner.core.event import Decision, DecisionKind, Player, RoundId
from runner.core.phrases import numbered
from runner.core.problems import Problem, error
from runner.core.seating import Seating
from runner.ledger.entries import ALWAYS, Entry, EntryKind, coming
from runner.ledger.seating import names_in, seating_document
from runner.phases.model import PhaseResult, Proposal


@dataclass(frozen=True, slots=True)
class Publications:
    """Turns decisions into ledger entries, given how far the event has come."""

    progress: Progress

    def entries(
        self, results: tuple[PhaseResult, ...], proposal: Proposal | None
    ) -> tuple[list[Entry], list[Problem]]:
        """The entries that the organiser's decisions call for, and the decisions that cannot be."""
        problems: list[Problem] = []
        wanted = proposal.pairing.round if proposal else None
        lines = Lines(self.progress.event.decisions, self.progress.ledger)
        fresh = lines.fresh()
        asked = self.progress.event.automatic and wanted not in (
            None, RoundId(1, 1), *self.progress.ledger.held
        )  # fmt: skip
        for decision in self.progress.event.decisions:
            if decision.round.phase > len(results):
                problems.append(_no_such_phase(decision))
            elif decision.kind is DecisionKind.PAIR and decision in fresh:
                asked = asked or decision.round == wanted
                problems += self.cannot_pair(decision, wanted, results)
        entries: list[Entry] = [*lines.cleared(), *self.players_changed()]
        event = replace(self.progress.event, decisions=fresh)
        made: list[Entry | Problem] = [
            *PhaseDecisions(event, self.progress.ledger, results).entries(),
            *self.cuts_anew(results, fresh),
        ]
        if not any(isinstance(each, Entry) for each in made):
            made += self.rounds(lines, results).entries()
        if not any(isinstance(each, Entry) for each in made):
            made += SeatDecisions(self.progress, lines, results).entries()
        problems += [each for each in made if isinstance(each, Problem)]
        decided = [each for each in made if isinstance(each, Entry)]
        if proposal and asked and not decided:
            field = results[proposal.pairing.round.phase - 1].field
            paired = self.publication(EntryKind.PAIRED, proposal, field=field)
            byes = lines.all_of((DecisionKind.BYE, DecisionKind.NO_BYE), *paired.round)
            more: dict[str, Any] = {"spent": byes} if byes else {}
            decided.append(Entry(paired.kind, paired.round, {**paired.data, **more}))
        return [*entries, *decided], problems

    def rounds(self, lines: Lines, results: tuple[PhaseResult, ...]) -> RoundDecisions:
        """The decisions about whole rounds."""

        def publication(kind: EntryKind, proposal: Proposal, decision: Decision) -> Entry:
            return self.publication(kind, proposal, decision.reason)

        return RoundDecisions(self.progress, lines, results, publication)

    def players_changed(self) -> Iterator[Entry]:
        """An entry for everybody who has left, comes late or is back since the ledger last knew;
        nothing before the first round."""
        known, rounds = self.progress.ledger.coming, self.progress.settled.rounds
        if known is None or not rounds:
            return
        reasons = {
            names.key(each.player): f"{each.penalty}: {each.infraction}".strip(": ")
            for each in self.progress.event.penalties
            if kind_of(each) is PenaltyKind.DISQUALIFICATION
        }
        for player in self.progress.event.players:
            old, new = known.get(player.id, ALWAYS), coming(player)
            if old != new:
                data: dict[str, Any] = {"player": player.id, "old": list(old), "new": list(new)}
                reason = reasons.get(names.key(player.name), "")
                data |= {"names": {player.id: player.name}, "reason": reason}
                data |= {"why": player.reason} if player.reason else {}
                yield Entry(EntryKind.PLAYER, max(rounds), data)

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
            return [error(decision.place, why, CLEAR)]
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
            tables = numbered(number for _, number in playing)
            why = f"{where} waits for results of {playing[0][0].sheet}: table {tables}."
            return [error(decision.place, why, "Enter them; the round is paired at that save.")]
        if decision.round in self.progress.settled.unclear:
            why = f"{where} is not paired while a name on its sheet cannot be understood."
            return [error(decision.place, why, "Mend the names there, or clear them.")]
        return [
            error(decision.place, f"{where} cannot be paired yet.", "Pair the rounds in order.")
        ]

    # --- cuts ---------------------------------------------------------------------------------

    def cuts_anew(
        self, results: tuple[PhaseResult, ...], decisions: Sequence[Decision]
    ) -> Iterator[Entry | Problem]:
        """The entries for the cuts that are to be made anew, each once, or why they are not."""
        asked: dict[int, list[Decision]] = {}
        for each in decisions:
            if each.kind is DecisionKind.CUT_ANEW and each.round.phase <= len(results):
                asked.setdefault(each.round.phase, []).append(each)
        for wishes in asked.values():
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
            yield error(decision.place, why, CLEAR)
            return
        due = self.progress.entering(result.phase, results[id_.phase - 2]).due()
        before = self.progress.ledger.field(id_.phase) or tuple(each.id for each in result.field)
        data: dict[str, Any] = {"field": list(due), "redrawn": due != before}
        data |= {"reason": decision.reason} if decision.reason else {}
        lines = Lines(self.progress.event.decisions, self.progress.ledger)
        data["spent"] = lines.carried_out(decision)
        entry = Entry(EntryKind.CUT_ANEW, RoundId(id_.phase, 0), data)
        if due == before:
            yield entry  # else the line would wait, and change the cut at some later correction
            return
        rounds = self.rounds(lines, results)
        why_not = rounds.later_is_out(id_) or rounds.started(id_)
        redraw = self.progress.ledger.drawings(id_) + 1
        now = self.progress.with_field(result, due)
        proposal = None if why_not else self.progress.next_round(now, id_, redraw=redraw)
        if proposal:
            yield entry
            yield self.publication(EntryKind.REPAIRED, proposal, decision.reason)
        elif why_not:
            why = f"The cut is not made anew: {why_not[0]}"
            yield error(decision.place, why, why_not[1])
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
        pairing, settled = proposal.pairing, self.progress.settled
        absent = settled.placed.get(pairing.round, Seating()).absent
        seating = replace(pairing.seating, absent=absent)
        data = {
            "algorithm": proposal.algorithm,
            **seating_document(seating),
            "names": names_in(seating, settled.players),
            "certificate": pairing.certificate.to_document() if pairing.certificate else None,
            "state": proposal.state,
            "closed": self.closed(pairing.round),
            "coming": {
                player.id: list(coming(player))
                for player in self.progress.event.players
                if coming(player) != ALWAYS
            },
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


def _no_such_phase(decision: Decision) -> Problem:
    return error(
        decision.place,
        f"There is no phase {decision.round.phase} on Phases.",
        "Correct the number under Phase, or clear the Go cell.",
    )

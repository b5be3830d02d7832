"""compute: an event and its ledger become everything that people want to know.

A pure function. What it would publish it returns as ledger entries; whoever calls it writes them
down and calls again, until there are none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from runner import checks, phases
from runner.ledger import Entry, EntryKind, Ledger, PublishedTable, tables_document
from runner.model import Decision, DecisionKind, Event, Phase, Player, Round, RoundId
from runner.phases.situation import Proposal, Situation
from runner.problems import Place, Problem, error
from runner.rules.ruleset import Ruleset, ruleset
from runner.settle import Directory, Placed, Settled, result_text, settle
from runner.snapshot import (
    Certificate,
    PairedTable,
    Pairing,
    PhaseResult,
    Snapshot,
    Standings,
)
from runner.standings import standings


def compute(event: Event, ledger: Ledger) -> Snapshot:
    """Everything that follows from the workbook and what has been published."""
    rules, problems = _rulesets(event)
    settled = settle(event, ledger, {number: each.best_of for number, each in rules.items()})
    event = replace(event, players=tuple(settled.players.values()), seed=_seed(event))
    work = _Work(event, ledger, settled, rules)
    results = tuple(work.phase_result(phase) for phase in event.phases)
    proposal, wrong = work.proposal(results)
    published = tuple(_published_pairing(each, ledger) for each in settled.rounds.values())
    entries, refused = work.publications(results, proposal)
    problems += [*settled.problems, *wrong, *refused]
    problems += checks.check(event, settled, results)
    return Snapshot(
        event=event,
        players=settled.players,
        phases=results,
        pairings=(*published, *((proposal.pairing,) if proposal else ())),
        problems=tuple(problems),
        entries=(*settled.entries, *entries),
        rehearsal=event.rehearsal or any(each.rehearsed for each in settled.rounds.values()),
        as_of=_latest(event.saved, ledger.last_at),
    )


def _rulesets(event: Event) -> tuple[dict[int, Ruleset], list[Problem]]:
    rules: dict[int, Ruleset] = {}
    problems: list[Problem] = []
    for phase in event.phases:
        rules[phase.number], wrong = ruleset(phase, event.settings)
        problems += [each for each in wrong if each not in problems]
    return rules, problems


def _seed(event: Event) -> str:
    """The event's seed; one without is drawn from its name and date, and told so by a check."""
    return event.seed or f"{event.name} {event.date}".strip()


def _latest(*times: str) -> str:
    """The latest of some ISO 8601 times; those without a zone count as UTC."""

    def moment(text: str) -> datetime:
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.replace(tzinfo=UTC)

    return max(filter(None, times), key=moment, default="")


def _published_pairing(now: Round, ledger: Ledger) -> Pairing:
    certificate = ledger.rounds[now.id].certificate
    return Pairing(
        now.id,
        tuple(PairedTable(table.number, table.players) for table in now.tables),
        now.byes,
        Certificate.from_document(certificate) if certificate else None,
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """One run of `compute`: its inputs, so that each step names only what it adds."""

    event: Event
    ledger: Ledger
    settled: Settled
    rules: Mapping[int, Ruleset]

    # --- what has happened --------------------------------------------------------------------

    def phase_result(self, phase: Phase) -> PhaseResult:
        """The phase with a ranking after each completed round, and after the one in play."""
        rounds = self.rounds(phase)
        rankings = []
        for count, latest in enumerate(rounds, 1):
            begun = latest.finished or any(
                table.finished and table.seats for table in latest.tables
            )
            if begun:
                rankings.append(self.standings(phase, rounds[:count], latest))
        return PhaseResult(
            phase=phase,
            ruleset=self.rules[phase.number],
            rounds=rounds,
            standings=tuple(rankings),
            planned=self.planned(phase),
            ended=self.ledger.phase_ended(phase.number),
        )

    def rounds(self, phase: Phase) -> tuple[Round, ...]:
        """The published rounds of a phase."""
        found = (each for each in self.settled.rounds.values() if each.id.phase == phase.number)
        return tuple(sorted(found, key=lambda each: each.id))

    def standings(self, phase: Phase, rounds: tuple[Round, ...], latest: Round) -> Standings:
        """The ranking after the last of these rounds."""
        return standings(
            self.rules[phase.number],
            rounds,
            self.field(phase),
            after=latest.id,
            complete=latest.finished,
            seed=self.event.seed,
            round_offset=self.offset(phase),
        )

    def offset(self, phase: Phase) -> int:
        """How many rounds of the event came before the phase."""
        return sum(1 for each in self.settled.rounds if each.phase < phase.number)

    def field(self, phase: Phase) -> tuple[Player, ...]:
        """Who is in the phase: everybody, or those who made the cut."""
        everybody = self.event.players
        if phase.number == 1 or phase.cut is None:
            return everybody
        before = self.event.phase(phase.number - 1)
        rounds = self.rounds(before)
        if not rounds:
            return everybody
        ranked = self.standings(before, rounds, rounds[-1]).rows
        through = {row.player for row in [each for each in ranked if not each.dropped][: phase.cut]}
        return tuple(player for player in everybody if player.id in through)

    def planned(self, phase: Phase) -> int | None:
        """How many rounds the phase is to have, or None for a type that cannot say."""
        kind = phases.REGISTRY.get(phase.type)
        if kind is None:
            return phase.rounds
        return kind.planned_rounds(self.situation(phase, RoundId(phase.number, 1), None))

    # --- what comes next ----------------------------------------------------------------------

    def situation(
        self, phase: Phase, next_round: RoundId, latest: Standings | None, redraw: int = 0
    ) -> Situation:
        """What the phase type is told about the round to pair."""
        field = self.field(phase)
        event_round = self.offset(phase) + next_round.number
        placed = self.settled.placed.get(next_round, Placed())
        playing = tuple(
            player
            for player in field
            if player.plays(event_round) and player.id not in placed.absent
        )
        seated = {player for table in placed.tables for player in table.seats}
        byes = [player.id for player in playing if event_round <= player.awarded_byes]
        byes += [*placed.byes, *self.decided_byes(next_round)]
        return Situation(
            phase=phase,
            ruleset=self.rules[phase.number],
            next=next_round,
            players=playing,
            standings=latest,
            seed=f"{self.event.seed} redraw {redraw}" if redraw else self.event.seed,
            planned=phase.rounds,
            placed=placed,
            byes=tuple(dict.fromkeys(each for each in byes if each not in seated)),
            awarded={player.id: player.awarded_byes for player in field if player.plays(1)},
        )

    def decided_byes(self, round_id: RoundId) -> list[str]:
        """The players whom the Decisions sheet gives a bye in that round."""
        directory = Directory(self.settled.players, self.ledger.names)
        asked = (
            directory.find(each.player)
            for each in self.event.decisions
            if each.kind is DecisionKind.BYE and each.round == round_id
        )
        return [each for each in asked if each is not None]

    def proposal(self, results: tuple[PhaseResult, ...]) -> tuple[Proposal | None, list[Problem]]:
        """The next round of the event, where all results are in and there is one to come."""
        for result in results:
            if any(not each.finished for each in result.rounds):
                return None, []
            count = len(result.rounds)
            if result.ended or (result.planned is not None and count >= result.planned):
                continue
            return self.next_round(result, RoundId(result.phase.number, count + 1))
        return None, []

    def next_round(
        self, result: PhaseResult, wanted: RoundId, redraw: int = 0
    ) -> tuple[Proposal | None, list[Problem]]:
        """The proposal for one round, or the reason why there is none."""
        kind = phases.REGISTRY.get(result.phase.type)
        if kind is None:
            return None, [_unknown_type(result.phase)]
        latest = next(
            (each for each in reversed(result.standings) if each.after < wanted), None
        )
        situation = self.situation(result.phase, wanted, latest, redraw)
        situation = replace(situation, planned=result.planned)
        if not situation.placed.sound or not situation.players:
            return None, []
        return kind.propose(situation), []

    # --- what is made public ------------------------------------------------------------------

    def publications(
        self, results: tuple[PhaseResult, ...], proposal: Proposal | None
    ) -> tuple[list[Entry], list[Problem]]:
        """The entries that the organiser's decisions call for, and the decisions that cannot be."""
        entries: list[Entry] = []
        problems: list[Problem] = []
        wanted = proposal.pairing.round if proposal else None
        asked = self.event.automatic and wanted is not None and wanted != RoundId(1, 1)
        for decision in self.event.decisions:
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
        if self.ledger.phase_ended(decision.round.phase):
            return []
        return [Entry(EntryKind.PHASE_ENDED, decision.round, {"reason": decision.reason})]

    def cannot_pair(
        self, decision: Decision, wanted: RoundId | None, results: tuple[PhaseResult, ...]
    ) -> list[Problem]:
        """Why a round that was asked for is not out; nothing where it is out or will be now."""
        if decision.round == wanted or decision.round in self.settled.rounds:
            return []
        where = decision.round.sheet
        phase = next((each for each in results if each.phase.number == decision.round.phase), None)
        if phase and phase.planned is not None and decision.round.number > phase.planned:
            why = f"{where} is asked for, but the phase has {phase.planned} rounds."
            fix = "Raise the number under “Rounds” on the Phases sheet, or clear the Go cell."
            return [error(decision.place, why, fix)]
        playing = [
            (each.id, table.number)
            for each in self.settled.rounds.values()
            for table in each.tables
            if not table.finished
        ]
        if playing:
            tables = ", ".join(str(number) for _, number in playing[:12])
            more = f" and {len(playing) - 12} more" if len(playing) > 12 else ""
            why = f"{where} waits for results of {playing[0][0].sheet}: table {tables}{more}."
            return [error(decision.place, why, "Enter them; the round is paired at that save.")]
        if not self.settled.placed.get(decision.round, Placed()).sound:
            why = f"{where} is not paired while a name on its sheet cannot be understood."
            return [error(decision.place, why, "Mend the names there, or clear them.")]
        return [error(decision.place, f"{where} cannot be paired yet.", "Pair the rounds in order.")]

    def redraw(self, results: tuple[PhaseResult, ...]) -> tuple[Entry | None, list[Problem]]:
        """The entry for drawing the latest round anew, where it is asked for more often than done."""
        asked: dict[RoundId, list[Decision]] = {}
        for decision in self.event.decisions:
            if decision.kind is DecisionKind.REPAIR:
                asked.setdefault(decision.round, []).append(decision)
        for id_, wishes in asked.items():
            published = self.ledger.rounds.get(id_)
            if published is None or len(wishes) <= published.repaired:
                continue
            now = self.settled.rounds[id_]
            started = [table.number for table in now.tables if table.seats and table.finished]
            if id_ != list(self.settled.rounds)[-1]:
                why = f"{id_.sheet} cannot be drawn anew: a later round is out already."
                return None, [error(wishes[-1].place, why, "Clear the Go cell.")]
            if started:
                tables = ", ".join(map(str, started[:12]))
                why = f"{id_.sheet} cannot be drawn anew: table {tables} has a result."
                return None, [error(wishes[-1].place, why, "Clear the results first.")]
            result = next(each for each in results if each.phase.number == id_.phase)
            proposal, wrong = self.next_round(result, id_, redraw=published.repaired + 1)
            if proposal is None:
                return None, wrong
            return self.publication(EntryKind.REPAIRED, proposal, wishes[-1].reason), []
        return None, []

    def publication(self, kind: EntryKind, proposal: Proposal, reason: str = "") -> Entry:
        """The ledger's line for a round that goes out now."""
        pairing = proposal.pairing
        absent = self.settled.placed.get(pairing.round, Placed()).absent
        present = {player for table in pairing.tables for player in table.seats}
        present |= {*pairing.byes, *absent}
        data = {
            "algorithm": proposal.algorithm,
            "tables": tables_document(
                PublishedTable(table.number, table.seats) for table in pairing.tables
            ),
            "byes": list(pairing.byes),
            "absent": list(absent),
            "names": {each: self.settled.players[each].name for each in sorted(present)},
            "certificate": pairing.certificate.to_document() if pairing.certificate else None,
            "state": proposal.state,
            "closed": self.closed(pairing.round),
        }
        return Entry(kind, pairing.round, {**data, "reason": reason} if reason else data)

    def closed(self, next_round: RoundId) -> dict[str, object] | None:
        """The results of the round before, as they stand when the next one goes out."""
        before = [id_ for id_ in self.settled.rounds if id_ < next_round]
        if not before:
            return None
        best_of = self.rules[before[-1].phase].best_of
        tables = self.settled.rounds[before[-1]].tables
        results = {str(table.number): result_text(table, best_of) for table in tables}
        return {"round": list(before[-1]), "results": results}


def _unknown_type(phase: Phase) -> Problem:
    known = ", ".join(sorted(phases.REGISTRY))
    return error(
        phase.place or Place("Phases"),
        f"This version cannot pair a phase of type “{phase.type}” yet; it can pair: {known}.",
        "Type the names into the round's sheet by hand and the results count all the same.",
    )

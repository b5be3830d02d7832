"""How far the event has come: its phases with their rankings, and the round that would be next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runner import phases
from runner.ledger import EntryKind, Ledger
from runner.model import DecisionKind, Event, Mode, Phase, Player, Round, RoundId
from runner.phases.places import places
from runner.phases.situation import Proposal, Situation
from runner.rules.ruleset import Ruleset
from runner.settle import Directory, Placed, Settled
from runner.snapshot import PhaseResult, Standings
from runner.standings import Rankings, in_order


@dataclass(frozen=True, slots=True)
class Progress:
    """Workbook and ledger as settled, with the rules in force; each step adds to it."""

    event: Event
    ledger: Ledger
    settled: Settled
    rules: Mapping[int, Ruleset]
    rankings: Rankings

    # --- what has happened --------------------------------------------------------------------

    def results(self) -> tuple[PhaseResult, ...]:
        """Every phase, each with the field that the one before leaves it."""
        found: list[PhaseResult] = []
        for phase in self.event.phases:
            found.append(self.phase_result(phase, self.field(phase, found)))
        return tuple(found)

    def field(self, phase: Phase, before: Sequence[PhaseResult]) -> tuple[Player, ...]:
        """Who is in the phase: everybody, or those who made the cut; nobody while that is open."""
        if not before:
            return self.event.players
        if not before[-1].over and not self.rounds(phase):
            return ()
        players = {player.id: player for player in self.event.players}
        begun = self.begun_with(phase)
        if begun:
            return tuple(players[each] for each in begun if each in players)
        if phase.cut is None:
            return before[-1].field
        ranking = before[-1].current
        ranked = [row.player for row in ranking.rows if not row.dropped] if ranking else []
        return tuple(players[each] for each in ranked[: phase.cut])

    def begun_with(self, phase: Phase) -> tuple[str, ...]:
        """Who was in the phase when its latest round was drawn, by seed, and whom the organiser has
        seated since: who made a cut stays in when a result of the phase before is corrected. Nobody
        where the phase has not begun, or its type has no seeds."""
        rounds = self.rounds(phase)
        field = self.drawn(rounds[-1].id).get("field", ()) if rounds else ()
        seated = (each for now in rounds for table in now.tables for each in table.players)
        return tuple(dict.fromkeys((*field, *seated))) if field else ()

    def phase_result(self, phase: Phase, field: tuple[Player, ...]) -> PhaseResult:
        """The phase with a ranking after each completed round, and after the one in play."""
        rounds = self.rounds(phase)
        rankings = []
        for count, latest in enumerate(rounds, 1):
            begun = latest.finished or any(
                table.finished and table.seats for table in latest.tables
            )
            if begun:
                rankings.append(self.standings(phase, field, rounds[:count]))
        coming = self.situation(phase, field, RoundId(phase.number, len(rounds) + 1), None)
        return PhaseResult(
            phase=phase,
            ruleset=self.rules[phase.number],
            field=field,
            rounds=rounds,
            standings=tuple(rankings),
            planned=phases.find(phase.type).planned_rounds(coming),
            ended=self.ledger.phase_ended(phase.number),
        )

    def rounds(self, phase: Phase) -> tuple[Round, ...]:
        """The published rounds of a phase."""
        found = (each for each in self.settled.rounds.values() if each.id.phase == phase.number)
        return tuple(sorted(found, key=lambda each: each.id))

    def standings(
        self, phase: Phase, field: tuple[Player, ...], rounds: tuple[Round, ...]
    ) -> Standings:
        """The ranking of the field after the last of these rounds; that of a playoff goes by how
        far everybody has come."""
        ranking = self.rankings.standings(
            self.rules[phase.number],
            rounds,
            field,
            after=rounds[-1].id,
            complete=rounds[-1].finished,
            seed=self.event.seed,
            round_offset=self.offset(phase),
        )
        if phase.type not in phases.BY_PLACE:
            return ranking
        gone = [row.player for row in ranking.rows if row.dropped]
        reached = places(
            [player.id for player in field],
            rounds,
            ranking.ruleset,
            pods=phase.mode is Mode.MULTIPLAYER,
            gone=gone,
        )
        return in_order(ranking, [player for player, _, _ in reached])

    def offset(self, phase: Phase) -> int:
        """How many rounds of the event came before the phase."""
        return sum(1 for each in self.settled.rounds if each.phase < phase.number)

    # --- what comes next ----------------------------------------------------------------------

    def situation(
        self,
        phase: Phase,
        field: tuple[Player, ...],
        next_round: RoundId,
        latest: Standings | None,
        redraw: int = 0,
    ) -> Situation:
        """What the phase type is told about the round to pair."""
        event_round = self.offset(phase) + next_round.number
        placed = self.settled.placed.get(next_round, Placed())
        playing = tuple(
            player
            for player in field
            if player.plays(event_round) and player.id not in placed.absent
        )
        seated = {player for table in placed.tables for player in table.seats}
        drawn = self.drawn(RoundId(phase.number, next_round.number - 1))
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
            field=field,
            rounds=tuple(each for each in self.rounds(phase) if each.id < next_round),
            seeds=tuple(drawn.get("seeds", ())),
            drawn=drawn,
        )

    def drawn(self, round_id: RoundId) -> Mapping[str, Any]:
        """The state that a round was last drawn from; empty where Runner did not draw it."""
        kinds = (EntryKind.PAIRED, EntryKind.REPAIRED)
        lines = (each for each in reversed(self.ledger.entries) if each.round == round_id)
        state = next((each.data.get("state") for each in lines if each.kind in kinds), None)
        return state or {}

    def decided_byes(self, round_id: RoundId) -> list[str]:
        """The players whom the Decisions sheet gives a bye in that round."""
        directory = Directory(self.settled.players, self.ledger.names)
        asked = (
            directory.find(each.player)
            for each in self.event.decisions
            if each.kind is DecisionKind.BYE and each.round == round_id
        )
        return [each for each in asked if each is not None]

    def proposal(self, results: Sequence[PhaseResult]) -> Proposal | None:
        """The next round of the event, where all results are in and there is one to come."""
        for result in results:
            if any(not each.finished for each in result.rounds):
                return None
            if not result.over:
                return self.next_round(result, RoundId(result.phase.number, len(result.rounds) + 1))
        return None

    def next_round(self, result: PhaseResult, wanted: RoundId, redraw: int = 0) -> Proposal | None:
        """The proposal for one round, or None while it cannot be made."""
        latest = next((each for each in reversed(result.standings) if each.after < wanted), None)
        situation = self.situation(result.phase, result.field, wanted, latest, redraw)
        situation = replace(situation, planned=result.planned)
        if not situation.placed.sound or not situation.players:
            return None
        return phases.find(result.phase.type).propose(situation)

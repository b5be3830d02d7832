"""The progress of an event: its phases with their rankings, and the next round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner import phases
from runner.compute.reconcile.reconcile import Reconciled
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.randomness import seed_of_round
from runner.core.rounds import Round
from runner.core.seating import Seating
from runner.ledger.ledger import Ledger
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult, Proposal, RoundContext
from runner.phases.qualification import Qualification, carried_over
from runner.rules.ruleset import Ruleset
from runner.standings.model import Standings
from runner.standings.ranking import Rankings, in_order


@dataclass(frozen=True, slots=True)
class Progress:
    """Workbook and ledger as reconciled, with the rules in force. `byes` has, for each round, the
    players whom Decisions gives a bye (True) or takes it from (False)."""

    event: Event
    ledger: Ledger
    reconciled: Reconciled
    rules: Mapping[int, Ruleset]
    rankings: Rankings
    byes: Mapping[RoundId, Mapping[str, bool]] = field(default_factory=dict)

    # --- what has happened --------------------------------------------------------------------

    def results(self) -> tuple[PhaseResult, ...]:
        """Return all phases, each with the field that the one before leaves it."""
        done: list[PhaseResult] = []
        for phase in self.event.phases:
            done.append(self.phase_result(phase, done))
        return tuple(done)

    def field(self, phase: Phase, before: Sequence[PhaseResult]) -> tuple[Player, ...]:
        """Return the players of the phase: everybody, or those who made the cut; empty while that
        is open."""
        if not before:
            return self.event.players
        rounds = self.rounds(phase)
        if not before[-1].over and not rounds:
            return ()
        into, draft = self.qualification(phase, before[-1]), self.ledger.drafts.get(phase.number)
        drafters = draft.drafters if draft else ()
        ids = into.begun_with(self.ledger, rounds) if rounds else drafters or into.qualified()
        return self._players(ids)

    def qualification(self, phase: Phase, before: PhaseResult) -> Qualification:
        """Return the phase and the one that it follows."""
        return Qualification(phase, self.rules[phase.number], before, self.offset(phase) + 1)

    def phase_result(self, phase: Phase, before: Sequence[PhaseResult]) -> PhaseResult:
        """Return the phase with a ranking after each completed round, and after the current one."""
        rounds, number = self.rounds(phase), phase.number
        field = self.field(phase, before)
        carried, met = carried_over(phase, self.rules[number], before)
        result = PhaseResult(
            phase=phase,
            ruleset=self.rules[number],
            field=field,
            rounds=rounds,
            ended=self.ledger.phase_ended(number)
            or any(id_.phase > number for id_ in self.reconciled.rounds),
            pods=self.pods(phase),
            carried=carried,
            only_met=_others(met, field),
        )
        coming = self.situation(phase, field, RoundId(number, len(rounds) + 1), None)
        result = replace(result, groups=phases.find(phase.type).groups(coming) if rounds else ())
        planned = phases.find(phase.type).planned_rounds(coming)
        playoff = phases.playoff(phase.type)
        return replace(
            result,
            standings=tuple(
                self.standings(result, count)
                for count, latest in enumerate(rounds, 1)
                if latest.finished or any(table.finished and table.seats for table in latest.tables)
            ),
            planned=None
            if phases.question(result)
            else planned and max(planned, self.ledger.rounds_with_added(number)),
            playing=tuple(player.id for player in coming.players),
            seeds=playoff.seeds(coming) if playoff else (),
            drawn=tuple(self.drawn(played.id) for played in rounds),
            seats_needed=phases.seats_needed(phase, result.ruleset, _numbers(coming)),
        )

    def with_field(self, result: PhaseResult, ids: Sequence[str]) -> PhaseResult:
        """Return the phase with these players instead, by seed."""
        field = self._players(ids)
        met = (*result.field, *result.only_met) if result.carried else ()
        return replace(result, field=field, only_met=_others(met, field))

    def _players(self, ids: Iterable[str]) -> tuple[Player, ...]:
        players = {player.id: player for player in self.event.players}
        return tuple(players[id_] for id_ in ids if id_ in players)

    def rounds(self, phase: Phase) -> tuple[Round, ...]:
        """Return the published rounds of a phase."""
        rounds = self.reconciled.rounds.values()
        of_phase = (played for played in rounds if played.id.phase == phase.number)
        return tuple(sorted(of_phase, key=lambda played: played.id))

    def standings(self, result: PhaseResult, count: int) -> Standings:
        """Return the ranking after `count` rounds of the phase; in a playoff by how far each player
        came."""
        phase, rounds = result.phase, result.rounds[:count]
        ranking = self.rankings.standings(
            result.ruleset,
            rounds,
            result.field,
            after=rounds[-1].id if rounds else RoundId(phase.number, 0),
            complete=all(latest.finished for latest in rounds[-1:]),
            seed=self.event.chance,
            round_offset=self.offset(phase) - len(result.carried),
            carried=result.carried,
            only_met=result.only_met,
            groups=result.groups,
        )
        if (playoff := phases.playoff(phase.type)) is None:
            return ranking
        left = [row.player for row in ranking.rows if row.dropped]
        after = self.situation(phase, result.field, RoundId(phase.number, len(rounds) + 1), None)
        if (reached := playoff.places(replace(after, rounds=rounds), left)) is None:
            return ranking
        ordered = in_order(ranking, [player for player, _, _ in reached])
        return replace(ordered, places=tuple(reached))

    def offset(self, phase: Phase) -> int:
        """Return how many rounds of the event precede the phase."""
        return sum(1 for id_ in self.reconciled.rounds if id_.phase < phase.number)

    # --- what comes next ----------------------------------------------------------------------

    def situation(
        self,
        phase: Phase,
        field: tuple[Player, ...],
        next_round: RoundId,
        latest: Standings | None,
        redraw: int = 0,
    ) -> RoundContext:
        """Return the context of the round to pair, for the phase type."""
        before = self.offset(phase)
        event_round = before + next_round.number
        placed = self.reconciled.placed.get(next_round, Seating())
        playing = tuple(
            player
            for player in field
            if player.plays(event_round) and player.id not in placed.absent
        )
        seated = {*placed.seated}
        drawn = self.drawn(RoundId(phase.number, next_round.number - 1))
        awarded = [player.id for player in playing if event_round <= player.awarded_byes]
        byes = self._byes(next_round, awarded, placed)
        by_hand = {*seated, *byes} - {player.id for player in playing}
        return RoundContext(
            phase=phase,
            ruleset=self.rules[phase.number],
            next=next_round,
            players=playing,
            standings=latest,
            seed=seed_of_round(self.event.chance, redraw),
            planned=phase.rounds,
            placed=placed,
            byes=tuple(player for player in byes if player not in seated),
            guests=tuple(player for player in self.event.players if player.id in by_hand),
            awarded={
                player.id: max(0, player.awarded_byes - before)
                for player in field
                if player.plays(before + 1)
            },
            field=field,
            rounds=tuple(played for played in self.rounds(phase) if played.id < next_round),
            seeds=tuple(drawn.get("seeds", ())),
            drawn=drawn,
            pods=self.pods(phase),
        )

    def pods(self, phase: Phase) -> tuple[tuple[str, ...], ...]:
        """Return the draft pods of a phase; empty if it has none."""
        draft = self.ledger.drafts.get(phase.number) if phase.drafts else None
        return draft.in_order if draft else ()

    def _byes(self, id_: RoundId, awarded: Sequence[str], placed: Seating) -> list[str]:
        """Return the players with a bye before the pairing: awarded, typed into the sheet, or
        decided."""
        by_decision = self.byes.get(id_, {})
        kept = (player for player in awarded if by_decision.get(player, True))
        decided = (player for player, has in by_decision.items() if has)
        return list(dict.fromkeys((*kept, *placed.byes, *decided)))

    def byes_in_the_final(self, result: PhaseResult) -> tuple[str, ...]:
        """Return the players with a bye in the next round of a playoff, if it is the final."""
        playoff = phases.playoff(result.phase.type)
        if playoff is None or result.over or not result.field:
            return ()
        wanted = RoundId(result.phase.number, len(result.rounds) + 1)
        coming = self.situation(result.phase, result.field, wanted, None)
        there = {*playoff.in_the_final(coming)}
        return tuple(player for player in coming.byes if player in there)

    def drawn(self, round_id: RoundId) -> Mapping[str, Any]:
        """Return the state from which a round was last paired; empty if Runner did not pair it."""
        line = self.ledger.drawn(round_id)
        return (line.data.get("state") if line else None) or {}

    def proposal(self, results: Sequence[PhaseResult]) -> Proposal | None:
        """Return the next round of the event; None while results are missing, or if there is
        none."""
        for result in results:
            if any(not played.finished for played in result.rounds):
                return None
            if not result.over:
                wanted = RoundId(result.phase.number, len(result.rounds) + 1)
                return self.next_round(result, wanted, redraw=self.ledger.drawings(wanted))
        return None

    def next_round(self, result: PhaseResult, wanted: RoundId, redraw: int = 0) -> Proposal | None:
        """Return the proposal for one round; None while it cannot be made."""
        latest = result.ranking_before(wanted)
        if latest is None and result.carried:
            latest = self.standings(result, 0)
        situation = self.situation(result.phase, result.field, wanted, latest, redraw)
        situation = replace(situation, planned=result.planned)
        alone = wanted.phase > 1 and wanted.number == 1 and len(result.field) < 2
        open_ = wanted in self.reconciled.unclear or phases.question(result)
        if open_ or phases.undrafted(result) or not situation.players or alone:
            return None
        return phases.find(result.phase.type).propose(situation)


def _numbers(coming: RoundContext) -> Sequence[int]:
    """Return how many will play in the next round, or make the cut; empty while that is unknown."""
    expected = len(coming.players) or Cut.of(coming.phase, coming.ruleset).most
    return [expected] if expected else []


def _others(players: Sequence[Player], than: Sequence[Player]) -> tuple[Player, ...]:
    there = {player.id for player in than}
    return tuple(player for player in players if player.id not in there)

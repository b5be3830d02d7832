"""A phase type from one file, as somebody new would add it: the first meets the second."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runner.core.phase import Phase
from runner.core.problems import Problem, note
from runner.core.rounds import Round
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, PairingInput, to_document
from runner.pairing.tables import seated_around
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.phase_type import PhaseType, Schedule, opponents
from runner.rules.explain import RuleExplainer, Section
from runner.rules.limits import PlayoffStage


class KingOfTheHill(PhaseType):
    """The first of the ranking meets the second, the third the fourth, and so on."""

    KEY = "king_of_the_hill"
    NAME = "King of the hill"
    HOW = "The first of the ranking meets the second, the third the fourth, and so on down."
    ROUNDS = "One for each rung of the hill"
    ALGORITHMS = ("king of the hill 1",)
    INSTEAD = "Swiss"

    def planned_rounds(self, situation: RoundContext) -> int | None:
        return situation.phase.rounds or 2

    def propose(self, situation: RoundContext) -> Proposal:
        ranking = situation.standings
        order = [row.player for row in ranking.rows] if ranking else []
        there = sorted(
            (player.id for player in situation.players),
            key=lambda player: order.index(player) if player in order else len(order),
        )
        state = situation.state(Entrant(player) for player in there)
        pairing = Pairing(situation.next, _climbed(state, there), proposed=True)
        return Proposal(pairing, {**to_document(state), "hill": there}, self.ALGORITHMS[0])

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        hill = document.get("hill")
        return Drawn(_climbed(state, hill)) if isinstance(hill, list) else None

    def schedule(self, result: PhaseResult) -> Schedule:
        met = opponents(table.players for table in result.rounds[-1].tables)
        return Schedule(tuple(met), met)

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        return PlayoffStage.LATE

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        yield Section("hill", "On the hill", (voice.says("Whoever wins climbs one rung."),))

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        if len(result.field) % 2:
            yield note(
                "test.note", result.phase.place, "The lowest of the hill has nobody to meet.", ""
            )


def _climbed(state: PairingInput, hill: Sequence[str]) -> Seating:
    free = [player for player in hill if player in {each.id for each in state.free}]
    pairs = [free[at : at + 2] for at in range(0, len(free) - 1, 2)]
    return seated_around(state, pairs, free[len(pairs) * 2 :])

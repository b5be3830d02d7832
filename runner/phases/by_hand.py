"""A phase whose rounds the organiser fills in by hand: every name is theirs, none is ours."""

from __future__ import annotations

from runner.pairing.model import Pairing
from runner.phases.going_on import by_rank
from runner.phases.model import PhaseResult, Proposal, Situation


class ByHand:
    """Takes the names on the round's sheet as they stand; whoever is not there sits out."""

    KEY = "by_hand"
    NAME = "Paired by hand"
    HOW = "The organiser set this round; Runner did not pair it."

    def planned_rounds(self, situation: Situation) -> int | None:
        """As the organiser says, or open."""
        return situation.phase.rounds

    def propose(self, situation: Situation) -> Proposal | None:
        """The round as typed, or None while nothing is typed."""
        placed = situation.placed
        if not placed.tables:
            return None
        return Proposal(Pairing(situation.next, placed, proposed=True), {}, self.KEY)

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """All who are left, by rank."""
        return by_rank(result)

"""A phase whose rounds the organiser fills in by hand: every name is theirs, none is ours."""

from __future__ import annotations

from runner.pairing.model import PairedTable, Pairing
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
        tables = tuple(PairedTable(table.number, table.seats) for table in situation.placed.tables)
        if not tables:
            return None
        pairing = Pairing(situation.next, tables, situation.placed.byes, proposed=True)
        return Proposal(pairing, {}, self.KEY)

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """All who are left, by rank."""
        return by_rank(result)

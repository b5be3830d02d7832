"""A phase whose rounds the organiser fills in by hand: every name is theirs, none is ours."""

from runner.core.language import N_
from runner.pairing.model import Pairing
from runner.phases.model import Proposal, RoundContext
from runner.phases.phase_type import PhaseType


class ByHand(PhaseType):
    """Takes the names on the round's sheet as they stand; whoever is not there sits out."""

    KEY = "by_hand"
    NAME = "Paired by hand"
    HOW = N_("The organiser set this round; Runner did not pair it.")
    AFTER_A_DRAFT = True

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """As the organiser says, or open."""
        return situation.phase.rounds

    def propose(self, situation: RoundContext) -> Proposal | None:
        """The round as typed, or None while nothing is typed."""
        return as_typed(situation)


def as_typed(situation: RoundContext) -> Proposal | None:
    """The round with the names that stand on its sheet, or None while there are none."""
    placed = situation.placed
    if not placed.tables:
        return None
    return Proposal(Pairing(situation.next, placed, proposed=True), {}, ByHand.KEY)

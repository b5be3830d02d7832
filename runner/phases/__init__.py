"""The ways a phase can run: one file each, found by its key in the Type column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runner.phases import by_hand, round_robin, single_elimination, swiss
from runner.phases.situation import Proposal, Situation


class PhaseType(Protocol):
    """What a phase type must offer. `HOW` tells players how its rounds are made, where a round has
    no certificate that does."""

    KEY: str
    NAME: str
    HOW: str

    def planned_rounds(self, situation: Situation) -> int | None:
        """How many rounds the phase has for its field, or None where that stays open."""

    def propose(self, situation: Situation) -> Proposal | None:
        """The next round of the phase, or None while it cannot be made."""


BY_HAND: PhaseType = by_hand.ByHand()
REGISTRY: Mapping[str, PhaseType] = {
    each.KEY: each
    for each in (
        swiss.Swiss(),
        round_robin.RoundRobin(),
        single_elimination.SingleElimination(),
        BY_HAND,
    )
}
"""Every phase type that this version can pair, by its key."""

BY_PLACE = frozenset({single_elimination.SingleElimination.KEY})
"""Phase types that rank by how far a player has come, not by points."""


def find(key: str) -> PhaseType:
    """The phase type with this key; one that is not known yet is paired by hand."""
    return REGISTRY.get(key, BY_HAND)

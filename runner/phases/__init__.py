"""The ways a phase can run: one file each, found by its key in the Type column."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from runner import phases
from runner.core.event import Mode
from runner.phases import by_hand
from runner.phases.elimination import double_elimination, single_elimination
from runner.phases.elimination.places import Place
from runner.phases.elimination.tree import Tree
from runner.phases.model import PhaseResult, Proposal, Situation
from runner.phases.round_robin import dealing, round_robin
from runner.phases.round_robin.groups import Groups
from runner.phases.swiss import swiss


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

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """The ids of all who are still in after the phase, by seed for the next one, of whom its
        cut takes the first; those who have left the event are not among them."""


class PlayoffType(PhaseType, Protocol):
    """A phase type that has seeds, and ranks by how far a player has come, not by points."""

    def seeds(self, situation: Situation) -> tuple[str, ...]:
        """The ids by seed: as its rounds were drawn, or else as is due."""

    def places(self, situation: Situation, gone: Collection[str]) -> list[Place] | None:
        """Everybody's place after the rounds so far, or None where points rank all the same;
        `gone` are those who have left the event."""

    def tree(self, result: PhaseResult) -> Tree | None:
        """The whole playoff; None while nobody is in it."""


BY_HAND: PhaseType = by_hand.ByHand()
REGISTRY: Mapping[str, PhaseType] = {
    each.KEY: each
    for each in (
        swiss.Swiss(),
        round_robin.RoundRobin(),
        single_elimination.SingleElimination(),
        double_elimination.DoubleElimination(),
        BY_HAND,
    )
}
"""Every phase type that this version can pair, by its key."""

_PLAYOFFS: Mapping[str, PlayoffType] = {
    each.KEY: each
    for each in (single_elimination.SingleElimination(), double_elimination.DoubleElimination())
}


def find(key: str) -> PhaseType:
    """The phase type with this key; one that is not known yet is paired by hand."""
    return REGISTRY.get(key, BY_HAND)


def groups(situation: Situation) -> Groups:
    """The groups that a round robin is played in, or nothing where it has not several."""
    if situation.phase.type != round_robin.RoundRobin.KEY:
        return ()
    found = dealing.groups(situation)
    return found if len(found) > 1 else ()


def playoff(key: str) -> PlayoffType | None:
    """The playoff with this key, or None for a phase type that ranks by points."""
    return _PLAYOFFS.get(key)


def tree(result: PhaseResult) -> Tree | None:
    """The tree of a playoff; None where the phase is none, and while nobody is in it.

    Where no phase is before it seeds are drawn, and for a draft the seats: until the first round
    is out these are nobody's to know, and there is no tree.
    """
    playoff = phases.playoff(result.phase.type)
    drawn = result.phase.number == 1 or result.phase.mode is Mode.DRAFT
    if playoff is None or not result.seeds or (drawn and not result.rounds):
        return None
    return playoff.tree(result)

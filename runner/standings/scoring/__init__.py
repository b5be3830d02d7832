"""The ways of scoring: one file each, found by the key that a preset names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from runner.core.event import Player, Round
from runner.rules import settings
from runner.rules.ruleset import Ruleset
from runner.standings.history import Histories
from runner.standings.scoring import match_points, placement, wager


class Scoring(Protocol):
    """What a way of scoring must offer."""

    KEY: str
    NAME: str

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each of the players did and the points it made.

        `offset` is how many rounds of the event came before these.
        """


REGISTRY: dict[str, Scoring] = settings.SCORINGS
"""Every way of scoring, by its key; what a setting or a preset may name is what stands here."""

for _scoring in (match_points.MatchPoints(), wager.Wager(), placement.Placement()):
    REGISTRY[_scoring.KEY] = _scoring

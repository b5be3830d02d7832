"""The ways of scoring: one file each, found by the key that a preset names."""

from runner.rules import settings
from runner.standings.scoring.match_points import MatchPoints
from runner.standings.scoring.placement import Placement
from runner.standings.scoring.scoring import Scoring
from runner.standings.scoring.wager import Wager

__all__ = ["REGISTRY", "Scoring"]

REGISTRY: dict[str, Scoring] = settings.SCORINGS
"""Every way of scoring, by its key; what a setting or a preset may name is what stands here."""

REGISTRY.update((each.KEY, each) for each in (MatchPoints(), Wager(), Placement()))

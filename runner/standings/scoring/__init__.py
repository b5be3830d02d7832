"""The scorings, by the key that a preset names."""

from runner.rules import settings
from runner.standings.scoring.match_points import MatchPoints
from runner.standings.scoring.placement import Placement
from runner.standings.scoring.scoring import Scoring
from runner.standings.scoring.wager import Wager

__all__ = ["REGISTRY", "Scoring"]

REGISTRY: dict[str, Scoring] = settings.SCORINGS
"""Every scoring by its key; settings and presets may name these only."""

REGISTRY.update((each.KEY, each) for each in (MatchPoints(), Wager(), Placement()))

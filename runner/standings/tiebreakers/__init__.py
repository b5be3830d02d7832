"""The tiebreakers by key, in one module per family."""

from runner.rules import settings
from runner.standings.tiebreakers.percentages import (
    GameWin,
    MatchWin,
    OpponentsGameWin,
    OpponentsMatchWin,
)
from runner.standings.tiebreakers.points import (
    Buchholz,
    Cumulative,
    MedianBuchholz,
    OpponentsAveragePoints,
    SonnebornBerger,
)
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.wins import HeadToHead, RandomDraw, Wins, WinsLast

__all__ = ["REGISTRY", "Tiebreaker"]

REGISTRY: dict[str, Tiebreaker] = settings.TIEBREAKERS
"""Every tiebreaker by its key; settings and presets may name these only."""

REGISTRY.update(
    (tiebreaker.KEY, tiebreaker)
    for tiebreaker in (
        MatchWin(), OpponentsAveragePoints(), OpponentsMatchWin(), GameWin(), OpponentsGameWin(),
        HeadToHead(), Wins(), WinsLast(), Buchholz(), MedianBuchholz(), SonnebornBerger(),
        Cumulative(), RandomDraw(),
    )
)  # fmt: skip

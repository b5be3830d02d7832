"""The tiebreakers, one file for each family, by the keys that presets and organisers list."""

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
"""Every tiebreaker, by its key; what a setting or a preset may name is what stands here."""

REGISTRY.update(
    (tiebreaker.KEY, tiebreaker)
    for tiebreaker in (
        MatchWin(), OpponentsAveragePoints(), OpponentsMatchWin(), GameWin(), OpponentsGameWin(),
        HeadToHead(), Wins(), WinsLast(), Buchholz(), MedianBuchholz(), SonnebornBerger(),
        Cumulative(), RandomDraw(),
    )
)  # fmt: skip

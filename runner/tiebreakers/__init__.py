"""The tiebreakers: one file each, found by the keys that a preset or the organiser lists."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from runner.snapshot import Working
from runner.tiebreakers import (
    game_win,
    match_win,
    opponents_average_points,
    opponents_game_win,
    opponents_match_win,
)
from runner.tiebreakers.field import Field


class Tiebreaker(Protocol):
    """What a tiebreaker must offer: more is better, and None is worse than anything.

    `decimals` is how many are shown; the order never depends on them.
    """

    KEY: str
    NAME: str
    ABBREVIATION: str
    MEANING: str
    DECIMALS: int

    def value(self, field: Field, player: str) -> Fraction | None:
        """The player's value, exactly."""

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """What a value counts for in the ranking: usually the value itself."""

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """How the value comes about, with today's names of the players by id."""


REGISTRY: Mapping[str, Tiebreaker] = {
    each.KEY: each
    for each in (
        match_win.MatchWin(),
        opponents_average_points.OpponentsAveragePoints(),
        opponents_match_win.OpponentsMatchWin(),
        game_win.GameWin(),
        opponents_game_win.OpponentsGameWin(),
    )
}
"""Every tiebreaker, by its key."""

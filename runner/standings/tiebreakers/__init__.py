"""The tiebreakers: one file each, found by the keys that a preset or the organiser lists."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from runner.standings.model import Working
from runner.standings.tiebreakers import (
    buchholz,
    cumulative,
    game_win,
    head_to_head,
    match_win,
    median_buchholz,
    opponents_average_points,
    opponents_game_win,
    opponents_match_win,
    random_draw,
    sonneborn_berger,
    wins,
    wins_last,
)
from runner.standings.tiebreakers.field import Field


class Tiebreaker(Protocol):
    """What a tiebreaker must offer: more is better, and None is worse than anything.

    `DECIMALS` is how many are shown; the order never depends on them. A `CONTEXTUAL` one compares
    players with those whom nothing before it parts: whoever asks for its value tells the field
    first who they are, by `Field.among`.
    """

    KEY: str
    NAME: str
    ABBREVIATION: str
    MEANING: str
    DECIMALS: int
    CONTEXTUAL: bool

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
        head_to_head.HeadToHead(),
        wins.Wins(),
        wins_last.WinsLast(),
        buchholz.Buchholz(),
        median_buchholz.MedianBuchholz(),
        sonneborn_berger.SonnebornBerger(),
        cumulative.Cumulative(),
        random_draw.RandomDraw(),
    )
}
"""Every tiebreaker, by its key."""

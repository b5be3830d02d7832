"""Everybody's histories under one set of rules, with the shares that tiebreakers are made of.

Shares are worked out once a player and kept; means are summed as whole numbers over a common
denominator, so that thousands of players cost milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from runner.core.numbers import total
from runner.core.rounds import Outcome
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories, History, Played, RoundKind
from runner.standings.scoring import REGISTRY as SCORINGS

_GAME_WIN, _GAME_DRAW = 3, 1  # game points in head-to-head (MTR App. C)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share as its two parts, so that its working can be shown: 14 / 21. `left_out` are points of
    byes, which count in neither part."""

    earned: Fraction
    possible: Fraction
    left_out: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction | None:
        """The share, or None where nothing was possible."""
        return self.earned / self.possible if self.possible else None


@dataclass(frozen=True)
class Field:
    """The players of a phase as tiebreakers see them; `rounds` is how many were begun. `equals`
    are, for each tiebreaker that compares equals, the players whom nothing before it parts, by the
    id of each of them; who is equal with nobody is left out."""

    rules: Ruleset
    histories: Histories
    rounds: int
    seed: str = ""
    phase: int = 1
    equals: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    _match_ratios: dict[str, Ratio] = field(default_factory=dict, repr=False)
    _opponent_mw: dict[str, Fraction] = field(default_factory=dict, repr=False)
    _opponent_gw: dict[str, Fraction] = field(default_factory=dict, repr=False)

    def history(self, player: str) -> History:
        """What the player did; nothing for somebody who is not in the field."""
        return self.histories.get(player) or History(player, ())

    def matches(self, player: str) -> list[Played]:
        """Return the rounds that the player sat at a table."""
        return [line for line in self.history(player).rounds if line.kind is RoundKind.MATCH]

    def opponents(self, player: str) -> list[str]:
        """Return everybody met, in order, once for each time."""
        return [opponent for match in self.matches(player) for opponent in match.opponents]

    def among(self, key: str, equals: Mapping[str, frozenset[str]]) -> Field:
        """Return the same field with the groups of equals that a tiebreaker compares."""
        return replace(self, equals={**self.equals, key: equals})

    def equals_of(self, key: str, player: str) -> frozenset[str]:
        """Return the group that a tiebreaker compares the player in, with the player; or nobody."""
        return self.equals.get(key, {}).get(player, frozenset())

    def match_ratio(self, player: str) -> Ratio:
        """Match points over those possible. Head-to-head counts a bye as a match won (MTR App. C);
        pods leave the points of byes out of both parts (MAMTR App. C)."""
        if player not in self._match_ratios:
            self._match_ratios[player] = self._match_ratio(player)
        return self._match_ratios[player]

    def _match_ratio(self, player: str) -> Ratio:
        history, win = self.history(player), self.rules.win
        byes = [line for line in history.rounds if line.kind is RoundKind.BYE]
        if not byes or self.rules.bye_is_match:
            return Ratio(history.match_points, len(history.rounds) * win)
        given = total(bye.points for bye in byes)
        return Ratio(history.match_points - given, (len(history.rounds) - len(byes)) * win, given)

    def opponent_match_win(self, player: str) -> Fraction:
        """MW% as it counts for those who met the player: never below the floor (MTR App. C)."""
        if player not in self._opponent_mw:
            floor = self.rules.opponent_floor
            self._opponent_mw[player] = max(self.match_ratio(player).value or floor, floor)
        return self._opponent_mw[player]

    def part_of_win(self, match: Played) -> Fraction:
        """What a match brought, a win being 1: a draw as much as its points are of a win's, a loss
        nothing. Points typed for a seat, or earned by its place, are a part of the most there is.
        """
        rules, outcome = self.rules, match.outcome
        if outcome not in (Outcome.WIN, Outcome.DRAW, Outcome.POINTS):
            return Fraction(0)
        scoring = SCORINGS[rules.scoring]
        most = scoring.most(rules)
        return scoring.worth(rules, match) / most if most else Fraction(0)

    def game_ratio(self, player: str) -> Ratio:
        """Game points over those possible; a bye is won without losing a game (MTR App. C)."""
        win = Fraction(_GAME_WIN) if self.rules.pod_size == 2 else self.rules.win
        won = drawn = games = 0
        for line in self.history(player).rounds:
            if line.kind is RoundKind.BYE and not self.rules.bye_is_match:
                continue
            won, drawn = won + line.games_won, drawn + line.games_drawn
            games += line.games_won + line.games_lost + line.games_drawn
        return Ratio(won * win + drawn * _GAME_DRAW, games * win)

    def opponent_game_win(self, player: str) -> Fraction:
        """GW% as it counts for those who met the player: never below the floor (MTR App. C)."""
        if player not in self._opponent_gw:
            floor = self.rules.game_floor
            self._opponent_gw[player] = max(self.game_ratio(player).value or floor, floor)
        return self._opponent_gw[player]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Return the exact mean, or None of nothing."""
    if not values:
        return None
    together = total(values)
    return Fraction(together.numerator, together.denominator * len(values))

"""All histories of a phase under one set of rules, and the shares from which tiebreakers are
computed.

Shares are computed once per player and cached; means are summed as whole numbers over a common
denominator, so that thousands of players take milliseconds.
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
    """A share as its two parts, so that the working can be shown: 14 / 21. `left_out` are the
    points of byes that are in neither part."""

    earned: Fraction
    possible: Fraction
    left_out: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction | None:
        """The share; None if nothing was possible."""
        return self.earned / self.possible if self.possible else None


@dataclass(frozen=True)
class Field:
    """The players of a phase for tiebreakers; `rounds` is the number of rounds begun. `equals` has,
    for each contextual tiebreaker and player, the players who are equal in everything before it;
    those without equals are left out."""

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
        """Return the player's history; an empty one for somebody who is not in the field."""
        return self.histories.get(player) or History(player, ())

    def matches(self, player: str) -> list[Played]:
        """Return the rounds that the player played at a table."""
        return [line for line in self.history(player).rounds if line.kind is RoundKind.MATCH]

    def opponents(self, player: str) -> list[str]:
        """Return all opponents in order, one entry for each meeting."""
        return [opponent for match in self.matches(player) for opponent in match.opponents]

    def among(self, key: str, equals: Mapping[str, frozenset[str]]) -> Field:
        """Return the field with the groups of equals that a tiebreaker compares."""
        return replace(self, equals={**self.equals, key: equals})

    def equals_of(self, key: str, player: str) -> frozenset[str]:
        """Return the group in which a tiebreaker compares the player, including the player; or an
        empty set."""
        return self.equals.get(key, {}).get(player, frozenset())

    def match_ratio(self, player: str) -> Ratio:
        """Return match points over those possible. In head-to-head a bye is a match won (MTR App.
        C); in pods the points of byes are in neither part (MAMTR App. C)."""
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
        """Return the MW% that counts for the player's opponents: never below the floor (MTR App.
        C)."""
        if player not in self._opponent_mw:
            floor = self.rules.opponent_floor
            self._opponent_mw[player] = max(self.match_ratio(player).value or floor, floor)
        return self._opponent_mw[player]

    def part_of_win(self, match: Played) -> Fraction:
        """Return what a match gave as a part of a win: 1 for a win, for a draw its points divided
        by a win's, 0 for a loss. Points typed for a seat, or earned by its place, are divided by
        the most there is."""
        rules, outcome = self.rules, match.outcome
        if outcome not in (Outcome.WIN, Outcome.DRAW, Outcome.POINTS):
            return Fraction(0)
        scoring = SCORINGS[rules.scoring]
        most = scoring.most(rules)
        return scoring.worth(rules, match) / most if most else Fraction(0)

    def game_ratio(self, player: str) -> Ratio:
        """Return game points over those possible; a bye is won without losing a game (MTR App.
        C)."""
        win = Fraction(_GAME_WIN) if self.rules.pod_size == 2 else self.rules.win
        won = drawn = games = 0
        for line in self.history(player).rounds:
            if line.kind is RoundKind.BYE and not self.rules.bye_is_match:
                continue
            won, drawn = won + line.games_won, drawn + line.games_drawn
            games += line.games_won + line.games_lost + line.games_drawn
        return Ratio(won * win + drawn * _GAME_DRAW, games * win)

    def opponent_game_win(self, player: str) -> Fraction:
        """Return the GW% that counts for the player's opponents: never below the floor (MTR App.
        C)."""
        if player not in self._opponent_gw:
            floor = self.rules.game_floor
            self._opponent_gw[player] = max(self.game_ratio(player).value or floor, floor)
        return self._opponent_gw[player]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Return the exact mean; None if there are no values."""
    if not values:
        return None
    together = total(values)
    return Fraction(together.numerator, together.denominator * len(values))

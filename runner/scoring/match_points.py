"""Match points: so many for a win, a draw, a loss and a bye, added up (MTR and MAMTR App. C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from runner.history import Histories, History, Kind, Played
from runner.model import Outcome, Player, Round
from runner.rules.ruleset import Ruleset
from runner.scoring.played import played


class MatchPoints:
    """The usual scoring. Who conceded, was penalised or did not show up gets nothing, even where
    the others draw (MAMTR 2.1A)."""

    KEY = "match_points"
    NAME = "Match points"

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each player did, with the points of each round."""
        stated = {
            (number, seat.player): seat.points
            for number, each in enumerate(rounds, 1)
            for table in each.tables
            for seat in table.seats
            if seat.points is not None
        }
        worth = {Outcome.WIN: rules.win, Outcome.DRAW: rules.draw, Outcome.LOSS: rules.loss}

        def points(player: str, line: Played) -> Fraction:
            if line.kind is Kind.BYE:
                return rules.bye
            if line.outcome is Outcome.POINTS:
                return stated.get((line.round, player), Fraction(0))
            return worth.get(line.outcome, Fraction(0)) if line.outcome else Fraction(0)

        found: dict[str, History] = {}
        for player, lines in played(rules, rounds, players, offset).items():
            scored = tuple(replace(line, points=points(player, line)) for line in lines)
            total = sum((line.points for line in scored), Fraction(0))
            found[player] = History(player, scored, total)
        return found

"""Match points: so many for a win, a draw, a loss and a bye, added up (MTR and MAMTR App. C)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from runner.core.event import Outcome, Player, Round, Seat, Table
from runner.core.numbers import total
from runner.rules.ruleset import Ruleset
from runner.standings.history import Histories, History
from runner.standings.scoring.played import played

_NOTHING = Fraction(0)


class MatchPoints:
    """The usual scoring. Who conceded, was penalised or did not show up gets nothing, even where
    the others draw (MAMTR 2.1A)."""

    KEY = "match_points"
    NAME = "Match points"

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each player did, with the points of each round."""
        fixed = {Outcome.WIN: rules.win, Outcome.DRAW: rules.draw, Outcome.LOSS: rules.loss}

        def points(seat: Seat) -> Fraction:
            if seat.outcome is Outcome.POINTS:
                return seat.points or _NOTHING
            return fixed.get(seat.outcome, _NOTHING) if seat.outcome else _NOTHING

        def worth(table: Table) -> Sequence[Fraction]:
            return [points(seat) for seat in table.seats]

        lines = played(rules, rounds, players, offset, worth, rules.bye, rules.loss)
        return {
            player: History(player, tuple(each), total(line.points for line in each))
            for player, each in lines.items()
        }

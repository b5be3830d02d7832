"""Buchholz: the sum of the opponents' match points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.core.numbers import total
from runner.standings.model import Working
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.working import opponent_points, summed


class Buchholz:
    """How many match points the opponents have together; somebody met twice counts twice. Byes
    and missed rounds bring no opponent and so nothing, which makes them costly here."""

    KEY = "buchholz"
    NAME = "Buchholz"
    ABBREVIATION = "Buchholz"
    MEANING = "The sum of the opponents' match points; a bye or a missed round adds nothing."
    DECIMALS = 1
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 where nobody was met."""
        return total(field.history(each).match_points for each in field.opponents(player))

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each opponent with their match points."""
        value = self.value(field, player)
        formula = "The match points of all opponents, added up."
        lines = summed(opponent_points(field, player, names), value)
        return Working(self.KEY, self.NAME, self.ABBREVIATION, value, formula, lines)

"""Buchholz: the sum of the opponents' match points."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_
from runner.core.numbers import total
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import opponent_points, summed


class Buchholz(Tiebreaker):
    """How many match points the opponents have together; somebody met twice counts twice. Byes
    and missed rounds bring no opponent and so nothing, which makes them costly here."""

    KEY = "buchholz"
    NAME = "Buchholz"
    ABBREVIATION = "Buchholz"
    MEANING = N_("the sum of the opponents’ match points; a bye or a missed round adds nothing.")
    FORMULA = N_("The match points of all opponents, added up.")
    DECIMALS = 1

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 where nobody was met."""
        return total(field.history(opponent).match_points for opponent in field.opponents(player))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their match points."""
        return summed(opponent_points(field, player, names))

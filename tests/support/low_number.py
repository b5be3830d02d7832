"""A tiebreaker from one file, as somebody new would add it: a low Id is good."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.standings.model import WorkingLine
from runner.standings.tiebreakers import Tiebreaker
from runner.standings.tiebreakers.field import Field


class LowNumber(Tiebreaker):
    """One divided by the number in the Id."""

    KEY = "low_number"
    NAME = "Lowest number"
    ABBREVIATION = "Low no."
    MEANING = "one divided by the number of one’s Id."
    FORMULA = "1 / the number"
    DECIMALS = 3

    def value(self, field: Field, player: str) -> Fraction:
        return Fraction(1, int(player[1:]))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        return [WorkingLine(f"Id of {names[player]}", text=player, value=self.value(field, player))]

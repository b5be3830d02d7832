"""Random: a number drawn for each player, for who would rather see the lot than only its order."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.core.randomness import Stream
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field

_NUMBERS = 1_000_000


class RandomDraw:
    """A number from 0 to 999999, drawn from the event's seed for the player and the phase
    (docs/randomness.md): the same after every round, whatever was played, byes and missed rounds
    included."""

    KEY = "random"
    NAME = "Random number"
    ABBREVIATION = "Random"
    MEANING = "A number drawn from the event's seed for each player, the same for the whole phase."
    DECIMALS = 0
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction:
        """The number drawn."""
        return Fraction(Stream(field.seed, field.phase, player, self.KEY).below(_NUMBERS))

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """The one line of the draw."""
        value = self.value(field, player)
        line = WorkingLine(f"Phase {field.phase}, drawn for {player}", text=str(value), value=value)
        formula = "A number from 0 to 999999, drawn from the event's seed; the higher goes first."
        return Working(self.KEY, self.NAME, self.ABBREVIATION, value, formula, (line,))

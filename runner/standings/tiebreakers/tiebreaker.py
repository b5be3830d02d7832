"""What every tiebreaker is: its words, its value, and the working behind the value."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from runner.core.language import _
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field


class Tiebreaker(ABC):
    """More is better, and None is worse than anything.

    `MEANING` tells players what it is, `FORMULA` how its working adds up. `DECIMALS` are those that
    are shown; the order never depends on them. `SETTINGS` are those of the rules whose effect on it
    players are told in a sentence of their own. A `CONTEXTUAL` one compares players with those whom
    nothing before it parts: whoever asks for its value tells the field first who they are, by
    `Field.among`.
    """

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    ABBREVIATION: ClassVar[str]
    MEANING: ClassVar[str]
    FORMULA: ClassVar[str]
    DECIMALS: ClassVar[int] = 0
    SETTINGS: ClassVar[tuple[str, ...]] = ()
    CONTEXTUAL: ClassVar[bool] = False

    @abstractmethod
    def value(self, field: Field, player: str) -> Fraction | None:
        """The player's value, exactly."""

    @abstractmethod
    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """The lines that lead to the value, with today's names of the players by id."""

    def counts_as(self, field: Field, value: Fraction | None) -> Fraction | None:
        """What a value counts as in the ranking: itself, unless there is a floor."""
        return value

    def formula(self, field: Field) -> str:
        """How the steps make the value, under these rules."""
        return _(self.FORMULA)

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """How the player's value comes about."""
        value, steps = self.value(field, player), tuple(self.steps(field, player, names))
        name, short = _(self.NAME), _(self.ABBREVIATION)
        return Working(self.KEY, name, short, value, self.formula(field), steps)

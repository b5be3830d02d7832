"""What every way of scoring is."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from runner.core.event import Player, Round
from runner.rules.ruleset import Ruleset
from runner.rules.voice import Sentence, Voice
from runner.standings.history import Histories, Played


class Scoring(ABC):
    """`STACKS`: match points are a stack that rounds change. `PLACES`: the number typed for a seat
    is the place it finished in."""

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    STACKS: ClassVar[bool] = False
    PLACES: ClassVar[bool] = False

    @abstractmethod
    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each of the players did and the points it made.

        `offset` is how many rounds of the event came before these.
        """

    def worth(self, rules: Ruleset, match: Played) -> Fraction:
        """What a match that was not lost is worth, beside what `most` it can be."""
        return match.points

    def most(self, rules: Ruleset) -> Fraction:
        """The most that a match can be worth."""
        return rules.win

    @abstractmethod
    def in_words(self, voice: Voice) -> Iterator[Sentence]:
        """What a match gives, as players are told."""

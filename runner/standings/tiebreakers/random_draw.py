"""Random: a number drawn for each player, for who would rather see the lot than only its order."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _
from runner.core.randomness import Stream
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker

_NUMBERS = 1_000_000


class RandomDraw(Tiebreaker):
    """A number from 0 to 999999, drawn from the event's seed for the player and the phase
    (docs/randomness.md): the same after every round, whatever was played, byes and missed rounds
    included."""

    KEY = "random"
    NAME = N_("Random number")
    ABBREVIATION = N_("Random")
    FORMULA = N_("A number from 0 to 999999, drawn from the event’s seed; the higher goes first.")
    MEANING = N_(
        "a number drawn from the event’s seed for each player, the same for the whole phase."
    )

    def value(self, field: Field, player: str) -> Fraction:
        """The number drawn."""
        return Fraction(Stream(field.seed, field.phase, player, self.KEY).below(_NUMBERS))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """The one line of the draw."""
        value = self.value(field, player)
        # Note: what a random number is drawn for: the number of the phase, and the player's Id.
        label = _("Phase {phase}, drawn for {id}", phase=field.phase, id=player)
        return [WorkingLine(label, text=str(value), value=value)]

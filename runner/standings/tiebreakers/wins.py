"""Wins: how many matches somebody won."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.event import Outcome
from runner.core.language import N_, _
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import each_round, summed


class Wins(Tiebreaker):
    """The number of matches won. A bye is one of them where the rules count it as a match
    (`bye_is_match`); a round missed before entering never is, and neither is a place or a number
    of points typed instead of a win."""

    KEY = "wins"
    NAME = N_("Matches won")
    ABBREVIATION = N_("Wins")
    FORMULA = N_("1 for each match won, added up.")
    MEANING = N_("how many matches were won; a bye only where it counts as a match won.")

    def value(self, field: Field, player: str) -> Fraction:
        """How many there are; 0 before the first."""
        return Fraction(sum(_counts(field, line) for line in field.history(player).rounds))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each round with the win that it was or was not."""
        rounds = field.history(player).rounds
        return summed([each_round(line, Fraction(_counts(field, line))) for line in rounds])

    def formula(self, field: Field) -> str:
        """Where a bye is a match it says so."""
        if not field.rules.bye_is_match:
            return _(self.FORMULA)
        return " ".join((_(self.FORMULA), _("A bye counts as a match won.")))


def _counts(field: Field, line: Played) -> bool:
    if line.kind is RoundKind.BYE:
        return field.rules.bye_is_match
    return line.kind is RoundKind.MATCH and line.outcome is Outcome.WIN

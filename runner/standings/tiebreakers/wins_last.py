"""Wins going last: how many matches somebody won from the last seat in turn order."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.event import Outcome
from runner.core.language import N_, _
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import each_round, summed


class WinsLast(Tiebreaker):
    """The number of matches won from the last seat of the table, which is the hardest to win
    from. At a small table that is the last seat there is. Byes and missed rounds have no seat."""

    KEY = "wins_last"
    NAME = N_("Matches won going last")
    ABBREVIATION = N_("Won last")
    FORMULA = N_("1 for each match won from the last seat of its table, added up.")
    MEANING = N_("how many matches were won from the last seat in turn order.")

    def value(self, field: Field, player: str) -> Fraction:
        """How many there are; 0 before the first."""
        return Fraction(sum(_counts(match) for match in field.matches(player)))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each round with its seat."""
        return summed([_line(line) for line in field.history(player).rounds])


def _counts(match: Played) -> bool:
    return match.seat == len(match.opponents) and match.outcome is Outcome.WIN


def _line(line: Played) -> WorkingLine:
    if line.kind is not RoundKind.MATCH or line.seat is None:
        return each_round(line, Fraction(0))
    text = _("seat {seat} of {seats}", seat=line.seat + 1, seats=len(line.opponents) + 1)
    return each_round(line, Fraction(_counts(line)), text)

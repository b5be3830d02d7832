"""OAMP: the mean of the opponents' match points (MAMTR App. C)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _
from runner.standings.history import Played
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field, mean
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import points_in_round, stand_ins, together


class OpponentsAveragePoints(Tiebreaker):
    """How many match points the opponents have; byes are no opponents."""

    KEY = "oamp"
    NAME = N_("Opponents’ average match points")
    ABBREVIATION = "OAMP"
    MEANING = N_("the mean of the opponents’ match points.")
    FORMULA = N_("The sum of the opponents’ match points, divided by their number.")
    DECIMALS = 2
    SETTINGS = ("phantom_in_oamp",)

    def value(self, field: Field, player: str) -> Fraction | None:
        """The mean, or None where nobody was met."""
        amounts: list[Fraction] = []
        for line in field.matches(player):
            amounts += [field.history(opponent).match_points for opponent in line.opponents]
            if count := _stand_ins(field, line):
                amounts += [_stand_in(field)] * count
        return mean(amounts)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their match points."""
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            lines += points_in_round(field, line, names)
            lines += stand_ins(line, _stand_ins(field, line), _stand_in(field), _("empty seat"))
        return [*lines, *together(lines)]


def _stand_ins(field: Field, line: Played) -> int:
    return line.missing_seats if field.rules.phantom_in_oamp else 0


def _stand_in(field: Field) -> Fraction:
    """The points of somebody at the floor who has played every round so far."""
    return field.rules.opponent_floor * field.rules.win * field.rounds

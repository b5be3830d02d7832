"""OMW%: the mean of the opponents' match-win percentages (MTR App. C; MAMTR App. C)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _
from runner.standings.history import RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field, mean
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import (
    floor_text,
    left_out,
    opponent_lines,
    stand_ins,
    together,
)


class OpponentsMatchWin(Tiebreaker):
    """How well the opponents did; each time one was met counts, byes don't."""

    KEY = "omw"
    NAME = N_("Opponents’ match-win percentage")
    ABBREVIATION = "OMW%"
    MEANING = N_("the mean of the opponents’ match-win percentages, none below the floor.")
    FORMULA = N_(
        "The sum of the opponents’ match-win percentages, divided by their number; each counts as "
        "at least {floor}."
    )
    DECIMALS = 4
    SETTINGS = ("bye_is_match", "opponent_floor")

    def value(self, field: Field, player: str) -> Fraction | None:
        """The mean, or None where nobody was met and nothing stands in."""
        shares: list[Fraction] = []
        floor = field.rules.opponent_floor
        for line in field.history(player).rounds:
            if line.kind is RoundKind.MATCH:
                shares += [field.opponent_match_win(opponent) for opponent in line.opponents]
                shares += [floor] * field.extra_opponents(line)
            else:
                shares += [floor] * field.bye_opponents(line)
        return mean(shares)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their share, and whatever stands in for one."""
        floor = field.rules.opponent_floor
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            if line.kind is RoundKind.MATCH:
                lines += opponent_lines(line, names, field.match_ratio, floor)
                lines += stand_ins(line, field.extra_opponents(line), floor, _("empty seat"))
            elif field.bye_opponents(line):
                lines += stand_ins(line, field.bye_opponents(line), floor, _("bye"))
            else:
                lines.append(left_out(line))
        return [*lines, *together(lines)]

    def formula(self, field: Field) -> str:
        """With the floor of these rules."""
        return _(self.FORMULA, floor=floor_text(field.rules.opponent_floor))

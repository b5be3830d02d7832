"""OMW%: the mean of the opponents' match-win percentages (MTR App. C; MAMTR App. C)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.standings.history import Kind
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field, mean
from runner.standings.tiebreakers.working import (
    floor_text,
    left_out,
    opponent_lines,
    stand_ins,
    together,
)


class OpponentsMatchWin:
    """How well the opponents did; each time one was met counts, byes don't."""

    KEY = "omw"
    NAME = "Opponents' match-win percentage"
    ABBREVIATION = "OMW%"
    MEANING = "The mean of the opponents' match-win percentages, none below the floor."
    DECIMALS = 4
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction | None:
        """The mean, or None where nobody was met and nothing stands in."""
        shares: list[Fraction] = []
        floor = field.rules.opponent_floor
        for line in field.history(player).rounds:
            if line.kind is Kind.MATCH:
                shares += [field.opponent_match_win(each) for each in line.opponents]
                shares += [floor] * field.extra_opponents(line)
            else:
                shares += [floor] * field.bye_opponents(line)
        return mean(shares)

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each opponent with their share, and whatever stands in for one."""
        floor = field.rules.opponent_floor
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            if line.kind is Kind.MATCH:
                lines += opponent_lines(line, names, field.match_ratio, floor)
                lines += stand_ins(line, field.extra_opponents(line), floor, "empty seat")
            elif field.bye_opponents(line):
                lines += stand_ins(line, field.bye_opponents(line), floor, "bye")
            else:
                lines.append(left_out(line))
        lines += together(lines)
        formula = (
            "The sum of the opponents' match-win percentages, divided by how many they are; "
            f"each counts at least {floor_text(floor)}."
        )
        return Working(
            self.KEY, self.NAME, self.ABBREVIATION, self.value(field, player), formula, tuple(lines)
        )

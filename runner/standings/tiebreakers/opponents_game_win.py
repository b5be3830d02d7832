"""OGW%: the mean of the opponents' game-win percentages (MTR App. C)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.standings.history import Kind
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field, mean
from runner.standings.tiebreakers.working import floor_text, left_out, opponent_lines, together


class OpponentsGameWin:
    """How well the opponents did game by game; byes are left out."""

    KEY = "ogw"
    NAME = "Opponents' game-win percentage"
    ABBREVIATION = "OGW%"
    MEANING = "The mean of the opponents' game-win percentages, none below the floor."
    DECIMALS = 4
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction | None:
        """The mean, or None where nobody was met."""
        return mean([field.opponent_game_win(each) for each in field.opponents(player)])

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each opponent with their share."""
        floor = field.rules.game_floor
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            if line.kind is Kind.MATCH:
                lines += opponent_lines(line, names, field.game_ratio, floor)
            else:
                lines.append(left_out(line))
        lines += together(lines)
        formula = (
            "The sum of the opponents' game-win percentages, divided by how many they are; "
            f"each counts at least {floor_text(floor)}."
        )
        return Working(
            self.KEY, self.NAME, self.ABBREVIATION, self.value(field, player), formula, tuple(lines)
        )

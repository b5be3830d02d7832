"""OGW%: the mean of the opponents' game-win percentages (MTR App. C)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _
from runner.standings.history import RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field, mean
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import floor_text, left_out, opponent_lines, together


class OpponentsGameWin(Tiebreaker):
    """How well the opponents did game by game; byes are left out."""

    KEY = "ogw"
    NAME = N_("Opponents’ game-win percentage")
    ABBREVIATION = "OGW%"
    MEANING = N_("the mean of the opponents’ game-win percentages, none below the floor.")
    FORMULA = N_(
        "The sum of the opponents’ game-win percentages, divided by their number; each counts as "
        "at least {floor}."
    )
    DECIMALS = 4
    SETTINGS = ("game_floor",)

    def value(self, field: Field, player: str) -> Fraction | None:
        """The mean, or None where nobody was met."""
        return mean([field.opponent_game_win(opponent) for opponent in field.opponents(player)])

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their share."""
        floor = field.rules.game_floor
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            if line.kind is RoundKind.MATCH:
                lines += opponent_lines(line, names, field.game_ratio, floor)
            else:
                lines.append(left_out(line))
        return [*lines, *together(lines)]

    def formula(self, field: Field) -> str:
        """With the floor of these rules."""
        return _(self.FORMULA, floor=floor_text(field.rules.game_floor))

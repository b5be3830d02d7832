"""Sonneborn-Berger: the match points of those one won against, and a part of those of a draw."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, current
from runner.core.numbers import as_text, total
from runner.standings.history import RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import left_out, summed


class SonnebornBerger(Tiebreaker):
    """Each opponent's match points times what was taken from the match, a win being 1, a draw as
    much as its points are of a win's, and a loss 0. At a table of several each of them is an
    opponent. Byes and missed rounds bring no opponent and so nothing."""

    KEY = "sonneborn_berger"
    NAME = "Sonneborn-Berger"
    ABBREVIATION = "SB"
    MEANING = N_(
        "the match points of every opponent beaten, and of every opponent drawn with, times a "
        "draw’s points divided by a win’s; a bye or a missed round adds nothing."
    )
    FORMULA = N_(
        "Each opponent’s match points times what was taken from the match (a win 1, a draw its "
        "points divided by a win’s, a loss 0), added up."
    )
    DECIMALS = 2

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 where nothing was taken from anybody."""
        return total(
            field.history(opponent).match_points * part
            for match in field.matches(player)
            if (part := field.part_of_win(match))
            for opponent in match.opponents
        )

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their match points and the part of them that counts."""
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            if line.kind is not RoundKind.MATCH:
                lines.append(left_out(line))
                continue
            part = field.part_of_win(line)
            for opponent in line.opponents:
                amount = field.history(opponent).match_points
                text = f"{current().number(amount)} × {as_text(part)}"
                name = names.get(opponent, opponent)
                lines.append(WorkingLine(name, opponent, text, amount * part, round=line.round))
        return summed(lines)

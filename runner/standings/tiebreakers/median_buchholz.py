"""Median Buchholz: the sum of the opponents' match points without the best and the worst."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from runner.core.language import N_, _
from runner.core.numbers import total
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import opponent_points, summed

_FEWEST = 3  # opponents, below which leaving out two would leave nothing to compare


class MedianBuchholz(Tiebreaker):
    """As Buchholz, but one very good and one very weak opponent don't decide. With fewer than
    three opponents all count. Byes and missed rounds bring no opponent: they are neither added
    nor taken for the worst one."""

    KEY = "median_buchholz"
    NAME = N_("Median Buchholz")
    ABBREVIATION = N_("Median")
    MEANING = N_(
        "the sum of the opponents’ match points without the highest and the lowest; all of them "
        "where there are fewer than three. A bye or a missed round adds nothing."
    )
    FORMULA = N_(
        "The match points of the opponents, added up without the highest and the lowest; with "
        "fewer than three opponents all count."
    )
    DECIMALS = 1

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 where nobody was met."""
        found = sorted(field.history(opponent).match_points for opponent in field.opponents(player))
        return total(found if len(found) < _FEWEST else found[1:-1])

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each opponent with their match points, two of them struck out."""
        return summed(_struck(opponent_points(field, player, names)))


def _struck(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """The lines with the lowest left out (of equals the first) and the highest (the last)."""
    met = sorted((line.value, at) for at, line in enumerate(lines) if line.value is not None)
    found = list(lines)
    if len(met) >= _FEWEST:
        for (_value, at), why in (
            (met[0], _("the lowest, left out")),
            (met[-1], _("the highest, left out")),
        ):
            found[at] = replace(found[at], value=None, remark=why)
    return found

"""Cumulative: the match points after each round, added up, so that early wins count longer."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from runner.core.language import N_, _, current
from runner.core.numbers import total
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import summed


class Cumulative(Tiebreaker):
    """The sum, over all rounds begun, of the match points one had after each. A bye counts with
    the points it gave and a missed round with those it gave; after a round that one was absent
    from, or that has no result yet, one still has the points from before."""

    KEY = "cumulative"
    NAME = N_("Cumulative points")
    ABBREVIATION = N_("Cumul.")
    MEANING = N_(
        "the match points after each round, added up; byes count with their points, and rounds "
        "without a match leave the points as they were."
    )
    FORMULA = N_("The match points after each round, added up.")
    DECIMALS = 1

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 before the first round."""
        return total(after for _, _, after in _running(field, player))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each round with the points that it gave and those that there were after it."""
        lines: list[WorkingLine] = []
        show = current().number
        for number, line, after in _running(field, player):
            given = line.points if line else Fraction(0)
            text = f"{show(after - given)} + {show(given)}"
            remark = line.remark if line else _("no result")
            if line and line.kind is RoundKind.MATCH:
                remark = ""
            lines.append(WorkingLine("", text=text, value=after, remark=remark, round=number))
        return summed(lines)


def _running(field: Field, player: str) -> Iterator[tuple[int, Played | None, Fraction]]:
    """Each round begun, what it was for the player if it was anything, and the points after it.

    Whoever begins with a stack has it before round 1.
    """
    history = field.history(player)
    lines = {line.round: line for line in history.rounds}
    after = history.match_points - total(line.points for line in history.rounds)
    for number in range(1, field.rounds + 1):
        line = lines.get(number)
        after += line.points if line else 0
        yield number, line, after

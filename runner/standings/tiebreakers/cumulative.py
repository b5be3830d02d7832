"""Cumulative: the match points after each round, added up, so that early wins count longer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from runner.core.numbers import points, total
from runner.standings.history import Kind, Played
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.working import summed


class Cumulative:
    """The sum, over all rounds begun, of the match points one had after each. A bye counts with
    the points it gave and a missed round with those it gave; after a round that one was absent
    from, or that has no result yet, one still has the points from before."""

    KEY = "cumulative"
    NAME = "Cumulative points"
    ABBREVIATION = "Cumul."
    MEANING = (
        "The match points after each round, added up; byes count with their points, and rounds "
        "without a match leave the points as they were."
    )
    DECIMALS = 1
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction:
        """The sum; 0 before the first round."""
        return total(after for _, _, after in _running(field, player))

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each round with the points that it gave and those that there were after it."""
        lines: list[WorkingLine] = []
        for number, line, after in _running(field, player):
            given = line.points if line else Fraction(0)
            text = f"{points(after - given)} + {points(given)}"
            kinds = {Kind.BYE: "bye", Kind.MISSED: "missed before entering"}
            remark = kinds.get(line.kind, "") if line else "no result"
            lines.append(WorkingLine(f"Round {number}", text=text, value=after, remark=remark))
        value = self.value(field, player)
        formula = "The match points after each round, added up."
        return Working(self.KEY, self.NAME, self.ABBREVIATION, value, formula, summed(lines, value))


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

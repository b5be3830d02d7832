"""Wins: how many matches somebody won."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.core.event import Outcome
from runner.standings.history import Kind, Played
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.working import each_round, summed


class Wins:
    """The number of matches won. A bye is one of them where the rules count it as a match
    (`bye_is_match`); a round missed before entering never is, and neither is a place or a number
    of points typed instead of a win."""

    KEY = "wins"
    NAME = "Matches won"
    ABBREVIATION = "Wins"
    MEANING = "How many matches were won; a bye only where it counts as a match won."
    DECIMALS = 0
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction:
        """How many there are; 0 before the first."""
        return Fraction(sum(_counts(field, each) for each in field.history(player).rounds))

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each round with the win that it was or was not."""
        lines = [_line(field, each) for each in field.history(player).rounds]
        value = self.value(field, player)
        formula = "1 for each match won, added up."
        if field.rules.bye_is_match:
            formula += " A bye counts as a match won."
        return Working(self.KEY, self.NAME, self.ABBREVIATION, value, formula, summed(lines, value))


def _counts(field: Field, line: Played) -> bool:
    if line.kind is Kind.BYE:
        return field.rules.bye_is_match
    return line.kind is Kind.MATCH and line.outcome is Outcome.WIN


def _line(field: Field, line: Played) -> WorkingLine:
    return each_round(line, Fraction(_counts(field, line)))

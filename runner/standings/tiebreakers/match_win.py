"""MW%: the share of the match points that could be won (MTR App. C; MAMTR App. C)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from runner.core.numbers import points
from runner.standings.history import Kind, Played
from runner.standings.model import Working, WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.working import division, floor_text


class MatchWin:
    """A player's own match-win percentage."""

    KEY = "mw"
    NAME = "Match-win percentage"
    ABBREVIATION = "MW%"
    MEANING = "Match points won, divided by those that could have been won."
    DECIMALS = 4
    CONTEXTUAL = False

    def value(self, field: Field, player: str) -> Fraction:
        """The share; the floor for somebody who has not played a match yet."""
        share = field.match_ratio(player).value
        if share is None:
            return field.rules.opponent_floor
        own = field.rules.own_floor
        return share if own is None else max(share, own)

    def merit(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value itself."""
        return value

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Each round with the points it gave out of those it could have given."""
        ratio, own = field.match_ratio(player), field.rules.own_floor
        lines = [_line(field, each) for each in field.history(player).rounds]
        value, remark = self.value(field, player), ""
        if ratio.value is None:
            remark = f"no match yet: the floor of {floor_text(value)}"
        elif own is not None and ratio.value < own:
            remark = f"raised to the floor of {floor_text(own)}"
        lines.append(WorkingLine("Together", text=division(ratio), value=value, remark=remark))
        formula = "Match points, divided by the points for a win times the matches played."
        if not field.rules.bye_is_match:
            formula += " Byes count in neither."
        return Working(self.KEY, self.NAME, self.ABBREVIATION, value, formula, tuple(lines))


def _line(field: Field, line: Played) -> WorkingLine:
    win = points(field.rules.win)
    if line.kind is Kind.BYE and not field.rules.bye_is_match:
        return WorkingLine(f"Round {line.round}", remark="bye, left out")
    what = {Kind.BYE: "bye, counts as won", Kind.MISSED: "missed, counts as lost"}
    return WorkingLine(
        f"Round {line.round}",
        text=f"{points(line.points)} of {win}",
        remark=what.get(line.kind, line.outcome.value.replace("_", " ") if line.outcome else ""),
    )

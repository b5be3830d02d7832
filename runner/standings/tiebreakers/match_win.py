"""MW%: the share of the match points that could be won (MTR App. C; MAMTR App. C)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _, current
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import division, floor_text


class MatchWin(Tiebreaker):
    """A player's own match-win percentage."""

    KEY = "mw"
    NAME = N_("Match-win percentage")
    ABBREVIATION = "MW%"
    MEANING = N_("match points won, divided by those that could have been won.")
    FORMULA = N_("Match points, divided by the points for a win times the matches played.")
    DECIMALS = 4
    SETTINGS = ("own_floor", "bye_is_match")

    def value(self, field: Field, player: str) -> Fraction:
        """The share; the floor for somebody who has not played a match yet."""
        share = field.match_ratio(player).value
        if share is None:
            return field.rules.opponent_floor
        own = field.rules.own_floor
        return share if own is None else max(share, own)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each round with the points it gave out of those it could have given."""
        ratio, own = field.match_ratio(player), field.rules.own_floor
        lines = [_line(field, line) for line in field.history(player).rounds]
        value, remark = self.value(field, player), ""
        if ratio.value is None:
            remark = _("no match yet: the floor of {floor}", floor=floor_text(value))
        elif own is not None and ratio.value < own:
            remark = _("raised to the floor of {floor}", floor=floor_text(own))
        lines.append(WorkingLine(_("Total"), text=division(ratio), value=value, remark=remark))
        return lines

    def formula(self, field: Field) -> str:
        """Where a bye is no match it says so."""
        if field.rules.bye_is_match:
            return _(self.FORMULA)
        # Note: in neither the points nor the matches that they are divided by.
        return " ".join((_(self.FORMULA), _("Byes count in neither.")))


def _line(field: Field, line: Played) -> WorkingLine:
    if line.kind is RoundKind.BYE and not field.rules.bye_is_match:
        return WorkingLine("", remark=_("bye, left out"), round=line.round)
    number, remark = current().number, _REMARKS.get(line.kind)
    return WorkingLine(
        "",
        # Note: match points that were won, and those that could have been won.
        text=_("{won} of {most}", won=number(line.points), most=number(field.rules.win)),
        remark=_(remark) if remark else line.remark,
        round=line.round,
    )


_REMARKS = {
    RoundKind.BYE: N_("bye, counts as won"),
    RoundKind.MISSED: N_("missed, counts as lost"),
}

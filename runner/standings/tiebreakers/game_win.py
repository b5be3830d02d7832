"""GW%: the share of the game points that could be won (MTR App. C)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.working import division, floor_text


class GameWin(Tiebreaker):
    """A player's own game-win percentage. It is shown as it is; ranked, it counts at least the
    floor (MTR App. C), so that very bad scores don't decide."""

    KEY = "gw"
    NAME = N_("Game-win percentage")
    ABBREVIATION = "GW%"
    MEANING = N_("game points won, divided by those that could have been won.")
    FORMULA = N_(
        "Game points (a full win for each game won, 1 for each drawn), divided by those of as many "
        "games all won."
    )
    DECIMALS = 4
    SETTINGS = ("game_floor",)

    def value(self, field: Field, player: str) -> Fraction | None:
        """The share, or None for somebody who has not played a game yet."""
        return field.game_ratio(player).value

    def counts_as(self, field: Field, value: Fraction | None) -> Fraction | None:
        """The value as it counts for the ranking: never below the floor."""
        return None if value is None else max(value, field.rules.game_floor)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Each round with its games, and the points they make together."""
        lines = [_line(field, line) for line in field.history(player).rounds]
        value, floor = self.value(field, player), field.rules.game_floor
        low = value is not None and value < floor
        remark = _("counts as {value} in the ranking", value=floor_text(floor)) if low else ""
        text = division(field.game_ratio(player))
        lines.append(WorkingLine(_("Total"), text=text, value=value, remark=remark))
        return lines


def _line(field: Field, line: Played) -> WorkingLine:
    if line.kind is RoundKind.BYE and not field.rules.bye_is_match:
        return WorkingLine("", remark=_("bye, left out"), round=line.round)
    drawn = f"-{line.games_drawn}" if line.games_drawn else ""
    remark = _REMARKS.get(line.kind, "")
    return WorkingLine(
        "",
        text=f"{line.games_won}-{line.games_lost}{drawn}",
        remark=_(remark) if remark else "",
        round=line.round,
    )


_REMARKS = {RoundKind.BYE: N_("bye"), RoundKind.MISSED: N_("missed, no games")}

"""Match-win and game-win percentages, a player's own and the opponents' (MTR and MAMTR App. C)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from runner.core.language import N_, _, current, ngettext
from runner.standings.model import Played, RoundKind, WorkingLine
from runner.standings.tiebreakers.field import Field, Ratio
from runner.standings.tiebreakers.tiebreaker import OpponentsMean, Tiebreaker, division, floor_text


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
        """Return the share; the floor if the player has not played a match yet."""
        share = field.match_ratio(player).value
        if share is None:
            return field.rules.opponent_floor
        own = field.rules.own_floor
        return share if own is None else max(share, own)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Yield each round with the points it gave out of those it could have given."""
        ratio, own, number = field.match_ratio(player), field.rules.own_floor, current().number
        remarks = {
            RoundKind.BYE: _("bye, counts as won"),
            RoundKind.MISSED: _("missed, counts as lost"),
        }
        for line in field.history(player).rounds:
            # Note: match points that were won, and those that could have been won.
            text = _("{won} of {most}", won=number(line.points), most=number(field.rules.win))
            yield _own_round(field, line, text, remarks.get(line.kind, line.remark))
        value, remark = self.value(field, player), ""
        if ratio.value is None:
            remark = _("no match yet: the floor of {floor}", floor=floor_text(value))
        elif own is not None and ratio.value < own:
            remark = _("raised to the floor of {floor}", floor=floor_text(own))
        yield WorkingLine(_("Total"), text=division(ratio), value=value, remark=remark)

    def formula(self, field: Field) -> str:
        """Return the formula; it says so if byes do not count."""
        if field.rules.bye_is_match:
            return _(self.FORMULA)
        # Note: in neither the points nor the matches that they are divided by.
        return " ".join((_(self.FORMULA), _("Byes count in neither.")))


def _own_round(field: Field, line: Played, text: str, remark: str) -> WorkingLine:
    """Return the line of a round in a player's own percentage; a bye may be left out."""
    if line.kind is RoundKind.BYE and not field.rules.bye_is_match:
        text, remark = "", _("bye, left out")
    return WorkingLine("", text=text, remark=remark, round=line.round)


class _OpponentsWin(OpponentsMean):
    """The mean of a percentage of the opponents, none below a floor (MTR and MAMTR App. C). `FLOOR`
    is the setting of the floor; `RATIO` gives an opponent's actual percentage, and `WORTH` the one
    that counts."""

    FORMULA = N_(
        "The sum of the opponents’ match-win percentages, divided by their number; each counts as "
        "at least {floor}."
    )
    DECIMALS = 4
    FLOOR: ClassVar[str]
    RATIO: ClassVar[staticmethod[[Field, str], Ratio]]
    WORTH: ClassVar[staticmethod[[Field, str], Fraction]]

    def worth(self, field: Field, opponent: str) -> Fraction:
        return self.WORTH(field, opponent)

    def stand_in(self, field: Field) -> Fraction:
        floor: Fraction = getattr(field.rules, self.FLOOR)
        return floor

    def formula(self, field: Field) -> str:
        return _(self.FORMULA, floor=floor_text(self.stand_in(field)))

    def line(
        self, field: Field, opponent: str, match: Played, names: Mapping[str, str]
    ) -> WorkingLine:
        share, floor, remarks = self.RATIO(field, opponent), self.stand_in(field), []
        value = share.value
        if share.left_out:
            remarks.append(
                ngettext(
                    "without {n} point for byes", "without {n} points for byes", share.left_out
                )
            )
        if raised := value is None or value < floor:
            remarks.append(_("raised to the floor of {floor}", floor=floor_text(floor)))
        return WorkingLine(
            names.get(opponent, opponent), opponent, division(share),
            floor if raised else value, current().enumerated(remarks), match.round,
        )  # fmt: skip


class OpponentsMatchWin(_OpponentsWin):
    """The opponents' match-win percentage. A small pod or a bye may add opponents at the floor."""

    KEY = "omw"
    NAME = N_("Opponents’ match-win percentage")
    ABBREVIATION = "OMW%"
    MEANING = N_("the mean of the opponents’ match-win percentages, none below the floor.")
    SETTINGS = ("bye_is_match", "opponent_floor")
    FLOOR = "opponent_floor"
    RATIO, WORTH = staticmethod(Field.match_ratio), staticmethod(Field.opponent_match_win)

    def missing(self, field: Field, line: Played) -> int:
        """Return how many opponents a small pod or a bye adds (MAMTR App. C)."""
        if line.kind is RoundKind.BYE:
            return int(field.rules.bye_opponents)
        return line.missing_seats if field.rules.phantom_in_small_pods else 0


class GameWin(Tiebreaker):
    """A player's own game-win percentage. The actual value is shown; in the ranking it counts as at
    least the floor (MTR App. C), so that very bad scores do not decide."""

    KEY = "gw"
    NAME = N_("Game-win percentage")
    ABBREVIATION = "GW%"
    MEANING = N_("game points won, divided by those that could have been won.")
    FORMULA = N_(
        "The points of all games (those of a win for each game won, 1 for each drawn), divided by "
        "the points for winning all of them."
    )
    DECIMALS = 4
    SETTINGS = ("game_floor",)

    def value(self, field: Field, player: str) -> Fraction | None:
        """Return the share; None if the player has not played a game yet."""
        return field.game_ratio(player).value

    def counts_as(self, field: Field, value: Fraction | None) -> Fraction | None:
        """Return the value as it counts for the ranking: never below the floor."""
        return None if value is None else max(value, field.rules.game_floor)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Yield each round with its games, and the points they make together."""
        remarks = {RoundKind.BYE: _("bye"), RoundKind.MISSED: _("missed, no games")}
        for line in field.history(player).rounds:
            drawn = f"-{line.games_drawn}" if line.games_drawn else ""
            yield _own_round(field, line,
                f"{line.games_won}-{line.games_lost}{drawn}",
                remarks.get(line.kind, ""))  # fmt: skip
        value, floor = self.value(field, player), field.rules.game_floor
        low = value is not None and value < floor
        remark = _("counts as {value} in the ranking", value=floor_text(floor)) if low else ""
        text = division(field.game_ratio(player))
        yield WorkingLine(_("Total"), text=text, value=value, remark=remark)


class OpponentsGameWin(_OpponentsWin):
    """The opponents' game-win percentage; byes are left out."""

    KEY = "ogw"
    NAME = N_("Opponents’ game-win percentage")
    ABBREVIATION = "OGW%"
    MEANING = N_("the mean of the opponents’ game-win percentages, none below the floor.")
    FORMULA = N_(
        "The sum of the opponents’ game-win percentages, divided by their number; each counts as "
        "at least {floor}."
    )
    SETTINGS = ("game_floor",)
    FLOOR = "game_floor"
    RATIO, WORTH = staticmethod(Field.game_ratio), staticmethod(Field.opponent_game_win)

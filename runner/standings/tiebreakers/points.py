"""Tiebreakers made of match points: Buchholz, Sonneborn-Berger, OAMP, cumulative points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from runner.core.language import N_, _, current, ngettext
from runner.core.numbers import total
from runner.standings.model import Played, RoundKind, WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import (
    OpponentsMean,
    Tiebreaker,
    points_in_round,
    summed,
)


class Buchholz(Tiebreaker):
    """The sum of the opponents' match points; somebody met twice counts twice. Byes and missed
    rounds have no opponent and so add nothing, which makes them costly here."""

    KEY = "buchholz"
    NAME = "Buchholz"
    ABBREVIATION = "BH"
    MEANING = N_("the sum of the opponents’ match points; a bye or a missed round adds nothing.")
    FORMULA = N_("The match points of all opponents, added up.")
    DECIMALS = 1

    def value(self, field: Field, player: str) -> Fraction:
        """Return the sum; 0 without opponents."""
        return total(field.history(opponent).match_points for opponent in field.opponents(player))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return each opponent with their match points."""
        return summed(_opponents(field, player, names))


def _opponents(field: Field, player: str, names: Mapping[str, str]) -> list[WorkingLine]:
    rounds = field.history(player).rounds
    return [step for line in rounds for step in points_in_round(field, line, names)]


_FEWEST = 3  # with fewer opponents, leaving out two would leave nothing to compare


class MedianBuchholz(Tiebreaker):
    """Buchholz without the best and the weakest opponent. With fewer than three opponents all
    count. Byes and missed rounds have no opponent: they are neither added nor counted as the
    weakest one."""

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
        """Return the sum; 0 without opponents."""
        points = sorted(
            field.history(opponent).match_points for opponent in field.opponents(player)
        )
        return total(points if len(points) < _FEWEST else points[1:-1])

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return each opponent with their match points; the lowest and the highest are left out."""
        return summed(_struck(_opponents(field, player, names)))


def _struck(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """Return the lines, with the lowest left out (of equals the first) and the highest (the
    last)."""
    met = sorted((line.value, at) for at, line in enumerate(lines) if line.value is not None)
    struck = list(lines)
    if len(met) >= _FEWEST:
        for (_value, at), why in (
            (met[0], _("the lowest, left out")),
            (met[-1], _("the highest, left out")),
        ):
            struck[at] = replace(struck[at], value=None, remark=why)
    return struck


class SonnebornBerger(Tiebreaker):
    """Each opponent's match points times the result against them: 1 for a win, for a draw its
    points divided by a win's, and 0 for a loss. At a table of several, each other player is an
    opponent. Byes and missed rounds have no opponent and so add nothing."""

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
        """Return the sum; 0 if every match was lost."""
        return total(
            field.history(opponent).match_points * part
            for match in field.matches(player)
            if (part := field.part_of_win(match))
            for opponent in match.opponents
        )

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return each opponent with their match points and the part of them that counts."""
        return summed(
            [
                step
                for line in field.history(player).rounds
                for step in points_in_round(field, line, names, field.part_of_win(line))
            ]
        )


class OpponentsAveragePoints(OpponentsMean):
    """The mean of the opponents' match points; byes are not opponents (MAMTR App. C)."""

    KEY = "oamp"
    NAME = N_("Opponents’ average match points")
    ABBREVIATION = "OAMP"
    MEANING = N_("the mean of the opponents’ match points.")
    FORMULA = N_("The sum of the opponents’ match points, divided by their number.")
    DECIMALS = 2
    SETTINGS = ("phantom_in_oamp",)

    def worth(self, field: Field, opponent: str) -> Fraction:
        """Return the opponent's match points."""
        return field.history(opponent).match_points

    def line(
        self, field: Field, opponent: str, match: Played, names: Mapping[str, str]
    ) -> WorkingLine:
        """Return the line with the opponent's match points."""
        amount = self.worth(field, opponent)
        text = ngettext("{n} point", "{n} points", amount)
        return WorkingLine(names.get(opponent, opponent), opponent, text, amount, "", match.round)

    def missing(self, field: Field, line: Played) -> int:
        """Return the empty seats of a small pod, if the rules count them."""
        return line.missing_seats if field.rules.phantom_in_oamp else 0

    def stand_in(self, field: Field) -> Fraction:
        """Return the points of a player at the floor who has played every round so far."""
        return field.rules.opponent_floor * field.rules.win * field.rounds


class Cumulative(Tiebreaker):
    """The sum of a player's match points after each round begun. A bye counts with the points it
    gave, and so does a missed round; after a round without a result, or with an absence, the points
    from before count again."""

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
        """Return the sum; 0 before the first round."""
        return total(after for _, _, after in _running(field, player))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return each round with the points it gave and the points after it."""
        lines, show = [], current().number
        for number, line, after in _running(field, player):
            points, remark = (line.points, line.remark) if line else (Fraction(0), _("no result"))
            lines.append(
                WorkingLine(
                    "",
                    text=f"{show(after - points)} + {show(points)}",
                    value=after,
                    remark="" if line and line.kind is RoundKind.MATCH else remark,
                    round=number,
                )
            )
        return summed(lines)


def _running(field: Field, player: str) -> Iterator[tuple[int, Played | None, Fraction]]:
    """Yield each round begun, the player's line of it or None, and the points after it. A starting
    stack is included from round 1 on."""
    history = field.history(player)
    lines = {line.round: line for line in history.rounds}
    after = history.match_points - total(line.points for line in history.rounds)
    for number in range(1, field.rounds + 1):
        line = lines.get(number)
        after += line.points if line else 0
        yield number, line, after

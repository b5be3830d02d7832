"""What every tiebreaker is: its words, its value, and the lines of working behind the value."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from runner.core.language import N_, _, current, ngettext
from runner.core.numbers import as_text, total
from runner.standings.model import Played, RoundKind, Working, WorkingLine
from runner.standings.tiebreakers.field import Field, Ratio, mean


class Tiebreaker(ABC):
    """More is better, and None is worse than anything.

    `MEANING` tells players what it is, `FORMULA` how its working adds up. `DECIMALS` are those that
    are shown; the order never depends on them. `SETTINGS` are those of the rules whose effect on it
    players are told in a sentence of their own. A `CONTEXTUAL` one compares players with those whom
    nothing before it parts: whoever asks for its value tells the field first who they are, by
    `Field.among`.
    """

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    ABBREVIATION: ClassVar[str]
    MEANING: ClassVar[str]
    FORMULA: ClassVar[str]
    DECIMALS: ClassVar[int] = 0
    SETTINGS: ClassVar[tuple[str, ...]] = ()
    CONTEXTUAL: ClassVar[bool] = False

    @abstractmethod
    def value(self, field: Field, player: str) -> Fraction | None:
        """The player's value, exactly."""

    @abstractmethod
    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """The lines that lead to the value, with today's names of the players by id."""

    def counts_as(self, field: Field, value: Fraction | None) -> Fraction | None:
        """What a value counts as in the ranking: itself, unless there is a floor."""
        return value

    def formula(self, field: Field) -> str:
        """How the steps make the value, under these rules."""
        return _(self.FORMULA)

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """How the player's value comes about."""
        value, steps = self.value(field, player), tuple(self.steps(field, player, names))
        name, short = _(self.NAME), _(self.ABBREVIATION)
        return Working(self.KEY, name, short, value, self.formula(field), steps)


# --- lines that several workings share ----------------------------------------------------------


def division(ratio: Ratio) -> str:
    """ "14 / 21", or "nothing played"."""
    if not ratio.possible:
        return _("nothing played")
    number = current().number
    return f"{number(ratio.earned)} / {number(ratio.possible)}"


def floor_text(floor: Fraction) -> str:
    """A floor as the rules print it: "1/7", "0.33"."""
    if floor.denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100):
        return current().decimal(floor, 2)
    return as_text(floor)


def opponent_lines(
    match: Played,
    names: Mapping[str, str],
    ratio: Callable[[str], Ratio],
    floor: Fraction,
) -> list[WorkingLine]:
    """A line for each opponent of a match with their share."""
    lines = []
    for opponent in match.opponents:
        share = ratio(opponent)
        value = share.value
        raised = value is None or value < floor
        lines.append(
            WorkingLine(
                about=names.get(opponent, opponent),
                player=opponent,
                text=division(share),
                value=floor if value is None or raised else value,
                remark=_remark(share.left_out, floor if raised else None),
                round=match.round,
            )
        )
    return lines


def _remark(left_out: Fraction, floor: Fraction | None) -> str:
    """What makes a share differ from what the standings let one expect."""
    said = "" if floor is None else _("raised to the floor of {floor}", floor=floor_text(floor))
    if not left_out:
        return said
    without = ngettext("without {n} point for byes", "without {n} points for byes", left_out)
    return current().enumerated([without, said]) if said else without


def together(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """The last line of a mean: what was added up, divided by how many there were."""
    values = [line.value for line in lines if line.value is not None]
    text = f"{current().number(total(values))} / {len(values)}"
    return [WorkingLine(_("Total"), text=text, value=mean(values))] if values else []


def left_out(line: Played) -> WorkingLine:
    """The line for a round that brought no opponent."""
    # Note: a round that a player missed.
    missed = N_("missed")
    what = _("bye") if line.kind is RoundKind.BYE else _(missed)
    return WorkingLine(what, remark=_("no opponent, left out"), round=line.round)


def stand_ins(line: Played, count: int, floor: Fraction, why: str) -> list[WorkingLine]:
    """Lines for opponents at the floor who were never there."""
    return [
        WorkingLine(
            why,
            text=floor_text(floor),
            value=floor,
            remark=_("counts as an opponent at the floor"),
            round=line.round,
        )
        for _each in range(count)
    ]


def opponent_points(field: Field, player: str, names: Mapping[str, str]) -> list[WorkingLine]:
    """A line for each opponent with their match points, and for each round that brought none."""
    rounds = field.history(player).rounds
    return [step for line in rounds for step in points_in_round(field, line, names)]


def points_in_round(field: Field, line: Played, names: Mapping[str, str]) -> Iterator[WorkingLine]:
    """A line for each opponent of a round with their match points, or that it brought none."""
    if line.kind is not RoundKind.MATCH:
        yield left_out(line)
    for opponent in line.opponents:
        amount = field.history(opponent).match_points
        text = ngettext("{n} point", "{n} points", amount)
        yield WorkingLine(names.get(opponent, opponent), opponent, text, amount, round=line.round)


def each_round(line: Played, value: Fraction, text: str = "") -> WorkingLine:
    """The line of a round that counts so much, with what it was."""
    said = text or current().number(value)
    return WorkingLine("", text=said, value=value, remark=line.remark, round=line.round)


def summed(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """The lines of a sum, and the sum below them."""
    values = [line.value for line in lines if line.value is not None]
    terms = " + ".join(map(current().number, values))
    if not terms:
        # Note: the sum of nothing at all.
        terms = _("nothing")
    return [*lines, WorkingLine(_("Total"), text=terms, value=total(values))]

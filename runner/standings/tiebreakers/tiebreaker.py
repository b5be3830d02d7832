"""The interface of a tiebreaker: its texts, its value, and the lines of working behind the
value."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from runner.core.language import _, current, ngettext
from runner.core.numbers import as_text, total
from runner.standings.model import Played, RoundKind, Working, WorkingLine
from runner.standings.tiebreakers.field import Field, Ratio, mean


class Tiebreaker(ABC):
    """Higher values rank higher; None sorts last.

    `MEANING` explains it to players, `FORMULA` how its working adds up. `DECIMALS` are shown; they
    never affect the order. `SETTINGS` are the settings whose effect on it is explained to players
    in a separate sentence. A `CONTEXTUAL` tiebreaker compares a player with those who are equal in
    everything before it: call `Field.among` with these groups before asking for its value.
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
        """Return the player's exact value."""

    @abstractmethod
    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return the lines that lead to the value; `names` are the players' current names by id."""

    def counts_as(self, field: Field, value: Fraction | None) -> Fraction | None:
        """Return what a value counts as in the ranking: itself, unless there is a floor."""
        return value

    def formula(self, field: Field) -> str:
        """Return the formula by which the steps make the value, under these rules."""
        return _(self.FORMULA)

    def working(self, field: Field, player: str, names: Mapping[str, str]) -> Working:
        """Return the working of the player's value."""
        value, steps = self.value(field, player), tuple(self.steps(field, player, names))
        name, short = _(self.NAME), _(self.ABBREVIATION)
        return Working(self.KEY, name, short, value, self.formula(field), steps)


class OpponentsMean(Tiebreaker):
    """The mean of a value of every opponent; somebody met twice counts twice."""

    @abstractmethod
    def worth(self, field: Field, opponent: str) -> Fraction:
        """Return the value of an opponent."""

    @abstractmethod
    def line(
        self, field: Field, opponent: str, match: Played, names: Mapping[str, str]
    ) -> WorkingLine:
        """Return the line of working for an opponent in a match."""

    def missing(self, field: Field, line: Played) -> int:
        """Return how many phantom opponents a round adds."""
        return 0

    @abstractmethod
    def stand_in(self, field: Field) -> Fraction:
        """Return the value of a phantom opponent."""

    def value(self, field: Field, player: str) -> Fraction | None:
        """Return the mean; None without opponents and phantoms."""
        rounds = field.history(player).rounds
        values = [self.worth(field, opponent) for line in rounds for opponent in line.opponents]
        if missing := sum(self.missing(field, line) for line in rounds):
            values += [self.stand_in(field)] * missing
        return mean(values)

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return each opponent with their value, and each phantom."""
        lines: list[WorkingLine] = []
        for line in field.history(player).rounds:
            missing, stand_in = self.missing(field, line), self.stand_in(field)
            lines += [self.line(field, opponent, line, names) for opponent in line.opponents]
            lines += [
                WorkingLine(
                    _("bye") if line.kind is RoundKind.BYE else _("empty seat"),
                    text=floor_text(stand_in), value=stand_in,
                    remark=_("counts as an opponent at the floor"), round=line.round,
                )
            ] * missing  # fmt: skip
            if line.kind is not RoundKind.MATCH and not missing:
                lines.append(left_out(line))
        values = [line.value for line in lines if line.value is not None]
        if values:
            text = f"{current().number(total(values))} / {len(values)}"
            lines.append(WorkingLine(_("Total"), text=text, value=mean(values)))
        return lines


def division(ratio: Ratio) -> str:
    """Return "14 / 21", or "nothing played"."""
    if not ratio.possible:
        return _("nothing played")
    number = current().number
    return f"{number(ratio.earned)} / {number(ratio.possible)}"


def floor_text(floor: Fraction) -> str:
    """Return a floor as the rules print it: "1/7", "0.33"."""
    if floor.denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100):
        return current().decimal(floor, 2)
    return as_text(floor)


def left_out(line: Played) -> WorkingLine:
    """Return the line for a round that brought no opponent."""
    # Note: a round that a player missed.
    what = _("missed") if line.kind is RoundKind.MISSED else _("bye")
    return WorkingLine(what, remark=_("no opponent, left out"), round=line.round)


def points_in_round(
    field: Field, line: Played, names: Mapping[str, str], part: Fraction | None = None
) -> Iterator[WorkingLine]:
    """Yield a line for each opponent of a round with their match points, or with the `part` of them
    that counts; for a round without an opponent, one line that says so."""
    if line.kind is not RoundKind.MATCH:
        yield left_out(line)
    for opponent in line.opponents:
        amount = field.history(opponent).match_points
        text = ngettext("{n} point", "{n} points", amount)
        if part is not None:
            text, amount = f"{current().number(amount)} × {as_text(part)}", amount * part
        yield WorkingLine(names.get(opponent, opponent), opponent, text, amount, round=line.round)


def each_round(line: Played, value: Fraction, text: str = "") -> WorkingLine:
    """Return the line of a round with its value, and its result as the remark."""
    shown = text or current().number(value)
    return WorkingLine("", text=shown, value=value, remark=line.remark, round=line.round)


def summed(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """Return the lines of a sum, followed by the total."""
    values = [line.value for line in lines if line.value is not None]
    terms = " + ".join(map(current().number, values))
    if not terms:
        # Note: the sum of nothing at all.
        terms = _("nothing")
    return [*lines, WorkingLine(_("Total"), text=terms, value=total(values))]

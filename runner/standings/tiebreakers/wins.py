"""Tiebreakers from won matches, from the matches between equals, and from the seed."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from runner.core.language import N_, _, current, ngettext
from runner.core.numbers import total
from runner.core.randomness import Stream
from runner.core.rounds import Outcome
from runner.standings.model import Played, RoundKind, WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker, each_round, summed


class _Counted(Tiebreaker):
    """The number of rounds that count."""

    @abstractmethod
    def counts(self, field: Field, line: Played) -> bool:
        """Return whether a round counts."""

    def text(self, line: Played) -> str:
        """Return the text of a round in the working; "" for the number it counts."""
        return ""

    def value(self, field: Field, player: str) -> Fraction:
        return Fraction(sum(self.counts(field, line) for line in field.history(player).rounds))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        return summed(
            [
                each_round(line, Fraction(self.counts(field, line)), self.text(line))
                for line in field.history(player).rounds
            ]
        )


class Wins(_Counted):
    """The number of matches won. A bye is one of them if the rules count it as a match
    (`bye_is_match`); a round missed before entering never is, and neither is a place or a number of
    points typed instead of a win."""

    KEY = "wins"
    NAME = N_("Matches won")
    ABBREVIATION = N_("Wins")
    FORMULA = N_("1 for each match won, added up.")
    MEANING = N_("how many matches were won; a bye only where it counts as a match won.")

    def counts(self, field: Field, line: Played) -> bool:
        """Return whether the round was won."""
        if line.kind is RoundKind.BYE:
            return field.rules.bye_is_match
        return line.kind is RoundKind.MATCH and line.outcome is Outcome.WIN

    def formula(self, field: Field) -> str:
        """Return the formula; it says so if byes count."""
        if not field.rules.bye_is_match:
            return _(self.FORMULA)
        return " ".join((_(self.FORMULA), _("A bye counts as a match won.")))


class WinsLast(_Counted):
    """The number of matches won from the last seat of the table, from which winning is hardest. At
    a small table that is the last occupied seat. Byes and missed rounds have no seat."""

    KEY = "wins_last"
    NAME = N_("Matches won going last")
    ABBREVIATION = N_("Won last")
    FORMULA = N_("1 for each match won from the last seat of its table, added up.")
    MEANING = N_("how many matches were won from the last seat in turn order.")

    def counts(self, field: Field, line: Played) -> bool:
        """Return whether the match was won from the last seat."""
        return line.seat == len(line.opponents) and line.outcome is Outcome.WIN

    def text(self, line: Played) -> str:
        """Return the seat, if there was one."""
        if line.kind is not RoundKind.MATCH or line.seat is None:
            return ""
        return _("seat {seat} of {seats}", seat=line.seat + 1, seats=len(line.opponents) + 1)


_NAMED = 5  # equals that the working names; it only counts the others


class HeadToHead(Tiebreaker):
    """Among players equal in everything before: the points of the tables where one met another of
    them. It counts only if every two of them have met; else it separates nobody. Byes, missed
    rounds and tables without another of them are ignored. Players it leaves equal go on to the next
    tiebreaker; they are not compared among themselves again."""

    KEY = "head_to_head"
    NAME = N_("Head-to-head result")
    ABBREVIATION = "H2H"
    MEANING = N_(
        "the points won against those who are equal so far, if all of them have met each other; "
        "byes and missed rounds do not count."
    )
    FORMULA = N_(
        "The points of all matches against players who are equal in everything before, if all of "
        "them have met each other."
    )
    DECIMALS = 1
    CONTEXTUAL = True

    def value(self, field: Field, player: str) -> Fraction | None:
        """Return the points; None without equals, and if two of them have not met."""
        equals = field.equals_of(self.KEY, player)
        if not equals or _never_met(field, equals, player):
            return None
        return total(match.points for match in _meetings(field, player, equals))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return who is equal, and each table where one met another of them."""
        equals = field.equals_of(self.KEY, player)
        lines, value = [_equals_line(equals - {player}, names)], self.value(field, player)
        if value is not None:
            for match in _meetings(field, player, equals):
                met = [opponent for opponent in match.opponents if opponent in equals]
                line = each_round(match, match.points)
                about = current().enumerated([names.get(each, each) for each in met])
                lines.append(replace(line, about=about, player=met[0] if len(met) == 1 else ""))
            text = ngettext("{n} point", "{n} points", value)
            lines.append(WorkingLine(_("Total"), text=text, value=value))
        elif apart := _never_met(field, equals, player):
            one, other = (names.get(player, player) for player in apart)
            sentence = _("{player} and {other} have not met", player=one, other=other)
            lines.append(WorkingLine(sentence, remark=_("so this does not separate them")))
        return lines


def _meetings(field: Field, player: str, equals: frozenset[str]) -> list[Played]:
    return [match for match in field.matches(player) if not equals.isdisjoint(match.opponents)]


def _never_met(field: Field, equals: frozenset[str], first: str) -> tuple[str, str] | None:
    """Return two of the equals who have not met, preferably `first` and somebody else; None if all
    have."""
    for player in (first, *sorted(equals - {first})):
        met = {player, *field.opponents(player)}
        if not equals <= met:
            return player, min(equals - met)
    return None


def _equals_line(others: frozenset[str], names: Mapping[str, str]) -> WorkingLine:
    if not others:
        return WorkingLine(_("Equal so far"), text=_("nobody"), remark=_("nothing to compare"))
    named = current().enumerated([names.get(other, other) for other in sorted(others)[:_NAMED]])
    more = len(others) - _NAMED
    if more > 0:
        # Note: names of players, and how many more of them there are.
        named = ngettext("{players} and {n} more", "{players} and {n} more", more, players=named)
    return WorkingLine(_("Equal so far"), text=named)


_NUMBERS = 1_000_000


class RandomDraw(Tiebreaker):
    """A number from 0 to 999999, drawn from the event's seed for the player and the phase
    (docs/randomness.md): the same after every round, whatever was played, byes and missed rounds
    included."""

    KEY = "random"
    NAME = N_("Random number")
    ABBREVIATION = N_("Random")
    FORMULA = N_("A number from 0 to 999999, drawn from the event’s seed; the higher goes first.")
    MEANING = N_(
        "a number drawn from the event’s seed for each player, the same for the whole phase."
    )

    def value(self, field: Field, player: str) -> Fraction:
        """Return the number drawn."""
        return Fraction(Stream(field.seed, field.phase, player, self.KEY).below(_NUMBERS))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Return the one line of the draw."""
        value = self.value(field, player)
        # Note: what a random number is drawn for: the number of the phase, and the player's Id.
        label = _("Phase {phase}, drawn for {id}", phase=field.phase, id=player)
        return [WorkingLine(label, text=str(value), value=value)]

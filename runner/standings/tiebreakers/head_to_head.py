"""Head-to-head: what equal players won when they met each other."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from runner.core.language import N_, _, current, ngettext
from runner.core.numbers import total
from runner.standings.history import Played
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import Tiebreaker

_NAMED = 5  # equals whom the working names before it only counts the others


class HeadToHead(Tiebreaker):
    """Among players whom nothing before parts: the points of the tables at which one met another
    of them. It counts only where every two of them have met; else it parts nobody. Byes, missed
    rounds and tables without another of them count for nothing. Those it leaves equal go on to the
    next tiebreaker; they are not compared among themselves again."""

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
        """The points; None for who is equal with nobody, and where two equals never met."""
        equals = field.equals_of(self.KEY, player)
        if not equals or _never_met(field, equals, player):
            return None
        return total(match.points for match in _meetings(field, player, equals))

    def steps(self, field: Field, player: str, names: Mapping[str, str]) -> Iterable[WorkingLine]:
        """Who is equal, and each table at which one met another of them."""
        equals = field.equals_of(self.KEY, player)
        value = self.value(field, player)
        lines = [_equals_line(equals - {player}, names)]
        if value is not None:
            meetings = _meetings(field, player, equals)
            lines += [_meeting(match, equals, names) for match in meetings]
            text = ngettext("{n} point", "{n} points", value)
            lines.append(WorkingLine(_("Total"), text=text, value=value))
        elif apart := _never_met(field, equals, player):
            one, other = (names.get(player, player) for player in apart)
            said = _("{player} and {other} have not met", player=one, other=other)
            lines.append(WorkingLine(said, remark=_("so this does not separate them")))
        return lines


def _meetings(field: Field, player: str, equals: frozenset[str]) -> list[Played]:
    return [match for match in field.matches(player) if not equals.isdisjoint(match.opponents)]


def _never_met(field: Field, equals: frozenset[str], first: str) -> tuple[str, str] | None:
    """Two of the equals who never met, rather `first` and somebody than others."""
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


def _meeting(match: Played, equals: frozenset[str], names: Mapping[str, str]) -> WorkingLine:
    met = [opponent for opponent in match.opponents if opponent in equals]
    return WorkingLine(
        current().enumerated([names.get(opponent, opponent) for opponent in met]),
        player=met[0] if len(met) == 1 else "",
        text=current().number(match.points),
        value=match.points,
        remark=match.remark,
        round=match.round,
    )

"""What a round does to the stacks of wager scoring: who stakes what, and who takes the pot.

From 1000 at 7 %, the winner of a pod of four has 1210, the others 930 (docs/rules.md 3, Hareruya).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.event import Outcome, Round, Seat, Table
from runner.rules.ruleset import Ruleset
from runner.standings.history import Played, RoundKind

_NOTHING, _ALL = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Pot:
    """What a few players stake together in one round.

    `rates` are the parts of their own stacks that they put in, `shares` the parts of the pot that
    they take out. A bye is a pot of one with a rate below 0: the stack grows.
    """

    players: tuple[str, ...]
    rates: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]


def pots(
    rules: Ruleset, rounds: Sequence[Round], lines: Mapping[str, Sequence[Played]]
) -> list[list[Pot]]:
    """The pots of each round. `lines` tell who had a bye, and who missed a round before entering:
    that is a loss, and costs the stake."""
    seats = max((len(table.seats) for round_ in rounds for table in round_.tables), default=0)
    rates = _rates(rules, seats)
    found = [[_of_table(rules, rates, table) for table in round_.tables
              if table.seats and table.finished]
             for round_ in rounds]  # fmt: skip
    bye, stake = _bye_rate(rules), min(_ALL, rules.wager / 100)
    for player, played in lines.items():
        for line in played:
            if line.kind is RoundKind.BYE and bye:
                found[line.round - 1].append(Pot((player,), (bye,), (_NOTHING,)))
            elif line.kind is RoundKind.MISSED:
                found[line.round - 1].append(Pot((player,), (stake,), (_NOTHING,)))
    return found


def _of_table(rules: Ruleset, rates: tuple[Fraction, ...], table: Table) -> Pot:
    takers = _takers(rules, table.seats)
    share = Fraction(1, len(takers)) if takers else _NOTHING
    count = len(table.seats)
    shares = tuple(share if at in takers else _NOTHING for at in range(count))
    return Pot(table.players, rates[:count], shares)


def _takers(rules: Ruleset, seats: Sequence[Seat]) -> list[int]:
    """The seats between whom the pot goes: the winner, or everybody who drew.

    Who conceded, was penalised or did not show up in a drawn pod takes nothing. Where points were
    typed, the most points win, and equals draw.
    """
    scored = [seat.points or _NOTHING for seat in seats if seat.outcome is Outcome.POINTS]
    best = max(scored, default=None)
    won = [
        at for at, seat in enumerate(seats)
        if seat.outcome is Outcome.WIN
        or (seat.outcome is Outcome.POINTS and (seat.points or _NOTHING) == best)
    ]  # fmt: skip
    if len(won) == 1:
        return won
    if rules.wager_draw == "lose":
        return []
    return won or [at for at, seat in enumerate(seats) if seat.outcome is Outcome.DRAW]


def _rates(rules: Ruleset, seats: int) -> tuple[Fraction, ...]:
    """The part of a stack that is staked at each seat, at most all of it."""
    factors = (*rules.seat_factors, *(_ALL,) * seats)
    return tuple(min(_ALL, rules.wager / 100 * factor) for factor in factors[:seats])


def _bye_rate(rules: Ruleset) -> Fraction:
    """What a bye makes of a stack in its own round; an average is settled after the last round."""
    if rules.wager_bye in (None, "average"):
        return _NOTHING
    return -rules.wager / 100 * Fraction(rules.wager_bye)

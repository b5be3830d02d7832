"""The interface of a scoring, each player's rounds, and the stakes of wager scoring.

Example: from 1000 at 7 %, the winner of a pod of four has 1210, the others 930 (docs/rules.md 3,
Hareruya).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from runner.core.numbers import total
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories, History, Played, RoundKind


class Scoring(ABC):
    """A way of scoring. `STACKS`: match points are a stack that rounds change. `PLACES`: the number
    typed for a seat is its finishing place."""

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    STACKS: ClassVar[bool] = False
    PLACES: ClassVar[bool] = False

    @abstractmethod
    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """Return each player's rounds and the points they made. `offset` is how many rounds of the
        event came before these."""

    def worth(self, rules: Ruleset, match: Played) -> Fraction:
        """Return what a match that was not lost is worth, on the scale of `most`."""
        return match.points

    def most(self, rules: Ruleset) -> Fraction:
        """Return the most that a match can be worth."""
        return rules.win

    @abstractmethod
    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """Yield the sentences for players about the points of a match."""


class AddedUp(Scoring):
    """A scoring whose match points are the sum of the points of all rounds."""

    @abstractmethod
    def of_table(self, rules: Ruleset, table: Table) -> Sequence[Fraction]:
        """Return the points of each seat of a finished table."""

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """Return each player's rounds, with the points of each round."""
        worth = partial(self.of_table, rules)
        lines = played(rules, rounds, players, offset, worth, rules.bye, rules.loss)
        return {
            player: History(player, tuple(own), total(line.points for line in own))
            for player, own in lines.items()
        }


_NOTHING, _ALL = Fraction(0), Fraction(1)


def played(
    rules: Ruleset,
    rounds: Sequence[Round],
    players: Sequence[Player],
    offset: int,
    worth: Callable[[Table], Sequence[Fraction]] = lambda table: [_NOTHING] * len(table.seats),
    bye: Fraction = _NOTHING,
    missed: Fraction = _NOTHING,
) -> dict[str, list[Played]]:
    """Return the finished rounds of each player, in order.

    A bye is a line of its own. A round before a late entry is missed: lost and counted as played. A
    round that a player was absent from, or that has no result yet, has no line (docs/rules.md 4).
    `worth` gives the points of each seat of a table, `bye` and `missed` those of a round without a
    match, if points are a sum over rounds.
    """
    done: dict[str, list[Played]] = {player.id: [] for player in players}
    now = offset + len(rounds)
    late = [player for player in players if 1 < player.enters <= now]
    for number, round_ in enumerate(rounds, 1):
        for table in round_.tables:
            if table.finished:
                for player, line in _lines(rules, number, table, worth):
                    done.setdefault(player, []).append(line)
        needed = rules.games(round_.id.number) // 2 + 1
        for player in round_.byes:
            line = Played(number, RoundKind.BYE, points=bye, games_won=needed)
            done.setdefault(player, []).append(line)
        later = [player.id for player in late if player.enters > offset + number]
        seen = {*round_.everybody} if later else ()
        for player in later:
            if player not in seen:
                line = Played(number, RoundKind.MISSED, outcome=Outcome.LOSS, points=missed)
                done[player].append(line)
    return done


def _lines(
    rules: Ruleset, number: int, table: Table, worth: Callable[[Table], Sequence[Fraction]]
) -> Iterator[tuple[str, Played]]:
    """Yield the line of each player at a table."""
    ids = table.players
    missing = max(0, rules.full_table - len(ids))
    all_won = sum(seat.games_won or 0 for seat in table.seats)
    for at, (seat, points) in enumerate(zip(table.seats, worth(table), strict=True)):
        won = seat.games_won or 0
        yield (
            seat.player,
            Played(
                number, RoundKind.MATCH, table.number, at, ids[:at] + ids[at + 1 :], missing,
                seat.outcome, points, won, all_won - won, table.games_drawn,
            ),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pot:
    """The stakes of a few players in one round. `rates` are the parts of their own stacks that they
    stake, `shares` the parts of the pot that they get. A bye is a pot of one with a rate below 0:
    the stack grows."""

    players: tuple[str, ...]
    rates: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]


def pots(
    rules: Ruleset, rounds: Sequence[Round], lines: Mapping[str, Sequence[Played]]
) -> list[list[Pot]]:
    """Return the pots of each round. `lines` has the byes, and the rounds missed before a late
    entry, which are losses and cost the stake."""
    seats = max((len(table.seats) for round_ in rounds for table in round_.tables), default=0)
    wager = rules.wager / 100  # at most all of a stack is staked
    factors = (*rules.seat_factors, *(_ALL,) * seats)
    rates = tuple(min(_ALL, wager * factor) for factor in factors[:seats])
    result = [
        [
            _of_table(rules, rates, table)
            for table in round_.tables
            if table.seats and table.finished
        ]
        for round_ in rounds
    ]
    settled_later = rules.wager_bye in (None, "average")  # an average after the last round
    bye = _NOTHING if settled_later else -wager * Fraction(rules.wager_bye or 0)
    for player, played in lines.items():
        for line in played:
            if line.kind is RoundKind.BYE and bye:
                result[line.round - 1].append(Pot((player,), (bye,), (_NOTHING,)))
            elif line.kind is RoundKind.MISSED:
                result[line.round - 1].append(Pot((player,), (min(_ALL, wager),), (_NOTHING,)))
    return result


def _of_table(rules: Ruleset, rates: tuple[Fraction, ...], table: Table) -> Pot:
    takers, count = _takers(rules, table.seats), len(table.seats)
    shares = tuple(Fraction(at in takers, len(takers) or 1) for at in range(count))
    return Pot(table.players, rates[:count], shares)


def _takers(rules: Ruleset, seats: Sequence[Seat]) -> list[int]:
    """Return the seats that share the pot: the winner, or everybody who drew. Players who conceded,
    were penalised or did not show up in a drawn pod get nothing. If points were typed, the most
    points win, and equals draw."""
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

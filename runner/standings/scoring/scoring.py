"""What every way of scoring is, and what each player did in each round before points count."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from runner.core.event import Outcome, Player, Round, Table
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.ruleset import Ruleset
from runner.standings.history import Histories, Played, RoundKind


class Scoring(ABC):
    """`STACKS`: match points are a stack that rounds change. `PLACES`: the number typed for a seat
    is the place it finished in."""

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    STACKS: ClassVar[bool] = False
    PLACES: ClassVar[bool] = False

    @abstractmethod
    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each of the players did and the points it made.

        `offset` is how many rounds of the event came before these.
        """

    def worth(self, rules: Ruleset, match: Played) -> Fraction:
        """What a match that was not lost is worth, beside what `most` it can be."""
        return match.points

    def most(self, rules: Ruleset) -> Fraction:
        """The most that a match can be worth."""
        return rules.win

    @abstractmethod
    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """What a match gives, as players are told."""


# --- the rounds of each player ------------------------------------------------------------------


_NOTHING = Fraction(0)


def _no_points(table: Table) -> Sequence[Fraction]:
    return [_NOTHING] * len(table.seats)


def played(
    rules: Ruleset,
    rounds: Sequence[Round],
    players: Sequence[Player],
    offset: int,
    worth: Callable[[Table], Sequence[Fraction]] = _no_points,
    bye: Fraction = _NOTHING,
    missed: Fraction = _NOTHING,
) -> dict[str, list[Played]]:
    """The finished rounds of each player, in order.

    A bye is a line of its own. A round before a late entry is missed: lost and counted as played.
    A round that a player was absent from, or that has no result yet, has no line (docs/rules.md 4).
    `worth` gives the points of each seat of a table, `bye` and `missed` those of a round without
    a match, where points are a sum over rounds.
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
        for player in _not_yet_there(round_, late, offset + number):
            line = Played(number, RoundKind.MISSED, outcome=Outcome.LOSS, points=missed)
            done[player].append(line)
    return done


def _lines(
    rules: Ruleset, number: int, table: Table, worth: Callable[[Table], Sequence[Fraction]]
) -> Iterator[tuple[str, Played]]:
    """The line of each player at a table."""
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


def _not_yet_there(now: Round, late: Sequence[Player], round_of_event: int) -> list[str]:
    """Those who enter after that round of the event and have no part in it."""
    later = [player.id for player in late if player.enters > round_of_event]
    seen = {*now.everybody} if later else ()
    return [player for player in later if player not in seen]

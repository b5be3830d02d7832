"""A round as it is played, its tables and seats, and games that are decided by elimination."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from runner.core.identifiers import RoundId


class Outcome(StrEnum):
    """How a match ended for one seat (docs/rules.md 2)."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PENALTY_LOSS = "penalty_loss"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat at a table and its result; `outcome` is None until there is one.

    `games_won` is None if it is not known. `points` is set if `outcome` is `POINTS`, and for the
    winner of a game whose points depend on the order of elimination.
    """

    player: str
    outcome: Outcome | None = None
    games_won: int | None = None
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match or pod: its number, and its seats in turn order.

    `outcome_stated` is False if the outcomes follow from the games alone (head-to-head).
    `intentional`: the players agreed to a draw, of the match or of one game of it. `drops`: the ids
    of those who leave the event after this table, as typed beside the result. These two give no
    points, and are ignored by comparison: a draw that is later marked as intentional corrects no
    result.

    `out`: at a table that is decided by elimination (Melee, free-for-all), the ids of the players
    who are out, in order; those who went out at the same time form one group. None at any other
    table, and as long as nothing was reported.

    `duels`: in a match of two teams seat against seat, the games of each seat: won by the first
    team's player, won by the other's, and drawn. Empty if only the result of the teams is known.
    """

    number: int
    seats: tuple[Seat, ...]
    games_drawn: int = 0
    outcome_stated: bool = True
    rehearsed: bool = False
    intentional: bool = field(default=False, compare=False)
    drops: tuple[str, ...] = field(default=(), compare=False)
    out: tuple[tuple[str, ...], ...] | None = None
    duels: tuple[tuple[int, int, int], ...] = ()

    @property
    def finished(self) -> bool:
        """Whether every seat has its outcome; True for a table without players."""
        return all(seat.outcome is not None for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids at the table, in turn order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The ids of the players who are out of its game, in order, as far as known."""
        return tuple(player for group in self.out or () for player in group)

    @property
    def still_in(self) -> tuple[str, ...]:
        """The ids of the players who are not out of its game, in turn order."""
        out = {*self.eliminated}
        return tuple(player for player in self.players if player not in out)


@dataclass(frozen=True, slots=True)
class Round:
    """A published round and its results so far; players are ids."""

    id: RoundId
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def seated(self) -> tuple[str, ...]:
        """The players at a table."""
        return tuple(player for table in self.tables for player in table.players)

    @property
    def there(self) -> tuple[str, ...]:
        """The players at a table or with a bye."""
        return (*self.seated, *self.byes)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players at a table, with a bye, or absent."""
        return (*self.there, *self.absent)

    @property
    def finished(self) -> bool:
        """Whether all results are in."""
        return all(table.finished for table in self.tables)

    @property
    def rehearsed(self) -> bool:
        """Whether any result was made up by `runner rehearse`."""
        return any(table.rehearsed for table in self.tables)


@dataclass(frozen=True, slots=True)
class Elimination:
    """A game of `seats` seats that is decided by elimination, and who is out of it.

    `out` has the seats that are out, from 0, in order; those that went out at the same time form
    one group: ((2,), (5, 0)) of seven: C went out first, then F and A together; four are left.
    `stopped`: the game has ended with several seats still in.
    """

    seats: int
    out: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are still in, in turn order."""
        out = {*chain.from_iterable(self.out)}
        return tuple(seat for seat in range(self.seats) if seat not in out)

    @property
    def over(self) -> bool:
        """Whether nobody can go out any more."""
        return self.stopped or len(self.left) < 2

    @property
    def last(self) -> int | None:
        """The seat of the last player in; None while the game goes on, or if it was stopped."""
        left = self.left
        return left[0] if len(left) == 1 else None


def game_of(table: Table) -> Elimination:
    """Return the game of a table that is decided by elimination, as far as it is known."""
    at = {player: seat for seat, player in enumerate(table.players)}
    out = tuple(tuple(at[player] for player in group) for group in table.out or ())
    return Elimination(len(at), out, table.finished and len(table.still_in) > 1)

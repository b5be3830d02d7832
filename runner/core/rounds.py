"""A round as it is played, its tables and seats, and games that are decided by elimination."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from runner.core.identifiers import RoundId


class Outcome(StrEnum):
    """What one seat took from its match (docs/rules.md 2)."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PENALTY_LOSS = "penalty_loss"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at a table and what they took from it; `outcome` is None while they play.
    `games_won` is None where nobody has said. `points` goes with `Outcome.POINTS`, and with the win
    of the last one in where points come from who went out of the game."""

    player: str
    outcome: Outcome | None = None
    games_won: int | None = None
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match or pod: seats in turn order. `outcome_stated` is False where the outcomes follow
    from the games alone (head-to-head).

    `intentional`: its players agreed to a draw, of the match, or of a game where they play on.
    `drops`: who leaves the event after it, by what was typed beside the result. Neither is part of
    the result, and two tables that differ in nothing else are equal.

    `out`: at a table that is decided by who goes out of its game (Melee, free-for-all), the ids of
    those who did, in order, who went out at once in one group; while it plays those so far. None at
    any other table, and while nothing is said.

    `duels`: where two teams play seat against seat, the games of each seat: won by the first team's
    player, by the other's, and drawn; none where only the result of the teams is known.
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
        """Whether every seat has its outcome; a table without players has nothing to wait for."""
        return all(seat.outcome is not None for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids at the table, in turn order."""
        return tuple(seat.player for seat in self.seats)

    @property
    def gone(self) -> tuple[str, ...]:
        """The ids of those who are out of its game, in order, where that is known."""
        return tuple(player for group in self.out or () for player in group)

    @property
    def still_in(self) -> tuple[str, ...]:
        """The ids of those who are not, in turn order."""
        gone = {*self.gone}
        return tuple(player for player in self.players if player not in gone)


@dataclass(frozen=True, slots=True)
class Round:
    """A published round with what is known of its results; ids everywhere."""

    id: RoundId
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def seated(self) -> tuple[str, ...]:
        """Everybody at a table."""
        return tuple(player for table in self.tables for player in table.players)

    @property
    def there(self) -> tuple[str, ...]:
        """Everybody at a table or with a bye."""
        return (*self.seated, *self.byes)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who has a place in it, whether they play or not."""
        return (*self.there, *self.absent)

    @property
    def finished(self) -> bool:
        """Whether all results are in."""
        return all(table.finished for table in self.tables)

    @property
    def rehearsed(self) -> bool:
        """Whether some result was made up by `runner rehearse`."""
        return any(table.rehearsed for table in self.tables)


@dataclass(frozen=True, slots=True)
class Elimination:
    """Who went out of a game with so many seats, by seat from 0; who went out at once stands in one
    group. `stopped`: the game has ended with all who are left still in it. Of seven: ((2,), (5,
    0)): C went out first, then F and A at once; four are left."""

    seats: int
    out: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are still in, in turn order."""
        gone = {*chain.from_iterable(self.out)}
        return tuple(seat for seat in range(self.seats) if seat not in gone)

    @property
    def over(self) -> bool:
        """Whether nobody can go out any more."""
        return self.stopped or len(self.left) < 2

    @property
    def last(self) -> int | None:
        """The seat that is the last one in; None while the game goes on, or had another end."""
        left = self.left
        return left[0] if len(left) == 1 else None


def game_of(table: Table) -> Elimination:
    """The game of a table that is decided so, or as far as it is known."""
    at = {player: seat for seat, player in enumerate(table.players)}
    out = tuple(tuple(at[player] for player in group) for group in table.out or ())
    return Elimination(len(at), out, table.finished and len(table.still_in) > 1)

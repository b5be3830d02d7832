"""A round as it is played: who sits where, and what each seat took from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from runner.core.keys import RoundId


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

    `games_won` is None where nobody has said; `points` goes with `Outcome.POINTS` only.
    """

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
    """

    number: int
    seats: tuple[Seat, ...]
    games_drawn: int = 0
    outcome_stated: bool = True
    rehearsed: bool = False
    intentional: bool = field(default=False, compare=False)
    drops: tuple[str, ...] = field(default=(), compare=False)

    @property
    def finished(self) -> bool:
        """Whether every seat has its outcome; a table without players has nothing to wait for."""
        return all(seat.outcome is not None for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids at the table, in turn order."""
        return tuple(seat.player for seat in self.seats)


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

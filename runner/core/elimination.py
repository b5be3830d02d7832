"""A game that is decided by who goes out of it, in order, until one is left."""

from dataclasses import dataclass
from itertools import chain

from runner.core.played import Table


@dataclass(frozen=True, slots=True)
class Elimination:
    """Who went out of a game with so many seats, by seat from 0; who went out at once stands in one
    group. `stopped`: the game has ended with all who are left still in it.

    Of seven: ((2,), (5, 0)): C went out first, then F and A at once; four are left.
    """

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
        """The seat that is the last one in; None while the game goes on, and where it ended with
        several still in or with nobody."""
        left = self.left
        return left[0] if len(left) == 1 else None


def game_of(table: Table) -> Elimination:
    """The game of a table that is decided so, or as far as it is known."""
    at = {player: seat for seat, player in enumerate(table.players)}
    out = tuple(tuple(at[player] for player in group) for group in table.out or ())
    return Elimination(len(at), out, table.finished and len(table.still_in) > 1)

"""Who goes on from a table of a playoff: its winner, or who takes a drawn one (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.event import Outcome, Round, Table
from runner.core.results import GIVEN_UP

_LAST = 1 << 30  # the seed of somebody whom the organiser has seated without one


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seed of each player of a phase, 1 for the highest; who has none comes last, by id."""

    place: Mapping[str, int]

    @classmethod
    def of(cls, ids: Sequence[str]) -> Seeds:
        """The seeds of players who stand in this order."""
        return cls({player: seed for seed, player in enumerate(ids, 1)})

    def order(self, players: Sequence[str]) -> tuple[str, ...]:
        """The players by seed, the highest first."""
        return tuple(sorted(players, key=lambda player: (self.place.get(player, _LAST), player)))


def contenders(table: Table) -> tuple[str, ...]:
    """Those at a finished table of whom one goes on: one, unless the table is drawn.

    A win counts before all else, then most points where points are typed, then a draw; a penalty,
    a concession or a no-show goes out in any case. Nobody where all have lost (`lost_by_all`).
    """
    for outcome in (Outcome.WIN, Outcome.POINTS, Outcome.DRAW):
        seats = [seat for seat in table.seats if seat.outcome is outcome]
        most = max((seat.points or Fraction(0) for seat in seats), default=Fraction(0))
        if seats:
            return tuple(seat.player for seat in seats if (seat.points or Fraction(0)) == most)
    return ()


def level(table: Table) -> str:
    """How a finished table ended that no result decides: "drawn", or "level" on points; else ""."""
    equal = contenders(table)
    if len(equal) < 2:
        return ""
    drew = any(seat.outcome is Outcome.DRAW for seat in table.seats if seat.player in equal)
    return "drawn" if drew else "level"


def lost_by_all(table: Table) -> bool:
    """Whether everybody at a table has lost, and not all of them by a penalty, a concession or a
    no-show: then the organiser has to say who goes on."""
    outcomes = {seat.outcome for seat in table.seats}
    return Outcome.LOSS in outcomes and outcomes <= {Outcome.LOSS, *GIVEN_UP}


def undecided(table: Table, *, play_on: bool) -> bool:
    """Whether it is still open who goes on; with `play_on` a drawn table is not finished."""
    drawn = play_on and len(contenders(table)) > 1
    return not table.finished or lost_by_all(table) or drawn


def goes_on(table: Table, seeds: Seeds, *, play_on: bool) -> str | None:
    """Who goes on, by seed where the table is drawn (MAMTR 2.4C); None while that is open, and
    where everybody is out."""
    if undecided(table, play_on=play_on):
        return None
    return next(iter(seeds.order(contenders(table))), None)


def open_tables(round_: Round, *, play_on: bool) -> bool:
    """Whether the next round has to wait for some table of this one."""
    return any(undecided(table, play_on=play_on) for table in round_.tables)

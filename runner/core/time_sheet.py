"""The lines of the Time sheet: more time, the start of a round, and a stopped clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.problems import Place


class _TimeLine:
    """What the lines of the Time sheet have in common: the cells of their columns."""

    __slots__ = ()
    places: Mapping[str, Place]

    def place(self, column: str) -> Place:
        """Return the cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class TimeExtension(_TimeLine):
    """A line of the Time sheet that adds minutes to one table, or to the whole round if `table` is
    None. `round` counts over the whole event; `places` has the cell of each column."""

    round: int
    table: int | None
    minutes: int
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundStart(_TimeLine):
    """A line of the Time sheet: when a round of the event began, "14:10" or "2026-11-21 14:10"."""

    round: int
    at: str
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClockStop(_TimeLine):
    """A line of the Time sheet: the clock of a whole round was stopped from `stopped` until
    `goes_on`, which is "" while it is stopped. Times have the format of `RoundStart`."""

    round: int
    stopped: str
    goes_on: str = ""
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

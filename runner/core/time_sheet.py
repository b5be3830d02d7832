"""The lines of the Time sheet: more time, the start of a round, and a stopped clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.problems import Place


class _TimeLine:
    """What the lines of the Time sheet have in common: the cell of each column."""

    __slots__ = ()
    places: Mapping[str, Place]

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class TimeExtension(_TimeLine):
    """A line of the Time sheet that gives minutes to one table, or to the whole round where `table`
    is None; `round` counts over the whole event. `places` gives the cell of each column."""

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
    """A line of the Time sheet that says from when on the clock of a whole round stood still, and
    since when it goes on, "" where it doesn't yet; times as a `RoundStart` has them."""

    round: int
    stopped: str
    goes_on: str = ""
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

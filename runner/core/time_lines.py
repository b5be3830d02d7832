"""The lines of the Time sheet: more minutes, when a round began, when its clock stood still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.problems import Place


class _Line:
    """What they have in common: the cell of each column."""

    __slots__ = ()
    places: Mapping[str, Place]

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place("Time"))


@dataclass(frozen=True, slots=True)
class TimeExtension(_Line):
    """A line of the Time sheet that gives minutes to one table, or to the whole round where `table`
    is None; `round` counts over the whole event. `places` gives the cell of each column."""

    round: int
    table: int | None
    minutes: int
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundStart(_Line):
    """A line of the Time sheet that says when a round began: "14:10", or "2026-11-21 14:10" where
    the day was typed as well; `round` counts over the whole event."""

    round: int
    at: str
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClockStop(_Line):
    """A line of the Time sheet that says from when on the clock of a whole round stood still, and
    since when it goes on, "" where it doesn't yet; times as a `RoundStart` has them."""

    round: int
    stopped: str
    goes_on: str = ""
    reason: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

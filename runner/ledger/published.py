"""A round as it is out: who sits where, and what may stand in the workbook for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.core.event import RoundId
from runner.core.seating import Cell, Seating

DASH = "-"
"""In `stale`: the dash by which a player was taken out of an earlier pairing."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` is what earlier pairings of the
    round have left in a cell of the workbook until the names of this one are written there: ids,
    `DASH`, or "" where it is blank; any other text has been typed since. `spoilt` are the result
    and games that were typed for a table of such a pairing, or before any. `exact`: a blank cell
    that is not in `stale` has been cleared since the names of this pairing went out. `mark` is what
    Runner writes on the sheet together with the names. `seen` is the mark that the sheet had when
    `stale` was read from it; `earlier` has the cells of earlier pairings by their marks, whose
    names may have been written since. `names` are those under which its players
    were published, which its cells may hold still, and `members` the people of each team.
    """

    id: RoundId
    seating: Seating = Seating()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    spoilt: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    mark: str = ""
    seen: str = ""
    earlier: Mapping[str, Mapping[Cell, str]] = field(default_factory=dict)
    exact: bool = False
    certificate: Mapping[str, Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)

"""A round as it is out: who sits where, and what may stand in the workbook for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.core.event import RoundId
from runner.core.seating import Cell, Seating


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` are ids that earlier drawings
    of the round may have left in a cell of the workbook, and `spoilt` the result and games that
    were typed for a table of such a drawing, or before any. `names` are those under which its
    players were published, which its cells may hold still, and `members` the people of each team.
    """

    id: RoundId
    seating: Seating = Seating()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    spoilt: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    certificate: Mapping[str, Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)

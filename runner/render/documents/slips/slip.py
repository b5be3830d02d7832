"""What stands on each match slip of a round: display values, nothing of paper or layout."""

from collections.abc import Mapping
from dataclasses import dataclass

from runner.compute.snapshot import Snapshot
from runner.core import privacy
from runner.core.event import RoundId, Table
from runner.phases.model import PhaseResult
from runner.phases.round_robin.groups import title_of


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip: `seats` are its players as "Last, First", in turn order.

    `round` is what people call it, `address` the event's public page, or "", and `group` "Group B"
    where the phase has groups. A slip holds nothing of the result, so that it stays the same while
    results come in.
    """

    table: int
    event: str
    round: str
    seats: tuple[str, ...]
    best_of: int
    address: str
    rehearsal: bool
    group: str = ""

    @property
    def title(self) -> str:
        """The round, with the group where there are groups: "Round 3 · Group B"."""
        return f"{self.round} · {self.group}" if self.group else self.round


def slips_for(snapshot: Snapshot, round_id: RoundId) -> tuple[Slip, ...]:
    """A slip for each table of a published round, by table number; byes have none, nor has a
    table that nobody sits at.

    A round that is not published, or has no table, gives an empty tuple.
    """
    for phase in snapshot.phases:
        for round_ in phase.rounds:
            if round_.id == round_id:
                seated = (table for table in round_.tables if table.seats)
                tables = sorted(seated, key=lambda table: table.number)
                names = privacy.on_paper(snapshot.event, snapshot.players)
                return tuple(_slip(snapshot, phase, round_id, table, names) for table in tables)
    return ()


def _slip(
    snapshot: Snapshot,
    phase: PhaseResult,
    round_id: RoundId,
    table: Table,
    names: Mapping[str, str],
) -> Slip:
    return Slip(
        table=table.number,
        event=snapshot.event.name,
        round=phase.phase.title(round_id.number),
        seats=tuple(names[player] for player in table.players),
        best_of=phase.ruleset.games(round_id.number),
        address=snapshot.event.address,
        rehearsal=snapshot.rehearsal,
        group=title_of(phase.groups, table.players),
    )

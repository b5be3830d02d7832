"""What stands on each match slip of a round: display values, nothing of paper or layout."""

from __future__ import annotations

from dataclasses import dataclass

from runner.model import RoundId, Table
from runner.names import last_first
from runner.snapshot import PhaseResult, Snapshot


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip: `seats` are its players as "Last, First", in turn order.

    `address` is the event's public page, or "". A slip holds nothing of the result, so that it
    stays the same while results come in.
    """

    table: int
    event: str
    phase: str
    round: int
    seats: tuple[str, ...]
    best_of: int
    address: str
    rehearsal: bool

    @property
    def round_title(self) -> str:
        """ "Round 3 · Swiss"."""
        return f"Round {self.round} · {self.phase}"


def slips_for(snapshot: Snapshot, round_id: RoundId) -> tuple[Slip, ...]:
    """A slip for each table of a published round, by table number; byes have none.

    A round that is not published, or has no table, gives an empty tuple.
    """
    for phase in snapshot.phases:
        for each in phase.rounds:
            if each.id == round_id:
                tables = sorted(each.tables, key=lambda table: table.number)
                return tuple(_slip(snapshot, phase, round_id, table) for table in tables)
    return ()


def _slip(snapshot: Snapshot, phase: PhaseResult, round_id: RoundId, table: Table) -> Slip:
    return Slip(
        table=table.number,
        event=snapshot.event.name,
        phase=phase.phase.name,
        round=round_id.number,
        seats=tuple(last_first(snapshot.players[player].name) for player in table.players),
        best_of=phase.ruleset.games(round_id.number),
        address=snapshot.event.address,
        rehearsal=snapshot.rehearsal,
    )

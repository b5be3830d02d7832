"""What stands on each match slip of a round: display values, nothing of paper or layout."""

from __future__ import annotations

from dataclasses import dataclass

from runner.model import SEAT_LETTERS, RoundId, RowKey, RowKind, Table
from runner.names import last_first
from runner.snapshot import PhaseResult, Snapshot


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """One row: the seat's letter in turn order, and the player as "Last, First"."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip. `key` is its row in the round sheet (R3T12); `address` may be "".

    It holds nothing of the result, so that a slip stays the same while results come in.
    """

    key: str
    table: int
    event: str
    round: str
    seats: tuple[SlipSeat, ...]
    best_of: int
    address: str
    rehearsal: bool


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
        key=str(RowKey(round_id, RowKind.TABLE, table.number)),
        table=table.number,
        event=snapshot.event.name,
        round=f"Round {round_id.number} · {phase.phase.name}",
        seats=tuple(
            SlipSeat(_letter(index), last_first(snapshot.players[player].name))
            for index, player in enumerate(table.players)
        ),
        best_of=phase.ruleset.best_of,
        address=snapshot.event.address,
        rehearsal=snapshot.rehearsal,
    )


def _letter(index: int) -> str:
    return SEAT_LETTERS[index] if index < len(SEAT_LETTERS) else str(index + 1)

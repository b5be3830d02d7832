"""Slips for tests."""

from dataclasses import replace

from runner.render.documents.slips.slip import Slip


def slip(table: int = 1, seats: int = 4, **changes: object) -> Slip:
    """A table's slip, with any field changed."""
    made = Slip(
        table=table,
        event="Friday Commander",
        round="Round 3",
        seats=tuple(f"Player{table}x{seat}, Ana" for seat in range(seats)),
        best_of=1,
        address="",
        rehearsal=False,
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # any field, by name

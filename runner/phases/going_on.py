"""Who is still in when a phase is over, in the order in which the next one seeds them."""

from __future__ import annotations

from runner.phases.model import PhaseResult


def by_rank(result: PhaseResult) -> tuple[str, ...]:
    """Everybody by rank but those who have left; before the first result, the field as it is."""
    if result.current is None:
        return tuple(player.id for player in result.field)
    return tuple(row.player for row in result.current.rows if not row.dropped)

"""What names under “Keep apart” have changed in a round, which everybody is told.

Who asks for what is private; that somebody asked, and how many tables are others for it, is not:
else names could be tried until the draw suits (docs/randomness.md).
"""

from collections.abc import Mapping
from typing import Any

from runner import phases

_NAMES = "keep_apart"


def changed(algorithm: str, state: Mapping[str, Any]) -> dict[str, int] | None:
    """How many pairs of players are kept apart by name, and at how many tables others sit than if
    nobody were; None where no name is given, or the round is not drawn in this way again."""
    pairs = {
        frozenset((player["id"], other))
        for player in state.get("players", ())
        for other in player.get(_NAMES, ())
    }
    if not pairs:
        return None
    players = [{**player, _NAMES: []} for player in state["players"]]
    drawn_again = phases.drawn_by(algorithm).drawn_again
    now, without = drawn_again(state), drawn_again({**state, "players": players})
    if now is None or without is None:
        return None
    there = {frozenset(table.seats) for table in now.seating.tables}
    others = there - {frozenset(table.seats) for table in without.seating.tables}
    return {"pairs": len(pairs), "tables": len(others)}

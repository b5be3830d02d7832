"""Draft pods that look as if the names on their sheet had been sorted without them."""

from collections.abc import Iterator

from runner.compute.held.question import changed_places, question
from runner.compute.snapshot import Snapshot
from runner.core.phrases import count
from runner.core.problems import Place, Problem
from runner.ledger.entries import EntryKind

_FEWEST = 7
"""Players moved; so many that no hand moves them one by one between two saves."""


def spots_moved(snapshot: Snapshot) -> Iterator[Problem]:
    """Most players of a draft have changed places among themselves."""
    for entry in snapshot.entries:
        moves = entry.data.get("by_hand", ()) if entry.kind is EntryKind.DRAFTED else ()
        players = sum(len(pod["seats"]) for pod in entry.data["pods"]) if moves else 0
        places = [(tuple(move["old"]), tuple(move["new"])) for move in moves]
        if len(moves) >= _FEWEST and 2 * len(moves) > players and changed_places(places):
            phase, moved = entry.round.phase, {move["player"] for move in moves}
            lines = (line for line in snapshot.event.draft if line.phase == phase)
            cells = (line.places["pod"] for line in lines if line.player in moved)
            what = f"{count(len(moves), 'player')} of the draft of "
            what += f"{snapshot.event.phase(phase).name} have changed places."
            yield question(
                "held.drafters-moved", next(cells, Place("Draft")), what, "they sit there now"
            )

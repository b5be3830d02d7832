"""How good the pairings that went out are, round by round, as the staff read it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.numbers import points
from runner.pairing.model import Pairing
from runner.render.text import NOTHING


class PairingQuality(NamedTuple):
    """A round's line: how many pairs met before, how many sat at a small pod twice, by how much the
    points differ, and whether that is `proved` to be the best; `notes` are the organiser's."""

    title: str
    repeats: str = NOTHING
    small: str = NOTHING
    points: str = NOTHING
    proof: str = "set by hand"
    proved: bool = False
    notes: tuple[str, ...] = ()


def pairing_quality(snapshot: Snapshot) -> Iterator[PairingQuality]:
    """The rounds that are out, the latest first; none of a playoff, where seeds leave nothing to
    choose."""
    for pairing in reversed(snapshot.pairings):
        playoff = phases.playoff(snapshot.phases[pairing.round.phase - 1].phase.type)
        if not pairing.proposed and (pairing.certificate or not playoff):
            yield _quality(snapshot, pairing)


def _quality(snapshot: Snapshot, pairing: Pairing) -> PairingQuality:
    made, name = pairing.certificate, snapshot.event.title(pairing.round)
    if made is None:
        return PairingQuality(name)
    proved = made.proved_optimal or made.points_mismatch == made.lower_bound
    return PairingQuality(
        title=name,
        repeats=str(made.repeated_pairs),
        small=str(made.small_pod_repeats),
        points=points(made.points_mismatch),
        proof="proved best" if proved else f"at least {points(made.lower_bound)}",
        proved=proved,
        notes=tuple(_named(snapshot, note) for note in made.notes),
    )


def _named(snapshot: Snapshot, note: str) -> str:
    """A note of a certificate, with names for ids."""

    def name(found: re.Match[str]) -> str:
        player = snapshot.players.get(found[0])
        return player.name if player else found[0]

    return re.sub(r"\w+", name, note)

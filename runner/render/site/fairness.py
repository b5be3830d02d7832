"""What everybody can hold the organiser to: the seed's SHA-256, since when, and the hall's roll."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.ledger.entries import Entry
from runner.ledger.seal import digest
from runner.render import text as texts


class Fairness(NamedTuple):
    """What the draws follow from; `seed` is "" while anything may still be drawn from it, and
    `changes` are sentences about what was there before."""

    sha256: str
    since: str
    roll: str
    seed: str
    changes: tuple[str, ...]


def fairness(snapshot: Snapshot) -> Fairness | None:
    """What draws follow from; None where the event has no seed, or is older than its promise."""
    lines, seed, zone = snapshot.seeds, snapshot.event.seed, snapshot.event.time_zone
    if not lines or lines[-1].data["sha256"] != digest(seed.encode()):
        return None
    promised = str(lines[-1].data["sha256"])
    first = next(
        at for at in reversed(range(len(lines))) if not at or _sha(lines, at - 1) != promised
    )
    return Fairness(
        promised,
        _when(lines[first], zone),
        snapshot.event.hall_roll,
        seed if snapshot.over and snapshot.rounds else "",
        tuple(_changes(lines, zone)),
    )


def _sha(lines: Sequence[Entry], at: int) -> str:
    return str(lines[at].data["sha256"])


def _changes(lines: Sequence[Entry], zone: str) -> Iterator[str]:
    """What was changed, in turn; the first roll is none, since nothing was there before."""
    for before, now in pairwise(lines):
        when = _when(now, zone)
        if before.data["sha256"] != now.data["sha256"]:
            yield f"The seed was changed{when}; its SHA-256 was {before.data['sha256']} until then."
        if before.data["roll"] and before.data["roll"] != now.data["roll"]:
            yield f"The hall roll was changed{when}; it was “{before.data['roll']}” until then."


def _when(line: Entry, zone: str) -> str:
    """ " on Saturday, 21 November 2026, at 10:00", or "" for a line that is being written."""
    if not line.at:
        return ""
    return f" on {texts.day(texts.instant(line.at, zone))}, at {texts.clock(line.at, zone)}"

"""What everybody can hold the organiser to: the seed's SHA-256, since when, and the hall's roll."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.ledger.entries import Entry
from runner.ledger.seal import digest
from runner.render import text as texts
from runner.render.told import Told


class Fairness(NamedTuple):
    """What the draws follow from; `seed` is "" while anything may still be drawn from it, and
    `changes` are sentences about what was there before."""

    sha256: str
    since: Told
    roll: str
    seed: str
    changes: tuple[Told, ...]


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


def _changes(lines: Sequence[Entry], zone: str) -> Iterator[Told]:
    """What was changed, in turn; the first roll is none, since nothing was there before."""
    for before, now in pairwise(lines):
        when = _when(now, zone)
        if before.data["sha256"] != now.data["sha256"]:
            was = before.data["sha256"]
            yield Told(
                f"The seed was changed{when}; its SHA-256 was {was} until then.", when.moments
            )
        if before.data["roll"] and before.data["roll"] != now.data["roll"]:
            was = before.data["roll"]
            yield Told(f"The hall roll was changed{when}; it was “{was}” until then.", when.moments)


def _when(line: Entry, zone: str) -> Told:
    """ " on Saturday, 21 November 2026, at 10:00", or "" for a line that is being written."""
    if not line.at:
        return Told("")
    moment, clock = texts.instant(line.at, zone), texts.clock(line.at, zone)
    return Told(f" on {texts.day(moment)}, at {clock}", {clock.removesuffix(" UTC"): moment})

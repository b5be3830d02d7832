"""What everybody can hold the organiser to: the seed's SHA-256, since when, and the hall's roll."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.language import _
from runner.ledger.entries import Entry
from runner.ledger.seal import digest
from runner.render import text as texts
from runner.render.timed_text import TimedText


class Fairness(NamedTuple):
    """What the draws follow from; `seed` is "" while anything may still be drawn from it, `since` a
    sentence on when it is shown, and `changes` are sentences about what was there before."""

    sha256: str
    since: TimedText
    roll: str
    seed: str
    changes: tuple[TimedText, ...]


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
        _since(lines[first], zone),
        snapshot.event.hall_roll,
        seed if snapshot.over and snapshot.rounds else "",
        tuple(_changes(lines, zone)),
    )


def _sha(lines: Sequence[Entry], at: int) -> str:
    return str(lines[at].data["sha256"])


def _changes(lines: Sequence[Entry], zone: str) -> Iterator[TimedText]:
    """What was changed, in turn; the first roll is none, since nothing was there before."""
    for before, now in pairwise(lines):
        when = _when(now, zone)
        if before.data["sha256"] != now.data["sha256"]:
            yield _seed_changed(str(before.data["sha256"]), when)
        if before.data["roll"] and before.data["roll"] != now.data["roll"]:
            yield _roll_changed(str(before.data["roll"]), when)


class _When(NamedTuple):
    """The day and the time of day of a line, and the moment that this is."""

    day: str
    time: str
    moments: Mapping[str, str]


def _when(line: Entry, zone: str) -> _When | None:
    """Nothing for a line that is being written."""
    if not line.at:
        return None
    moment, clock = texts.instant(line.at, zone), texts.clock(line.at, zone)
    return _When(texts.day(moment), clock, {clock.removesuffix(" UTC"): moment})


def _since(line: Entry, zone: str) -> TimedText:
    when = _when(line, zone)
    if when is None:
        return TimedText(
            _("The seed is shown when the event is over; its SHA-256, already recorded, will prove "
              "that it was the same all along.")
        )  # fmt: skip
    return TimedText(
        _("The seed is shown when the event is over; its SHA-256, recorded on {day} at {time}, "
          "will prove that it was the same all along.", day=when.day, time=when.time),
        when.moments,
    )  # fmt: skip


def _seed_changed(was: str, when: _When | None) -> TimedText:
    if when is None:
        return TimedText(_("The seed was changed; its SHA-256 was {was} until then.", was=was))
    return TimedText(
        _("The seed was changed on {day}, at {time}; its SHA-256 was {was} until then.",
          day=when.day, time=when.time, was=was),
        when.moments,
    )  # fmt: skip


def _roll_changed(was: str, when: _When | None) -> TimedText:
    if when is None:
        return TimedText(_("The hall roll was changed; it was “{was}” until then.", was=was))
    return TimedText(
        _("The hall roll was changed on {day}, at {time}; it was “{was}” until then.",
          day=when.day, time=when.time, was=was),
        when.moments,
    )  # fmt: skip

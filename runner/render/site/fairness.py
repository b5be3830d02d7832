"""What everybody can hold the organiser to: the seed's SHA-256, since when, and the hall's roll."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.core.language import N_, _
from runner.ledger.entries import Entry
from runner.ledger.seal import digest
from runner.render import text as texts
from runner.render.timed_text import TimedText

# What of a line may change, and the sentence about it, with and without when that was.
_CHANGED = (
    ("sha256", N_("The seed was changed on {day}, at {time}; its SHA-256 was {was} until then."),
     N_("The seed was changed; its SHA-256 was {was} until then.")),
    ("roll", N_("The hall roll was changed on {day}, at {time}; it was “{was}” until then."),
     N_("The hall roll was changed; it was “{was}” until then.")),
)  # fmt: skip


def fairness(snapshot: Snapshot) -> SimpleNamespace | None:
    """Return what the draws follow from; None where the event has no seed, or is older than its
    promise.

    `seed` is "" while anything may still be drawn from it, `since` a sentence on when it is shown,
    and `changes` are sentences about what was there before.
    """
    lines, seed, zone = snapshot.seeds, snapshot.event.seed, snapshot.event.time_zone
    if not lines or lines[-1].data["sha256"] != digest(seed.encode()):
        return None
    same = takewhile(lambda line: line.data["sha256"] == lines[-1].data["sha256"], reversed(lines))
    *_, first = same
    return SimpleNamespace(
        sha256=str(first.data["sha256"]),
        since=_since(first, zone),
        roll=snapshot.event.hall_roll,
        seed=seed if snapshot.over and snapshot.rounds else "",
        changes=tuple(_changes(lines, zone)),
    )


def _when(line: Entry, zone: str) -> tuple[dict[str, str], dict[str, str]]:
    """The day and the time of day of a line, and the moment that this is; nothing for a line that
    is being written."""
    if not line.at:
        return {}, {}
    moment, clock = texts.instant(line.at, zone), texts.clock(line.at, zone)
    return {"day": texts.day(moment), "time": clock}, {clock.removesuffix(" UTC"): moment}


def _since(line: Entry, zone: str) -> TimedText:
    when, moments = _when(line, zone)
    if when:
        text = _("The seed is shown when the event is over; its SHA-256, recorded on {day} at "
                 "{time}, will prove that it was the same all along.", **when)  # fmt: skip
    else:
        text = _("The seed is shown when the event is over; its SHA-256, already recorded, will "
                 "prove that it was the same all along.")  # fmt: skip
    return TimedText(text, moments)


def _changes(lines: Sequence[Entry], zone: str) -> Iterator[TimedText]:
    """What was changed, in turn; the first roll is none, since nothing was there before."""
    for before, now in pairwise(lines):
        when, moments = _when(now, zone)
        for what, timed, untimed in _CHANGED:
            was = before.data[what]
            if was and was != now.data[what]:
                yield TimedText(_(timed if when else untimed, was=was, **when), moments)

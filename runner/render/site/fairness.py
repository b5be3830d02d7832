"""What makes the draws verifiable: the seed's SHA-256, its date, and the roll of the hall."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.core.language import N_, _
from runner.ledger.entries import Entry
from runner.ledger.seal import digest
from runner.render import text as texts
from runner.render.timed_text import TimedText

# Fields of a ledger entry that can change, and a sentence for it, with and without its time.
_CHANGED = (
    ("sha256", N_("The seed was changed on {day}, at {time}; its SHA-256 was {was} until then."),
     N_("The seed was changed; its SHA-256 was {was} until then.")),
    ("roll", N_("The hall roll was changed on {day}, at {time}; it was “{was}” until then."),
     N_("The hall roll was changed; it was “{was}” until then.")),
)  # fmt: skip


def fairness(snapshot: Snapshot) -> SimpleNamespace | None:
    """Return what the draws are based on; None if the event has no seed, or predates its
    commitment.

    `seed` is "" while it is still in use, `since` a sentence on when it will be shown, and
    `changes` are sentences about earlier values, and `address` is where the site is published.
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
        address=snapshot.event.address,
        changes=tuple(_changes(lines, zone)),
    )


def _when(line: Entry, zone: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return an entry's day and time of day, and the moment of that time; nothing for an entry that
    is still being written."""
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
    """Yield what was changed, in order; the first roll is not a change."""
    for before, now in pairwise(lines):
        when, moments = _when(now, zone)
        for what, timed, untimed in _CHANGED:
            was = before.data[what]
            if was and was != now.data[what]:
                yield TimedText(_(timed if when else untimed, was=was, **when), moments)

"""When time is called, as pages count down to it."""

from datetime import datetime
from typing import NamedTuple

from runner.compute.clock import RoundClock, TableClock
from runner.compute.snapshot import Snapshot
from runner.core.event import Round
from runner.core.language import _
from runner.render import text as texts


class Countdown(NamedTuple):
    """`called` is when time is called, ISO 8601 with the offset of the hall, "" where nobody knows;
    `words` say it to who reads without a script: "until 15:25", "until 15:32 (+7)", "no time
    limit"; `hour` is the time of day alone, "15:25"."""

    called: str = ""
    words: str = ""
    hour: str = ""


def countdown(snapshot: Snapshot, round_: Round, table: int | None = None) -> Countdown:
    """The time of a round, or of one of its tables; empty where nobody plays any more."""
    clock = snapshot.clocks.get(round_.id)
    if clock is None or not clock.tables:
        return Countdown()
    own: RoundClock | TableClock | None = clock if table is None else clock.at(table)
    if own is None:
        return Countdown()
    if not own.called:
        drawn = isinstance(own, TableClock) and own.drawn
        unlimited = clock.limit.minutes is None and not drawn
        return Countdown(words=_("no time limit") if unlimited else "")
    hour = _of_day(clock, own.called)
    if isinstance(own, TableClock) and own in clock.apart:
        words = _("until {time} (+{extra})", time=hour, extra=own.extra)
    else:
        words = _("until {time}", time=hour)
    return Countdown(_instant(clock, own.called), words, hour)


def until(iso: str, zone: str) -> Countdown:
    """Until a moment that no round's clock has, ISO 8601; empty where nobody knows it."""
    if not iso:
        return Countdown()
    hour = texts.clock(iso, zone).removesuffix(" UTC")
    return Countdown(texts.instant(iso, zone), _("until {time}", time=hour), hour)


def _instant(clock: RoundClock, iso: str) -> str:
    known = iso and datetime.fromisoformat(iso).tzinfo
    return texts.instant(iso, clock.zone) if known else ""


def _of_day(clock: RoundClock, iso: str) -> str:
    return texts.clock(iso, clock.zone).removesuffix(" UTC")

"""The event and its rounds as a calendar (iCalendar, RFC 5545)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from runner.compute.clock import RoundClock
from runner.compute.snapshot import Snapshot
from runner.core.dates import hall_time
from runner.core.language import _
from runner.render import text as texts
from runner.render.feeds.atom import mark

_OCTETS = 75  # per line, RFC 5545, 3.1
_NEVER = "1970-01-01T00:00:00+00:00"


def calendar(snapshot: Snapshot, address: str) -> bytes:
    """Return the event's day and the times of its rounds, as far as known, or b"" if nothing is.
    `address` is the public URL, or ""."""
    event = snapshot.event
    day = Day(mark(snapshot, "day"), event.name, event.date, event.venue, address)
    return _written([*_day(day, _stamp(snapshot)), *_rounds(snapshot)])


class Day(NamedTuple):
    """An event of one day: what identifies it for good, its name, day (ISO 8601), place, and public
    URL or ""."""

    uid: str
    name: str
    date: str
    venue: str
    address: str = ""


def calendar_of(days: Iterable[Day]) -> bytes:
    """Return a calendar of several events, or b"" if none has a day."""
    return _written([line for day in days for line in _day(day, _NEVER)])


def _written(entries: Sequence[str]) -> bytes:
    if not entries:
        return b""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Runner//Runner//EN", *entries,
             "END:VCALENDAR"]  # fmt: skip
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _day(day: Day, stamp: str) -> Iterator[str]:
    if not texts.is_day(day.date):
        return
    first = date.fromisoformat(day.date[:10])
    yield from _begun(day.uid, stamp)
    yield f"SUMMARY:{_text(day.name)}"
    yield f"DTSTART;VALUE=DATE:{first:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{first + timedelta(days=1):%Y%m%d}"
    yield from _where(day.venue)
    if day.address:
        yield f"URL:{day.address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _rounds(snapshot: Snapshot) -> Iterator[str]:
    for round_ in snapshot.rounds:
        clock = snapshot.clocks.get(round_.id)
        if clock is None or not clock.began:
            continue
        about = f"round {round_.id.phase}.{round_.id.number}"
        yield from _begun(mark(snapshot, about), _stamp(snapshot))
        title = snapshot.event.title(round_.id)
        summary = _("{round}, {event}", round=title, event=snapshot.event.name)
        yield f"SUMMARY:{_text(summary)}"
        yield f"DTSTART:{_time(clock, clock.began)}"
        if clock.called and not clock.stopped:
            yield f"DTEND:{_time(clock, clock.called)}"
        yield from _where(snapshot.event.venue)
        yield "END:VEVENT"


def _stamp(snapshot: Snapshot) -> str:
    """Return when a round was last published."""
    out = (clock.published for clock in snapshot.clocks.values() if clock.published)
    return max(out, default=_NEVER)


def _begun(uid: str, stamp: str) -> Iterator[str]:
    """Yield the first lines of an entry."""
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}"
    yield f"DTSTAMP:{_utc(datetime.fromisoformat(texts.instant(stamp)))}"


def _where(venue: str) -> Iterator[str]:
    if venue:
        yield f"LOCATION:{_text(venue)}"


def _time(clock: RoundClock, iso: str) -> str:
    """Return a moment in UTC if the hall's time zone is known, else in local time."""
    when = hall_time(iso, clock.zone)
    return f"{when:%Y%m%dT%H%M%S}" if when.tzinfo is None else _utc(when)


def _utc(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """Return the line folded to 75 octets, without splitting a character."""
    parts, room = [""], _OCTETS
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append("")
            room = _OCTETS - 1
        parts[-1] += letter
        room -= size
    return "\r\n ".join(parts)

"""Days as typed, and the venue's time zone: "Europe/Lisbon", or an offset: "+01:00"."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


def impossible_day(text: str) -> bool:
    """Return whether the text begins with a date that does not exist: "2026-13-45"."""
    if match := _DAY.match(text.strip()):
        try:
            date(*map(int, match.groups()))
        except ValueError:
            return True
    return False


_OFFSET = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_FARTHEST = timedelta(hours=14)


@cache
def zone(name: str) -> tzinfo | None:
    """Return the time zone of that name, ignoring case; None for "" and for unknown names."""
    if match := _OFFSET.fullmatch(name):
        ahead = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return timezone(-ahead if match[1] == "-" else ahead) if ahead <= _FARTHEST else None
    known = {each.casefold(): each for each in available_timezones()} if name else {}
    spelt = known.get(name.casefold().replace(" ", "_"))
    return ZoneInfo(spelt) if spelt else None


def alike(name: str) -> str:
    """Return the full name of a zone that was typed without its continent: "Europe/Lisbon" for
    "Lisbon"."""
    wanted = name.casefold().replace(" ", "_")
    cities: Iterable[str] = (each for each in sorted(available_timezones()) if "/" in each)
    return next((each for each in cities if each.rpartition("/")[2].casefold() == wanted), "")


def hall_time(iso: str, name: str) -> datetime:
    """Return a moment (ISO 8601) in the venue's local time; unchanged if its zone is unknown. A
    moment without an offset is UTC if the zone is known."""
    when, there = datetime.fromisoformat(iso), zone(name)
    if there is None:
        return when
    # Use a fixed offset: two times with the same zone would compare by local time.
    at = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(there)
    return at.replace(tzinfo=timezone(at.utcoffset() or timedelta(0)))


def on_the_clock(shown: datetime, name: str) -> datetime:
    """Return the moment of a local time at the venue; naive if the zone is unknown."""
    if (there := zone(name)) is None:
        return shown
    return shown.replace(tzinfo=timezone(shown.replace(tzinfo=there).utcoffset() or timedelta(0)))

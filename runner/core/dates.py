"""Days as they are typed, and the hall's time zone: "Europe/Lisbon", or an offset: "+01:00"."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


def impossible_day(text: str) -> bool:
    """Whether the text begins as a day does that no calendar has: "2026-13-45"."""
    if found := _DAY.match(text.strip()):
        try:
            date(*map(int, found.groups()))
        except ValueError:
            return True
    return False


_OFFSET = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_FARTHEST = timedelta(hours=14)


@cache
def zone(name: str) -> tzinfo | None:
    """The zone of that name, in any capitals; None for "" and where there is none."""
    if found := _OFFSET.fullmatch(name):
        ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return timezone(-ahead if found[1] == "-" else ahead) if ahead <= _FARTHEST else None
    known = {each.casefold(): each for each in available_timezones()} if name else {}
    spelt = known.get(name.casefold().replace(" ", "_"))
    return ZoneInfo(spelt) if spelt else None


def alike(name: str) -> str:
    """The zone of a place that was typed without its continent: "Europe/Lisbon" for "Lisbon"."""
    wanted = name.casefold().replace(" ", "_")
    cities: Iterable[str] = (each for each in sorted(available_timezones()) if "/" in each)
    return next((each for each in cities if each.rpartition("/")[2].casefold() == wanted), "")


def hall_time(iso: str, name: str) -> datetime:
    """A moment (ISO 8601) as the clocks in the hall show it; where its zone is not known, as it was
    written down. A moment without an offset is UTC where the zone is known."""
    when, there = datetime.fromisoformat(iso), zone(name)
    if there is None:
        return when
    # The offset is fixed: two times of one zone would be compared by what clocks show.
    at = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(there)
    return at.replace(tzinfo=timezone(at.utcoffset() or timedelta(0)))


def on_the_clock(shown: datetime, name: str) -> datetime:
    """The moment of a time typed as the hall's clocks show it; naive where the zone is unknown."""
    if (there := zone(name)) is None:
        return shown
    return shown.replace(tzinfo=timezone(shown.replace(tzinfo=there).utcoffset() or timedelta(0)))

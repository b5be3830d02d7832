"""The clock of a round: when time is called at each table, and until when extra turns may last.

Nothing here looks at a clock: a round's start comes in as data. Times are ISO 8601, with their
offset from UTC where that is known, and "" where nothing is (docs/rules.md 7).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from runner.core.dates import hall_time, on_the_clock
from runner.core.event import Round, RoundId
from runner.rules.limits import Limit

Stop = tuple[str, str]
"""From when and until when the clock stands still (ISO 8601); "" where nobody knows the end yet."""


@dataclass(frozen=True, slots=True)
class TableClock:
    """The time of one table that still plays.

    `called` is when time is called, `ends` when its extra turns must end; "" where there is no
    limit, or nobody knows when the round began. `extra` are its own extra minutes. `drawn`: it has
    drawn a game intentionally, so that it has a limit where others have none; `beside` are the
    tables without one that still play: as long as they do, it may go on past its time.
    """

    table: int
    called: str = ""
    ends: str = ""
    extra: int = 0
    drawn: bool = False
    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The time of a round. `stated`: its start is what the organiser says; else it is when the
    round was published, and `began` is "" where it was published elsewhere.

    `extra` are minutes that all tables have been given; `called` and `ends` hold for every table
    that has no time of its own. `zone` is that of the hall, or "". `tables` are those that still
    play, by number. `published` is when the round came out, or "".

    `stops` are the times in which the clock stood still, each from when and until when. The latest
    may have no end yet, "": then `called` and `ends` are as if it went on at once, and go with it.
    """

    round: RoundId
    limit: Limit
    began: str = ""
    stated: bool = False
    extra: int = 0
    called: str = ""
    ends: str = ""
    zone: str = ""
    tables: tuple[TableClock, ...] = ()
    published: str = ""
    stops: tuple[Stop, ...] = ()

    @property
    def stopped(self) -> str:
        """Since when the clock stands still; "" while it runs."""
        return next((at for at, until in self.stops if not until), "")

    def waits(self, at: str) -> bool:
        """Whether a time comes later than it says, because the clock stands still before it."""
        return bool(at and self.stopped) and _moment(self.stopped) < _moment(at)

    @property
    def apart(self) -> tuple[TableClock, ...]:
        """The tables whose time is not that of the round."""
        timed = self.limit.timed
        return tuple(table for table in self.tables if table.drawn or (table.extra and timed))

    def at(self, table: int) -> TableClock | None:
        """The time of a table, or None where it doesn't play any more."""
        return next((timed for timed in self.tables if timed.table == table), None)


def clock(
    round_: Round,
    limit: Limit,
    began: str,
    extra: Mapping[int | None, int],
    playing: Collection[int],
    *,
    stated: bool = False,
    zone: str = "",
    published: str = "",
    stops: Sequence[Stop] = (),
) -> RoundClock:
    """The time of a round that began then.

    `extra` are the extra minutes of each table, and under None those of all; `playing` are the
    tables that have not finished; `stops` are in any order.
    """
    stops = _joined(stops)
    intentional = {table.number for table in round_.tables if table.intentional}
    drawn = intentional & {*playing} if limit.drawn is not None else set()
    for_all = extra.get(None, 0)
    beside = tuple(sorted(set(playing) - drawn))
    tables = []
    for table in sorted(playing):
        own, by_draw = extra.get(table, 0), table in drawn
        minutes = limit.drawn if by_draw else limit.minutes
        called = later(began, minutes, for_all + own, stops)
        ends = later(called, limit.turn_minutes, stops=stops)
        tables.append(TableClock(table, called, ends, own, by_draw, beside if by_draw else ()))
    called = later(began, limit.minutes, for_all, stops)
    return RoundClock(
        round=round_.id,
        limit=limit,
        began=began,
        stated=stated,
        extra=for_all,
        called=called,
        ends=later(called, limit.turn_minutes, stops=stops),
        zone=zone,
        tables=tuple(tables),
        published=published,
        stops=stops,
    )


def later(at: str, minutes: int | None, more: int = 0, stops: Sequence[Stop] = ()) -> str:
    """The time so many minutes on by a clock that stands still in the `stops`, of which none meets
    another; "" where one of the two is not known, or no calendar has it."""
    if not at or minutes is None:
        return ""
    try:
        began = datetime.fromisoformat(at)
        end = began + timedelta(minutes=minutes + more)
        for stop, until in stops:
            stood = datetime.fromisoformat(stop)
            if stood >= end or not until:
                break
            still = datetime.fromisoformat(until) - max(stood, began)
            end += max(still, timedelta(0))
        return end.isoformat()
    except OverflowError:
        return ""


def _joined(stops: Sequence[Stop]) -> tuple[Stop, ...]:
    """The stops in order, those that meet as one."""
    joined: list[Stop] = []
    for at, until in sorted(stops, key=lambda stop: _moment(stop[0])):
        if joined and (not joined[-1][1] or _moment(at) <= _moment(joined[-1][1])):
            first, end = joined[-1]
            joined[-1] = first, end and until and max(end, until, key=_moment)
        else:
            joined.append((at, until))
    return tuple(joined)


def _moment(iso: str) -> datetime:
    return datetime.fromisoformat(iso)


def start(typed: str, published: str, day: str, zone: str = "") -> str:
    """When a round began, by what was typed ("14:10", or with a day before it) and when it was
    published; nothing typed means then.

    A time without a day is the one nearest to the publication, or else on the day of the event,
    `day`. It is of the hall's `zone`, by winter or summer time; where that is not known it has the
    publication's offset from UTC: both are of one hall.
    """
    around = hall_time(published, zone) if published else None
    if not typed:
        return around.isoformat() if around else ""
    said, _, hour = typed.rpartition(" ")
    if said or around is None:
        return _on(said or day, hour, around, zone)
    dates = [around.date() + timedelta(days=shift) for shift in (-1, 0, 1)]
    near = [_with_offset(datetime.fromisoformat(f"{at}T{hour}"), around, zone) for at in dates]
    return min(near, key=lambda moment: abs(moment - around)).isoformat()


def _on(day: str, hour: str, around: datetime | None, zone: str) -> str:
    """That time of a day; "" for a text that is no date."""
    try:
        when = datetime.fromisoformat(f"{date.fromisoformat(day[:10])}T{hour}")
    except ValueError:
        return ""
    return _with_offset(when, around, zone).isoformat()


def _with_offset(shown: datetime, around: datetime | None, zone: str) -> datetime:
    there = on_the_clock(shown, zone)
    return there if there.tzinfo or around is None else shown.replace(tzinfo=around.tzinfo)

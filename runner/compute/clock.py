"""The clock of each round: when time is called at each table, and when extra turns must end.

It follows from the rules, the ledger and the Time sheet; no clock is read here, as a round's start
is given as data. Times are ISO 8601, with their offset from UTC if it is known, and "" if unknown
(docs/rules.md 7).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from runner import phases
from runner.core.dates import hall_time, on_the_clock
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.problems import Problem, error, warning
from runner.core.rounds import Round
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.ledger.entries import DRAWN
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.rules.limits import Limit, limit

Stop = tuple[str, str]
"""When the clock was stopped and restarted (ISO 8601); the latter is "" while it stands still."""


class TableClock(NamedTuple):
    """The time of one table that is still playing.

    `called` is when time is called, `ends` when its extra turns must end; "" without a limit, or if
    the start is unknown. `extra` are its own extra minutes. `drawn`: it has a limit, which others
    do not have, as it has intentionally drawn a game; `beside` are the tables without a limit that
    are still playing: as long as they do, it may continue past its time.
    """

    table: int
    called: str = ""
    ends: str = ""
    extra: int = 0
    drawn: bool = False
    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The time of a round. `stated`: the organiser has typed its start; else it began when it was
    published, and `began` is "" if it was published elsewhere.

    `extra` are the minutes added for all tables; `called` and `ends` hold for every table without a
    time of its own. `zone` is the time zone of the venue, or "". `tables` are those still playing,
    by number. `published` is when the round was published, or "". `stops` are the intervals in
    which the clock was stopped. The last may have no end yet, "": then `called` and `ends` do not
    include it.
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
        """When the clock was stopped; "" while it runs."""
        return next((at for at, until in self.stops if not until), "")

    def waits(self, at: str) -> bool:
        """Return whether a time will be later than stated, because the clock is stopped before
        it."""
        return bool(at and self.stopped) and _moment(self.stopped) < _moment(at)

    @property
    def apart(self) -> tuple[TableClock, ...]:
        """The tables whose time differs from that of the round."""
        timed = self.limit.timed
        return tuple(table for table in self.tables if table.drawn or (table.extra and timed))

    def at(self, table: int) -> TableClock | None:
        """Return the time of a table; None if it is not playing."""
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
    """Return the time of a round, given its start. `extra` are the extra minutes of each table, and
    under None those of all; `playing` are the tables that have not finished; `stops` may be in any
    order."""
    stops = _joined(stops)
    intentional = {table.number for table in round_.tables if table.intentional}
    drawn = intentional & {*playing} if limit.drawn is not None else set()
    for_all, beside = extra.get(None, 0), tuple(sorted(set(playing) - drawn))
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
    """Return the time so many minutes later, by a clock that stands still during the `stops`; "" if
    unknown."""
    if not at or minutes is None:
        return ""
    try:
        began = _moment(at)
        end = began + timedelta(minutes=minutes + more)
        for stop, until in stops:
            if _moment(stop) >= end or not until:
                break
            end += max(_moment(until) - max(_moment(stop), began), timedelta(0))
        return end.isoformat()
    except OverflowError:
        return ""


def _joined(stops: Sequence[Stop]) -> tuple[Stop, ...]:
    """Return the stops in order, with overlapping ones joined."""
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
    """Return when a round began, given what was typed ("14:10", perhaps with a date before it) and
    when it was published; if nothing was typed, it began then. A time without a date is the one
    nearest to the publication, or else on the `day` of the event. It is local time in the `zone` of
    the venue; if that is unknown, it has the publication's offset from UTC."""
    around = hall_time(published, zone) if published else None
    if not typed:
        return around.isoformat() if around else ""
    date_typed, _, hour = typed.rpartition(" ")
    if date_typed or around is None:
        return _on(date_typed or day, hour, around, zone)
    dates = [around.date() + timedelta(days=shift) for shift in (-1, 0, 1)]
    near = [_with_offset(datetime.fromisoformat(f"{at}T{hour}"), around, zone) for at in dates]
    return min(near, key=lambda moment: abs(moment - around)).isoformat()


def _on(day: str, hour: str, around: datetime | None, zone: str) -> str:
    """Return that time of a day; "" if the text is not a date."""
    try:
        when = datetime.fromisoformat(f"{date.fromisoformat(day[:10])}T{hour}")
    except ValueError:
        return ""
    return _with_offset(when, around, zone).isoformat()


def _with_offset(shown: datetime, around: datetime | None, zone: str) -> datetime:
    there = on_the_clock(shown, zone)
    return there if there.tzinfo or around is None else shown.replace(tzinfo=around.tzinfo)


_SOONER = timedelta(hours=1)  # a start so long before the publication is probably a mistake


def clocks(
    event: Event, results: Sequence[PhaseResult], ledger: Ledger
) -> tuple[dict[RoundId, RoundClock], list[Problem]]:
    """Return the clock of each published round, and the problems of lines of the Time sheet."""
    timing = _Timing.of(event, results, ledger)
    by_round = {
        round_.id: timing.clock(number, result, round_)
        for number, (result, round_) in enumerate(timing.rounds, 1)
    }
    return by_round, timing.problems()


@dataclass(frozen=True, slots=True)
class _Timing:
    """An event's published rounds in order, when each was paired, and the Time sheet's lines by
    round."""

    event: Event
    rounds: tuple[tuple[PhaseResult, Round], ...]
    planned: int | None
    published: Mapping[RoundId, str]
    starts: Mapping[int, RoundStart]
    extra: Mapping[int, Mapping[int | None, int]]

    @classmethod
    def of(cls, event: Event, results: Sequence[PhaseResult], ledger: Ledger) -> _Timing:
        extra: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
        for line in event.extensions:
            extra[line.round][line.table] += line.minutes
        planned = [result.planned for result in results]
        return cls(
            event=event,
            rounds=tuple((result, round_) for result in results for round_ in result.rounds),
            planned=None if None in planned else sum(number or 0 for number in planned),
            published={e.round: e.at for e in ledger.in_force if e.kind in DRAWN},
            starts={line.round: line for line in event.starts},
            extra=extra,
        )

    def clock(self, number: int, result: PhaseResult, round_: Round) -> RoundClock:
        """Return the clock of the round with that number over the whole event."""
        typed = self.starts.get(number)
        began = self._began(typed, round_.id)
        playing = [
            table.number
            for table in round_.tables
            if table.seats and phases.find(result.phase.type).is_open(table, result.ruleset)
        ]
        stops = [self._stop(x, began) for x in self.event.stops if x.round == number and began]
        return clock(
            round_, self._limit(result, round_), began, self.extra.get(number, {}), playing,
            stated=typed is not None,
            zone=self.event.time_zone,
            published=self.published.get(round_.id, ""),
            stops=[each for each in stops if not each[1] or _moment(each[1]) > _moment(each[0])],
        )  # fmt: skip

    def _limit(self, result: PhaseResult, round_: Round) -> Limit:
        stated = frozenset({*self.event.settings, *result.phase.settings})
        type_ = phases.find(result.phase.type)
        return limit(result.phase, result.ruleset, type_.stage(result, round_), stated)

    def _began(self, typed: RoundStart | None, id_: RoundId) -> str:
        day = self.event.date or self.event.saved
        zone = self.event.time_zone
        return start(typed.at if typed else "", self.published.get(id_, ""), day, zone)

    def _stop(self, line: ClockStop, began: str) -> Stop:
        """Return the stop of a line: its start is the time nearest to the round's start, its end
        the time nearest to that."""
        zone = self.event.time_zone
        stopped = start(line.stopped, began, "", zone)
        return stopped, start(line.goes_on, stopped, "", zone) if line.goes_on else ""

    # --- lines without effect -------------------------------------------------------------------

    def problems(self) -> list[Problem]:
        """Return the problems of lines for unknown rounds or tables, and of odd times."""
        possible = (
            *(self._unknown_round(x) or self._unknown_table(x) for x in self.event.extensions),
            *(self._unknown_round(x) or self._odd_start(x) for x in self.event.starts),
            *(self._unknown_round(x) or self._odd_stop(x) for x in self.event.stops),
        )
        return [*filter(None, possible)]

    def _unknown_round(self, line: TimeExtension | RoundStart | ClockStop) -> Problem | None:
        if line.round <= len(self.rounds) or self.planned is None or line.round <= self.planned:
            return None
        many = count(self.planned, "round")
        return error("time.no-such-round", line.place("round"),
            f"There is no round {line.round}: the event has {many} in all.",
            "Correct the number, or clear the line. Rounds count over the whole event here.",
        )  # fmt: skip

    def _unknown_table(self, line: TimeExtension) -> Problem | None:
        if line.round > len(self.rounds):
            return warning("time.round-not-out", line.place("round"),
                f"Round {line.round} of the event is not out yet, so these minutes wait.",
                "If another round was meant, correct the number.")  # fmt: skip
        result, now = self.rounds[line.round - 1]
        if line.table is None or any(table.number == line.table for table in now.tables):
            return None
        return error("time.no-such-table", line.place("table"),
            f"There is no table {line.table} in {result.phase.title(now.id.number)}.",
            "Correct the number of the table, or that of the round.")  # fmt: skip

    def _odd_start(self, line: RoundStart) -> Problem | None:
        if self.starts[line.round] is not line:
            return warning("time.two-starts", line.place("began"),
                f"Round {line.round} has two start times; the lowest line counts.",
                "Clear the line that is wrong.")  # fmt: skip
        if not (published := self._published(line.round)):
            return None
        zone = self.event.time_zone
        if _moment(start(line.at, published, "", zone)) > _moment(published) - _SOONER:
            return None
        return warning("time.start-differs", line.place("began"),
            f"The start of round {line.round} is typed as {line.at}, but was published at "
            f"{hall_time(published, zone):%H:%M}.",
            "Correct the time if it is wrong; it counts as typed.")  # fmt: skip

    def _odd_stop(self, line: ClockStop) -> Problem | None:
        id_ = self.rounds[line.round - 1][1].id if line.round <= len(self.rounds) else None
        began = self._began(self.starts.get(line.round), id_) if id_ else ""
        if not began:
            return None
        stopped, until = self._stop(line, began)
        if until and _moment(until) <= _moment(stopped):
            return error("time.restart-before-stop", line.place("goes_on"),
                f"The clock of round {line.round} is to restart at {line.goes_on}, but it stopped "
                f"at {line.stopped}, so the line doesn’t count.",
                "Correct the time that is wrong.")  # fmt: skip
        if _moment(until or stopped) >= _moment(began):
            return None
        return warning("time.stop-before-round", line.place("stopped"),
            f"The clock of round {line.round} was stopped before the round began at "
            f"{hall_time(began, self.event.time_zone):%H:%M}, which changes nothing.",
            "Correct the number of the round, or the time.")  # fmt: skip

    def _published(self, number: int) -> str:
        if number > len(self.rounds):
            return ""
        return self.published.get(self.rounds[number - 1][1].id, "")

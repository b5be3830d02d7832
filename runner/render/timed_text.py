"""Times of a round and its tables as sentences, as countdowns, and as data for the script.

Nothing here depends on the current time. A `TimedText` knows the moments of the times of day in it;
`time_view` and `short` return such sentences, `countdown` returns when time is called, and
`clock_facts` returns the data for the browser's clock (`templates/shared/clock.js`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from runner.compute.clock import RoundClock, TableClock
from runner.core.dates import hall_time
from runner.core.language import _, listed, ngettext, pgettext
from runner.render import text as texts
from runner.rules.limits import PLAYERS_LEFT

if TYPE_CHECKING:
    from runner.compute.draft import Draft
    from runner.compute.snapshot import Snapshot
    from runner.core.rounds import Round

_TIME = re.compile(r"((?<!\d)(?<!\d:)\d\d:\d\d(?!:?\d))")
_NONE: Mapping[str, str] = MappingProxyType({})


class TimedText(str):
    """A text with `moments`: ISO 8601 moments for the times of day in it ("14:05").

    A page marks these times up, and the reader's browser adds the local time; elsewhere it is plain
    text.
    """

    moments: Mapping[str, str]

    def __new__(cls, text: str, moments: Mapping[str, str] = _NONE) -> TimedText:
        """Return the text with the moments of its times of day."""
        timed = super().__new__(cls, text)
        timed.moments = moments
        return timed


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with a moment: times of day have theirs, other pieces ""."""
    moments = text.moments if isinstance(text, TimedText) else _NONE
    for piece in _TIME.split(text):
        yield piece, moments.get(piece, "")


def time_view(snapshot: Snapshot, round_: Round) -> SimpleNamespace | None:
    """Return the time of a round as `words`, and a sentence for each of the `tables` whose time
    differs; None if nobody is playing any more."""
    clock = _playing(snapshot, round_)
    if clock is None:
        return None
    moments = dict(_moments(clock))
    tables = tuple(TimedText(_table(clock, table), moments) for table in clock.apart)
    words = TimedText(" ".join((_minutes(clock), *_turns(clock))), moments)
    return SimpleNamespace(words=words, tables=tables)


def _moments(clock: RoundClock) -> Iterator[tuple[str, str]]:
    """Yield each time of day in the sentences with its moment, if its offset is known."""
    tables = (table.called for table in clock.apart)
    for iso in filter(None, (clock.called, clock.ends, clock.stopped, *tables)):
        if datetime.fromisoformat(iso).tzinfo:
            yield _at(clock, iso).removesuffix(" UTC"), texts.instant(iso, clock.zone)


def short(snapshot: Snapshot, round_: Round, table: int | None = None) -> TimedText:
    """Return when time is called in a round or at one of its tables: "Time at 15:25".

    Return "" if nobody is playing any more, or the time is unknown.
    """
    clock = _playing(snapshot, round_)
    own = clock and table is not None and clock.at(table)
    if clock is None or own is None:
        return TimedText("")
    called_at = own.called if own else clock.called
    if not called_at and not clock.waits(called_at):
        unlimited = clock.limit.minutes is None and not (own and own.drawn)
        return TimedText(_("No time limit") if unlimited else "")
    if clock.waits(called_at):
        text = _("Clock stopped at {time}", time=_at(clock, clock.stopped))
    elif own and own in clock.apart and own.extra:
        text = _("Time at {time} (+{extra})", time=_at(clock, called_at), extra=own.extra)
    else:
        text = _("Time at {time}", time=_at(clock, called_at))
    return TimedText(text, dict(_moments(clock)))


def _playing(snapshot: Snapshot, round_: Round) -> RoundClock | None:
    """Return the clock of a round, or None if nobody is playing any more."""
    clock = snapshot.clocks.get(round_.id)
    return clock if clock and clock.tables else None


def _minutes(clock: RoundClock) -> str:
    """Return the length of the round: "75 minutes, until 15:25."."""
    minutes, extra = clock.limit.minutes, clock.extra
    called = clock.called and _at(clock, clock.called)
    if minutes is None:
        return _("No time limit.")
    if clock.waits(clock.called):
        stopped = _at(clock, clock.stopped)
        if extra:
            return ngettext(
                "{n} minute and {extra} more; the clock has been stopped since {time}.",
                "{n} minutes and {extra} more; the clock has been stopped since {time}.",
                minutes, extra=extra, time=stopped,
            )  # fmt: skip
        return ngettext(
            "{n} minute; the clock has been stopped since {time}.",
            "{n} minutes; the clock has been stopped since {time}.",
            minutes, time=stopped,
        )  # fmt: skip
    if called and extra:
        return ngettext(
            "{n} minute and {extra} more, until {time}.",
            "{n} minutes and {extra} more, until {time}.",
            minutes, extra=extra, time=called,
        )  # fmt: skip
    if called:
        return ngettext(
            "{n} minute, until {time}.", "{n} minutes, until {time}.", minutes, time=called
        )
    if extra:
        return ngettext(
            "{n} minute and {extra} more.", "{n} minutes and {extra} more.", minutes, extra=extra
        )
    return ngettext("{n} minute.", "{n} minutes.", minutes)


def _turns(clock: RoundClock) -> Iterator[str]:
    """Yield what follows after time is called: "Then five extra turns, ending by 15:45."."""
    minutes, many = clock.limit.turn_minutes, turns(clock)
    if clock.limit.minutes is None or not many:
        return
    if clock.limit.turns == "0":
        yield _("Then the turn is finished.")
    elif minutes is None:
        yield _("Then {turns}.", turns=many)
    elif clock.ends and not clock.waits(clock.ends):
        yield _("Then {turns}, ending by {time}.", turns=many, time=_at(clock, clock.ends))
    else:
        # Note: {turns} is “five extra turns” or “one extra turn per player left”.
        yield ngettext(
            "Then {turns}, in {n} minute.", "Then {turns}, in {n} minutes.", minutes, turns=many
        )


def turns(clock: RoundClock) -> str:
    """Return the turns after time is called: "five extra turns"; "" if none are set."""
    many = clock.limit.turns
    written = {
        "": "", "0": _("finish the turn"), PLAYERS_LEFT: _("one extra turn per player left"),
        "1": _("one extra turn"), "2": _("two extra turns"), "3": _("three extra turns"),
        "4": _("four extra turns"), "5": _("five extra turns"),
    }  # fmt: skip
    if many in written:
        return written[many]
    return ngettext("{n} extra turn", "{n} extra turns", int(many))


def called(clock: RoundClock) -> str:
    """Return the announcement at the end of the time: "Time. Five extra turns"."""
    many = clock.limit.turns
    written = {
        # Note: what is called when a round’s time is over.
        "": pgettext("called", "Time"), "0": _("Time. Finish the turn"),
        PLAYERS_LEFT: _("Time. One extra turn per player left"),
        "1": _("Time. One extra turn"), "2": _("Time. Two extra turns"),
        "3": _("Time. Three extra turns"), "4": _("Time. Four extra turns"),
        "5": _("Time. Five extra turns"),
    }  # fmt: skip
    if many in written:
        return written[many]
    return ngettext("Time. {n} extra turn", "Time. {n} extra turns", int(many))


def _table(clock: RoundClock, table: TableClock) -> str:
    """Return a table's own time: "Table 4: until 15:32 (+7)"."""
    known = table.called and not clock.waits(table.called)
    number, extra = table.table, table.extra
    until = _at(clock, table.called) if known else ""
    if not table.drawn and until:
        return _("Table {table}: until {time} (+{extra})", table=number, time=until, extra=extra)
    if not table.drawn:
        return _("Table {table}: longer (+{extra})", table=number, extra=extra)
    text = _("Table {table}: {times}", table=number, times=_drawn(clock, table, until))
    condition = _condition(table)
    return _("{time}; {condition}", time=text, condition=condition) if condition else text


def _drawn(clock: RoundClock, table: TableClock, until: str) -> str:
    """Return the time of a table whose match was an intentional draw before it was played."""
    minutes, extra = clock.limit.drawn or 0, table.extra
    if extra and until:
        return ngettext(
            "until {time}, {n} minute and {extra} more from the round’s start after an "
            "intentional draw",
            "until {time}, {n} minutes and {extra} more from the round’s start after an "
            "intentional draw",
            minutes, time=until, extra=extra,
        )  # fmt: skip
    if extra:
        return ngettext(
            "{n} minute and {extra} more from the round’s start after an intentional draw",
            "{n} minutes and {extra} more from the round’s start after an intentional draw",
            minutes, extra=extra,
        )  # fmt: skip
    if until:
        return ngettext(
            "until {time}, {n} minute from the round’s start after an intentional draw",
            "until {time}, {n} minutes from the round’s start after an intentional draw",
            minutes, time=until,
        )  # fmt: skip
    return ngettext(
        "{n} minute from the round’s start after an intentional draw",
        "{n} minutes from the round’s start after an intentional draw",
        minutes,
    )


def _condition(table: TableClock) -> str:
    """Return which tables still playing prolong this one; above four, without numbers."""
    if not table.beside:
        return ""
    numbers = [str(number) for number in table.beside]
    if len(numbers) > 4:
        return _("longer while a table without one is still playing")
    if len(numbers) == 1:
        return _("longer while table {table} is still playing", table=numbers[0])
    return _("longer while one of tables {tables} is still playing", tables=listed(numbers))


def _at(clock: RoundClock, iso: str) -> str:
    """Return the time of day in the hall as on pages; a stated start is in hall time already."""
    when = datetime.fromisoformat(iso)
    of_the_hall = not clock.zone and (clock.stated or when.tzinfo is None)
    return f"{when:%H:%M}" if of_the_hall else texts.clock(iso, clock.zone)


class Countdown(NamedTuple):
    """When time is called: `called` for scripts, `words` and `hour` for text without scripts.

    `called` is ISO 8601 with the hall's offset, or "" if unknown; `words` is "until 15:25", "until
    15:32 (+7)" or "no time limit"; `hour` is the time of day, "15:25". `extra` are the minutes of a
    table of its own.
    """

    called: str = ""
    words: str = ""
    hour: str = ""
    extra: int = 0


def countdown(snapshot: Snapshot, round_: Round, table: int | None = None) -> Countdown:
    """Return the countdown of a round or a table; empty if nobody is playing any more."""
    clock = _playing(snapshot, round_)
    if clock is None:
        return Countdown()
    own: RoundClock | TableClock | None = clock if table is None else clock.at(table)
    if own is None:
        return Countdown()
    if not own.called:
        drawn = isinstance(own, TableClock) and own.drawn
        unlimited = clock.limit.minutes is None and not drawn
        return Countdown(words=_("no time limit") if unlimited else "")
    simple = until(own.called, clock.zone)
    if not datetime.fromisoformat(own.called).tzinfo:
        simple = simple._replace(called="")
    if isinstance(own, TableClock) and own in clock.apart:
        return simple._replace(
            words=_("until {time} (+{extra})", time=simple.hour, extra=own.extra), extra=own.extra
        )
    return simple


def until(iso: str, zone: str) -> Countdown:
    """Return the countdown to a moment (ISO 8601) in a time zone; empty for ""."""
    if not iso:
        return Countdown()
    hour = texts.clock(iso, zone).removesuffix(" UTC")
    return Countdown(texts.instant(iso, zone), _("until {time}", time=hour), hour)


def building_facts(draft: Draft, zone: str) -> dict[str, object] | None:
    """Return the time for building decks, or with `registering` for registering sealed pools, in
    the form of `clock_facts`; None if it has not begun."""
    start, rules = draft.building or draft.registering, draft.ruleset
    if not start:
        return None
    began, called = (
        hall_time(iso, zone).isoformat(timespec="seconds") for iso in (start, draft.ends)
    )
    hall = bool(zone) or not began.endswith("+00:00")
    minutes = rules.building_minutes if draft.building else rules.registration_minutes
    return {
        "began": began, "published": began, "called": called, "ends": "", "minutes": minutes,
        "turns": "", "stops": [], "tables": [], "hall": hall, "registering": not draft.building,
    }  # fmt: skip


def clock_facts(clock: RoundClock) -> dict[str, object]:
    """Return the times of a round as data; clock.js documents the keys."""
    known = [each for each in (clock.began, clock.called) if each]
    hall = bool(clock.zone) or clock.stated or not any(each.endswith("+00:00") for each in known)

    def moment(iso: str) -> str:
        return hall_time(iso, clock.zone).isoformat(timespec="seconds") if iso else ""

    return {
        "began": moment(clock.began),
        "published": moment(clock.published),
        "called": moment(clock.called),
        "ends": moment(clock.ends),
        "minutes": clock.limit.minutes,
        "turns": turns(clock),
        "stops": [[moment(at), moment(until)] for at, until in clock.stops],
        "tables": [
            [table.table, moment(table.called), moment(table.ends), table.extra, table.drawn]
            for table in clock.apart
        ],
        "hall": hall,
    }

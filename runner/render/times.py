"""A round's clock in words: how long it is, when time is called, and which tables have longer."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from runner.compute.clock import RoundClock, TableClock
from runner.compute.snapshot import Snapshot
from runner.core.event import Round
from runner.core.language import _, ngettext, pgettext
from runner.core.phrases import listed
from runner.render import text as texts
from runner.render.told import Told
from runner.rules.limits import PLAYERS_LEFT


class TimeView(NamedTuple):
    """A round's time in a sentence, and a sentence for each table whose time differs."""

    words: Told
    tables: tuple[Told, ...]


def time_view(snapshot: Snapshot, round_: Round) -> TimeView | None:
    """The time of a round, or None when nobody plays in it any more."""
    clock = snapshot.clocks.get(round_.id)
    if clock is None or not clock.tables:
        return None
    moments = dict(_moments(clock))
    tables = tuple(Told(_table(clock, table), moments) for table in clock.apart)
    return TimeView(Told(_sentence(clock), moments), tables)


def _moments(clock: RoundClock) -> Iterator[tuple[str, str]]:
    """Each time that is told of, where its offset is known."""
    times = (clock.called, clock.ends, clock.stopped)
    known = (*times, *(table.called for table in clock.apart))
    for iso in filter(None, known):
        if datetime.fromisoformat(iso).tzinfo:
            yield _at(clock, iso).removesuffix(" UTC"), texts.instant(iso, clock.zone)


def short(snapshot: Snapshot, round_: Round, table: int | None = None) -> Told:
    """When time is called in a round, or at one of its tables: "Time at 15:25"; "" where nobody
    plays, or knows."""
    clock = snapshot.clocks.get(round_.id)
    if clock is None or not clock.tables:
        return Told("")
    own = None if table is None else clock.at(table)
    if table is not None and own is None:
        return Told("")
    called = own.called if own else clock.called
    if clock.waits(called):
        return Told(
            _("Clock stopped at {time}", time=_at(clock, clock.stopped)), dict(_moments(clock))
        )
    if called:
        at = _at(clock, called)
        if own and own in clock.apart and own.extra:
            return Told(
                _("Time at {time} (+{extra})", time=at, extra=own.extra), dict(_moments(clock))
            )
        return Told(_("Time at {time}", time=at), dict(_moments(clock)))
    unlimited = clock.limit.minutes is None and not (own and own.drawn)
    return Told(_("No time limit") if unlimited else "")


def _sentence(clock: RoundClock) -> str:
    """ "75 minutes, until 15:25. Then one extra turn per player left, ending by 15:45."."""
    return " ".join((_minutes(clock), *_turns(clock)))


def _minutes(clock: RoundClock) -> str:
    minutes, extra, called = (
        clock.limit.minutes,
        clock.extra,
        clock.called and _at(clock, clock.called),
    )
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
    """What follows when time is called."""
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
    """The extra turns that follow when time is called: "five extra turns"; "" where nobody says."""
    many = clock.limit.turns
    if many == "0":
        return _("finish the turn")
    if many == PLAYERS_LEFT:
        return _("one extra turn per player left")
    if not many:
        return ""
    written = {
        "1": _("one extra turn"), "2": _("two extra turns"), "3": _("three extra turns"),
        "4": _("four extra turns"), "5": _("five extra turns"),
    }  # fmt: skip
    return written.get(many) or ngettext("{n} extra turn", "{n} extra turns", int(many))


def called(clock: RoundClock) -> str:
    """The same as the hall calls it: "Time. Five extra turns"."""
    many = clock.limit.turns
    if many == "0":
        return _("Time. Finish the turn")
    if many == PLAYERS_LEFT:
        return _("Time. One extra turn per player left")
    if not many:
        # Note: what is called when a round’s time is over.
        return pgettext("called", "Time")
    written = {
        "1": _("Time. One extra turn"), "2": _("Time. Two extra turns"),
        "3": _("Time. Three extra turns"), "4": _("Time. Four extra turns"),
        "5": _("Time. Five extra turns"),
    }  # fmt: skip
    return written.get(many) or ngettext("Time. {n} extra turn", "Time. {n} extra turns", int(many))


def _table(clock: RoundClock, table: TableClock) -> str:
    """ "Table 4: until 15:32 (+7)"."""
    known = table.called and not clock.waits(table.called)
    number, extra = table.table, table.extra
    until = _at(clock, table.called) if known else ""
    if not table.drawn and until:
        return _("Table {table}: until {time} (+{extra})", table=number, time=until, extra=extra)
    if not table.drawn:
        return _("Table {table}: longer (+{extra})", table=number, extra=extra)
    said = _("Table {table}: {times}", table=number, times=_drawn(clock, table, until))
    beside = _beside(table)
    return _("{time}; {condition}", time=said, condition=beside) if beside else said


def _drawn(clock: RoundClock, table: TableClock, until: str) -> str:
    """The time of a table whose match was drawn by intent before it could be played."""
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


def _beside(table: TableClock) -> str:
    """While which tables it may go on; none are named when they are many."""
    if not table.beside:
        return ""
    numbers = [str(number) for number in table.beside]
    if len(numbers) > 4:
        return _("longer while a table without one is still playing")
    if len(numbers) == 1:
        return _("longer while table {table} is still playing", table=numbers[0])
    return _("longer while one of tables {tables} is still playing", tables=listed(numbers))


def _at(clock: RoundClock, iso: str) -> str:
    """The time of day in the hall, as the pages write it; a stated start is of the hall in any
    case."""
    when = datetime.fromisoformat(iso)
    of_the_hall = not clock.zone and (clock.stated or when.tzinfo is None)
    return f"{when:%H:%M}" if of_the_hall else texts.clock(iso, clock.zone)

"""A round's clock in words: how long it is, when time is called, and which tables have longer."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from runner.compute.clock import RoundClock, TableClock
from runner.compute.snapshot import Snapshot
from runner.core.event import Round
from runner.core.phrases import count, listed
from runner.render import text as texts
from runner.render.told import Told
from runner.rules.limits import PLAYERS_LEFT

_NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"}


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
        return Told(f"Clock stopped at {_at(clock, clock.stopped)}", dict(_moments(clock)))
    if called:
        more = f" (+{own.extra})" if own and own in clock.apart and own.extra else ""
        return Told(f"Time at {_at(clock, called)}{more}", dict(_moments(clock)))
    unlimited = clock.limit.minutes is None and not (own and own.drawn)
    return Told("No time limit" if unlimited else "")


def _sentence(clock: RoundClock) -> str:
    """ "75 minutes, until 15:25. Then one extra turn per player left, ending by 15:45."."""
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in (_minutes(clock), *_turns(clock)))


def _minutes(clock: RoundClock) -> str:
    if clock.limit.minutes is None:
        return "no time limit"
    more = f" and {clock.extra} more" if clock.extra else ""
    time = f", until {_at(clock, clock.called)}" if clock.called else ""
    if clock.waits(clock.called):
        time = f"; the clock has stood still since {_at(clock, clock.stopped)}"
    return f"{count(clock.limit.minutes, 'minute')}{more}{time}"


def _turns(clock: RoundClock) -> Iterator[str]:
    """What follows when time is called."""
    minutes, many = clock.limit.turn_minutes, turns(clock)
    if clock.limit.minutes is None or not many:
        return
    if clock.limit.turns == "0":
        yield "then the turn is finished"
    elif minutes is None:
        yield f"then {many}"
    elif clock.ends and not clock.waits(clock.ends):
        yield f"then {many}, ending by {_at(clock, clock.ends)}"
    else:
        yield f"then {many}, in {count(minutes, 'minute')}"


def turns(clock: RoundClock) -> str:
    """The extra turns that follow when time is called: "five extra turns"; "" where nobody says."""
    many = clock.limit.turns
    if many == "0":
        return "finish the turn"
    if many == PLAYERS_LEFT:
        return "one extra turn per player left"
    return count(int(many), "extra turn").replace(many, _NUMBERS.get(many, many), 1) if many else ""


def _table(clock: RoundClock, table: TableClock) -> str:
    """ "Table 4: until 15:32 (+7)"."""
    known = table.called and not clock.waits(table.called)
    until = f"until {_at(clock, table.called)}" if known else ""
    if not table.drawn:
        return f"Table {table.table}: {until or 'longer'} (+{table.extra})"
    more = f" and {table.extra} more" if table.extra else ""
    minutes = f"{clock.limit.drawn} minutes{more} from the round’s start after an intentional draw"
    words = f"{until}, {minutes}" if until else minutes
    return f"Table {table.table}: {words}{_beside(table)}"


def _beside(table: TableClock) -> str:
    """While which tables it may go on; none are named when they are many."""
    if not table.beside:
        return ""
    numbers = [str(number) for number in table.beside]
    if len(numbers) > 4:
        return "; longer while a table without one still plays"
    names = f"table {numbers[0]}" if len(numbers) == 1 else f"one of tables {listed(numbers)}"
    return f"; longer while {names} still plays"


def _at(clock: RoundClock, iso: str) -> str:
    """The time of day in the hall, as the pages write it; a stated start is of the hall in any
    case."""
    when = datetime.fromisoformat(iso)
    of_the_hall = not clock.zone and (clock.stated or when.tzinfo is None)
    return f"{when:%H:%M}" if of_the_hall else texts.clock(iso, clock.zone)

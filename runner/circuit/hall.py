"""Events in one hall at the same time: tables that two of them use, and players who sit in two."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from runner.circuit.summary import Summary
from runner.core import names
from runner.core.problems import Place, Problem, warning
from runner.core.stage import Stage


class Clash(NamedTuple):
    """What is wrong, for the desk of the event of this key."""

    event: str
    problem: Problem


_A_DAY = timedelta(days=1)


def played_now(events: Mapping[str, Summary], today: date) -> dict[str, Summary]:
    """Return the events, by key, of which a round is played in the hall: no rehearsals, and none of
    another day."""
    return {
        key: event for key, event in events.items()
        if event.stage is Stage.RUNNING and not event.rehearsal and is_near(event.date, today)
    }  # fmt: skip


def is_near(day: str, today: date) -> bool:
    """Return whether a day, if it is known, is today, or as near as the end of a long evening."""
    try:
        return abs(date.fromisoformat(day[:10]) - today) <= _A_DAY
    except ValueError:  # none, or none that exists
        return True


def clashes(events: Mapping[str, Summary], today: date) -> Iterator[Clash]:
    """Yield what is wrong between events, by key, whose rounds are played at the same time, for
    each of the two events, and what screens name in vain. Equal names are taken for one person: it
    is only asked."""
    playing = {key: event for key, event in played_now(events, today).items() if event.seated}
    yield from _tables(playing)
    yield from _people(playing)
    for key, event in events.items():
        for name in () if event.stage is Stage.OVER else sorted({*event.screens}):
            if name.casefold() in map(str.casefold, events):
                continue
            what = f"A screen with several events names “{name}”, but no event has such a folder."
            fix = "Type the names of the events’ folders under Part, separated by commas."
            yield Clash(key, warning("hall.no-such-event", Place("Screens"), what, fix))


def _tables(playing: Mapping[str, Summary]) -> Iterator[Clash]:
    used = {key: {table for table, _ in event.seated} for key, event in playing.items()}
    for key, mine in used.items():
        for other, theirs in used.items():
            if other != key and (both := mine & theirs):
                tables = f"{min(both)}" if len(both) == 1 else f"{min(both)} to {max(both)}"
                what = f"{playing[other].name or other} plays at the same tables: {tables}."
                fix = "If they are in the same hall, type another First table on Phases for one of "
                fix += "them; it holds from the next round on."
                yield Clash(key, warning("hall.same-tables", Place("Phases"), what, fix))


def _people(playing: Mapping[str, Summary]) -> Iterator[Clash]:
    seats: dict[str, list[tuple[str, int, str]]] = {}
    for key, event in playing.items():
        people = {each.id: (each.name, *each.members) for each in event.entrants if each.whole}
        for table, ids in event.seated:
            for name in (name for id_ in ids for name in people.get(id_, ())):
                seats.setdefault(names.key(name), []).append((key, table, name))
    for found in seats.values():
        for key, table, name in found:
            for other, there, _ in found:
                if other != key:
                    what = f"{name} sits at table {table}, and at table {there} in "
                    what += f"{playing[other].name or other}."
                    fix = (
                        "Ask whether that is the same person, and let one of the events drop them."
                    )
                    yield Clash(key, warning("hall.player-twice", Place("Players"), what, fix))

"""Who is the same person in several events: by a column that the organiser chose, such as a
membership number, or by what the organiser has confirmed; never by a name alone.

Only entrants whose full names the event's own pages show are ever joined, so that no shortened or
hidden name is revealed by the company it keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from runner.circuit.summary import Entrant, Summary
from runner.core import names


class Appearance(NamedTuple):
    """An entrant of an event: the name of the event's folder, and the entrant's id in it."""

    event: str
    entrant: str


class Who(NamedTuple):
    """A name in an event; in every event where `event` is ""."""

    name: str
    event: str = ""

    @property
    def like(self) -> tuple[str, str]:
        """What is equal for two that say the same."""
        return names.key(self.name), self.event.casefold()


class Line(NamedTuple):
    """Two names that the organiser has called the same person, or not; None if nothing is said."""

    one: Who
    other: Who
    same: bool | None = True

    @property
    def like(self) -> frozenset[tuple[str, str]]:
        """What is equal for two lines about the same."""
        return frozenset((self.one.like, self.other.like))


class Clash(NamedTuple):
    """What would have made two entrants of an `event` one person and was not done: a line of the
    organiser, or a `value` that stands twice in the chosen column."""

    event: str
    line: Line | None = None
    value: str = ""


class Person(NamedTuple):
    """Somebody who took part in two events or more. `key` stays as it is from build to build; the
    appearances are in the order of the days."""

    key: str
    appearances: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who took part in several events; the key of each of their appearances; what stands
    in the chosen column; and what contradicts itself."""

    persons: tuple[Person, ...] = ()
    key_of: Mapping[Appearance, str] = field(default_factory=dict)
    ids: Mapping[Appearance, str] = field(default_factory=dict)
    clashes: tuple[Clash, ...] = ()

    def word_for(self, where: Appearance) -> str:
        """Return what stands for whoever appears there: the key of a person, or event and id."""
        return self.key_of.get(where) or "/".join(where)


def by_day(events: Mapping[str, Summary]) -> list[str]:
    """Return the names of the events in the order of their days; those without one come last."""
    return sorted(events, key=lambda slug: (events[slug].date or "~", slug))


def linkable(events: Mapping[str, Summary]) -> Iterator[tuple[Appearance, Entrant]]:
    """Yield who may be the same as somebody else, in the order of the days: players and members of
    teams with a full name, of events that are no rehearsal."""
    for slug in by_day(events):
        event = events[slug]
        for entrant in () if event.rehearsal else event.people:
            person = event.entrant != "team" or entrant.team
            if person and entrant.whole and names.key(entrant.name):
                yield Appearance(slug, entrant.id), entrant


Named = Mapping[str, Mapping[str, list[Appearance]]]
"""By the key of a name, or by a value, and by event: who has it there."""


def named(events: Mapping[str, Summary]) -> Named:
    """Return who is called what, by `names.key` and event, in the order of the days."""
    return _grouped((names.key(each.name), where) for where, each in linkable(events))


def people(events: Mapping[str, Summary], column: str = "", lines: Iterable[Line] = ()) -> People:
    """Return who is the same person: with equal values in the `column` of that heading (a blank
    equals nothing), or joined by lines. A name or a value that two have in one event joins nothing
    there, and nobody becomes two entrants of one event."""
    ids = dict(_values(events, column))
    groups, clashes = _Groups(), list[Clash]()
    for value, where in _grouped((value, each) for each, value in ids.items()).items():
        once = [*_once(where.values())]
        clashes += (Clash(event, None, value) for event, who in where.items() if len(who) > 1)
        clashes += (Clash(twice, None, value) for twice in groups.join(once))
    known = named(events)
    for line in lines:
        if line.same:
            both = (*_meant(line.one, known), *_meant(line.other, known))
            clashes += (Clash(twice, line) for twice in groups.join(both))
    order = {slug: at for at, slug in enumerate(by_day(events))}
    persons = sorted(groups.persons(lambda each: (order[each.event], each), ids))
    key_of = {each: person.key for person in persons for each in person.appearances}
    return People(tuple(persons), key_of, ids, tuple(dict.fromkeys(clashes)))


def _values(events: Mapping[str, Summary], column: str) -> Iterator[tuple[Appearance, str]]:
    """Yield what stands in the column, without regard to case."""
    wanted = names.key(column)
    for where, entrant in linkable(events) if wanted else ():
        for heading, text in entrant.columns.items():
            if names.key(heading) == wanted and (value := names.key(text)):
                yield where, value


def _grouped(pairs: Iterable[tuple[str, Appearance]]) -> Named:
    found: dict[str, dict[str, list[Appearance]]] = {}
    for value, where in pairs:
        found.setdefault(value, {}).setdefault(where.event, []).append(where)
    return found


def _once(each: Iterable[list[Appearance]]) -> Iterator[Appearance]:
    return (who[0] for who in each if len(who) == 1)


def _meant(who: Who, known: Named) -> Iterator[Appearance]:
    """Yield whom a line means: those of that name, where only one has it."""
    name, event = who.like
    there = known.get(name, {})
    return _once(those for slug, those in there.items() if event in ("", slug.casefold()))


class _Groups:
    """Who has been joined: for each appearance its group, by event."""

    def __init__(self) -> None:
        self._group: dict[Appearance, dict[str, Appearance]] = {}

    def join(self, same: Iterable[Appearance]) -> Iterator[str]:
        """Join all with the first; yield an event each time somebody would be two in it."""
        known: Appearance | None = None
        for each in same:
            here = self._group.setdefault(each, {each.event: each})
            known = known or each
            there = self._group[known]
            if here is there:
                continue
            if twice := min(here.keys() & there.keys(), default=""):
                yield twice
                continue
            small, large = sorted((here, there), key=len)
            large |= small
            self._group.update(dict.fromkeys(small.values(), large))

    def persons(
        self, order: Callable[[Appearance], object], ids: Mapping[Appearance, str]
    ) -> Iterator[Person]:
        """Yield those with two appearances or more."""
        for group in {id(group): group for group in self._group.values()}.values():
            if len(group) > 1:
                who = sorted(group.values(), key=order)  # type: ignore[arg-type]
                value = min((ids[each] for each in who if each in ids), default="")
                yield Person(_key(value or "/".join(who[0])), tuple(who))


def _key(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

"""The members of teams. A team is one player in pairings and standings; this module tracks who its
people are now and who they were in each round.

A member is known by a number, in the order in which they first played for the team, so that changes
of the team leave the numbers of the others as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runner.core import names
from runner.core.identifiers import RoundId

MOST_MEMBERS = 5


class Member(NamedTuple):
    """A member of a team; `listed` is the name for lists by last name."""

    number: int
    name: str
    listed: str


@dataclass(frozen=True, slots=True)
class Team:
    """Everybody who has played for a team, by number; the numbers of those who do now, and of those
    who did in each published round, both in the order of their seats."""

    members: tuple[Member, ...]
    now: tuple[int, ...] = ()
    rounds: Mapping[RoundId, tuple[int, ...]] = field(default_factory=dict)

    def playing(self, round_id: RoundId | None = None) -> tuple[Member, ...]:
        """Return who plays now, or who played in a round, in the order of their seats."""
        numbers = self.now if round_id is None else self.rounds.get(round_id, self.now)
        return tuple(self.members[number - 1] for number in numbers)

    def seat(self, number: int, round_id: RoundId | None = None) -> int | None:
        """Return the seat of a member, from 0; None if they do not play."""
        numbers = self.now if round_id is None else self.rounds.get(round_id, self.now)
        return numbers.index(number) if number in numbers else None

    @property
    def changed(self) -> bool:
        """Whether the members differ between rounds, or between a round and now."""
        return any({*numbers} != {*self.now} for numbers in self.rounds.values())


def called(members: Sequence[str]) -> str:
    """Return the name of a team without a name of its own: "Ana Example / Bo Other", or "Team Ana
    Example" for three or more. Names are full, so that they can be found and hidden."""
    return " / ".join(members) if len(members) < 3 else f"Team {members[0]}"


def team(
    now: Sequence[str], rounds: Mapping[RoundId, Sequence[str]], substitutes: Collection[str] = ()
) -> Team:
    """Return the team, given its members now and in each round. Someone in the seat of a member
    with nearly the same name is that member with another spelling, unless one of the two is among
    the `substitutes`."""
    spelt: list[str] = []
    apart = frozenset(map(names.key, substitutes))
    before: tuple[int, ...] = ()
    played: dict[RoundId, tuple[int, ...]] = {}
    for id_, people in (*sorted(rounds.items()), (None, now)):
        before = _numbers(people, spelt, before, apart)
        if id_ is not None:
            played[id_] = before
    members = (Member(at, name, names.last_first(name)) for at, name in enumerate(spelt, 1))
    return Team(tuple(members), before, played)


def _numbers(
    people: Sequence[str], spelt: list[str], before: Sequence[int], apart: Collection[str]
) -> tuple[int, ...]:
    """Return the number of each person; `spelt` has the names of all members so far and is
    updated."""
    known = {names.key(name): number for number, name in enumerate(spelt, 1)}
    there = {names.key(name) for name in people}
    numbers = []
    for seat, name in enumerate(people):
        number = known.get(names.key(name))
        if number is None and seat < len(before):
            was = spelt[before[seat] - 1]
            others = {names.key(was), names.key(name)} & {*apart} or names.key(was) in there
            number = before[seat] if not others and names.nearest(name, [was]) else None
        if number is None:
            spelt.append(name)
            number = len(spelt)
        spelt[number - 1] = name
        numbers.append(number)
    return tuple(numbers)


def renamed(original: Team, named: Mapping[str, tuple[str, str]]) -> Team:
    """Return the team with other names: `named` has for each name the new one, and that for
    lists."""
    nobody = ("", "")
    members = (Member(each.number, *named.get(each.name, nobody)) for each in original.members)
    return replace(original, members=tuple(members))

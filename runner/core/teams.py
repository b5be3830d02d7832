"""The people of a team, which is one player to pairings and standings: who they are now, and who
they were in each round.

A member is known by a number, in the order in which they first played for the team, so that whoever
came later, or left, changes nobody else's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runner.core import names
from runner.core.identifiers import RoundId

MOST_MEMBERS = 5


class Member(NamedTuple):
    """Somebody of a team; `listed` is the name in lists by last name."""

    number: int
    name: str
    listed: str


@dataclass(frozen=True, slots=True)
class Team:
    """Everybody who has played for a team, by number; the numbers of those who do now, and of those
    who did in each round that is out, both in the order of their seats."""

    members: tuple[Member, ...]
    now: tuple[int, ...] = ()
    rounds: Mapping[RoundId, tuple[int, ...]] = field(default_factory=dict)

    def playing(self, round_id: RoundId | None = None) -> tuple[Member, ...]:
        """Who plays now, or played in a round, in the order of their seats."""
        numbers = self.now if round_id is None else self.rounds.get(round_id, self.now)
        return tuple(self.members[number - 1] for number in numbers)

    def seat(self, number: int, round_id: RoundId | None = None) -> int | None:
        """The seat of a member, from 0; None where they do not play."""
        numbers = self.now if round_id is None else self.rounds.get(round_id, self.now)
        return numbers.index(number) if number in numbers else None

    @property
    def changed(self) -> bool:
        """Whether somebody has played for it who does so no longer, or did not from the first."""
        return any({*numbers} != {*self.now} for numbers in self.rounds.values())


def called(members: Sequence[str]) -> str:
    """The name of a team that has none of its own: "Ana Example / Bo Other", and of three or more
    "Team Ana Example". Names are in full, so that they are found wherever they must not be seen."""
    return " / ".join(members) if len(members) < 3 else f"Team {members[0]}"


def team(
    now: Sequence[str], rounds: Mapping[RoundId, Sequence[str]], substitutes: Collection[str] = ()
) -> Team:
    """The team of those who play for it now, and of those who did in each round. Who sits where
    somebody of nearly the same name sat is the same person, spelt otherwise, unless one of the two
    is among the `substitutes`."""
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
    """The number of each; `spelt` has the names of all so far, and is kept up to date."""
    known = {names.key(name): number for number, name in enumerate(spelt, 1)}
    there = {names.key(name) for name in people}
    found = []
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
        found.append(number)
    return tuple(found)


def renamed(found: Team, named: Mapping[str, tuple[str, str]]) -> Team:
    """The same team under other names: for each the name, and that in lists by last name."""
    nobody = ("", "")
    members = (Member(each.number, *named.get(each.name, nobody)) for each in found.members)
    return replace(found, members=tuple(members))

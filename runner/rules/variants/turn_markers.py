"""Grand Melee: how many players take their turns at the same time, and which turn goes when.

Two texts of the rules are in use (docs/variants.md). In the classic one the number of turns
follows from the spell range, and a turn may be taken away before it must be; in CR 807 there is a
marker for every full four players, and a marker goes at once. Both answer the same questions.

Seats are numbers from 0, round the circle to the left, and `positions` are those that still count,
in that order. Nothing here knows whose turn it is: who takes one comes in.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from runner.rules.variants.variant import Rules

_FOUR = 4  # players for a marker, and seats from one to the next (CR 807.4a, b)


class Step(NamedTuple):
    """The circle after players went out together: how many are left, how many turns there are best,
    and how many there may be at the most. `advises` and `forces` say that the one or the other has
    become fewer by it."""

    out: tuple[int, ...]
    left: int
    best: int
    most: int
    advises: bool = False
    forces: bool = False


@dataclass(frozen=True, slots=True)
class Classic:
    """The turns are as many as the players divided by one more than a sphere of influence holds."""

    reach: int = 2
    rules: Rules = Rules.CLASSIC

    @property
    def sphere(self) -> int:
        """How many players are within spell range, oneself included."""
        return 2 * self.reach + 1

    def at_start(self, players: int) -> int:
        """Return how many turns a game begins with, and has best with so many left: at least
        one."""
        return max(1, players // (1 + self.sphere))

    def starting_seats(self, players: int) -> tuple[int, ...]:
        """Who begins: spread evenly round the circle, from the first seat on."""
        turns = self.at_start(players)
        return tuple(turn * players // turns for turn in range(turns))

    def most(self, left: int) -> int:
        """As many as have spheres of influence beside one another."""
        return max(1, left // self.sphere)

    def goes_among(
        self, out: int, positions: Sequence[int], gone: Collection[int]
    ) -> tuple[int, ...]:
        """Return the seats where the turn is looked for that goes after a player went out: their
        own, as it may have been their turn, and everybody left within spell range of it; `gone` are
        the empty seats."""
        return (out, *(seat for seat in within(out, positions, self.reach) if seat not in gone))


@dataclass(frozen=True, slots=True)
class Comprehensive:
    """CR 807: a marker for every full four players, the first ones four seats apart."""

    reach: int = 1
    rules: Rules = Rules.CURRENT

    def at_start(self, players: int) -> int:
        """Return a marker for every full four players; the last one stays to the end."""
        return max(1, players // _FOUR)

    def starting_seats(self, players: int) -> tuple[int, ...]:
        """Who begins: the first seat, and each fourth one to its left."""
        return tuple(marker * _FOUR for marker in range(self.at_start(players)))

    def most(self, left: int) -> int:
        """Return a marker for every full four players left."""
        return self.at_start(left)

    def goes_among(
        self, out: int, positions: Sequence[int], gone: Collection[int]
    ) -> tuple[int, ...]:
        """Return the same, in the order in which the marker is looked for: the first to the right
        of who went out (CR 807.4e)."""
        at = positions.index(out)
        to_the_right = (*positions[:at][::-1], *positions[at + 1 :][::-1])
        return tuple(seat for seat in to_the_right if seat not in gone)


TurnRules = Classic | Comprehensive
"""A text of the rules, with the number of seats that spells reach."""


def turn_rules(rules: Rules, reach: int | None = None) -> TurnRules:
    """That text, with its own spell range where none is said."""
    text = Classic if rules is Rules.CLASSIC else Comprehensive
    return text(reach) if reach else text()


def course(rules: TurnRules, players: int, order: Iterable[Sequence[int]]) -> tuple[Step, ...]:
    """Return the circle at the start, and after each time that players went out; `order` has the
    seats of those who went, together those who went together."""
    begun = rules.at_start(players)
    steps = [Step((), players, begun, min(begun, rules.most(players)))]
    for out in order:
        before = steps[-1]
        left = before.left - len(out)
        best, most = rules.at_start(left), min(before.most, rules.most(left))
        steps.append(
            Step(tuple(out), left, best, most, best < before.best, most < before.most)
        )  # fmt: skip
    return tuple(steps)


def within(seat: int, positions: Sequence[int], distance: int) -> tuple[int, ...]:
    """Return the seats up to so far from one, to the left and to the right in turn, each once."""
    many, at = len(positions), positions.index(seat)
    found: dict[int, None] = {}
    for far in range(1, distance + 1):
        found |= dict.fromkeys((positions[(at + far) % many], positions[(at - far) % many]))
    found.pop(seat, None)
    return tuple(found)

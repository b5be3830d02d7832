"""Grand Melee: how many players take their turns at the same time, and which turn marker is
removed.

Two editions of the rules are in use (docs/variants.md). In the classic one the number of turns
follows from the spell range, and a turn may be removed before it must be; in CR 807 there is a
marker for every four players, and a marker is removed at once. Both classes have the same methods.

Seats are numbers from 0, round the circle to the left. `positions` are the seats that still count,
in that order. Whose turn it is is not tracked here.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from runner.rules.variants.variant import Rules

_FOUR = 4  # players per marker, and seats between markers (CR 807.4a, b)


class Step(NamedTuple):
    """The circle after players went out together: how many are left, the recommended number of
    turns, and the highest allowed one. `advises` and `forces`: the former or the latter has
    decreased."""

    out: tuple[int, ...]
    left: int
    best: int
    most: int
    advises: bool = False
    forces: bool = False


@dataclass(frozen=True, slots=True)
class Classic:
    """The number of turns is the number of players divided by one more than the sphere of
    influence."""

    reach: int = 2
    rules: Rules = Rules.CLASSIC

    @property
    def sphere(self) -> int:
        """How many players are within spell range, oneself included."""
        return 2 * self.reach + 1

    def at_start(self, players: int) -> int:
        """Return the number of turns at the start, and the recommended one with so many left: at
        least one."""
        return max(1, players // (1 + self.sphere))

    def starting_seats(self, players: int) -> tuple[int, ...]:
        """Return the seats that begin, spread evenly round the circle from the first seat on."""
        turns = self.at_start(players)
        return tuple(turn * players // turns for turn in range(turns))

    def most(self, left: int) -> int:
        """Return how many spheres of influence fit beside one another: at least one."""
        return max(1, left // self.sphere)

    def goes_among(
        self, out: int, positions: Sequence[int], empty: Collection[int]
    ) -> tuple[int, ...]:
        """Return the seats among which the turn to remove is chosen after a player went out: their
        own, as it may have been their turn, and everybody left within spell range. `empty` are the
        empty seats."""
        return (out, *(seat for seat in within(out, positions, self.reach) if seat not in empty))


@dataclass(frozen=True, slots=True)
class Comprehensive:
    """CR 807: a marker for every four players, the first ones four seats apart."""

    reach: int = 1
    rules: Rules = Rules.CURRENT

    def at_start(self, players: int) -> int:
        """Return one marker for every full four players; the last one stays to the end."""
        return max(1, players // _FOUR)

    def starting_seats(self, players: int) -> tuple[int, ...]:
        """Return the seats that begin: the first, and every fourth one to its left."""
        return tuple(marker * _FOUR for marker in range(self.at_start(players)))

    def most(self, left: int) -> int:
        """Return one marker for every full four players left."""
        return self.at_start(left)

    def goes_among(
        self, out: int, positions: Sequence[int], empty: Collection[int]
    ) -> tuple[int, ...]:
        """Return the seats in the order in which the marker to remove is searched: to the right of
        the player who went out, nearest first (CR 807.4e)."""
        at = positions.index(out)
        to_the_right = (*positions[:at][::-1], *positions[at + 1 :][::-1])
        return tuple(seat for seat in to_the_right if seat not in empty)


TurnRules = Classic | Comprehensive
"""An edition of the rules, with the spell range in seats."""


def turn_rules(rules: Rules, reach: int | None = None) -> TurnRules:
    """Return an edition of the rules; `reach` replaces its usual spell range."""
    text = Classic if rules is Rules.CLASSIC else Comprehensive
    return text(reach) if reach else text()


def course(rules: TurnRules, players: int, order: Iterable[Sequence[int]]) -> tuple[Step, ...]:
    """Return the circle at the start and after each elimination; `order` has the seats of those who
    went out, grouped by who went out together."""
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
    """Return the seats within a distance of a seat, alternately to the left and to the right,
    nearest first."""
    many, at = len(positions), positions.index(seat)
    seats: dict[int, None] = {}
    for far in range(1, distance + 1):
        seats |= dict.fromkeys((positions[(at + far) % many], positions[(at - far) % many]))
    seats.pop(seat, None)
    return tuple(seats)

"""A round's pods as whole numbers, one aim after the other (docs/rules.md 4).

Read from the state itself, not from what the engine made of it. That nothing is better in any aim
is shown from the first aim to the last: where it is known that no pairing has fewer repeats, one
that is better has as many, and so on down to the differences of points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, gcd, lcm

import numpy as np
import numpy.typing as npt

from runner.pairing.audit.points_bound import least_difference
from runner.pairing.state import Entrant

Whole = npt.NDArray[np.int64]
Pods = Sequence[tuple[int, ...]]

_FINEST = 100_000  # steps of points from the least to the most that a linear programme can tell
_HEAVIEST = 1 << 30
_CONFLICTS = 4  # the first so many aims; those after them are of points
NEVER = 1 << 31  # costs more than any pairing: a pair or a seat that nothing better can have


@dataclass(frozen=True, slots=True)
class Problem:
    """Players from the fewest points up, the pods to be filled, and one aim to be improved.

    `levels` are points as whole numbers, all 0 where the aim is an earlier one; `unit` is what one
    of them is in match points. `pairs[a][b]` is what it costs beside the difference of points that
    two share a pod, `small` what it costs a player to sit in a small pod. `sizes` counts the pods
    of each size. `pods` are those made, as positions; `total` is what they cost, and `conflicts`
    how much of that is no difference of points. `step`: all costs are multiples of it.
    """

    levels: Whole
    unit: Fraction
    pairs: Whole
    small: Whole
    sizes: Mapping[int, int]
    standard: int
    pods: tuple[tuple[int, ...], ...]
    total: int
    conflicts: int
    step: int

    @property
    def differences(self) -> int:
        """The differences of points within the pods made, in levels."""
        return self.total - self.conflicts

    def cost(self, pod: Sequence[int]) -> int:
        """What one pod costs."""
        spread = sum(
            abs(int(self.levels[one]) - int(self.levels[two])) + int(self.pairs[one, two])
            for one, two in combinations(pod, 2)
        )
        return spread + sum(int(self.small[player]) for player in pod if len(pod) < self.standard)

    def better(self, pods: Pods, shares: npt.ArrayLike) -> Pods | None:
        """The pods that are taken as a whole, if they fill the round and cost less than those
        made; counted again in whole numbers, whatever a solver says."""
        taken = tuple(pods[int(at)] for at in np.flatnonzero(np.asarray(shares) > 0.5))
        seated = sorted(player for pod in taken for player in pod)
        if seated != [*range(len(self.levels))] or Counter(map(len, taken)) != self.sizes:
            return None
        return taken if sum(map(self.cost, taken)) < self.total else None

    def gap(self, bound: Fraction) -> int:
        """How much better than the pods made something could be; 0: nothing is."""
        return max(0, self.total - self.step * ceil(bound / self.step))

    def in_points(self, bound: Fraction) -> Fraction:
        """The bound as differences of match points, given the conflicts that there are."""
        rounded = self.step * ceil(bound / self.step)
        return max(Fraction(0), (rounded - self.conflicts) * self.unit)


@dataclass(frozen=True, slots=True)
class Aim:
    """Something of which there is to be as little as can be: what each pair at one table adds to
    it, or each player in a small pod; `made` is what the pods made come to."""

    pairs: Whole | None
    seats: Whole | None
    made: int


class Task:
    """Some pods, and the aims before the differences of points, the first weighing most."""

    def __init__(
        self,
        players: Sequence[Entrant],
        tables: Sequence[Sequence[str]],
        standard: int,
        *,
        small_pods_last: bool,
    ) -> None:
        self._asked = (players, standard, small_pods_last)
        by_points = sorted(players, key=lambda player: (player.points, player.id))
        position = {player.id: at for at, player in enumerate(by_points)}
        self.ids = tuple(position)
        self.pods = tuple(tuple(sorted(position[each] for each in table)) for table in tables)
        self._standard = standard
        self._small = [at for pod in self.pods if len(pod) < standard for at in pod]
        self._levels, self._unit = _levels(by_points)
        fixed = _numbered([player.fixed_table for player in by_points])
        clubs = _numbered([player.club for player in by_points])
        self._again = np.array([player.small_pods > 0 for player in by_points], np.int64)
        self.aims = [
            self._of_pairs((fixed[:, None] != fixed) & (fixed[:, None] > 0) & (fixed > 0)),
            self._of_pairs(_named([player.opponents for player in by_points], position)),
            self._of_seats(self._again),
            self._of_pairs(
                _named([player.keep_apart for player in by_points], position)
                | ((clubs[:, None] == clubs) & (clubs > 0))
            ),
        ]
        if small_pods_last:
            self.aims.append(self._of_seats(self._levels))

    def with_pods(self, pods: Pods) -> Task:
        """The same with other pods."""
        players, standard, last = self._asked
        return Task(players, self.named(pods), standard, small_pods_last=last)

    def named(self, pods: Pods) -> list[list[str]]:
        """The ids of the players of some pods."""
        return [[self.ids[at] for at in pod] for pod in pods]

    @property
    def fine(self) -> bool:
        """Whether a linear programme can tell the points apart, and the pods."""
        return min(map(len, self.pods)) > 1 and int(self._levels[-1]) <= _FINEST

    @property
    def conflicts(self) -> tuple[int, ...]:
        """How many there are, of each kind."""
        return tuple(aim.made for aim in self.aims[:_CONFLICTS])

    def _of_pairs(self, which: npt.NDArray[np.bool_]) -> Aim:
        pairs = which.astype(np.int64)
        np.fill_diagonal(pairs, 0)
        inside = (pair for pod in self.pods for pair in combinations(pod, 2))
        return Aim(pairs, None, sum(int(pairs[pair]) for pair in inside))

    def _of_seats(self, seats: Whole) -> Aim:
        return Aim(None, seats, int(seats[self._small].sum()))

    def surely_least(self, at: int) -> bool:
        """Whether an aim is seen at a look to be at its least, those before it being so."""
        aim = self.aims[at]
        return not aim.made or (aim.seats is not None and aim.made == self._lowest(aim.seats))

    def _lowest(self, seats: Whole) -> int:
        """The least that small pods could come to with no more players again than they have."""
        again = int(self._again[self._small].sum())
        both = sorted((int(seats[at]), int(self._again[at])) for at in range(len(seats)))
        fresh = [worth for worth, twice in both if not twice]
        twice = [worth for worth, twice in both if twice][
            : again if seats is not self._again else None
        ]
        return sum(sorted(fresh + twice)[: len(self._small)])

    @property
    def surely_best(self) -> bool:
        """Whether every aim is seen at a look to be at its least, the points too."""
        if not all(map(self.surely_least, range(len(self.aims)))):
            return False
        sizes = [len(pod) for pod in self.pods]
        least = least_difference([Fraction(int(level)) for level in self._levels], sizes)
        return self._spread(self._levels) == least

    def _spread(self, levels: Whole) -> int:
        return sum(
            abs(int(levels[one] - levels[two]))
            for pod in self.pods
            for one, two in combinations(pod, 2)
        )

    def problem(self, at: int) -> Problem | None:
        """The problem of one aim, or after the last one of the differences of points; those before
        it are known to be at their least. None where the numbers are too large."""
        points = at == len(self.aims)
        levels = self._levels if points else np.zeros_like(self._levels)
        spread = self._spread(levels)
        later, weights = spread + 1, list[int]()
        if not points:
            later, weights = self.aims[at].made + 1, [1]
        for aim in self.aims[at - 1 :: -1] if at else ():
            weights.insert(0, later if aim.made else NEVER)
            later += weights[0] * aim.made
        if later > _HEAVIEST:
            return None
        return self._weighed(levels, weights, later - 1, spread)

    def _weighed(self, levels: Whole, weights: Sequence[int], total: int, spread: int) -> Problem:
        count = len(levels)
        pairs, small = np.zeros((count, count), np.int64), np.zeros(count, np.int64)
        for aim, weight in zip(self.aims, weights, strict=False):
            if aim.pairs is not None:
                pairs = np.minimum(pairs + weight * aim.pairs, NEVER)
            if aim.seats is not None:
                small = np.minimum(small + weight * aim.seats, NEVER)
        usual = (weight for weight in weights if weight < NEVER)
        return Problem(
            levels=levels,
            unit=self._unit,
            pairs=pairs,
            small=small,
            sizes=Counter(map(len, self.pods)),
            standard=self._standard,
            pods=self.pods,
            total=total,
            conflicts=total - spread,
            step=gcd(*map(int, levels), *usual) or 1,
        )


def _levels(players: Sequence[Entrant]) -> tuple[Whole, Fraction]:
    """The points as whole numbers from 0, and what 1 of them is."""
    unit = Fraction(1, lcm(*(player.points.denominator for player in players)) if players else 1)
    steps = [int((player.points - players[0].points) / unit) for player in players]
    small = all(step <= _FINEST for step in steps)
    return np.array(steps if small else [_FINEST + 1] * len(steps), dtype=np.int64), unit


def _numbered(names: Sequence[object]) -> Whole:
    """Each distinct name as a number from 1; 0 for none."""
    known = {name: at for at, name in enumerate(dict.fromkeys(filter(None, names)), 1)}
    return np.array([known.get(name, 0) for name in names], np.int64)


def _named(named: Sequence[Sequence[str]], position: Mapping[str, int]) -> npt.NDArray[np.bool_]:
    """Who names whom, or is named by them."""
    found = np.zeros((len(named), len(named)), np.bool_)
    for one, others in enumerate(named):
        for identity in others:
            if identity in position:
                found[one, position[identity]] = found[position[identity], one] = True
    return found

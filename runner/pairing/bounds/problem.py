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

from runner.pairing.audit.seated import least_difference
from runner.pairing.state import Entrant

Whole = npt.NDArray[np.int64]
Pods = Sequence[tuple[int, ...]]

_FINEST = 1 << 33  # steps of points from the least to the most; finer points are rounded to these
_EXACT = 1 << 51  # a sum of whole numbers stays exact in floats where they add up to less
_PARTS = 1 << 20  # of a unit of cost, in which prices are counted
_CONFLICTS = 4  # the first so many aims; those after them are of points
_AGAIN, _LOW = 2, 4  # the aims that nobody sits in a small pod again, and that these are low


@dataclass(frozen=True, slots=True)
class Problem:
    """Players from the fewest points up, the pods to be filled, and one aim to be improved.

    `fine` are the points of each player as exact whole numbers, in units of `unit` match points;
    all are 0 where the aim is an earlier one. `levels` are the same in steps of `coarse` units,
    rounded where that is more than 1. `pairs[a][b]` is what it costs beside the difference of
    levels that two share a pod, `small` what it costs a player to sit in a small pod; `never` is
    the cost of what nothing better can have. `sizes` counts the pods of each size. `pods` are those
    made, as positions; `total` is what they cost, and `conflicts` how much of that is no difference
    of points. `step`: all costs are multiples of it. `parts` of a unit of cost are what prices are
    counted in.
    """

    fine: Sequence[int]
    levels: Whole
    coarse: int
    unit: Fraction
    pairs: Whole
    small: Whole
    never: int
    sizes: Mapping[int, int]
    standard: int
    pods: tuple[tuple[int, ...], ...]
    total: int
    conflicts: int
    step: int
    parts: int

    @property
    def differences(self) -> int:
        """The differences of points within the pods made, in levels."""
        return self.total - self.conflicts

    @property
    def slack(self) -> int:
        """By how much the cost of a whole pairing may be off where levels are rounded. Each level
        is off by half a step at most, and counts -3, -1, 1 and 3 times in a pod of four."""
        return sum(n * (size * size // 4) for size, n in self.sizes.items()) * (self.coarse > 1)

    @property
    def goal(self) -> Fraction:
        """A bound that reaches this proves that nothing is better: with exact levels what the pods
        made cost; else their exact cost and what a better pairing may be counted above its own."""
        return Fraction(self.exact(self.pods), self.coarse) + self.slack

    @property
    def better_than(self) -> Fraction:
        """Nothing that is better costs more than this."""
        return self.goal - self.step if self.coarse == 1 else self.goal

    def cost(self, pod: Sequence[int]) -> int:
        """Return what one pod costs, in levels."""
        spread = sum(
            abs(int(self.levels[one]) - int(self.levels[two])) for one, two in combinations(pod, 2)
        )
        return spread + self._beside(pod)

    def exact(self, pods: Pods) -> int:
        """Return what pods cost, in units: nothing is rounded."""
        spread = sum(
            abs(self.fine[one] - self.fine[two])
            for pod in pods
            for one, two in combinations(pod, 2)
        )
        return spread + self.coarse * sum(map(self._beside, pods))

    def _beside(self, pod: Sequence[int]) -> int:
        """Return what one pod costs beside its differences of points."""
        small = sum(int(self.small[player]) for player in pod if len(pod) < self.standard)
        return small + sum(int(self.pairs[pair]) for pair in combinations(pod, 2))

    def better(self, pods: Pods, shares: npt.ArrayLike) -> Pods | None:
        """Return the pods that are taken as a whole, if they fill the round and cost less than
        those made; counted again in whole numbers, whatever a solver says."""
        taken = tuple(pods[int(at)] for at in np.flatnonzero(np.asarray(shares) > 0.5))
        seated = sorted(player for pod in taken for player in pod)
        if seated != [*range(len(self.levels))] or Counter(map(len, taken)) != self.sizes:
            return None
        return taken if self.exact(taken) < self.exact(self.pods) else None

    def gap(self, bound: Fraction) -> int:
        """Return how much better than the pods made something could be; 0: nothing is."""
        return max(0, ceil(self.goal - self._up(bound)))

    def in_points(self, bound: Fraction) -> Fraction:
        """Return the bound as differences of match points, given the conflicts that there are: a
        pairing with no more of them is not below it. What rounded levels may be off by is taken
        off."""
        sure = self._up(bound) - self.slack - self.conflicts
        return max(Fraction(0), sure * self.coarse * self.unit)

    def _up(self, bound: Fraction) -> Fraction:
        """Return the least cost that a pairing can have which is not below a bound."""
        return Fraction(self.step * ceil(bound / self.step)) if self.coarse == 1 else bound


@dataclass(frozen=True, slots=True)
class Aim:
    """A quantity to be minimised: what each pair at one table adds to it, or each player in a small
    pod; `made` is its value for the pods made. No pairing as good has one of `barred` in a small
    pod."""

    pairs: Whole | None
    seats: Whole | None
    made: int
    barred: npt.NDArray[np.bool_] | None = None


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
        self._fine, self._unit = _fine(by_points)
        self._coarse = max(1, -(-self._fine[-1] // _FINEST)) if self._fine else 1
        rounded = [(each + self._coarse // 2) // self._coarse for each in self._fine]
        self._levels = np.array(rounded, np.int64)
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
            low = sum(self._fine[each] for each in self._small)
            self.aims.append(Aim(None, self._levels, low))

    def with_pods(self, pods: Pods) -> Task:
        """Return the same with other pods."""
        players, standard, last = self._asked
        return Task(players, self.named(pods), standard, small_pods_last=last)

    def named(self, pods: Pods) -> list[list[str]]:
        """Return the ids of the players of some pods."""
        return [[self.ids[at] for at in pod] for pod in pods]

    @property
    def possible(self) -> bool:
        """Whether the pods are such as a linear programme is made for here."""
        return bool(self.pods) and min(map(len, self.pods)) > 1

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
        """Return whether an aim trivially reaches its lower bound, given that those before it do.
        Counted in exact points."""
        aim = self.aims[at]
        if aim.seats is None or not aim.made:
            return not aim.made
        seats = self._fine if at == _LOW else self._again.tolist()
        return sum(seats[each] for each in self._small) == self._lowest(seats, again=at != _LOW)

    def _lowest(self, seats: Sequence[int], *, again: bool) -> int:
        """Return the least that small pods could come to, with no more players again than they have
        unless that is what is counted."""
        most = None if again else int(self._again[self._small].sum())
        both = sorted((seats[at], int(self._again[at])) for at in range(len(seats)))
        fresh = [worth for worth, twice in both if not twice]
        twice = [worth for worth, twice in both if twice][:most]
        return sum(sorted(fresh + twice)[: len(self._small)])

    @property
    def surely_best(self) -> bool:
        """Whether every aim, including the points, trivially reaches its lower bound. Counted in
        exact points."""
        if not all(map(self.surely_least, range(len(self.aims)))):
            return False
        sizes = [len(pod) for pod in self.pods]
        least = least_difference([Fraction(each) for each in self._fine], sizes)
        return self._spread(self._fine) == least

    def _spread(self, levels: Sequence[int]) -> int:
        return sum(
            abs(levels[one] - levels[two]) for pod in self.pods for one, two in combinations(pod, 2)
        )

    def problem(self, at: int) -> Problem | None:
        """Return the problem of one aim, or after the last one of the differences of points; those
        before it are known to be at their least. None where the numbers are too large to be exact.
        """
        points = at == len(self.aims)
        aims = [self._settled(each) if points else self.aims[each] for each in range(at)]
        if self._coarse > 1 and not points and at == _LOW:
            return None  # rounded levels do not tell whose small pods are lower
        if None in aims:
            return None
        fine = self._fine if points else [0] * len(self._fine)
        levels = self._levels if points else np.zeros_like(self._levels)
        coarse = self._coarse if points else 1
        spread = self._spread(levels.tolist())
        off = sum(len(pod) * len(pod) for pod in self.pods) if coarse > 1 else 0
        # A multiple of what all levels are multiples of, so that all costs are.
        later, weights = spread + off + (gcd(*map(int, levels)) or 1), list[int]()
        if not points:
            later, weights = self.aims[at].made + 1, [1]
            aims.append(self.aims[at])
        for aim in reversed(aims if points else aims[:-1]):
            weights.insert(0, later if aim and aim.made else 0)
            later += weights[0] * (aim.made if aim else 0)
        return self._weighed(fine, levels, coarse, [each for each in aims if each], weights)

    def _settled(self, at: int) -> Aim | None:
        """Return an aim that is at its least, as small numbers: of small pods that are as low as
        can be, those lower than the highest of all who sit there sit there as well, and nobody
        higher does. Where all sit there who never have, this is so of those who sit there again.
        None where it is another way, and only its exact points tell."""
        aim = self.aims[at]
        if at != _LOW or not self._small:
            return aim
        again = self._again[self._small].any()
        if not (self.surely_least(at) and (not again or self.surely_least(_AGAIN))):
            return aim if self._coarse == 1 else None
        those = self._again > 0 if again else self._again == 0
        highest = max(self._fine[each] for each in self._small if those[each])
        seats = np.array([int(each == highest) for each in self._fine], np.int64) * those
        barred = those & np.array([each > highest for each in self._fine])
        return Aim(None, seats, int(seats[self._small].sum()), barred)

    def _weighed(
        self,
        fine: Sequence[int],
        levels: Whole,
        coarse: int,
        aims: Sequence[Aim],
        weights: Sequence[int],
    ) -> Problem | None:
        """Return the problem with these weights. An aim whose value is 0 for the pods made has
        weight 0 here: anything of it costs more than all else."""
        spread = self._spread(levels.tolist())
        conflicts = sum(weight * aim.made for aim, weight in zip(aims, weights, strict=True))
        never = 2 * (spread + conflicts + 1)
        # More than all numbers that the cost of one pod is added up from, prices apart.
        most = 16 * (int(levels[-1]) + never)
        if most > _EXACT:
            return None
        pairs, small = np.zeros((len(levels),) * 2, np.int64), np.zeros(len(levels), np.int64)
        for aim, weight in zip(aims, weights, strict=True):
            costs = weight or never
            if aim.pairs is not None:
                pairs = np.minimum(pairs + costs * np.minimum(aim.pairs, 1), never)
            if aim.seats is not None:
                seats = aim.seats if weight else np.minimum(aim.seats, 1)
                small = np.minimum(small + costs * seats, never)
            if aim.barred is not None:
                small[aim.barred] = never
        return Problem(
            fine=fine,
            levels=levels,
            coarse=coarse,
            unit=self._unit,
            pairs=pairs,
            small=small,
            never=never,
            sizes=Counter(map(len, self.pods)),
            standard=self._standard,
            pods=self.pods,
            total=spread + conflicts,
            conflicts=conflicts,
            step=gcd(*map(int, levels), *weights) or 1,
            parts=min(_PARTS, 1 << ((_EXACT // most).bit_length() - 1)),
        )


def _fine(players: Sequence[Entrant]) -> tuple[list[int], Fraction]:
    """Return the points as exact whole numbers from 0, and what 1 of them is."""
    unit = Fraction(1, lcm(*(player.points.denominator for player in players)) if players else 1)
    return [int((player.points - players[0].points) / unit) for player in players], unit


def _numbered(names: Sequence[object]) -> Whole:
    """Return each distinct name as a number from 1; 0 for none."""
    known = {name: at for at, name in enumerate(dict.fromkeys(filter(None, names)), 1)}
    return np.array([known.get(name, 0) for name in names], np.int64)


def _named(named: Sequence[Sequence[str]], position: Mapping[str, int]) -> npt.NDArray[np.bool_]:
    """Return who names whom, or is named by them."""
    matrix = np.zeros((len(named), len(named)), np.bool_)
    for one, others in enumerate(named):
        for identity in others:
            if identity in position:
                matrix[one, position[identity]] = matrix[position[identity], one] = True
    return matrix

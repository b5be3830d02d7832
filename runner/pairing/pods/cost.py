"""The cost of pods: repeats, small pods, players to keep apart, differences of points.

`Cost` counts in the order of the aims (docs/rules.md 4; MAMTR 10.4A), in whole numbers so large
that one conflict of an earlier aim outweighs everything that comes after it. `Weights` holds the
same costs as arrays for the assignment search.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from runner.pairing.field import Field
from runner.pairing.methods import Objectives
from runner.pairing.tables import LARGEST_POD


class Cost:
    """The cost of pods of one field; players are places in its order.

    `conflict` is the weight of the least of the aims 1 to 4, `points` that of a step of points,
    `high` of how far up such a step is:
    a cost divided by one of them, rounded down, is what counts down to that aim. `levels` are the
    points of each player in steps, all 0 where they do not count; `small` is what it costs that
    the player sits in a small pod.
    """

    def __init__(self, field: Field, standard: int, aims: Objectives) -> None:
        count = len(field)
        pairs = count * LARGEST_POD  # more than any split into pods has
        steps = max(field.levels, default=0) + 1
        self.standard = standard
        low = count * count * (pairs + 1) + 1
        self.high = 2 * low * count * count + 1
        self.points = 2 * self.high * (steps * count * pairs + 1)
        bottom = 2 * self.points * (steps * pairs + 1)
        self.conflict = bottom * (steps * count + 1)
        self._repeat = (small := self.conflict * (pairs + 1)) * (count + 1)
        self._clash = self._repeat * (pairs + 1)
        self.levels = field.levels if aims.equal_points else (0,) * count
        self._weights = self._of_points()
        self.small = [
            low * (count - 1 - at)
            + bottom * field.levels[at] * aims.low_small_pods
            + small * (aims.no_second_small_pod and player.small_pods > 0)
            for at, player in enumerate(field.players)
        ]
        self.range = max((p.points for p in field.players), default=Fraction(0)) - min(
            (p.points for p in field.players), default=Fraction(0)
        )
        self._match_points = [player.points for player in field.players]
        self._met = field.met if aims.no_rematch else (dict[int, int](),) * count
        self._apart = field.apart
        self._clubs = field.clubs
        self._fixed = field.fixed
        self._grouping = any(field.clubs) or any(field.fixed)

    def _of_points(self) -> list[int]:
        """Return what a step of points costs between each player and one who is lower."""
        rank = {level: at for at, level in enumerate(sorted(set(self.levels)))}
        return [self.points + self.high * rank[level] for level in self.levels]

    def pod(self, members: Sequence[int]) -> int:
        """Return the cost of one pod; `members` in any order."""
        total = sum(sum(self.row(one, members[at + 1 :])) for at, one in enumerate(members))
        if len(members) < self.standard:
            total += sum(self.small[one] for one in members)
        return total

    def least_conflicts(self, sizes: Sequence[int]) -> int:
        """Return a lower bound for the conflicts (aims 1 to 4) of pods of those sizes, in units of
        `conflict`: the small pods must be filled, even if everybody has sat in one."""
        seats = sum(size for size in sizes if size < self.standard)
        return sum(sorted(each // self.conflict for each in self.small)[:seats])

    def in_points(self, pods: Iterable[Sequence[int]]) -> tuple[Fraction, Fraction]:
        """Return the match points of those in small pods, and the differences within pods, as
        people count them."""
        points = [[self._match_points[player] for player in pod] for pod in pods]
        low = sum((each for pod in points if len(pod) < self.standard for each in pod), Fraction(0))
        pairs = (pair for pod in points for pair in combinations(pod, 2))
        return low, sum((abs(one - two) for one, two in pairs), Fraction(0))

    def row(self, one: int, others: Sequence[int]) -> list[int]:
        """Return what it costs that a player shares a pod with each of some others.

        Small pods apart, the cost of a pod is the sum of this over its pairs.
        """
        own, weight = self.levels[one], self._weights
        row = [
            abs(own - self.levels[other]) * weight[min(one, other)] + (one - other) ** 2
            for other in others
        ]
        met, apart = self._met[one], self._apart[one]
        if met or apart:
            for at, other in enumerate(others):
                row[at] += self._repeat * (other in met) + self.conflict * (other in apart)
        if self._grouping:
            row = [cost + self._grouped(one, at) for cost, at in zip(row, others, strict=True)]
        return row

    def _grouped(self, one: int, other: int) -> int:
        """Return what clubs and fixed tables add to a pair; nothing for one player alone."""
        total = 0
        if one == other:
            return total
        if self._clubs[one] and self._clubs[one] == self._clubs[other]:
            total += self.conflict
        if self._fixed[one] and self._fixed[other] not in (0, self._fixed[one]):
            total += self._clash
        return total


Matrix = npt.NDArray[np.float64]

_FINEST = 1 << 10  # steps of points that are told apart
_LOW = 1 << 10  # differences of points that weigh as much as a point more in a small pod
_HEAVIEST = 1 << 33  # a rematch, so that sums with noise below stay exact


class Weights:
    """The costs of pairs among some players, and of the empty chairs of small pods.

    `players` are places of the field; `chairs` empty chairs come after them. `pairs[a][b]` is what
    it costs that the two share a table, by their position among players and chairs; `places[a][b]`
    parts ways to fill the tables that are as good: squares of differences of places, and the small
    pods as low as can be. `step` is about the difference between neighbouring numbers of points,
    `conflict` the cost of the least thing that should not be, `met` the part of all pairs
    that have met.
    """

    def __init__(
        self, field: Field, players: Sequence[int], chairs: int, standard: int, aims: Objectives
    ) -> None:
        count = len(players)
        size = count + chairs
        levels = _levels(field, players) if aims.equal_points else np.zeros(count)
        worst = max(int(levels.max()), 1) * (count + chairs * _LOW) * LARGEST_POD + 1
        again = worst * (count * LARGEST_POD + 1)
        repeat = min(again * (chairs * LARGEST_POD + 1), _HEAVIEST)
        self.step, self.conflict = _step(levels), float(worst)
        self.pairs: Matrix = np.zeros((size, size))
        self.pairs[:count, :count] = np.abs(levels[:, None] - levels[None, :])
        self.pairs[:count, :count] += worst * _apart(field, players)
        met = _met(field, players) if aims.no_rematch else np.zeros((count, count))
        self.met = float(met.mean())
        self.pairs[:count, :count] += repeat * met
        if chairs:
            low = _LOW * levels if aims.low_small_pods else np.zeros(count)
            self._seat_chairs(field, players, again if aims.no_second_small_pod else 0, low, repeat)
        self.places = _places(players, size)
        np.fill_diagonal(self.pairs, 0)

    def _seat_chairs(
        self,
        field: Field,
        players: Sequence[int],
        again: float,
        low: npt.NDArray[np.float64],
        heaviest: float,
    ) -> None:
        count = len(players)
        had = np.array([field.players[player].small_pods > 0 for player in players], float)
        self.pairs[count:, :count] = again * had + low
        self.pairs[:count, count:] = self.pairs[count:, :count].T
        self.pairs[count:, count:] = 4 * heaviest  # two empty chairs at one table


def _levels(field: Field, players: Sequence[int]) -> npt.NDArray[np.float64]:
    """Return the points of the players from 0, in whole steps, coarser where there are very
    many."""
    levels = [field.levels[player] for player in players]
    least, most = min(levels), max(levels)
    fine = max(1, most - least)
    steps = min(fine, _FINEST)
    return np.array([(2 * (at - least) * steps + fine) // (2 * fine) for at in levels], float)


def _step(levels: npt.NDArray[np.float64]) -> float:
    distinct = len(np.unique(levels))
    return float(levels.max()) / (distinct - 1) if distinct > 1 else 0.0


def _met(field: Field, players: Sequence[int]) -> Matrix:
    """Return a matrix with 1 for each pair that has met."""
    position = {place: at for at, place in enumerate(players)}
    met: Matrix = np.zeros((len(players), len(players)))
    for place, at in position.items():
        for other in field.met[place]:
            if other in position:
                met[at, position[other]] = 1
    return met


def _apart(field: Field, players: Sequence[int]) -> Matrix:
    """Return a matrix with 1 for each pair to be kept apart; a clash of fixed tables counts as
    many."""
    position = {place: at for at, place in enumerate(players)}
    apart: Matrix = np.zeros((len(players), len(players)))
    for place, at in position.items():
        for other in field.apart[place]:
            if other in position:
                apart[at, position[other]] += 1
    for marks, reasons in ((field.clubs, 1), (field.fixed, 64)):
        own = np.array([marks[player] for player in players])
        known = (own[:, None] > 0) & (own[None, :] > 0)
        same = own[:, None] == own[None, :]
        apart += reasons * (known & (same if marks is field.clubs else ~same))
    return apart


def _places(players: Sequence[int], size: int) -> Matrix:
    """Squares of differences of places; an empty chair wants the last players beside it."""
    count = len(players)
    rank = np.arange(count, dtype=float)  # places of the field would be as good, but larger
    places: Matrix = np.zeros((size, size))
    places[:count, :count] = (rank[:, None] - rank[None, :]) ** 2
    places[count:, :count] = (count - 1 - rank) * LARGEST_POD * LARGEST_POD
    places[:count, count:] = places[count:, :count].T
    return places

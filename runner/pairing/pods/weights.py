"""What two players cost at one table, as a matrix of whole numbers that floats hold exactly.

The aims are those of `Cost` down to the differences of points, each weighing more than all later
ones of these players together; where that would leave the numbers that floats hold exactly (clashes
of fixed tables, points told apart very finely), less. A search is led by these numbers and judged
by `Cost`.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.sizes import LARGEST_POD

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
        self, field: Field, players: Sequence[int], chairs: int, standard: int, aims: Aims
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
    """The points of the players from 0, in whole steps, coarser where there are very many."""
    levels = [field.levels[player] for player in players]
    least, most = min(levels), max(levels)
    fine = max(1, most - least)
    steps = min(fine, _FINEST)
    return np.array([(2 * (at - least) * steps + fine) // (2 * fine) for at in levels], float)


def _step(levels: npt.NDArray[np.float64]) -> float:
    distinct = len(np.unique(levels))
    return float(levels.max()) / (distinct - 1) if distinct > 1 else 0.0


def _met(field: Field, players: Sequence[int]) -> Matrix:
    """Who have met: 1."""
    position = {place: at for at, place in enumerate(players)}
    met: Matrix = np.zeros((len(players), len(players)))
    for place, at in position.items():
        for other in field.met[place]:
            if other in position:
                met[at, position[other]] = 1
    return met


def _apart(field: Field, players: Sequence[int]) -> Matrix:
    """Who are to be kept apart: 1; a clash of fixed tables is many."""
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

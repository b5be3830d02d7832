"""Making pods better by moving a player or two out of every pod at once.

From each pod some players stand up, and an assignment problem tells which pod each of them sits
down at: of all the ways that there are, the best one. No swap or chain of swaps among those players
is better, so a step never makes things worse; a little noise on the costs leads from one way to
another that is as good, and more noise, at first, out of dead ends.

    1 2 3 4 | 5 6 7 8 | 9 10 11 12    2, 7 and 9 stand up; 2 has met 1, 7 has met 8, 9 has met 10
    1 7 3 4 | 5 6 9 8 | 2 10 11 12    one step seats all three in a ring that no single swap makes
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from runner.core.randomness import Stream
from runner.pairing.bounds.effort import Work
from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.pods.assignment import solver
from runner.pairing.pods.weights import Matrix, Weights

Pods = list[list[int]]
Chairs = npt.NDArray[np.int64]  # a row a pod, of positions among the players and empty chairs

_WINDOW = 64  # pods that are looked at together


class Plan(NamedTuple):
    """How a window is searched: the noise of each descent at first, in steps of points, and how
    many steps a descent has."""

    heats: tuple[float, ...]
    steps: int


_USUAL = Plan((8.0, 4.0, 2.0, 6.0), 400)
_FEW, _FEW_HEATS = 32, (8.0, 6.0, 10.0, 8.0, 6.0, 10.0, 8.0)  # pods; where steps are quick
_FEWER, _FEWER_HEATS = 16, _FEW_HEATS[:5]
_FEW_STEPS, _STEPS_FOR_MET = 300, 2_500  # and the more, the more of all pairs have met
_MANY, _MANY_WINDOWS = 4, Plan((4.0,), 250)  # where there is room enough everywhere
_PAIRS_RISE = 0.25  # of all steps, how many let two players of each pod stand up
_LOOK = 10  # after so many steps the best is looked for
_FINE = 1 << 12  # parts of a unit of cost that noise is made of
_STEP, _CHAIR = 8_000, 60  # work for a step, and for each chair
_CLOSER = 120  # steps that bring the pods closer to the standings at last


class Noise:
    """Numbers drawn once from a stream, and then read from one place after another."""

    _SIZE = 1 << 16

    def __init__(self, stream: Stream) -> None:
        drawn = np.frombuffer(stream.bits(2 * self._SIZE), dtype=">u2").astype(np.int64)
        self._drawn = np.concatenate([drawn, drawn])  # to be read across its end
        self._at = 0

    def table(self, rows: int, columns: int) -> npt.NDArray[np.int64]:
        """Whole numbers below 2**16."""
        count = rows * columns
        start = int(self._drawn[self._at]) % (self._SIZE - 1)
        self._at = (self._at + 1) % self._SIZE
        if count > self._SIZE:
            return np.resize(np.roll(self._drawn[: self._SIZE], start), (rows, columns))
        return self._drawn[start : start + count].reshape(rows, columns)

    def share(self) -> float:
        """A number from 0 to 1."""
        self._at = (self._at + 1) % self._SIZE
        return float(self._drawn[self._at]) / self._SIZE


def reassigned(
    field: Field,
    pods: Sequence[Sequence[int]],
    standard: int,
    aims: Aims,
    noise: Noise,
    work: Work,
) -> Pods:
    """Better pods of the same sizes, which differ by one seat at most. In a field of one window the
    descents end when the work is done."""
    now = [list(pod) for pod in pods]
    windows = list(_windows(len(now)))
    many = len(windows) > _MANY
    for window in (*windows, *((None,) if len(windows) > 1 else ())):
        now.sort(key=lambda pod: (sum(pod) / len(pod), pod))
        chosen = _costliest(field, now) if window is None else range(len(now))[window]
        search = _Window(field, [now[at] for at in chosen], standard, aims)
        for at, pod in zip(chosen, search.improved(noise, work, many=many), strict=True):
            now[at] = pod
    return now


def _windows(pods: int) -> Iterator[slice]:
    """Neighbouring pods to look at together; each window shares half of its pods with the next."""
    last = max(pods - _WINDOW, 0)
    for start in range(0, last, _WINDOW // 2):
        yield slice(start, start + _WINDOW)
    yield slice(last, last + _WINDOW)


def _costliest(field: Field, pods: Pods) -> list[int]:
    """The small pods, and those whose points differ most: far apart, they may help each other."""
    largest = max(map(len, pods))

    def worth(at: int) -> tuple[bool, int, int]:
        levels = [field.levels[player] for player in pods[at]]
        return len(pods[at]) == largest, min(levels) - max(levels), at

    return sorted(sorted(range(len(pods)), key=worth)[:_WINDOW])


@dataclass(slots=True)
class _Best:
    """The best way found so far to fill the chairs, and what it costs."""

    chairs: Chairs
    cost: tuple[float, float]


class _Window:
    """Some pods and their players, small pods with an empty chair."""

    def __init__(self, field: Field, pods: Sequence[Sequence[int]], standard: int, aims: Aims):
        self._players = sorted(place for pod in pods for place in pod)
        position = {place: at for at, place in enumerate(self._players)}
        self._seats = max(map(len, pods))
        empty = iter(range(len(position), len(pods) * self._seats))
        chairs = [
            [
                *(position[place] for place in pod),
                *(next(empty) for _ in range(self._seats - len(pod))),
            ]
            for pod in pods
        ]
        self._weights = Weights(
            field, self._players, len(pods) * self._seats - len(position), standard, aims
        )
        self._chairs: Chairs = np.array(chairs, dtype=np.int64)
        self._beginnings = np.arange(len(pods))[:, None] * self._seats  # of each pod's chairs

    def improved(self, noise: Noise, work: Work, *, many: bool) -> Pods:
        """The pods after some descents, each from the best so far; `many`: this is one of many
        windows."""
        step = _STEP + _CHAIR * self._chairs.size
        plan = _MANY_WINDOWS if many else self._plan()
        best = _Best(self._chairs, self._cost(self._chairs))
        for heat in plan.heats:
            steps = plan.steps
            if len(self._chairs) <= _FEW:
                steps = min(steps, max(0, work.left) // step)
            if best.cost[0] > 0 and steps:
                self._descend(best, heat * self._weights.step, steps, noise)
                work.left -= steps * step
        self._draw_closer(best, noise)
        count = len(self._players)
        return [[self._players[at] for at in pod if at < count] for pod in best.chairs.tolist()]

    def _plan(self) -> Plan:
        if len(self._chairs) > _FEW:
            return _USUAL
        steps = _FEW_STEPS + int(_STEPS_FOR_MET * self._weights.met)
        return Plan(_FEWER_HEATS if len(self._chairs) <= _FEWER else _FEW_HEATS, steps)

    def _cost(self, chairs: Chairs) -> tuple[float, float]:
        return _inside(self._weights.pairs, chairs), _inside(self._weights.places, chairs)

    def _descend(self, best: _Best, heat: float, steps: int, noise: Noise) -> None:
        """Steps with less and less noise, the last of them with next to none."""
        chairs, least = best.chairs, 1 / (len(best.chairs) + 1)
        pairs = self._weights.pairs * _FINE
        for step in range(steps):
            warmth = heat * max(0.0, 1 - step / (0.8 * steps))
            rise = 2 if self._seats > 2 and noise.share() < _PAIRS_RISE else 1
            chairs = self._step(chairs, rise, noise, pairs, int(_FINE * (warmth + least)))
            if step % _LOOK == _LOOK - 1:
                cost = _inside(self._weights.pairs, chairs)
                if cost < best.cost[0]:
                    best.chairs, best.cost = chairs, self._cost(chairs)

    def _draw_closer(self, best: _Best, noise: Noise) -> None:
        """Steps that keep what has been reached, and bring the pods closer to the standings."""
        places, conflict = self._weights.places, self._weights.conflict
        fine = places.max() * self._seats**2 * len(best.chairs) + 1
        both = np.minimum(self._weights.pairs, conflict) * fine + places
        for step in range(_CLOSER):
            rise = 1 + step % 2 if self._seats > 2 else 1
            chairs = self._step(best.chairs, rise, noise, both, 0)
            cost = self._cost(chairs)
            if cost < best.cost:
                best.chairs, best.cost = chairs, cost

    def _step(self, chairs: Chairs, rise: int, noise: Noise, costs: Matrix, loud: int) -> Chairs:
        """Who stand up from each pod sit down where it is best for all, noise up to `loud`
        included."""
        count, seats = chairs.shape
        order = noise.table(count, seats).argsort(axis=1, kind="stable")
        mixed = chairs.take(order + self._beginnings)
        rising, staying = mixed[:, :rise], mixed[:, rise:]
        rows = costs.take(rising[:, 0], axis=0)
        for other in range(1, rise):
            rows += costs.take(rising[:, other], axis=0)
        cost: Matrix = rows.take(staying[:, 0], axis=1)
        for other in range(1, seats - rise):
            cost += rows.take(staying[:, other], axis=1)
        if loud:
            cost += noise.table(count, count) * loud >> 16
        _, where = solver()(cost)
        mixed[where, :rise] = rising.copy()
        return mixed


@cache
def _twos(seats: int) -> tuple[Chairs, Chairs]:
    """Both chairs of each two at a table."""
    return np.tril_indices(seats, -1)


def _inside(costs: Matrix, chairs: Chairs) -> float:
    """The costs of all pairs within pods."""
    one, other = _twos(chairs.shape[1])
    return float(costs[chairs[:, one], chairs[:, other]].sum())

"""Better pods by assignment problems and by a tabu search, in counted steps.

An assignment problem gives each row a column of its own so that the costs add up to the least:

    costs 4 1 3    row 0 takes column 1, row 1 column 0 and row 2 column 2,
          2 0 5    for 1 + 2 + 2 = 5: the 0 is cheap, and would cost the others more
          3 2 2

The solver is scipy's, a C extension of its own. The package around it takes several times as long
to load as to pair a round, so the extension is loaded without it, where scipy keeps it there.

Where nearly everybody has met, no single swap makes anything better for a long time. The tabu
search makes the best swap of two players even if it makes things worse, and for some steps neither
may go back to the pod that they left (F. Glover, 1986; for pods of players who have not met,
I. Dotú and P. Van Hentenryck, 2007).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from runner.core.randomness import Stream
from runner.pairing.bounds.effort import Work
from runner.pairing.field import Field
from runner.pairing.methods import Objectives
from runner.pairing.pods.cost import Cost, Matrix, Weights
from runner.pairing.pods.swaps import Pods, Swaps

Places = npt.NDArray[np.intp]


class Solver(Protocol):
    """Takes a square of costs; the rows in order, and the column of each."""

    def __call__(self, cost_matrix: Matrix, /) -> tuple[Places, Places]:
        """Raises ValueError where no assignment is possible."""


@cache
def solver() -> Solver:
    """Return the solver, the same whichever way it is loaded."""
    return _alone() or _packaged()


def _alone() -> Solver | None:
    package = find_spec("scipy")
    folders = package and package.submodule_search_locations
    spec = PathFinder.find_spec("_lsap", [f"{folder}/optimize" for folder in folders or ()])
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:  # of another part of scipy
        return None
    return getattr(module, "linear_sum_assignment", None)


def _packaged() -> Solver:
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment


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
        """Return a number from 0 to 1."""
        self._at = (self._at + 1) % self._SIZE
        return float(self._drawn[self._at]) / self._SIZE


def reassigned(
    field: Field,
    pods: Sequence[Sequence[int]],
    standard: int,
    aims: Objectives,
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
    """Return the small pods, and those whose points differ most: far apart, they may help each
    other."""
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

    def __init__(
        self, field: Field, pods: Sequence[Sequence[int]], standard: int, aims: Objectives
    ):
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
        """Return the pods after some descents, each from the best so far; `many`: this is one of
        many windows."""
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
        """Return the pods after some players of each have stood up and sat down where it is best
        for all, noise up to `loud` included."""
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
    """Return both chairs of each two at a table."""
    return np.tril_indices(seats, -1)


def _inside(costs: Matrix, chairs: Chairs) -> float:
    """Return the costs of all pairs within pods."""
    one, other = _twos(chairs.shape[1])
    return float(costs[chairs[:, one], chairs[:, other]].sum())


Whole = npt.NDArray[np.int64]

_TABU_STEP, _PAIR = 3_500, 16  # work for a step, and for each two players that it compares
_STAY = 6, 12  # steps for which nobody goes back: at least, and up to so many more
_POINTS = 1 << 12  # steps of points that are told apart, below all conflicts
_FAR = 1 << 62


def with_fewer_conflicts(
    field: Field, swaps: Swaps, aims: Objectives, noise: Noise, work: Work
) -> Pods:
    """Return the pods with the fewest conflicts that are found within the work, then the least
    differences of points; `swaps` are those to begin with."""
    search, step = _TabuSearch(field, swaps.cost, swaps.pods, aims), 0
    stays = noise.table(64, 64).ravel() % _STAY[1] + _STAY[0]
    while search.conflicts and work.left > 0:
        work.left -= _TABU_STEP + _PAIR * search.step(step, int(stays[step % len(stays)]))
        step += 1
    return search.best_pods()


class _TabuSearch:
    """Who sits where, and the best of that so far. `conflicts`: whether the best has any."""

    def __init__(
        self, field: Field, cost: Cost, pods: Sequence[Sequence[int]], aims: Objectives
    ) -> None:
        count = len(field)
        self._sizes = [len(pod) for pod in pods]
        self._pod = np.zeros(count, np.int64)
        for at, pod in enumerate(pods):
            self._pod[list(pod)] = at
        self._pairs, self._own, self._conflict = weights(field, cost, aims, self._sizes)
        self._small = np.array([size < cost.standard for size in self._sizes], np.int64)
        self._free_from = np.zeros((count, len(pods)), np.int64)  # the step from which one may go
        self._with = np.stack([self._pairs[:, list(pod)].sum(axis=1) for pod in pods], axis=1)
        own = np.take_along_axis(self._with, self._pod[:, None], 1).sum() // 2
        self._total = int(own + (self._own * self._small[self._pod]).sum())
        self._best, self._least = self._pod.copy(), self._total

    @property
    def conflicts(self) -> bool:
        return self._least >= self._conflict

    def best_pods(self) -> Pods:
        """Return the best so far."""
        return [np.flatnonzero(self._best == at).tolist() for at in range(len(self._sizes))]

    def step(self, now: int, stay: int) -> int:
        """Make the best swap of somebody who is in a conflict; how many swaps were compared."""
        pod, everybody = self._pod, np.arange(len(self._pod))
        small = self._small[pod]
        here = self._with[everybody, pod] + self._own * small
        ones = np.flatnonzero(here >= self._conflict)
        if not len(ones):
            ones = everybody
        there = self._with[ones][:, pod] + self._own[ones, None] * small
        back = self._with[:, pod[ones]].T + self._own * small[ones, None]
        change = there + back - here[ones, None] - here - 2 * self._pairs[ones]
        change[pod[ones, None] == pod] = _FAR
        barred = (self._free_from[ones][:, pod] > now) | (now < self._free_from[:, pod[ones]].T)
        barred &= self._total + change >= self._least
        change[barred] = _FAR
        at, two = divmod(int(change.argmin()), len(pod))
        if change[at, two] < _FAR:
            self._swap(int(ones[at]), two, int(change[at, two]))
            self._free_from[int(ones[at]), pod[two]] = now + stay
            self._free_from[two, pod[int(ones[at])]] = now + stay
        return int(change.size)

    def _swap(self, one: int, two: int, change: int) -> None:
        first, second = self._pod[one], self._pod[two]
        moved = self._pairs[two] - self._pairs[one]
        self._with[:, first] += moved
        self._with[:, second] -= moved
        self._pod[one], self._pod[two] = second, first
        self._total += change
        if self._total < self._least:
            self._best, self._least = self._pod.copy(), self._total


def weights(
    field: Field, cost: Cost, aims: Objectives, sizes: Sequence[int]
) -> tuple[Whole, Whole, int]:
    """Return what each two players cost at one table, and each in a small pod, in the order of the
    aims; and the least that is a conflict. The points come last, in steps that may be coarse."""
    met, apart = np.zeros((2, len(field), len(field)), np.bool_)
    for one in range(len(field)):
        met[one, list(field.met[one])] = aims.no_rematch
        apart[one, list(field.apart[one])] = True
    clubs, fixed = np.array(field.clubs), np.array(field.fixed)
    apart |= (clubs[:, None] == clubs) & (clubs > 0)
    np.fill_diagonal(apart, False)
    clashing = (fixed[:, None] != fixed) & (fixed[:, None] > 0) & (fixed > 0)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    seats = sum(size for size in sizes if size < cost.standard)
    most_apart, most_met, most_clashing = (
        min(pairs, int(which.sum()) // 2) for which in (apart, met, clashing)
    )
    # So many times a step of points counts at most; all of it together is to stay below `_FAR`.
    times = pairs * (most_apart + 1) * (seats + 1) * (most_met + 1) * (most_clashing + 1)
    steps = _in_steps(cost.levels, max(1, min(_POINTS, _FAR // (4 * times))))
    conflict = int(steps.max()) * pairs + 1
    again = conflict * (most_apart + 1)
    repeat = again * (seats + 1)
    clash = repeat * (most_met + 1)
    both = np.abs(steps[:, None] - steps) + conflict * apart + repeat * met + clash * clashing
    had = np.array([player.small_pods > 0 for player in field.players], np.int64)
    return both, had * (again * aims.no_second_small_pod), conflict


def _in_steps(levels: Sequence[int], most: int) -> Whole:
    """Return the levels from 0, in so many whole steps at most."""
    least, widest = min(levels), max(*levels, 1) - min(levels)
    many = min(widest, most)
    return np.array([(level - least) * many // max(widest, 1) for level in levels], np.int64)

"""A round's pods as whole numbers: what pairs of players cost, and what was reached.

Read from the state itself, not from what the engine made of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, gcd, lcm

import numpy as np
import numpy.typing as npt

from runner.core.event import Mode
from runner.pairing.state import Entrant, State

Whole = npt.NDArray[np.int64]

_FINEST = 100_000  # steps of points from the least to the most that a linear programme can tell
_HEAVIEST = 1 << 30
NEVER = 1 << 31  # costs more than any pairing: a pair that nothing better can have


@dataclass(frozen=True, slots=True)
class Problem:
    """Players from the fewest points up, and the pods to be filled.

    `levels` are points as whole numbers, `unit` what one of them is in match points. `pairs[a][b]`
    is what it costs beside the difference of points that two share a pod, `small` what it costs a
    player to sit in a small pod. `sizes` counts the pods of each size. `pods` are those made, as
    positions; `total` is what they cost, and `conflicts` how much of that is no difference of
    points. `step`: all costs are multiples of it.
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

    def gap(self, bound: Fraction) -> int:
        """How much better than the pods made something could be; 0: nothing is."""
        return max(0, self.total - self.step * ceil(bound / self.step))

    def in_points(self, bound: Fraction) -> Fraction:
        """The bound as differences of match points, given the conflicts that there are."""
        rounded = self.step * ceil(bound / self.step)
        return max(Fraction(0), (rounded - self.conflicts) * self.unit)


def problem_of(state: State, tables: Sequence[Sequence[str]]) -> Problem | None:
    """The problem that some tables solve, or None where there is none to prove anything of."""
    rules = state.ruleset
    if state.mode != Mode.MULTIPLAYER or not tables or rules.method not in ("swiss", "bubble"):
        return None
    if rules.last_round_by_standing and state.round == state.rounds:
        return None
    known = {player.id: player for player in state.players}
    seated = (known[identity] for table in tables for identity in table)
    players = sorted(seated, key=lambda player: (player.points, player.id))
    levels, unit = _levels(players)
    clashing = sum(player.fixed_table is not None for player in players) > 1
    if clashing or not len(levels) or levels[-1] > _FINEST or min(map(len, tables)) < 2:
        return None
    position = {player.id: at for at, player in enumerate(players)}
    pods = tuple(tuple(sorted(position[identity] for identity in table)) for table in tables)
    return _weighed(players, levels, unit, pods, rules.pod_size)


def _weighed(
    players: Sequence[Entrant],
    levels: Whole,
    unit: Fraction,
    pods: tuple[tuple[int, ...], ...],
    standard: int,
) -> Problem | None:
    """The problem with each aim weighing more than all later ones together; what the pods made do
    without altogether, nothing better can have."""
    met, apart = _pairs(players)
    again = np.array([player.small_pods > 0 for player in players], dtype=np.int64)
    inside = [pair for pod in pods for pair in combinations(pod, 2)]
    in_small = [player for pod in pods if len(pod) < standard for player in pod]
    counts = (
        sum(int(met[pair]) for pair in inside),
        sum(int(again[player]) for player in in_small),
        sum(int(apart[pair]) for pair in inside),
    )
    weights = _weights(levels, pods, counts, in_small)
    if weights is None:
        return None
    conflicts = sum(weight * count for weight, count in zip(weights, counts, strict=True))
    points = sum(abs(int(levels[one] - levels[two])) for one, two in inside)
    return Problem(
        levels=levels,
        unit=unit,
        pairs=np.minimum(weights[0] * met + weights[2] * apart, NEVER),
        small=weights[1] * again,
        sizes=Counter(map(len, pods)),
        standard=standard,
        pods=pods,
        total=conflicts + points,
        conflicts=conflicts,
        step=gcd(*map(int, levels), *(weight for weight in weights if weight < NEVER)) or 1,
    )


def _weights(
    levels: Whole, pods: Sequence[Sequence[int]], counts: tuple[int, int, int], seats: Sequence[int]
) -> tuple[int, int, int] | None:
    """What a repeat, a second small pod and a pair to be kept apart cost; None: too much."""
    pairs = sum(len(pod) * (len(pod) - 1) // 2 for pod in pods)
    repeats, agains, aparts = counts
    later = int(levels[-1] - levels[0]) * pairs + 1
    apart = later if aparts or agains or repeats else NEVER
    if agains or repeats:
        later = apart * (2 * pairs + 1)
    again = later if agains or repeats else NEVER
    if repeats:
        later = again * (len(seats) + 1)
    repeat = later if repeats else NEVER
    return None if later > _HEAVIEST else (repeat, again, apart)


def _levels(players: Sequence[Entrant]) -> tuple[Whole, Fraction]:
    """The points as whole numbers from 0, and what 1 of them is."""
    unit = Fraction(1, lcm(*(player.points.denominator for player in players)) if players else 1)
    steps = [int((player.points - players[0].points) / unit) for player in players]
    small = all(step <= _FINEST for step in steps)
    return np.array(steps if small else [_FINEST + 1] * len(steps), dtype=np.int64), unit


def _pairs(players: Sequence[Entrant]) -> tuple[Whole, Whole]:
    """How often each two have met, and for how many reasons they are to be kept apart."""
    count = len(players)
    position = {player.id: at for at, player in enumerate(players)}
    met, apart = np.zeros((count, count), np.int64), np.zeros((count, count), np.int64)
    for at, player in enumerate(players):
        for other, times in Counter(player.opponents).items():
            to = position.get(other, at)
            if to != at:
                met[at, to] = met[to, at] = max(met[at, to], times)
        for other in player.keep_apart:
            to = position.get(other, at)
            if to != at:
                apart[at, to] = apart[to, at] = 1
    clubs = np.array([player.club for player in players], dtype=object)
    same = (clubs[:, None] == clubs[None, :]) & (clubs[:, None] != "")
    np.fill_diagonal(same, False)
    return met, apart + same.astype(np.int64)

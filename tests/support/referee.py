"""A referee of pods who shares nothing with the engine: the aims of docs/rules.md 4, one after the
other, over every pod that there could be, by a whole-number programme."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, vstack

from runner.pairing.engine import Result
from runner.pairing.state import Entrant, State

AIMS = ("fixed tables", "repeats", "small again", "kept apart", "small low", "differences")
Worth = tuple[int, ...]
Numbers = npt.NDArray[np.float64]


def worth(state: State, tables: Sequence[Sequence[str]]) -> Worth:
    """What some tables come to in each aim; points in whole parts of `unit`."""
    known = {player.id: player for player in state.players}
    pods = [[known[each] for each in table] for table in tables]
    return tuple(map(sum, zip(*(of_pod(pod, state, unit(state)) for pod in pods), strict=True)))


def unit(state: State) -> Fraction:
    """A part of a point of which all points are whole numbers."""
    return Fraction(1, int(np.lcm.reduce([each.points.denominator for each in state.players])))


def of_pod(pod: Sequence[Entrant], state: State, of: Fraction) -> Worth:
    """What one pod comes to in each aim."""
    pairs = list(combinations(pod, 2))
    small = pod if len(pod) < state.ruleset.pod_size else ()
    low = state.ruleset.small_pods_last
    return (
        sum(len({a.fixed_table, b.fixed_table} - {None}) == 2 for a, b in pairs),
        sum(b.id in a.opponents or a.id in b.opponents for a, b in pairs),
        sum(each.small_pods > 0 for each in small),
        sum(
            (a.club == b.club != "") or b.id in a.keep_apart or a.id in b.keep_apart
            for a, b in pairs
        ),
        int(sum((each.points for each in small), Fraction(0)) / of) if low else 0,
        int(sum((abs(a.points - b.points) for a, b in pairs), Fraction(0)) / of),
    )


def filled(state: State, result: Result) -> list[tuple[str, ...]]:
    """The tables that the pairing filled."""
    placed = {number for number, _ in state.placed}
    return [table.seats for table in result.tables if table.number not in placed]


class Referee:
    """Every pod that a round could have, of the sizes that it has."""

    def __init__(self, state: State, tables: Sequence[Sequence[str]]) -> None:
        self._made = worth(state, tables)
        self._players = sorted({each for table in tables for each in table})
        self._sizes = sorted({len(table) for table in tables})
        self._count = [sum(len(table) == size for table in tables) for size in self._sizes]
        known = {player.id: player for player in state.players}
        people = [known[each] for each in self._players]
        pods, costs = _pods(people, state, self._sizes, self._forbidden())
        self._pods, self._costs = pods, costs

    def _forbidden(self) -> int:
        """The first so many aims that nothing better can have any of: none of them was made."""
        return next((at for at, made in enumerate(self._made[:4]) if made), 4)

    def better(self, seconds: float = 120.0) -> Worth | None:
        """What better tables come to, aim by aim; None where it is certain that none are better.
        Raises TimeoutError where that takes too long."""
        for aim, made in enumerate(self._made):
            if made:
                found = self._with_less(aim, seconds)
                if found:
                    return found
        return None

    def _with_less(self, aim: int, seconds: float) -> Worth | None:
        """Tables with less of an aim, and no more of any before it."""
        most = np.array(self._made[: aim + 1]) - [*[0] * aim, 1]
        can = (self._costs[:, : aim + 1] <= most).all(axis=1)
        costs = self._costs[can]
        rows, wanted = self._rows([pod for pod, kept in zip(self._pods, can, strict=True) if kept])
        if not rows.shape[1] or (rows.sum(axis=1) < wanted).any():
            return None
        held = [at for at in range(aim + 1) if costs[:, at].any()]
        limits = [LinearConstraint(rows, wanted, wanted)]
        if held:
            limits.append(LinearConstraint(csr_array(costs[:, held].T), -np.inf, most[held] + 0.01))
        found = milp(
            costs[:, aim],
            constraints=limits,
            integrality=np.ones(len(costs)),
            bounds=Bounds(0, 1),
            options={"time_limit": seconds},
        )
        if found.status == 2:
            return None
        if found.x is None:
            raise TimeoutError
        chosen = np.asarray(found.x) > 0.5
        assert np.array_equal(rows @ chosen, wanted)
        total = tuple(int(each) for each in costs[chosen].sum(axis=0))
        assert total[: aim + 1] < self._made[: aim + 1]
        return total

    def _rows(self, pods: Sequence[tuple[str, ...]]) -> tuple[Any, Numbers]:
        place = {player: at for at, player in enumerate(self._players)}
        where = np.array([(place[each], at) for at, pod in enumerate(pods) for each in pod])
        where = where.reshape(-1, 2).T.astype(int)
        seats = csr_array(
            (np.ones(where.shape[1]), (where[0], where[1])), shape=(len(place), len(pods))
        )
        of_size = np.array([[len(pod) == size for pod in pods] for size in self._sizes])
        wanted = np.array([1] * len(place) + self._count, float)
        return vstack([seats, csr_array(of_size.astype(float))]).tocsr(), wanted


def _pods(
    people: Sequence[Entrant], state: State, sizes: Sequence[int], forbidden: int
) -> tuple[list[tuple[str, ...]], npt.NDArray[np.int64]]:
    """All pods with none of the first aims, grown player by player, and what they come to."""
    of, ids = unit(state), [each.id for each in people]
    two = [[_pair(of_pod((a, b), state, of)) for b in people] for a in people]
    one = [of_pod((a,), state, of) for a in people]
    may = [[not any(two[a][b][:forbidden]) for b in range(len(ids))] for a in range(len(ids))]
    pods: list[tuple[str, ...]] = []
    costs: list[Worth] = []
    for size in sizes:
        small = size < state.ruleset.pod_size
        alone = [_seat(one[at], small=small) for at in range(len(ids))]
        free = [at for at in range(len(ids)) if not any(alone[at][:forbidden])]
        grown: list[tuple[tuple[int, ...], Worth, list[int]]] = [((), (0,) * 6, free)]
        while grown:
            pod, cost, others = grown.pop()
            if len(pod) == size:
                pods.append(tuple(ids[at] for at in pod))
                costs.append(cost)
                continue
            for index, at in enumerate(others):
                added = [two[at][other] for other in pod]
                total = tuple(map(sum, zip(cost, alone[at], *added, strict=True)))
                left = [other for other in others[index + 1 :] if may[at][other]]
                grown.append(((*pod, at), total, left))
    return pods, np.array(costs, np.int64).reshape(-1, 6)


def _seat(worth: Worth, *, small: bool) -> Worth:
    """What one player's seat adds: aims of seats, in small pods only."""
    return (0, 0, worth[2], 0, worth[4], 0) if small else (0,) * 6


def _pair(worth: Worth) -> Worth:
    """What a pair adds: all but the aims of seats."""
    return (worth[0], worth[1], 0, worth[3], 0, worth[5])

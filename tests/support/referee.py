"""A referee of pods who shares nothing with the engine: whether other tables keep to the aims of
docs/rules.md 4 better, one aim after the other. Every pod that there could be is counted. For each
aim of which the round has something, tables with less of it, and no more of any before it, are
looked for (`tests.support.programme`). Of players who are equally entitled to a bye anybody may
have it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import lcm

import numpy as np

from runner.pairing.engine import Result
from runner.pairing.state import Entrant, PairingInput
from tests.support.programme import Columns, UndecidedError, Whole, less

__all__ = ["AIMS", "Referee", "UndecidedError", "bettered", "filled", "resting", "worth"]

AIMS = ("fixed tables", "repeats", "small again", "kept apart", "small low", "differences")
Worth = tuple[int, ...]


def bettered(
    state: PairingInput, result: Result, seconds: float = 300.0,
    small: Callable[[Iterable[str]], bool] = lambda ids: True,
) -> Worth | None:  # fmt: skip
    """What better tables than those of a round come to; None where there are none. `small` says of
    the ids of a small pod whether it may be."""
    tables = filled(state, result)
    if not tables:
        return None
    return Referee(state, tables, resting(state, result), small).better(seconds)


def worth(state: PairingInput, tables: Sequence[Sequence[str]]) -> Worth:
    """What some tables come to in each aim; points in whole parts of `unit`."""
    known = {player.id: player for player in state.players}
    pods = [[known[each] for each in table] for table in tables]
    return tuple(map(sum, zip(*(of_pod(pod, state, unit(state)) for pod in pods), strict=True)))


def unit(state: PairingInput) -> Fraction:
    """A part of a point of which all points are whole numbers."""
    return Fraction(1, lcm(*(each.points.denominator for each in state.players)))


def of_pod(pod: Sequence[Entrant], state: PairingInput, of: Fraction) -> Worth:
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


def filled(state: PairingInput, result: Result) -> list[tuple[str, ...]]:
    """The tables that the pairing filled."""
    placed = {number for number, _ in state.placed}
    return [table.seats for table in result.tables if table.number not in placed]


def resting(state: PairingInput, result: Result) -> list[str]:
    """The players to whom the pairing gave a bye."""
    return [player for player in result.byes if player not in state.byes]


class Referee:
    """Every way to fill a round's tables with those who play, and with those who might have played
    in place of somebody as much entitled to a bye."""

    def __init__(
        self, state: PairingInput, tables: Sequence[Sequence[str]], byes: Iterable[str] = (),
        small: Callable[[Iterable[str]], bool] = lambda ids: True,
    ) -> None:  # fmt: skip
        known = {player.id: player for player in state.players}
        people = [known[each] for table in tables for each in table]
        maybe = _as_much_entitled(people, [known[each] for each in byes])
        people += [each for each in maybe if each not in people]
        people.sort(key=lambda each: (each.points, each.id))
        self._made = worth(state, tables)
        sizes = Counter(map(len, tables))
        if maybe:
            sizes[1] = len(maybe) - sum(each.id in {x for t in tables for x in t} for each in maybe)
        may_rest = np.array([each in maybe for each in people])
        columns = _columns(people, state, sizes, may_rest, self._forbidden())
        few = [1 < columns.sizes[kind] < state.ruleset.pod_size for kind in columns.kind]
        may = np.array([
            not is_small or small(people[at].id for at in pod if at < len(people))
            for is_small, pod in zip(few, columns.members, strict=True)
        ])  # fmt: skip
        self._columns = replace(
            columns, members=columns.members[may], kind=columns.kind[may],
            costs=columns.costs[:, may],
        )  # fmt: skip

    def _forbidden(self) -> int:
        """The first so many aims that nothing better can have any of: none of them was made."""
        return next((at for at, made in enumerate(self._made[:4]) if made), 4)

    def better(self, seconds: float = 300.0) -> Worth | None:
        """What better tables come to, aim by aim; None where it is certain that none are better.
        Raises UndecidedError where an aim takes longer than so many seconds."""
        for aim, made in enumerate(self._made):
            if made:
                found = less(self._columns, aim, self._made, seconds)
                if found is not None:
                    assert found < self._made
                    return found
        return None


def _as_much_entitled(playing: Sequence[Entrant], byes: Sequence[Entrant]) -> list[Entrant]:
    """Of all who might have the byes, those of whom some have one and some have none: the last in
    turn. Byes go to who has had fewer, then to who is lower."""

    def turn(player: Entrant) -> tuple[Fraction | int, ...]:
        return (player.byes, player.points, *(player.tiebreakers or (-(player.rank or 0),)))

    last = max(map(turn, byes), default=None)
    assert all(last is None or turn(player) >= last for player in playing), "a bye out of turn"
    equals = [player for player in (*byes, *playing) if turn(player) == last]
    return equals if any(player in playing for player in equals) else []


def _columns(
    people: Sequence[Entrant], state: PairingInput, sizes: Counter[int], may_rest: np.ndarray,
    forbidden: int,
) -> Columns:  # fmt: skip
    """All pods with none of the first aims, and what they come to; who has a bye is alone."""
    of = unit(state)
    pairs = np.zeros((len(AIMS), len(people), len(people)), np.int64)
    for one, two in combinations(range(len(people)), 2):
        # of no small pod: this is what the pair adds
        aims = of_pod((people[one], people[two]), state, of)
        pairs[:, one, two] = pairs[:, two, one] = [*aims[:2], 0, aims[3], 0, aims[5]]
    seats = np.array([of_pod((each,), state, of) for each in people], np.int64).T
    order = sorted(sizes)
    blocks = [_of_size(size, pairs, seats, state.ruleset.pod_size, forbidden) for size in order]
    if order[0] == 1:
        rest = np.flatnonzero(may_rest)[:, None]
        blocks[0] = rest, np.zeros((len(AIMS), len(rest)), np.int64)
    levels = np.array([int((each.points - people[0].points) / of) for each in people])
    pad = [((0, 0), (0, order[-1] - size)) for size in order]
    return Columns(
        members=np.concatenate([
            np.pad(pods, beside, constant_values=len(people))
            for (pods, _), beside in zip(blocks, pad, strict=True)
        ]),
        kind=np.repeat(range(len(order)), [len(pods) for pods, _ in blocks]),
        costs=np.hstack([costs for _, costs in blocks]), sizes=order,
        counts=np.array([sizes[size] for size in order]), levels=levels,
    )  # fmt: skip


def _of_size(
    size: int, pairs: Whole, seats: Whole, standard: int, forbidden: int
) -> tuple[Whole, Whole]:
    """All pods of a size with none of the first aims, and what they come to."""
    here = seats if size < standard else np.zeros_like(seats)
    pods = _grown(pairs[:forbidden].any(axis=0), here[:forbidden].any(axis=0), size)
    costs = np.zeros((len(pairs), len(pods)), np.int64)
    for column in pods.T:
        costs += here[:, column]
    for one, two in combinations(range(size), 2):
        costs += pairs[:, pods[:, one], pods[:, two]]
    return pods, costs


def _grown(never: np.ndarray, barred: np.ndarray, size: int) -> Whole:
    """All pods of a size, player by player, without pairs or players that may not be."""
    everybody = np.arange(len(never))
    pods = everybody[~barred][:, None]
    for _ in range(size - 1):
        can = (everybody > pods[:, -1:]) & ~barred
        for column in pods.T:
            can &= ~never[column]
        at, added = np.nonzero(can)
        pods = np.hstack([pods[at], added[:, None]])
    return pods

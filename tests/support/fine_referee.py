"""Two referees of pods whose points are no small whole numbers. Neither shares anything with the
engine. With few players all ways to fill the tables are compared in exact points. With more, the
usual referee looks at the same round with points rounded to a millionth of their range; what he
finds is then far better than what he may have rounded away. The points of a small pod, where it is
to be low, are compared exactly: they come before all differences, however little they differ."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

from runner.pairing.engine import Result
from runner.pairing.state import PairingInput
from tests.support.referee import (
    AIMS,
    UndecidedError,
    Worth,
    bettered,
    filled,
    of_pod,
    resting,
    unit,
    worth,
)

__all__ = ["MOST_EXACT", "best_of_all", "faults"]

MOST_EXACT = 14  # players, to compare all ways
_STEPS = 1 << 20  # of the range of points


def faults(state: PairingInput, result: Result, seconds: float = 60.0) -> list[str]:
    """What a certificate says that is not so. Raises UndecidedError where a search has no end."""
    said, tables = result.certificate, filled(state, result)
    if not tables or state.placed:
        return []
    found = []
    if sum(map(len, tables)) <= MOST_EXACT and not resting(state, result):
        made, best = worth(state, tables), best_of_all(state, tables)
        if said.proved_optimal and best < made:
            found.append(f"proved at {made}, and {best} exists")
        if best[:-1] == made[:-1] and said.lower_bound > best[-1] * unit(state):
            found.append(f"the bound {said.lower_bound} is above {best[-1] * unit(state)}")
        return found
    rounded, error = _rounded(state)
    points = {player.id: player.points for player in state.players}
    usual, low = state.ruleset.pod_size, state.ruleset.small_pods_last
    if said.proved_optimal:
        small = [sum(points[each] for each in table) for table in tables if len(table) < usual]
        made = worth(rounded, tables)
        better = bettered(
            rounded, result, seconds,
            lambda ids: not low or sum(points[each] for each in ids) <= sum(small),
        )  # fmt: skip
        if better is not None and _clearly(better, made, error):
            if low and len(small) > 1 and better[4] + error >= made[4]:
                raise UndecidedError  # small pods that are lower together may be so by rounding
            found.append(f"proved at {made}, and {better} exists, in rounded points")
    return found


def _clearly(better: Worth, made: Worth, error: int) -> bool:
    """Whether something is better, and not by what rounding may have made of it."""
    return better[:4] < made[:4] or any(
        one + error < two for one, two in zip(better[4:], made[4:], strict=True)
    )


def _rounded(state: PairingInput) -> tuple[PairingInput, int]:
    """The state with points in so many steps at most, and by how many the worth of all tables may
    be off: half a step for each player of a pair, at both times."""
    points = [player.points for player in state.players]
    step = max((max(points) - min(points)) / _STEPS, unit(state))
    players = tuple(
        replace(
            player,
            points=Fraction(round((player.points - min(points)) / step)),
            tiebreakers=(player.points, *player.tiebreakers),  # byes go by exact points
        )
        for player in state.players
    )
    return replace(state, players=players), 8 * len(players)


def best_of_all(state: PairingInput, tables: Sequence[Sequence[str]]) -> Worth:
    """The least that those players come to at tables of those sizes, one aim after the other: the
    best way to seat each set of players that can be left is found once."""
    known = {player.id: player for player in state.players}
    players = [known[each] for table in tables for each in table]
    sizes = tuple(sorted(map(len, tables)))
    of = unit(state)
    pods: list[list[tuple[int, int, Worth]]] = [[] for _ in players]
    for size in {*sizes}:
        for pod in combinations(range(len(players)), size):
            own = of_pod([players[at] for at in pod], state, of)
            pods[pod[0]].append((sum(1 << at for at in pod), size, own))

    @cache
    def least(left: int, sizes: tuple[int, ...]) -> Worth | None:
        if not left:
            return (0,) * len(AIMS)
        best: Worth | None = None
        for pod, size, own in pods[(left & -left).bit_length() - 1]:
            if pod & ~left or size not in sizes:
                continue
            at = sizes.index(size)
            rest = least(left & ~pod, sizes[:at] + sizes[at + 1 :])
            if rest is not None:
                total = tuple(map(int.__add__, own, rest))
                best = total if best is None else min(best, total)
        return best

    found = least((1 << len(players)) - 1, sizes)
    assert found is not None
    return found

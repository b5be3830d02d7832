"""Seats round the draft table: those to be kept apart not side by side, where that can be."""

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

_STEPS = 100_000
"""Seats tried for one number of neighbours before one more is put up with; pods of up to 11 never
need so many."""


def neighbours(order: Sequence[str], against: Mapping[str, Set[str]]) -> int:
    """How many pairs to be kept apart sit side by side."""
    if len(order) < 3:
        return sum(other in against[one] for one, other in pairwise(order))
    return sum(order[at] in against[order[at - 1]] for at in range(len(order)))


def around(order: Sequence[str], against: Mapping[str, Set[str]]) -> tuple[str, ...]:
    """The first of all orders with the fewest such neighbours: the first keeps the first seat, and
    each seat goes to whoever comes first in `order` and leaves it possible."""
    for allowed in range(_least(order, against), neighbours(order, against)):
        found = _Search(order, against).begin(allowed)
        if found:
            return found
    return tuple(order)


def _least(order: Sequence[str], against: Mapping[str, Set[str]]) -> int:
    """No circle has fewer: there are too many of one club, or too few to sit beside somebody."""
    here = {*order}
    if len(here) < 3:
        return neighbours(order, against)
    short = sum(max(0, 3 - len(here - against[one])) for one in order)  # oneself is not against
    crowds = [{one, *against[one]} & here for one in order]
    crowds = [crowd for crowd in crowds if all(crowd <= against[one] | {one} for one in crowd)]
    return max(-(-short // 2), *(2 * len(crowd) - len(here) for crowd in crowds), 0)


class _Search:
    """Seat after seat, never again from what has failed."""

    def __init__(self, order: Sequence[str], against: Mapping[str, Set[str]]) -> None:
        self._order = tuple(order)
        self._beside = [[other in against[one] for other in self._order] for one in self._order]
        self._failed: set[tuple[int, int, int]] = set()
        self._steps = 0

    def begin(self, allowed: int) -> tuple[str, ...]:
        """The first order with so many such neighbours at most, or ()."""
        seats = self._on([0], 1, allowed)
        return tuple(self._order[at] for at in seats)

    def _on(self, seats: list[int], taken: int, allowed: int) -> list[int]:
        last = seats[-1]
        if len(seats) == len(self._order):
            return seats if self._beside[last][0] <= allowed else []
        if (taken, last, allowed) in self._failed:
            return []
        self._steps += 1
        for at in range(1, len(self._order)):
            left = allowed - self._beside[last][at]
            if taken >> at & 1 or left < 0 or self._steps > _STEPS:
                continue
            if found := self._on([*seats, at], taken | 1 << at, left):
                return found
        self._failed.add((taken, last, allowed))
        return []

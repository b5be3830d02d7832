"""How few pairs must sit together that should not: an exact count over all arrangements.

Only for small fields, and in counted steps, so that every machine comes to the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_PLAYERS = 32
_MOST_STEPS = 6_000


@dataclass(frozen=True, slots=True)
class Fewest:
    """The fewest pairs of any arrangement that was found, or so many as were asked to be beaten.

    `proved`: no arrangement at all has fewer.
    """

    pairs: int
    proved: bool


def fewest_pairs(related: Sequence[int], sizes: Sequence[int], known: int) -> Fewest:
    """Looks for arrangements with fewer than `known` pairs that are related.

    `related` has for each player a bit for every other who is, `sizes` the seats of each table;
    together they seat
    all players, and nobody is related to themselves.
    """
    least = _sure(related, sizes)
    search = _Search(related, sizes, known, least)
    search.go(list(range(len(related))), 0)
    return Fewest(search.best, search.best == least or search.steps <= _MOST_STEPS)


def _sure(related: Sequence[int], sizes: Sequence[int]) -> int:
    """Pairs that there must be, since players have too few others to fill a smallest table with;
    each pair is two players' own."""
    others = min(sizes) - 1
    strangers = (len(related) - 1 - bits.bit_count() for bits in related)
    return -(-sum(max(0, others - number) for number in strangers) // 2)


class _Search:
    """Seats one player after the other, whoever has the least choice first, and turns back as
    soon as the pairs made and those that must still come reach the best that is known."""

    def __init__(
        self, related: Sequence[int], sizes: Sequence[int], known: int, least: int
    ) -> None:
        self._related = related
        self._least = least
        self._room = list(sizes)
        self._at = [0] * len(sizes)  # a bit for each player at the table
        self.best = known
        self.steps = 0

    def go(self, waiting: list[int], made: int) -> None:
        """Seats those who wait in every way that may be better."""
        self.steps += 1
        if self.steps > _MOST_STEPS or made >= self.best or self.best == self._least:
            return
        if not waiting:
            self.best = made
            return
        tables = self._tables()
        costs = [
            [(self._related[one] & self._at[at]).bit_count() for at in tables] for one in waiting
        ]
        if made + sum(map(min, costs)) >= self.best:
            return
        index = max(
            range(len(waiting)),
            key=lambda place: (
                min(costs[place]),
                -costs[place].count(min(costs[place])),
                self._related[waiting[place]].bit_count(),
            ),
        )
        player = waiting[index]
        rest = waiting[:index] + waiting[index + 1 :]
        for cost, at in sorted(zip(costs[index], tables, strict=True)):
            self._room[at] -= 1
            self._at[at] |= 1 << player
            self.go(rest, made + cost)
            self._at[at] &= ~(1 << player)
            self._room[at] += 1

    def _tables(self) -> list[int]:
        """Tables with room; of empty ones with equally many seats, one stands for all."""
        found: list[int] = []
        empty: set[int] = set()
        for at, room in enumerate(self._room):
            if not room or (not self._at[at] and room in empty):
                continue
            if not self._at[at]:
                empty.add(room)
            found.append(at)
        return found

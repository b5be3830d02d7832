"""Who sits together: players exchanged between tables until no exchange makes the round better."""

from collections.abc import Sequence

from runner.core.randomness import Stream
from runner.pairing.field import Field
from runner.pairing.methods import Aims

_LOOKED_AT = 1_200_000
"""Exchanges that are looked at for a round, so that it is the same on any machine and soon done."""
_SHAKEN = 3
"""Exchanges at random before looking on from there."""

Costs = list[list[int]]


def together(field: Field, sizes: Sequence[int], aims: Aims, chance: Stream) -> list[list[int]]:
    """The places of the field at each table, beginning with the order of the field cut into tables.
    Better is who meets fewest earlier opponents, then fewest of those to be kept apart, then the
    least differences of points inside tables."""
    table_of = [at for at, size in enumerate(sizes) for _ in range(size)]
    if len(sizes) > 1 and (aims.no_rematch or aims.equal_points):
        table_of = _Search(_costs(field, max(sizes), aims), table_of, len(sizes)).best(chance)
    return [[place for place, at in enumerate(table_of) if at == table]
            for table in range(len(sizes))]  # fmt: skip


def _costs(field: Field, size: int, aims: Aims) -> Costs:
    """What it costs that two sit at one table."""
    pairs = len(field) * size  # more than there are at all tables
    levels = field.levels if aims.equal_points else (0,) * len(field)
    apart = 1 + pairs * max(levels, default=0)
    again = apart * pairs if aims.no_rematch else 0

    def cost(one: int, two: int) -> int:
        clubs = field.clubs[one] and field.clubs[one] == field.clubs[two]
        fixed = field.fixed[one] and field.fixed[two] and field.fixed[one] != field.fixed[two]
        asked = bool(clubs or fixed or two in field.apart[one])
        met = again if two in field.met[one] else 0
        return met + apart * asked + abs(levels[one] - levels[two])

    everybody = range(len(field))
    return [[cost(one, two) if one != two else 0 for two in everybody] for one in everybody]


class _Search:
    """Tables under way. `at` says what each player costs at each table, the player's own too."""

    def __init__(self, costs: Costs, table_of: list[int], tables: int) -> None:
        self.costs, self.table_of, self.tables = costs, table_of, tables
        self.left = _LOOKED_AT
        self.at = [self._at_tables(row) for row in costs]

    def _at_tables(self, row: Sequence[int]) -> list[int]:
        found = [0] * self.tables
        for cost, table in zip(row, self.table_of, strict=True):
            found[table] += cost
        return found

    def best(self, chance: Stream) -> list[int]:
        """The best tables that were found: down to where no exchange helps, then from a few random
        exchanges away down again, as long as there is time."""
        self._down()
        best, least = [*self.table_of], self._total()
        while self.left > 0 and least > 0:
            for _ in range(_SHAKEN):
                self._exchange(chance.below(len(self.table_of)), chance.below(len(self.table_of)))
            self._down()
            total = self._total()
            if total < least:
                best, least = [*self.table_of], total
            elif total > least:
                self._back_to(best)
        return best

    def _total(self) -> int:
        return sum(row[table] for row, table in zip(self.at, self.table_of, strict=True)) // 2

    def _back_to(self, tables: Sequence[int]) -> None:
        self.table_of = [*tables]
        self.at = [self._at_tables(row) for row in self.costs]

    def _down(self) -> None:
        """Exchange whatever makes it better, until nothing does."""
        better = True
        while better and self.left > 0:
            better = False
            for one in range(len(self.table_of)):
                better |= self._better_place(one)

    def _better_place(self, one: int) -> bool:
        """Exchange a player for each later one with whom that helps."""
        found, costs, at, table_of = False, self.costs[one], self.at, self.table_of
        self.left -= len(table_of) - one
        for two in range(one + 1, len(table_of)):
            here, there = table_of[one], table_of[two]
            if here == there:
                continue
            change = at[one][there] + at[two][here] - at[one][here] - at[two][there]
            if change - 2 * costs[two] < 0:
                self._exchange(one, two)
                found = True
        return found

    def _exchange(self, one: int, two: int) -> None:
        here, there = self.table_of[one], self.table_of[two]
        if here == there:
            return
        first, second = self.costs[one], self.costs[two]
        for row, gone, come in zip(self.at, first, second, strict=True):
            row[here] += come - gone
            row[there] += gone - come
        self.table_of[one], self.table_of[two] = there, here

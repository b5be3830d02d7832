"""How an open table can end: what each of its players may get, result by result."""

from collections.abc import Iterator, Mapping, Sequence

from runner.compute.outlook.stage import Prizes
from runner.core.event import Table

Gains = Mapping[str, frozenset[int]]
"""What each player of a table may get by one of its results; each for themselves."""
Fixed = Mapping[str, int]
"""What some players get, where that is assumed."""


class Endings:
    """How each open table of a stage can end, worked out once."""

    def __init__(self, tables: Sequence[Table], prizes: Prizes) -> None:
        self._tables, self._prizes = tables, prizes
        self._known: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[Gains, ...]] = {}

    def of(self, at: int, fixed: Fixed) -> tuple[Gains, ...]:
        """All results of a table that agree with what some of its players are to get."""
        asked = (at, tuple(fixed.items()))
        if asked not in self._known:
            self._known[asked] = tuple(_results(self._tables[at], self._prizes, fixed))
        return self._known[asked]


def _results(table: Table, prizes: Prizes, fixed: Fixed) -> Iterator[Gains]:
    """Each result that agrees with what is fixed: one has won, all have drawn, nobody has. A loss
    or a draw may come to nothing for anybody, by a penalty or a concession."""
    nothing, lost = frozenset([0]), frozenset([0, prizes.loss])
    drew, won = frozenset([0, prizes.draw]), frozenset([prizes.win])
    out = {seat.player for seat in table.seats if seat.outcome}
    gains = dict.fromkeys(table.players, lost) | dict.fromkeys(out, nothing)
    yield from _agreeing(gains, fixed)
    yield from _agreeing(dict.fromkeys(table.players, drew) | dict.fromkeys(out, nothing), fixed)
    for winner in table.players:
        if winner not in out:
            yield from _agreeing({**gains, winner: won}, fixed)


def _agreeing(gains: Gains, fixed: Fixed) -> Iterator[Gains]:
    if any(player in gains and gain not in gains[player] for player, gain in fixed.items()):
        return
    yield {
        player: frozenset([fixed[player]]) if player in fixed else each
        for player, each in gains.items()
    }

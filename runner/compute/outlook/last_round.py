"""The last round at its tables: how many can get past somebody, result by result.

One wins a table, or all draw, or nobody gets anything; a penalty or a concession can take a draw's
points from anybody. Tables are independent of one another, so that the most who can pass is the
sum over the tables of the most at each. Three tables are open, and P has 15 points (a win is 7):

    at the table     with 15 or more at best
    14 14  9  9      2: a draw, 15 each
    16  8  8  8      2: 16, and one who wins
     7  7  7  7      0: nobody can have more than 14

Five pass at most with one at 18 who has finished: P is surely in a Top 8. Who would end with just
as many points passes only where the tiebreakers can end that way (`margins.py`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial

from runner.compute.outlook.margins import Margins
from runner.compute.outlook.model import Outlook, Own, Verdict
from runner.compute.outlook.stage import Contender, Stage
from runner.compute.outlook.tables import Endings, Fixed

Passes = Callable[[str], bool]
"""Whether somebody who ends with just as many points is passed by them."""
Seats = tuple[tuple[int, bool], ...]


class LastRound:
    """A race whose last round is out."""

    def __init__(
        self,
        stage: Stage,
        race: Sequence[Contender],
        most: int,
        endings: Endings,
        margins: Margins,
    ) -> None:
        self._stage, self._most = stage, most
        self._endings, self._margins = endings, margins
        self._race = {each.id: each for each in race}
        self._finished = sorted(each.points for each in race if each.table is None)
        self._all = sorted(each.points for each in race)
        self._open = sorted({each.table for each in race if each.table is not None})
        self._alike = {table: self._seats(table) for table in self._open}
        self._likely: dict[tuple[Seats, int, bool], int] = {}
        self._passing: dict[tuple[int, bool], int] = {}

    def _seats(self, table: int) -> Seats:
        """What a table is like: the points of those who contend, and who can still get some."""
        seats = self._stage.tables[table].seats
        known = (self._race.get(seat.player) for seat in seats)
        points = (-1 if each is None else each.points for each in known)
        return tuple(sorted(zip(points, (not seat.outcome for seat in seats), strict=True)))

    def outlook(self, player: Contender) -> Outlook:
        """What is certain of a player, by how their own match ends."""
        if player.table is None:
            return Outlook(self._verdict(player, None, None))
        if player.lost:
            return Outlook(self._verdict(player, 0, 0))
        prizes = self._stage.prizes
        own = {
            Own.WIN: self._verdict(player, prizes.win, prizes.win),
            Own.DRAW: self._verdict(player, prizes.draw, prizes.draw),
            Own.LOSS: self._verdict(player, 0, prizes.loss),
        }
        both = {*own.values()}
        verdict = both.pop() if len(both) == 1 else Verdict.OPEN
        return Outlook(verdict, 1, own if verdict is Verdict.OPEN else {})

    def _verdict(self, player: Contender, least: int | None, most: int | None) -> Verdict:
        """Where the player gets at least and at most so much from the open table, if there is one:
        a loss may come to nothing by a penalty."""
        stage, points = self._stage, player.points
        low, high = points + (least or 0), points + (most or 0)
        if stage.enough is not None and low >= stage.enough:
            return Verdict.IN
        if low >= stage.least and self._is_in(player, low, _fixed(player, least)):
            return Verdict.IN
        if stage.enough is not None and high >= stage.enough:
            return Verdict.OPEN
        if high < stage.least or self._is_out(player, high, _fixed(player, most)):
            return Verdict.OUT
        return Verdict.OPEN

    # --- surely in --------------------------------------------------------------------------------

    def _is_in(self, player: Contender, points: int, fixed: Fixed) -> bool:
        """Whether fewer can pass than go on: first by points alone, then by the ties as well."""
        others = self._others(player, points, ties=False)
        if others >= self._most:
            return False
        own = partial(self._at, player.table, player.id, points, fixed)
        if self._others(player, points, ties=True) + own(lambda _: True) < self._most:
            return True
        if others + own(lambda _: False) >= self._most:
            return False
        known: dict[str, bool] = {}

        def passes(other: str) -> bool:
            if other not in known:
                gain = points - self._race[other].points
                both = {**fixed, other: gain} if self._race[other].table is not None else fixed
                known[other] = self._margins.may_pass(other, player.id, both)
            return known[other]

        left = self._most - sum(
            each.points > points or (each.points == points and passes(each.id))
            for each in self._race.values()
            if each.table is None and each is not player
        )
        for table in self._open:
            here = fixed if table == player.table else {}
            left -= self._at(table, player.id, points, here, passes) if left > 0 else 0
        return left > 0

    def _others(self, player: Contender, points: int, *, ties: bool) -> int:
        """The most at other tables who can have more points, or as many where that is enough."""
        if (points, ties) not in self._passing:
            side = bisect_left if ties else bisect_right
            self._passing[points, ties] = len(self._finished) - side(self._finished, points) + sum(
                self._usually(table, points, ties) for table in self._open
            )  # fmt: skip
        found = self._passing[points, ties]
        if player.table is not None:
            return found - self._usually(player.table, points, ties)
        return found - (player.points >= points if ties else player.points > points)

    def _usually(self, table: int, points: int, ties: bool) -> int:
        """The most at a table; tables of players with equal points are alike."""
        alike = (self._alike[table], points, ties)
        if alike not in self._likely:
            self._likely[alike] = self._at(table, "", points, {}, lambda _: ties)
        return self._likely[alike]

    def _at(self, table: int | None, player: str, points: int, fixed: Fixed, passes: Passes) -> int:
        """The most at a table beside a player, over all its results."""
        most = 0
        for gains in self._endings.of(table, fixed) if table is not None else ():
            count = 0
            for other, gain in gains.items():
                known = self._race.get(other)
                if known is not None and other != player:
                    short = points - known.points
                    count += max(gain) > short or (short in gain and passes(other))
            most = max(most, count)
        return most

    # --- surely out -------------------------------------------------------------------------------

    def _is_out(self, player: Contender, points: int, fixed: Fixed) -> bool:
        """Whether as many as go on are surely above, even if none of them gets anything more."""
        above = len(self._all) - bisect_right(self._all, points) - (player.points > points)
        if above >= self._most:
            return True
        equal = [
            each for each in self._race.values() if each.points == points and each is not player
        ]
        if above + len(equal) < self._most:
            return False
        for each in equal:
            both = {**fixed, each.id: 0} if each.table is not None else fixed
            above += self._margins.surely_above(each.id, player.id, both)
            if above >= self._most:
                return True
        return False


def _fixed(player: Contender, gain: int | None) -> Fixed:
    return {} if gain is None else {player.id: gain}

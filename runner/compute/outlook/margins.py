"""Ties in the last round: whether the tiebreakers can end in somebody's favour.

Two players end with equal points. A mean over opponents is a sum of what each of them is worth, so
that the difference between the two is a sum over the open tables, and the most that it can come to
is the sum of the most at each:

    OAMP of P and Q, each with 20 opponents       P is ahead by 9 points, added up over all of them
    table 3: two of Q's opponents play there      7 at most for Q, if one of them wins
    table 8: one of each                          7 for Q, 7 for P, 0 if they draw
    all other tables are finished                 14 at most for Q: Q can still pass P

A tiebreaker that `worths.py` does not know can end in anybody's favour.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from runner.compute.outlook.stage import Stage
from runner.compute.outlook.tables import Endings, Fixed
from runner.compute.outlook.worths import MEANS, Worths

MOST_SUMS = 800
"""So many sums over a table are worked out for one snapshot, which takes some 8 ms; beyond, ties
are open. With half of 30 tables open hardly any is settled yet."""


class Range(NamedTuple):
    """The least and the most that a difference can be, in any unit; None where it is not known."""

    least: int | Fraction | None = None
    most: int | Fraction | None = None


class Margins:
    """The tiebreakers of one stage; every test of two players with equal points at the end."""

    def __init__(self, stage: Stage, worths: Worths, endings: Endings) -> None:
        self._stage, self._worths, self._endings = stage, worths, endings
        self._left = MOST_SUMS

    def may_pass(self, other: str, player: str, fixed: Fixed) -> bool:
        """Whether the other can stand above a player who has just as many points, where both get
        what is fixed."""
        for key in self._keys:
            if key in MEANS and self._worths.ahead(key, other, player, fixed) > 0:
                return True
            most = self._range(key, other, player, fixed).most
            if most is None or most > 0:
                return True
            if most < 0:
                return False
        return True

    def surely_above(self, other: str, player: str, fixed: Fixed) -> bool:
        """Whether the other stands above that player in any case."""
        for key in self._keys:
            if key in MEANS and self._worths.ahead(key, other, player, fixed) < 0:
                return False
            least = self._range(key, other, player, fixed).least
            if least is None or least < 0:
                return False
            if least > 0:
                return True
        return False

    @property
    def _keys(self) -> tuple[str, ...]:
        """The tiebreakers in their order; none where too much has been asked for."""
        return self._stage.rules.tiebreakers if self._left > 0 else ()

    # --- each tiebreaker --------------------------------------------------------------------------

    def _range(self, key: str, other: str, player: str, fixed: Fixed) -> Range:
        """By how much the other is ahead at least and at most."""
        if key in MEANS:
            return self._of_means(key, other, player, fixed)
        one, two = (self._worths.certain(key, each, fixed.get(each, 0)) for each in (other, player))
        return Range() if one is None or two is None else Range(one - two, one - two)

    # --- means over opponents ---------------------------------------------------------------------

    def _of_means(self, key: str, other: str, player: str, fixed: Fixed) -> Range:
        """The range of a difference of two means, times both numbers of opponents."""
        one, two = self._worths.average(key, other), self._worths.average(key, player)
        if not one.count or not two.count:
            return Range()
        worth, tables = self._worths.worth(key).of, self._worths.table
        least = most = one.more * two.count - two.more * one.count
        at: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for met in {**one.met, **two.met}:
            factor = one.met.get(met, 0) * two.count - two.met.get(met, 0) * one.count
            if factor and met in tables:
                at[tables[met]][met] = factor
            elif factor:
                least += factor * worth[met][0]
                most += factor * worth[met][0]
        for table, factors in at.items():
            low, high = self._of_table(table, factors, worth, fixed)
            least, most = least + low, most + high
        return Range(least, most)

    def _of_table(
        self,
        at: int,
        factors: Mapping[str, int],
        worth: Mapping[str, Mapping[int, int]],
        fixed: Fixed,
    ) -> tuple[int, int]:
        """What the results of a table add to the difference, at least and at most."""
        own = {player: gain for player, gain in fixed.items() if self._worths.table[player] == at}
        self._left -= 1
        if len(factors) == 1 and not own:
            ((player, factor),) = factors.items()
            values = [factor * value for value in worth[player].values()]
            return min(values), max(values)
        lows, highs = [], []
        for gains in self._endings.of(at, own):
            sums = [
                [factor * worth[player][gain] for gain in gains[player]]
                for player, factor in factors.items()
            ]
            lows.append(sum(map(min, sums)))
            highs.append(sum(map(max, sums)))
        return min(lows, default=0), max(highs, default=0)

"""Tiebreakers at the end of the last round, and whom a tie can favour.

They are computed as in `runner/standings/tiebreakers/`, from the same shares: MW%, OAMP, OMW% and
wins; GW% and OGW% if all the games that they count are finished. Two players end with equal points.
A mean over opponents is a sum over the opponents, so the difference between two players is a sum
over the open tables, and its maximum the sum of the maximum at each:

    OAMP of P and Q, each with 20 opponents       P is ahead by 9 points, added up over all of them
    table 3: two of Q's opponents play there      7 at most for Q, if one of them wins
    table 8: one of each                          7 for Q, 7 for P, 0 if they draw
    all other tables are finished                 14 at most for Q: Q can still pass P

Any other tiebreaker is assumed to be able to end in anybody's favour.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from runner.compute.outlook.stage import Endings, Fixed, Stage
from runner.standings.model import RoundKind
from runner.standings.tiebreakers import REGISTRY
from runner.standings.tiebreakers.field import Field

MEANS = ("oamp", "omw")
"""Means over opponents, which depend on other tables."""


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over opponents: how often each was met, what is added, and the number of values."""

    met: Mapping[str, int]
    more: int
    count: int


class Values(dict[str, Mapping[int, int]]):
    """The value of each player, computed on demand."""

    def __init__(self, of: Callable[[str], Mapping[int, int]]) -> None:
        self._of = of

    def __missing__(self, player: str) -> Mapping[int, int]:
        value = self[player] = self._of(player)
        return value


class ProjectedTiebreak(NamedTuple):
    """The value of each player for their opponents, in whole units: by the gain at the open table,
    or under 0 if there is none. `extra` is the value of a phantom opponent."""

    of: Mapping[str, Mapping[int, int]]
    extra: int


class TiebreakProjection:
    """The tiebreakers of all players in one stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._rules = stage, stage.rules
        rounds = len(stage.phase.carried) + len(stage.phase.rounds)
        self._field = Field(stage.rules, stage.histories, rounds)
        self.table = {player: at for at, table in enumerate(stage.tables)
                      for player in table.players}  # fmt: skip
        self._averages: dict[tuple[str, str], Average] = {}
        self._sums: dict[tuple[str, str], int] = {}

    def certain(self, key: str, player: str, gain: int) -> Fraction | None:
        """Return a value that depends on no other table, given the player's gain; None if it may,
        or is unknown."""
        if key == "mw":
            share = self._share(player, gain)
            value = self._rules.opponent_floor if share is None else share
            return value if self._rules.own_floor is None else max(value, self._rules.own_floor)
        if key == "wins" and self._stage.prizes.win > self._stage.prizes.draw:
            now = REGISTRY[key].value(self._field, player)
            won = player in self.table and gain == self._stage.prizes.win
            return None if now is None else now + won
        playing = self.table.keys()
        if key == "gw" and player not in playing:
            return REGISTRY[key].counts_as(self._field, REGISTRY[key].value(self._field, player))
        if key == "ogw" and not playing & {player, *self._field.opponents(player)}:
            return REGISTRY[key].value(self._field, player)
        return None

    def now(self, key: str, player: str) -> Fraction:
        """Return the current value as it counts; -1 if there is none, which is less than any."""
        value = REGISTRY[key].counts_as(self._field, REGISTRY[key].value(self._field, player))
        return Fraction(-1) if value is None else value

    def _share(self, player: str, gain: int) -> Fraction | None:
        """Return MW% with the player's gain from the open table; None before any match."""
        ratio = self._field.match_ratio(player)
        if player not in self.table:
            return ratio.value
        possible = ratio.possible + self._rules.win
        return (ratio.earned + Fraction(gain, self._stage.scale)) / possible

    # --- means over opponents ---------------------------------------------------------------------

    def average(self, key: str, player: str) -> Average:
        """Return the player's opponents at the end, for a mean over opponents."""
        if (key, player) not in self._averages:
            self._averages[key, player] = self._average(key, player)
        return self._averages[key, player]

    def _average(self, key: str, player: str) -> Average:
        field, rules = self._field, self._rules
        met = Counter(field.opponents(player))
        missing = sum(line.missing_seats for line in field.matches(player))
        if player in self.table:
            seats = self._stage.tables[self.table[player]].players
            met.update(each for each in seats if each != player)
            missing += max(0, rules.pod_size - len(seats))
        if key == "oamp":
            more = missing if rules.phantom_in_oamp else 0
        else:
            byes = sum(line.kind is RoundKind.BYE for line in field.history(player).rounds)
            more = missing if rules.phantom_in_small_pods else 0
            more += byes * int(rules.bye_opponents)
        return Average(met, more * self.worth(key).extra, met.total() + more)

    def ahead(self, key: str, other: str, player: str, fixed: Fixed) -> int:
        """Return by how much the other's mean leads, times both counts, if nobody else gains
        anything."""
        worth, one, two = self.worth(key).of, self.average(key, other), self.average(key, player)
        lead = self._least(key, other) * two.count - self._least(key, player) * one.count
        for each, gain in fixed.items():
            factor = one.met.get(each, 0) * two.count - two.met.get(each, 0) * one.count
            lead += factor * (worth[each][gain] - worth[each][0]) if factor else 0
        return lead

    def _least(self, key: str, player: str) -> int:
        """Return the sum behind a mean, if nobody gains anything more."""
        if (key, player) not in self._sums:
            worth, average = self.worth(key).of, self.average(key, player)
            self._sums[key, player] = average.more + sum(
                worth[met][0] * times for met, times in average.met.items()
            )
        return self._sums[key, player]

    def worth(self, key: str) -> ProjectedTiebreak:
        """Return everybody's value in a mean over opponents."""
        return self._points if key == "oamp" else self._shares

    @cached_property
    def _points(self) -> ProjectedTiebreak:
        """Match points, for OAMP."""
        stage, rules = self._stage, self._rules
        extra = rules.opponent_floor * rules.win * self._field.rounds
        times = lcm(stage.scale, extra.denominator) // stage.scale

        def of(player: str) -> Mapping[int, int]:
            points = int(stage.histories[player].match_points * stage.scale)
            return {gain: (points + gain) * times for gain in self._gains(player)}

        return ProjectedTiebreak(Values(of), int(extra * stage.scale * times))

    @cached_property
    def _shares(self) -> ProjectedTiebreak:
        """Match-win percentages with their floor, for OMW%, in a unit that makes them whole
        numbers."""
        stage, rules = self._stage, self._rules
        win, matches = int(rules.win * stage.scale), range(1, self._field.rounds + 1)
        unit = lcm(rules.opponent_floor.denominator, win * lcm(*matches))
        floor = int(rules.opponent_floor * unit)

        def of(player: str) -> Mapping[int, int]:
            ratio, more = self._field.match_ratio(player), player in self.table
            earned, played = int(ratio.earned * stage.scale), int(ratio.possible / rules.win) + more
            return {
                gain: max((earned + gain) * (unit // (win * played)), floor) if played else floor
                for gain in self._gains(player)
            }

        return ProjectedTiebreak(Values(of), floor)

    def _gains(self, player: str) -> tuple[int, ...]:
        prizes = self._stage.prizes
        return (0, prizes.loss, prizes.draw, prizes.win) if player in self.table else (0,)


MOST_SUMS = 800
"""The most sums over a table that are computed for one snapshot, which takes some 8 ms; beyond,
ties are open. With half of 30 tables open hardly any is settled yet."""


class Range(NamedTuple):
    """The least and the most that a difference can be, in any unit; None if unknown."""

    least: int | Fraction | None = None
    most: int | Fraction | None = None


class Margins:
    """Tests of the tiebreakers of two players with equal points at the end of one stage."""

    def __init__(self, stage: Stage, worths: TiebreakProjection, endings: Endings) -> None:
        self._stage, self._worths, self._endings = stage, worths, endings
        self._left = MOST_SUMS

    def may_pass(self, other: str, player: str, fixed: Fixed) -> bool:
        """Return whether the other can end above a player with equal points, given those gains."""
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
        """Return whether the other is certainly above that player."""
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
        """The tiebreakers in order; empty if too much has been computed."""
        return self._stage.rules.tiebreakers if self._left > 0 else ()

    # --- each tiebreaker --------------------------------------------------------------------------

    def _range(self, key: str, other: str, player: str, fixed: Fixed) -> Range:
        if key in MEANS:
            return self._of_means(key, other, player, fixed)
        one, two = (self._worths.certain(key, each, fixed.get(each, 0)) for each in (other, player))
        return Range() if one is None or two is None else Range(one - two, one - two)

    # --- means over opponents ---------------------------------------------------------------------

    def _of_means(self, key: str, other: str, player: str, fixed: Fixed) -> Range:
        """Return the range of a difference of two means, times both numbers of opponents."""
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
        """Return the least and the most that the results of a table add to the difference."""
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

"""Who is certainly in or out of the next cut, and what a win or a draw is worth (docs/what-if.md).

For rounds that are not paired yet: to reach some points a player needs a number of wins if all else
is drawn, and a round has no more wins than tables and byes. Two rounds left of 8 players in pods of
four (win 7, draw 1) are four wins:

    points   17 10 10  7  7  3  3  0
    for 17       1  1  2  2  2  2  -      wins that each of the others needs
                 1 + 1 + 2: three of them can have 17 points or more

So the player with 17 points is certain of the first four. Ties count against the player; the bound
holds whatever the pairings and tiebreakers.

For the last round at its tables: one player wins a table, or all draw, or nobody gets anything; a
penalty or concession can take a draw's points from anybody. Tables are independent, so the largest
number of players who can pass is the sum of the largest numbers at each table. Three are open; P
has 15 points (a win is 7):

    at the table     with 15 or more at best
    14 14  9  9      2: a draw, 15 each
    16  8  8  8      2: 16, and one who wins
     7  7  7  7      0: nobody can have more than 14

With one at 18 who has finished, at most five pass: P is certain of a Top 8. A player who would end
with equal points passes only if the tiebreakers can end that way (`tiebreak_projection`).
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from runner import phases
from runner.compute.outlook.rivals import Passing
from runner.compute.outlook.stage import (
    Contender,
    Endings,
    Fixed,
    Outlook,
    Outlooks,
    Own,
    Stage,
    Verdict,
    stage,
)
from runner.compute.outlook.tiebreak_projection import Margins, TiebreakProjection
from runner.phases.model import Results
from runner.phases.qualification import Qualification

Passes = Callable[[str], bool]
"""Returns whether a player who ends with equal points passes."""
Seats = tuple[tuple[int, bool], ...]


class LastRound:
    """A race whose last round is published."""

    def __init__(
        self, stage: Stage, race: Sequence[Contender], most: int, endings: Endings, margins: Margins
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
        """Return the points of a table's contenders, and who can still gain some: tables alike in
        this have the same bounds."""
        seats = self._stage.tables[table].seats
        known = (self._race.get(seat.player) for seat in seats)
        points = (-1 if each is None else each.points for each in known)
        return tuple(sorted(zip(points, (not seat.outcome for seat in seats), strict=True)))

    def outlook(self, player: Contender) -> Outlook:
        """Return what is certain for a player, by the result of their own match."""
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
        """Return the verdict of a player who gets from `least` to `most` at the open table, if
        any."""
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

    # --- certainly in -----------------------------------------------------------------------------

    def _is_in(self, player: Contender, points: int, fixed: Fixed) -> bool:
        """Return whether fewer can pass than advance: first by points alone, then by ties too."""
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
        """Return the most players at other tables who can have more points or, with `ties`, as
        many."""
        if (points, ties) not in self._passing:
            side = bisect_left if ties else bisect_right
            self._passing[points, ties] = len(self._finished) - side(self._finished, points) + sum(
                self._usually(table, points, ties) for table in self._open
            )  # fmt: skip
        passing = self._passing[points, ties]
        if player.table is not None:
            return passing - self._usually(player.table, points, ties)
        return passing - (player.points >= points if ties else player.points > points)

    def _usually(self, table: int, points: int, ties: bool) -> int:
        """Return the most players at a table who can pass, cached for tables that are alike."""
        alike = (self._alike[table], points, ties)
        if alike not in self._likely:
            self._likely[alike] = self._at(table, "", points, {}, lambda _: ties)
        return self._likely[alike]

    def _at(self, table: int | None, player: str, points: int, fixed: Fixed, passes: Passes) -> int:
        """Return the most players at a table, other than `player`, who can pass, over all its
        results."""
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

    # --- certainly out ----------------------------------------------------------------------------

    def _is_out(self, player: Contender, points: int, fixed: Fixed) -> bool:
        """Return whether as many as advance are certainly above, even if none of them gains
        anything."""
        above = len(self._all) - bisect_right(self._all, points) - (player.points > points)
        if above >= self._most:
            return True
        others = (each for each in self._race.values() if each is not player)
        equal = [each for each in others if each.points == points]
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


class Unpaired:
    """A race with rounds to come; players with equal points and rounds left are treated alike."""

    def __init__(self, stage: Stage, race: Sequence[Contender], most: int) -> None:
        self._stage, self._most = stage, most
        self._alike = Counter((each.points, each.left) for each in race)
        self._wins = stage.wins + len(stage.tables)
        self._known: dict[tuple[int, int], Outlook] = {}

    def outlook(self, player: Contender) -> Outlook:
        """Return what is certain for a player."""
        of = (player.points, player.left)
        if of not in self._known:
            self._known[of] = self._outlook(*of)
        return self._known[of]

    def _outlook(self, points: int, left: int) -> Outlook:
        prizes, of = self._stage.prizes, (points, left)
        enough = (n for n in range(left + 1) if self._is_in(of, points + n * prizes.win, n))
        wins, verdict = next(enough, None), Verdict.OPEN
        if wins == 0:
            verdict = Verdict.IN
        elif self._is_out(of, points + left * prizes.best):
            verdict = Verdict.OUT
        everybody_plays = phases.find(self._stage.phase.phase.type).OPEN  # in groups some sit out
        if verdict is not Verdict.OPEN or not everybody_plays:
            return Outlook(verdict, left)
        if left != 1:
            return Outlook(verdict, left, wins=wins)
        own = {
            Own.WIN: Verdict.IN if wins else Verdict.OPEN,
            Own.DRAW: self._at(of, points + prizes.draw, points + prizes.draw),
            Own.LOSS: self._at(of, points, points + prizes.loss),
        }
        return Outlook(verdict, left, own)

    def _at(self, of: tuple[int, int], least: int, most: int) -> Verdict:
        """Return the verdict of such a player who ends with so many points without a win."""
        if self._is_in(of, least, 0):
            return Verdict.IN
        return Verdict.OUT if self._is_out(of, most) else Verdict.OPEN

    def _is_in(self, of: tuple[int, int], points: int, won: int) -> bool:
        """Return whether such a player is certainly in with so many points, `won` wins of which are
        theirs."""
        stage = self._stage
        if stage.enough is not None and points >= stage.enough:
            return True
        return points >= stage.least and self._reach(of, points, self._wins - won) < self._most

    def _is_out(self, of: tuple[int, int], points: int) -> bool:
        """Return whether such a player is certainly out with at most so many points, even if all
        others lose all their matches and all ties end well."""
        stage = self._stage
        if stage.enough is not None and points >= stage.enough:
            return False
        above = sum(many for (has, _), many in self._alike.items() if has > points)
        return points < stage.least or above - (of[0] > points) >= self._most

    def _reach(self, of: tuple[int, int], points: int, wins: int) -> int:
        """Return how many others can end with so many points, given the number of wins for all of
        them."""
        needed: Counter[int] = Counter()
        for (has, left), many in self._alike.items():
            if (wants := self._wins_needed(points - has, left)) is not None:
                needed[wants] += many - ((has, left) == of)
        reaching = 0
        for each in sorted(needed):
            can = needed[each] if each == 0 else min(needed[each], wins // each)
            reaching, wins = reaching + can, wins - can * each
        return reaching

    def _wins_needed(self, points: int, left: int) -> int | None:
        """Return the fewest wins that give so many points, with the other rounds drawn; None if
        none do."""
        best, draw = self._stage.prizes.best, self._stage.prizes.draw
        short = points - left * draw
        if short <= 0:
            return 0
        each = best - draw
        wins = -(-short // each) if each else left + 1
        return wins if wins <= left else None


def of_phases(results: Results, seed: str) -> Outlooks | None:
    """Return the outlook of all contenders for the next cut; None if there is none to give. `seed`
    is that of the event's draws."""
    if (ahead := stage(results)) is None:
        return None
    return Outlooks(
        phase=ahead.phase.phase.number,
        into=ahead.into.phase.number,
        most=ahead.cut.most,
        of_groups=bool(ahead.phase.groups),
        paired=not ahead.later,
        final=ahead.final,
        players=_after_it(ahead) if ahead.final else _before_it(ahead, seed),
    )


def _after_it(ahead: Stage) -> dict[str, Outlook]:
    into = ahead.into
    on = Qualification(into.phase, into.ruleset, ahead.phase, ahead.first).qualified()
    seeded = phases.playoff(into.phase.type) is not None
    outlooks = {each: Outlook(Verdict.IN, place=seeded * at) for at, each in enumerate(on, start=1)}
    ranking = ahead.phase.current
    rows = [row for row in ranking.rows if row.player in ahead.people] if ranking else []
    by_rank = ahead.least == 0 and not ahead.phase.groups and ahead.cut.most is not None
    missed = (row for row in rows if row.player not in outlooks)
    for short, row in enumerate(missed, start=1):
        outlooks[row.player] = (
            Outlook(Verdict.OUT, place=row.rank, short=short) if by_rank else Outlook(Verdict.OUT)
        )
    return {player: outlooks.get(player, Outlook(Verdict.OUT)) for player in ahead.people}


def _before_it(ahead: Stage, seed: str) -> dict[str, Outlook]:
    outlooks: dict[str, Outlook] = {}
    worths, endings = TiebreakProjection(ahead), Endings(ahead.tables, ahead.prizes)
    margins = Margins(ahead, worths, endings)
    for race, most in ahead.races():
        if ahead.later:
            unpaired = Unpaired(ahead, race, most)
            outlooks |= {each.id: unpaired.outlook(each) for each in race}
        else:
            last = LastRound(ahead, race, most, endings, margins)
            passing = Passing(ahead, race, most, endings, margins)
            seen = {each: last.outlook(each) for each in race}
            outlooks |= {each.id: replace(own, rivals=passing.of(each, own))
                      for each, own in seen.items()}  # fmt: skip
    if ahead.later or all(each.verdict is not Verdict.OPEN for each in outlooks.values()):
        return outlooks
    from runner.compute.outlook.simulation import simulated  # here, because numpy takes a while

    shares = simulated(ahead, worths, outlooks, seed)
    return {
        player: replace(each, shares=shares.get(player, {})) for player, each in outlooks.items()
    }

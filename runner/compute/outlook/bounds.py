"""Rounds that nobody has paired yet: how many can still get past somebody, by points and wins.

Whoever is to reach some points needs so many wins, if all else is drawn; a round has no more wins
than tables and byes. Two rounds left of 8 players in pods of four (win 7, draw 1) are four wins:

    points   17 10 10  7  7  3  3  0
    for 17       1  1  2  2  2  2  -      wins that each of the others needs
                 1 + 1 + 2: three of them can have 17 points or more

So the player with 17 points is surely among the first four. Ties count against the player; the
bound is sound whoever is paired with whom, and no less whatever the tiebreakers say.
"""

from collections import Counter
from collections.abc import Sequence

from runner.compute.outlook.model import Outlook, Own, Verdict
from runner.compute.outlook.stage import Contender, Stage


class Unpaired:
    """A race with rounds to come; players with equal points and rounds left are alike."""

    def __init__(self, stage: Stage, race: Sequence[Contender], most: int) -> None:
        self._stage, self._most = stage, most
        self._alike = Counter((each.points, each.left) for each in race)
        self._wins = stage.wins + len(stage.tables)
        self._known: dict[tuple[int, int], Outlook] = {}

    def outlook(self, player: Contender) -> Outlook:
        """What is certain of a player."""
        of = (player.points, player.left)
        if of not in self._known:
            self._known[of] = self._outlook(*of)
        return self._known[of]

    def _outlook(self, points: int, left: int) -> Outlook:
        prizes, of = self._stage.prizes, (points, left)
        enough = (
            wins for wins in range(left + 1) if self._is_in(of, points + wins * prizes.win, wins)
        )
        wins = next(enough, None)
        verdict = Verdict.OPEN
        if wins == 0:
            verdict = Verdict.IN
        elif self._is_out(of, points + left * prizes.best):
            verdict = Verdict.OUT
        if verdict is not Verdict.OPEN or not self._stage.everybody_plays:
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
        """A player like those who ends with so many points without a win."""
        if self._is_in(of, least, 0):
            return Verdict.IN
        return Verdict.OUT if self._is_out(of, most) else Verdict.OPEN

    def _is_in(self, of: tuple[int, int], points: int, won: int) -> bool:
        """Whether one of those who are so alike is surely in with so many points, of which so many
        wins are the player's."""
        stage = self._stage
        if stage.enough is not None and points >= stage.enough:
            return True
        return points >= stage.least and self._reach(of, points, self._wins - won) < self._most

    def _is_out(self, of: tuple[int, int], points: int) -> bool:
        """Whether one of those is surely out with so many points at most: all others may lose all
        their matches, and all ties end well."""
        stage = self._stage
        if stage.enough is not None and points >= stage.enough:
            return False
        above = sum(many for (has, _), many in self._alike.items() if has > points)
        return points < stage.least or above - (of[0] > points) >= self._most

    def _reach(self, of: tuple[int, int], points: int, wins: int) -> int:
        """How many others can have so many points at the end, with so many wins for all of them."""
        needed: Counter[int] = Counter()
        for (has, left), many in self._alike.items():
            wants = self._wins_needed(points - has, left)
            if wants is not None:
                needed[wants] += many - ((has, left) == of)
        found = 0
        for each in sorted(needed):
            can = needed[each] if each == 0 else min(needed[each], wins // each)
            found, wins = found + can, wins - can * each
        return found

    def _wins_needed(self, points: int, left: int) -> int | None:
        """How few wins bring so many points in so many rounds, the others drawn; None where not
        even all of them do."""
        best, draw = self._stage.prizes.best, self._stage.prizes.draw
        short = points - left * draw
        if short <= 0:
            return 0
        each = best - draw
        wins = -(-short // each) if each else left + 1
        return wins if wins <= left else None

"""The players who can still end above another in the last round before the cut, and how many are
too many.

Each other player certainly ends above the player, certainly below, or is undecided:

    cut to 8, P has 15 points; 5 certainly above     8 - 5: three more are too many
    can still be above P: 4 players                  P is out only if 3 of these 4 are
"""

from collections.abc import Iterator, Mapping, Sequence

from runner.compute.outlook.stage import (
    Contender,
    Endings,
    Outlook,
    Own,
    Rival,
    Rivals,
    Stage,
    Verdict,
)
from runner.compute.outlook.tiebreak_projection import Margins

_MOST = 8  # rivals; nobody reads more names
_MOST_LOOKED_AT = 12  # players whom points alone do not separate


class Passing:
    """A race whose last round is published."""

    def __init__(
        self, stage: Stage, race: Sequence[Contender], most: int, endings: Endings, margins: Margins
    ) -> None:
        self._stage, self._race, self._most = stage, race, most
        self._endings, self._margins = endings, margins

    def of(self, player: Contender, ahead: Outlook) -> Rivals | None:
        """Return the rivals of a player, given the player's best result that is not certainly
        enough. None if nothing is open, or if so many can end above that their names say
        nothing."""
        if ahead.verdict is not Verdict.OPEN or self._stage.enough is not None:
            return None
        prizes = self._stage.prizes
        worth = {Own.WIN: prizes.win, Own.DRAW: prizes.draw, Own.LOSS: prizes.loss}
        how = next((own for own in worth if ahead.own.get(own) is Verdict.OPEN), None)
        if how is Own.LOSS and prizes.loss:  # a loss may also give nothing
            return None
        gain = worth[how] if how else 0
        gains = {
            other: self._gains(other, player, gain) for other in self._race if other is not player
        }
        points = player.points + gain
        unclear = [each for each, own in gains.items()
                   if each.points + max(own) >= points >= each.points + min(own)]  # fmt: skip
        if len(unclear) > _MOST_LOOKED_AT:
            return None
        above = sum(each.points + min(own) > points for each, own in gains.items())
        who: list[Rival] = []
        for other in unclear:
            passing = [*self._passing(player, gain, other, gains[other])]
            if all(surely for _may, surely in passing):
                above += 1
            elif any(may for may, _surely in passing):
                least = min(own for own, (may, _) in zip(gains[other], passing, strict=True) if may)
                who.append(self._rival(other, least, worth))
        room = self._most - above
        return Rivals(how, room, tuple(who)) if 0 < room <= len(who) <= _MOST else None

    def _gains(self, other: Contender, player: Contender, gain: int) -> tuple[int, ...]:
        """Return the points that another player may get, in ascending order."""
        if other.table is None:
            return (0,)
        fixed = {player.id: gain} if other.table == player.table else {}
        ends = self._endings.of(other.table, fixed)
        return tuple(sorted({own for each in ends for own in each[other.id]}))

    def _passing(
        self, player: Contender, gain: int, other: Contender, gains: Sequence[int]
    ) -> Iterator[tuple[bool, bool]]:
        """Yield whether the other may, and certainly does, end above the player, for each gain of
        theirs."""
        points = player.points + gain
        mine = {player.id: gain} if player.table is not None else {}
        for own in gains:
            both = mine if other.table is None else {**mine, other.id: own}
            if other.points + own != points:
                more = other.points + own > points
                yield more, more
            else:
                may = self._margins.may_pass(other.id, player.id, both)
                yield may, may and self._margins.surely_above(other.id, player.id, both)

    def _rival(self, other: Contender, least: int, worth: Mapping[Own, int]) -> Rival:
        needs = next((own for own, value in worth.items() if least and value == least), None)
        table = None if other.table is None else self._stage.tables[other.table].number
        return Rival(other.id, table, needs)

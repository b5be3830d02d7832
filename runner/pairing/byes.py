"""Who has the bye: the lowest standing first, and nobody twice (docs/rules.md 4; MTR 10.4)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from math import comb

from runner.pairing.methods import by_points, by_standing
from runner.pairing.state import Entrant

_Standing = tuple[Fraction | int, ...]


def bye_turns(drawn: Sequence[Entrant], round_number: int) -> list[list[Entrant]]:
    """All players in the order in which byes go to them, those who are equally entitled together:
    who has had fewer, then who is lower.

    `drawn` is in the random order of the round; equals keep it, the last of it first. A rank parts
    nobody whom the tiebreakers behind it don't: among equals it is the seed's. A first round has
    no standings, unless players bring a rank with them: there all of equal points are equal.
    """
    first = round_number == 1 and all(player.rank is None for player in drawn)
    ranked = all(player.rank is not None for player in drawn)

    def standing(player: Entrant) -> tuple[int, Fraction, _Standing]:
        after = () if first else player.tiebreakers or (player.rank or 0 if ranked else 0,)
        return (player.byes, player.points, after)

    order = by_points(drawn) if first else by_standing(drawn)
    order.reverse()
    order.sort(key=lambda player: player.byes)
    lots = {player.id: at for at, player in enumerate(reversed(drawn))}
    return [
        sorted(equals, key=lambda player: lots[player.id])
        for _, equals in groupby(order, key=standing)
    ]


@dataclass(frozen=True, slots=True)
class Byes:
    """Who has the byes of a round of pods: all of `sure`, and so many of `equals`, who are equally
    entitled, as are left; these in the order of the lot."""

    sure: tuple[Entrant, ...]
    equals: tuple[Entrant, ...]
    left: int

    @property
    def ways(self) -> int:
        """In how many ways the byes can be given."""
        return comb(len(self.equals), self.left)

    def __iter__(self) -> Iterator[tuple[Entrant, ...]]:
        """All ways, that of the lot first and then those that change it least."""
        lot, others = self.equals[: self.left], self.equals[self.left :]
        for changed in range(self.left + 1):
            for kept in combinations(lot, self.left - changed):
                for instead in combinations(others, changed):
                    yield (*self.sure, *kept, *instead)


def byes_due(turns: Sequence[Sequence[Entrant]], count: int) -> Byes:
    """So many byes, by turns; see `bye_turns`."""
    sure: tuple[Entrant, ...] = ()
    for equals in turns:
        if len(sure) + len(equals) > count:
            return Byes(sure, tuple(equals), count - len(sure))
        sure += tuple(equals)
    return Byes(sure, (), 0)


def parted(turns: Sequence[Sequence[Entrant]], byes: Collection[str]) -> bool:
    """Whether of players who are equally entitled some have a bye and some have none."""
    having = (sum(player.id in byes for player in equals) for equals in turns)
    return any(0 < some < len(equals) for some, equals in zip(having, turns, strict=True))

"""Swiss pairing methods (sort order and active objectives), and who is due a bye.

GetPaird names the methods; docs/rules.md 4 describes them. Each is an entry of `METHODS`. Byes go
to the lowest standing first, and to nobody twice (docs/rules.md 4; MTR 10.4).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby
from math import comb

from runner.core.numbers import in_proportion
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.state import Entrant, PairingInput


@dataclass(frozen=True, slots=True)
class Objectives:
    """Which aims of docs/rules.md 4 a method has; closeness to the standings it always has."""

    no_rematch: bool = True
    no_second_small_pod: bool = True
    equal_points: bool = True
    low_small_pods: bool = True

    @property
    def whole(self) -> bool:
        """Whether every aim counts; where the small pods are is the organiser's choice."""
        return self.no_rematch and self.no_second_small_pod and self.equal_points


Order = Callable[[Sequence[Entrant]], list[Entrant]]


@dataclass(frozen=True, slots=True)
class Method:
    """A way of pairing. `order` sorts players who have been shuffled by the seed."""

    name: str
    order: Order
    aims: Objectives


def by_standing(players: Sequence[Entrant]) -> list[Entrant]:
    """Best first: points, then the rank where everybody has one, else the tiebreakers.

    The sort is stable: players whom nothing parts stay in the order they come in.
    """
    ranked = all(player.rank is not None for player in players)
    points = in_proportion(player.points for player in players)

    def key(at: int) -> tuple[Fraction | int, ...]:
        player = players[at]
        after = (player.rank or 0,) if ranked else tuple(-value for value in player.tiebreakers)
        return (-points[at], *after)

    return [players[at] for at in sorted(range(len(players)), key=key)]


def by_points(players: Sequence[Entrant]) -> list[Entrant]:
    """Most points first; equal points in the order they come in."""
    points = in_proportion(player.points for player in players)
    order = sorted(range(len(players)), key=points.__getitem__, reverse=True)
    return [players[at] for at in order]


SWISS = Method("swiss", by_standing, Objectives())
RANDOM = Method("random", list, Objectives(False, False, False, False))
POWER = Method("power", by_standing, Objectives(True, False, False, False))
BUBBLE = Method("bubble", by_points, Objectives())
METHODS = {method.name: method for method in (SWISS, RANDOM, POWER, BUBBLE)}


def method_in_force(state: PairingInput) -> Method:
    """Return the method of this round.

    Where the small pods are comes after the differences of points if the event wants it so. The
    first round is random whatever the method is, among players of equal points, unless they
    bring a ranking with them, as on a second day; the last is strictly by standing where the event
    wants it so. Matches of two are drawn among players of equal points (MTR 10.4), where pods go by
    the whole standing (MAMTR 10.4A).
    """
    method = _of_the_round(state)
    if state.ruleset.small_pods_last or not method.aims.low_small_pods:
        return method
    return replace(method, aims=replace(method.aims, low_small_pods=False))


def _of_the_round(state: PairingInput) -> Method:
    method = METHODS[state.ruleset.method]
    if method is RANDOM:
        return RANDOM
    if state.first:
        return BUBBLE
    if state.ruleset.last_round_by_standing and state.round == state.rounds:
        return POWER
    if method is SWISS and state.mode != Mode.MULTIPLAYER:
        return BUBBLE
    return method


def stream(state: PairingInput, purpose: str) -> Stream:
    """Return the draws of this round for one purpose."""
    return Stream(state.seed, state.phase, state.round, purpose)


def drawn(state: PairingInput) -> list[Entrant]:
    """Return the players without a place yet, in the random order of this round.

    Shuffled are all players of the round, sorted by id, so that neither the order of a list nor
    a table filled by hand changes the draw for the others.
    """
    shuffled = stream(state, "order").shuffled(sorted(state.players, key=lambda player: player.id))
    free = {player.id for player in state.free}
    return [player for player in shuffled if player.id in free]


_Standing = tuple[Fraction | int, ...]


def bye_turns(drawn: Sequence[Entrant], round_number: int) -> list[list[Entrant]]:
    """Return all players in the order in which byes go to them, those who are equally entitled
    together: who has had fewer, then who is lower.

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
    """Return so many byes, by turns; see `bye_turns`."""
    sure: tuple[Entrant, ...] = ()
    for equals in turns:
        if len(sure) + len(equals) > count:
            return Byes(sure, tuple(equals), count - len(sure))
        sure += tuple(equals)
    return Byes(sure, (), 0)


def parted(turns: Sequence[Sequence[Entrant]], byes: Collection[str]) -> bool:
    """Return whether of players who are equally entitled some have a bye and some have none."""
    having = (sum(player.id in byes for player in equals) for equals in turns)
    return any(0 < some < len(equals) for some, equals in zip(having, turns, strict=True))

"""The ways of pairing a Swiss round: in which order players stand, and which aims count.

GetPaird names the methods; docs/rules.md 4 tells them apart. Each is one entry of `METHODS`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from runner.core.event import Mode
from runner.core.numbers import in_proportion
from runner.core.randomness import Stream
from runner.pairing.state import Entrant, State


@dataclass(frozen=True, slots=True)
class Aims:
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
    aims: Aims


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


SWISS = Method("swiss", by_standing, Aims())
RANDOM = Method("random", list, Aims(False, False, False, False))
POWER = Method("power", by_standing, Aims(True, False, False, False))
BUBBLE = Method("bubble", by_points, Aims())
METHODS = {method.name: method for method in (SWISS, RANDOM, POWER, BUBBLE)}


def method_in_force(state: State) -> Method:
    """The method of this round.

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


def _of_the_round(state: State) -> Method:
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


def stream(state: State, purpose: str) -> Stream:
    """The draws of this round for one purpose."""
    return Stream(state.seed, state.phase, state.round, purpose)


def drawn(state: State) -> list[Entrant]:
    """The players without a place yet, in the random order of this round.

    Shuffled are all players of the round, sorted by id, so that neither the order of a list nor
    a table filled by hand changes the draw for the others.
    """
    shuffled = stream(state, "order").shuffled(sorted(state.players, key=lambda player: player.id))
    free = {player.id for player in state.free}
    return [player for player in shuffled if player.id in free]

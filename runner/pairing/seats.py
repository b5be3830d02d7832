"""Who sits where: seat 1 goes first (docs/rules.md 4; MAMTR 2.2A; GetPaird).

Each way of seating is one entry of `SEATINGS`: what it costs to give a player a seat. The order
of least cost is taken, among all orders of the table; of equals that in which the fewest who have
met before sit next to each other in turn order, and then chance decides.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations

from runner.core.randomness import Stream
from runner.pairing.state import Entrant

SeatCost = Callable[[Entrant, int, int], Fraction | int]
"""What it costs that a player takes a seat (from 1) at a table of so many seats."""

_TOO_SOON = 1_000  # more than all recent turns at one table can add up to
_TURNS = Fraction(1, 1_000_000)  # what turns weigh beside the strength of seats


def _balanced(player: Entrant, seat: int, _: int) -> int:
    """Turns in each seat as even as possible: the growth of the sum of their squares."""
    return 2 * player.seats.count(seat) + 1


def by_strength(strengths: Sequence[Fraction]) -> SeatCost:
    """Balanced by how good the seats are: nobody's seats together much better or worse than the
    average seat, and turns as even as that leaves them. A seat without a strength is average."""
    average = sum(strengths, Fraction(0)) / len(strengths)

    def worth(seat: int) -> Fraction:
        return strengths[seat - 1] - average if seat <= len(strengths) else Fraction(0)

    def cost(player: Entrant, seat: int, size: int) -> Fraction:
        luck = sum(map(worth, player.seats), Fraction(0))
        return (luck + worth(seat)) ** 2 - luck**2 + _balanced(player, seat, size) * _TURNS

    return cost


def _sliding_window(player: Entrant, seat: int, size: int) -> int:
    """No seat again within as many rounds as the table has seats, this round included; where
    that cannot be, the seat that was used the longest ago."""
    recent = player.seats[::-1][: size - 1]
    return _TOO_SOON + size - recent.index(seat) if seat in recent else 0


def _random(_player: Entrant, _seat: int, _size: int) -> int:
    """Chance alone decides."""
    return 0


SEATINGS: dict[str, SeatCost] = {
    "balanced": _balanced,
    "random": _random,
    "sliding_window": _sliding_window,
    "top_seed_first": _balanced,
}


def seated(
    players: Sequence[Entrant], seating: str, stream: Stream, strengths: Sequence[Fraction] = ()
) -> tuple[str, ...]:
    """The ids in turn order. `players` come in order of the standings: with "top_seed_first" the
    first of them has seat 1, and the others share the other seats evenly. `strengths` say how good
    each seat is, where seats are balanced by that."""
    cost = SEATINGS[seating]
    if strengths and cost is _balanced:
        cost = by_strength(strengths)
    size = len(players)
    ahead = players[:1] if seating == "top_seed_first" else ()
    drawn = [*ahead, *stream.shuffled(players[len(ahead) :])]
    costs = [[cost(player, seat, size) for seat in range(1, size + 1)] for player in drawn]
    met = _met(drawn)
    # Orders name the player of each seat; `min` keeps the first of equals, which the draw decided.
    order = min(
        ((*range(len(ahead)), *rest) for rest in permutations(range(len(ahead), size))),
        key=lambda order: (
            sum(costs[player][seat] for seat, player in enumerate(order)),
            sum(pair in met for pair in pairwise((*order, order[0]))) if met else 0,
        ),
    )
    return tuple(drawn[player].id for player in order)


def _met(players: Sequence[Entrant]) -> set[tuple[int, int]]:
    """Who at the table have met before, by their places in the list, both ways round."""
    return {
        (one, two)
        for one, player in enumerate(players)
        for two, other in enumerate(players)
        if other.id in player.opponents or player.id in other.opponents
    }

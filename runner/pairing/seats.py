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

SeatCost = Callable[[Entrant, int, int], int]
"""What it costs that a player takes a seat (from 1) at a table of so many seats."""

_TOO_SOON = 1_000  # more than all recent turns at one table can add up to


def _balanced(player: Entrant, seat: int, _: int) -> int:
    """Turns in each seat as even as possible: the growth of the sum of their squares."""
    return 2 * player.seats.count(seat) + 1


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
    each seat is: among equally even turns, nobody's luck with seats grows or shrinks where it can
    be helped."""
    cost = SEATINGS[seating]
    size = len(players)
    if size == 2 and not strengths:
        return _of_two(players, cost, None if seating == "top_seed_first" else stream)
    ahead = players[:1] if seating == "top_seed_first" else ()
    drawn = [*ahead, *stream.shuffled(players[len(ahead) :])]
    costs = [[cost(player, seat, size) for seat in range(1, size + 1)] for player in drawn]
    even_out = strengths and cost is _balanced
    lucks = _luck(drawn, strengths) if even_out else [[Fraction(0)] * size] * size
    met = _met(drawn)
    # Orders name the player of each seat; `min` keeps the first of equals, which the draw decided.
    order = min(
        ((*range(len(ahead)), *rest) for rest in permutations(range(len(ahead), size))),
        key=lambda order: (
            sum(costs[player][seat] for seat, player in enumerate(order)),
            sum(lucks[player][seat] for seat, player in enumerate(order)),
            sum(pair in met for pair in pairwise((*order, order[0]))) if met else 0,
        ),
    )
    return tuple(drawn[player].id for player in order)


def _of_two(players: Sequence[Entrant], cost: SeatCost, stream: Stream | None) -> tuple[str, ...]:
    """The same for a match of two, quickly; without a stream the first of them has seat 1."""
    one, two = players
    if stream is not None:
        as_listed = cost(one, 1, 2) + cost(two, 2, 2)
        turned = cost(two, 1, 2) + cost(one, 2, 2)
        if turned < as_listed or (turned == as_listed and stream.word() & 1):
            one, two = two, one
    return one.id, two.id


def _luck(players: Sequence[Entrant], strengths: Sequence[Fraction]) -> list[list[Fraction]]:
    """For each player and seat, what the square of the player's luck grows by, but for what is the
    same in all orders. Luck is how much better than average the seats so far were; a seat without a
    strength is average."""
    average = sum(strengths, Fraction(0)) / len(strengths)
    above = {seat: strength - average for seat, strength in enumerate(strengths, 1)}
    worth = [above.get(seat, Fraction(0)) for seat in range(1, len(players) + 1)]
    lucks = [
        sum((above.get(seat, Fraction(0)) for seat in each.seats), Fraction(0)) for each in players
    ]
    return [[luck * gain for gain in worth] for luck in lucks]


def _met(players: Sequence[Entrant]) -> set[tuple[int, int]]:
    """Who at the table have met before, by their places in the list, both ways round."""
    return {
        (one, two)
        for one, player in enumerate(players)
        for two, other in enumerate(players)
        if other.id in player.opponents or player.id in other.opponents
    }

"""Seats at a table, as paired and as shuffled (docs/rules.md 4; MAMTR 2.2A; GetPaird).

Seat 1 goes first. Each way of seating is an entry of `SEATINGS`: the cost of giving a player a
seat. The order of least cost is taken, among all orders of the table; of equals, that in which the
fewest who have met before sit next to each other, and then chance decides. A shuffle is drawn from
its name and the players at the table alone: the event's seed, phase, round, number of the shuffle,
and table (docs/randomness.md).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.randomness import Stream
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.published import PublishedRound, seating_of
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
    """Return the ids in turn order. `players` come in order of the standings: with "top_seed_first"
    the first of them has seat 1, and the others share the other seats evenly. `strengths` say how
    good each seat is: among equally even turns, nobody's luck with seats grows or shrinks where it
    can be helped."""
    cost = SEATINGS[seating]
    size = len(players)
    if size == 2 and not strengths:
        return _of_two(players, cost, None if seating == "top_seed_first" else stream)
    ahead = players[:1] if seating == "top_seed_first" else ()
    drawn = [*ahead, *stream.shuffled(players[len(ahead) :])]
    costs = [[cost(player, seat, size) for seat in range(1, size + 1)] for player in drawn]
    even_out = strengths and cost is _balanced
    lucks = _luck(drawn, strengths) if even_out else [[Fraction(0)] * size] * size
    met = {
        (one, two)
        for one, player in enumerate(drawn)
        for two, other in enumerate(drawn)
        if other.id in player.opponents or player.id in other.opponents
    }
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
    """Return the same for a match of two, quickly; without a stream the first of them has
    seat 1."""
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


SHUFFLE = "shuffle seats"
"""The decision, and a part of the name of its draws."""


def draw(seed: str, round_id: RoundId, number: int) -> tuple[object, ...]:
    """Return the name of a draw, but for the table; `number` is which shuffle of the round it is,
    from 1."""
    return (seed, *round_id, SHUFFLE, number)


def drawn_seats(players: Iterable[str], table: int, name: Sequence[object]) -> tuple[str, ...]:
    """Return who sits in which seat of a table, in turn order."""
    return tuple(Stream(*name, table).shuffled(sorted(players)))


def shuffles(entries: Iterable[Entry], round_id: RoundId) -> list[Entry]:
    """Return the lines by which seats of a round were shuffled, undone ones too."""
    return [
        entry
        for entry in entries
        if entry.round == round_id
        and entry.kind is EntryKind.RESEATED
        and entry.data.get("decision") == SHUFFLE
    ]


# --- drawn again ------------------------------------------------------------------------------


def difference(
    shuffle: Mapping[str, Any], before: PublishedRound | None, due: Sequence[object]
) -> str:
    """Return what a line of the ledger tells otherwise than it would come out again; "" where
    nothing is.

    `before` is the round as it stood before that line, and `due` the name that the draw must have,
    with "" for a seed that is not known.
    """
    name = shuffle["stream"]
    if [*name[1:]] != [*due[1:]] or due[0] not in ("", name[0]):
        return "its draw is NOT the one that was due"
    if before is None:
        return "the round was NOT out"
    should = {
        number: drawn_seats(seats, number, name) if number in shuffle["shuffled"] else seats
        for number, seats in before.seating.tables
    }
    now = dict(seating_of(shuffle).tables)
    other = sorted(at for at in {*should, *now} if should.get(at, ()) != now.get(at, ()))
    if other:
        return f"drawn again, and NOT the same at table {', '.join(map(str, other))}"
    if [*before.seating.byes] != shuffle["byes"] or [*before.seating.absent] != shuffle["absent"]:
        return "byes or absences are NOT those of before"
    return ""

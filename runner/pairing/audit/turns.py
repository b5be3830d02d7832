"""Whether players' turns in the seats are even (MAMTR 2.2A; docs/rules.md 4), and who has a seat
again too soon where the setting forbids that (GetPaird)."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from runner.core.event import Mode
from runner.core.phrases import count
from runner.pairing.audit.seated import AuditedRound
from runner.pairing.audit.words import counted
from runner.pairing.state import Entrant

_SMALLEST_POD = 3  # seats that every pod has (docs/rules.md 4)


def uneven_seats(round_: AuditedRound) -> int | None:
    """How many players at tables have had one seat at least two turns more often than another,
    this round included; None in matches of two, who agree on who begins.

    Counted are the seats of a standard table. A seat that small pods lack cannot have been had
    there, so each small pod of a player makes up for one turn in it that they are short of:
    nobody is called uneven for what the size of their pods may explain.
    """
    if round_.state.mode != Mode.MULTIPLAYER:
        return None
    return sum(
        _uneven(player, seat, round_.is_small(table), round_.state.table_seats)
        for table in round_.tables
        for seat, player in enumerate(table.players, start=1)
    )


def _uneven(player: Entrant, seat: int, small: bool, standard: int) -> bool:
    """Whether the player's turns differ by two or more, with this one at such a table."""
    taken = (*player.seats, seat)
    turns = [taken.count(place) for place in range(1, standard + 1)]
    short = player.small_pods + small
    excused = [
        count + (short if place > _SMALLEST_POD else 0) for place, count in enumerate(turns, 1)
    ]
    return max(turns) - min(excused) > 1


def seats_again(round_: AuditedRound) -> Iterator[str]:
    """Who has a seat a second time within as many rounds as the table has seats, where seats go by
    a sliding window; and whether another order of the players at those tables had fewer."""
    if round_.state.ruleset.seats != "sliding_window":
        return
    again: list[str] = []
    fewer = 0  # players who could be spared that
    for table in round_.tables:
        if len(table.players) > _LARGEST_TABLE:
            continue
        found = _again(table.players)
        if found:
            fewer += len(found) - min(len(_again(order)) for order in permutations(table.players))
        again += [player.id for player in found]
    one = "1 player has a seat again within as many rounds as the table has seats"
    many = "players have a seat again within as many rounds as their table has seats"
    yield from counted(sorted(again), one, many)
    if again and not fewer:
        yield "No other order at these tables gives fewer players a seat again so soon."
    elif fewer:
        yield f"Another order at these tables would spare {count(fewer, 'player')} that."


_LARGEST_TABLE = 5  # seats; larger ones are circles, where seats are none of these


def _again(order: Sequence[Entrant]) -> list[Entrant]:
    """Who of a table has a seat again too soon, sitting in this order."""
    rounds = len(order) - 1
    recent = ((player, seat, player.seats[::-1][:rounds]) for seat, player in enumerate(order, 1))
    return [player for player, seat, seats in recent if seat in seats]

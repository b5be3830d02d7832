"""Whether players' turns in the seats are even (MAMTR 2.2A; docs/rules.md 4)."""

from runner.core.event import Mode
from runner.pairing.audit.seated import AuditedRound
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

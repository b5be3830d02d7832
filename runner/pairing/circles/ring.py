"""Who sits where round a table: by chance, and nobody again to the right of the same player where
that can be helped. The next seat of the row is the one to the left."""

from collections.abc import Sequence

from runner.core.randomness import Stream
from runner.pairing.state import Entrant

_TRIES = 40


def seats_round(players: Sequence[Entrant], chance: Stream) -> tuple[str, ...]:
    """The ids in turn order."""
    best: list[Entrant] = []
    least = len(players) + 1
    for _ in range(_TRIES):
        order = _put_right(chance.shuffled(players))
        again = _again(order)
        if again < least:
            best, least = order, again
        if not least:
            break
    return tuple(player.id for player in best)


def _again(order: Sequence[Entrant]) -> int:
    """How many have a player to the left whom they have had there."""
    return sum(_had(order, at) for at in range(len(order)))


def _had(order: Sequence[Entrant], at: int) -> bool:
    return order[(at + 1) % len(order)].id in order[at].left


def _put_right(order: list[Entrant]) -> list[Entrant]:
    """Exchange two wherever that leaves fewer who have somebody to the left again."""
    now = _again(order)
    for at in range(len(order)):
        for other in range(len(order)) if now and _had(order, at) else ():
            order[at], order[other] = order[other], order[at]
            then = _again(order)
            if then < now:
                now = then
            else:
                order[at], order[other] = order[other], order[at]
    return order

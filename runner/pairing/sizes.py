"""How many tables of which size a field makes, and how many byes (docs/rules.md 4; MAMTR 10.4A)."""

from dataclasses import dataclass
from itertools import chain

SMALLEST_POD = 3
LARGEST_POD = 5

_Split = tuple[tuple[int, int], ...]
"""A size of pods and how many there are of it, the largest first."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The seats of every table of a round, the largest first, and how many players have a bye."""

    tables: tuple[int, ...]
    byes: int = 0


def pod_sizes(players: int, standard: int, uneven: str, max_byes: int | None = None) -> Sizes:
    """Pods of the standard size, and what gives when the field doesn't divide by it.

    `uneven` is "small_pods" (23 players are 5 pods of 4 and one of 3), "byes" (five pods of 4
    and three byes) or "small_pods_then_byes" (byes only where no pods of 3 to 5 hold everybody
    without one larger than the standard). `max_byes` limits the byes of one round; None is no
    limit. Byes never leave the tables empty: two players or more always play, if need be at one
    table of two. A single player has a bye whatever the limit is.
    """
    if players < 2:
        return Sizes((), players)
    allowed = players if max_byes is None else max_byes
    every = range(min(allowed, standard - 1, players - 2) + 1)
    byes = min(
        every,
        key=lambda byes: _preference(_split(players - byes, standard), byes, standard, uneven),
        default=0,
    )
    pods = ((size,) * many for size, many in _split(players - byes, standard))
    return Sizes(tuple(chain.from_iterable(pods)), byes)


def _preference(split: _Split, byes: int, standard: int, uneven: str) -> tuple[int, ...]:
    """The smaller the better: what the event gives up last comes first."""
    pairs = sum(many for size, many in split if size < SMALLEST_POD)
    larger = sum(many for size, many in split if size > standard)
    smaller = sum((standard - size) * many for size, many in split if size < standard)
    if uneven == "byes":
        return pairs, smaller + larger, byes
    if uneven == "small_pods_then_byes":
        return pairs, larger, byes, smaller
    return pairs, byes, larger, smaller


def _split(players: int, standard: int) -> _Split:
    """Pods of `standard` players and as few others as possible, the largest first.

    Pods are short by one seat each; where pods of 3 to 5 cannot be had that way, a pod takes one
    or two players more (5 players are one pod of 5). Two players are a table of two.
    """
    if players < SMALLEST_POD:
        return ((players, 1),)
    pods = -(-players // standard)
    if players < SMALLEST_POD * pods:
        pods = max(1, players // standard)
    smaller, larger_pods = divmod(players, pods)
    return (smaller + 1, larger_pods), (smaller, pods - larger_pods)

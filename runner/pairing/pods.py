"""Swiss pods: the standings cut from top to bottom, then as few changes as the aims ask for.

The aims and their order are those of `Cost` (rules.md 4; S1 10.4A).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from runner.pairing.cost import Cost
from runner.pairing.exhaustive import Exhaustive, floor
from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.swaps import Pods, Swaps, search
from runner.randomness import Stream

_SEARCH_BUDGET = 80_000  # swaps weighed
_TINY_FIELD = 12  # players; to compare all their pods takes less than to search for good ones
_COMPARED_FIELD = 40  # players
_COMPARED_STEPS = 30_000


@dataclass(frozen=True, slots=True)
class Split:
    """A field in pods of places, top to bottom. `proved`: no way to split it is better, down to
    a step of points."""

    pods: tuple[tuple[int, ...], ...]
    proved: bool = False


def split_into_pods(
    field: Field, sizes: Sequence[int], standard: int, aims: Aims, stream: Stream
) -> Split:
    """Pods of those sizes. The search draws from `stream` where swaps alone do not get on."""
    if not sizes:
        return Split(())
    cost = Cost(field, standard, aims)
    swaps = Swaps(cut(cost, sizes), cost)
    swaps.polish(swaps.mend())
    enough = floor(cost, range(len(field)), tuple(sorted(sizes, reverse=True)))
    enough += cost.points - 1 - enough % cost.points
    if len(field) > _TINY_FIELD:
        search(swaps, stream, _SEARCH_BUDGET, enough)
    proved = swaps.total <= enough
    if not proved and len(field) <= _COMPARED_FIELD:
        proved = _compare_all(swaps, sizes)
    return Split(_from_the_top(swaps.pods), proved and aims == Aims() and field.exact)


def _compare_all(swaps: Swaps, sizes: Sequence[int]) -> bool:
    """Replace the pods by better ones if there are any; whether all possible were compared.

    First only pods without any conflict, which is quick to decide where most players have met.
    """
    cost = swaps.cost
    if swaps.total >= cost.conflict:
        clean = Exhaustive(cost, sizes, cost.conflict, _COMPARED_STEPS)
        clean.run()
        _take(swaps, clean)
    last = Exhaustive(cost, sizes, swaps.total, _COMPARED_STEPS)
    last.run()
    _take(swaps, last)
    return last.finished


def _take(swaps: Swaps, found: Exhaustive) -> None:
    if found.pods is not None:
        swaps.start(found.pods)
        swaps.polish(range(len(found.pods)))


def cut(cost: Cost, sizes: Sequence[int]) -> Pods:
    """The field cut from top to bottom, where those who cost least there fill the small pods.

    `sizes` are in descending order; pods larger than the standard are cut last of the others.
    """
    players = range(sum(sizes))
    small = [size for size in sizes if size < cost.standard]
    others = sorted(size for size in sizes if size >= cost.standard)
    cheapest = sorted(players, key=lambda player: cost.small[player])
    in_small = set(cheapest[: sum(small)])
    above = iter(player for player in players if player not in in_small)
    below = iter(sorted(in_small))
    return [
        *(list(islice(above, size)) for size in others),
        *(list(islice(below, size)) for size in small),
    ]


def _from_the_top(pods: Pods) -> tuple[tuple[int, ...], ...]:
    """Pods and members by place: the pod of the first player is the first."""
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))

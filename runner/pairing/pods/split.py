"""Swiss pods: the standings cut from top to bottom, then as few changes as the aims ask for.

The aims and their order are those of `Cost` (docs/rules.md 4; MAMTR 10.4A).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runner.core.randomness import Stream
from runner.pairing.bounds.effort import EXACT
from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.pods.by_rank import by_rank
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.cut import cut
from runner.pairing.pods.exact import bettered
from runner.pairing.pods.reassign import reassigned
from runner.pairing.pods.small_fields import Small, best_small
from runner.pairing.pods.spared import spared
from runner.pairing.pods.swaps import Pods, Swaps

_SMALL_FIELD = {3: 24, 4: 24, 5: 20}  # players, by the size of the largest pods


@dataclass(frozen=True, slots=True)
class Split:
    """A field in pods of places, top to bottom. `proved`: no way to split it is better, down to
    a step of points. `notes` are sentences for the organiser."""

    pods: tuple[tuple[int, ...], ...]
    proved: bool = False
    notes: tuple[str, ...] = ()


def split_into_pods(
    field: Field,
    sizes: Sequence[int],
    standard: int,
    aims: Aims,
    stream: Stream,
    rounds_left: int | None = None,
) -> Split:
    """Pods of those sizes. The search draws from `stream` where swaps alone do not get on.

    A small field is compared as a whole, and keeps the planned rounds possible: `rounds_left`
    after this one, None where that is open.
    """
    if not sizes:
        return Split(())
    cost = Cost(field, standard, aims)
    if aims.no_rematch and not aims.equal_points:
        return Split(_from_the_top(_strictly(field, cost, sizes, aims, stream)))
    found = _small(field, cost, sizes, aims, rounds_left)
    pods = found.pods or _searched(field, cost, sizes, aims, stream).pods
    proved = found.proved
    if not proved and aims.whole and len(field) <= EXACT.players:
        pods, proved = bettered(field, cost, pods, aims, found.keeps)
    pods = spared(field, cost, pods, found.keeps)
    return Split(_from_the_top(pods), proved and aims.whole and field.exact, found.notes)


def _small(
    field: Field, cost: Cost, sizes: Sequence[int], aims: Aims, rounds_left: int | None
) -> Small:
    """The best of a field that is small enough to be compared as a whole."""
    if not _is_small(field, sizes):
        return Small(None)
    met = field.met if aims.no_rematch else [()] * len(field)
    return best_small(cost, sizes, met, rounds_left if aims.no_rematch else None)


def _is_small(field: Field, sizes: Sequence[int]) -> bool:
    return len(field) <= _SMALL_FIELD.get(max(sizes), 0)


def _strictly(field: Field, cost: Cost, sizes: Sequence[int], aims: Aims, stream: Stream) -> Pods:
    """Pods by rank, with as few conflicts as a search finds that there must be."""
    clean = by_rank(cost, sizes, 0)
    if clean:
        return clean
    small = best_small(cost, sizes, field.met, None).pods if _is_small(field, sizes) else None
    found = small or _searched(field, cost, sizes, aims, stream).pods
    conflicts = sum(map(cost.pod, found)) // cost.conflict
    return by_rank(cost, sizes, conflicts * cost.conflict) or found


def _searched(field: Field, cost: Cost, sizes: Sequence[int], aims: Aims, stream: Stream) -> Swaps:
    """The standings cut from top to bottom, and made better by swaps and assignments."""
    swaps = Swaps(cut(cost, sizes), cost)
    swaps.polish(swaps.mend())
    if max(sizes) - min(sizes) > 1 or len(sizes) < 2:
        return swaps
    others = reassigned(field, swaps.pods, cost.standard, aims, stream)
    other = Swaps(sorted(others, key=lambda pod: (sum(pod) / len(pod), pod)), cost)
    other.mend()
    other.polish(range(len(sizes)))
    return min(other, swaps, key=lambda way: way.total)


def _from_the_top(pods: Pods) -> tuple[tuple[int, ...], ...]:
    """Pods and members by place: the pod of the first player is the first."""
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))

"""Swiss pods: the standings cut from top to bottom, then as few changes as the aims ask for.

The aims and their order are those of `Cost` (docs/rules.md 4; MAMTR 10.4A).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runner.core.randomness import Stream
from runner.pairing.bounds.effort import EXACT, PAIRING, Work
from runner.pairing.field import Field, field_of
from runner.pairing.methods import Aims
from runner.pairing.pods.by_rank import by_rank
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.cut import cut
from runner.pairing.pods.exact import bettered
from runner.pairing.pods.reassign import Noise, reassigned
from runner.pairing.pods.small_fields import Small, best_small
from runner.pairing.pods.spared import spared
from runner.pairing.pods.swaps import Pods, Swaps
from runner.pairing.pods.tabu import with_fewer_conflicts
from runner.pairing.state import Entrant

_BY_RANK = 8_000_000  # work for looking for pods by rank
_SMALL_FIELD = {3: 24, 4: 24, 5: 20}  # players, by the size of the largest pods


@dataclass(frozen=True, slots=True)
class Split:
    """A field in pods of places, top to bottom. `proved`: no way to split it is better, down to
    a step of points. `notes` are sentences for the organiser. `short` is how many of the planned
    rounds the pods do not keep free of rematches."""

    pods: tuple[tuple[int, ...], ...]
    proved: bool = False
    notes: tuple[str, ...] = ()
    short: int = 0


def split_into_pods(
    field: Field,
    sizes: Sequence[int],
    standard: int,
    aims: Aims,
    stream: Stream,
    rounds_left: int | None = None,
    work: Work | None = None,
    resting: Sequence[Entrant] = (),
) -> Split:
    """Pods of those sizes. The search draws from `stream` where swaps alone do not get on, and ends
    when the `work` is done.

    A small field is compared as a whole, and keeps the planned rounds possible: `rounds_left`
    after this one, None where that is open. Players who are `resting` play in these.
    """
    if not sizes:
        return Split(())
    work = work or Work(PAIRING)
    cost = Cost(field, standard, aims)
    if aims.no_rematch and not aims.equal_points:
        return Split(_from_the_top(_strictly(field, cost, sizes, aims, stream, work)))
    found = _small(field, cost, sizes, aims, rounds_left, work, resting)
    # What a search has proved that compares all pods, or exact bounds that reach what was made.
    pods, proved = found.pods, found.proved
    if pods is None or not proved:
        others = _searched(field, cost, sizes, aims, stream, work).pods
        if pods is None or (found.keeps(others) and _total(cost, others) < _total(cost, pods)):
            pods = others
    if not proved and aims.whole and len(field) <= EXACT.players:
        pods, proved = bettered(field, cost, pods, aims, found.keeps, work)
    pods = spared(field, cost, pods, found.keeps)
    return Split(
        _from_the_top(pods), proved and aims.whole and field.exact, found.notes, found.short
    )


def _total(cost: Cost, pods: Pods) -> int:
    return sum(map(cost.pod, pods))


def _small(
    field: Field,
    cost: Cost,
    sizes: Sequence[int],
    aims: Aims,
    rounds_left: int | None,
    work: Work,
    resting: Sequence[Entrant] = (),
) -> Small:
    """The best of a field that is small enough to be compared as a whole."""
    if not _is_small(field, sizes):
        return Small(None)
    if not aims.no_rematch:
        return best_small(cost, sizes, [()] * len(field), None, work)
    if not (rounds_left and resting):
        return best_small(cost, sizes, field.met, rounds_left, work)
    everybody = [*field.players, *resting]
    rested = {at for at, each in enumerate(everybody) if each.byes or at >= len(field)}
    small = [each.small_pods > 0 for each in resting]
    return best_small(cost, sizes, field_of(everybody).met, rounds_left, work, small, rested)


def _is_small(field: Field, sizes: Sequence[int]) -> bool:
    return len(field) <= _SMALL_FIELD.get(max(sizes), 0)


def _strictly(
    field: Field, cost: Cost, sizes: Sequence[int], aims: Aims, stream: Stream, work: Work
) -> Pods:
    """Pods by rank, with as few conflicts as a search finds that there must be."""
    work.left -= _BY_RANK
    clean = by_rank(cost, sizes, 0)
    if clean:
        return clean
    small = _small(field, cost, sizes, aims, None, work)
    found = small.pods or []
    if not small.proved:
        others = _searched(field, cost, sizes, aims, stream, work).pods
        found = min((each for each in (found, others) if each), key=lambda pods: _total(cost, pods))
    work.left -= _BY_RANK
    conflicts = _total(cost, found) // cost.conflict
    return by_rank(cost, sizes, conflicts * cost.conflict) or found


def _searched(
    field: Field, cost: Cost, sizes: Sequence[int], aims: Aims, stream: Stream, work: Work
) -> Swaps:
    """The standings cut from top to bottom, and made better by swaps and assignments. Conflicts
    are attacked first, and with most of the work, as long as there are any."""
    swaps = Swaps(cut(cost, sizes), cost)
    swaps.polish(swaps.mend())
    if max(sizes) - min(sizes) > 1 or len(sizes) < 2:
        return swaps
    noise = Noise(stream)
    for parts in (4, 2):
        if swaps.total >= cost.conflict:
            share = work.share(parts)
            swaps = min(swaps, _fewer(field, swaps, aims, noise, share), key=_cost)
            work.back(share)
        share = work.share(2)
        others = reassigned(field, swaps.pods, cost.standard, aims, noise, share)
        work.back(share)
        other = Swaps(sorted(others, key=lambda pod: (sum(pod) / len(pod), pod)), cost)
        other.mend()
        other.polish(range(len(sizes)))
        swaps = min(other, swaps, key=_cost)
        if swaps.total < cost.conflict:
            break
    return swaps


def _fewer(field: Field, swaps: Swaps, aims: Aims, noise: Noise, work: Work) -> Swaps:
    """The pods with fewer conflicts, where some are found, made better by swaps."""
    found = Swaps(with_fewer_conflicts(field, swaps, aims, noise, work), swaps.cost)
    found.polish(range(len(found.pods)))
    return found


def _cost(swaps: Swaps) -> int:
    return swaps.total


def _from_the_top(pods: Pods) -> tuple[tuple[int, ...], ...]:
    """Pods and members by place: the pod of the first player is the first."""
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))

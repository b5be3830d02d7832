"""Split a field into pods: cut the standings, then change as little as the aims ask for.

The aims and their order are those of `Cost` (docs/rules.md 4; MAMTR 10.4A). `cut` divides the
standings from the top; where pods have two sizes, it compares all places for the small ones:

    9 9 9 9 6 6 6    1 2 3 4 | 5 6 7    the small pod at the bottom
    9 9 9 6 6 6 6    1 2 3 | 4 5 6 7    at the top, if the differences of points are to go first

`by_rank` fills tables strictly by rank; who may not sit at a table waits for the next one:

    1 2 3 4 | 5 6 7 8 | 9 10 11 12    5 and 6 have met
    1 2 3 4 | 5 7 8 9 | 6 10 11 12    nobody moves at the first table
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from runner.core.randomness import Stream
from runner.pairing.bounds.effort import EXACT, PAIRING, Work
from runner.pairing.field import Field, field_of
from runner.pairing.methods import Objectives
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.exact import improve_exact
from runner.pairing.pods.reassign import Noise, reassigned, with_fewer_conflicts
from runner.pairing.pods.small_fields import Small, best_small
from runner.pairing.pods.swaps import Pods, Swaps, balance_floats
from runner.pairing.state import Entrant

_MOST_SMALL = 12  # small pods, to compare all places for them
_Price = tuple[
    int, int
]  # what counts down to the differences of points, then how high small pods are


def cut(cost: Cost, sizes: Sequence[int]) -> Pods:
    """Pods of those sizes; within equal points, small pods take those who cost least there."""
    count, least, most = sum(sizes), min(sizes), max(sizes)
    small = list(sizes).count(least) if least < most else 0
    if not small:
        return _dealt(cost, list(sizes))
    if small > _MOST_SMALL or most - least > 1:
        return _dealt(cost, sorted(sizes, reverse=True))
    return _dealt(cost, _order(cost, count, least, most, small))


def _order(cost: Cost, count: int, least: int, most: int, small: int) -> list[int]:
    """Return the sizes of the pods from the top down at which the cut costs least."""
    best: dict[tuple[int, int], tuple[_Price, int]] = {(0, 0): ((0, 0), 0)}
    clean = Counter(
        (
            level
            for level, small in zip(cost.levels, cost.small, strict=True)
            if small < cost.conflict
        )
    )
    for at in range(count):
        for used in range(small + 1):
            if (at, used) not in best:
                continue
            (points, height), _ = best[at, used]
            for size in (most, least):
                end, after = at + size, used + (size == least)
                if end > count or after > small:
                    continue
                price = (
                    points + _points(cost, range(at, end), clean, is_small=size < cost.standard),
                    height + (count - at if size == least else 0),
                )
                if (end, after) not in best or price < best[end, after][0]:
                    best[end, after] = (price, size)
    return _back(best, count, small, least)


def _back(
    best: dict[tuple[int, int], tuple[_Price, int]], count: int, small: int, least: int
) -> list[int]:
    sizes: list[int] = []
    at, used = count, small
    while at:
        size = best[at, used][1]
        sizes.append(size)
        at, used = at - size, used - (size == least)
    return sizes[::-1]


def _points(cost: Cost, pod: Sequence[int], clean: Counter[int], *, is_small: bool) -> int:
    """Return the differences of points of a pod, and what it costs where it is a small one; a
    conflict for each who should not sit there."""
    levels = [cost.levels[player] for player in pod]
    total = cost.points * sum(abs(one - two) for one, two in combinations(levels, 2))
    if is_small:
        low = sum(cost.small[player] % cost.conflict // cost.points for player in pod)
        total += cost.points * low + cost.conflict * sum((Counter(levels) - clean).values())
    return total


def _dealt(cost: Cost, sizes: Sequence[int]) -> Pods:
    """Return the pods with players in them: small ones choose first among those of the right
    points."""
    points = iter(cost.levels)
    chairs = [list(islice(points, size)) for size in sizes]
    free: dict[int, list[int]] = {}
    for player in range(sum(sizes)):
        free.setdefault(cost.levels[player], []).append(player)
    pods: Pods = [[] for _ in sizes]
    small = [at for at, size in enumerate(sizes) if size < cost.standard]
    for at in reversed(small):
        for value in chairs[at]:
            chosen = min(free[value], key=lambda player: cost.small[player])
            free[value].remove(chosen)
            pods[at].append(chosen)
    for at, values in enumerate(chairs):
        if at not in small:
            pods[at] = [free[value].pop(0) for value in values]
    return pods


Between = Callable[[int, int], int]
_STEPS = 20_000  # players tried at a table


def by_rank(cost: Cost, sizes: Sequence[int], most: int) -> Pods | None:
    """Return the first pods from the top down whose conflicts cost no more than `most` in all; None
    where there are none, or none are found in the steps. Small pods come last."""
    steps = iter(range(_STEPS + sum(sizes)))
    order = sorted(sizes, reverse=True)
    between = _between(cost)
    tables = [_ways(between, list(range(sum(sizes))), order[0], most // cost.conflict, steps)]
    pods: Pods = []
    while tables:
        way = next(tables[-1], None)
        if way is None:
            tables.pop()
            if pods:
                pods.pop()
            continue
        pod, left, rest = way
        pods.append(pod)
        if not rest:
            return pods
        tables.append(_ways(between, rest, order[len(pods)], left, steps))
    return None


def _between(cost: Cost) -> Between:
    """Return what conflicts two players have, counted in the least of them."""
    known: dict[tuple[int, int], int] = {}

    def between(one: int, two: int) -> int:
        if (one, two) not in known:
            known[one, two] = sum(cost.row(one, [two])) // cost.conflict
        return known[one, two]

    return between


def _ways(
    between: Between, waiting: Sequence[int], size: int, most: int, steps: Iterator[int]
) -> Iterator[tuple[list[int], int, list[int]]]:
    """Yield the ways to fill a table, who are highest in rank first: its players, what is left for
    conflicts, and who still waits."""

    def fill(pod: list[int], after: int, left: int) -> Iterator[tuple[list[int], int, list[int]]]:
        if len(pod) == size:
            yield pod, left, [player for player in waiting if player not in pod]
            return
        for at in range(after, len(waiting) - (size - len(pod)) + 1):
            if next(steps, None) is None:
                return
            player = waiting[at]
            price = sum(between(player, other) for other in pod)
            if price <= left:
                yield from fill([*pod, player], at + 1, left - price)
            if not pod:
                return  # the highest in rank of all who wait is at this table

    yield from fill([], 0, most)


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
    aims: Objectives,
    stream: Stream,
    rounds_left: int | None = None,
    work: Work | None = None,
    bye_players: Sequence[Entrant] = (),
) -> Split:
    """Pods of those sizes. The search draws from `stream` where swaps alone do not get on, and ends
    when the `work` is done.

    A small field is compared as a whole, and keeps the planned rounds possible: `rounds_left`
    after this one, None where that is open. Players who are `bye_players` play in these.
    """
    if not sizes:
        return Split(())
    work = work or Work(PAIRING)
    cost = Cost(field, standard, aims)
    if aims.no_rematch and not aims.equal_points:
        return Split(_from_the_top(_strictly(field, cost, sizes, aims, stream, work)))
    small = _small(field, cost, sizes, aims, rounds_left, work, bye_players)
    # What a search has proved that compares all pods, or exact bounds that reach what was made.
    pods, proved = small.pods, small.proved
    if pods is None or not proved:
        others = _searched(field, cost, sizes, aims, stream, work).pods
        if pods is None or (small.keeps(others) and _total(cost, others) < _total(cost, pods)):
            pods = others
    if not proved and aims.whole and len(field) <= EXACT.players:
        pods, proved = improve_exact(field, cost, pods, aims, small.keeps, work)
    pods = balance_floats(field, cost, pods, small.keeps)
    return Split(
        _from_the_top(pods), proved and aims.whole and field.exact, small.notes, small.short
    )


def _total(cost: Cost, pods: Pods) -> int:
    return sum(map(cost.pod, pods))


def _small(
    field: Field,
    cost: Cost,
    sizes: Sequence[int],
    aims: Objectives,
    rounds_left: int | None,
    work: Work,
    bye_players: Sequence[Entrant] = (),
) -> Small:
    """Return the best of a field that is small enough to be compared as a whole."""
    if not _is_small(field, sizes):
        return Small(None)
    if not aims.no_rematch:
        return best_small(cost, sizes, [()] * len(field), None, work)
    if not (rounds_left and bye_players):
        return best_small(cost, sizes, field.met, rounds_left, work)
    everybody = [*field.players, *bye_players]
    rested = {at for at, each in enumerate(everybody) if each.byes or at >= len(field)}
    small = [each.small_pods > 0 for each in bye_players]
    return best_small(cost, sizes, field_of(everybody).met, rounds_left, work, small, rested)


def _is_small(field: Field, sizes: Sequence[int]) -> bool:
    return len(field) <= _SMALL_FIELD.get(max(sizes), 0)


def _strictly(
    field: Field, cost: Cost, sizes: Sequence[int], aims: Objectives, stream: Stream, work: Work
) -> Pods:
    """Pods by rank, with as few conflicts as a search finds that there must be; where the steps do
    not suffice for these, pods of near points in which nobody of a lower rank has a higher table
    than another who could take the seat."""
    work.left -= _BY_RANK
    clean = by_rank(cost, sizes, 0)
    if clean:
        return clean
    aims = replace(aims, equal_points=True)
    near = Cost(field, cost.standard, aims)
    small = _small(field, near, sizes, aims, None, work)
    best = small.pods or []
    if not small.proved:
        others = _searched(field, near, sizes, aims, stream, work).pods
        best = min((each for each in (best, others) if each), key=lambda pods: _total(near, pods))
    work.left -= _BY_RANK
    conflicts = _total(cost, best) // cost.conflict
    return by_rank(cost, sizes, conflicts * cost.conflict) or raised(cost, best)


def raised(cost: Cost, pods: Pods) -> Pods:
    """Return the pods after every exchange that brings a higher rank to a higher table, for the
    lowest rank there that makes no further conflict."""
    between, before = _between(cost), list[list[int]]()
    pods = sorted(map(sorted, pods))
    while pods != before:
        before = [[*pod] for pod in pods]
        for at, pod in enumerate(pods):
            lower = sorted((player, below) for below in pods[at + 1 :] for player in below)
            for higher, below in lower:
                for player in sorted(pod, reverse=True):
                    if player < higher or _more(between, player, higher, pod, below):
                        continue
                    pod[pod.index(player)], below[below.index(higher)] = higher, player
                    break
        pods = sorted(map(sorted, pods))
    return pods


def _more(
    between: Between, one: int, other: int, here: Sequence[int], there: Sequence[int]
) -> bool:
    """Return whether exchanging two players of two pods makes more conflicts."""
    pods = ((one, other, here), (other, one, there))
    return (
        sum(
            between(comes, stays) - between(goes, stays)
            for goes, comes, pod in pods
            for stays in pod
            if stays != goes
        )
        > 0
    )


def _searched(
    field: Field, cost: Cost, sizes: Sequence[int], aims: Objectives, stream: Stream, work: Work
) -> Swaps:
    """Return the standings cut from top to bottom, and made better by swaps and assignments.
    Conflicts are attacked first, and with most of the work, as long as there are more than there
    must be."""
    swaps = Swaps(cut(cost, sizes), cost)
    swaps.polish(swaps.mend())
    if max(sizes) - min(sizes) > 1 or len(sizes) < 2:
        return swaps
    noise, least = Noise(stream), cost.least_conflicts(sizes)
    for parts in (4, 2):
        if swaps.total // cost.conflict > least:
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
        if swaps.total // cost.conflict == least:
            break
    return swaps


def _fewer(field: Field, swaps: Swaps, aims: Objectives, noise: Noise, work: Work) -> Swaps:
    """Return the pods with fewer conflicts, where some are found, made better by swaps."""
    fewer = Swaps(with_fewer_conflicts(field, swaps, aims, noise, work), swaps.cost)
    fewer.polish(range(len(fewer.pods)))
    return fewer


def _cost(swaps: Swaps) -> int:
    return swaps.total


def _from_the_top(pods: Pods) -> tuple[tuple[int, ...], ...]:
    """Pods and members by place: the pod of the first player is the first."""
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))

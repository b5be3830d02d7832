"""Closing the gap: all pods that could be part of something better, and whether they make it.

At given prices a pairing costs what is paid and what its pods cost beyond what they pay. Something
better than the pods made can only have pods that cost no more beyond than the gap is wide: where
these are few, all ways to fill the round with them are gone through. Everything is counted in whole
numbers, and nothing is left out: where the search ends within its work, what it says is proved.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from math import floor
from operator import or_

from runner.pairing.bounds.effort import Effort, OutOfWorkError, Work
from runner.pairing.bounds.linear import Priced
from runner.pairing.bounds.pricing import bargains
from runner.pairing.bounds.problem import Pods, Problem

Listed = tuple[int, tuple[int, ...]]
"""What a pod costs beyond what it pays, in whole parts, and its players."""

_STEP = 2_000  # work for a pod that is tried, and as much for each so many pods of the list


def closed(problem: Problem, found: Priced, effort: Effort, work: Work) -> Priced:
    """The bound after looking through the pods; the same where they are more than the effort
    allows, or better ones were found."""
    if not effort.pods:
        return found
    try:
        pods = within(problem, found, problem.better_than, effort.pods, work)
    except OutOfWorkError:
        return found
    if pods is None:
        return found
    search = _Search(problem, found, pods, Work(min(work.left, effort.closing)))
    given = search.work.left
    finished = search.run()
    work.left -= given - search.work.left
    if search.pods:
        return replace(found, better=search.pods)
    # Every pod of anything better was in the list, and every way to take them was gone through.
    return replace(found, bound=problem.goal) if finished else found


def within(
    problem: Problem, found: Priced, limit: Fraction, most: int, work: Work
) -> list[Listed] | None:
    """All pods that can be part of a pairing which costs no more than a limit; None where they are
    more than so many. No other pod can: it alone costs more beyond its price than is left between
    the bound and the limit, and the bound counts the least that all others do."""
    room = max(0, floor((limit - found.bound) * problem.parts))
    listed: list[Listed] = []
    for size in problem.sizes:
        pods = bargains(problem, found.prices, size, work, room + 0.5, every=True)
        listed += [
            (int(cost + room + 0.5), pod) for cost, pod in islice(pods, most + 1 - len(listed))
        ]
    return listed if len(listed) <= most else None


class _Search:
    """Goes through all ways to fill the round with listed pods, the player with the fewest of them
    first. `pods` are the best found that cost less than those made."""

    def __init__(
        self, problem: Problem, found: Priced, listed: Sequence[Listed], work: Work
    ) -> None:
        self.work = work
        self.pods: Pods | None = None
        self._problem, self._best = problem, problem.exact(problem.pods)
        sizes = [len(pod) for _, pod in listed]
        least = {size: min(cost for cost, pod in listed if len(pod) == size) for size in {*sizes}}
        self._complete = least.keys() == problem.sizes.keys()
        # A pairing of listed pods costs this and what each is beyond the least of its size.
        self._bound = found.prices.paid(problem.sizes) + sum(
            count * least.get(size, 0) for size, count in problem.sizes.items()
        )
        self._room = floor(problem.better_than * problem.parts) - self._bound
        order = sorted((cost - least[len(pod)], pod) for cost, pod in listed)
        self._beyond, self._members = [cost for cost, _ in order], [pod for _, pod in order]
        self._has = [0] * len(problem.levels)
        self._of_size = dict.fromkeys(problem.sizes, 0)
        for at, pod in enumerate(self._members):
            self._of_size[len(pod)] |= 1 << at
            for player in pod:
                self._has[player] |= 1 << at
        self._largest = max(problem.sizes)
        self._step = _STEP + len(order)

    def run(self) -> bool:
        """Whether all ways were gone through."""
        try:
            if self._complete:
                everybody = tuple(range(len(self._has)))
                self._extend((1 << len(self._members)) - 1, everybody, self._problem.sizes, 0, ())
        except OutOfWorkError:
            return False
        return True

    def _extend(
        self,
        pods: int,
        left: Sequence[int],
        sizes: Mapping[int, int],
        beyond: int,
        made: tuple[int, ...],
    ) -> None:
        """Give the player with the fewest pods to choose from each of them, and go on. `pods` are
        those that may still be taken, as bits, and `beyond` is what those `made` cost beyond."""
        if not left:
            self._finish(made)
            return
        pods &= (1 << bisect_right(self._beyond, self._room - beyond)) - 1
        choices, needed = [], 0
        for player in left:
            own = pods & self._has[player]
            if not own:
                return
            needed += self._beyond[(own & -own).bit_length() - 1]
            choices.append((own.bit_count(), own))
        # Each pod is counted once for each of its players, who are so many at most.
        if beyond - -needed // self._largest > self._room:
            return
        _, choice = min(choices)
        while choice:
            pod = (choice & -choice).bit_length() - 1
            choice &= choice - 1
            if beyond + self._beyond[pod] > self._room:
                return
            self.work.spend(self._step)
            members = self._members[pod]
            after = {**sizes, len(members): sizes[len(members)] - 1}
            rest = pods & ~reduce(or_, (self._has[player] for player in members))
            if not after[len(members)]:
                rest &= ~self._of_size[len(members)]
            seated = [player for player in left if player not in members]
            self._extend(rest, seated, after, beyond + self._beyond[pod], (*made, pod))

    def _finish(self, made: tuple[int, ...]) -> None:
        """Keep these pods if they are better, counted exactly; then only what is better still."""
        pods = tuple(self._members[pod] for pod in made)
        cost = self._problem.exact(pods)
        if cost < self._best:
            saved = Fraction(self._best - cost, self._problem.coarse) * self._problem.parts
            self._room -= floor(saved)
            self.pods, self._best = pods, cost

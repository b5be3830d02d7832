"""Branch and bound over the pods of a round: bounds, proofs and better pods.

A pairing has a whole number of pods with, say, two players below a gap. Where the linear programme
prefers 1.5 of them, `least` divides all pairings into those with at most one such pod and those
with two or more, and bounds each part; the least of the bounds holds for all. Where too little is
left to divide, `closed` lists every pod that could be part of something better and tries all ways
to fill the round with them. All costs are whole numbers, so what a finished search says is proved.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from heapq import heappop, heappush
from itertools import count, islice
from math import floor
from operator import or_

import numpy as np

from runner.core.phase import Mode
from runner.pairing.bounds.effort import PUBLISHED, Effort, OutOfWorkError, Work
from runner.pairing.bounds.gaps import Entries, Plane, PodSizes, Shares, gaps
from runner.pairing.bounds.linear import Priced, Programme, priced, whole
from runner.pairing.bounds.pricing import improving_pods, seeds
from runner.pairing.bounds.problem import Pods, Problem, Task
from runner.pairing.state import PairingInput

Listed = tuple[int, tuple[int, ...]]
"""What a pod costs beyond what it pays, in whole parts, and its players."""

_STEP = 2_000  # work for a pod that is tried, and as much for each so many pods of the list


def closed(problem: Problem, part: Priced, effort: Effort, work: Work) -> Priced:
    """Return the bound after looking through the pods; the same where they are more than the effort
    allows, or better ones were found."""
    if not effort.pods:
        return part
    try:
        pods = within(problem, part, problem.better_than, effort.pods, work)
    except OutOfWorkError:
        return part
    if pods is None:
        return part
    search = _Search(problem, part, pods, Work(min(work.left, effort.closing)))
    given = search.work.left
    finished = search.run()
    work.left -= given - search.work.left
    if search.pods:
        return replace(part, better=search.pods)
    # Every pod of anything better was in the list, and every way to take them was gone through.
    return replace(part, bound=problem.goal) if finished else part


def within(
    problem: Problem, part: Priced, limit: Fraction, most: int, work: Work
) -> list[Listed] | None:
    """Return all pods that can be part of a pairing which costs no more than a limit; None where
    they are more than so many. No other pod can: it alone costs more beyond its price than is left
    between the bound and the limit, and the bound counts the least that all others do."""
    room = max(0, floor((limit - part.bound) * problem.parts))
    listed: list[Listed] = []
    for size in problem.sizes:
        pods = improving_pods(problem, part.prices, size, work, room + 0.5, every=True)
        listed += [
            (int(cost + room + 0.5), pod) for cost, pod in islice(pods, most + 1 - len(listed))
        ]
    return listed if len(listed) <= most else None


class _Search:
    """Goes through all ways to fill the round with listed pods, the player with the fewest of them
    first. `pods` are the best found that cost less than those made."""

    def __init__(
        self, problem: Problem, part: Priced, listed: Sequence[Listed], work: Work
    ) -> None:
        self.work = work
        self.pods: Pods | None = None
        self._problem, self._best = problem, problem.exact(problem.pods)
        sizes = [len(pod) for _, pod in listed]
        least = {size: min(cost for cost, pod in listed if len(pod) == size) for size in {*sizes}}
        self._complete = least.keys() == problem.sizes.keys()
        # A pairing of listed pods costs this and what each is beyond the least of its size.
        self._bound = part.prices.paid(problem.sizes) + sum(
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
        """Return whether all ways were gone through."""
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
        taken: tuple[int, ...],
    ) -> None:
        """Give the player with the fewest pods to choose from each of them, and go on. `pods` are
        those that may still be taken, as bits, and `beyond` is what those `taken` cost beyond."""
        if not left:
            self._finish(taken)
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
            self._extend(rest, seated, after, beyond + self._beyond[pod], (*taken, pod))

    def _finish(self, taken: tuple[int, ...]) -> None:
        """Keep these pods if they are better, counted exactly; then only what is better still."""
        pods = tuple(self._members[pod] for pod in taken)
        cost = self._problem.exact(pods)
        if cost < self._best:
            saved = Fraction(self._best - cost, self._problem.coarse) * self._problem.parts
            self._room -= floor(saved)
            self.pods, self._best = pods, cost


_WHOLE = 1e-3  # so near to a whole number a share counts as one
_UNPARTED = 3  # times as much a number of pods counts that a gap does not part


@dataclass(frozen=True, slots=True)
class Least:
    """A bound on what pods can cost at least: the least of the bounds of parts that are all
    pairings together. `better` are pods that cost less than those made, where some were looked for
    and found: the bound is then one as it was so far."""

    bound: Fraction
    better: Pods | None = None


def least(problem: Problem, effort: Effort, work: Work) -> Least | None:
    """Return a bound on what pods can cost at least, within the work; None where nothing can be
    said."""
    sizes = PodSizes.of(problem)
    if sizes is None:
        return None
    root = priced(problem, sizes, Programme([*problem.pods, *seeds(problem)]), work)
    if root is None:
        return None
    order = count()
    parts = [(root.bound, next(order), root)]
    stuck: list[Fraction] = []
    while parts and work.left > 0:
        bound, _, part = heappop(parts)
        if not problem.gap(bound) or bound >= min(stuck, default=problem.goal):
            return Least(min([problem.goal, bound, *stuck]))
        if part.better and effort.improving:
            return Least(bound, part.better)
        ways = list(_parted(problem, sizes, part))
        if not ways:
            end = closed(problem, part, effort, work)
            stuck.append(max(bound, end.bound))
            if end.better and effort.improving:
                return Least(bound, end.better)
        for branch in ways:
            inner = priced(problem, sizes, part.narrowed(branch), work)
            better = max(bound, inner.bound) if inner else bound
            if inner is None:
                stuck.append(better)
            elif problem.gap(better):
                # A part keeps the bound that its own prices prove: what is left out for them is
                # told from that (`closed`), not from the bound of all that it is a part of.
                heappush(parts, (better, next(order), inner))
    return Least(min([problem.goal, *stuck, *(bound for bound, _, _ in parts)]))


def _parted(problem: Problem, sizes: PodSizes, part: Priced) -> Iterator[Plane]:
    """Yield the two parts of a part in which its shares of pods are no longer possible; nothing
    where they are whole at every gap.

    The number to part by is that nearest to a half, at a wide gap above all; how many pods a gap
    does not part at all says more than how the others stand there.
    """
    shares = Shares(sizes, part.programme.pods, part.solved.shares)
    best, split = 0.0, None
    for below in gaps(problem):
        width = int(problem.levels[below] - problem.levels[below - 1])
        for size in sizes.each:
            for kind, share in enumerate(shares.at(below, size)):
                over = share - floor(share)
                weight = width * min(over, 1 - over) * (_UNPARTED if kind in (0, size) else 1)
                if _WHOLE < over < 1 - _WHOLE and weight > best:
                    best, split = weight, (below, size, kind, floor(share))
    if split:
        below, size, kind, whole = split
        yield _counted(sizes, below, size, kind, 1, whole + 1)
        yield _counted(sizes, below, size, kind, -1, -whole)


def _counted(sizes: PodSizes, below: int, size: int, kind: int, sign: int, least: int) -> Plane:
    """That so many pods of a size, or no more than so many (`sign` -1), have `kind` players below
    a gap."""
    amounts = {other: (0,) * (other + 1) for other in sizes.each}
    amounts[size] = tuple(sign * (at == kind) for at in range(size + 1))
    return Plane(below, amounts, least)


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound on any pairing. `points` are differences of points within the given tables, in
    match points, among pairings that are as good in all aims before; `proved` tells that no pairing
    is better in any aim down to the points."""

    points: Fraction
    proved: bool


def bound_of(
    state: PairingInput, tables: Sequence[Sequence[str]], effort: Effort = PUBLISHED
) -> Bound | None:
    """Return the bound for the tables of a round; None where the field is too large for the effort,
    or the round was not paired by all aims, or numbers would be too large to be exact.

    `tables` are those that Runner filled, as ids.
    """
    if not tables or sum(map(len, tables)) > effort.players or not _by_all_aims(state):
        return None
    known = {player.id: player for player in state.players}
    seated = [known[identity] for table in tables for identity in table]
    rules = state.ruleset
    task = Task(seated, tables, rules.pod_size, small_pods_last=rules.small_pods_last)
    return _of_task(task, effort) if task.possible else None


def _by_all_aims(state: PairingInput) -> bool:
    """Return whether the round is one of pods that keep to every aim of docs/rules.md 4."""
    rules = state.ruleset
    last = rules.last_round_by_standing and state.round == state.rounds and not state.first
    return state.mode is Mode.MULTIPLAYER and rules.method in ("swiss", "bubble") and not last


def _of_task(task: Task, effort: Effort) -> Bound | None:
    """Prove one aim after the other to be minimal; the last are the points. The result is proved
    only if all of these are: a search that stops early gives a bound below the pods made."""
    proved, work = True, Work(effort.work)
    for at in range(len(task.aims)):
        if not task.surely_least(at):
            problem = task.problem(at)
            answer = least(problem, effort, work) if problem else None
            proved &= problem is not None and answer is not None and not problem.gap(answer.bound)
    problem = task.problem(len(task.aims))
    answer = least(problem, effort, work) if problem else None
    if problem is None or answer is None:
        return None
    return Bound(problem.in_points(answer.bound), proved and not problem.gap(answer.bound))


_MOST_EQUAL = 2_000  # pods among which those worth least are looked for
_BRANCHES = 200  # of that search
_TAKING = 10_000  # work for each of them, each time

Worths = Callable[[Sequence[tuple[int, ...]]], Sequence[Sequence[int]]]
"""For some pods, as positions: what each is worth by one measure after the other, the less the
better; what is best by all of them is one way only."""


def improved(
    task: Task, effort: Effort, work: Work, *, conflicts: bool = False
) -> tuple[Task, bool]:
    """Return better pods, improving one aim after the other, and whether they are proved optimal;
    with `conflicts` only the aims that count as such.

    Optimal means that each aim is at its least, trivially or by a bound that reaches its value.
    """
    at, proved = 0, task.possible
    last = len(task.conflicts) - 1 if conflicts else len(task.aims)
    while at <= last and task.possible:
        if at < len(task.aims) and task.surely_least(at):
            at += 1
            continue
        problem = task.problem(at)
        answer = least(problem, effort, work) if problem else None
        if answer and answer.better:
            task = task.with_pods(answer.better)
            continue
        proved &= problem is not None and answer is not None and not problem.gap(answer.bound)
        at += 1
    return task, proved


def chosen(task: Task, work: Work, worths: Worths) -> Pods | None:
    """Of all pods as good as the best ones of a task, return those of minimal worth, which do not
    depend on how a solver found the best ones; None if too many pods could be part of them."""
    problem = task.problem(len(task.aims))
    sizes = PodSizes.of(problem) if problem else None
    if problem is None or sizes is None:
        return None
    begun = Programme([*problem.pods, *seeds(problem)])
    root = priced(problem, sizes, begun, work)
    try:
        listed = within(problem, root, problem.goal, _MOST_EQUAL, work) if root else None
        pods = [pod for _, pod in listed or ()]
        return _least_worth(problem, pods, worths(pods), work) if pods else None
    except OutOfWorkError:
        return None


def _least_worth(
    problem: Problem,
    pods: list[tuple[int, ...]],
    worths: Sequence[Sequence[int]],
    work: Work,
) -> Pods | None:
    """Return the pods that fill the round at the same cost with minimal worth; None if that is not
    certain within the branches."""
    model = whole(problem, Programme(pods))
    cheapest: Pods = ()
    held, total = [problem.cost(pod) for pod in pods], problem.total
    for worth in worths:
        model.add_rows(Entries.of([held]), [-np.inf], [total + 0.5 + problem.slack])
        model.costing(np.array(worth, float))
        work.spend(_TAKING * len(pods))
        taken = model.whole(branches=_BRANCHES, exact=True).taken
        if taken is None:
            return None
        kept = [at for at, share in enumerate(taken) if share > 0.5]
        held, total = [*worth], sum(worth[at] for at in kept)
        cheapest = tuple(pods[at] for at in kept)
    # The solver reckons in floats: what it took is counted again.
    return cheapest if problem.exact(cheapest) == problem.exact(problem.pods) else None

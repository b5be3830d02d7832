"""Make pods better by swapping two players at a time, the same way on every machine.

    1 2 3 4 | 5 6 7 8    1 and 2 have met; the points are 9 9 9 9 | 9 9 3 3
    1 5 3 4 | 2 6 7 8    2 goes down for 5, who is the nearest with as many points

`balance_floats` then swaps players of equal points so that nobody is paired up or down again where
another can be.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence

from runner.pairing.field import Field
from runner.pairing.pods.cost import Cost

Pods = list[list[int]]
_REACHES = (1, 2, 4, 8, 16, 32)  # how many pods away a partner for a swap is looked for
_NEAR = 4  # how many pods away a swap may make things better that were good enough


class Swaps:
    """A set of pods and what they cost, with the moves that lower it.

    Players are places in the order of the field, and the pods lie in that order too, so that a
    near pod holds players of near standing.
    """

    def __init__(self, pods: Sequence[Sequence[int]], cost: Cost) -> None:
        self.cost = cost
        self.pods = [list(pod) for pod in pods]
        self._costs = [cost.pod(pod) for pod in self.pods]
        self._small = [len(pod) < cost.standard for pod in self.pods]
        self.total = sum(self._costs)

    def _swap(self, one: int, at: int, other: int, to: int) -> None:
        first, second = self.pods[one], self.pods[other]
        first[at], second[to] = second[to], first[at]
        for pod in (one, other):
            self.total -= self._costs[pod]
            self._costs[pod] = self.cost.pod(self.pods[pod])
            self.total += self._costs[pod]

    def _best(self, one: int, others: Iterable[int]) -> tuple[int, int, int, int]:
        """Return the swap of a player of one pod into another pod that changes the total best.

        The change (0: no swap lowers the total), the chair, the other pod and its chair.
        """
        best = (0, 0, one, 0)
        ours = self.pods[one]
        small = self.cost.small
        leaving = self._leaving(one)
        for other in others:
            theirs = self.pods[other]
            rows = [self.cost.row(player, theirs) for player in ours]
            sums = [sum(row) for row in rows]
            columns = [sum(column) for column in zip(*rows, strict=True)]
            smaller = self._small[one] - self._small[other]
            for to, leaves in enumerate(self._leaving(other)):
                come = columns[to] - leaves
                for at, row in enumerate(rows):
                    change = come - leaving[at] + sums[at] - 2 * row[to]
                    if smaller:
                        change += smaller * (small[theirs[to]] - small[ours[at]])
                    if change < best[0]:
                        best = (change, at, other, to)
        return best

    def _leaving(self, pod: int) -> list[int]:
        """Return what each player of a pod costs together with the others there."""
        members = self.pods[pod]
        return [sum(self.cost.row(player, members)) for player in members]

    def _ring(self, one: int, inner: int, outer: int) -> Iterable[int]:
        """Return the pods more than `inner` and at most `outer` away, the lower ones first."""
        lower = range(one + inner + 1, min(one + outer, len(self.pods) - 1) + 1)
        upper = range(one - inner - 1, max(one - outer, 0) - 1, -1)
        return (*lower, *upper)

    def mend(self) -> set[int]:
        """Swap conflicts away wherever one swap can; returns the pods that changed.

        A partner who costs nothing else (one of equal points) is taken from as near as possible;
        else the best within reach.
        """
        changed: set[int] = set()
        waiting = deque(at for at, cost in enumerate(self._costs) if cost >= self.cost.conflict)
        while waiting:
            one = waiting.popleft()
            if self._costs[one] < self.cost.conflict:
                continue
            change, at, other, to = self._mending_swap(one)
            if self._fewer_conflicts(change):
                self._swap(one, at, other, to)
                changed |= {one, other}
                waiting.extend((one, other))
        return changed

    def _fewer_conflicts(self, change: int) -> bool:
        return change < -(self.cost.conflict // 2)

    def _at_no_cost(self, change: int) -> bool:
        """Whether, conflicts apart, the change is less than a step of points for the worse."""
        half = self.cost.conflict // 2
        return (change + half) % self.cost.conflict - half < self.cost.points

    def _mending_swap(self, one: int) -> tuple[int, int, int, int]:
        best = (0, 0, one, 0)
        inner = 0
        for outer in _REACHES:
            best = min(best, self._best(one, self._ring(one, inner, outer)))
            if self._fewer_conflicts(best[0]) and self._at_no_cost(best[0]):
                break
            inner = outer
        return best

    def polish(self, pods: Iterable[int]) -> None:
        """Swap between those pods and near ones for as long as that lowers the total."""
        waiting = deque(sorted(pods))
        listed = set(waiting)
        while waiting:
            one = waiting.popleft()
            listed.discard(one)
            change, at, other, to = self._best(one, self._ring(one, 0, _NEAR))
            if change < 0:
                self._swap(one, at, other, to)
                for pod in (one, other):
                    if pod not in listed:
                        listed.add(pod)
                        waiting.append(pod)


Accept = Callable[[Pods], bool]
_NEAREST = 32  # players of equal points on each side who are asked


def balance_floats(field: Field, cost: Cost, pods: Sequence[Sequence[int]], accept: Accept) -> Pods:
    """Return the pods after such exchanges, each with the nearest player who can; `accept` may
    refuse."""
    return _Exchanges(field, cost, pods).made(accept) if any(cost.levels) else [*map(list, pods)]


class _Exchanges:
    """Pods, and who sits where."""

    def __init__(self, field: Field, cost: Cost, pods: Sequence[Sequence[int]]) -> None:
        self._cost = cost
        self._before = [player.floats > 0 for player in field.players]
        self._pods = [list(pod) for pod in pods]
        self._pod_of = {player: at for at, pod in enumerate(self._pods) for player in pod}
        self._equals: dict[int, list[int]] = {}
        for player, level in enumerate(cost.levels):
            self._equals.setdefault(level, []).append(player)

    def made(self, accept: Accept) -> Pods:
        """Return the pods after all exchanges, from the top of the standings down."""
        for player in range(len(self._before)):
            if self._before[player] and player in self._again(self._pods[self._pod_of[player]]):
                for _, other in sorted(self._better(player)):
                    self._exchange(player, other)
                    if accept(self._pods):
                        break
                    self._exchange(player, other)
        return self._pods

    def _again(self, pod: Sequence[int]) -> list[int]:
        """Return who of a pod is paired up or down again."""
        levels = self._cost.levels
        counts = Counter(levels[player] for player in pod)
        most = max(counts, key=lambda level: (counts[level], level))
        return [player for player in pod if self._before[player] and levels[player] != most]

    def _better(self, player: int) -> list[tuple[int, int]]:
        """With whom an exchange spares somebody, and by how much it changes the cost."""
        equals = self._equals[self._cost.levels[player]]
        at = bisect_left(equals, player)
        better = []
        for other in equals[max(0, at - _NEAREST) : at + _NEAREST + 1]:
            if self._pod_of[other] != self._pod_of[player]:
                again, cost = self._worth(player, other)
                self._exchange(player, other)
                fewer, after = self._worth(player, other)
                self._exchange(player, other)
                if fewer < again and 2 * (after - cost) < self._cost.points:
                    better.append((after - cost, other))
        return better

    def _worth(self, player: int, other: int) -> tuple[int, int]:
        """Return how many are moved again in two players' pods, and what these cost."""
        pods = [self._pods[self._pod_of[each]] for each in (player, other)]
        return sum(len(self._again(pod)) for pod in pods), sum(map(self._cost.pod, pods))

    def _exchange(self, one: int, other: int) -> None:
        here, there = self._pod_of[one], self._pod_of[other]
        first, second = self._pods[here], self._pods[there]
        first[first.index(one)], second[second.index(other)] = other, one
        self._pod_of[one], self._pod_of[other] = there, here

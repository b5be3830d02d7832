"""Nobody paired up or down again who was before, where another of equal points can take the chair.

    7 7 7 1 | 1 1 1 0    the first 1 was paired up in an earlier round
    7 7 7 1 | 1 1 1 0    the second was not, and goes up instead

Only players of equal points change places, so that nothing that weighs more gets worse.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence

from runner.pairing.field import Field
from runner.pairing.pods.cost import Cost

Pods = list[list[int]]
Accept = Callable[[Pods], bool]
_NEAR = 32  # players of equal points on each side who are asked


def spared(field: Field, cost: Cost, pods: Sequence[Sequence[int]], accept: Accept) -> Pods:
    """The pods after such exchanges, each with the nearest player who can; `accept` may refuse."""
    return _Exchanges(field, cost, pods).made(accept) if any(cost.levels) else [*map(list, pods)]


class _Exchanges:
    """Pods, and who sits where."""

    def __init__(self, field: Field, cost: Cost, pods: Sequence[Sequence[int]]) -> None:
        self._cost = cost
        self._before = [player.moved > 0 for player in field.players]
        self._pods = [list(pod) for pod in pods]
        self._pod_of = {player: at for at, pod in enumerate(self._pods) for player in pod}
        self._equals: dict[int, list[int]] = {}
        for player, level in enumerate(cost.levels):
            self._equals.setdefault(level, []).append(player)

    def made(self, accept: Accept) -> Pods:
        """The pods after all exchanges, from the top of the standings down."""
        for player in range(len(self._before)):
            if self._before[player] and player in self._again(self._pods[self._pod_of[player]]):
                for _, other in sorted(self._better(player)):
                    self._exchange(player, other)
                    if accept(self._pods):
                        break
                    self._exchange(player, other)
        return self._pods

    def _again(self, pod: Sequence[int]) -> list[int]:
        """Who of a pod is paired up or down again."""
        levels = self._cost.levels
        counts = Counter(levels[player] for player in pod)
        most = max(counts, key=lambda level: (counts[level], level))
        return [player for player in pod if self._before[player] and levels[player] != most]

    def _better(self, player: int) -> list[tuple[int, int]]:
        """With whom an exchange spares somebody, and by how much it changes the cost."""
        equals = self._equals[self._cost.levels[player]]
        at = bisect_left(equals, player)
        found = []
        for other in equals[max(0, at - _NEAR) : at + _NEAR + 1]:
            if self._pod_of[other] != self._pod_of[player]:
                again, cost = self._worth(player, other)
                self._exchange(player, other)
                fewer, after = self._worth(player, other)
                self._exchange(player, other)
                if fewer < again and 2 * (after - cost) < self._cost.points:
                    found.append((after - cost, other))
        return found

    def _worth(self, player: int, other: int) -> tuple[int, int]:
        """How many are moved again in two players' pods, and what these cost."""
        pods = [self._pods[self._pod_of[each]] for each in (player, other)]
        return sum(len(self._again(pod)) for pod in pods), sum(map(self._cost.pod, pods))

    def _exchange(self, one: int, other: int) -> None:
        here, there = self._pod_of[one], self._pod_of[other]
        first, second = self._pods[here], self._pods[there]
        first[first.index(one)], second[second.index(other)] = other, one
        self._pod_of[one], self._pod_of[other] = there, here

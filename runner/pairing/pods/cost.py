"""What a pod costs: the aims of docs/rules.md 4 as one whole number, the first aim weighing most.

Every search uses this one class, so that they all agree on what is better. Each aim weighs more
than the worst that all later aims could add up to, hence comparing costs compares the aims one
after the other:

1. no two players with different fixed tables in one pod,
2. no two players who have met (`no_rematch`),
3. nobody in a small pod again (`no_second_small_pod`),
4. no two players whom the organiser asked to keep apart, or of one club,
5. the small pods as low as can be (`low_small_pods`): the least points of those who sit in them,
6. the smallest differences of points within pods (`equal_points`),
7. these differences as far down the standings as can be,
8. closeness to the order of the players: the small pods as low as can be, then the smallest
   squares of differences of places within pods, so that moves are few and short.

The first four count as conflicts. Who was paired up or down before is `spared` afterwards.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.sizes import LARGEST_POD


class Cost:
    """The cost of pods of one field; players are places in its order.

    `conflict` is the weight of the least of the aims 1 to 4, `points` that of a step of points,
    `high` of how far up such a step is:
    a cost divided by one of them, rounded down, is what counts down to that aim. `levels` are the
    points of each player in steps, all 0 where they do not count; `small` is what it costs that
    the player sits in a small pod.
    """

    def __init__(self, field: Field, standard: int, aims: Aims) -> None:
        count = len(field)
        pairs = count * LARGEST_POD  # more than any split into pods has
        steps = max(field.levels, default=0) + 1
        self.standard = standard
        low = count * count * (pairs + 1) + 1
        self.high = 2 * low * count * count + 1
        self.points = 2 * self.high * (steps * count * pairs + 1)
        bottom = 2 * self.points * (steps * pairs + 1)
        self.conflict = bottom * (steps * count + 1)
        self._repeat = (small := self.conflict * (pairs + 1)) * (count + 1)
        self._clash = self._repeat * (pairs + 1)
        self.levels = field.levels if aims.equal_points else (0,) * count
        self._weights = self._of_points()
        self.small = [
            low * (count - 1 - at)
            + bottom * field.levels[at] * aims.low_small_pods
            + small * (aims.no_second_small_pod and player.small_pods > 0)
            for at, player in enumerate(field.players)
        ]
        self.range = max((p.points for p in field.players), default=Fraction(0)) - min(
            (p.points for p in field.players), default=Fraction(0)
        )
        self._match_points = [player.points for player in field.players]
        self._met = field.met if aims.no_rematch else (dict[int, int](),) * count
        self._apart = field.apart
        self._clubs = field.clubs
        self._fixed = field.fixed
        self._grouping = any(field.clubs) or any(field.fixed)

    def _of_points(self) -> list[int]:
        """What a step of points costs between each player and one who is lower."""
        rank = {level: at for at, level in enumerate(sorted(set(self.levels)))}
        return [self.points + self.high * rank[level] for level in self.levels]

    def pod(self, members: Sequence[int]) -> int:
        """The cost of one pod; `members` in any order."""
        total = sum(sum(self.row(one, members[at + 1 :])) for at, one in enumerate(members))
        if len(members) < self.standard:
            total += sum(self.small[one] for one in members)
        return total

    def in_points(self, pods: Iterable[Sequence[int]]) -> tuple[Fraction, Fraction]:
        """The match points of those in small pods, and the differences within pods, as people count
        them."""
        points = [[self._match_points[player] for player in pod] for pod in pods]
        low = sum((each for pod in points if len(pod) < self.standard for each in pod), Fraction(0))
        pairs = (pair for pod in points for pair in combinations(pod, 2))
        return low, sum((abs(one - two) for one, two in pairs), Fraction(0))

    def row(self, one: int, others: Sequence[int]) -> list[int]:
        """What it costs that a player shares a pod with each of some others.

        Small pods apart, the cost of a pod is the sum of this over its pairs.
        """
        own, weight = self.levels[one], self._weights
        row = [
            abs(own - self.levels[other]) * weight[min(one, other)] + (one - other) ** 2
            for other in others
        ]
        met, apart = self._met[one], self._apart[one]
        if met or apart:
            for at, other in enumerate(others):
                row[at] += self._repeat * (other in met) + self.conflict * (other in apart)
        if self._grouping:
            row = [cost + self._grouped(one, at) for cost, at in zip(row, others, strict=True)]
        return row

    def _grouped(self, one: int, other: int) -> int:
        """What clubs and fixed tables add to a pair; nothing for one player alone."""
        total = 0
        if one == other:
            return total
        if self._clubs[one] and self._clubs[one] == self._clubs[other]:
            total += self.conflict
        if self._fixed[one] and self._fixed[other] not in (0, self._fixed[one]):
            total += self._clash
        return total

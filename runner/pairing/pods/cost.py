"""What a pod costs: the aims of docs/rules.md 4 as one whole number, the first aim weighing most.

Every search uses this one class, so that they all agree on what is better. Each aim weighs more
than the worst that all later aims could add up to, hence comparing costs compares the aims one
after the other:

1. no two players with different fixed tables in one pod,
2. no two players who have met (`no_rematch`), and those who met more often last of all,
3. nobody in a small pod again (`no_second_small_pod`),
4. no two players whom the organiser asked to keep apart, or of one club,
5. the smallest differences of points within pods (`equal_points`),
6. closeness to the order of the players: the small pods as low as can be, then the smallest
   squares of differences of places within pods, so that moves are few and short.
"""

from collections.abc import Sequence

from runner.pairing.field import Field
from runner.pairing.methods import Aims
from runner.pairing.sizes import LARGEST_POD


class Cost:
    """The cost of pods of one field; players are places in its order.

    `conflict` is the weight of the least of the aims 1 to 4, `points` that of a step of points:
    a cost divided by one of them, rounded down, is what counts down to that aim. `value` are the
    points of each player with their weight, `small` what it costs that the player sits in a small
    pod.
    """

    def __init__(self, field: Field, standard: int, aims: Aims) -> None:
        count = len(field)
        pairs = count * LARGEST_POD  # more than any split into pods has
        steps = max(field.levels, default=0) + 1
        meetings = max((max(met.values()) for met in field.met if met), default=0) + 1
        self.standard = standard
        low = count * count * (pairs + 1) + 1
        self.points = 2 * low * count * count + 1
        self.conflict = 2 * self.points * (steps * pairs + 1)
        small = self.conflict * (3 * pairs + 1)
        again = small * (count + 1)
        repeat = again * (meetings * pairs + 1)
        clash = repeat * (pairs + 1)
        top = steps - 1 if aims.equal_points else 0
        self.value = [
            self.points * (top - level) if aims.equal_points else 0 for level in field.levels
        ]
        self.small = [low * (count - 1 - at) for at in range(count)]
        if aims.no_second_small_pod:
            for at, player in enumerate(field.players):
                self.small[at] += small * (player.small_pods > 0)
        self._between: list[dict[int, int]] = [
            {other: repeat + again * (times - 1) for other, times in met.items() if aims.no_rematch}
            for met in field.met
        ]
        for one, others in enumerate(field.apart):
            for other in others:
                self._between[one][other] = self._between[one].get(other, 0) + self.conflict
        self._clubs = field.clubs
        self._fixed = field.fixed
        self._clash = clash
        self._grouping = any(field.clubs) or any(field.fixed)

    def pod(self, members: Sequence[int]) -> int:
        """The cost of one pod; `members` in any order."""
        total = sum(sum(self.row(one, members[at + 1 :])) for at, one in enumerate(members))
        if len(members) < self.standard:
            total += sum(self.small[one] for one in members)
        return total

    def row(self, one: int, others: Sequence[int]) -> list[int]:
        """What it costs that a player shares a pod with each of some others.

        Small pods apart, the cost of a pod is the sum of this over its pairs.
        """
        value, own = self.value, self.value[one]
        between = self._between[one]
        if not between:
            row = [abs(own - value[other]) + (one - other) ** 2 for other in others]
        else:
            row = [
                abs(own - value[other]) + (one - other) ** 2 + between.get(other, 0)
                for other in others
            ]
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

"""Elimination in pods: how many skip a stage, and which seeds sit together (docs/rules.md 5).

A stage leaves a power of the pod size: of pods of four 64, 16, 4 and finally 1. So only the first
stage can have byes or small pods, and all later ones are full, unless players drop. No pod has
fewer than three players or more than five.

    players   first stage, pods of 4         and then
       7      seeds 1-3 skip it, one pod     4
      10      seeds 1-2 skip it, two pods    4
      17      four pods, one of five         4
      40      seeds 1-8 skip it, 8 pods      16, 4
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from runner.pairing.tables import LARGEST_POD, SMALLEST_POD

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PodRound:
    """The division of a field: the highest `byes` seeds skip the stage, all others sit in `pods`
    pods of sizes as even as possible."""

    byes: int
    pods: int

    @property
    def left(self) -> int:
        """How many players are in the next stage."""
        return self.byes + self.pods


def pod_round(players: int, size: int) -> PodRound:
    """Return how a field of `players` is divided into pods of `size`.

    The next stage has to be full, so the largest power of the pod size below the field is left.
    Each pod eliminates all its players but one, and with the fewest pods that eliminate enough,
    hardly any is small. A pod eliminates at least two, so an even field has one pod of four among
    its pods of three. One player too many is the fifth in a pod of four, as a stage for two
    players, with everybody else waiting, would make no sense. Pods of five have no sixth seat:
    there the lowest three play, and the next stage has a free seat.
    """
    if players <= size:
        return PodRound(byes=0, pods=min(players, 1))
    left = size
    while left * size < players:
        left *= size
    least = min(SMALLEST_POD, size)
    if players == left + 1 and least > 2:
        if size < LARGEST_POD:
            return PodRound(byes=0, pods=left // size)
        left -= 1
    lost = players - left
    pods = min(-(-lost // (size - 1)), lost // (least - 1))
    return PodRound(byes=left - pods, pods=pods)


def around(players: int, size: int, left: int, by_hand: int) -> PodRound:
    """Return how the players are divided whom the organiser has not seated. `by_hand` players
    advance from the organiser's tables and byes, and `left` of the others should advance with them.
    In order of priority: no final of two follows; no pod is larger than `size`; the right number
    advances; there are as few pods as possible."""
    least, most = min(SMALLEST_POD, size), max(size, min(size + 1, LARGEST_POD))

    def cost(stage: PodRound) -> tuple[int, ...]:
        larger = max(0, players - stage.byes - stage.pods * size)
        final_of_two = stage.left + by_hand == 2
        return final_of_two, larger, abs(stage.left - left), stage.pods

    stages = (
        PodRound(byes=players - playing, pods=pods)
        for pods in range(players // least + 1)
        for playing in range(pods * least, min(pods * most, players) + 1)
        if pods or players <= max(left, 1)
    )
    return min(stages, key=cost, default=PodRound(byes=0, pods=1))


def dealt(field: Sequence[T], pods: int, pattern: str) -> list[tuple[T, ...]]:
    """Return the field, by seed, spread over `pods` pods: row by row, one player to each pod.

    `snake` goes back and forth, so that full pods of four have equal sums of seeds; `column` begins
    every row with the first pod. A last row that does not reach all pods leaves out the first ones:
    a small pod is easier to win and goes to the highest seeds. Sixteen in four pods:

        snake     1 8 9 16   2 7 10 15   3 6 11 14   4 5 12 13
        column    1 5 9 13   2 6 10 14   3 7 11 15   4 8 12 16
    """
    tables: list[list[T]] = [[] for _ in range(pods)]
    for row, start in enumerate(range(0, len(field), pods or 1)):
        players = field[start : start + pods]
        turn = list(range(pods - len(players), pods))
        if pattern == "snake" and (row % 2 or len(players) < pods):
            turn.reverse()
        for at, player in zip(turn, players, strict=True):
            tables[at].append(player)
    return [tuple(table) for table in tables]


def earlier_pod_round(players: int, size: int) -> PodRound:
    """Return `pod_round` as in the first version of the draw."""
    if players <= size:
        return PodRound(byes=0, pods=min(players, 1))
    left = size
    while left * size < players:
        left *= size
    if players == left + 1 and size > 2:
        return PodRound(byes=0, pods=left // size)
    pods = -(-(players - left) // (size - 1))
    return PodRound(byes=left - pods, pods=pods)


def earlier_around(players: int, size: int, left: int) -> PodRound:
    """Return `around` as in the first version of the draw."""
    pods = -(-(players - left) // (size - 1))
    if 0 < left < players and pods <= left:
        return PodRound(byes=left - pods, pods=pods)
    return PodRound(byes=1, pods=0) if players == 1 else PodRound(byes=0, pods=-(-players // size))

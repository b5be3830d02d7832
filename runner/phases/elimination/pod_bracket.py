"""Elimination in pods: how many skip a stage, and which seeds sit together (docs/rules.md 5).

A stage leaves a power of the pod size: of pods of four 64, 16, 4 and at last 1. So only the first
stage can have byes or small pods, and all later ones are full, unless players drop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stage:
    """How a field is divided: so many of the highest seeds skip the stage, all others sit in
    `pods` pods of sizes as even as can be."""

    byes: int
    pods: int

    @property
    def left(self) -> int:
        """How many are in the next stage."""
        return self.byes + self.pods


def stage(players: int, size: int) -> Stage:
    """How a field of `players` is divided into pods of `size`.

    The next stage is to be full, so the largest power of the pod size below the field is left;
    each pod sends so many home as it has losers, and with the fewest pods that send enough home
    hardly any is small. One player too many is the fifth in a pod of four: a stage for two
    players, with everybody else waiting, would be a poor one.
    """
    if players <= size:
        return Stage(byes=0, pods=min(players, 1))
    left = size
    while left * size < players:
        left *= size
    if players == left + 1 and size > 2:
        return Stage(byes=0, pods=left // size)
    pods = -(-(players - left) // (size - 1))
    return Stage(byes=left - pods, pods=pods)


def around(players: int, size: int, left: int) -> Stage:
    """How the players whom the organiser has not seated are divided, so that `left` of them are
    in the next stage; where that cannot be they all play, and one alone has a bye."""
    pods = -(-(players - left) // (size - 1))
    if 0 < left < players and pods <= left:
        return Stage(byes=left - pods, pods=pods)
    return Stage(byes=1, pods=0) if players == 1 else Stage(byes=0, pods=-(-players // size))


def stages(players: int, size: int) -> int:
    """How many stages a field needs until one player is left."""
    count = 0
    while players > 1:
        players = stage(players, size).left
        count += 1
    return count


def dealt(field: Sequence[T], pods: int, pattern: str) -> list[tuple[T, ...]]:
    """The field, by seed, spread over so many pods: row by row, one to each pod.

    `snake` goes forth and back, so that full pods of four have equal sums of seeds; `column` begins
    every row with the first pod. A last row that does not reach all leaves out the first pods: a
    small pod is easier to win, and falls to the highest seeds.
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

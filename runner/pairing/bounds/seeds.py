"""Pods to begin with: those made with one player exchanged, the cheapest for each newcomer."""

from collections.abc import Iterator

import numpy as np

from runner.pairing.bounds.problem import Problem

_EACH = 10  # pods for each player


def seeds(problem: Problem) -> Iterator[tuple[int, ...]]:
    """For each player the cheapest pods that they could join in somebody's place.

    They prove nothing; with them the programme needs a few rounds of pricing instead of dozens.
    """
    levels = problem.levels
    difference = np.abs(levels[:, None] - levels[None, :]) + problem.pairs
    players = len(levels)
    for size in problem.sizes:
        pods = np.array([pod for pod in problem.pods if len(pod) == size])
        small = problem.small if size < problem.standard else np.zeros(players, np.int64)
        inside = difference[pods[:, :, None], pods[:, None, :]].sum(axis=2)  # of each with its pod
        whole = inside.sum(axis=1) // 2 + small[pods].sum(axis=1)
        joining = difference[:, pods]  # player, pod, member
        total = joining.sum(axis=2)[:, :, None] - joining
        costs = whole[:, None] - inside - small[pods] + total + small[:, None, None]
        costs = costs.reshape(players, -1)
        costs[costs >= problem.never] = problem.never
        for player in range(players):
            cheapest = np.argsort(costs[player], kind="stable")[: _EACH + size]
            for at in cheapest:
                pod, leaving = divmod(int(at), size)
                members = pods[pod].tolist()
                if costs[player, at] < problem.never and player not in members:
                    members[leaving] = player
                    yield tuple(sorted(members))

"""How good a pairing is, and how good any pairing could have been (event-json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def least_split(sizes: Sequence[int]) -> list[int]:
    """For each k, the least number of pairs that k players of a field can have with the others.

    Index k is 0 to the sum of `sizes`. A pair counts if both sit in the same pod and only one of
    them belongs to the k. The least is had by filling whole pods with the k and one pod with
    what is left over, r of s seats, which makes r * (s - r) pairs: that number is a concave
    function of how the k are spread, so its least lies in a corner.
    """
    total = sum(sizes)
    least = [-1] * (total + 1)
    counts = {size: len(list(same)) for size, same in groupby(sorted(sizes))}
    for sum_of_full in _sums(counts, total):
        least[sum_of_full] = 0
    for size, count in counts.items():
        others = {**counts, size: count - 1}
        for filled in _sums(others, total):
            for rest in range(1, size):
                pairs = rest * (size - rest)
                if least[filled + rest] < 0 or pairs < least[filled + rest]:
                    least[filled + rest] = pairs
    return least


def _sums(counts: dict[int, int], total: int) -> list[int]:
    """Every number of players that some of so many pods of each size hold together."""
    reachable = 1  # bit k: k players fill whole pods
    for size, count in counts.items():
        step = 0
        for taken in range(count + 1):
            step |= reachable << (taken * size)
        reachable = step
    return [at for at in range(total + 1) if reachable >> at & 1]

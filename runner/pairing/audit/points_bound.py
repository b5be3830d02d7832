"""The least that points can differ by, over all ways to fill tables of given sizes."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise

from runner.core.numbers import in_proportion

_NOTHING = Fraction(0)


def difference(values: Sequence[Fraction]) -> Fraction:
    """The sum of the differences between every two values of one table; mostly they are equal."""
    if values.count(values[0]) == len(values):
        return _NOTHING
    return sum((abs(one - two) for one, two in combinations(values, 2)), Fraction(0))


def least_split(sizes: Sequence[int]) -> list[int]:
    """For each k, the least number of pairs that k players of a field can have with the others.

    Index k is 0 to the sum of `sizes`. A pair counts if both sit in the same pod and only one of
    them belongs to the k. The least is had by filling whole pods with the k and one pod with
    what is left over, r of s seats, which makes r * (s - r) pairs: that number is a concave
    function of how the k are spread, so its least lies in a corner.

        two pods of 4    k = 0 1 2 3 4 5 6 7 8    0 3 4 3 0 3 4 3 0 pairs

    With 7 7 7 7 7 0 0 0 points three players are below the gap: 3 pairs, so 21 points at least,
    which 7 7 7 7 and 7 0 0 0 have.
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


def holdings(sizes: Sequence[int]) -> set[int]:
    """Every number of players that some of the tables hold when each of them is full."""
    return set(_sums({size: sizes.count(size) for size in set(sizes)}, sum(sizes)))


def _sums(counts: dict[int, int], total: int) -> list[int]:
    """Every number of players that some of so many pods of each size hold together."""
    reachable = 1  # bit k: k players fill whole pods
    for size, count in counts.items():
        step = 0
        for taken in range(count + 1):
            step |= reachable << (taken * size)
        reachable = step
    return [at for at in range(total + 1) if reachable >> at & 1]


def least_difference(values: Sequence[Fraction], sizes: Sequence[int]) -> Fraction:
    """The least that differences within tables of those sizes can add up to, over all ways to
    fill them.

    Between two neighbouring values, each pair that is parted by the gap spans it; `least_split`
    tells how many pairs that is at least for each gap. `values` are as many as there are seats.
    """
    least = least_split(sizes)
    total = Fraction(0)
    steps = in_proportion(values)
    order = sorted(range(len(values)), key=steps.__getitem__)
    for below, (low, high) in enumerate(pairwise(order), start=1):
        if steps[high] > steps[low]:
            total += (values[high] - values[low]) * least[below]
    return total

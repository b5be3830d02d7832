"""The exact mean of wager scores over all orders of the rounds, without enumerating the orders.

A round is a linear map of the stacks, hence the mean over all orders of a set S of rounds is

    A(S) = mean over k in S of M_k A(S - {k}),

which takes 2^R steps instead of R! (docs/rules.md 3). Scaled to whole numbers, with D a common
denominator of all maps, B(S) = sum over k in S of D M_k B(S - {k}) is D^|S| times the sum of the
stacks over all orders of S. In an order of all R rounds in which exactly the rounds of S precede k,
the others follow in (R - 1 - |S|)! orders. So the sets give the stacks before round k, added up
over all orders, and from these the mean change by k. The changes add up to the score.

B is computed modulo a few primes, with 64-bit integers for all sets of one size at once, and
reconstructed by the Chinese remainder theorem: nothing is ever rounded, so equals stay equal and
every machine gets the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, lcm, prod

import numpy as np
import numpy.typing as npt

from runner.core.numbers import total
from runner.standings.scoring.scoring import Pot

_Ints = npt.NDArray[np.int64]
_BITS = 62  # bits of a 64-bit integer that sums may use
MOST_ROUNDS = 12
"""With more rounds, there are too many sets of rounds to compute the mean quickly."""


@dataclass(frozen=True, slots=True)
class _Map:
    """A round as whole numbers: its effect on the stacks, times a common denominator. `kept[i]` is
    how much of i's own stack stays; an entry (i, j, c) of `given` means that i gets c times the
    stack of j."""

    kept: list[int]
    given: list[tuple[int, int, int]]

    def __call__(self, stacks: Sequence[int]) -> list[int]:
        """Return the stacks after the round."""
        after = [stack * kept for stack, kept in zip(stacks, self.kept, strict=True)]
        for to, source, coefficient in self.given:
            after[to] += stacks[source] * coefficient
        return after

    def most(self, end: int) -> int:
        """Return the largest sum of the coefficients of one player: of those that the player
        receives if `end` is 0, of those that the player's points go to if it is 1."""
        sums = list(self.kept)
        for entry in self.given:
            sums[entry[end]] += entry[2]
        return max(sums)


def mean_over_orders(
    rounds: Sequence[Sequence[Pot]], players: Sequence[str], start: Fraction
) -> tuple[list[dict[str, Fraction]], dict[str, Fraction]]:
    """Return the mean change of each round over all orders, and the mean final stacks. Rounds in
    which nothing was staked change nothing and are left out of the orders. With more than
    `MOST_ROUNDS` rounds it is the mean over all rotations of the order played: each round is in
    each place once."""
    staked = [at for at, pots in enumerate(rounds) if pots]
    changes: list[dict[str, Fraction]] = [{} for _ in rounds]
    scale, maps = _maps([rounds[at] for at in staked], players)
    first, unit = start.as_integer_ratio()
    few = len(maps) <= MOST_ROUNDS
    befores = (_over_orders if few else _over_rotations)(scale, maps, [first] * len(players))
    below = unit * (factorial(len(maps)) if few else len(maps)) * scale ** len(maps)
    for at, map_, before in zip(staked, maps, befores, strict=True):
        changes[at] = {
            player: Fraction(stack - scale * was, below)
            for player, stack, was in zip(players, map_(before), before, strict=True)
        }
    stacks = {player: total((start, *(changed[player] for changed in changes if changed)))
              for player in players}  # fmt: skip
    return changes, stacks


def _maps(rounds: Sequence[Sequence[Pot]], players: Sequence[str]) -> tuple[int, list[_Map]]:
    """Return the common denominator, and the map of each round."""
    where = {player: at for at, player in enumerate(players)}
    pots = [pot for round_ in rounds for pot in round_]
    scale = lcm(*{rate.denominator for pot in pots for rate in pot.rates})
    scale *= lcm(*{share.denominator for pot in pots for share in pot.shares})
    return scale, [_map(round_, where, scale) for round_ in rounds]


def _map(pots: Sequence[Pot], where: Mapping[str, int], scale: int) -> _Map:
    kept, given = [scale] * len(where), []
    for pot in pots:
        for to, share in zip(pot.players, pot.shares, strict=True):
            for source, rate in zip(pot.players, pot.rates, strict=True):
                part = (rate * share * scale).numerator
                if to == source:
                    kept[where[to]] = ((1 - rate) * scale).numerator + part
                elif part:
                    given.append((where[to], where[source], part))
    return _Map(kept, given)


def _over_rotations(scale: int, maps: Sequence[_Map], start: Sequence[int]) -> list[list[int]]:
    """Return the stacks before each round, added up over the rotations of the order, times scale^(R
    - 1)."""
    sums = [[0] * len(start) for _ in maps]
    for first in range(len(maps)):
        stacks = [stack * scale ** (len(maps) - 1) for stack in start]
        for at in (*range(first, len(maps)), *range(first)):
            sums[at] = [one + other for one, other in zip(sums[at], stacks, strict=True)]
            stacks = [stack // scale for stack in maps[at](stacks)]
    return sums


def _over_orders(scale: int, maps: Sequence[_Map], start: Sequence[int]) -> list[list[int]]:
    """Return the stacks before each round, added up over all orders, times scale^(R - 1)."""
    most = sum(start) * factorial(len(maps)) * prod(max(scale, map_.most(1)) for map_ in maps)
    primes = _primes(_width(scale, maps), most)
    residues = [_modulo(prime, scale, maps, start) for prime in primes]
    return [_together(primes, column) for column in zip(*residues, strict=True)]


def _width(scale: int, maps: Sequence[_Map]) -> int:
    """Return how many bits a prime may have so that no sum of products overflows: either because
    the coefficients are small, or because they are taken modulo the prime too."""
    count = max(1, len(maps))
    small = count * max((scale, *(map_.most(0) for map_ in maps)))
    small = max(small, comb(count, count // 2))
    terms = count * max((len(map_.given) + 1 for map_ in maps), default=1)
    return max(_BITS - small.bit_length(), (_BITS - terms.bit_length()) // 2)


def _modulo(prime: int, scale: int, maps: Sequence[_Map], start: Sequence[int]) -> list[list[int]]:
    """Return the result of `_over_orders` modulo a prime."""
    count = len(maps)
    appliers = [_Applier(prime, map_) for map_ in maps]
    sums = np.zeros((count, len(start)), dtype=np.int64)
    sets, before = [0], {0: 0}
    level = np.array([[stack % prime for stack in start]], dtype=np.int64)
    for size in range(count):
        for at in range(count):
            lacking = [row for row, rounds in enumerate(sets) if not rounds >> at & 1]
            sums[at] = (sums[at] * ((count - size) * scale % prime)
                         + level[lacking].sum(axis=0) % prime) % prime  # fmt: skip
        sets = [sum(1 << at for at in members) for members in combinations(range(count), size + 1)]
        level = _next(appliers, level, sets, before) % prime
        before = {rounds: row for row, rounds in enumerate(sets)}
    return [[int(stack) for stack in row] for row in sums]


def _next(
    appliers: Sequence[_Applier], level: _Ints, sets: Sequence[int], before: Mapping[int, int]
) -> _Ints:
    """Return B of larger sets, one per row, from the rows of the sets that lack one round."""
    summed = np.zeros((len(sets), level.shape[1]), dtype=np.int64)
    for at, applier in enumerate(appliers):
        holding = [row for row, rounds in enumerate(sets) if rounds >> at & 1]
        summed[holding] += applier(level[[before[sets[row] ^ 1 << at] for row in holding]])
    return summed


class _Applier:
    """Applies a map to many rows of stacks at once, modulo a prime but not yet reduced."""

    def __init__(self, prime: int, of: _Map) -> None:
        self._kept = np.array([kept % prime for kept in of.kept], dtype=np.int64)
        self._layers = [
            (
                np.array([to for to, _, _ in layer], dtype=np.intp),
                np.array([source for _, source, _ in layer], dtype=np.intp),
                np.array([coefficient % prime for _, _, coefficient in layer], dtype=np.int64),
            )
            for layer in _layers(of.given)
        ]

    def __call__(self, stacks: _Ints) -> _Ints:
        """Return one row for each row of stacks."""
        after = stacks * self._kept
        for to, source, coefficient in self._layers:
            after[:, to] += stacks[:, source] * coefficient
        return after


def _layers(given: Sequence[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    """Return the entries in groups with at most one per receiver: numpy would add only one of
    two."""
    layers: list[list[tuple[int, int, int]]] = []
    times: dict[int, int] = {}
    for entry in given:
        at = times[entry[0]] = times.get(entry[0], -1) + 1
        if at == len(layers):
            layers.append([])
        layers[at].append(entry)
    return layers


def _together(primes: Sequence[int], residues: Sequence[Sequence[int]]) -> list[int]:
    """Return the whole numbers with these residues (Chinese remainder theorem)."""
    product = prod(primes)
    parts = [product // prime * pow(product // prime, -1, prime) for prime in primes]
    return [
        sum(part * residue for part, residue in zip(parts, column, strict=True)) % product
        for column in zip(*residues, strict=True)
    ]


def _primes(bits: int, most: int) -> list[int]:
    """Return primes of at most `bits` bits, the largest first, whose product exceeds `most`."""
    primes: list[int] = []
    product, candidate = 1, (1 << bits) + 1
    while product <= most:
        candidate -= 2
        if _is_prime(candidate):
            primes.append(candidate)
            product *= candidate
    return primes


@cache
def _is_prime(number: int) -> bool:
    """Return whether an odd number from 39 to 2^64 is prime, by the deterministic Miller-Rabin
    test."""
    odd, halvings = number - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(halvings - 1)):
            return False
    return True

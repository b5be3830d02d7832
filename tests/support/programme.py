"""Whether some columns can be taken that cover everybody once and come to less: a whole-number
programme made small by a linear one.

Prices of the linear programme over the few columns that matter bound what any choice of all columns
comes to: reckoned in whole numbers, hence whatever the solver rounded. Gomory's mixed-integer cuts
(1960), of sums of the rows of players below a gap between two levels, lift the bound. A column that
costs more beyond its price than is left below what was made cannot be in anything better; among the
others a whole-number programme looks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array, eye_array, hstack, vstack

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Which = npt.NDArray[np.bool_]

PARTS = 1 << 24  # of a unit, in which prices are reckoned
_FEW = 800  # columns that are taken in at once
_EACH, _ALL = 4, 16  # columns taken in for each player in a round of pricing
_MISSED = 1e-4  # by which a cut must be missed to be taken in
_DEARER = 3  # times the price of what is missing goes up, tenfold each time


class UndecidedError(Exception):
    """The search was given up: nothing is known."""


@dataclass(frozen=True)
class Columns:
    """All pods that there could be, a row each in `members`: players from the fewest points up, and
    after them `len(levels)` as often as the pod is smaller than the largest. `kind` says which of
    `sizes` a pod has, `costs[aim]` what it comes to, `counts` how many of each size there are to
    be, and `levels` are the players' points."""

    members: Whole
    kind: Whole
    costs: Whole
    sizes: Sequence[int]
    counts: Whole
    levels: Whole

    def only(self, which: Which | Whole) -> "Columns":
        """Some of them."""
        return replace(
            self, members=self.members[which], kind=self.kind[which], costs=self.costs[:, which]
        )

    def __len__(self) -> int:
        return len(self.kind)

    def below(self, gap: int) -> Whole:
        """How many players of each pod stand below a gap, which has so many below it."""
        under: Whole = (self.members < gap).sum(axis=1)
        return under

    @property
    def gaps(self) -> list[int]:
        """How many players stand below each gap between two levels."""
        return [int(at) for at in np.flatnonzero(np.diff(self.levels)) + 1]

    @property
    def possible(self) -> bool:
        """Whether everybody is in one of them, and there is one of every size."""
        seated = len(np.unique(self.members[self.members < len(self.levels)]))
        return seated == len(self.levels) and len(np.unique(self.kind)) == len(self.sizes)


@dataclass(frozen=True)
class Cut:
    """What every whole choice keeps: over its pods `amounts[kind][players below the gap]` come to
    `least` or more."""

    gap: int
    amounts: tuple[tuple[int, ...], ...]
    least: int

    def row(self, columns: Columns) -> Whole:
        """What each pod adds."""
        table: Whole = np.array(self.amounts)
        return table[columns.kind, columns.below(self.gap)]


@dataclass(frozen=True)
class _Solved:
    """A solution of the linear programme: its shares, prices in whole parts by row, and how much
    had to be bought at the price of what is missing."""

    shares: Numbers
    prices: Whole
    missing: float


def less(columns: Columns, aim: int, made: Sequence[int], seconds: float) -> tuple[int, ...] | None:
    """What a choice comes to that has less of an aim than was made, and no more of any before it;
    None where there is none. Raises UndecidedError where that takes too long."""
    most = np.array([*made[:aim], made[aim] - 1])
    can = (columns.costs[: aim + 1] <= most[:, None]).all(axis=0)
    step = int(np.gcd.reduce(columns.costs[aim, can])) or 1
    most[aim] -= most[aim] % step
    stage = _Stage(columns.only(can), aim, most)
    return stage.whole(seconds) if stage.narrowed() else None


class _Stage:
    """The search for less of one aim, with no more than `most` of it and of those before it. Rows
    of the programme: each player once; so many pods of each size; no more than may be of the aims
    before; and the cuts."""

    def __init__(self, columns: Columns, aim: int, most: Whole) -> None:
        self._all, self._aim, self._most = columns, aim, most
        self._held = [at for at in range(aim) if columns.costs[at].any()]
        self._cuts: list[Cut] = []
        # which columns the linear programme has
        self._in = np.full(len(columns), len(columns) <= _FEW)
        self._price = 2.0 * (int(most[aim]) + 1)  # of what is missing

    def narrowed(self) -> bool:
        """Leave only columns that something better could have; whether it is still possible."""
        dearer = 0
        while self._all.possible:
            solved = self._solved()
            shares = solved.shares, self._all.only(self._in)
            beyond = self._beyond(solved)
            if beyond is None:
                return False
            if self._take(beyond) | self._cut(*shares):
                continue
            if solved.missing < _MISSED or dearer == _DEARER:
                return True
            dearer += 1
            self._price *= 10
        return False

    def _rows(self, columns: Columns) -> tuple[Any, Numbers]:
        """The programme of some columns, and what its rows are to come to."""
        players, kinds = len(columns.levels), len(columns.sizes)
        there = columns.members < players
        pod = np.nonzero(there)[0]
        row = np.concatenate([columns.members[there], players + columns.kind])
        column = np.concatenate([pod, np.arange(len(columns))])
        seats = csr_array((np.ones(len(row)), (row, column)), shape=(players + kinds, len(columns)))
        more = [*columns.costs[self._held], *(cut.row(columns) for cut in self._cuts)]
        sides = [*columns.counts, *self._most[self._held], *(cut.least for cut in self._cuts)]
        others = csr_array(np.array(more, float).reshape(len(more), len(columns)))
        return vstack([seats, others]).tocsr(), np.array([1] * players + sides, float)

    def _solved(self) -> _Solved:
        """The linear programme over the columns taken in. A player or a cut may be bought; of pods
        of a size there may be fewer, which comes to the same where nothing is bought."""
        columns = self._all.only(self._in)
        rows, sides = self._rows(columns)
        players, cuts = len(columns.levels), len(self._cuts)
        first = len(sides) - cuts  # row of a cut
        up = np.where(np.arange(len(sides)) < first, 1.0, -1.0)[players:]
        bought = eye_array(len(sides)).tocsc()[:, [*range(players), *range(first, len(sides))]]
        every = hstack([rows, bought]).tocsr()
        found = linprog(
            np.concatenate([columns.costs[self._aim], np.full(players + cuts, self._price)]),
            A_eq=every[:players], b_eq=sides[:players],
            A_ub=every[players:].multiply(up[:, None]).tocsr(), b_ub=sides[players:] * up,
            bounds=(0, None), method="highs",
        )  # fmt: skip
        if found.x is None:
            raise UndecidedError(found.text)
        duals = [found.eqlin.marginals, np.minimum(found.ineqlin.marginals, 0) * up]
        prices = np.rint(np.concatenate(duals) * PARTS).astype(np.int64)
        shares = np.asarray(found.x)
        return _Solved(shares[: len(columns)], prices, float(shares[len(columns) :].sum()))

    def _beyond(self, solved: _Solved) -> Whole | None:
        """By how much each column costs more than its price; columns that nothing better can have
        are left out. None where these prices prove that nothing is better."""
        columns = self._all
        players, kinds = len(columns.levels), len(columns.sizes)
        held = players + kinds + len(self._held)
        to_players, to_kinds, to_aims, to_cuts = np.split(
            solved.prices, [players, players + kinds, held]
        )
        beyond = columns.costs[self._aim] * PARTS - to_kinds[columns.kind]
        for column in columns.members.T:
            beyond -= np.append(to_players, 0)[column]
        for aim, price in zip(self._held, to_aims, strict=True):
            beyond -= price * columns.costs[aim]
        for cut, price in zip(self._cuts, to_cuts, strict=True):
            if price:
                beyond -= price * cut.row(columns)
        least = np.array([beyond[columns.kind == kind].min() for kind in range(kinds)])
        bound = int(to_players.sum() + columns.counts @ (to_kinds + least))
        bound += int(self._most[self._held] @ to_aims)
        bound += sum(cut.least * int(price) for cut, price in zip(self._cuts, to_cuts, strict=True))
        left = int(self._most[self._aim]) * PARTS - bound
        if left < 0:
            return None
        kept = beyond - least[columns.kind] <= left
        if not kept.all():
            self._all, self._in, beyond = columns.only(kept), self._in[kept], beyond[kept]
        return beyond

    def _take(self, beyond: Whole) -> bool:
        """Take in columns that cost less than their price: whether there are any."""
        cheap = np.flatnonzero((beyond < 0) & ~self._in)
        if not len(cheap):
            return False
        cheap = cheap[np.argsort(beyond[cheap], kind="stable")]
        players = len(self._all.levels)
        taken = [cheap[: _ALL * players]]
        for player in range(players):
            with_player = (self._all.members[cheap] == player).any(axis=1)
            taken.append(cheap[with_player][:_EACH])
        self._in[np.concatenate(taken)] = True
        return True

    def _cut(self, shares: Numbers, columns: Columns) -> bool:
        """Take in the cuts that these shares miss most, one for each gap: whether there are any."""
        found = False
        for gap in columns.gaps:
            cuts = _cuts(gap, tuple(columns.sizes), tuple(map(int, columns.counts)))
            there = np.zeros((len(columns.sizes), max(columns.sizes) + 1))
            np.add.at(there, (columns.kind, columns.below(gap)), shares)
            met = [float((there * cut.amounts).sum()) / cut.least for cut in cuts]
            cut = cuts[int(np.argmin(met))] if cuts else None
            if cut and min(met) < 1 - _MISSED and cut not in self._cuts:
                self._cuts.append(cut)
                found = True
        return found

    def whole(self, seconds: float) -> tuple[int, ...] | None:
        """What a whole choice of the columns left comes to, where there is one."""
        columns = self._all
        if not columns.possible:
            return None
        rows, sides = self._rows(columns)
        upper, lower = sides.copy(), sides.copy()
        first = len(columns.levels) + len(columns.sizes)
        lower[first : first + len(self._held)] = -np.inf
        upper[first + len(self._held) :] = np.inf
        costs = columns.costs[self._aim]
        found = milp(
            costs,
            constraints=[
                LinearConstraint(rows, lower, upper),
                LinearConstraint(costs[None, :], -np.inf, float(self._most[self._aim]) + 0.1),
            ],
            integrality=np.ones(len(columns)), bounds=Bounds(0, 1), options={"time_limit": seconds},
        )  # fmt: skip
        if found.status == 2:
            return None
        if found.x is None:
            raise UndecidedError(found.text)
        return self._counted(np.asarray(found.x) > 0.5)

    def _counted(self, chosen: Which) -> tuple[int, ...]:
        """What a choice comes to, counted again: everybody is in one pod, of the sizes that there
        are, and it is better. Raises UndecidedError where it is so within the solver's tolerance
        alone, as happens with large amounts."""
        columns = self._all.only(chosen)
        players = len(columns.levels)
        seated = sorted(columns.members[columns.members < players])
        assert seated == [*range(players)]
        assert (np.bincount(columns.kind, minlength=len(columns.sizes)) == columns.counts).all()
        total = columns.costs.sum(axis=1)
        if (total[: self._aim + 1] > self._most).any():
            raise UndecidedError("The solver's choice is better by its tolerance alone.")
        return tuple(map(int, total))


@cache
def _cuts(gap: int, sizes: tuple[int, ...], counts: tuple[int, ...]) -> tuple[Cut, ...]:
    """Gomory's mixed-integer cuts for a gap: the pods' players below it come to so many as stand
    there, and so do parts of that; parts of the number of pods of a size are added. Of a sum of
    whole numbers with shares f of the amounts, and a share r of the total that is not 0, those with
    f <= r count f / r and those with more (1 - f) / (1 - r): they come to 1 or more."""
    return tuple(dict.fromkeys(_every_cut(gap, sizes, counts)))


def _every_cut(gap: int, sizes: Sequence[int], counts: Sequence[int]) -> Iterator[Cut]:
    for parts in {size for size in sizes if size > 1}:
        for times in range(1, parts):
            for shift in product(range(parts), repeat=len(sizes)):
                rest = (times * gap + sum(map(mul, shift, counts))) % parts
                if rest:
                    yield Cut(gap, tuple(
                        tuple(
                            _amount((times * below + more) % parts, rest, parts)
                            for below in range(max(sizes) + 1)
                        )
                        for more in shift
                    ), rest * (parts - rest))  # fmt: skip


def _amount(share: int, rest: int, parts: int) -> int:
    """A share's amount, as a whole number in the same proportion as all of a cut."""
    return share * (parts - rest) if share <= rest else (parts - share) * rest

"""Small fields of pods: the best split there is that leaves the planned rounds possible.

The aims of `Cost` down to avoidances come first. Then the rounds after this one are to stay free
of rematches, as many of them as can be, and of second small pods; where the small pods are and
differences of points come after that. But what that costs has a limit: at each table, for each
seat, the points from the first player to the last; for second small pods, that at one table in all.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.core.numbers import points as number
from runner.pairing.bounds.effort import PAIRING, Work
from runner.pairing.feasibility import (
    Budget,
    SmallPods,
    after,
    completable,
    crowd,
    in_small,
    rounds_after,
    unkept,
)
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.exhaustive import Accept, Listed, Search, listed, prices_for

STEPS = 30_000
"""Pods tried in all before the search settles for the best found; a step takes some ten
microseconds."""

_LEAST_STEPS = 2_000  # for each search, however many have gone before
_CLOSER_STEPS = 2_000  # to bring pods of the least differences of points closer to the standings
_ONE_LOOK = 4_000  # tables tried to answer one question about the rounds to come
_MOST_LOOK = 40_000  # to tell how many rounds are possible at all
_ALL_LOOKS = 80_000  # to answer all questions
_LOOK_COST = 40  # tables that could be tried while a question is put
_STEP, _LOOK, _LISTED = 3_000, 1_500, 3_000  # work for a step, a table looked at, a pod listed
_PARTS = 1 << 10  # of a conflict, to which the bound on conflicts is reckoned


@dataclass(frozen=True, slots=True)
class Small:
    """The pods found, as places of the field; None where the field is too large to list them.

    `proved`: nothing is better, in the order of the aims down to a step of points. `notes` are
    sentences for the organiser about what could not be had. `short` is how many of the planned
    rounds they do not keep free of rematches. `keeps` tells of other pods whether they leave as
    much of the rounds to come.
    """

    pods: list[list[int]] | None
    proved: bool = False
    notes: tuple[str, ...] = ()
    short: int = 0
    keeps: Accept = lambda _: True


def best_small(
    cost: Cost,
    sizes: Sequence[int],
    met: Sequence[Iterable[int]],
    rounds_left: int | None,
    work: Work | None = None,
    bye_players: Sequence[bool] = (),
    rested: AbstractSet[int] = frozenset(),
) -> Small:
    """Return the best split of a small field into pods of those sizes.

    `met[player]` are the places of all whom a player has met. `rounds_left` is how many rounds
    are planned after this one, or None where nothing is to be kept possible. Players who have a bye
    in this round come last in `met`: in later rounds they play, and others rest. For each of them
    `bye_players` tells whether they have sat in a small pod. `rested` are all who have had a bye.
    """
    everything = listed(cost, sizes) if sizes else None
    if everything is None:
        return Small(None if sizes else [], not sizes)
    work = work or Work(PAIRING)
    work.left -= _LISTED * len(everything.members)
    steps, looks = (max(0, work.left) // (2 * each) for each in (_STEP, _LOOK))
    best = _Best(cost, everything, max(_LEAST_STEPS, min(STEPS, steps)))
    known = [frozenset(others) for others in met]
    small_before = (*(own >= cost.conflict for own in cost.small), *bye_players)
    had = frozenset(at for at, before in enumerate(small_before) if before)
    budget = Budget(min(_ALL_LOOKS, looks))
    small = SmallPods(cost.standard, had)
    ahead = _Ahead(cost, known, sizes, small, rested, rounds_left or 0, budget)
    if best.pods:
        ahead.improve(best)
    work.left -= _STEP * best.used + _LOOK * (min(_ALL_LOOKS, looks) - budget.left)
    notes = (*_now(_of(known, sizes), sizes), *ahead.notes)
    return Small(best.pods, best.proved and ahead.proved, notes, ahead.short, ahead.keeps)


def _of(met: Sequence[AbstractSet[int]], sizes: Sequence[int]) -> list[AbstractSet[int]]:
    """Return whom those have met who play now, of those who do."""
    playing = frozenset(range(sum(sizes)))
    return [others & playing for others in met[: len(playing)]]


def _now(met: Sequence[AbstractSet[int]], sizes: Sequence[int]) -> tuple[str, ...]:
    """Return why this round cannot do without rematches, where that is so."""
    start = f"With {len(met)} players in pods of {max(sizes)}, repeats can’t be avoided"
    group = crowd(met, len(sizes))
    if group:
        tables = "only one table" if len(sizes) == 1 else f"only {len(sizes)} tables"
        return (f"{start}: {len(group)} of them have all met each other, and have {tables}.",)
    if completable(met, sizes, 1, _ONE_LOOK) is False:
        return (f"{start}: after the rounds so far no way to fill the tables is free of them.",)
    return ()


class _Best:
    """The best split known, by `Cost`, and the means to look for another.

    First only pods without any conflict are tried, which is quick. Where they do not do, the
    least conflicts are found before anything else is compared.
    """

    def __init__(self, cost: Cost, everything: Listed, steps: int) -> None:
        self._points = cost.points if any(cost.levels) else 1
        self._steps = steps
        self.used = 0
        self.pods: list[list[int]] | None = None
        self.total = 0
        self.proved = True
        clean = everything.below(cost.conflict)
        if clean.possible():
            self._listed, self._prices, self._parts = clean, prices_for(clean, clean.cost), 1
            self._limit = cost.conflict
            self.proved = self._look(self._points, self._limit)
        if self.pods is None:
            self._allow_conflicts(cost.conflict, everything)
            self.proved &= self.pods is not None and self._look(self._points, self.total)

    def _allow_conflicts(self, conflict: int, everything: Listed) -> None:
        """From now on look among the splits with the least conflicts.

        Pods whose conflicts are too many above the prices to be part of such a split are left
        out, and those that stay are priced by all that comes after conflicts too.
        """
        levels = everything.cost // conflict * _PARTS
        prices = prices_for(everything, levels)
        search = Search(everything, levels, prices, _PARTS)
        search.run(1 + int(max(levels) + 1) * everything.count, self._steps)
        self.used += self._steps - search.steps
        self.proved &= search.finished
        self.pods = search.pods
        if search.pods is None:
            return
        kept = np.flatnonzero(search.above <= search.total - search.bound)
        self._listed, self._parts = everything.only(kept), _PARTS
        finer = prices_for(self._listed, self._listed.cost % conflict)
        self._prices = [
            first * conflict + second * _PARTS for first, second in zip(prices, finer, strict=True)
        ]
        self._limit = (search.total // _PARTS + 1) * conflict
        cost = dict(zip(everything.members, everything.cost, strict=True))
        self.total = sum(cost[tuple(sorted(pod))] for pod in self.pods or ())

    def look_for(self, accept: Accept) -> tuple[bool, bool]:
        """Replace the pods by the best of those accepted: whether there are any, and whether all
        were compared. None are better, down to a step of points, than the pods so far."""
        before, self.pods = self.pods, None
        finished = self._look(self._points, self._limit, accept, self.total)
        accepted = self.pods is not None
        self.pods = self.pods or before
        return accepted, finished

    def closer(self, accept: Accept) -> None:
        """Bring the pods closer to the standings; nothing that weighs more gets worse."""
        self._look(1, self.total, accept, 0, _CLOSER_STEPS)

    def _look(
        self,
        grain: int,
        limit: int,
        accept: Accept | None = None,
        enough: int = 0,
        steps: int | None = None,
    ) -> bool:
        """Take the best split below the limit, if there is one; whether all were compared."""
        parts = self._parts
        search = Search(self._listed, self._listed.cost * parts, self._prices, grain * parts)
        given = self._steps if steps is None else steps
        search.run(limit * parts, given, accept, enough * parts)
        self.used += given - search.steps
        if search.pods is not None:
            self.pods, self.total = search.pods, search.total // parts
        if steps is None:
            self._steps = max(_LEAST_STEPS, search.steps)
        return search.finished


class _Ahead:
    """What the pods of this round leave for the rounds after it."""

    def __init__(
        self,
        cost: Cost,
        met: Sequence[AbstractSet[int]],
        sizes: Sequence[int],
        small: SmallPods,
        rested: AbstractSet[int],
        rounds_left: int,
        budget: Budget,
    ) -> None:
        self._cost = cost
        self._met = met
        self._sizes = sizes
        self._later = (*sizes, *(1,) * (len(met) - sum(sizes)))  # of later rounds, byes included
        self._small, self._rested = small, rested
        self._wanted = rounds_left
        self._rounds = 0  # that the pods are to leave free of rematches
        self._least = Fraction(0), Fraction(0)  # what the cheapest pods come to
        self._once = False  # whether also without anybody in a small pod twice
        self._budget = budget
        self._unsure = False
        self.proved = True
        self.notes: tuple[str, ...] = ()

    @property
    def short(self) -> int:
        """How many of the rounds wanted the pods do not leave free of rematches."""
        return self._wanted - self._rounds

    def improve(self, best: _Best) -> None:
        """Take pods that leave as many of the rounds to come free of rematches as can be, and
        among those, ones that leave them free of second small pods, if there are such."""
        cheapest = best.pods or []
        self._least = self._cost.in_points(cheapest)
        most = self._most()
        sure = True
        for wish in self._wishes(most):
            self._rounds, self._once = wish
            if self.keeps(best.pods or []):
                break
            accepted, finished = best.look_for(self.keeps)
            sure &= finished and not self._unsure
            if accepted:
                break
        self.proved = sure
        best.closer(self.keeps)
        self.notes = self._notes(most, sure, cheapest, best.pods or [])

    def _wishes(self, most: int) -> Iterator[tuple[int, bool]]:
        """Yield how many rounds are to stay free of rematches, and whether of second small pods
        too."""
        small_pods = min(self._sizes) < self._small.standard
        for rounds in range(most, 0, -1):
            if small_pods and self._can(self._met, rounds + 1, self._small) is not False:
                yield rounds, True
            yield rounds, False
        yield 0, False

    def _most(self) -> int:
        """Return how many rounds any clean pods of this round can leave free of rematches at
        most."""
        for rounds in range(self._wanted, 0, -1):
            if self._can(self._met, rounds + 1, most=_MOST_LOOK) is not False:
                return rounds
        return 0

    def keeps(self, pods: list[list[int]]) -> bool:
        """Return whether the pods leave as much possible as is wished, or may do so as far as is
        known.

        Where that can't be known, fewer rounds that surely can be had count.
        """
        return self._affordable(pods) and self._leaves(pods)

    def _affordable(self, pods: list[list[int]]) -> bool:
        """Return whether the pods cost no more than the rounds to come are worth."""
        times = 1 if self._once else len(self._sizes)
        dearest = times * self._cost.standard * self._cost.range
        now = self._cost.in_points(pods)
        return all(here - least <= dearest for here, least in zip(now, self._least, strict=True))

    def _leaves(self, pods: list[list[int]]) -> bool:
        met = after(self._met, pods)
        small = None
        if self._once:
            had = self._small.had | in_small(pods, self._small.standard)
            small = SmallPods(self._small.standard, had)
        for rounds in range(self._rounds, 0, -1):
            answer = self._can(met, rounds, small)
            if answer is not None:
                return answer
            self._unsure = True
        return True

    def _can(
        self,
        met: Sequence[AbstractSet[int]],
        rounds: int,
        small: SmallPods | None = None,
        most: int = _ONE_LOOK,
    ) -> bool | None:
        """`completable`, paid for from the budget."""
        given = max(0, min(most, self._budget.left))
        question = Budget(given)
        answer = completable(met, self._later, rounds, question, small, self._rested)
        self._budget.left -= given - max(question.left, 0) + _LOOK_COST
        return answer

    def _notes(
        self, most: int, sure: bool, cheapest: list[list[int]], pods: list[list[int]]
    ) -> tuple[str, ...]:
        """Return what the rounds to come cost, or what they cannot have."""
        notes = []
        dearer = self._price(pods)
        if self._rounds and dearer:
            once, self._once = self._once, False
            of = "second small pods" if self._leaves(cheapest) else "repeats"
            self._once = once
            notes.append(f"{dearer}, to keep {rounds_after(self._rounds)} free of {of}.")
        now = _of(self._met, self._sizes)
        clean_now = completable(now, self._sizes, 1, _ONE_LOOK) is not False
        if sure and clean_now:
            notes += unkept(self._wanted, self._rounds, none=self._rounds == most)
        return tuple(notes)

    def _price(self, pods: list[list[int]]) -> str:
        """Return what the pods cost beside the cheapest ones, or ""."""
        return price(self._cost.in_points(pods), self._least)


def price(now: tuple[Fraction, Fraction], least: tuple[Fraction, Fraction]) -> str:
    """Return what pods cost beside cheaper ones, both as `Cost.in_points` has them, or ""."""
    low, differ = now
    least_low, differ_least = least
    if differ > differ_least:
        return f"Points differ by {number(differ)} instead of {number(differ_least)}"
    if low > least_low:
        return f"Small pods hold {number(low)} match points instead of {number(least_low)}"
    return ""

"""Whether a small field can play on with nobody meeting again (docs/rules.md 4, aim 1).

In a field that is small for its rounds a round without rematches may leave no other such round:

    round 1   1 v 2, 3 v 4, 5 v 6
    round 2   1 v 3, 2 v 5, 4 v 6
    round 3   1 v 4, 2 v 6, 3 v 5   leaves rounds 4 and 5
        not   1 v 6, 2 v 4, 3 v 5   leaves two rings of three, 1 4 5 and 2 3 6, and no round 4

The search is exact, depth first, and limited by counted steps, so that it gives the same answer on
every machine.

Tables are bits of whole numbers: `has[player]` are the tables that the player could sit at, and
to strike out all tables with two players who have just met is one operation.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

STEPS = 40_000
"""Tables tried before the search gives up; a step takes about six microseconds."""

_QUICK = 2_000  # tables of which one is tried in the usual time; more count as more
_LISTED = 30  # tables that are listed while one is tried
_MOST_TABLES = 50_000  # among which the search looks; more take too long to list
_DIGITS = bytes.maketrans(b"\0\1", b"01")
_DEEPEST = 200  # tables still to come: the search goes one call deeper with each


class OutOfStepsError(Exception):
    """A search stops here, with what it has found so far."""


@dataclass(slots=True)
class Budget:
    """How many tables may still be tried, in one search or in several."""

    left: int

    def spend(self, count: int) -> None:
        """Count some; the search ends when none is left."""
        self.left -= count
        if self.left < 0:
            raise OutOfStepsError


@dataclass(frozen=True, slots=True)
class SmallPods:
    """That nobody may sit in a small pod twice: tables of fewer than `standard` seats are small,
    and the players of `had` have sat at one. A single seat is a bye, and no pod."""

    standard: int
    had: AbstractSet[int]

    def are(self, size: int) -> bool:
        """Return whether tables of that size are small pods."""
        return 1 < size < self.standard


def completable(
    met: Sequence[AbstractSet[int]],
    sizes: Sequence[int],
    rounds: int,
    steps: int | Budget = STEPS,
    small: SmallPods | None = None,
    rested: AbstractSet[int] = frozenset(),
) -> bool | None:
    """Return whether players can play so many further rounds with nobody meeting anybody again.

    `met[player]` are those whom a player has met, all known by place from 0. Every round has
    tables of those sizes, which seat everybody; one seat alone is a bye. As long as there are
    enough others nobody has it twice in these rounds, nor anybody who has `rested`. None: not
    decided within the steps, which count down in a budget. Where `small` is given, nobody may sit
    in a small pod twice either.
    """
    if rounds <= 0:
        return True
    if sum(sizes) != len(met):
        raise ValueError("the tables do not seat everybody")
    if _too_few_left(met, sizes, rounds) or crowd(met, len(sizes)):
        return False
    if small and _too_many_small(len(met), sizes, rounds, small):
        return False
    if not any(met) and not (small and small.had):  # first rounds differ only in who is who
        first = _any_round(sizes)
        if small:
            small = SmallPods(small.standard, in_small(first, small.standard))
        return completable(after(met, first), sizes, rounds - 1, steps, small, rested)
    if rounds * len(sizes) > _DEEPEST:
        return None
    budget = steps if isinstance(steps, Budget) else Budget(steps)
    try:
        once = sizes.count(1) * rounds <= len(met) - len(rested)
        return _Plan(met, sizes, budget, small, rested if once else None).possible(rounds)
    except OutOfStepsError:
        return None


def in_small(pods: Sequence[Sequence[int]], standard: int) -> frozenset[int]:
    """Return the players at tables of fewer seats than the standard."""
    return frozenset(player for pod in pods if 1 < len(pod) < standard for player in pod)


def after(met: Sequence[AbstractSet[int]], pods: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return whom each player has met once these pods have been played too."""
    more = [set(others) for others in met]
    for pod in pods:
        for one in pod:
            more[one].update(other for other in pod if other != one)
    return more


def crowd(met: Sequence[AbstractSet[int]], tables: int) -> set[int]:
    """Players who have all met each other and are more than there are tables to part them.

    Empty if none are found. Looks at one such group for each player: those added first who met
    the most others of whom that player met.
    """
    for one, others in enumerate(met):
        group = {one}
        for other in sorted(others, key=lambda other: (-len(met[other] & others), other)):
            if group <= met[other]:
                group.add(other)
        if len(group) > tables:
            return group
    return set()


def unkept(
    wanted: int, kept: int, free: str = "free of repeats", *, none: bool, sure: bool = True
) -> tuple[str, ...]:
    """Return a sentence where fewer rounds stay possible than are wanted: with no pairing at all,
    or with none that is as good."""
    if kept == wanted:
        return ()
    way = "No way" if none else "No equally good way"
    rest = f": only {kept} can be" if kept and sure else ""
    return (f"{way} to pair this round leaves {rounds_after(wanted)} {free}{rest}.",)


def rounds_after(count: int) -> str:
    """Return so many rounds after the present one, in words."""
    return "the round after it" if count == 1 else f"the {count} rounds after it"


def _any_round(sizes: Sequence[int]) -> list[list[int]]:
    places = iter(range(sum(sizes)))
    return [[next(places) for _ in range(size)] for size in sizes]


def _too_many_small(count: int, sizes: Sequence[int], rounds: int, small: SmallPods) -> bool:
    """Return whether there are not players enough for all small pods of so many rounds."""
    seats = sum(size for size in sizes if small.are(size))
    return len(small.had) + seats * rounds > count


def _too_few_left(met: Sequence[AbstractSet[int]], sizes: Sequence[int], rounds: int) -> bool:
    """Return whether some player, or all together, have met too many for so many rounds."""
    left = [len(met) - 1 - len(others - {one}) for one, others in enumerate(met)]
    needed = sum(size * (size - 1) for size in sizes) * rounds
    return min(left, default=0) < (min(sizes) - 1) * rounds or sum(left) < needed


def _cliques(open_to: Sequence[int], size: int, players: int) -> Iterator[int]:
    """Yield all tables of that size of players who have not met, everything as bits of places."""

    def larger(table: int, choice: int, missing: int) -> Iterator[int]:
        if not missing:
            yield table
            return
        while choice.bit_count() >= missing:
            player = choice.bit_length() - 1
            choice ^= 1 << player
            yield from larger(table | 1 << player, choice & open_to[player], missing - 1)

    return larger(0, players, size)


class _Plan:
    """A search for rounds of tables of which no two share two players."""

    def __init__(
        self,
        met: Sequence[AbstractSet[int]],
        sizes: Sequence[int],
        budget: Budget,
        small: SmallPods | None,
        rested: AbstractSet[int] | None,
    ) -> None:
        count = len(met)
        everybody = (1 << count) - 1
        open_to = [
            everybody & ~(1 << one) & ~sum(1 << other for other in others - {one})
            for one, others in enumerate(met)
        ]
        tables: list[int] = []
        self._of_size: dict[int, int] = {}
        for size in sorted(set(sizes)):
            first = len(tables)
            barred = sum(1 << one for one in small.had) if small and small.are(size) else 0
            barred |= sum(1 << one for one in rested or ()) if size == 1 else 0
            for table in _cliques(open_to, size, everybody & ~barred):
                tables.append(table)
                if len(tables) > _MOST_TABLES:
                    raise OutOfStepsError
            self._of_size[size] = (1 << len(tables)) - (1 << first)
        self._tables = tables
        self._sizes = {size: sizes.count(size) for size in set(sizes)}
        self._least = min(sizes) - 1
        self._pairs = sum(size * (size - 1) for size in sizes)
        self._budget = budget
        self._step = 1 + len(tables) // _QUICK
        budget.spend(len(tables) // _LISTED)
        self._players = range(count)
        self._has = [bits([table >> player & 1 for table in tables]) for player in self._players]
        self._byes = self._of_size.get(1, 0) if rested is not None else 0
        self._small = 0  # tables at which nobody may sit twice
        if small:
            self._small = sum(of for size, of in self._of_size.items() if small.are(size))
        self._sharing: dict[int, tuple[int, int]] = {}
        self._dead: set[tuple[int, int]] = set()

    def possible(self, rounds: int) -> bool:
        """Return whether so many rounds can be played."""
        return self._rounds((1 << len(self._tables)) - 1, rounds)

    def _rounds(self, tables: int, rounds: int) -> bool:
        """Return whether so many rounds can be made of these tables.

        Rounds can be played in any order. So two players who meet at all may as well meet in the
        first of them, which saves comparing the orders.
        """
        if not rounds:
            return True
        start = (tables, rounds)
        if start in self._dead:
            return False
        everybody = (1 << len(self._has)) - 1
        while mates := self._mates(tables, rounds):
            if rounds == 1:
                return self._seat(tables, tables, everybody, dict(self._sizes), 1)
            # Who may rest has perhaps nobody left to meet.
            one = min(filter(mates.__getitem__, self._players), key=lambda one: len(mates[one]))
            two = min(
                mates[one],
                key=lambda other: (tables & self._has[one] & self._has[other]).bit_count(),
            )
            both = self._has[one] & self._has[two]
            for table in self._in_order(tables & both, tables):
                if self._take(table, tables, tables, everybody, self._sizes, rounds):
                    return True
            tables &= ~both
        self._dead.add(start)
        return False

    def _mates(self, tables: int, rounds: int) -> list[list[int]]:
        """With whom each player can still sit at one of the tables; empty where they are too few
        for so many rounds."""
        has = self._has
        mates: list[list[int]] = [[] for _ in has]
        for one in self._players:
            own = tables & has[one]
            if own:
                for two in range(one):
                    if own & has[two]:
                        mates[one].append(two)
                        mates[two].append(one)
        total = sum(map(len, mates))
        if total < self._pairs * rounds or min(map(len, mates)) < self._least * rounds:
            return []
        return mates

    def _in_order(self, choice: int, later: int) -> list[int]:
        """Return the tables to try, first those that leave the most tables for later rounds."""
        tables = []
        while choice:
            table = choice.bit_length() - 1
            choice ^= 1 << table
            tables.append(table)
        return sorted(tables, key=lambda it: (-(later & ~self._shared(it)[1]).bit_count(), it))

    def _shared(self, table: int) -> tuple[int, int]:
        """Return the tables with a player of a table; and those that it leaves no room for in later
        rounds, with two of its players, or small ones with one if it is small, or itself if it is a
        bye."""
        if table not in self._sharing:
            one = two = 0
            for player in self._players:
                if self._tables[table] >> player & 1:
                    two |= one & self._has[player]
                    one |= self._has[player]
            if self._small >> table & 1:
                two |= one & self._small
            two |= (1 << table) & self._byes
            self._sharing[table] = one, two
        return self._sharing[table]

    def _take(
        self, table: int, now: int, later: int, left: int, sizes: dict[int, int], rounds: int
    ) -> bool:
        """Return whether the rounds can be finished with this table in the present one."""
        self._budget.spend(self._step)
        players = self._tables[table]
        one, two = self._shared(table)
        now, later = now & ~one, later & ~two
        size = players.bit_count()
        sizes = {**sizes, size: sizes[size] - 1}
        if not sizes[size]:
            now &= ~self._of_size[size]
        return self._seat(now, later, left & ~players, sizes, rounds)

    def _seat(self, now: int, later: int, left: int, sizes: dict[int, int], rounds: int) -> bool:
        """Return whether the players who are left fill the present round, and the others can
        follow.

        The player with the fewest tables to choose from comes first.
        """
        if not left:
            return self._rounds(later, rounds - 1)
        if rounds > 2 and not self._mates(later, rounds - 1):
            return False
        fewest = -1
        for player in self._players:
            if left >> player & 1:
                count = (now & self._has[player]).bit_count()
                if not count:
                    return False
                if fewest < 0 or count < fewest:
                    fewest, choice = count, now & self._has[player]
        return any(
            self._take(table, now, later, left, sizes, rounds)
            for table in self._in_order(choice, later)
        )


def bits(flags: Sequence[int]) -> int:
    """Return a whole number whose bit 0 is the first flag: 0b110 of 0, 1, 1."""
    return int(b"0" + bytes(flags)[::-1].translate(_DIGITS), 2)

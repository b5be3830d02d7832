"""How good a pairing is, and how good any pairing could have been (event-json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise

from runner.pairing.state import Entrant, State
from runner.snapshot import Certificate, PairedTable

_NAMED = 6  # how many names a note lists
_PROVED = "It is proved that no other way to fill the tables keeps to the rules better."


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


def least_difference(values: Sequence[Fraction], sizes: Sequence[int]) -> Fraction:
    """The least that differences within tables of those sizes can add up to, over all ways to
    fill them.

    Between two neighbouring values, each pair that is parted by the gap spans it; `least_split`
    tells how many pairs that is at least for each gap. `values` are as many as there are seats.
    """
    least = least_split(sizes)
    total = Fraction(0)
    for below, (low, high) in enumerate(pairwise(sorted(values)), start=1):
        if high > low:
            total += (high - low) * least[below]
    return total


def certify(
    state: State,
    tables: Sequence[PairedTable],
    byes: Sequence[str],
    *,
    proved: bool,
    notes: Sequence[str] = (),
) -> Certificate:
    """The certificate of a whole round, tables filled by hand included.

    `proved` tells that the search has ruled out anything better, in the order of the aims.
    Optimal is also proved where nothing is left to be wished: no conflict of any kind, and
    differences of points at their lower bound, with every bye where the rules want it.
    """
    found = _Findings(state, tables, byes)
    mismatch, bound = found.mismatch, found.lower_bound
    clean = not (found.met or found.small_again or found.apart or found.clashing)
    return Certificate(
        repeated_pairs=len(found.met),
        small_pod_repeats=len(found.small_again),
        points_mismatch=mismatch,
        lower_bound=bound,
        proved_optimal=proved or (clean and mismatch == bound and found.byes_in_turn),
        notes=(*found.notes, *notes, *([_PROVED] if proved and mismatch > bound else [])),
    )


class _Findings:
    """What a round has that it should not have, each as pairs of ids or as ids."""

    def __init__(self, state: State, tables: Sequence[PairedTable], byes: Sequence[str]) -> None:
        self._state = state
        self._players = {player.id: player for player in state.players}
        self._byes = [each for each in byes if each not in state.byes]
        self._tables = [[self._players[each] for each in table.seats] for table in tables]
        placed = {number for number, _ in state.placed}
        self._free = [
            players
            for table, players in zip(tables, self._tables, strict=True)
            if table.number not in placed
        ]
        pairs = [pair for players in self._tables for pair in combinations(players, 2)]
        self.met = [
            (one, two) for one, two in pairs if two.id in one.opponents or one.id in two.opponents
        ]
        self.apart = [(one, two) for one, two in pairs if _keep_apart(one, two)]
        self.clashing = [
            (one, two)
            for one, two in pairs
            if one.fixed_table and two.fixed_table and one.fixed_table != two.fixed_table
        ]
        self.small_again = [
            player
            for players in self._tables
            if len(players) < state.table_seats
            for player in players
            if player.small_pods
        ]

    @property
    def mismatch(self) -> Fraction:
        """The differences of points in all pairs at all tables."""
        return sum((_difference(players) for players in self._tables), Fraction(0))

    @property
    def lower_bound(self) -> Fraction:
        """The least that they could be, tables filled by hand and byes being as they are."""
        free = [player.points for players in self._free for player in players]
        sizes = [len(players) for players in self._free]
        by_hand = self.mismatch - sum(map(_difference, self._free))
        return by_hand + least_difference(free, sizes)

    @property
    def byes_in_turn(self) -> bool:
        """Whether nobody who plays had fewer byes, or as many and fewer points, than those who
        have been given one now."""
        turns = [(self._players[each].byes, self._players[each].points) for each in self._byes]
        playing = [(each.byes, each.points) for players in self._free for each in players]
        return not turns or not playing or max(turns) <= min(playing)

    @property
    def notes(self) -> list[str]:
        """A sentence for each kind of thing that could not be had."""
        again = [each for each in self._byes if self._players[each].byes]
        return [
            *_counted(_pairs(self.met), "1 pair meets again", "pairs meet again"),
            *_counted(
                [player.id for player in self.small_again],
                "1 player sits in a small pod again",
                "players sit in a small pod again",
            ),
            *_counted(
                _pairs(self.apart),
                "1 pair that was to be kept apart sits at one table",
                "pairs that were to be kept apart sit at one table",
            ),
            *_counted(again, "1 player has another bye", "players have another bye"),
        ]


def _keep_apart(one: Entrant, two: Entrant) -> bool:
    """Whether the organiser wants the two at different tables, if it can be."""
    named = two.id in one.keep_apart or one.id in two.keep_apart
    return named or (one.club != "" and one.club == two.club)


def _difference(players: Sequence[Entrant]) -> Fraction:
    return sum((abs(one.points - two.points) for one, two in combinations(players, 2)), Fraction(0))


def _pairs(pairs: Sequence[tuple[Entrant, Entrant]]) -> list[str]:
    return sorted(" and ".join(sorted((one.id, two.id))) for one, two in pairs)


def _counted(names: Sequence[str], one: str, many: str) -> list[str]:
    """ "2 pairs meet again: P001 and P007, P003 and P009." Nothing for none, never a long list."""
    if not names:
        return []
    listed = ", ".join(names[:_NAMED])
    rest = f", and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"{one if len(names) == 1 else f'{len(names)} {many}'}: {listed}{rest}."]

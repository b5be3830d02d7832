"""Small fields of matches: the best pairing that leaves the planned rounds possible.

With 6 players and 5 rounds, most ways to pair round 3 force a rematch later. So pairings are tried
in order of cost until one leaves the rounds to come possible without rematches and, where the field
is odd, without a second bye: the bye is an opponent like any other here (docs/rules.md 4, aim 1).
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice

from runner.pairing.feasibility import Budget, after, completable, unkept
from runner.pairing.matches.graph import WeightedEdge, ranked

LARGEST = 20  # players, or 19 and the bye; with more, a greedy round hardly ever spoils a later one
_PAIRINGS = 200  # looked at in all
_ONE_LOOK = 3_000  # matches tried to answer one question about the rounds to come
_ALL_LOOKS = 40_000  # matches tried in all; one takes some ten microseconds


@dataclass(frozen=True, slots=True)
class Ahead:
    """A pairing, as places in the list of edges, and how many rounds it leaves possible.

    `sure`: no pairing without more conflicts leaves more rounds possible, nor as many at less cost.
    `notes` are sentences for the organiser about rounds that cannot be kept possible.
    """

    chosen: list[int]
    rounds: int
    sure: bool
    notes: tuple[str, ...] = ()


def always_possible(met: Sequence[AbstractSet[int]], rounds: int) -> bool:
    """Return whether so many rounds after this one stay possible however this one is paired.

    Players who each may still meet at least half of the field can be matched (G. A. Dirac, 1952).
    """
    still = len(met) - 1 - max(map(len, met), default=0)
    return 2 * (still - rounds) >= len(met)


def leaving_rounds(
    met: Sequence[AbstractSet[int]],
    edges: Sequence[WeightedEdge],
    conflict: int,
    rounds: int,
    free: str = "free of repeats",
) -> Ahead:
    """Return the pairing of least cost among those that leave the most of so many rounds possible.

    `met[node]` are those whom a player has met, the bye included as the last node of an odd
    field. `edges` can make a pairing of them in which nobody meets again; `conflict` is the least
    cost that is a conflict, of which no pairing may have more than the best. `free` says in the
    notes what the rounds are to be.
    """
    search = _Search(met, edges, conflict)
    most = 0  # rounds that some pairing may leave, whatever its conflicts
    for number in range(rounds, 0, -1):
        if search.completable(number + 1, ()) is False:
            continue
        most = most or number
        chosen = search.first_leaving(number)
        if chosen is not None:
            notes = _limits(rounds, number, most, search.sure, free)
            return Ahead(chosen, number, search.sure, notes)
    notes = _limits(rounds, 0, most, search.sure, free)
    return Ahead(search.pairings[0], 0, search.sure, notes)


class _Search:
    """The pairings of one round, from the best, and what they leave."""

    def __init__(
        self, met: Sequence[AbstractSet[int]], edges: Sequence[WeightedEdge], conflict: int
    ) -> None:
        self._met = met
        self._edges = edges
        self._conflict = conflict
        self._ranked = islice(ranked(len(met), edges), _PAIRINGS + 1)
        self.pairings = [next(self._ranked)]
        self._left = _ALL_LOOKS
        self.sure = True

    def first_leaving(self, rounds: int) -> list[int] | None:
        """Return the best pairing that leaves so many rounds possible, or may do as far as is
        known."""
        for chosen in self._in_turn():
            answer = self.completable(rounds, chosen)
            if answer is not False:
                self.sure &= bool(answer)
                return chosen
        return None

    def completable(self, rounds: int, chosen: Sequence[int]) -> bool | None:
        """Return whether so many rounds can be played once these pairs have played too."""
        pairs = [self._edges[edge][:2] for edge in chosen]
        budget = Budget(min(_ONE_LOOK, max(0, self._left)))
        before = budget.left
        sizes = (2,) * (len(self._met) // 2)
        answer = completable(after(self._met, pairs), sizes, rounds, budget)
        self._left -= before - budget.left
        return answer

    def _in_turn(self) -> Iterator[list[int]]:
        """Yield the pairings without more conflicts than the best has, as many as may be
        looked at."""
        yield from self.pairings
        fewest = self._conflicts(self.pairings[0])
        for chosen in self._ranked:
            if self._conflicts(chosen) > fewest:
                return
            if len(self.pairings) == _PAIRINGS:
                self.sure = False
                return
            self.pairings.append(chosen)
            yield chosen

    def _conflicts(self, chosen: Sequence[int]) -> int:
        return sum(self._edges[edge][2] for edge in chosen) // self._conflict


def _limits(wanted: int, kept: int, most: int, sure: bool, free: str) -> tuple[str, ...]:
    """Return what cannot be had: `most` is a bound on what can, whatever the conflicts of this
    round."""
    if not (sure or most < wanted):
        return ()
    none = most < wanted and (most == kept or not sure)
    return unkept(wanted, kept, free, none=none, sure=sure)

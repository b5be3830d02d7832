"""Sizes of pods, byes and table numbers of a round (docs/rules.md 4; MAMTR 10.4A; GetPaird)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

from runner.core.seating import SeatedTable, Seating
from runner.pairing.state import Entrant, PairingInput
from runner.rules.ruleset import Ruleset

SMALLEST_POD = 3
LARGEST_POD = 5

_Split = tuple[tuple[int, int], ...]
"""A size of pods and how many there are of it, the largest first."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The seats of every table of a round, the largest first, and how many players have a bye."""

    tables: tuple[int, ...]
    byes: int = 0


def pod_sizes(players: int, standard: int, uneven: str, max_byes: int | None = None) -> Sizes:
    """Pods of the standard size, and what gives when the field doesn't divide by it.

    `uneven` is "small_pods" (23 players are 5 pods of 4 and one of 3), "byes" (five pods of 4
    and three byes) or "small_pods_then_byes" (byes only where no pods of 3 to 5 hold everybody
    without one larger than the standard). `max_byes` limits the byes of one round; None is no
    limit. Byes never leave the tables empty: two players or more always play, if need be at one
    table of two. A single player has a bye whatever the limit is.
    """
    if players < 2:
        return Sizes((), players)
    allowed = players if max_byes is None else max_byes
    every = range(min(allowed, standard - 1, players - 2) + 1)
    byes = min(
        every,
        key=lambda byes: _preference(_split(players - byes, standard), byes, standard, uneven),
        default=0,
    )
    pods = ((size,) * many for size, many in _split(players - byes, standard))
    return Sizes(tuple(chain.from_iterable(pods)), byes)


def _preference(split: _Split, byes: int, standard: int, uneven: str) -> tuple[int, ...]:
    """Return a sort key of a split, the best first; what the event gives up last comes first."""
    pairs = sum(many for size, many in split if size < SMALLEST_POD)
    larger = sum(many for size, many in split if size > standard)
    smaller = sum((standard - size) * many for size, many in split if size < standard)
    if uneven == "byes":
        return pairs, smaller + larger, byes
    if uneven == "small_pods_then_byes":
        return pairs, larger, byes, smaller
    return pairs, byes, larger, smaller


def _split(players: int, standard: int) -> _Split:
    """Pods of `standard` players and as few others as possible, the largest first.

    Pods are short by one seat each; where pods of 3 to 5 cannot be had that way, a pod takes one
    or two players more (5 players are one pod of 5). Two players are a table of two.
    """
    if players < SMALLEST_POD:
        return ((players, 1),)
    pods = -(-players // standard)
    if players < SMALLEST_POD * pods:
        pods = max(1, players // standard)
    smaller, larger_pods = divmod(players, pods)
    return (smaller + 1, larger_pods), (smaller, pods - larger_pods)


def numbered(
    tables: Sequence[Sequence[Entrant]], rules: Ruleset, taken: Collection[int]
) -> tuple[list[int], list[str]]:
    """Return a number for each table, given from the top one down, and notes on what could not be
    had.

    Numbers go up from the first table, or down from the last; gaps and `taken` ones are left out.
    A player with a fixed table pulls everybody at the table there, even into a gap, since tables
    are left out for such players; the better placed one has it where two want the same.
    """
    used = set(taken)
    fixed: dict[int, int] = {}
    notes: list[str] = []
    for at, players in enumerate(tables):
        for player in players:
            wanted = player.fixed_table
            if wanted is None or fixed.get(at) == wanted:
                continue
            if at in fixed or wanted in used:
                notes.append(f"{player.id} cannot sit at table {wanted}, which is taken.")
                continue
            fixed[at] = wanted
            used.add(wanted)
    free = _free(rules, used)
    return [fixed[at] if at in fixed else next(free) for at in range(len(tables))], notes


def seated_around(
    state: PairingInput, tables: Sequence[Sequence[str]], byes: Iterable[str]
) -> Seating:
    """Return the round with these tables, from the top one down, and these byes around what the
    organiser has set."""
    players = {player.id: player for player in state.players}
    at_tables = [[players[identity] for identity in seats] for seats in tables]
    numbers, _ = numbered(at_tables, state.ruleset, {table.number for table in state.placed})
    round_tables = (SeatedTable(*table) for table in zip(numbers, map(tuple, tables), strict=True))
    return Seating(tuple(sorted([*round_tables, *state.placed])), (*state.byes, *byes))


def _free(rules: Ruleset, used: Collection[int]) -> Iterator[int]:
    """Return the numbers that may be given, in order. Below table 1 there is none: numbers that go
    down then go on above the last table."""
    first = rules.first_table
    numbers = chain(range(first, 0, -1), count(first + 1))
    if rules.table_order == "up":
        numbers = chain(count(first))
    return (
        number
        for number in numbers
        if number not in used
        and not any(least <= number <= most for least, most in rules.table_gaps)
    )

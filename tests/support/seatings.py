"""Rounds for the tests of the certificate: any history, any tables, and all ways to fill them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from runner.core.phase import Mode
from runner.core.seating import SeatedTable
from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import pod_sizes
from tests.support.states import state_of

Arrangement = tuple[tuple[Entrant, ...], ...]


@dataclass(frozen=True)
class Seated:
    """A state, and tables that nobody has thought about."""

    state: PairingInput
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...] = ()

    @property
    def players(self) -> dict[str, Entrant]:
        return {player.id: player for player in self.state.players}

    @property
    def at_tables(self) -> list[list[Entrant]]:
        return [[self.players[each] for each in table.seats] for table in self.tables]

    @property
    def free(self) -> list[list[Entrant]]:
        placed = {number for number, _ in self.state.placed}
        return [
            players
            for table, players in zip(self.tables, self.at_tables, strict=True)
            if table.number not in placed
        ]

    def arrangements(self) -> Iterator[Arrangement]:
        """Every way to fill the free tables with the players who are at them now."""
        sizes = [len(players) for players in self.free]
        return splits(tuple(each for players in self.free for each in players), sizes)


def splits(left: tuple[Any, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Every way to part those who are left into pods of these sizes, in order."""
    if not sizes:
        yield ()
        return
    for pod in combinations(left, sizes[0]):
        rest = tuple(each for each in left if each not in pod)
        yield from ((pod, *others) for others in splits(rest, sizes[1:]))


def seated(
    players: tuple[Entrant, ...], *tables: str, mode: Mode = Mode.MULTIPLAYER,
    byes: tuple[str, ...] = (), placed: tuple[int, ...] = (), method: str = "swiss",
) -> Seated:  # fmt: skip
    """Tables 1, 2, ... with ids that are written with spaces between; `placed` ones by hand."""
    made = tuple(
        SeatedTable(number, tuple(seats.split())) for number, seats in enumerate(tables, start=1)
    )
    by_hand = tuple(table for table in made if table.number in placed)
    state = state_of(players, mode, number=5, settings={"method": method}, placed=by_hand)
    return Seated(state, made, byes)


@st.composite
def rounds(draw: st.DrawFn, most: int = 9) -> Seated:
    """Any history at all, and any tables."""
    mode = draw(st.sampled_from((Mode.MULTIPLAYER, Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD)))
    count = draw(st.integers(2, most))
    ids = [f"P{at}" for at in range(count)]
    pairs = list(combinations(ids, 2))
    met = draw(st.lists(st.sampled_from(pairs), max_size=len(pairs)))
    apart = draw(st.lists(st.sampled_from(pairs), max_size=3))
    fixed = st.one_of(st.none(), st.none(), st.none(), st.integers(1, 3))
    players = tuple(
        Entrant(
            each, Fraction(draw(st.integers(0, 3)), draw(st.sampled_from((1, 1, 2)))),
            opponents=tuple(b if a == each else a for a, b in met if each in (a, b)),
            seats=tuple(draw(st.lists(st.integers(1, 4), max_size=5))),
            small_pods=draw(st.integers(0, 2)), byes=draw(st.integers(0, 1)),
            club=draw(st.sampled_from(("", "", "Red", "Blue"))), fixed_table=draw(fixed),
            keep_apart=tuple(b for a, b in apart if a == each),
        )
        for each in ids
    )  # fmt: skip
    order = draw(st.permutations(ids))
    sizes = [2] * (count // 2) if mode is Mode.HEAD_TO_HEAD else pod_sizes(count, 4, "byes").tables
    tables = []
    for number, size in enumerate(sizes, start=1):
        tables.append(SeatedTable(number, tuple(order[:size])))
        order = order[size:]
    chosen = tables if draw(st.integers(0, 4)) == 0 else []
    by_hand = tuple(chosen[:1])
    given = tuple(order[:1]) if draw(st.booleans()) else ()
    return Seated(
        state_of(players, mode, number=4, placed=by_hand, byes=given), tuple(tables), tuple(order)
    )

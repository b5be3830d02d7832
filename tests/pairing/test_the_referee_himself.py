"""The referee of `test_referee.py`, held against every way there is to fill the tables of a few."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from runner.pairing.engine import pair
from runner.pairing.state import Entrant, PairingInput
from tests.support.odd_states import random_state
from tests.support.referee import AIMS, Referee, worth
from tests.support.states import state_of

pytestmark = pytest.mark.thorough  # left out of make quick

Tables = tuple[tuple[str, ...], ...]


@pytest.mark.parametrize("seed", range(40))
def test_he_finds_better_tables_where_there_are_any_and_only_there(seed: int) -> None:
    chance = random.Random(seed)
    state = random_state(chance, 10)
    result = pair(state)
    order = [player for table in result.tables for player in table.seats]
    sizes = [len(table.seats) for table in result.tables]
    best = min(worth(state, tables) for tables in every_way(state, sizes, result.byes))
    for _ in range(3):
        tables = filled(order, sizes)
        made, better = worth(state, tables), Referee(state, tables, result.byes).better()
        assert (better is not None) == (made > best)
        assert better is None or best <= better < made
        one, two = chance.sample(range(len(order)), 2)
        order[one], order[two] = order[two], order[one]


def filled(order: Sequence[str], sizes: Sequence[int]) -> Tables:
    players = iter(order)
    return tuple(tuple(next(players) for _ in range(size)) for size in sizes)


def every_way(state: PairingInput, sizes: Sequence[int], byes: Sequence[str]) -> Iterator[Tables]:
    """All tables, whoever of those who are as much entitled rests."""
    turn = {player.id: (player.byes, player.points) for player in state.players}
    wanted = sorted(turn[player] for player in byes)
    for resting in combinations(turn, len(byes)):
        if sorted(turn[player] for player in resting) == wanted:
            yield from splits(tuple(each for each in turn if each not in resting), sizes)


def splits(players: tuple[str, ...], sizes: Sequence[int]) -> Iterator[Tables]:
    """All ways to seat players at tables of those sizes."""
    if not players:
        yield ()
    for size in {*sizes}:
        for others in combinations(players[1:], size - 1):
            pod = (players[0], *others)
            left = [*sizes]
            left.remove(size)
            rest = tuple(player for player in players if player not in pod)
            yield from ((pod, *more) for more in splits(rest, left))


def test_he_counts_a_pair_once_however_often_it_met_and_for_whatever_reasons() -> None:
    players = (
        Entrant("A", Fraction(7), opponents=("B", "B"), club="Ems", small_pods=2),
        Entrant("B", Fraction(1), opponents=("A", "A"), club="Ems", keep_apart=("A", "C")),
        Entrant("C", Fraction(0), fixed_table=2),
        Entrant("D", Fraction(0), fixed_table=3),
    )
    counted = dict(zip(AIMS, worth(state_of(players), [["A", "B", "C"]]), strict=True))
    assert counted == {
        "fixed tables": 0, "repeats": 1, "small again": 1, "kept apart": 2, "small low": 8,
        "differences": 14,
    }  # fmt: skip
    counted = dict(zip(AIMS, worth(state_of(players), [["A", "B", "C", "D"]]), strict=True))
    assert counted == {
        "fixed tables": 1, "repeats": 1, "small again": 0, "kept apart": 2, "small low": 0,
        "differences": 22,
    }  # fmt: skip

"""Very small fields of every kind are paired without an exception, 100,000 of them under soak."""

from fractions import Fraction

import pytest

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable
from runner.pairing.engine import pair
from runner.pairing.field import field_of
from runner.pairing.matches import match_up
from runner.pairing.methods import Objectives, bye_turns
from runner.pairing.state import Entrant, PairingInput
from tests.support.soak import SOAKING
from tests.support.states import state_of

pytestmark = pytest.mark.thorough  # left out of make quick

PARTS = 10
FIELDS = (100_000 if SOAKING else 1_000) // PARTS


def _state(chance: Stream) -> PairingInput:
    """Any state of 1 to 9 players: whoever they met, dropped players among them, byes given,
    tables filled by hand, clubs, avoidances, fixed tables, and any method."""
    count = 1 + chance.below(9)
    everybody = [f"P{at}" for at in range(1, count + 1 + chance.below(4))]
    rounds = chance.below(12)
    players = tuple(
        Entrant(
            player,
            Fraction(chance.below(9), 1 + chance.below(2)),
            opponents=tuple(
                chance.choice([each for each in everybody if each != player] or ["P99"])
                for _ in range(chance.below(rounds + 1))
            ),
            byes=max(0, chance.below(5) - 2),
            club=chance.choice(("", "", "Ems", "Isar")),
            fixed_table=chance.choice((None, None, None, 1, 2, 7)),
            keep_apart=(chance.choice(everybody),) if chance.below(3) == 0 else (),
            rank=None if chance.below(4) == 0 else at,
        )
        for at, player in enumerate(everybody[:count], start=1)
    )
    ids = chance.shuffled([player.id for player in players])
    byes = tuple(ids.pop() for _ in range(min(len(ids), max(0, chance.below(5) - 2))))
    placed = []
    if len(ids) > 1 and chance.below(4) == 0:
        placed = [SeatedTable(chance.choice((1, 3)), (ids.pop(), ids.pop()))]
    return state_of(
        players, Mode.HEAD_TO_HEAD, rounds + 1, f"tiny {chance.below(1000)}",
        {"method": chance.choice(("swiss", "swiss", "random", "power", "bubble"))},
        rounds=chance.choice((None, rounds + 1, rounds + 3, rounds + 9)), placed=tuple(placed),
        byes=byes,
    )  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_everybody_of_a_tiny_field_sits_exactly_once(part: int) -> None:
    chance = Stream("tiny states", part)
    for _ in range(FIELDS):
        state = _state(chance)
        result = pair(state)
        seated = [player for table in result.tables for player in table.seats]
        assert sorted([*seated, *result.byes]) == sorted(player.id for player in state.players)
        assert all(len(table.seats) == 2 for table in result.tables)
        assert len(result.byes) == len(state.byes) + len(state.free) % 2
        assert {(table.number, frozenset(table.seats)) for table in result.tables} >= {
            (number, frozenset(seats)) for number, seats in state.placed
        }


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_looking_ahead_seats_everybody_of_a_tiny_field_exactly_once(part: int) -> None:
    chance = Stream("tiny states ahead", part)
    for _ in range(FIELDS):
        players = sorted(_state(chance).players, key=lambda each: -each.points)
        turns = [[players.index(each) for each in equals] for equals in bye_turns(players, 2)]
        found = match_up(field_of(players), turns, Objectives(), Stream("ahead"), chance.below(12))
        bye = [] if found.bye is None else [found.bye]
        assert sorted([*bye, *(each for match in found.pairs for each in match)]) == list(
            range(len(players))
        )

"""The same tables on every machine, and in every version that calls its way by the same number."""

from hashlib import sha256
from itertools import islice

import pytest

from runner.core.phase import Mode
from runner.ledger.seal import canonical
from runner.pairing.engine import ALGORITHM
from tests.support.states import event

pytestmark = pytest.mark.thorough  # left out of make quick

PODS, TWO = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD
DRAWN: dict[str, dict[tuple[Mode, int, int], str]] = {
    "9": {
        (PODS, 9, 3): "c35a8c3b8b2afcd1", (PODS, 16, 5): "68895fc5b3011fc3",
        (PODS, 40, 5): "02649aec9fd0a2a9", (PODS, 62, 5): "020d914288654d17",
        (PODS, 150, 4): "91b866db73c97c87", (TWO, 8, 5): "2b87098d3433af46",
        (TWO, 33, 6): "159c9653a83c4cbc", (TWO, 120, 5): "d32e11b855c839bc",
    }
}  # fmt: skip
"""For each number, mode, players and rounds: the beginning of the SHA-256 of all tables and byes.
Where the same states are to be paired otherwise, `ALGORITHM` goes up, and what it draws then is
written down here: a ledger says by which number each of its rounds was drawn."""


@pytest.mark.parametrize(("mode", "players", "rounds"), [
    (PODS, 9, 3), (PODS, 16, 5), (PODS, 40, 5), (PODS, 62, 5), (PODS, 150, 4),
    (TWO, 8, 5), (TWO, 33, 6), (TWO, 120, 5),
])  # fmt: skip
def test_what_was_drawn_by_this_number_is_drawn_again(
    mode: Mode, players: int, rounds: int
) -> None:
    drawn = [
        [[[table.number, table.seats] for table in result.tables], result.byes]
        for _, result in islice(event(players, mode), rounds)
    ]
    found = sha256(canonical(drawn).encode()).hexdigest()[:16]
    assert found == DRAWN[ALGORITHM][(mode, players, rounds)]

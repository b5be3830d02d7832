"""Tiny fields under every rule: each state is paired, and everybody has exactly one place."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from runner.core.phase import Mode
from runner.core.seating import SeatedTable
from runner.pairing.engine import pair
from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import pod_sizes
from tests.support.soak import SOAKING
from tests.support.states import everybody, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

BATCHES = 100
STATES = 1_000 if SOAKING else 20  # of each batch
PERMUTED = STATES // 10


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(0, BATCHES, 10))
def test_every_tiny_state_gives_everybody_a_seat_or_a_bye(batch: int) -> None:
    for number in range(batch * STATES, (batch + 10) * STATES):
        state = random_state(random.Random(number))
        result = pair(state)
        present = sorted(player.id for player in state.players)
        assert everybody(result) == present, f"state {number}"
        assert set(state.byes) <= set(result.byes)
        placed = {table.number: table.seats for table in result.tables}
        assert len(placed) == len(result.tables), f"state {number}"
        assert all(placed[table] == seats for table, seats in state.placed)


@pytest.mark.soak
def test_tables_have_the_sizes_of_the_rule() -> None:
    for number in range(BATCHES * PERMUTED):
        state = random_state(random.Random(number))
        result = pair(state)
        by_hand = {table for table, _ in state.placed}
        sizes = [len(table.seats) for table in result.tables if table.number not in by_hand]
        free, rules = len(state.free), state.ruleset
        wanted = pod_sizes(free, rules.pod_size, rules.uneven, rules.max_byes).tables
        if state.mode != Mode.MULTIPLAYER:
            wanted = (2,) * (free // 2)
        assert sorted(sizes) == sorted(wanted), f"state {number}"


@pytest.mark.soak
def test_players_in_another_order_sit_at_the_same_tables() -> None:
    for number in range(BATCHES * PERMUTED):
        state = random_state(random.Random(number))
        mixed = list(state.players)
        random.Random(-number).shuffle(mixed)
        assert pair(replace(state, players=tuple(mixed))) == pair(state), f"state {number}"


def random_state(chance: random.Random) -> PairingInput:
    """One to nine players of whom anything may be told, and any rules."""
    count = chance.randint(1, 9)
    mode = chance.choice([Mode.MULTIPLAYER, Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
    ids = [f"P{at:02}" for at in range(count)]
    ranks = chance.sample(range(1, 20), count) if chance.random() < 0.5 else [None] * count
    players = tuple(
        _player(identity, rank, ids, chance) for identity, rank in zip(ids, ranks, strict=True)
    )
    placed, byes = _by_hand(ids, chance)
    rounds = chance.choice([None, 3, 5, 9])
    number = chance.randint(1, rounds or 7)
    settings = _settings(mode, chance)
    seed = str(chance.random())
    return state_of(players, mode, number, seed, settings, rounds, placed, byes)


def _player(identity: str, rank: int | None, ids: list[str], chance: random.Random) -> Entrant:
    """A player with any past; some of those met have dropped."""
    others = [*ids, "gone", "dropped"]
    others.remove(identity)
    return Entrant(
        identity,
        points=Fraction(chance.choice([0, 0, 1, 5, 6, 7, 14]), chance.choice([1, 1, 1, 3])),
        tiebreakers=tuple(Fraction(chance.randint(0, 3), 3) for _ in range(chance.randint(0, 2))),
        opponents=tuple(chance.choice(others) for _ in range(chance.choice([0, 1, 3, 6, 12]))),
        seats=tuple(chance.randint(1, 5) for _ in range(chance.randint(0, 6))),
        small_pods=chance.choice([0, 0, 1, 2]),
        byes=chance.choice([0, 0, 0, 1, 3]),
        club=chance.choice(["", "", "Ems", "Lahn"]),
        fixed_table=chance.choice([None, None, None, None, 1, 2, 40]),
        keep_apart=tuple(chance.sample(others, min(len(others), chance.choice([0, 0, 1, 3])))),
        rank=rank,
    )


def _by_hand(
    ids: list[str], chance: random.Random
) -> tuple[tuple[SeatedTable, ...], tuple[str, ...]]:
    """Tables filled and byes given by hand, if any."""
    rest = chance.sample(ids, len(ids))
    byes = tuple(rest.pop() for _ in range(chance.choice([0, 0, 0, 1, 2])) if rest)
    placed = []
    for table in chance.sample(range(1, 6), chance.choice([0, 0, 0, 1, 2])):
        if seats := tuple(rest.pop() for _ in range(chance.randint(1, 5)) if rest):
            placed.append(SeatedTable(table, seats))
    return tuple(placed), byes


def _settings(mode: Mode, chance: random.Random) -> dict[str, object]:
    settings: dict[str, object] = {
        "method": chance.choice(["swiss", "swiss", "random", "power", "bubble"]),
        "uneven": chance.choice(["small_pods", "byes", "small_pods_then_byes"]),
        "seats": chance.choice(["balanced", "random", "top_seed_first", "sliding_window"]),
        "table_order": chance.choice(["up", "down"]),
        "first_table": chance.choice([1, 1, 7]),
        "last_round_by_standing": chance.random() < 0.2,
    }
    if mode == Mode.MULTIPLAYER:
        settings["pod_size"] = chance.choice([3, 4, 4, 5])
    if chance.random() < 0.3:
        settings["max_byes"] = chance.randint(0, 4)
    return settings

"""What is called proved, held against a referee who knows nothing of the engine.

`make soak` looks at 10,000 states made up from chance, 500 constructed ones, and 300 rounds of
events; a test of a few of each is part of `make test`.
"""

from __future__ import annotations

import os
import random
from itertools import islice

import pytest

from runner.pairing.engine import Result, pair, with_bound
from runner.pairing.state import State
from tests.support.odd_states import one_pair_or_two, random_state
from tests.support.referee import Referee, filled
from tests.support.states import event

pytestmark = [pytest.mark.thorough, pytest.mark.soak]  # left out of make quick

SOAKING = "RUNNER_SOAK" in os.environ
BATCHES = range(20)
RANDOM, CONSTRUCTED, EVENTS = (500, 25, 6) if SOAKING else (4, 1, 1)  # of each batch


@pytest.mark.parametrize("batch", BATCHES)
def test_no_state_of_chance_is_called_proved_that_is_not(batch: int) -> None:
    for number in range(batch * RANDOM, (batch + 1) * RANDOM):
        chance = random.Random(number)
        largest = 60 if SOAKING and not number % 50 else 22 if not number % 4 else 18
        _judge(random_state(chance, largest, 8), f"state {number}")


@pytest.mark.parametrize("batch", BATCHES)
def test_pairs_are_counted_and_not_times_or_reasons(batch: int) -> None:
    for number in range(batch * CONSTRUCTED, (batch + 1) * CONSTRUCTED):
        largest = 60 if SOAKING and not number % 10 else 32
        state = one_pair_or_two(random.Random(number), 25, largest)
        certificate = _judge(state, f"constructed {number}").certificate
        assert certificate.repeated_pairs <= 4
        assert certificate.club_clashes <= 4


def _judge(state: State, name: str) -> Result:
    result = with_bound(state, pair(state))
    if result.certificate.proved_optimal:
        assert not _bettered(state, result), name
    return result


def _bettered(state: State, result: Result) -> bool:
    """Whether the referee has something better; now and then there is no end to the search."""
    tables = filled(state, result)
    try:
        return bool(tables) and Referee(state, tables).better() is not None
    except TimeoutError:
        return False


@pytest.mark.parametrize("batch", BATCHES)
def test_no_round_of_17_to_45_players_can_be_bettered(batch: int) -> None:
    """And each is called proved. What lies ahead is left out: the events do not say how long they
    are."""
    for number in range(batch * EVENTS, (batch + 1) * EVENTS):
        players = 17 + number % (29 if SOAKING else 12)
        for state, result in islice(event(players, seed=f"referee {number}"), 1, 2 + number % 4):
            assert result.certificate.proved_optimal, f"event {number}, round {state.round}"
            assert not _bettered(state, result)

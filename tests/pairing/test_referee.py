"""What is called proved, held against a referee who knows nothing of the engine. `make soak` looks
at 10,000 states made up from chance, 500 constructed ones, and the 300 rounds of 120 events; a test
of a few of each is part of `make test`. States are known by number: to look at one again, give it
to `odder_state` or `one_pair_or_two`."""

import random
from dataclasses import dataclass, field
from itertools import islice

import pytest

from runner.pairing.engine import Result, pair, with_bound
from runner.pairing.state import PairingInput
from tests.support.odd_states import odder_state, one_pair_or_two
from tests.support.referee import UndecidedError, bettered
from tests.support.soak import SOAKING
from tests.support.states import event

pytestmark = [pytest.mark.thorough, pytest.mark.soak]  # left out of make quick

BATCHES = range(20)
RANDOM, CONSTRUCTED, EVENTS = (500, 25, 6) if SOAKING else (4, 1, 1)  # of each batch


@dataclass
class Court:
    """Judges rounds; a search of the referee's without an end is counted: one in 200 at most."""

    judged: int = 0
    proved: int = 0
    undecided: list[str] = field(default_factory=list)

    def judge(self, state: PairingInput, result: Result, name: str) -> None:
        """Hold a round that is called proved against the referee."""
        self.judged += 1
        if not result.certificate.proved_optimal:
            return
        self.proved += 1
        try:
            assert bettered(state, result) is None, name
        except UndecidedError:
            self.undecided.append(name)

    def close(self) -> None:
        """Told at the end of a batch."""
        assert self.proved > self.judged / 2
        assert len(self.undecided) <= self.judged / 200, self.undecided


@pytest.mark.parametrize("batch", BATCHES)
def test_no_state_of_chance_is_called_proved_that_is_not(batch: int) -> None:
    court = Court()
    for number in range(batch * RANDOM, (batch + 1) * RANDOM):
        state = odder_state(number)
        court.judge(state, with_bound(state, pair(state)), f"state {number}")
    court.close()


@pytest.mark.parametrize("batch", BATCHES)
def test_pairs_are_counted_and_not_times_or_reasons(batch: int) -> None:
    court = Court()
    for number in range(batch * CONSTRUCTED, (batch + 1) * CONSTRUCTED):
        largest = 60 if SOAKING and not number % 10 else 32
        state = one_pair_or_two(random.Random(number), 25, largest)
        result = with_bound(state, pair(state))
        court.judge(state, result, f"constructed {number}")
        assert result.certificate.repeated_pairs <= 4
        assert result.certificate.club_clashes <= 4
    court.close()


@pytest.mark.parametrize("batch", BATCHES)
def test_no_round_of_17_to_45_players_can_be_bettered(batch: int) -> None:
    """And each is called proved. What lies ahead is left out: the events do not say how long they
    are."""
    court = Court()
    for number in range(batch * EVENTS, (batch + 1) * EVENTS):
        players = 17 + number % (29 if SOAKING else 12)
        for state, result in islice(event(players, seed=f"referee {number}"), 1, 2 + number % 4):
            assert result.certificate.proved_optimal, f"event {number}, round {state.round}"
            court.judge(state, result, f"event {number}, round {state.round}")
    court.close()

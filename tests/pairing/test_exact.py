"""Small fields of pods against an exact solver that shares nothing with the engine."""

import random
from collections.abc import Sequence
from itertools import combinations, islice

import pytest

from runner.pairing.engine import pair
from runner.pairing.state import Entrant
from tests.support.odd_states import random_state
from tests.support.soak import SOAKING
from tests.support.states import event

pytestmark = pytest.mark.thorough  # left out of make quick

STATES = 500 if SOAKING else 80
BATCH = 20
LARGEST = 16  # players
AIMS = ("clashes", "repeats", "small pods again", "avoided", "low", "mismatch")
BASE = 1 << 24  # more than any aim of a small field adds up to


@pytest.mark.parametrize(("number", "players", "round_"), [(54, 42, 4), (67, 26, 5)])
def test_work_is_left_for_the_proof(number: int, players: int, round_: int) -> None:
    """Where some must sit in a small pod again, no work is spent on sparing all of them; where
    better pods are found, on the choice among those that are as good."""
    *_, (_, result) = islice(event(players, seed=f"referee {number}"), round_)
    assert result.certificate.proved_optimal


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, STATES, BATCH))
def test_no_way_to_fill_the_pods_is_better_on_any_aim(first: int) -> None:
    for number in range(first, first + BATCH):
        state = random_state(random.Random(number), LARGEST)
        result = pair(state)
        byes = set(result.byes)
        players = [player for player in state.players if player.id not in byes]
        entrants = {player.id: player for player in players}
        pods = [[entrants[each] for each in table.seats] for table in result.tables]
        made = sum(packed(pod, state.ruleset.pod_size) for pod in pods)
        least = least_cost(players, sorted(map(len, pods)), state.ruleset.pod_size)
        assert unpacked(made) == unpacked(least), f"state {number}"
        assert result.certificate.repeated_pairs == unpacked(made)["repeats"]
        assert result.certificate.small_pod_repeats == unpacked(made)["small pods again"]


def packed(pod: Sequence[Entrant], standard: int) -> int:
    """The aims of one pod, counted from scratch, as one number: the first weighs most."""
    pairs = list(combinations(pod, 2))
    small = pod if len(pod) < standard else ()
    aims = (
        sum(
            None not in (a.fixed_table, b.fixed_table) and a.fixed_table != b.fixed_table
            for a, b in pairs
        ),
        sum(b.id in a.opponents or a.id in b.opponents for a, b in pairs),
        sum(player.small_pods > 0 for player in small),
        sum(
            a.club == b.club != "" or b.id in a.keep_apart or a.id in b.keep_apart for a, b in pairs
        ),
        int(sum(player.points for player in small)),
        int(sum(abs(a.points - b.points) for a, b in pairs)),
    )
    total = 0
    for aim in aims:
        total = total * BASE + aim
    return total


def unpacked(total: int) -> dict[str, int]:
    found = {}
    for name in reversed(AIMS):
        total, found[name] = divmod(total, BASE)
    return dict(reversed(found.items()))


def least_cost(players: Sequence[Entrant], sizes: Sequence[int], standard: int) -> int:
    """The least that any split into pods of those sizes costs: the best way to seat each set of
    players that can be left is found once, the first of them in every pod that there is."""
    costs = [
        {sum(1 << at for at in pod): packed([players[at] for at in pod], standard) for pod in pods}
        for size in sorted(set(sizes))
        if (pods := list(combinations(range(len(players)), size)))
    ]
    of_first: list[list[tuple[int, int]]] = [[] for _ in players]
    for by_pod in costs:
        for pod, cost in by_pod.items():
            of_first[(pod & -pod).bit_length() - 1].append((pod, cost))
    known: dict[tuple[int, tuple[int, ...]], int | None] = {(0, ()): 0}

    def least(left: int, sizes: tuple[int, ...]) -> int | None:
        if (left, sizes) not in known:
            best = None
            for pod, cost in of_first[(left & -left).bit_length() - 1]:
                if pod & ~left or pod.bit_count() not in sizes:
                    continue
                at = sizes.index(pod.bit_count())
                rest = least(left & ~pod, sizes[:at] + sizes[at + 1 :])
                if rest is not None and (best is None or cost + rest < best):
                    best = cost + rest
            known[left, sizes] = best
        return known[left, sizes]

    total = least((1 << len(players)) - 1, tuple(sizes))
    assert total is not None
    return total

"""Small fields of pods against an exact solver that shares nothing with the engine."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from runner.pairing.engine import pair
from runner.pairing.field import field_of
from runner.pairing.methods import Aims, by_standing
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.exhaustive import best_below
from runner.pairing.sizes import pod_sizes
from runner.pairing.state import Entrant, State
from tests.support.states import state_of

pytestmark = pytest.mark.thorough  # left out of make quick

SOAKING = "RUNNER_SOAK" in os.environ
STATES = 500 if SOAKING else 80
BATCH = 20
LARGEST = 16  # players
AIMS = ("clashes", "repeats", "meetings again", "small pods again", "avoided", "mismatch")
BASE = 1 << 24  # more than any aim of a small field adds up to


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


@pytest.mark.parametrize("number", range(100, 112))
def test_a_search_below_a_limit_finds_the_best_or_proves_that_there_is_none(number: int) -> None:
    state = random_state(random.Random(number), 12)
    standard = state.ruleset.pod_size
    players = by_standing(state.players)
    sizes = pod_sizes(len(players), standard, "small_pods").tables
    cost = Cost(field_of(players), standard, Aims())
    limit = 2 * cost.pod(range(len(players))) + cost.conflict
    pods, proved = best_below(cost, sizes, limit, 50_000)
    assert proved
    assert pods
    found = sum(packed([players[at] for at in pod], standard) for pod in pods)
    assert found == least_cost(players, sizes, standard)
    assert best_below(cost, sizes, sum(map(cost.pod, pods)), 50_000) == (None, True)


def packed(pod: Sequence[Entrant], standard: int) -> int:
    """The aims of one pod, counted from scratch, as one number: the first weighs most."""
    pairs = list(combinations(pod, 2))
    times = [max(a.opponents.count(b.id), b.opponents.count(a.id)) for a, b in pairs]
    aims = (
        sum(
            None not in (a.fixed_table, b.fixed_table) and a.fixed_table != b.fixed_table
            for a, b in pairs
        ),
        sum(map(bool, times)),
        sum(times),
        sum(player.small_pods > 0 for player in pod if len(pod) < standard),
        sum(a.club == b.club != "" for a, b in pairs)
        + sum(b.id in a.keep_apart or a.id in b.keep_apart for a, b in pairs),
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


def random_state(chance: random.Random, largest: int) -> State:
    """Five players or more with any history: pods of chance, byes, drops, clubs and wishes."""
    count = chance.randint(5, largest)
    standard = chance.choice([3, 4, 4, 4, 5])
    players = [
        Entrant(
            f"P{at:02}",
            club=chance.choice(["", "", "", "Ems", "Lahn"]) if chance.random() < 0.5 else "",
            fixed_table=chance.choice([1, 2]) if chance.random() < 0.05 else None,
            keep_apart=tuple(f"P{chance.randrange(count):02}" for _ in range(chance.randint(0, 1))),
        )
        for at in range(count)
    ]
    for _ in range(chance.randint(0, 5)):
        chance.shuffle(players)
        players = list(_played(players, standard, chance))
    uneven = chance.choice(["small_pods", "small_pods", "byes", "small_pods_then_byes"])
    settings = {"uneven": uneven, "pod_size": standard}
    if chance.random() < 0.3:
        settings["max_byes"] = chance.randint(0, 2)
    present = players[: max(5, count - chance.choice([0, 0, 1, 2]))]
    return state_of(tuple(present), number=chance.randint(2, 7), settings=settings)


def _played(players: Sequence[Entrant], standard: int, chance: random.Random) -> Iterator[Entrant]:
    """The players after a round of pods of chance; those who are left over have a bye."""
    at = 0
    while at < len(players):
        pod = players[at : at + standard - (chance.random() < 0.3 and standard > 3)]
        at += len(pod)
        winner = chance.randrange(len(pod) + 1)
        for seat, player in enumerate(pod):
            gained = 5 if seat == winner else int(winner == len(pod))
            if len(pod) < 3:
                yield replace(player, points=player.points + 5, byes=player.byes + 1)
                continue
            yield replace(
                player,
                points=player.points + Fraction(gained),
                opponents=(*player.opponents, *(each.id for each in pod if each is not player)),
                seats=(*player.seats, seat + 1),
                small_pods=player.small_pods + (len(pod) < standard),
            )

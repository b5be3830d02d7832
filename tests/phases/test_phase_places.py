from dataclasses import replace

import pytest

from runner.phases.elimination.playoff_type import PlaceRange, places
from runner.phases.model import RoundContext
from runner.rules.ruleset import Ruleset
from tests.support.playoffs import MATCHES, PODS, TYPE, after, play, proposed, results, situation


def ended(now: RoundContext, field: int, gone: tuple[str, ...] = ()) -> list[PlaceRange]:
    ids = [str(seed) for seed in range(1, field + 1)]
    return places(ids, now.rounds, now.ruleset, pods=now.ruleset.pod_size > 2, left_event=gone)


def higher_seeds_win(size: int, rules: Ruleset) -> RoundContext:
    now = situation(size, rules)
    while (made := TYPE.propose(now)) is not None:
        now = after(now, made, results(made, [0] * len(made.pairing.tables)))
    return now


def test_those_who_lose_in_one_round_share_their_places_but_for_a_match_for_third() -> None:
    now = higher_seeds_win(8, MATCHES)
    assert ended(now, 8) == [
        ("1", 1, 1), ("2", 2, 2), ("3", 3, 4), ("4", 3, 4),
        ("5", 5, 8), ("6", 5, 8), ("7", 5, 8), ("8", 5, 8),
    ]  # fmt: skip
    now = higher_seeds_win(6, replace(MATCHES, third_place=True))
    assert ended(now, 6) == [
        ("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 6), ("6", 5, 6),
    ]  # fmt: skip


def test_in_pods_the_seed_decides_among_equals_and_before_the_first_round_all_is_open() -> None:
    now = situation(10)
    made = proposed(now)
    now = after(now, made, results(made, [3, 2]))
    made = proposed(now)
    now = after(now, made, results(made, [3]))
    order = ["10", "1", "2", "8", "3", "4", "5", "6", "7", "9"]
    assert ended(now, 10) == [(player, at, at) for at, player in enumerate(order, 1)]
    assert ended(situation(3, MATCHES), 3) == [("1", 1, 3), ("2", 1, 3), ("3", 1, 3)]


def test_who_made_the_cut_but_never_came_is_last_and_who_leaves_before_the_final_second() -> None:
    first = situation(8, MATCHES)
    now = replace(first, players=first.players[1:])
    while (made := TYPE.propose(now)) is not None:
        now = after(now, made, results(made, [0] * len(made.pairing.tables)))
    assert ended(now, 8)[-1] == ("1", 8, 8)
    now = higher_seeds_win(4, MATCHES)
    semifinals = replace(now, rounds=now.rounds[:1])
    assert ended(semifinals, 4, gone=("1",))[:2] == [("2", 1, 1), ("1", 2, 2)]


@pytest.mark.parametrize("rules", [PODS, MATCHES, replace(MATCHES, third_place=True)])
@pytest.mark.parametrize("size", range(2, 34))
def test_everybody_has_one_place_and_no_place_is_left_over(size: int, rules: Ruleset) -> None:
    for now, made in play(situation(size, rules), size):
        last = after(now, made, results(made, [0] * len(made.pairing.tables)))
    found = ended(last, size)
    assert len({player for player, _, _ in found}) == size
    assert found[0][1:] == (1, 1)
    shared = [(first, end) for _, first, end in found]
    assert all(first <= at <= end for at, (first, end) in enumerate(shared, 1))
    assert all(shared.count((first, end)) == end - first + 1 for first, end in shared)

"""Fields so small for their rounds that a greedy round forces repeats later."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice

import pytest

from runner.core.randomness import Stream
from runner.pairing.engine import Result, pair
from runner.pairing.feasibility import SmallPods, after, completable, rounds_after
from runner.pairing.field import field_of
from runner.pairing.methods import Objectives
from runner.pairing.pods.cost import Cost
from runner.pairing.pods.small_fields import Small, best_small
from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import pod_sizes
from tests.support.soak import SOAKING
from tests.support.states import event as by_chance
from tests.support.states import pairs

pytestmark = pytest.mark.thorough  # left out of make quick

SEEDS = 40 if SOAKING else 4
Pods = list[list[int]]


@pytest.mark.parametrize(
    ("size", "tables", "most"), [(3, 3, 4), (3, 4, 4), (4, 4, 5), (4, 3, 1), (2, 3, 5), (2, 4, 7)]
)
def test_it_is_known_how_many_rounds_a_field_can_play(size: int, tables: int, most: int) -> None:
    """The known numbers: lines of affine planes, no resolvable packing of 12 in threes in five
    rounds, and everybody against everybody."""
    met = strangers(size * tables)
    assert completable(met, [size] * tables, most)
    assert completable(met, [size] * tables, most + 1) is False


@pytest.mark.parametrize("players", [8, 10, 12])
@pytest.mark.parametrize("seed", range(3))
def test_a_round_robin_is_planned_to_its_end(players: int, seed: int) -> None:
    """Round after round of those that leave the rest possible, up to everybody having met all."""
    chance = random.Random(seed)
    met, sizes = strangers(players), [2] * (players // 2)
    for left in reversed(range(players - 1)):
        met = next(
            later
            for _ in range(1000)
            if (pods := clean_round(met, sizes, chance))
            and completable(later := after(met, pods), sizes, left)
        )
    assert all(len(others) == players - 1 for others in met)


@pytest.mark.parametrize("seed", range(8))
def test_what_can_be_played_agrees_with_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    sizes = chance.choice([[3, 3], [3, 3, 3], [4, 3], [2, 2, 2], [2, 2, 2, 2], [4, 4]])
    for _ in range(15):
        met = strangers(sum(sizes))
        for one, two in combinations(range(len(met)), 2):
            if chance.random() < 0.25:
                met = after(met, [[one, two]])
        rounds = chance.randint(1, 3)
        assert completable(met, sizes, rounds) == by_trying(met, sizes, rounds)


def by_trying(met: Sequence[set[int]], sizes: list[int], rounds: int) -> bool:
    if not rounds:
        return True
    return any(
        by_trying(after(met, pods), sizes, rounds - 1)
        for pods in splits(list(range(len(met))), sizes, met)
    )


def splits(left: list[int], sizes: list[int], met: Sequence[set[int]]) -> list[Pods]:
    if not left:
        return [[]]
    return [
        [[left[0], *mates], *others]
        for size in sorted(set(sizes))
        for mates in combinations(left[1:], size - 1)
        if all(two not in met[one] for one, two in combinations([left[0], *mates], 2))
        for others in splits(
            [each for each in left[1:] if each not in mates], less(sizes, size), met
        )
    ]


def less(sizes: list[int], size: int) -> list[int]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]


def test_after_a_wrong_third_round_sixteen_players_cannot_play_five() -> None:
    """Rounds of rows, columns, and a cyclic Latin square, which has no orthogonal mate."""
    rows = [[4 * row + column for column in range(4)] for row in range(4)]
    columns = [list(pod) for pod in zip(*rows, strict=True)]
    met = after(after(strangers(16), rows), columns)
    cyclic = [[4 * row + (row + shift) % 4 for row in range(4)] for shift in range(4)]
    klein = [[4 * row + (row ^ shift) for row in range(4)] for shift in range(4)]
    assert completable(met, [4] * 4, 3)
    assert completable(after(met, cyclic), [4] * 4, 1) is False
    assert completable(after(met, klein), [4] * 4, 2)


def test_nobody_sits_in_a_small_pod_twice_and_a_question_that_takes_too_long_stays_open() -> None:
    sizes = [4, 4, 4, 3]
    assert completable(strangers(15), sizes, 4, small=SmallPods(4, frozenset()))
    assert completable(strangers(15), sizes, 4, small=SmallPods(4, frozenset(range(4)))) is False
    assert completable(strangers(24), [4] * 6, 6, steps=5) is None


def test_a_field_too_small_for_its_pods_or_its_rounds_to_come_is_told_so() -> None:
    met = after(strangers(12), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
    assert small(met, 4, None).notes == (
        "With 12 players in pods of 4, repeats can’t be avoided: "
        "4 of them have all met each other, and have only 3 tables.",
    )
    assert small(strangers(12), 3, 4).notes == (
        "No way to pair this round leaves the 4 rounds after it free of repeats: only 3 can be.",
    )
    assert small(strangers(12), 4, 1).notes == (
        "No way to pair this round leaves the round after it free of repeats.",
    )


def test_points_give_way_to_the_rounds_to_come() -> None:
    """Of the third rounds of sixteen players the only one of equal points is the wrong one."""
    rows = [[4 * row + column for column in range(4)] for row in range(4)]
    columns = [list(pod) for pod in zip(*rows, strict=True)]
    met = after(after(strangers(16), rows), columns)
    points = [(column - row) % 4 for row in range(4) for column in range(4)]
    order = sorted(range(16), key=lambda at: -points[at])
    place = {player: at for at, player in enumerate(order)}
    sorted_met = [{place[other] for other in met[player]} for player in order]
    values = [points[player] for player in order]
    greedy, careful = (small(sorted_met, 4, left, values) for left in (None, 2))
    assert greedy.pods
    assert all(len({values[at] for at in pod}) == 1 for pod in greedy.pods)
    assert completable(after(sorted_met, greedy.pods), [4] * 4, 2) is False
    assert careful.pods
    assert careful.proved
    assert completable(after(sorted_met, careful.pods), [4] * 4, 2)
    assert careful.notes == (
        "Points differ by 16 instead of 0, to keep the 2 rounds after it free of repeats.",
    )


def noted(players: int, rounds: int, seed: str) -> list[tuple[PairingInput, Result, str]]:
    """The rounds of an event with a note of what the rounds after them cost."""
    return [
        (state, result, note)
        for state, result in event(players, rounds, seed)
        for note in result.notes
        if ", to keep " in note
    ]


def test_a_note_tells_what_the_rounds_to_come_cost_and_what_for() -> None:
    """Without these rounds in view the pairing is as the note says; and where it says that small
    pods are what it is for, that pairing leaves the rounds free of repeats as well."""
    seen = set()
    for players, rounds, seed in ((15, 4, "b"), (17, 5, "b"), (19, 5, "a"), (23, 5, "d")):
        for state, result, note in noted(players, rounds, seed):
            plain = pair(replace(state, rounds=None))
            differ = plain.certificate.points_mismatch
            now = result.certificate.points_mismatch
            if note.startswith("Points differ"):
                assert note.startswith(f"Points differ by {now} instead of {differ}, to keep ")
            else:
                assert note.startswith("Small pods hold ")
            met = [set(others) for others in field_of(state.players).met]
            place = {player.id: at for at, player in enumerate(state.players)}
            pods = [[place[each] for each in table.seats] for table in plain.tables]
            sizes = [len(pod) for pod in pods]
            left = rounds - state.round
            seen.add(note.split(" free of ")[1])
            if note.endswith(f"{rounds_after(left)} free of second small pods."):
                assert completable(after(met, pods), sizes, left)
            if note.endswith(f"{rounds_after(left)} free of repeats."):
                assert completable(after(met, pods), sizes, left) is False
    assert seen == {"repeats.", "second small pods."}


def test_the_price_has_a_limit() -> None:
    """Second small pods in rounds to come cost at most the points from first to last, for each seat
    of one table; repeats that at each table."""
    for players, rounds in ((15, 5), (18, 5)):
        for state, result, note in noted(players, rounds, "b"):
            if note.startswith("Points differ"):
                plain = pair(replace(state, rounds=None)).certificate.points_mismatch
                points = [player.points for player in state.players]
                tables = 1 if note.endswith("small pods.") else len(result.tables)
                dearest = 4 * tables * (max(points) - min(points))
                assert result.certificate.points_mismatch - plain <= dearest


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEEDS))
def test_sixteen_players_meet_nobody_twice_in_all_five_rounds(seed: int) -> None:
    assert repeats(event(16, 5, f"seed {seed}")) == 0


@pytest.mark.soak
@pytest.mark.parametrize(
    ("players", "rounds"), [(12, 4), (13, 4), (14, 4), (15, 5), (17, 5), (18, 5), (19, 5), (20, 5)]
)
def test_looking_ahead_never_makes_for_more_repeats(players: int, rounds: int) -> None:
    for seed in map(str, range(SEEDS // 4)):
        ahead = event(players, rounds, seed)
        greedy = event(players, rounds, seed, planned=False)
        assert repeats(ahead) <= repeats(greedy)
        if players > 14 or players == 13:
            assert repeats(ahead) == 0


def strangers(count: int) -> list[set[int]]:
    return [set() for _ in range(count)]


def clean_round(met: Sequence[set[int]], sizes: list[int], chance: random.Random) -> Pods | None:
    """A round without repeats, if chance finds one."""
    left = chance.sample(range(len(met)), len(met))
    pods: Pods = []
    for size in sizes:
        pod: list[int] = []
        for player in left:
            if len(pod) < size and not met[player] & set(pod):
                pod.append(player)
        if len(pod) < size:
            return None
        left = [player for player in left if player not in pod]
        pods.append(pod)
    return pods


def small(
    met: Sequence[set[int]], size: int, rounds_left: int | None, points: Sequence[int] = ()
) -> Small:
    """The pods of a field whose players have met so."""
    players = [Entrant(f"P{at:02}") for at in range(len(met))]
    entrants = [
        replace(player, points=value, opponents=tuple(players[other].id for other in others))
        for player, others, value in zip(players, met, points or [0] * len(met), strict=True)
    ]
    field = field_of(entrants)
    sizes = pod_sizes(len(met), size, "small_pods").tables
    return best_small(Cost(field, size, Objectives()), sizes, field.met, rounds_left)


def event(
    players: int, rounds: int, seed: str, *, planned: bool = True
) -> list[tuple[PairingInput, Result]]:
    """A whole event with results of chance. `planned`: the number of its rounds is known."""
    known = rounds if planned else None
    return [*islice(by_chance(players, seed=seed, rounds=known, winner_of=anybody), rounds)]


def anybody(chance: Stream, seats: tuple[str, ...]) -> str:
    return [*seats, ""][chance.below(len(seats) + 1)]


def repeats(played: list[tuple[PairingInput, Result]]) -> int:
    met: set[frozenset[str]] = set()
    total = 0
    for _, result in played:
        total += len(pairs(result) & met)
        met |= pairs(result)
    return total


def test_what_lies_too_far_ahead_is_undecided() -> None:
    met = [{other} for other in (at ^ 1 for at in range(40))]
    assert completable(met, (2,) * 20, 38) is None


@pytest.mark.parametrize(("seed", "mismatch"), [("y0", 120), ("y4", 134), ("y7", 118)])
def test_who_has_a_bye_plays_in_rounds_to_come(seed: str, mismatch: int) -> None:
    """22 players with two byes: held to be the same 20 in the next rounds, they could not all have
    sat with others, and of the last two seeds 14 points were paid for that."""
    byes = {"uneven": "byes"}
    *_, (_, now) = islice(by_chance(22, seed=seed, settings=byes, rounds=6), 4)
    assert len(now.byes) == 2
    assert not [note for note in now.certificate.notes if "free of repeats" in note]
    assert now.certificate.points_mismatch == mismatch


def test_a_single_seat_is_a_bye_that_anybody_may_have_once() -> None:
    """Five players meet all others in five rounds of two matches; four of them could in three."""
    assert completable(strangers(5), (2, 2, 1), 5)
    assert completable(strangers(5), (2, 2, 1), 6) is False
    assert completable(strangers(4), (2, 2), 4) is False
    assert completable(strangers(5), (2, 2, 1), 2, rested={0, 1, 2})
    assert completable(after(strangers(5), [[3, 4]]), (2, 2, 1), 1, rested={0, 1, 2, 3})
    met = after(strangers(5), [[0, 1], [0, 2], [0, 3]])
    assert completable(met, (2, 2, 1), 1, rested={0})
    assert completable(met, (2, 2, 1), 1, rested={1, 2, 4})
    met = after(strangers(3), [[0, 1], [0, 2]])
    assert completable(met, (2, 1), 1)
    assert completable(met, (2, 1), 1, rested={0}) is False
    played = after(strangers(5), [[0, 1], [2, 3]])
    assert completable(played, (2, 2, 1), 4)
    small = SmallPods(4, frozenset())
    assert completable(strangers(4), (3, 1), 2, small=small) is False
    assert completable(strangers(4), (3, 1), 1, small=small)

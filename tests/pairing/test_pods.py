import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.phase import Mode, SettingValue
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable
from runner.pairing.engine import pair
from runner.pairing.field import field_of
from runner.pairing.methods import Objectives
from runner.pairing.pods import split_into_pods
from runner.pairing.pods.cost import Cost
from runner.pairing.state import Entrant
from runner.pairing.tables import pod_sizes
from tests.support.seatings import splits
from tests.support.states import event, everybody, newcomers, pairs, state_of

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.mark.parametrize(
    ("players", "rounds"), [(24, 4), (32, 5), (40, 5), (64, 4), (118, 5), (63, 5), (256, 4)]
)
def test_nobody_meets_an_opponent_again_where_that_can_be_avoided(
    players: int, rounds: int
) -> None:
    met: set[frozenset[str]] = set()
    for _, result in islice(event(players), rounds):
        now = pairs(result)
        assert not now & met
        assert result.certificate.repeated_pairs == 0
        met |= now


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_sixteen_players_meet_nobody_twice_in_three_rounds(seed: str) -> None:
    assert all(
        result.certificate.repeated_pairs == 0 for _, result in islice(event(16, seed=seed), 3)
    )


def test_an_unavoidable_rematch_is_named_and_proved_and_at_random_named_only() -> None:
    rounds = list(islice(event(8), 2))
    second = rounds[1][1]
    assert second.certificate.repeated_pairs == 4  # two players of each pod must go on together
    assert second.certificate.proved_optimal
    assert second.certificate.notes[0].startswith("4 pairs meet again: P00")
    rounds = list(islice(event(8, settings={"method": "random"}), 2))
    certificate = rounds[1][1].certificate
    assert certificate.repeated_pairs >= 4
    assert any("meet again" in note for note in certificate.notes)
    assert not certificate.proved_optimal


def test_a_hidden_pairing_without_rematches_is_found() -> None:
    """After four rounds of a plan in which 16 players all meet exactly once, one pairing is left:
    no swap of two players leads there."""
    lines = list(_plan_of_sixteen())
    hidden = {frozenset(pod) for pod in lines[4]}
    opponents: dict[int, list[str]] = {at: [] for at in range(16)}
    for pod in (pod for line in lines[:4] for pod in line):
        for one in pod:
            opponents[one] += [f"P{other:02}" for other in pod if other != one]
    chance = random.Random(5)
    players = tuple(
        Entrant(f"P{at:02}", Fraction(chance.choice([0, 1, 7, 14])), opponents=tuple(opponents[at]))
        for at in range(16)
    )
    result = pair(state_of(players))
    assert {frozenset(int(each[1:]) for each in table.seats) for table in result.tables} == hidden
    assert result.certificate.proved_optimal


def _plan_of_sixteen() -> Iterator[list[list[int]]]:
    """The five classes of parallel lines of the affine plane over the field of four elements."""
    product = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    yield [[4 * x + y for y in range(4)] for x in range(4)]
    for slope in range(4):
        yield [[4 * x + (product[slope][x] ^ start) for x in range(4)] for start in range(4)]


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 41), st.integers(1, 3), st.text(max_size=5), st.sampled_from(list(Mode)))
def test_everybody_has_exactly_one_place_in_every_round(
    players: int, rounds: int, seed: str, mode: Mode
) -> None:
    if mode is Mode.DRAFT:
        mode = Mode.HEAD_TO_HEAD
    for state, result in islice(event(players, mode, seed), rounds):
        assert everybody(result) == sorted(player.id for player in state.players)
        numbers = [table.number for table in result.tables]
        assert numbers == list(range(1, len(numbers) + 1))
        sizes = sorted((len(table.seats) for table in result.tables), reverse=True)
        if mode is Mode.MULTIPLAYER:
            assert tuple(sizes) == pod_sizes(players, 4, "small_pods").tables
        else:
            assert sizes == [2] * (players // 2)


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD]))
def test_the_order_of_the_list_of_players_changes_nothing(
    chance: random.Random, mode: Mode
) -> None:
    for state, result in islice(event(27, mode), 3):
        mixed = list(state.players)
        chance.shuffle(mixed)
        assert pair(replace(state, players=tuple(mixed))) == result


def test_another_seed_draws_another_first_round() -> None:
    draws = [pair(state_of(newcomers(16), number=1, seed=seed)).tables for seed in ("a", "b")]
    assert draws[0] != draws[1]


def test_equal_points_sit_together_and_a_rematch_is_swapped_away_with_the_nearest() -> None:
    players = tuple(
        Entrant(f"P{at:02}", Fraction(7 if at < 4 else 1 if at < 8 else 0), rank=at + 1)
        for at in range(12)
    )
    tables = pair(state_of(players)).tables
    assert [sorted(table.seats) for table in tables] == [
        [f"P{at:02}" for at in range(first, first + 4)] for first in (0, 4, 8)
    ]
    players = [Entrant(f"P{at:02}", Fraction(7), rank=at + 1) for at in range(12)]
    players[0] = replace(players[0], opponents=("P03",))
    result = pair(state_of(tuple(players)))
    assert sorted(result.tables[0].seats) == ["P00", "P01", "P02", "P04"]
    assert result.certificate.points_mismatch == 0
    assert result.certificate.proved_optimal


def test_small_pods_and_differences_of_points_are_as_far_down_as_they_can_be() -> None:
    ranked = [Entrant(f"P{at:02}", Fraction(20 - at), rank=at + 1) for at in range(11)]
    last = pair(state_of(tuple(ranked))).tables[-1]
    assert sorted(last.seats) == ["P08", "P09", "P10"]
    ranked[9] = replace(ranked[9], small_pods=1)
    result = pair(state_of(tuple(ranked)))
    small = next(table for table in result.tables if len(table.seats) == 3)
    assert "P09" not in small.seats
    assert result.certificate.small_pod_repeats == 0
    # Somebody of the middle has to go up or down for two who have met: both cost the same.
    players = [Entrant(f"P{at:02}", Fraction(9 - 3 * (at // 4)), rank=at + 1) for at in range(12)]
    players[5] = replace(players[5], opponents=("P04",))
    tables = pair(state_of(tuple(players))).tables
    assert sorted(tables[0].seats) == ["P00", "P01", "P02", "P03"]


def test_small_pods_are_last_before_points_count_unless_the_event_wants_it_otherwise() -> None:
    """Three winners and four others could all meet equal points only, with the winners in a pod
    that is won with one in three (docs/rules.md 4)."""
    players = tuple(Entrant(f"P{at}", Fraction(7 if at < 3 else 0)) for at in range(7))
    last = pair(state_of(players))
    assert [len(table.seats) for table in last.tables] == [4, 3]
    assert {"P0", "P1", "P2"} < set(last.tables[0].seats)
    assert last.certificate.points_mismatch == 21
    assert last.certificate.proved_optimal
    otherwise = pair(state_of(players, settings={"small_pods_last": False}))
    assert otherwise.certificate.points_mismatch == 0
    assert sorted(otherwise.tables[0].seats) == ["P0", "P1", "P2"]


@pytest.mark.parametrize("count", [61, 62, 118])
def test_hardly_anybody_of_the_top_quarter_sits_in_a_small_pod(count: int) -> None:
    top = seats = 0
    for state, result in islice(event(count, seed="low"), 1, 5):
        points = {player.id: player.points for player in state.players}
        quarter = sorted(points.values())[-count // 4]
        small = [each for table in result.tables if len(table.seats) < 4 for each in table.seats]
        seats += len(small)
        top += sum(points[each] > quarter for each in small)
    assert seats >= 12
    assert top < 0.1 * seats


def test_who_was_paired_up_before_is_spared_where_an_equal_can_go_instead() -> None:
    points = [7, 7, 7, 1, 1, 1, 1, 1]
    players = [Entrant(f"P{at}", Fraction(value), rank=at + 1) for at, value in enumerate(points)]
    assert sorted(pair(state_of(tuple(players))).tables[0].seats) == ["P0", "P1", "P2", "P3"]
    players[3] = replace(players[3], floats=1)
    spared = pair(state_of(tuple(players)))
    assert sorted(spared.tables[0].seats) == ["P0", "P1", "P2", "P4"]
    players[4] = replace(players[4], opponents=("P0",))
    assert sorted(pair(state_of(tuple(players))).tables[0].seats) == ["P0", "P1", "P2", "P5"]


def test_a_second_small_pod_that_cannot_be_avoided_is_said_and_small_pods_go_round() -> None:
    players = tuple(replace(each, small_pods=1) for each in newcomers(7))
    certificate = pair(state_of(players)).certificate
    assert certificate.small_pod_repeats == 3
    assert certificate.notes[0].startswith("3 players sit in a small pod again: ")
    for _, result in islice(event(22), 3):  # 18 of 22 players sit in a small pod
        assert result.certificate.small_pod_repeats == 0


@pytest.mark.parametrize("players", [61, 62, 63, 253])
def test_nobody_sits_in_a_small_pod_twice_over_six_rounds_at_no_cost_in_repeats(
    players: int,
) -> None:
    for _, result in islice(event(players), 6):
        assert result.certificate.small_pod_repeats == 0
        assert result.certificate.repeated_pairs == 0


def test_clubs_and_names_are_kept_apart_before_points_count_unless_there_is_one_club() -> None:
    players = tuple(
        Entrant(f"P{at}", Fraction(7 if at < 4 else 0), club="Ems" if at in (0, 1) else "")
        for at in range(8)
    )
    named = (*players[:3], replace(players[3], keep_apart=("P2",)), *players[4:])
    for table in pair(state_of(named)).tables:
        assert not {"P0", "P1"} <= set(table.seats)
        assert not {"P2", "P3"} <= set(table.seats)
    players = tuple(replace(each, club="Ems") for each in newcomers(8))
    certificate = pair(state_of(players)).certificate
    assert certificate.notes[0].startswith("12 pairs that were to be kept apart sit at one table")


@st.composite
def small_fields(draw: st.DrawFn) -> list[Entrant]:
    """Six to nine players with points, rematches, small pods and clubs."""
    count = draw(st.integers(6, 9))
    points = draw(st.lists(st.sampled_from([0, 1, 7, 8, 14]), min_size=count, max_size=count))
    edges = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    return [
        Entrant(
            f"P{at}", Fraction(points[at]),
            opponents=tuple(f"P{two}" for one, two in sorted(edges) if one == at != two),
            small_pods=draw(st.integers(0, 1)), club=draw(st.sampled_from(["", "", "Ems"])),
        )
        for at in range(count)
    ]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(small_fields())
def test_tiny_fields_get_the_best_of_all_pods(players: list[Entrant]) -> None:
    field = field_of(sorted(players, key=lambda each: -each.points))
    sizes = pod_sizes(len(field), 4, "small_pods").tables
    cost = Cost(field, 4, Objectives())
    split = split_into_pods(field, sizes, 4, Objectives(), Stream("tiny"))
    made = sum(map(cost.pod, split.pods))
    least = min(sum(map(cost.pod, pods)) for pods in splits(tuple(range(len(field))), sizes))
    assert made // cost.points == least // cost.points
    assert split.proved


@settings(max_examples=60, deadline=None)
@given(small_fields())
def test_the_cost_weighs_one_aim_after_the_other(players: list[Entrant]) -> None:
    """Comparing costs is comparing the aims, counted from scratch, in their order."""
    field = field_of(sorted(players, key=lambda each: -each.points))
    sizes = pod_sizes(len(field), 4, "small_pods").tables
    cost = Cost(field, 4, Objectives())
    some = list(islice(splits(tuple(range(len(field))), sizes), 0, 400, 7))
    by_cost = sorted(some, key=lambda pods: sum(map(cost.pod, pods)))
    aims = [_aims([[field.players[at] for at in pod] for pod in pods]) for pods in by_cost]
    lowest = [sum(at for pod in pods if len(pod) < 4 for at in pod) for pods in by_cost]
    high = [_high([[field.players[at] for at in pod] for pod in pods]) for pods in by_cost]
    counted = [(*a, b, Fraction(-c)) for a, b, c in zip(aims, high, lowest, strict=True)]
    assert counted == sorted(counted)


def _aims(pods: list[list[Entrant]]) -> tuple[Fraction, ...]:
    pairs = [pair for pod in pods for pair in combinations(pod, 2)]
    small = [each for pod in pods if len(pod) < 4 for each in pod]
    return (
        Fraction(sum(b.id in a.opponents or a.id in b.opponents for a, b in pairs)),
        Fraction(sum(each.small_pods for each in small)),
        Fraction(sum(a.club == b.club != "" for a, b in pairs)),
        sum((each.points for each in small), Fraction(0)),
        sum((abs(a.points - b.points) for a, b in pairs), Fraction(0)),
    )


def _high(pods: list[list[Entrant]]) -> Fraction:
    """How high up the differences of points are: each times the place of the better group."""
    rank = {value: at for at, value in enumerate(sorted({p.points for pod in pods for p in pod}))}
    return sum(
        (
            abs(a.points - b.points) * rank[max(a.points, b.points)]
            for pod in pods
            for a, b in combinations(pod, 2)
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(("met", "expected"), [
    ({}, ("0 1 2 3", "4 5 6 7", "8 9 10 11", "12 13 14 15")),
    ({5: 4}, ("0 1 2 3", "4 6 7 8", "5 9 10 11", "12 13 14 15")),
    ({5: 4, 7: 6}, ("0 1 2 3", "4 6 8 9", "5 7 10 11", "12 13 14 15")),
    ({1: 0}, ("0 2 3 4", "1 5 6 7", "8 9 10 11", "12 13 14 15")),
    ({15: 14}, ("0 1 2 3", "4 5 6 7", "8 9 10 14", "11 12 13 15")),
])  # fmt: skip
@pytest.mark.parametrize(
    "settings", [{"method": "power"}, {"last_round_by_standing": True, "method": "bubble"}]
)
def test_strictly_by_rank_only_who_has_met_somebody_there_waits_for_the_next_table(
    met: dict[int, int], expected: tuple[str, ...], settings: dict[str, SettingValue]
) -> None:
    """Leaders who have not met stay together, whatever happens below them."""
    players = tuple(
        Entrant(
            f"{at:02}", Fraction(20), opponents=(f"{met[at]:02}",) if at in met else (), rank=at + 1
        )
        for at in range(16)
    )
    tables = pair(state_of(players, number=5, rounds=5, settings=settings)).tables
    found = tuple(" ".join(str(int(each)) for each in sorted(t.seats)) for t in tables)
    assert found == expected


def test_strictly_by_rank_as_few_meet_again_as_must() -> None:
    """Eight players after a round: two of each table meet again, and 1 to 4 would be six pairs."""
    first = [(0, 1, 2, 3), (4, 5, 6, 7)]
    players = tuple(
        Entrant(f"P{at}", Fraction(10), opponents=tuple(
            f"P{other}" for pod in first if at in pod for other in pod if other != at
        ), rank=at + 1)
        for at in range(8)
    )  # fmt: skip
    result = pair(state_of(players, settings={"method": "power"}))
    assert result.certificate.repeated_pairs == 4
    assert sorted(result.tables[0].seats) == ["P0", "P1", "P4", "P5"]


def cramped(number: int) -> tuple[Entrant, ...]:
    """24 players, of whom everybody has met about 10; going by rank finds no way without another
    meeting in its steps."""
    chance, met = random.Random(number), {at: set[int]() for at in range(24)}
    while sum(map(len, met.values())) < 24 * 10:
        one, other = chance.sample(range(24), 2)
        met[one].add(other)
        met[other].add(one)
    return tuple(
        Entrant(f"{at:02}", Fraction(30 - at // 3), rank=at + 1,
                opponents=tuple(f"{other:02}" for other in sorted(met[at])))
        for at in range(24)
    )  # fmt: skip


@pytest.mark.parametrize("number", range(12))
def test_strictly_by_rank_no_exchange_brings_a_higher_rank_to_a_higher_table(number: int) -> None:
    players = cramped(number)
    met = {int(each.id): {int(other) for other in each.opponents} for each in players}
    result = pair(state_of(players, number=5, rounds=5, settings={"method": "power"}))
    pods = sorted(sorted(map(int, table.seats)) for table in result.tables)

    def meetings(pods: list[list[int]]) -> int:
        return sum(other in met[one] for pod in pods for one in pod for other in pod) // 2

    better = []
    for at, pod in enumerate(pods):
        for below in range(at + 1, len(pods)):
            for one in pod:
                for other in (each for each in pods[below] if each < one):
                    changed = [[{one: other, other: one}.get(who, who) for who in p] for p in pods]
                    if meetings(changed) <= meetings(pods):
                        better.append((one, other))
    assert better == []


@pytest.mark.parametrize("count", [30, 63, 118])
def test_strict_rounds_are_without_repeats_where_that_can_be_had(count: int) -> None:
    for _, result in islice(event(count, settings={"method": "power"}), 4):
        assert result.certificate.repeated_pairs == 0


def test_the_last_round_by_standing_is_like_power_pods_and_bubble_pods_are_shuffled() -> None:
    players = tuple(Entrant(f"P{at:02}", Fraction(10), rank=at + 1) for at in range(12))
    strict = {"last_round_by_standing": True, "method": "bubble"}
    last = pair(state_of(players, number=5, rounds=5, settings=strict)).tables
    assert sorted(last[0].seats) == ["P00", "P01", "P02", "P03"]
    earlier = pair(state_of(players, number=4, rounds=5, settings=strict)).tables
    assert sorted(earlier[0].seats) != ["P00", "P01", "P02", "P03"]
    players = tuple(Entrant(f"P{at:02}", Fraction(7 * (at < 16))) for at in range(32))
    bubble = {"method": "bubble"}
    tops = [pair(state_of(players, seed=seed, settings=bubble)).tables[:4] for seed in ("a", "b")]
    for tables in tops:
        assert {each for t in tables for each in t.seats} == {f"P{at:02}" for at in range(16)}
    assert tops[0] != tops[1]


def test_byes_go_to_the_lowest_who_have_had_none_and_another_is_said() -> None:
    players = [Entrant(f"P{at}", Fraction(20 - at)) for at in range(9)]
    players[8] = replace(players[8], byes=1)
    assert pair(state_of(tuple(players), settings={"uneven": "byes"})).byes == ("P7",)
    players = tuple(replace(each, byes=1) for each in newcomers(9))
    result = pair(state_of(players, settings={"uneven": "byes"}))
    assert result.certificate.notes[0] == f"1 player has another bye: {result.byes[0]}."


def test_tables_and_byes_given_by_hand_stay_as_they_are() -> None:
    players = newcomers(13)
    by_hand = ("P009", "P001", "P005", "P007")
    result = pair(state_of(players, placed=(SeatedTable(2, by_hand),), byes=("P003",)))
    tables = {table.number: table.seats for table in result.tables}
    assert tables[2] == by_hand
    assert sorted(tables) == [1, 2, 3]
    assert result.byes == ("P003",)
    assert everybody(result) == sorted(player.id for player in players)

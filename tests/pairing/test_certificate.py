from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.phase import Mode
from runner.core.seating import SeatedTable
from runner.pairing.audit.seated import least_difference, least_split
from runner.pairing.certificate import certify
from runner.pairing.engine import pair
from runner.pairing.model import LIMITED
from runner.pairing.state import Entrant
from runner.pairing.tables import pod_sizes
from runner.render.text import certificate as in_words
from tests.support.fine_referee import best_of_all
from tests.support.referee import Referee, unit
from tests.support.seatings import splits
from tests.support.states import event, state_of

pytestmark = pytest.mark.thorough  # left out of make quick


def test_the_least_split_fills_whole_pods_and_leaves_one_remainder() -> None:
    assert least_split((4, 4)) == [0, 3, 4, 3, 0, 3, 4, 3, 0]
    assert least_split((4, 3)) == [0, 2, 2, 0, 0, 2, 2, 0]
    assert least_split((2, 2)) == [0, 1, 0, 1, 0]
    assert least_split(()) == [0]


@given(st.lists(st.integers(2, 5), min_size=1, max_size=4))
def test_the_least_split_is_that_of_all_ways_to_spread_players(sizes: list[int]) -> None:
    least = least_split(sizes)
    found = [10**6] * (sum(sizes) + 1)
    for taken in _spreads(sizes):
        pairs = sum(k * (size - k) for k, size in zip(taken, sizes, strict=True))
        found[sum(taken)] = min(found[sum(taken)], pairs)
    assert least == found


def _spreads(sizes: list[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for taken in range(sizes[0] + 1):
        yield from ((taken, *rest) for rest in _spreads(sizes[1:]))


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 9).flatmap(lambda n: st.lists(st.integers(0, 14), min_size=n, max_size=n)))
def test_no_way_to_fill_the_pods_is_below_the_bound(points: list[int]) -> None:
    sizes = pod_sizes(len(points), 4, "small_pods").tables
    bound = least_difference([Fraction(each) for each in points], sizes)
    reached = min(
        sum(abs(points[a] - points[b]) for pod in pods for a, b in combinations(pod, 2))
        for pods in splits(tuple(range(len(points))), sizes)
    )
    assert bound <= reached
    if len(set(sizes)) == 1:
        assert bound == reached


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=2, max_size=8).filter(lambda each: len(each) % 2 == 0))
def test_the_bound_of_matches_is_that_of_neighbours(points: list[int]) -> None:
    bound = least_difference([Fraction(each) for each in points], (2,) * (len(points) // 2))
    neighbours = list(pairwise(sorted(points)))[::2]
    assert bound == sum(two - one for one, two in neighbours)


def test_the_certificate_counts_what_anybody_can_count() -> None:
    for mode in (Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD):
        for state, result in islice(event(21, mode), 5):
            players = {each.id: each for each in state.players}
            tables = [[players[each] for each in table.seats] for table in result.tables]
            pairs = [two for at in tables for two in combinations(at, 2)]
            made = result.certificate
            assert made.repeated_pairs == sum(b.id in a.opponents for a, b in pairs)
            assert made.points_mismatch == sum(abs(a.points - b.points) for a, b in pairs)
            assert made.lower_bound <= made.points_mismatch
            small = [each for at in tables if len(at) < state.table_seats for each in at]
            assert made.small_pod_repeats == sum(each.small_pods > 0 for each in small)


def test_fractions_of_points_and_a_table_filled_by_hand_are_counted_exactly() -> None:
    points = [Fraction(1000) * Fraction(93, 100) ** (at % 5) for at in range(8)]
    players = tuple(Entrant(f"P{at}", each) for at, each in enumerate(points))
    made = pair(state_of(players)).certificate
    assert made.points_mismatch == made.lower_bound == least_difference(points, (4, 4))
    assert made.proved_optimal
    players = tuple(Entrant(f"P{at}", Fraction(at // 4)) for at in range(8))
    by_hand = SeatedTable(7, ("P0", "P1", "P4", "P5"))
    made = pair(state_of(players, placed=(by_hand,))).certificate
    assert made.points_mismatch == made.lower_bound == 8


def test_very_fine_points_are_compared_exactly() -> None:
    """They were rounded, and never called proved."""
    for grain in (Fraction(0), Fraction(1, 10**13 + 1), Fraction(-1, 7**40)):
        points = [at + grain * (at % 2) for at in range(6)]
        players = tuple(Entrant(f"P{at}", each) for at, each in enumerate(points))
        met = (replace(players[0], opponents=("P1",)), *players[1:])
        state = state_of(met)
        made = pair(state)
        best = best_of_all(state, [table.seats for table in made.tables])
        assert made.certificate.points_mismatch == best[-1] * unit(state)
        assert made.certificate.proved_optimal
        assert made.certificate.points_mismatch == made.certificate.lower_bound


def test_a_small_pod_is_not_called_lowest_where_another_as_low_could_have_the_bye() -> None:
    """X rests, and has never sat in a small pod; four others without a point have. Were one of
    them to rest, X would take the small pod down by a point."""
    known = (
        Entrant("X"),
        *(Entrant(f"Z{at}", small_pods=1) for at in range(4)),
        *(Entrant(f"O{at}", Fraction(1)) for at in range(3)),
    )
    state = state_of(known, settings={"uneven": "small_pods"})
    tables = [SeatedTable(1, ("O0", "O1", "O2")), SeatedTable(2, ("Z0", "Z1", "Z2", "Z3"))]
    seats = [table.seats for table in tables]
    assert not certify(state, tables, ["X"], proved=False).proved_optimal
    assert Referee(state, seats, ["X"]).better() == (0, 0, 0, 0, 2, 5)
    had_one = [replace(player, byes=1) for player in known[1:]]  # so nobody else is in turn
    alone = replace(state, players=(known[0], *had_one))
    assert certify(alone, tables, ["X"], proved=False).proved_optimal
    assert Referee(alone, seats, ["X"]).better() is None


def test_what_a_search_left_open_is_said_in_a_note() -> None:
    """Two of 40 meet again, who would not have to."""
    players = tuple(Entrant(f"P{at:02}") for at in range(40))
    met = (replace(players[0], opponents=("P01",)), *players[1:])
    tables = [
        SeatedTable(at // 4 + 1, tuple(each.id for each in met[at : at + 4]))
        for at in range(0, 40, 4)
    ]
    state = state_of(met)
    assert LIMITED in certify(state, tables, (), proved=False, searched=True).notes
    assert LIMITED not in certify(state, tables, (), proved=False).notes
    assert LIMITED not in certify(state, tables, (), proved=True, searched=True).notes
    made = certify(state, tables, (), proved=False, searched=True)
    assert LIMITED in in_words(made, False, False)

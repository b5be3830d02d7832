from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.engine import Result, pair
from runner.pairing.field import field_of
from runner.pairing.matches import match_up
from runner.pairing.methods import Objectives, bye_turns
from runner.pairing.state import Entrant
from tests.support.states import event, newcomers, pairs, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

TWO = Mode.HEAD_TO_HEAD


@pytest.mark.parametrize(("players", "rounds"), [(8, 5), (9, 5), (16, 7), (33, 6), (118, 7)])
def test_nobody_meets_an_opponent_again_and_nobody_has_two_byes(players: int, rounds: int) -> None:
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for _, result in islice(event(players, TWO), rounds):
        assert not pairs(result) & met
        met |= pairs(result)
        byes += result.byes
        assert len(result.byes) == players % 2
    assert len(set(byes)) == len(byes)


def test_a_round_robin_can_be_finished_as_the_last_round_is_forced() -> None:
    """Six players and five rounds: in the last round each has one opponent left."""
    plan = [
        [(0, 5), (1, 4), (2, 3)], [(0, 4), (5, 3), (1, 2)], [(0, 3), (4, 2), (5, 1)],
        [(0, 2), (3, 1), (4, 5)],
    ]  # fmt: skip
    opponents: dict[int, list[str]] = {at: [] for at in range(6)}
    for one, two in (match for matches in plan for match in matches):
        opponents[one].append(f"P{two}")
        opponents[two].append(f"P{one}")
    players = tuple(
        Entrant(f"P{at}", Fraction(3 * (at % 4)), opponents=tuple(opponents[at])) for at in range(6)
    )
    result = pair(state_of(players, TWO, number=5))
    assert pairs(result) == {frozenset(each) for each in (("P0", "P1"), ("P2", "P5"), ("P3", "P4"))}
    assert result.certificate.proved_optimal


def test_a_rematch_that_cannot_be_avoided_is_between_those_who_met_least_often() -> None:
    players = (
        Entrant("A", opponents=("B", "B", "C", "D")),
        Entrant("B", opponents=("A", "A", "C", "C", "D")),
        Entrant("C", opponents=("A", "B", "B", "D", "D")),
        Entrant("D", opponents=("A", "B", "C", "C")),
    )
    result = pair(state_of(players, TWO))
    assert pairs(result) in ({frozenset("AC"), frozenset("BD")}, {frozenset("AD"), frozenset("BC")})
    assert pairs(result) == {frozenset("AC"), frozenset("BD")}
    assert result.certificate.notes[0] == "2 pairs meet again: A and C, B and D."


def test_an_odd_player_is_paired_down_to_the_next_lower_points_whoever_was_moved_before() -> None:
    points = {"A": 9, "B": 6, "C": 6, "D": 3, "E": 3, "F": 0}
    players = tuple(Entrant(each, Fraction(value)) for each, value in points.items())
    result = pair(state_of(players, TWO))
    steps = sorted(abs(points[one] - points[two]) for one, two in map(tuple, pairs(result)))
    assert steps == [3, 3, 3]
    assert result.certificate.points_mismatch == result.certificate.lower_bound == 9
    points = {"A": 6, "B": 3, "C": 3, "D": 3, "E": 0, "F": 0}
    before = {"A": 1, "B": 1, "C": 0, "D": 0, "E": 0, "F": 0}
    players = tuple(Entrant(name, Fraction(points[name]), floats=before[name]) for name in points)
    result = pair(state_of(players, TWO))
    assert result.certificate.points_mismatch == 3
    assert "B" not in moved(result, points)
    assert "A" in moved(result, points)


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    players = [Entrant(f"P{at}", Fraction(9 - at)) for at in range(7)]
    assert pair(state_of(tuple(players), TWO)).byes == ("P6",)
    players[6] = replace(players[6], byes=1)
    assert pair(state_of(tuple(players), TWO)).byes == ("P5",)


def test_a_lower_bye_gives_way_where_the_others_could_only_meet_again_with_a_note() -> None:
    players = (
        Entrant("A", Fraction(6), opponents=("B",)),
        Entrant("B", Fraction(3), opponents=("A",)),
        Entrant("C", Fraction(0)),
    )
    result = pair(state_of(players, TWO))
    assert result.byes == ("B",)
    assert result.certificate.repeated_pairs == 0

    made = result.certificate
    assert (
        "B (3 points) has the bye and not C (0 points), whose turn it is: otherwise 1 more pair "
        "would meet again." in made.notes
    )
    assert made.proved_optimal
    clubs = tuple(replace(each, opponents=(), club="North" * (each.id != "C")) for each in players)
    made = pair(state_of(clubs, TWO)).certificate
    assert any("1 more pair would meet who are to be kept apart" in note for note in made.notes)


def test_a_bye_in_turn_has_no_note_and_one_for_the_sake_of_later_rounds_says_so() -> None:
    for count in (5, 9, 33):
        for _, result in islice(event(count, TWO), 3):
            assert not any("whose turn it is" in note for note in result.certificate.notes)
    for seed in ("a", "b", "c"):
        for state, result in islice(event(7, TWO, rounds=7, seed=seed), 6):
            (bye,) = result.byes
            turns = bye_turns(state.players, state.round)
            told = any("whose turn it is" in note for note in result.certificate.notes)
            assert told is (bye not in [player.id for player in turns[0]])


def moved(result: Result, points: dict[str, int]) -> set[str]:
    uneven = (pair for pair in pairs(result) if len({points[each] for each in pair}) > 1)
    return {each for pair in uneven for each in pair}


@pytest.mark.parametrize("count", [4, 16, 40, 130])
def test_nobody_is_paired_up_or_down_again_where_an_equal_can_go(count: int) -> None:
    """Two groups of odd size: all but one of each were paired up or down before."""
    size = count // 2 - 1 + count // 2 % 2
    points = {f"P{at:03}": 3 * (at < size) for at in range(count)}
    for fresh in ({0, size}, {size - 1, count - 1}, {size // 2, (size + count) // 2}):
        players = tuple(
            Entrant(name, Fraction(points[name]), rank=at + 1, floats=int(at not in fresh))
            for at, name in enumerate(points)
        )
        result = pair(state_of(players, TWO))
        assert moved(result, points) == {f"P{at:03}" for at in fresh}
        assert result.certificate.points_mismatch == 3


def test_equals_are_drawn_by_the_seed_power_takes_neighbours_and_random_anybody() -> None:
    players = tuple(replace(each, rank=at) for at, each in enumerate(newcomers(16), start=1))
    drawn = {frozenset(pairs(pair(state_of(players, TWO, seed=seed)))) for seed in "abcd"}
    assert len(drawn) == 4
    players = tuple(Entrant(f"P{at}", Fraction(6), rank=at) for at in range(1, 9))
    result = pair(state_of(players, TWO, settings={"method": "power"}))
    assert pairs(result) == {frozenset((f"P{at}", f"P{at + 1}")) for at in (1, 3, 5, 7)}
    players = tuple(Entrant(f"P{at:02}", Fraction(3 * (at % 2))) for at in range(64))
    result = pair(state_of(players, TWO, settings={"method": "random"}))
    assert result.certificate.points_mismatch > 0


def test_clubs_meet_only_where_they_must() -> None:
    clubs = ["Ems"] * 4 + [""] * 4
    players = tuple(Entrant(f"P{at}", club=club) for at, club in enumerate(clubs))
    for match in pairs(pair(state_of(players, TWO))):
        assert sum(clubs[int(each[1:])] == "Ems" for each in match) == 1


@st.composite
def tiny_fields(draw: st.DrawFn) -> list[Entrant]:
    count = draw(st.integers(2, 8))
    pairs_met = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    return [
        Entrant(
            f"P{at}",
            Fraction(draw(st.sampled_from([0, 1, 3, 4, 6]))),
            opponents=tuple(f"P{two}" for one, two in sorted(pairs_met) if one == at != two),
            byes=draw(st.integers(0, 1)),
        )
        for at in range(count)
    ]


@settings(max_examples=100, deadline=None)
@given(tiny_fields())
def test_tiny_fields_get_the_best_of_all_pairings(players: list[Entrant]) -> None:
    ordered = sorted(players, key=lambda each: -each.points)
    field = field_of(ordered)
    turns = [[ordered.index(each) for each in equals] for equals in bye_turns(ordered, 3)]
    found = match_up(field, turns, Objectives(), Stream("tiny"))

    def worth(matches: tuple[tuple[int, int], ...], bye: int | None) -> tuple[int, ...]:
        met = sum(two in field.met[one] for one, two in matches)
        apart = sum(field.levels[one] - field.levels[two] for one, two in matches)
        if bye is None:
            return (0, met, 0, apart)
        turn = next(at for at, equals in enumerate(turns) if bye in equals)
        return (ordered[bye].byes, met, turn, apart)

    best = min(worth(*each) for each in _all_matches(tuple(range(len(field)))))
    assert worth(found.pairs, found.bye) == best
    assert found.proved


def _all_matches(left: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, int], ...], int | None]]:
    if len(left) % 2:
        for bye in left:
            for matches, _ in _all_matches(tuple(each for each in left if each != bye)):
                yield matches, bye
    elif not left:
        yield (), None
    else:
        first, *others = left
        for other in others:
            rest = tuple(each for each in others if each != other)
            for matches, _ in _all_matches(rest):
                yield ((first, other), *matches), None

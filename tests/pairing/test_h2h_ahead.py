"""Small fields of matches of two are paired so that the rounds to come stay free of rematches."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import pytest

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.field import Field, field_of
from runner.pairing.matches import Matches, match_up
from runner.pairing.methods import Objectives, bye_turns, drawn, method_in_force, stream
from runner.pairing.state import Entrant
from tests.support.states import newcomers, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

TWO = Mode.HEAD_TO_HEAD


def _event(
    players: int, rounds: int, seed: str, *, ahead: bool = True
) -> Iterator[tuple[Field, list[list[int]], Matches, int]]:
    """Each round of an event of chance results: field, turns for a bye, matches, rounds left."""
    entrants = {player.id: player for player in newcomers(players)}
    for number in range(1, rounds + 1):
        state = state_of(tuple(entrants.values()), TWO, number, seed, rounds=rounds)
        order = drawn(state)
        method = method_in_force(state)
        field = field_of(method.order(order))
        turns = [
            [field.players.index(each) for each in equals] for equals in bye_turns(order, number)
        ]
        left = rounds - number
        found = match_up(
            field, turns, method.aims, stream(state, "search"), left if ahead else None
        )
        yield field, turns, found, left
        chance = Stream(seed, number, "results")
        for pair in found.pairs:
            winner = chance.choice((*pair, -1))
            for one, two in (pair, pair[::-1]):
                before = field.players[one]
                entrants[before.id] = replace(
                    before,
                    points=before.points + (1 if winner < 0 else 3 * (one == winner)),
                    opponents=(*before.opponents, field.players[two].id),
                )
        if found.bye is not None:
            before = field.players[found.bye]
            entrants[before.id] = replace(before, points=before.points + 3, byes=before.byes + 1)


def _again(field: Field, found: Matches) -> int:
    """How many pairs meet again, a second bye being counted as one."""
    byes = 0 if found.bye is None else field.players[found.bye].byes
    return sum(two in field.met[one] for one, two in found.pairs) + bool(byes)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(4, 3), (5, 5), (6, 5), (7, 7), (8, 5), (8, 6), (8, 7), (9, 9), (10, 9), (12, 11), (13, 13),
     (14, 12), (16, 15), (19, 19), (20, 19)],
)  # fmt: skip
def test_all_rounds_that_a_small_field_can_play_are_free_of_rematches(
    players: int, rounds: int
) -> None:
    for seed in "abcd":
        for field, _, found, _ in _event(players, rounds, f"{players} {seed}"):
            assert not _again(field, found)
            assert not any("leaves" in note for note in found.notes)
            assert found.proved


def test_without_looking_ahead_such_fields_would_run_into_rematches() -> None:
    """Six players of whom each of three has met each of the others have two rounds less to play."""
    spoiled = 0
    for seed in range(40):
        rounds = _event(6, 5, f"greedy {seed}", ahead=False)
        spoiled += any(_again(field, found) for field, _, found, _ in rounds)
    assert spoiled >= 5


def test_rematches_and_second_byes_that_will_be_forced_are_told_of_beforehand() -> None:
    first, *_ = _event(6, 7, "told")
    assert first[2].notes == (
        "No way to pair this round leaves the 6 rounds after it free of repeats: only 4 can be.",
    )
    *_, last = _event(6, 6, "told")
    before = list(_event(6, 6, "told"))[4][2]
    (note,) = before.notes
    assert "leaves the round after it free of repeats" in note
    assert _again(last[0], last[2])
    first, *_ = _event(5, 6, "told of byes")
    assert first[2].notes == (
        "No way to pair this round leaves the 5 rounds after it free of repeats and second byes: "
        "only 4 can be.",
    )


def test_what_the_rounds_to_come_cost_in_points_is_said() -> None:
    said = {
        note
        for seed in range(30)
        for _, _, found, _ in _event(8, 7, f"points {seed}")
        for note in found.notes
    }
    assert said
    assert all(
        re.match(r"Points differ by \d+ instead of \d+, to keep the ", note)
        and note.endswith(" free of repeats.")
        for note in said
    )


def test_it_is_no_matter_how_many_rounds_are_left_where_any_pairing_leaves_them_possible() -> None:
    field, turns, found, _ = next(_event(20, 4, "roomy"))
    for left in (None, 0, 1, 3, 7):
        assert match_up(field, turns, Objectives(), Stream("roomy"), left) == match_up(
            field, turns, Objectives(), Stream("roomy")
        )
    assert found.notes == ()


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_of_all_pairings_it_is_the_best_that_leaves_the_most_rounds_possible(players: int) -> None:
    """Held against all pairings and a search of its own, in the last rounds of some events."""
    nodes = players + players % 2
    for seed in range(6):
        for field, turns, found, left in _event(players, nodes - 1, f"all {seed}"):
            bye = [] if found.bye is None else [(found.bye, players)]
            worth = partial(_worth, field, turns, left)
            if left < 4 + (players < 7):
                everything = _pairings(tuple(range(nodes)))
                assert worth([*found.pairs, *bye]) == min(map(worth, everything))


def _worth(
    field: Field, turns: list[list[int]], left: int, chosen: list[tuple[int, int]]
) -> tuple[int, ...]:
    """Rematches, rounds that are no longer possible, turn for the bye, differences of points."""
    count = len(field)
    met = {frozenset((one, two)) for one, others in enumerate(field.met) for two in others}
    if count % 2:
        met |= {frozenset((at, count)) for at, player in enumerate(field.players) if player.byes}
    pairs = {frozenset(each) for each in chosen}
    after = frozenset(met | pairs)
    kept = next(at for at in range(left, -1, -1) if _possible(count + count % 2, after, at))
    resting = [one for one, two in chosen if two == count]
    turn = sum(at for at, equals in enumerate(turns) for one in resting if one in equals)
    apart = (abs(field.levels[one] - field.levels[two]) for one, two in chosen if two < count)
    return (len(pairs & met), left - kept, turn, sum(apart))


def _pairings(nodes: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not nodes:
        yield []
    for other in nodes[1:]:
        for rest in _pairings(tuple(each for each in nodes[1:] if each != other)):
            yield [(nodes[0], other), *rest]


@cache
def _possible(nodes: int, met: frozenset[frozenset[int]], rounds: int) -> bool:
    """Whether so many rounds can be played without anybody meeting again, by trying everything."""
    if not rounds:
        return True
    for chosen in _pairings(tuple(range(nodes))):
        pairs = {frozenset(each) for each in chosen}
        if not pairs & met and _possible(nodes, met | pairs, rounds - 1):
            return True
    return False


def test_a_second_bye_later_is_minded_like_a_rematch() -> None:
    """Three players and three rounds: everyone has one bye, and meets each other once."""
    for seed in "abcdef":
        rounds = list(_event(3, 3, seed))
        assert not any(_again(field, found) for field, _, found, _ in rounds)
        assert {field.players[found.bye or 0].id for field, _, found, _ in rounds} == {
            "P001", "P002", "P003"
        }  # fmt: skip


def test_a_rematch_now_is_never_taken_for_the_sake_of_later_rounds() -> None:
    entrants = [
        Entrant("A", Fraction(3), opponents=("B", "C")),
        Entrant("B", Fraction(3), opponents=("A", "D")),
        Entrant("C", Fraction(0), opponents=("D", "A")),
        Entrant("D", Fraction(0), opponents=("C", "B")),
    ]
    found = match_up(field_of(entrants), [], Objectives(), Stream("now"), 3)
    assert set(found.pairs) == {(0, 3), (1, 2)}
    assert found.notes == (
        "No way to pair this round leaves the 3 rounds after it free of repeats.",
    )

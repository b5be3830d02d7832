"""Elimination in pods: who skips a stage, who sits together, and that nobody is lost."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat
from runner.core.seating import SeatedTable, Seating
from runner.phases.elimination import pod_bracket
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.model import Drawn, RoundContext
from tests.support.playoffs import PODS as RULES
from tests.support.playoffs import (
    TYPE,
    after,
    on,
    play,
    play_rounds,
    proposed,
    results,
    seats,
    situation,
)

drawn_again = SingleElimination().drawn_again

pytestmark = pytest.mark.thorough  # left out of make quick

PATTERNS = {
    4: (0, [[1, 2, 3, 4]]),
    7: (3, [[4, 5, 6, 7]]),
    10: (2, [[3, 6, 7, 10], [4, 5, 8, 9]]),
    13: (1, [[2, 7, 8, 13], [3, 6, 9, 12], [4, 5, 10, 11]]),
    16: (0, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]),
    40: (8, [[9 + at, 24 - at, 25 + at, 40 - at] for at in range(8)]),
    64: (0, [[1 + at, 32 - at, 33 + at, 64 - at] for at in range(16)]),
}


@pytest.mark.parametrize("cut", PATTERNS)
def test_the_first_round_of_each_cut_is_as_the_rules_have_it(cut: int) -> None:
    made = proposed(situation(cut))
    byes, tables = PATTERNS[cut]
    assert seats(made) == tables
    assert made.pairing.byes == tuple(str(seed) for seed in range(1, byes + 1))
    assert [table.number for table in made.pairing.tables] == list(range(1, len(tables) + 1))
    assert len({sum(table) for table in seats(made)}) == 1


@pytest.mark.parametrize(("size", "tables"), [
    (5, [[1, 2, 3, 4, 5]]), (6, [[4, 5, 6]]), (8, [[3, 6, 7], [4, 5, 8]]),
    (9, [[3, 6, 7], [4, 5, 8, 9]]), (11, [[2, 7, 8], [3, 6, 9], [4, 5, 10, 11]]),
    (12, [[2, 7, 8], [3, 6, 9, 12], [4, 5, 10, 11]]),
    (15, [[1, 8, 9], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]),
    (17, [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13, 17]]),
])  # fmt: skip
def test_small_pods_of_a_field_that_does_not_fit_fall_to_the_highest_seeds(
    size: int, tables: list[list[int]]
) -> None:
    assert seats(proposed(situation(size))) == tables


def test_columns_deal_the_seeds_to_the_pods_in_turn() -> None:
    column = replace(RULES, elimination_pattern="column")
    assert seats(proposed(situation(16, column))) == [
        [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16],
    ]  # fmt: skip
    assert seats(proposed(situation(12, column))) == [[2, 5, 8], [3, 6, 9, 11], [4, 7, 10, 12]]


@pytest.mark.parametrize("size", range(4, 129))
def test_all_winners_and_all_byes_sit_in_the_next_stage(size: int) -> None:
    for pattern in ("snake", "column"):
        due = {str(seed) for seed in range(1, size + 1)}
        now = situation(size, replace(RULES, elimination_pattern=pattern))
        planned = TYPE.planned_rounds(now)
        rounds = list(play(now, (size, pattern)))
        for at, (before, made) in enumerate(rounds):
            seated = [each for table in made.pairing.tables for each in table.seats]
            assert sorted([*seated, *made.pairing.byes]) == sorted(due)
            assert {len(table.seats) for table in made.pairing.tables} <= {3, 4, 5}
            assert TYPE.planned_rounds(before) == planned == len(rounds)
            if at + 1 < len(rounds):
                due = on(rounds[at + 1][0].rounds[-1])
        assert len(rounds[-1][1].pairing.tables) == 1
        assert rounds[-1][1].pairing.byes == ()


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("players", range(3, 131))
def test_every_stage_has_pods_of_three_to_five_and_a_larger_one_only_where_there_is_no_other(
    players: int, size: int
) -> None:
    left, stages = players, []
    while left > 1:
        stage = pod_bracket.pod_round(left, size)
        dealt = pod_bracket.dealt(range(stage.byes, left), stage.pods, "snake")
        assert all(list(pod) == sorted(pod) for pod in dealt)
        stages.append((stage.byes, sorted(map(len, dealt))))
        left = stage.left
    seats = [pod for _, pods in stages for pod in pods]
    assert all(3 <= pod <= min(size + 1, 5) for pod in seats)
    larger = sum(pod > size for pod in seats)
    assert larger == (players in {3: range(4, 131, 2), 4: (5, 17, 65), 5: ()}[size])
    assert all(not byes for byes, _ in stages[1:]) or players in (26, 126)
    assert all(pods[0] >= size for _, pods in stages[1:]) or size == 5


@pytest.mark.parametrize(("players", "size", "byes", "pods"), [
    (6, 3, 2, [4]), (8, 3, 1, [3, 4]), (10, 3, 0, [3, 3, 4]), (12, 3, 8, [4]), (6, 5, 3, [3]),
    (7, 5, 4, [3]), (26, 5, 23, [3]), (24, 5, 0, [4, 5, 5, 5, 5]),
])  # fmt: skip
def test_pods_of_three_and_five_where_the_field_does_not_fit(
    players: int, size: int, byes: int, pods: list[int]
) -> None:
    made = proposed(situation(players, replace(RULES, pod_size=size)))
    assert len(made.pairing.byes) == byes
    assert sorted(map(len, seats(made))) == pods


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("by_hand", [(1, 0), (0, 1), (2, 1), (0, 3)])
def test_around_what_the_organiser_has_set_nobody_sits_at_a_table_of_two_who_need_not(
    size: int, by_hand: tuple[int, int]
) -> None:
    tables, byes = by_hand
    final = min(size + 1, 5) if by_hand == (0, 1) else 0  # who sits it out has nobody left to meet
    for players in range(max(tables * 3 + byes + 3, final + 1), 60):
        ids = [str(seed) for seed in range(players, 0, -1)]
        placed = tuple(SeatedTable(9 + at, tuple(ids[at * 3 : at * 3 + 3])) for at in range(tables))
        free = ids[tables * 3 :]
        now = situation(players, replace(RULES, pod_size=size))
        made = proposed(replace(now, placed=Seating(placed), byes=tuple(free[:byes])))
        assert all(3 <= len(pod) <= max(size, min(size + 1, 5)) for pod in seats(made))
        left = len(made.pairing.tables) + len(made.pairing.byes)
        assert left < players
        assert left != 2 or len(free) - byes == 3


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("players", [6, 8, 26])
def test_what_the_first_version_drew_is_drawn_again(players: int, size: int) -> None:
    made = proposed(situation(players, replace(RULES, pod_size=size)))
    state = {key: value for key, value in made.state.items() if key != "division"}
    before = drawn_again(state)
    assert before is not None
    sizes = [len(table.seats) for table in before.seating.tables]
    assert sizes == {
        (6, 3): [2, 3], (8, 3): [2, 3, 3], (26, 3): [2, *[3] * 8],
        (6, 5): [6], (8, 5): [4], (26, 5): [5, 5, 5, 5, 6],
    }[players, size]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(size=st.integers(4, 128), seed=st.integers(0, 10**6), by_hand=st.booleans())
def test_whoever_drops_or_is_seated_by_hand_nobody_else_is_lost(
    size: int, seed: int, by_hand: bool
) -> None:
    stream = Stream("drops", size, seed)
    now = situation(size)
    due = {player.id for player in now.players}
    while True:
        if by_hand and len(due) > 8:
            four, bye = stream.shuffled(sorted(due))[:4], stream.shuffled(sorted(due))[4]
            placed = Seating((SeatedTable(2, tuple(four)),))
            now = replace(now, placed=placed, byes=() if bye in four else (bye,))
        else:
            now = replace(now, placed=Seating(), byes=())
        made = TYPE.propose(now)
        if made is None:
            break
        seated = [each for table in made.pairing.tables for each in table.seats]
        assert sorted([*seated, *made.pairing.byes]) == sorted(due)
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
        tables = {table.number: table.seats for table in made.pairing.tables}
        assert all(tables[each.number] == each.seats for each in now.placed.tables)
        played = results(made, [stream.below(60) for _ in made.pairing.tables])
        now = after(now, made, played)
        leaving = {each for each in sorted(on(played)) if not stream.below(5)}
        now = replace(now, players=tuple(each for each in now.players if each.id not in leaving))
        due = on(played) - leaving
    assert len(due) <= 1
    assert TYPE.planned_rounds(now) == len(now.rounds)


def test_those_left_are_dealt_by_their_first_seeds_into_smaller_pods_where_some_drop() -> None:
    now = situation(16)
    now = play_rounds(now, [3, 1, 2, 0])
    assert seats(proposed(now)) == [[4, 7, 11, 16]]
    now = situation(16)
    now = replace(now, players=now.players[1:])
    made = proposed(now)
    assert made.pairing.byes == ()
    assert seats(made) == [[2, 9, 10], [3, 8, 11, 16], [4, 7, 12, 15], [5, 6, 13, 14]]
    now = situation(16)
    now = play_rounds(now, [0, 0, 0, 0])
    assert seats(proposed(replace(now, players=now.players[1:]))) == [[2, 3, 4]]


def drawn_pod(*outcomes: Outcome) -> RoundContext:
    now = situation(7)
    made = proposed(now)
    (table,) = results(made, [0]).tables
    seats = zip(table.players, outcomes, strict=True)
    table = replace(table, seats=tuple(Seat(player, outcome) for player, outcome in seats))
    return after(now, made, Round(made.pairing.round, (table,), made.pairing.byes))


def test_in_a_drawn_pod_the_highest_seed_goes_on_who_has_not_been_excluded() -> None:
    draw = Outcome.DRAW
    assert seats(proposed(drawn_pod(draw, draw, draw, draw))) == [[1, 2, 3, 4]]
    for out in (Outcome.PENALTY_LOSS, Outcome.CONCESSION, Outcome.NO_SHOW):
        assert seats(proposed(drawn_pod(out, draw, draw, draw))) == [[1, 2, 3, 5]]


def test_a_drawn_pod_or_final_that_is_played_on_holds_up_what_follows() -> None:
    now = drawn_pod(*[Outcome.DRAW] * 4)
    now = replace(now, ruleset=replace(RULES, drawn_elimination="play_on"))
    assert TYPE.propose(now) is None
    assert TYPE.planned_rounds(now) == 2
    now = situation(4, replace(RULES, drawn_elimination="play_on"))
    made = proposed(now)
    (table,) = results(made, [0]).tables
    drawn = replace(table, seats=tuple(Seat(each, Outcome.DRAW) for each in table.players))
    assert TYPE.planned_rounds(after(now, made, Round(now.next, (drawn,)))) is None
    assert TYPE.planned_rounds(after(now, made, Round(now.next, (table,)))) == 1


def test_the_others_play_around_a_bye_or_a_pod_by_hand() -> None:
    made = proposed(replace(situation(16), byes=("16",)))
    assert made.pairing.byes == ("16",)
    assert sorted(map(len, seats(made))) == [3, 4, 4, 4]
    table = SeatedTable(9, ("10", "11", "12", "13"))
    made = proposed(replace(situation(13), placed=Seating((table,))))
    assert made.pairing.byes == ("1",)
    assert seats(made) == [[2, 5, 6, 9], [3, 4, 7, 8], [10, 11, 12, 13]]
    assert [each.number for each in made.pairing.tables] == [1, 2, 9]

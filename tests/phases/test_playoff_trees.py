"""The trees of playoffs: who meets whom, where each comes from, and that they agree with play."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.phase import Mode, Phase
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat
from runner.core.seating import SeatedTable, Seating
from runner.phases import playoff, tree
from runner.phases.elimination.tree import From, Match, Side, Source, Tree
from runner.phases.model import PhaseResult, Proposal, RoundContext
from tests.support import doubles, playoffs

pytestmark = pytest.mark.thorough  # left out of make quick

THIRD = replace(playoffs.MATCHES, third_place=True)
States = list[Mapping[str, Any]]


def grown(now: RoundContext, drawn: States) -> Tree:
    found = tree(playoffs.as_result(now, drawn))
    assert found is not None
    return found


def drawing(found: Tree) -> list[str]:
    """Each match as "key: player or source v player or source > winner"."""
    return [
        f"{each.key}: {' v '.join(_place(place.player, place.source) for place in each.places)}"
        + (f" > {each.winner}" if each.winner else "")
        + (" (bye)" if each.bye else "")
        for each in found.matches
    ]


def _place(player: str | None, source: Source) -> str:
    return "-" if player is None else player or f"[{source.kind} {source.match or source.number}]"


def tables(matches: list[Match]) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(each.players)) for each in matches if not each.bye)


def of_round(found: Tree, number: int) -> list[Match]:
    return [each for each in found.matches if each.round == number]


def agrees(found: Tree, made: Proposal, number: int, *, published: bool) -> None:
    """A round is what its tree says: the tables, and in a published one the byes."""
    matches = of_round(found, number)
    assert tables(matches) == sorted(tuple(sorted(each.seats)) for each in made.pairing.tables)
    byes = {each.players[0] for each in matches if each.bye and each.players}
    assert {*made.pairing.byes} <= byes
    if published:
        seats = {frozenset(each.seats): each.number for each in made.pairing.tables}
        assert all(each.table == seats[frozenset(each.players)] for each in matches if not each.bye)


def test_a_bracket_before_its_first_round_is_whole_up_to_the_rounds_that_are_wanted() -> None:
    assert drawing(grown(playoffs.situation(6, THIRD), [])) == [
        "W1M1: 1 v - > 1 (bye)", "W1M2: 4 v 5", "W1M3: 2 v - > 2 (bye)", "W1M4: 3 v 6",
        "W2M1: 1 v [winner W1M2]", "W2M2: 2 v [winner W1M4]",
        "W3M1: [winner W2M1] v [winner W2M2]",
        "T1: [loser W2M1] v [loser W2M2]",
    ]  # fmt: skip
    now = playoffs.situation(8, THIRD)
    now = replace(now, phase=replace(now.phase, rounds=1))
    assert len(grown(now, []).matches) == 4


def test_it_follows_each_result_as_it_comes_in() -> None:
    now = playoffs.situation(6, THIRD)
    made = playoffs.proposed(now)
    played = playoffs.results(made, [1, 0])
    open_ = replace(played.tables[1], seats=tuple(Seat(each) for each in ("3", "6")))
    half = playoffs.after(now, made, replace(played, tables=(played.tables[0], open_)))
    found = grown(half, [made.state])
    assert drawing(found)[1:] == [
        "W1M2: 4 v 5 > 5", "W1M3: 2 v - > 2 (bye)", "W1M4: 3 v 6",
        "W2M1: 1 v 5", "W2M2: 2 v [winner W1M4]",
        "W3M1: [winner W2M1] v [winner W2M2]",
        "T1: [loser W2M1] v [loser W2M2]",
    ]  # fmt: skip
    assert [each.table for each in found.matches] == [None, 1, None, 2, *[None] * 4]
    assert [each.round for each in found.matches] == [1, 1, 1, 1, 2, 2, 3, 3]
    assert found.matches[-1].side is Side.THIRD


def test_a_match_for_third_place_knows_its_players_before_it_is_published() -> None:
    now = playoffs.situation(4, THIRD)
    made = playoffs.proposed(now)
    now = playoffs.after(now, made, playoffs.results(made, [0, 1]))
    assert drawing(grown(now, [made.state]))[2:] == ["W2M1: 1 v 3", "T1: 4 v 2"]
    final = playoffs.proposed(now)
    now = playoffs.after(now, final, playoffs.results(final, [0, 1]))
    found = grown(now, [made.state, final.state])
    assert drawing(found)[2:] == ["W2M1: 1 v 3 > 1", "T1: 4 v 2 > 4"]


def test_who_drops_leaves_a_bye_in_the_tree_and_a_round_that_nobody_plays_is_left_out() -> None:
    now = playoffs.situation(8, playoffs.MATCHES)
    now = playoffs.leave(playoffs.play_rounds(now, [0, 0, 0, 0]), "1")
    assert drawing(grown(now, [now.drawn]))[4:] == [
        "W2M1: - v 4 > 4 (bye)", "W2M2: 2 v 3", "W3M1: 4 v [winner W2M2]",
    ]  # fmt: skip
    now = playoffs.situation(8, playoffs.MATCHES)
    made = playoffs.proposed(now)
    now = playoffs.leave(playoffs.after(now, made, playoffs.results(made, [0, 0, 0, 0])), "4", "3")
    final = playoffs.proposed(now)
    assert drawing(grown(now, [made.state]))[4:] == [
        "W2M1: 1 v - > 1 (bye)", "W2M2: 2 v - > 2 (bye)", "W3M1: 1 v 2",
    ]  # fmt: skip
    now = playoffs.after(now, final, playoffs.results(final, [1]))
    found = grown(now, [made.state, final.state])
    assert drawing(found)[-1] == "W3M1: 1 v 2 > 2"
    assert [each.round for each in found.matches][-3:] == [2, 2, 2]


def test_pairs_that_the_organiser_has_swapped_are_drawn_as_they_were_played() -> None:
    now = playoffs.situation(8, playoffs.MATCHES)
    made = playoffs.proposed(now)
    swapped = [("1", "7"), ("4", "5"), ("2", "8"), ("3", "6")]
    played = tuple(
        replace(table, seats=(Seat(one, Outcome.LOSS), Seat(other, Outcome.WIN)))
        for table, (one, other) in zip(playoffs.results(made, [0] * 4).tables, swapped, strict=True)
    )
    now = playoffs.after(now, made, Round(made.pairing.round, played))
    assert drawing(grown(now, [made.state])) == [
        "W1M1: 1 v 7 > 7", "W1M2: 4 v 5 > 5", "W1M3: 2 v 8 > 8", "W1M4: 3 v 6 > 6",
        "W2M1: 7 v 5", "W2M2: 8 v 6", "W3M1: [winner W2M1] v [winner W2M2]",
    ]  # fmt: skip


def test_a_result_corrected_two_rounds_later_moves_nobody_in_the_tree() -> None:
    now = playoffs.situation(4, playoffs.MATCHES)
    made = playoffs.proposed(now)
    now = playoffs.after(now, made, playoffs.results(made, [0, 0]))
    final = playoffs.proposed(now)
    now = playoffs.after(now, final, playoffs.results(final, [0]))
    corrected = replace(now, rounds=(playoffs.results(made, [1, 1]), now.rounds[1]))
    found = grown(corrected, [made.state, final.state])
    assert drawing(found) == ["W1M1: 1 v 4 > 4", "W1M2: 2 v 3 > 3", "W2M1: 1 v 2 > 1"]
    assert found.match("W2M1").places[0].source == Source(From.WINNER, match="W1M1")


@settings(max_examples=120, deadline=None)
@given(
    size=st.integers(2, 70), seed=st.integers(0, 10**6), dropping=st.booleans(),
    rules=st.sampled_from([playoffs.MATCHES, THIRD, playoffs.PODS]),
)  # fmt: skip
def test_every_round_is_what_the_tree_said_and_says(
    size: int, seed: int, dropping: bool, rules: Any
) -> None:
    chance, drawn = Stream("trees", size, seed), States()
    now = playoffs.situation(size, rules)
    while True:
        before = grown(now, drawn)
        assert before.seeds == tuple(each.id for each in now.field) or now.rounds
        made = playoffs.TYPE.propose(now)
        number = now.next.number
        if made is None:
            assert not tables(of_round(before, number))
            break
        agrees(before, made, number, published=False)
        drawn.append(made.state)
        played = playoffs.results(made, [chance.below(4) for _ in made.pairing.tables])
        now = playoffs.after(now, made, played)
        agrees(grown(now, drawn), made, number, published=True)
        if dropping:
            now = playoffs.leave(
                now, *(each for each in sorted(playoffs.on(played)) if not chance.below(5))
            )
    planned = playoffs.TYPE.planned_rounds(now)
    assert max(each.round for each in before.matches if not each.bye) == planned


@settings(max_examples=120, deadline=None)
@given(size=st.integers(2, 40), seed=st.integers(0, 10**6))
def test_whatever_is_set_by_hand_every_table_is_in_the_tree(size: int, seed: int) -> None:
    chance, drawn = Stream("by hand", size, seed), States()
    now = playoffs.situation(size, playoffs.MATCHES)
    due = {each.id for each in now.players}
    while True:
        mixed = chance.shuffled(sorted(due))
        some = len(due) > 4
        placed = Seating((SeatedTable(2, tuple(mixed[:2])),) if some else ())
        now = replace(now, placed=placed, byes=tuple(mixed[2:3]) if some else ())
        made = playoffs.TYPE.propose(now)
        if made is None:
            break
        drawn.append(made.state)
        played = playoffs.results(made, [chance.below(2) for _ in made.pairing.tables])
        now, due = playoffs.after(now, made, played), playoffs.on(played)
        found = grown(now, drawn)
        assert len({each.key for each in found.matches}) == len(found.matches)
        agrees(found, made, made.pairing.round.number, published=True)
        coming = [each for each in found.matches if each.round > made.pairing.round.number]
        next_ = {player for each in coming for player in each.players}
        assert next_ == (due if len(due) > 1 else set())


def test_pods_come_from_seeds_and_then_from_those_left_once_all_pods_are_over() -> None:
    now = playoffs.situation(10)
    assert drawing(grown(now, [])) == [
        "W1B1: 1 > 1 (bye)", "W1B2: 2 > 2 (bye)",
        "W1M1: 3 v 6 v 7 v 10", "W1M2: 4 v 5 v 8 v 9",
        "W2M1: [left 1] v [left 2] v [left 3] v [left 4]",
    ]  # fmt: skip
    now = playoffs.play_rounds(now, [3, 2])
    assert drawing(grown(now, [now.drawn]))[2:] == [
        "W1M1: 3 v 6 v 7 v 10 > 10", "W1M2: 4 v 5 v 8 v 9 > 8", "W2M1: 1 v 2 v 8 v 10",
    ]  # fmt: skip
    now = playoffs.situation(10)
    made = playoffs.proposed(now)
    played = playoffs.results(made, [3, 2])
    open_ = replace(played.tables[1], seats=tuple(Seat(each) for each in ("4", "5", "8", "9")))
    now = playoffs.after(now, made, replace(played, tables=(played.tables[0], open_)))
    found = grown(now, [made.state])
    assert found.match("W2M1").players == ()
    assert [each.source for each in found.match("W2M1").places] == [
        Source(From.LEFT, rank) for rank in (1, 2, 3, 4)
    ]


def test_no_tree_is_shown_of_seeds_that_are_still_to_be_drawn() -> None:
    now = playoffs.situation(8, playoffs.MATCHES)
    first = replace(now.phase, number=1)
    result = replace(playoffs.as_result(now, []), phase=first)
    assert tree(result) is None
    made = playoffs.proposed(now)
    later = playoffs.as_result(
        playoffs.after(now, made, playoffs.results(made, [0] * 4)), [made.state]
    )
    assert tree(replace(later, phase=first)) is not None


@pytest.mark.parametrize("key", ["swiss", "round_robin", "by_hand", "unheard of"])
def test_what_is_no_playoff_and_an_empty_field_have_no_tree(key: str) -> None:
    phase = Phase(2, "Day 2", Mode.HEAD_TO_HEAD, key)
    assert tree(PhaseResult(phase, playoffs.MATCHES, playoffs.situation(8).field)) is None
    assert (
        tree(playoffs.as_result(replace(playoffs.situation(8), field=(), players=()), [])) is None
    )


def test_a_double_elimination_before_its_first_round_is_whole_with_its_byes() -> None:
    found = grown(doubles.situation(4), [])
    assert drawing(found) == [
        "W1M1: 1 v 4", "W1M2: 2 v 3", "W2M1: [winner W1M1] v [winner W1M2]",
        "L1M1: [loser W1M1] v [loser W1M2]", "L2M1: [loser W2M1] v [winner L1M1]",
        "F1: [winner W2M1] v [winner L2M1]", "F2: [winner F1] v [loser F1]",
    ]  # fmt: skip
    assert [each.round for each in found.matches] == [1, 1, 2, 2, 3, 4, 5]
    assert [each.side for each in found.matches[-2:]] == [Side.FINAL, Side.FINAL]
    found = grown(doubles.situation(3), [])
    assert drawing(found) == [
        "W1M1: 1 v - > 1 (bye)", "W1M2: 2 v 3", "W2M1: 1 v [winner W1M2]",
        "L1M1: - v [loser W1M2] (bye)", "L2M1: [loser W2M1] v [winner L1M1]",
        "F1: [winner W2M1] v [winner L2M1]", "F2: [winner F1] v [loser F1]",
    ]  # fmt: skip


def test_the_second_grand_final_is_gone_once_it_is_not_needed() -> None:
    now, drawn = doubles.situation(2), States()
    for _ in range(2):
        made = playoffs.proposed(now)
        drawn.append(made.state)
        now = playoffs.after(now, made, playoffs.results(made, [0]))
    assert drawing(grown(now, drawn)) == ["W1M1: 1 v 2 > 1", "F1: 1 v 2 > 1"]
    assert "F2" not in {each.key for each in grown(doubles.situation(2, doubles.ONCE), []).matches}


def test_who_drops_out_of_a_double_elimination_leaves_byes() -> None:
    now = doubles.situation(4)
    now = playoffs.leave(playoffs.play_rounds(now, [0, 0]), "1")
    assert drawing(grown(now, [now.drawn]))[2:5] == [
        "W2M1: - v 2 > 2 (bye)", "L1M1: 4 v 3", "L2M1: - v [winner L1M1] (bye)",
    ]  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(size=st.integers(2, 32), seed=st.integers(0, 10**6), dropping=st.booleans())
def test_every_round_of_a_double_elimination_is_what_the_tree_said_and_says(
    size: int, seed: int, dropping: bool
) -> None:
    chance, drawn = Stream("doubles", size, seed), States()
    now = doubles.situation(size)
    while True:
        before, made = grown(now, drawn), doubles.TYPE.propose(now)
        number = now.next.number
        assert len({each.key for each in before.matches}) == len(before.matches)
        if made is None:
            assert not tables(of_round(before, number))
            break
        agrees(before, made, number, published=False)
        drawn.append(made.state)
        played = playoffs.results(made, [chance.below(2) for _ in made.pairing.tables])
        now = playoffs.after(now, made, played)
        agrees(grown(now, drawn), made, number, published=True)
        if dropping:
            now = playoffs.leave(now, *(each.id for each in now.players if not chance.below(12)))
    places = [(match, place) for match in before.matches for place in match.places]
    keys = {each.key: each for each in before.matches}
    for match, place in places:
        came = keys.get(place.source.match)
        if came and place.player and place.source.kind is From.WINNER:
            assert came.winner == place.player
        if came and place.player and place.source.kind is From.LOSER and not came.bye:
            assert place.player in came.players
            assert place.player != came.winner
        assert match.winner in {"", *match.players}


def test_brackets_that_were_made_anew_stand_behind_those_before() -> None:
    now = doubles.situation(4)
    made = playoffs.proposed(now)
    played = playoffs.results(made, [0, 0])
    both = tuple(Seat(each, Outcome.PENALTY_LOSS) for each in ("1", "4"))
    played = replace(played, tables=(replace(played.tables[0], seats=both), played.tables[1]))
    found = grown(playoffs.after(now, made, played), [made.state])
    assert drawing(found) == [
        "W1M1: 1 v 4", "W1M2: 2 v 3 > 2",
        "L1M1: 1 v - > 1 (bye)", "L1M2: 3 v 4", "L2M1: 1 v [winner L1M2]",
        "F1: 2 v [winner L2M1]", "F2: [winner F1] v [loser F1]",
    ]  # fmt: skip
    assert found.match("F1").places[0].source == Source(From.LEFT, 2)


def test_who_skipped_a_stage_has_a_bye_in_it_also_where_a_document_does_not_say_so() -> None:
    now = playoffs.situation(10)
    made = playoffs.proposed(now)
    first = replace(playoffs.results(made, [0, 0]), byes=())
    now = playoffs.after(now, made, playoffs.results(made, [0, 0]))
    final = playoffs.proposed(now)
    now = playoffs.after(now, final, playoffs.results(final, [0]))
    now = replace(now, rounds=(first, now.rounds[1]), seeds=(), drawn={})
    assert drawing(grown(now, [{}, {}])) == [
        "W1B1: 1 > 1 (bye)", "W1B2: 2 > 2 (bye)",
        "W1M1: 3 v 6 v 7 v 10 > 3", "W1M2: 4 v 5 v 8 v 9 > 4", "W2M1: 1 v 2 v 3 v 4 > 1",
    ]  # fmt: skip


def spoilt(played: Round, chance: Stream) -> Round:
    """The round with a seat cleared, a draw, two who both lose, or a table that still plays."""
    at, what = chance.below(len(played.tables)), chance.below(5)
    table = played.tables[at]
    outcomes = {1: Outcome.DRAW, 2: Outcome.PENALTY_LOSS, 3: None}
    seated = table.seats[:1] if what == 4 else table.seats
    if what in outcomes:
        seated = tuple(replace(seat, outcome=outcomes[what]) for seat in table.seats)
    tables = [*played.tables]
    tables[at] = replace(table, seats=seated)
    return replace(played, tables=tuple(tables))


@settings(max_examples=40, deadline=None)
@given(
    size=st.integers(2, 20), seed=st.integers(0, 10**6),
    start=st.sampled_from([doubles.situation, playoffs.situation]), known=st.booleans(),
)  # fmt: skip
def test_a_tree_can_be_drawn_of_everything_that_people_do(
    size: int, seed: int, start: Any, known: bool
) -> None:
    chance, drawn = Stream("anything", size, seed), States()
    now = start(size) if start is doubles.situation else start(size, THIRD)
    type_ = playoff(now.phase.type)
    assert type_ is not None
    for _ in range(4 * size):
        made = type_.propose(now)
        if made is None:
            break
        drawn.append(made.state if known else {})
        played = playoffs.results(made, [chance.below(2) for _ in made.pairing.tables])
        for version in (spoilt(playoffs.changed(played, now, chance), chance), played):
            then = playoffs.after(now, made, version)
            then = then if known else replace(then, drawn={})
            found = grown(then, drawn)
            assert len({each.key for each in found.matches}) == len(found.matches)
            assert all(len(each.players) < 2 for each in found.matches if each.bye)
            places = type_.places(then, [])
            assert places is not None
            assert {player for player, _, _ in places} == {each.id for each in then.field}
        now = playoffs.leave(then, *(each.id for each in now.players if not chance.below(15)))

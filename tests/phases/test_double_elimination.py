"""Double elimination: two defeats and out, nobody lost, and whole events."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.compute.compute import compute
from runner.compute.decisions.repair import RepairRound
from runner.compute.snapshot import Snapshot
from runner.compute.verify import DRAWN, verify
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.core.randomness import Stream
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Round, Seat
from runner.core.seating import SeatedTable, Seating
from runner.ledger.ledger import Ledger
from runner.phases import tree
from runner.phases.elimination.bracket_state import PlayoffProgress
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.phases.elimination.playoff import Playoff
from runner.phases.model import Drawn, Proposal, RoundContext
from runner.rules.ruleset import Ruleset
from tests.support.doubles import ONCE, RULES, TYPE, Tally, higher_wins, play, situation
from tests.support.events import (
    dropped,
    ids,
    latest_ranking,
    played_on,
    published,
    swiss_and_playoff,
    typed,
    up_to,
)
from tests.support.playoffs import (
    after,
    changed,
    leave,
    on,
    play_rounds,
    proposed,
    results,
    seats,
    with_seats,
)

drawn_again = DoubleElimination().drawn_again

pytestmark = pytest.mark.thorough  # left out of make quick

BY_SEED = replace(RULES, drawn_elimination="highest_seed")


@pytest.mark.parametrize(("size", "rounds"), [
    (4, [[[1, 4], [2, 3]], [[1, 2], [3, 4]], [[2, 3]], [[1, 2]]]),
    (8, [[[1, 8], [4, 5], [2, 7], [3, 6]], [[1, 4], [2, 3], [5, 8], [6, 7]],
         [[1, 2], [3, 5], [4, 6]], [[3, 4]], [[2, 3]], [[1, 2]]]),
    # a match is played as soon as both players are known
    (5, [[[4, 5], [2, 3]], [[1, 4], [3, 5]], [[1, 2], [3, 4]], [[2, 3]], [[1, 2]]]),
])  # fmt: skip
def test_the_rounds_when_all_higher_seeds_win(size: int, rounds: list[list[list[int]]]) -> None:
    assert [seats(made) for _, made in higher_wins(situation(size))] == rounds
    assert proposed(situation(size)).pairing.byes == (("1",) if size == 5 else ())


@pytest.mark.parametrize(("size", "rounds"), [(1, None), (2, 2), (3, 4), (4, 4), (8, 6), (16, 8),
                                              (32, 10), (64, 12), (128, 14)])  # fmt: skip
def test_the_rounds_are_known_from_the_start(size: int, rounds: int | None) -> None:
    assert TYPE.planned_rounds(situation(size)) == rounds


@pytest.mark.parametrize("size", range(3, 129))
def test_everybody_who_is_out_has_lost_twice_and_nobody_meets_who_sent_them_down(size: int) -> None:
    tally, then = Tally(), situation(size)
    planned = TYPE.planned_rounds(then)
    assert planned is not None
    assert planned <= 2 * (size - 1).bit_length()
    for before, made, then in play(situation(size), size):
        left = {each.id for each in before.field if tally.losses.get(each.id, 0) < 2}
        playing = [each for table in made.pairing.tables for each in table.seats]
        assert {*playing, *made.pairing.byes} <= left
        assert len({*playing, *made.pairing.byes}) == len(playing) + len(made.pairing.byes)
        assert all(one < other for one, other in seats(made))
        tally.add(then.rounds[-1])
    reset = tally.matches == 2 * size - 1
    assert reset or tally.matches == 2 * size - 2
    assert len(then.rounds) == planned + reset == TYPE.planned_rounds(then)
    (winner,) = {each.id for each in then.field if tally.losses.get(each.id, 0) < 2}
    assert all(tally.losses[each.id] == 2 for each in then.field if each.id != winner)
    places = TYPE.places(then, [])
    assert places is not None
    in_the_final = {player for player, _, last in places if last < 3}
    assert all({*pair} == in_the_final for pair in tally.immediate) or size == 3
    assert places[0] == (winner, 1, 1)
    assert sorted(player for player, _, _ in places) == sorted(each.id for each in then.field)
    shared = [(first, last) for _, first, last in places]
    assert all(first <= at <= last for at, (first, last) in enumerate(shared, 1))
    assert all(shared.count((first, last)) == last - first + 1 for first, last in shared)


def test_those_who_go_out_in_one_round_of_the_losers_bracket_share_their_places() -> None:
    *_, (now, made) = higher_wins(situation(16))
    ended = after(now, made, results(made, [0]))
    places = TYPE.places(ended, [])
    assert places is not None
    assert [(first, last) for _, first, last in places] == [
        (1, 1), (2, 2), (3, 3), (4, 4), *[(5, 6)] * 2, *[(7, 8)] * 2, *[(9, 12)] * 4,
        *[(13, 16)] * 4,
    ]  # fmt: skip
    assert [int(player) for player, _, _ in places[:4]] == [1, 2, 3, 4]


def last_match(rules: Ruleset) -> tuple[RoundContext, Proposal]:
    *_, found = higher_wins(situation(4, rules))
    assert seats(found[1]) == [[1, 2]]
    return found


def test_the_grand_final_is_played_again_where_the_losers_champion_wins_it_with_reset() -> None:
    now, made = last_match(RULES)
    assert TYPE.propose(after(now, made, results(made, [0]))) is None
    again = after(now, made, results(made, [1]))
    assert (TYPE.planned_rounds(now), TYPE.planned_rounds(again)) == (4, 5)
    for won, order in ((0, ["1", "2"]), (1, ["2", "1"])):
        second = proposed(again)
        assert seats(second) == [[1, 2]]
        over = after(again, second, results(second, [won]))
        assert TYPE.propose(over) is None
        assert [player for player, _, _ in TYPE.places(over, []) or []][:2] == order
    now, made = last_match(ONCE)
    over = after(now, made, results(made, [1]))
    assert TYPE.propose(over) is None
    assert TYPE.planned_rounds(over) == 4
    assert (TYPE.places(over, []) or [])[:2] == [("2", 1, 1), ("1", 2, 2)]


def test_a_drawn_match_goes_to_the_higher_seed_or_on_and_both_may_lose() -> None:
    draw = (Seat("1", Outcome.DRAW), Seat("4", Outcome.DRAW))
    for rules, going in ((BY_SEED, [[1, 2], [3, 4]]), (RULES, None)):
        now = situation(4, rules)
        made = proposed(now)
        now = after(now, made, with_seats(results(made, [0, 0]), 0, *draw))
        found = TYPE.propose(now)
        assert (found and seats(found)) == going
    both = (Seat("1", Outcome.PENALTY_LOSS), Seat("4", Outcome.PENALTY_LOSS))
    now = situation(4)
    made = proposed(now)
    now = after(now, made, with_seats(results(made, [0, 0]), 0, *both))
    tally = Tally()
    tally.losses = {"1": 1, "4": 1, "3": 1}
    for _, _, then in play(now, "both"):
        tally.add(then.rounds[-1])
    assert sorted(tally.losses.values())[-3:] == [2, 2, 2]
    assert TYPE.propose(then) is None


def test_who_drops_or_is_absent_loses_without_playing_and_the_opponent_has_a_bye() -> None:
    now = situation(8)
    now = leave(play_rounds(now, [0] * 4), "1", "5")
    made = proposed(now)
    assert seats(made) == [[2, 3], [6, 7]]
    assert {*made.pairing.byes} == {"4", "8"}
    now = after(now, made, results(made, [0, 0]))
    assert seats(proposed(now)) == [[2, 4], [3, 8]]
    now = situation(4)
    now = play_rounds(now, [0, 0])
    away = proposed(leave(now, "1"))
    assert (seats(away), away.pairing.byes) == ([[3, 4]], ("2",))
    back = after(now, away, results(away, [0]))
    assert seats(proposed(back)) == [[1, 3]]


@settings(max_examples=40, deadline=None)
@given(size=st.integers(3, 48), seed=st.integers(0, 10**6))
def test_whoever_drops_nobody_else_is_lost_or_meets_one_who_has_left(size: int, seed: int) -> None:
    chance, now = Stream("drops", size, seed), situation(size)
    lost: Counter[str] = Counter()
    there = {each.id for each in now.field}
    while (made := TYPE.propose(now)) is not None:
        playing = [each for table in made.pairing.tables for each in table.seats]
        listed = [*playing, *made.pairing.byes]
        assert len(listed) == len({*listed})
        assert {*listed} <= {each for each in there if lost[each] < 2}
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
        played = results(made, [chance.below(2) for _ in made.pairing.tables])
        lost.update(each for each in playing if each not in on(played))
        now = after(now, made, played)
        leaving = {each for each in sorted(there) if not chance.below(12)}
        there -= leaving
        now = leave(now, *leaving)
    assert len({each for each in there if lost[each] < 2}) <= 1
    assert TYPE.planned_rounds(now) == len(now.rounds)
    places = TYPE.places(now, [each.id for each in now.field if each.id not in there])
    assert places is not None
    assert sorted(player for player, _, _ in places) == sorted(each.id for each in now.field)
    assert all(places[0][0] == each for each in there if lost[each] < 2)


def test_a_result_corrected_two_rounds_later_moves_nobody() -> None:
    now = situation(8)
    made = proposed(now)
    first = after(now, made, results(made, [0] * 4))
    later = proposed(first)
    now = after(first, later, results(later, [0] * 4))
    corrected = replace(now, rounds=(results(made, [1] * 4), now.rounds[1]))
    assert seats(proposed(corrected)) == seats(proposed(now))


def test_two_swapped_by_hand_have_each_others_places_and_matches_stay_at_other_tables() -> None:
    now = situation(4)
    first = play_rounds(now, [0, 0])
    made = proposed(first)
    assert seats(made) == [[1, 2], [3, 4]]
    played = with_seats(results(made, [0, 0]), 0, Seat("4", Outcome.WIN), Seat("2", Outcome.LOSS))
    played = with_seats(played, 1, Seat("3", Outcome.LOSS), Seat("1", Outcome.WIN))
    now = after(first, made, played)
    assert seats(proposed(now)) == [[1, 2]]
    now = play_rounds(now, [0])
    assert seats(proposed(now)) == [[1, 4]]
    now = situation(4)
    now = play_rounds(now, [0, 0])
    made = proposed(now)
    one, other = results(made, [0, 0]).tables
    moved = (replace(one, number=other.number), replace(other, number=one.number))
    now = after(now, made, Round(made.pairing.round, moved))
    assert seats(proposed(now)) == [[2, 3]]


def test_who_is_typed_over_another_changes_places_and_a_bye_by_hand_puts_the_match_off() -> None:
    now = situation(8)
    now = play_rounds(now, [0] * 4, [0] * 4, [0] * 3)
    made = proposed(now)
    assert seats(made) == [[3, 4]]  # 1 and 2 wait
    now = after(now, made, with_seats(results(made, [0]), 0, Seat("2", Outcome.WIN),
                                      Seat("4", Outcome.LOSS)))  # fmt: skip
    assert seats(proposed(now)) == [[2, 3]]
    now = replace(situation(4), byes=("1",))
    made = proposed(now)
    assert (seats(made), made.pairing.byes) == ([[2, 3]], ("1",))
    now = replace(after(now, made, results(made, [0])), byes=())
    assert seats(proposed(now)) == [[1, 4]]


def test_who_is_typed_over_by_one_who_is_out_stays_in_unless_rightly_out() -> None:
    now = play_rounds(situation(4), [0, 0], [0, 0])
    made = proposed(now)
    assert seats(made) == [[2, 3]]  # 4 is out
    typed = with_seats(results(made, [0]), 0, Seat("2", Outcome.WIN), Seat("4", Outcome.LOSS))
    now = after(now, made, typed)
    made = proposed(now)
    assert seats(made) == [[2, 3]]
    now = after(now, made, results(made, [0]))
    assert seats(proposed(now)) == [[1, 2]]
    now = play_rounds(situation(4), [0, 0], [0, 0])
    made = proposed(now)
    corrected = with_seats(now.rounds[1], 1, Seat("3", Outcome.LOSS), Seat("4", Outcome.WIN))
    typed = with_seats(results(made, [0]), 0, Seat("2", Outcome.WIN), Seat("4", Outcome.LOSS))
    now = replace(after(now, made, typed), rounds=(now.rounds[0], corrected, typed))
    assert seats(proposed(now)) == [[1, 2]]
    assert [player for player, _, _ in TYPE.places(now, []) or []] == ["1", "2", "4", "3"]


def left(now: RoundContext) -> dict[str, int]:
    return PlayoffProgress.of(Playoff.of(now)).course.lives()


def twice_beaten(now: RoundContext) -> set[str]:
    """Who has lost twice, so that somebody else may rightly be typed over them."""
    lost = Counter(
        seat.player for played in now.rounds for table in played.tables for seat in table.seats
        if seat.outcome is Outcome.LOSS
    )  # fmt: skip
    return {player for player, often in lost.items() if often > 1}


@settings(max_examples=25, deadline=None)
@given(size=st.integers(3, 24), seed=st.integers(0, 10**6))
def test_whatever_is_set_or_changed_by_hand_nobody_is_lost(size: int, seed: int) -> None:
    chance, now = Stream("by hand", size, seed), situation(size)
    for _ in range(3 * size):
        before = left(now)
        mixed = chance.shuffled(sorted(before))
        by_hand = chance.below(3) == 0 and len(mixed) > 3
        placed = Seating((SeatedTable(3, tuple(mixed[:2])),) if by_hand else ())
        byes = tuple(mixed[2:3]) if by_hand else ()
        made = TYPE.propose(replace(now, placed=placed, byes=byes))
        if made is None:
            break
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
        played = changed(results(made, [chance.below(2) for _ in made.pairing.tables]), now, chance)
        now = after(now, made, played)
        lost = {
            seat.player for table in played.tables for seat in table.seats
            if seat.outcome is Outcome.LOSS
        }  # fmt: skip
        assert {*before} - lost - twice_beaten(now) <= {*left(now)}
        won = {each for table in played.tables for each in table.players} - lost
        assert won <= {*left(now)}
        assert sum(left(now).values()) <= sum(before.values()) + 2
    assert len(left(now)) == 1


def top_8(count: int = 16) -> Event:
    return swiss_and_playoff(count, Mode.HEAD_TO_HEAD, cut=8, type_="double_elimination")


def first_wins(now: Event, snapshot: Snapshot, ledger: Ledger) -> tuple[Event, Snapshot, Ledger]:
    while not snapshot.over:
        before = len(snapshot.rounds)
        now, snapshot, ledger = played_on(now, snapshot, ledger)
        assert snapshot.over or len(snapshot.rounds) == before + 1
    return now, snapshot, ledger


def test_swiss_and_a_top_8_in_double_elimination() -> None:
    now, snapshot, ledger = up_to(top_8(), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    assert snapshot.phases[1].planned == 6
    now, snapshot, ledger = first_wins(now, snapshot, ledger)
    result = snapshot.phases[1]
    assert len(result.rounds) == 6
    assert [[table.players for table in each.tables] for each in result.rounds[-3:]] == [
        [(seed[3], seed[4])], [(seed[2], seed[3])], [(seed[1], seed[2])],
    ]  # fmt: skip
    assert result.current is not None
    assert result.current.by_place
    assert [row.player for row in result.current.rows] == list(seed.values())
    drawn = [each for each in verify(ledger) if each.kind in DRAWN and each.round.phase == 2]
    assert [each.sound for each in drawn] == [True] * 6
    assert compute(now, ledger).entries == ()


def test_who_drops_between_the_rounds_is_out_and_ranked_where_they_left() -> None:
    now, snapshot, ledger = up_to(top_8(), 2, 2)
    seed = dict(enumerate(ids(snapshot), 1))
    now = dropped(typed(now, snapshot), seed[2], 4)
    snapshot, ledger = published(now, ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == [
        (seed[3], seed[5]), (seed[4], seed[6]),
    ]  # fmt: skip
    assert snapshot.rounds[-1].byes == (seed[1],)
    now, snapshot, ledger = first_wins(now, snapshot, ledger)
    assert len(snapshot.phases[1].rounds) == 5
    ranking = latest_ranking(snapshot, 2)
    assert [row.player for row in ranking.rows][:3] == [seed[1], seed[3], seed[2]]


def test_the_second_grand_final_is_added_when_it_is_needed() -> None:
    now, snapshot, ledger = up_to(top_8(), 2, 6)
    now = typed(now, snapshot, "B")
    assert not snapshot.over
    snapshot, ledger = published(now, ledger)
    assert snapshot.phases[1].planned == len(snapshot.phases[1].rounds) == 7
    now, snapshot, ledger = first_wins(now, snapshot, ledger)
    assert snapshot.over
    assert all(each.sound is not False for each in verify(ledger))


def test_a_name_typed_over_in_a_published_round_is_a_swap_and_nobody_is_lost() -> None:
    now, snapshot, ledger = up_to(top_8(), 2, 4)
    seed = dict(enumerate(ids(snapshot), 1))
    assert [table.players for table in snapshot.rounds[-1].tables] == [(seed[3], seed[4])]
    name = snapshot.players[seed[2]].name
    row = Row(RowKey(RoundId(2, 4), RowKind.TABLE, 1), 1, (name, ""), "A")
    now = replace(now, rounds=(*now.rounds, RoundSheet(RoundId(2, 4), (row,))))
    snapshot, ledger = published(now, ledger)
    assert snapshot.rounds[-2].tables[0].players == (seed[2], seed[4])
    assert snapshot.rounds[-1].tables[0].players == (seed[2], seed[3])
    *_, snapshot, _ = first_wins(now, snapshot, ledger)
    ranking = latest_ranking(snapshot, 2)
    assert [row.player for row in ranking.rows][:4] == [seed[at] for at in (1, 2, 3, 4)]


def test_a_corrected_result_of_a_round_before_moves_no_published_round() -> None:
    now, snapshot, ledger = up_to(top_8(), 2, 3)
    out = [table.players for table in snapshot.rounds[-1].tables]
    wrong = now.rounds[2]
    rows = tuple(replace(row, result="B") for row in wrong.rows)
    now = replace(now, rounds=(*now.rounds[:2], replace(wrong, rows=rows), *now.rounds[3:]))
    snapshot, ledger = published(now, ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == out
    *_, snapshot, ledger = first_wins(now, snapshot, ledger)
    assert len(snapshot.phases[1].rounds) == 6
    assert all(each.sound is not False for each in verify(ledger))


def test_without_a_phase_before_the_seeds_are_drawn_and_a_round_can_be_drawn_anew() -> None:
    now = swiss_and_playoff(11, Mode.HEAD_TO_HEAD, swiss=0, type_="double_elimination")
    now, snapshot, ledger = up_to(now, 1, 1)
    drawn = ledger.entries[-1].data["state"]["seeds"]
    assert sorted(drawn) == [player.id for player in now.players]
    assert tree(snapshot.phases[0]) is not None
    again = Decision(RepairRound.KEY, RoundId(1, 1), place=Place("Decisions", "F6"))
    now = replace(now, decisions=(*now.decisions, again))
    snapshot, ledger = published(now, ledger)
    anew = ledger.entries[-1].data["state"]["seeds"]
    assert anew != drawn
    now, snapshot, ledger = first_wins(now, snapshot, ledger)
    assert all(each.sound is not False for each in verify(ledger))
    ranking = latest_ranking(snapshot)
    assert [row.player for row in ranking.rows][:2] == anew[:2]


def test_a_drawn_match_that_is_played_on_holds_up_the_next_round_and_is_told() -> None:
    now = top_8()
    playoff = replace(now.phases[1], settings={"drawn_elimination": "play_on"})
    now, snapshot, ledger = up_to(replace(now, phases=(now.phases[0], playoff)), 2, 2)
    before = len(snapshot.rounds)
    snapshot, ledger = published(typed(now, snapshot, "draw"), ledger)
    assert len(snapshot.rounds) == before
    told = [str(each) for each in snapshot.problems]
    assert sum("is drawn, and is played on" in each for each in told) == 4


def test_pods_cannot_be_paired_and_what_is_no_line_of_it_is_not_drawn_again() -> None:
    now = swiss_and_playoff(16, Mode.MULTIPLAYER, cut=8, type_="double_elimination")
    now, snapshot, ledger = up_to(now, 1, 2)
    snapshot, ledger = published(typed(now, snapshot), ledger)
    assert len(snapshot.rounds) == 2
    assert any("double elimination is for two" in str(each) for each in snapshot.problems)
    assert tree(snapshot.phases[1]) is None
    state = dict(proposed(situation(4)).state)
    assert drawn_again({**state, "decided": None}) is None
    assert drawn_again({**state, "seeds": None}) is None
    assert drawn_again({}) is None

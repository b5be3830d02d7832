from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.compute.compute import compute
from runner.compute.decisions.repair import RepairRound
from runner.core.event import Decision, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.core.randomness import Stream
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Round, Seat
from runner.core.seating import SeatedTable, Seating
from runner.ledger.entries import EntryKind
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.model import Drawn
from tests.support import playoffs
from tests.support.events import dropped, ids, played_on, published, swiss_and_playoff, typed, up_to

drawn_again = SingleElimination().drawn_again
ALGORITHM = SingleElimination.ALGORITHMS[0]

pytestmark = pytest.mark.thorough  # left out of make quick

THIRD = replace(playoffs.MATCHES, third_place=True)


@pytest.mark.parametrize(("size", "rounds"), [
    (2, [[[1, 2]]]),
    (4, [[[1, 4], [2, 3]], [[1, 2]]]),
    (8, [[[1, 8], [4, 5], [2, 7], [3, 6]], [[1, 4], [2, 3]], [[1, 2]]]),
    (6, [[[4, 5], [3, 6]], [[1, 4], [2, 3]], [[1, 2]]]),
    (16, [[[1, 16], [8, 9], [4, 13], [5, 12], [2, 15], [7, 10], [3, 14], [6, 11]],
          [[1, 8], [4, 5], [2, 7], [3, 6]], [[1, 4], [2, 3]], [[1, 2]]]),
])  # fmt: skip
def test_the_standard_bracket_when_all_higher_seeds_win(
    size: int, rounds: list[list[list[int]]]
) -> None:
    now = playoffs.situation(size, playoffs.MATCHES)
    for tables in rounds:
        made = playoffs.proposed(now)
        assert playoffs.seats(made) == tables
        now = playoffs.after(now, made, playoffs.results(made, [0] * len(tables)))
    assert playoffs.TYPE.propose(now) is None


def test_the_winner_takes_the_place_in_the_bracket_and_a_later_correction_moves_nobody() -> None:
    now = playoffs.situation(8, playoffs.MATCHES)
    now = playoffs.play_rounds(now, [1, 0, 1, 0])
    assert playoffs.seats(playoffs.proposed(now)) == [[4, 8], [3, 7]]
    now = playoffs.situation(8, playoffs.MATCHES)
    made = playoffs.proposed(now)
    now = playoffs.after(now, made, playoffs.results(made, [0, 0, 0, 0]))
    later = playoffs.proposed(now)
    now = playoffs.after(now, later, playoffs.results(later, [0, 0]))
    corrected = replace(now, rounds=(playoffs.results(made, [1, 1, 1, 1]), now.rounds[1]))
    assert (
        playoffs.seats(playoffs.proposed(corrected))
        == playoffs.seats(playoffs.proposed(now))
        == [[1, 2]]
    )


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("size", range(2, 34))
def test_everybody_who_wins_or_has_a_bye_is_in_the_next_round(size: int, third_place: bool) -> None:
    now = playoffs.situation(size, THIRD if third_place else playoffs.MATCHES)
    due = {str(seed) for seed in range(1, size + 1)}
    planned = playoffs.TYPE.planned_rounds(now)
    rounds = list(playoffs.play(now, size))
    for at, (before, made) in enumerate(rounds):
        there = {player for table in made.pairing.tables for player in table.seats}
        there |= {*made.pairing.byes}
        final = at + 1 == len(rounds)
        extra = there - due
        assert due <= there
        assert len(extra) == (2 if final and third_place and size > 3 else 0)
        assert all(len(table.seats) == 2 for table in made.pairing.tables)
        assert all(one < other for one, other in playoffs.seats(made))
        assert not made.pairing.byes or at == 0
        assert playoffs.TYPE.planned_rounds(before) == planned == len(rounds)
        if not final:
            due = playoffs.on(rounds[at + 1][0].rounds[-1])
    assert len(rounds[-1][1].pairing.tables) == (2 if third_place and size > 3 else 1)


def test_third_place_is_played_beside_the_final_by_those_who_lost_before_it() -> None:
    now = playoffs.situation(8, THIRD)
    now = playoffs.play_rounds(now, [0, 0, 0, 0], [1, 0])
    made = playoffs.proposed(now)
    assert playoffs.seats(made) == [[2, 4], [1, 3]]
    assert drawn_again(made.state) == Drawn(made.pairing.seating)
    assert playoffs.TYPE.propose(playoffs.after(now, made, playoffs.results(made, [0, 0]))) is None


def test_who_drops_is_not_replaced_and_the_highest_seed_or_the_next_opponent_has_a_bye() -> None:
    made = playoffs.proposed(playoffs.leave(playoffs.situation(8, playoffs.MATCHES), "5"))
    assert made.pairing.byes == ("1",)
    assert playoffs.seats(made) == [[4, 6], [2, 8], [3, 7]]
    now = playoffs.situation(8, playoffs.MATCHES)
    now = playoffs.leave(playoffs.play_rounds(now, [0, 0, 0, 0]), "1")
    made = playoffs.proposed(now)
    assert (playoffs.seats(made), made.pairing.byes) == ([[2, 3]], ("4",))
    now = playoffs.after(now, made, playoffs.results(made, [0]))
    assert playoffs.seats(playoffs.proposed(now)) == [[2, 4]]


def test_a_final_without_opponent_and_a_round_of_nobody_are_left_out() -> None:
    for rules, tables in ((playoffs.MATCHES, None), (THIRD, [[3, 4]])):
        now = playoffs.situation(4, rules)
        now = playoffs.leave(playoffs.play_rounds(now, [0, 0]), "2")
        found = playoffs.TYPE.propose(now)
        assert (found and playoffs.seats(found)) == tables
        assert playoffs.TYPE.planned_rounds(now) == (1 if tables is None else 2)
    now = playoffs.situation(8, playoffs.MATCHES)
    now = playoffs.leave(playoffs.play_rounds(now, [0, 0, 0, 0]), "4", "3")
    assert playoffs.TYPE.planned_rounds(now) == 2
    assert playoffs.seats(playoffs.proposed(now)) == [[1, 2]]


@pytest.mark.parametrize("outcome", [Outcome.PENALTY_LOSS, Outcome.CONCESSION, Outcome.NO_SHOW])
def test_of_a_drawn_match_the_higher_seed_goes_on_unless_excluded(outcome: Outcome) -> None:
    now = playoffs.situation(4, replace(playoffs.MATCHES, drawn_elimination="highest_seed"))
    made = playoffs.proposed(now)
    for first, expected in ((Outcome.DRAW, [[1, 2]]), (outcome, [[2, 4]])):
        played = playoffs.results(made, [0, 0])
        drawn = replace(played.tables[0], seats=(Seat("1", first), Seat("4", Outcome.DRAW)))
        later = playoffs.after(now, made, replace(played, tables=(drawn, played.tables[1])))
        assert playoffs.seats(playoffs.proposed(later)) == expected


def test_two_who_are_both_excluded_leave_a_bye_and_most_points_win() -> None:
    now = playoffs.situation(4, playoffs.MATCHES)
    made = playoffs.proposed(now)
    played = playoffs.results(made, [0, 0])
    both = tuple(Seat(each, Outcome.PENALTY_LOSS) for each in ("1", "4"))
    out = replace(played.tables[0], seats=both)
    now = playoffs.after(now, made, replace(played, tables=(out, played.tables[1])))
    assert playoffs.TYPE.propose(now) is None
    assert playoffs.TYPE.planned_rounds(now) == 1
    now = playoffs.situation(4, playoffs.MATCHES)
    made = playoffs.proposed(now)
    played = playoffs.results(made, [0, 0])
    typed = (Seat("1", Outcome.POINTS, points=1), Seat("4", Outcome.POINTS, points=2))  # type: ignore[arg-type]
    scored = replace(played.tables[0], seats=typed)
    now = playoffs.after(now, made, replace(played, tables=(scored, played.tables[1])))
    assert playoffs.seats(playoffs.proposed(now)) == [[2, 4]]


def test_a_match_made_by_hand_stays_and_two_who_were_swapped_go_on_where_their_tables_stood() -> (
    None
):
    placed = Seating((SeatedTable(1, ("2", "1")),))
    made = playoffs.proposed(replace(playoffs.situation(8, playoffs.MATCHES), placed=placed))
    assert playoffs.seats(made) == [[2, 1], [4, 5], [3, 6], [7, 8]]
    now = playoffs.situation(8, playoffs.MATCHES)
    made = playoffs.proposed(now)
    swapped = [("1", "7"), ("4", "5"), ("2", "8"), ("3", "6")]
    tables = tuple(
        replace(table, seats=(Seat(one, Outcome.LOSS), Seat(other, Outcome.WIN)))
        for table, (one, other) in zip(playoffs.results(made, [0] * 4).tables, swapped, strict=True)
    )
    now = playoffs.after(now, made, Round(made.pairing.round, tables))
    assert playoffs.seats(playoffs.proposed(now)) == [[5, 7], [6, 8]]


@settings(max_examples=150, deadline=None)
@given(size=st.integers(2, 70), seed=st.integers(0, 10**6), by_hand=st.booleans())
def test_whoever_drops_or_is_seated_by_hand_one_is_left(
    size: int, seed: int, by_hand: bool
) -> None:
    stream = Stream("drops", size, seed)
    now = playoffs.situation(size, playoffs.MATCHES)
    due = {player.id for player in now.players}
    while True:
        mixed = stream.shuffled(sorted(due))
        some = by_hand and len(due) > 4
        placed = Seating((SeatedTable(2, tuple(mixed[:2])),) if some else ())
        now = replace(now, placed=placed, byes=tuple(mixed[2:3]) if some else ())
        made = playoffs.TYPE.propose(now)
        if made is None:
            break
        seated = [each for table in made.pairing.tables for each in table.seats]
        assert sorted([*seated, *made.pairing.byes]) == sorted(due)
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
        played = playoffs.results(made, [stream.below(2) for _ in made.pairing.tables])
        now = playoffs.after(now, made, played)
        leaving = {each for each in sorted(playoffs.on(played)) if not stream.below(5)}
        now = playoffs.leave(now, *leaving)
        due = playoffs.on(played) - leaving
    assert len(due) <= 1
    assert playoffs.TYPE.planned_rounds(now) == len(now.rounds)


def test_nothing_is_planned_while_the_field_is_open_and_at_most_what_the_organiser_says() -> None:
    assert (
        playoffs.TYPE.planned_rounds(replace(playoffs.situation(8), players=(), field=())) is None
    )
    assert playoffs.TYPE.planned_rounds(playoffs.situation(1)) is None
    now = playoffs.situation(16)
    for rounds, planned in ((1, 1), (5, 2)):
        asked = replace(now, phase=replace(now.phase, rounds=rounds))
        assert playoffs.TYPE.planned_rounds(asked) == planned


def test_swiss_and_a_top_4_in_a_pod() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, Mode.MULTIPLAYER, cut=4), 2, 1)
    (table,) = snapshot.rounds[-1].tables
    top = [row.player for row in snapshot.phases[0].standings[-1].rows[:4]]
    assert list(table.players) == top == ids(snapshot)
    assert snapshot.phases[1].planned == 1
    snapshot, ledger = published(typed(now, snapshot), ledger)
    assert snapshot.over
    assert ledger.of_phase(2, EntryKind.PAIRED)[-1].data["algorithm"] == ALGORITHM


def test_swiss_and_a_top_10_in_pods_with_a_drop_between_the_rounds() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(24, Mode.MULTIPLAYER, cut=10), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    assert snapshot.rounds[-1].byes == (seed[1], seed[2])
    assert [table.players for table in snapshot.rounds[-1].tables] == [
        (seed[3], seed[6], seed[7], seed[10]), (seed[4], seed[5], seed[8], seed[9]),
    ]  # fmt: skip
    assert snapshot.phases[1].planned == 2
    now = dropped(typed(now, snapshot), seed[1], 3)
    snapshot, ledger = published(now, ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == [
        (seed[2], seed[3], seed[4]),
    ]  # fmt: skip
    snapshot, ledger = published(typed(now, snapshot), ledger)
    assert snapshot.over
    assert len(snapshot.phases[1].rounds) == 2


def test_swiss_and_a_top_8_head_to_head_with_a_drop_between_the_rounds() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, Mode.HEAD_TO_HEAD, cut=8), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    pairs = [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert [table.players for table in snapshot.rounds[-1].tables] == [
        (seed[one], seed[other]) for one, other in pairs
    ]
    now = dropped(typed(now, snapshot), seed[2], 3)
    snapshot, ledger = published(now, ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == [(seed[1], seed[4])]
    assert snapshot.rounds[-1].byes == (seed[3],)
    now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == [(seed[1], seed[3])]
    snapshot, ledger = published(typed(now, snapshot), ledger)
    assert snapshot.over
    assert compute(typed(now, snapshot), ledger).entries == ()


def test_who_is_absent_from_the_first_round_of_the_playoff_is_not_replaced() -> None:
    now = swiss_and_playoff(16, Mode.HEAD_TO_HEAD, cut=8)
    played, snapshot, ledger = up_to(now, 1, 2)
    preview = compute(typed(played, snapshot), ledger)
    (absent,) = [row.player for row in preview.phases[0].standings[-1].rows[4:5]]
    name = preview.players[absent].name
    row = Row(RowKey(RoundId(2, 1), RowKind.ABSENT, 1), 0, (name,))
    sheet = RoundSheet(RoundId(2, 1), (row,))
    played = typed(played, snapshot)
    snapshot, _ = published(replace(played, rounds=(*played.rounds, sheet)), ledger)
    assert snapshot.rounds[-1].absent == (absent,)
    assert snapshot.rounds[-1].byes == (ids(snapshot)[0],)
    assert len(snapshot.rounds[-1].tables) == 3


def test_a_disqualified_winner_is_out_and_the_opponent_goes_on() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, Mode.HEAD_TO_HEAD, cut=4), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    wrong = Penalty(3, snapshot.players[seed[1]].name, "Cheating", "Disqualification")
    snapshot, _ = published(replace(typed(now, snapshot), penalties=(wrong,)), ledger)
    assert [table.players for table in snapshot.rounds[-1].tables] == [(seed[2], seed[4])]


def test_a_swiss_result_corrected_during_the_playoff_moves_no_seed() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, Mode.HEAD_TO_HEAD, cut=8), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    now = typed(now, snapshot)
    first = now.rounds[0]
    rows = tuple(replace(row, result="B") for row in first.rows)
    now = replace(now, rounds=(replace(first, rows=rows), *now.rounds[1:]))
    snapshot, ledger = published(now, ledger)
    assert ids(snapshot) == list(seed.values())
    assert [table.players for table in snapshot.rounds[-1].tables] == [
        (seed[1], seed[4]), (seed[2], seed[3]),
    ]  # fmt: skip


@pytest.mark.parametrize("mode", [Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER])
def test_without_a_phase_before_the_seeds_are_drawn_once(mode: Mode) -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(13, mode, swiss=0), 1, 1)
    drawn = ledger.entries[-1].data["state"]["seeds"]
    assert sorted(drawn) == [player.id for player in now.players]
    assert drawn != sorted(drawn)
    again = Decision(RepairRound.KEY, RoundId(1, 1), place=Place("Decisions", "F6"))
    now = replace(now, decisions=(*now.decisions, again))
    snapshot, ledger = published(now, ledger)
    anew = ledger.entries[-1].data["state"]["seeds"]
    assert anew != drawn
    while not snapshot.over:
        now, snapshot, ledger = played_on(now, snapshot, ledger)
        assert ledger.entries[-1].data.get("state", {"seeds": anew})["seeds"] == anew
    assert len(snapshot.rounds) == (4 if mode is Mode.HEAD_TO_HEAD else 2)


def test_a_playoff_is_drawn_again_from_its_line_in_the_ledger() -> None:
    _, _, ledger = up_to(swiss_and_playoff(24, Mode.MULTIPLAYER, cut=10), 2, 2)
    lines = [each.data for each in ledger.entries if each.data.get("algorithm") == ALGORITHM]
    assert len(lines) == 2
    for line in lines:
        again = drawn_again(line["state"])
        assert again is not None
        assert [list(table.seats) for table in again.seating.tables] == [
            each["seats"] for each in line["tables"]
        ]
        assert list(again.seating.byes) == line["byes"]


def test_points_of_pods_go_to_the_one_with_most() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(24, Mode.MULTIPLAYER, cut=16), 2, 1)
    seed = dict(enumerate(ids(snapshot), 1))
    now = typed(now, snapshot, "A 1, B 4, C 4, D 0")
    snapshot, _ = published(now, ledger)
    (final,) = snapshot.rounds[-1].tables
    assert final.players == tuple(seed[at] for at in (5, 6, 7, 8))
    assert playoffs.PODS.drawn_elimination == "highest_seed"

"""From phase to phase: who goes on, what is carried over, and what a correction changes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from runner.compute.comparison import compare
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.repair import CutAnew, RepairRound
from runner.compute.verify import verify
from runner.core.event import Penalty
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Place, Severity
from runner.ledger.ledger import Ledger
from runner.pairing.methods import BUBBLE, SWISS, bye_turns, method_in_force
from runner.pairing.state import Entrant, PairingInput
from runner.phases.cut import Cut
from runner.rules.ruleset import ruleset
from runner.standings.ranking import workings
from tests.support.day import Day, drawn_results, there
from tests.support.events import event, phase
from tests.support.problems import fix_text
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

FIELDS = range(4, 129) if SOAKING else (4, 5, 6, 7, 10, 13, 16, 17, 31, 33, 40, 64, 65, 101, 128)
PODS, TWO = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD


def two_days(count: int = 32, mode: Mode = PODS, **second: object) -> Day:
    return Day(event(count, phase(1, mode=mode, rounds=3), phase(2, mode=mode, rounds=2, **second)))


def going_on(day: Day, at: int) -> set[str]:
    """Who wins a table of a playoff's round, or has the highest seed at a drawn one, or a bye."""
    played, seeds = day.snapshot.rounds[at], day.field(day.snapshot.rounds[at].id.phase)
    on = {*played.byes}
    for table in played.tables:
        won = [seat.player for seat in table.seats if seat.outcome == "win"]
        on.add(min(won or table.players, key=seeds.index))
    return on


@pytest.mark.parametrize("mode", [PODS, TWO])
def test_swiss_cut_swiss_cut_and_a_playoff_lose_nobody(mode: Mode) -> None:
    day = Day(
        event(
            32, phase(1, mode=mode, rounds=2), phase(2, mode=mode, rounds=2, cut=24),
            phase(3, "single_elimination", mode, cut=10),
        )
    )  # fmt: skip
    winners = drawn_results("three phases", mode)
    day.play_out(lambda table: "A" if day.snapshot.rounds[-1].id.phase == 3 else winners(table))
    snapshot = day.snapshot
    assert snapshot.over
    assert [len(each.field) for each in snapshot.phases] == [32, 24, 10]
    assert day.field(2) == day.ranked(1)[:24]
    assert day.field(3) == day.ranked(2)[:10]
    ids = [each.id for each in snapshot.rounds]
    for at, id_ in enumerate(ids):
        due = {*day.field(id_.phase)}
        if id_.phase == 3 and id_.number > 1:
            due = going_on(day, at - 1)
        assert there(snapshot, at) == due
    assert [each.number for each in ids if each.phase == 3] == (
        [1, 2] if mode is PODS else [*range(1, 5)]
    )
    assert all(finding.sound is not False for finding in verify(day.ledger))
    assert day.problems == []


@pytest.mark.parametrize("cuts", [(4,), (7,), (10,), (16, 4), (13, 10, 4), (12, 8)])
@pytest.mark.parametrize("count", [16, 21])
def test_all_winners_and_byes_are_in_the_next_stage_whatever_the_cuts(
    count: int, cuts: tuple[int, ...]
) -> None:
    types = ["swiss"] * (len(cuts) - 1) + ["single_elimination"]
    later = [phase(at, each, cut=cut, rounds=1 if each == "swiss" else None)
             for at, (each, cut) in enumerate(zip(types, cuts, strict=True), 2)]  # fmt: skip
    day = Day(event(count, phase(1, rounds=1), *later))
    day.play_out(lambda table: "A" if len(table.seats) < 4 else "C")
    assert day.snapshot.over
    last = len(cuts) + 1
    for at, played in enumerate(day.snapshot.rounds):
        due = {*day.field(played.id.phase)}
        if played.id.phase == last and played.id.number > 1:
            due = going_on(day, at - 1)
        assert there(day.snapshot, at) == due
    assert [len(each.field) for each in day.snapshot.phases] == [count, *cuts]


@pytest.mark.soak
@pytest.mark.parametrize(
    "cuts", [(32, 16), (64, 40), (40, 10), (16, 7), (10, 4)] if SOAKING else [(32, 16)]
)
def test_from_a_field_of_any_size_nobody_is_lost_on_the_way_to_the_final(
    cuts: tuple[int, int],
) -> None:
    for count in FIELDS:
        days = (phase(1, rounds=1), phase(2, rounds=1, cut=cuts[0]))
        drawn = (replace(each, settings={"method": "random"}) for each in days)
        day = Day(event(count, *drawn, phase(3, "single_elimination", cut=cuts[1])))
        day.play_out(drawn_results(count))
        snapshot = day.snapshot
        assert snapshot.over
        sizes = [count, min(count, cuts[0]), min(count, *cuts)]
        assert [len(each.field) for each in snapshot.phases] == sizes
        due: set[str] = set()
        for at, played in enumerate(snapshot.rounds):
            if played.id.number == 1:
                due = {*day.field(played.id.phase)}
            assert there(snapshot, at) == due
            if played.id.phase == 3:
                due = going_on(day, at)
        assert len(due) == 1


def test_a_cut_by_match_points_takes_everybody_who_has_as_many_within_its_ranks() -> None:
    day = two_days(cut_points=14)
    day.play_until(2, 1, drawn_results("points"))
    points = {row.player: row.match_points for row in day.snapshot.phases[0].standings[2].rows}
    assert day.field(2) == [each for each in day.ranked(1) if points[each] >= 14]
    assert 2 <= len(day.field(2)) < 16
    assert there(day.snapshot, -1) == {*day.field(2)}
    few, many = two_days(cut_points=8, cut=4), two_days(cut_points=8, cut=24)
    for day in (few, many):
        day.play_until(2, 1, drawn_results("points"))
    points = {row.player: row.match_points for row in few.snapshot.phases[0].standings[2].rows}
    enough = [each for each in few.ranked(1) if points[each] >= 8]
    assert few.field(2) == enough[:4]
    assert many.field(2) == enough
    assert 4 < len(enough) < 24


def test_a_cut_may_stand_among_the_settings_and_counts_for_nothing_in_the_first_phase() -> None:
    rules, _ = ruleset(phase(1), {})
    in_settings = replace(phase(2), settings={"cut": 8})
    assert Cut.of(in_settings, rules) == Cut(8)
    assert Cut.of(phase(1, cut=8), replace(rules, cut_points=Fraction(3))) == Cut()
    assert not Cut()


@pytest.mark.parametrize(("cut", "words"), [
    (Cut(16), "Top 16 advance"),
    (Cut(None, Fraction(15)), "All with 15 or more match points advance"),
    (Cut(8, Fraction(15)), "Top 8 advance, with 15 or more match points"),
    (Cut(), ""),
])  # fmt: skip
def test_a_cut_is_told_in_a_sentence(cut: Cut, words: str) -> None:
    assert cut.sentence == words


def test_without_a_cut_who_has_left_is_left_out_and_who_comes_late_or_back_plays() -> None:
    day = Day(event(9, phase(1, mode=TWO, rounds=2), phase(2, "single_elimination", TWO)))
    day.play_until(1, 2, drawn_results("rank"))
    day.event = replace(day.event, automatic=False)
    day.play(drawn_results("rank"))
    day.drop(day.ranked(1)[2], 2)
    day.change(automatic=True)
    assert day.field(2) == [row for at, row in enumerate(day.ranked(1)) if at != 2]
    assert there(day.snapshot, -1) == {*day.field(2)}
    now = event(12, phase(1, rounds=1), phase(2, rounds=2))
    people = (
        replace(now.players[0], drops_after=1, returns=3),
        replace(now.players[1], enters=3),
        *now.players[2:],
    )
    day = Day(replace(now, players=people))
    day.play_until(2, 2)
    assert {people[0].id, people[1].id} <= there(day.snapshot, 2)
    assert not {people[0].id, people[1].id} & there(day.snapshot, 1)


@pytest.mark.parametrize("type_", ["swiss", "single_elimination", "round_robin"])
def test_a_corrected_result_moves_nobody_into_a_phase_that_has_begun(type_: str) -> None:
    mode = TWO if type_ == "round_robin" else PODS
    day = Day(event(16, phase(1, mode=mode, rounds=2), phase(2, type_, mode, cut=8)))
    day.play_until(2, 1, drawn_results("corrected", type_))
    made, tables = day.field(2), day.snapshot.rounds[-1].tables
    outside = next(each for each in day.ranked(1) if each not in made)
    correct(day, outside)
    assert day.ranked(1)[:8] != made
    assert day.field(2) == made
    assert day.snapshot.rounds[-1].tables == tables
    day.play_until(2, 2, lambda table: "A" if mode is PODS else "2-0")
    assert there(day.snapshot, -1) <= {*made}
    assert day.field(2) == made


def correct(day: Day, player: str, number: int = 1) -> int:
    """Correct the round so that the player has won it; gives the table's number."""
    (table,) = [each for each in day.snapshot.rounds[number - 1].tables if player in each.players]
    seat = table.players.index(player)
    result = "ABCDE"[seat] if len(table.seats) > 2 else ("2-0", "0-2")[seat]
    day.type(RoundId(1, number), {table.number: result})
    day.save()
    return table.number


def test_who_drops_after_the_cut_is_not_replaced_on_a_second_day() -> None:
    day = two_days(16, cut=8)
    day.play_until(2, 1, drawn_results("drop"))
    made = day.field(2)
    day.event = replace(day.event, automatic=False)
    day.drop(made[0], 3)
    day.play(drawn_results("drop"))
    day.change(automatic=True)
    assert day.field(2) == made
    assert there(day.snapshot, -1) == {*made[1:]}
    assert not [each for each in day.problems if "would have made" in each]


def test_a_player_whom_the_organiser_seats_after_the_cut_is_in_the_phase() -> None:
    day = two_days(16, cut=8)
    day.play_until(2, 1, drawn_results("seated"))
    made = day.field(2)
    outside = next(each for each in day.ranked(1) if each not in made)
    table = day.snapshot.rounds[-1].tables[0]
    day.type(RoundId(2, 1), {table.number: ""})
    sheet = day.event.sheet(RoundId(2, 1))
    assert sheet is not None
    names = [day.snapshot.players[each].name for each in (outside, *table.players[1:])]
    row = replace(sheet.rows[0], seats=tuple(names))
    day.change(rounds=(*day.event.rounds[:-1], replace(sheet, rows=(row,))))
    assert outside in there(day.snapshot, -1)
    assert day.field(2) == [*made, outside]


def corrected() -> tuple[Day, str, str, int]:
    """A Top 8 that a correction would change: day, who comes in, who goes out, table."""
    day = Day(event(24, phase(1, rounds=2), phase(2, "single_elimination", cut=8)))
    day.play_until(2, 1, drawn_results("cut anew"))
    made = day.field(2)
    for outside in day.ranked(1)[8:]:
        known = day.event.rounds
        table = correct(day, outside)
        now = day.ranked(1)[:8]
        fresh, gone = {*now} - {*made}, {*made} - {*now}
        reseeded = [each for each in made if each in now] != [each for each in now if each in made]
        if fresh == {outside} and len(gone) == 1 and reseeded:
            return day, outside, gone.pop(), table
        day.change(rounds=known)
    raise AssertionError("no correction changes one place")


def test_the_organiser_is_told_who_would_have_made_the_cut_until_the_correction_is_taken_back() -> (
    None
):
    day, fresh, gone, table = corrected()
    found = day.problem("would have made the cut")
    names = {player: day.snapshot.players[player].name for player in (fresh, gone)}
    rank = {player: at for at, player in enumerate(day.ranked(1), 1)}
    assert found.severity is Severity.WARNING
    assert found.place == Place("Round 1", f"G{table + 4}")
    first, _, seeds = found.text.partition(" Then ")
    assert "would be seed" in seeds
    assert first == (
        f"With the corrected result of table {table} of Round 1, {names[fresh]} (now rank "
        f"{rank[fresh]}) would have made the cut to Playoff in place of {names[gone]} (now rank "
        f"{rank[gone]})."
    )
    assert "“Redo the cut” on Decisions, with phase 2, draws Playoff, round 1 again" in fix_text(
        found.fix
    )
    assert gone in day.field(2)
    assert fresh not in there(day.snapshot, -1)
    assert not day.lines("cut anew", "repaired")
    day, fresh, _, table = corrected()
    was = [each for each in day.lines("corrected") if each.data["table"] == table][-1].data["old"]
    day.type(RoundId(1, 1), {table: was})
    day.save()
    assert not [each for each in day.problems if "would" in each]
    assert fresh not in day.field(2)


def test_cut_anew_makes_the_field_by_the_results_as_they_are_and_draws_the_round_again_once() -> (
    None
):
    day, fresh, gone, _ = corrected()
    before = day.snapshot.rounds[-1].tables
    day.decide(CutAnew.KEY, 2)
    assert day.field(2) == day.ranked(1)[:8]
    assert fresh in there(day.snapshot, -1)
    assert gone not in there(day.snapshot, -1)
    assert day.snapshot.rounds[-1].tables != before
    assert [each.kind.value for each in day.ledger.entries[-2:]] == ["cut anew", "repaired"]
    assert day.lines("cut anew")[0].data["reason"] == "because"
    assert day.problems == []
    length = len(day.ledger.entries)
    day.play_out()
    assert not [each for each in day.ledger.entries[length:] if each.kind.value == "cut anew"]
    assert all(finding.sound is not False for finding in verify(day.ledger))


def test_a_cut_made_anew_stays_and_is_too_late_once_the_first_round_has_a_result() -> None:
    day, fresh, _, _ = corrected()
    day.decide(CutAnew.KEY, 2)
    made = day.field(2)
    day.decide(RepairRound.KEY, 2, 1)
    assert len(day.lines("repaired")) == 2
    day.change(decisions=())
    assert day.field(2) == made
    assert fresh in there(day.snapshot, -1)
    day, fresh, _, _ = corrected()
    day.type(RoundId(2, 1), {day.snapshot.rounds[-1].tables[0].number: "A"})
    day.decide(CutAnew.KEY, 2)
    refused = day.problem("The cut is not redone")
    assert "has a result" in refused.text
    assert refused.severity is Severity.ERROR
    assert fix_text(day.problem("would have made the cut").fix).startswith("The cut stands")
    assert fresh not in day.field(2)
    assert not day.lines("cut anew")


def test_a_line_that_cuts_anew_where_nothing_has_changed_does_not_wait_for_a_correction() -> None:
    day = Day(event(24, phase(1, rounds=2), phase(2, "single_elimination", cut=8)))
    day.play_until(2, 1, drawn_results("cut anew"))
    day.decide(CutAnew.KEY, 2)
    assert not day.lines("repaired")
    made = day.field(2)
    for outside in day.ranked(1)[8:12]:
        correct(day, outside)
    assert day.ranked(1)[:8] != made
    assert day.field(2) == made
    assert not day.lines("cut anew")
    assert len(day.lines("refused")) == 1


def test_cut_anew_is_used_again_once_its_go_was_cleared() -> None:
    day, _, _, table = corrected()
    day.decide(CutAnew.KEY, 2)
    day.change(decisions=())
    was = [each for each in day.lines("corrected") if each.data["table"] == table][-1].data["old"]
    day.type(RoundId(1, 1), {table: was})
    day.save()
    assert day.field(2) != day.ranked(1)[:8]
    day.decide(CutAnew.KEY, 2)
    assert day.field(2) == day.ranked(1)[:8]
    assert len(day.lines("cut anew")) == 2
    earlier, _ = Ledger().extended(
        replace(each, data={key: value for key, value in each.data.items() if key != "spent"})
        if each.kind.value == "cut anew" else each
        for each in day.ledger.entries
        if each.kind.value != "cleared"
    )  # fmt: skip
    assert earlier.carried_out[("cut anew", 2, 0, "", 0)] == 2


def test_a_cut_that_is_not_made_yet_cannot_be_made_anew() -> None:
    day = Day(event(16, phase(1, rounds=2), phase(2, "single_elimination", cut=4)))
    day.decide(CutAnew.KEY, 2)
    assert "Nobody has advanced to Playoff yet" in day.problem("advanced").text
    day.decide(CutAnew.KEY, 1)
    assert "before the first phase" in day.problem("Nobody is cut").text
    assert not day.lines("cut anew")


def test_seeds_that_a_correction_would_change_and_a_penalty_after_the_cut_are_told() -> None:
    day = Day(event(16, phase(1, rounds=2), phase(2, "single_elimination", cut=16)))
    day.play_until(2, 1, drawn_results("seeds"))
    made = day.field(2)
    correct(day, made[-1])
    found = day.problem("instead of")
    assert found.severity is Severity.NOTE
    assert f"instead of {len(made)}" in found.text
    assert day.field(2) == made
    day = Day(event(24, phase(1, rounds=2), phase(2, "single_elimination", cut=8)))
    day.play_until(2, 1, drawn_results("penalty"))
    first = day.snapshot.players[day.field(2)[0]].name
    day.change(penalties=(Penalty(2, first, "Bribery", "Match loss"),
                          Penalty(1, first, "Bribery", "Match loss")))  # fmt: skip
    found = day.problem("would have made the cut")
    assert found.text.startswith("By the current results and penalties, ")
    assert first in found.text
    assert found.place == Place("Phases", "A6")


def test_a_cut_by_points_says_who_would_be_in_it_as_well() -> None:
    day = two_days(cut_points=14)
    day.play_until(2, 1, drawn_results("points"))
    outside = next(each for each in day.ranked(1) if each not in day.field(2))
    for number in (1, 2, 3):
        correct(day, outside, number)
    messages = [each for each in day.problems if "made the cut to Day 2" in each]
    assert len(messages) == 1
    assert day.snapshot.players[outside].name in messages[0]
    assert messages[0].count("Round") >= 1


def test_a_second_day_goes_on_with_points_tiebreakers_and_opponents() -> None:
    day = two_days(48, cut=32)
    day.play_until(2, 1, drawn_results("carried"))
    after_day_one = {row.player: row for row in day.snapshot.phases[0].standings[-1].rows}
    day.play_out(drawn_results("carried on"))
    last = day.snapshot.phases[1]
    assert len(last.carried) == 3
    final = {row.player: row for row in last.standings[-1].rows}
    assert {*final} == {*day.field(2)}
    for player, row in final.items():
        history = last.standings[-1].histories[player]
        assert [line.round for line in history.rounds] == [1, 2, 3, 4, 5]
        own = sum(line.points for line in history.rounds[3:])
        assert row.match_points == after_day_one[player].match_points + own
        assert row.record.wins + row.record.draws + row.record.losses + row.record.byes == 5
    met = [
        frozenset((one, other))
        for played in day.snapshot.rounds
        for table in played.tables
        for one in table.players
        for other in table.players
        if one < other
    ]
    assert len(set(met)) == len(met)
    assert day.problems == []


def test_those_who_were_cut_count_as_opponents_of_those_who_go_on() -> None:
    day = two_days(32, cut=16)
    day.play_out(drawn_results("carried"))
    ranking = day.snapshot.phases[1].standings[-1]
    everybody = ranking.histories
    for row in ranking.rows:
        opponents = [each for line in everybody[row.player].rounds for each in line.opponents]
        points = [everybody[each].match_points for each in opponents]
        assert row.tiebreakers["oamp"] == sum(points, Fraction(0)) / len(points)
    assert any(each not in {row.player for row in ranking.rows} for each in everybody)


def test_a_second_day_is_paired_by_the_standings_and_the_byes_of_the_first() -> None:
    day = two_days(32, TWO)
    day.play_until(2, 1, drawn_results("levels"))
    points = {row.player: row.match_points for row in day.snapshot.phases[0].standings[-1].rows}
    differences = [
        abs(points[one] - points[other])
        for one, other in (table.players for table in day.snapshot.rounds[-1].tables)
    ]
    assert sum(differences) <= 6
    assert max(points.values()) - min(points.values()) == 9
    day = Day(event(9, phase(1, mode=TWO, rounds=3), phase(2, mode=TWO, rounds=3)))
    day.play_out(drawn_results("byes"))
    byes = [each for played in day.snapshot.rounds for each in played.byes]
    assert len(byes) == len(set(byes)) == 6


def test_a_second_day_that_carries_nothing_over_begins_from_nothing() -> None:
    day = two_days(32, cut=16, carry_points=False)
    day.play_out(drawn_results("fresh"))
    last = day.snapshot.phases[1]
    assert last.carried == ()
    for row in last.standings[-1].rows:
        history = last.standings[-1].histories[row.player]
        assert [line.round for line in history.rounds] == [1, 2]
        assert row.match_points == sum(line.points for line in history.rounds)
    (line,) = [each for each in day.lines("paired") if each.round == RoundId(2, 1)]
    state = line.data["state"]
    assert all(not each["opponents"] and not each["points"] for each in state["players"])


def test_three_days_carry_the_points_of_all_of_them() -> None:
    days = (phase(at, rounds=2, cut=cut) for at, cut in ((1, None), (2, 24), (3, 16)))
    day = Day(event(32, *days))
    day.play_out(drawn_results("three"))
    last = day.snapshot.phases[2]
    assert [each.id for each in last.carried] == [
        RoundId(1, 1), RoundId(1, 2), RoundId(2, 1), RoundId(2, 2),
    ]  # fmt: skip
    ranking = last.standings[-1]
    assert ranking.counted == 6
    assert ranking.carried == tuple(each.id for each in last.carried)
    assert ranking.after == RoundId(3, 2)
    assert all(len(ranking.histories[each].rounds) == 6 for each in day.field(3))


def test_a_late_entry_of_the_first_day_has_missed_rounds_on_the_second_too() -> None:
    now = event(17, phase(1, rounds=2), phase(2, rounds=1, cut=8))
    people = (*now.players[:-1], replace(now.players[-1], enters=2))
    day = Day(replace(now, players=people))
    late = people[-1].id
    day.play_out(lambda table: "ABCDE"[table.players.index(late)] if late in table.players else "A")
    for result in day.snapshot.phases:
        ranking = result.standings[-1]
        assert ranking.histories[late].rounds[0].kind == "missed"


def test_the_proposal_after_the_first_day_is_what_goes_out() -> None:
    day = two_days(32, cut=16)
    day.play_until(1, 3, drawn_results("proposal"))
    day.event = replace(day.event, automatic=False)
    day.play(drawn_results("proposal"))
    (proposed,) = [each for each in day.snapshot.pairings if each.proposed]
    assert proposed.round == RoundId(2, 1)
    day.decide(PairRound.KEY, 2, 1)
    assert tuple((each.number, each.seats) for each in proposed.tables) == tuple(
        (each.number, each.players) for each in day.snapshot.rounds[-1].tables
    )


def test_a_playoff_carries_nothing_and_days_that_score_otherwise_are_pointed_out() -> None:
    day = Day(
        event(16, phase(1, rounds=2), phase(2, "single_elimination", cut=4, carry_points=True))
    )
    day.play_out()
    assert day.snapshot.phases[1].carried == ()
    assert "a playoff does not count points" in day.problem("Nothing is carried over").text
    second = replace(phase(2, rounds=1), preset="topdeck")
    day = Day(event(16, phase(1, rounds=1), second))
    assert "its own rules count for all rounds" in day.problem("scores differently").text
    day = Day(event(16, phase(1, rounds=1), phase(2, mode=TWO, rounds=1)))
    assert day.problems == []
    day.play_out(lambda table: "A" if len(table.seats) > 2 else "2-0")
    assert day.snapshot.phases[1].carried == ()


def test_a_cut_larger_than_the_field_or_the_one_before_is_pointed_out_and_takes_everybody() -> None:
    day = Day(event(12, phase(1, rounds=1), phase(2, "single_elimination", cut=16)))
    assert "only 12 players are still in" in day.problem("Playoff is for 16").text
    assert day.problem("Playoff is for 16").place == Place("Phases", "A6")
    day.play_until(2, 1)
    assert len(day.field(2)) == 12
    assert day.problems == []
    later = (phase(2, rounds=1, cut=8), phase(3, "single_elimination", cut=16))
    day = Day(event(24, phase(1, rounds=1), *later))
    assert "only 8 players are still in" in day.problem("Playoff is for 16").text


def test_a_cut_in_the_first_phase_or_by_points_after_a_playoff_is_pointed_out() -> None:
    day = Day(event(12, phase(1, rounds=1, cut=8)))
    assert "its cut is ignored" in day.problem("first phase").text
    assert len(there(day.snapshot, 0)) == 12
    day.change(settings={"cut": 8})
    assert day.problem("A cut for all phases").place == Place("Event")
    day = Day(event(8, phase(1, "single_elimination"), phase(2, rounds=1, cut_points=7)))
    assert "ranks by how far players have come" in day.problem("is cut by match points").text


def test_a_cut_to_one_or_to_two_in_pods_is_pointed_out_and_a_final_of_two_is_not() -> None:
    day = Day(event(12, phase(1, rounds=1), phase(2, "single_elimination", cut=1)))
    assert "nobody has an opponent" in day.problem("With a cut of 1").text
    day.play()
    assert len(day.snapshot.rounds) == 1
    pods = Day(event(12, phase(1, rounds=1), phase(2, "single_elimination", cut=2)))
    assert "a table of two" in pods.problem("With a cut of 2").text
    duels = Day(event(12, phase(1, mode=TWO, rounds=1), phase(2, "single_elimination", TWO, cut=2)))
    assert not [said for said in duels.problems if "cut of 2" in said]


@pytest.mark.parametrize("type_", ["swiss", "single_elimination", "round_robin", "by_hand"])
def test_points_that_nobody_reaches_leave_the_event_standing_with_the_reason(type_: str) -> None:
    mode = TWO if type_ == "round_robin" else PODS
    second = phase(2, type_, mode, cut_points=99, rounds=2)
    day = Day(event(12, phase(1, mode=mode, rounds=1), second))
    day.play(lambda table: "A" if mode is PODS else "2-0")
    found = day.problem("cannot begin")
    assert found.severity is Severity.ERROR
    assert f"nobody has 99 match points. The most are {7 if mode is PODS else 3}." in found.text
    assert len(day.snapshot.rounds) == 1
    assert not day.snapshot.over
    day.change(phases=(day.event.phases[0], replace(second, settings={"cut_points": 3})))
    assert not [each for each in day.problems if "cannot begin" in each]
    assert len(day.field(2)) >= 2


@pytest.mark.parametrize("type_", ["swiss", "single_elimination", "round_robin"])
def test_a_cut_that_one_player_makes_is_an_error_and_no_crash(type_: str) -> None:
    now = event(4, phase(1, mode=TWO, rounds=2), phase(2, type_, TWO, cut_points=6))
    day = Day(now)
    day.play_until(1, 2, lambda table: "2-0")
    day.play(lambda table: "2-0")
    assert "only one player has 6 match points" in day.problem("cannot begin").text


def test_a_first_round_is_random_unless_the_players_bring_a_ranking_with_them() -> None:
    rules, _ = ruleset(phase(1), {})
    players = tuple(Entrant(f"P{at}", rank=at) for at in range(1, 9))
    state = PairingInput(PODS, "mamtr", "s", 2, 1, 3, {}, rules, players)
    assert method_in_force(state) is SWISS
    unranked = tuple(replace(each, rank=None) for each in players)
    assert method_in_force(replace(state, players=unranked)) is BUBBLE
    assert method_in_force(replace(state, players=unranked, round=2)) is SWISS
    odd = tuple(replace(each, tiebreakers=(Fraction(each.rank or 0),)) for each in players)
    assert [each.id for turn in bye_turns(odd, 1) for each in turn][:2] == ["P8", "P7"]


def test_the_first_round_of_a_second_day_drawn_anew_still_knows_the_first_day() -> None:
    day = two_days(16, cut=8)
    day.play_until(2, 1, drawn_results("anew"))
    drawn = day.lines("paired")[-1].data["state"]
    made = day.field(2)
    day.decide(RepairRound.KEY, 2, 1)
    (line,) = day.lines("repaired")
    assert line.data["state"]["players"] == drawn["players"]
    assert all(each["opponents"] for each in drawn["players"])
    assert day.field(2) == made


def test_presets_side_by_side_and_workings_count_the_rounds_of_both_days() -> None:
    day = two_days(32, cut=16)
    day.play_out(drawn_results("presets"))
    found = compare(day.snapshot, 2)
    assert found is not None
    others = {each.key: each.standings for each in found.others}
    for row in others["topdeck"].rows:
        assert row.match_points == 5 * (row.record.wins + row.record.byes) + row.record.draws
        assert row.record.wins + row.record.draws + row.record.losses + row.record.byes == 5
    day = two_days(16, cut=8)
    day.play_out(drawn_results("workings"))
    ranking = day.snapshot.phases[1].standings[-1]
    names = {player.id: player.name for player in day.snapshot.players.values()}
    for row in ranking.rows:
        for working in workings(ranking, row.player, names):
            known = {"match_points": row.match_points, **row.tiebreakers}
            assert working.value == known[working.key]
        points = workings(ranking, row.player, names)[0]
        assert [line.label for line in points.lines] == [f"Round {at}" for at in range(1, 6)]

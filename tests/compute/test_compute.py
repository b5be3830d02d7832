from dataclasses import replace

from runner.app.sample_players import players
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import EndPhase
from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.seats import GiveBye
from runner.compute.verify import DRAWN, verify
from runner.core.event import Event, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row
from runner.core.screens import Screen
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from tests.support.events import GO, ask, played_on, published, swiss, typed
from tests.support.problems import fix_text


def test_round_1_waits_to_be_asked_for_and_a_later_one_says_which_tables_it_waits_for() -> None:
    snapshot = compute(replace(swiss(8, automatic=True), decisions=()), Ledger())
    assert snapshot.entries == ()
    assert [pairing.proposed for pairing in snapshot.pairings] == [True]
    snapshot, ledger = published(swiss(8))
    asked = ask(swiss(8), PairRound.KEY, 2)
    snapshot = compute(asked, ledger)
    (problem,) = snapshot.problems
    assert problem.place == GO
    assert problem.text == "Round 2 waits for results of Round 1: table 1, 2."


def test_a_round_goes_out_once_when_asked_for_and_automatic_pairing_goes_on_to_the_last() -> None:
    now = swiss(8)
    snapshot, ledger = published(now)
    assert [entry.kind for entry in ledger.entries] == [EntryKind.PAIRED]
    assert len(snapshot.rounds) == 1
    assert compute(now, ledger).entries == ()
    now = swiss(8, automatic=True)
    snapshot, ledger = published(now)
    for number in (1, 2, 3):
        assert len(snapshot.rounds) == number
        now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert len(snapshot.rounds) == 3
    assert [ranking.after.number for ranking in snapshot.phases[0].standings] == [1, 2, 3]
    assert snapshot.phases[0].over
    drawn = [each for each in verify(ledger) if each.kind in DRAWN]
    assert [each.sound for each in drawn] == [True, True, True]


def test_a_published_pairing_stays_when_a_result_is_corrected_and_is_redrawn_without_one() -> None:
    now = ask(swiss(16), PairRound.KEY, 2)
    first, ledger = published(now)
    after = typed(now, first)
    second, ledger = published(after, ledger)
    corrected = replace(typed(now, first, "B"), decisions=now.decisions)
    third, longer = published(corrected, ledger)
    assert third.rounds[1].tables == second.rounds[1].tables
    assert {entry.kind for entry in longer.entries[len(ledger.entries) :]} == {EntryKind.CORRECTED}
    winners = {row.player for row in third.phases[0].standings[0].rows[:4]}
    assert winners == {table.players[1] for table in third.rounds[0].tables}
    now = swiss(16)
    first, ledger = published(now)
    again = ask(now, RepairRound.KEY, 1)
    second, ledger = published(again, ledger)
    assert ledger.entries[-1].kind is EntryKind.REPAIRED
    assert second.rounds[0].tables != first.rounds[0].tables
    assert compute(again, ledger).entries == ()
    twice = compute(typed(ask(again, RepairRound.KEY, 1), second), ledger)
    assert [each.kind for each in twice.entries] == [EntryKind.WRITTEN, EntryKind.RESULTS]
    assert "has a result" in twice.problems[0].text


def test_a_bye_given_by_hand_and_an_awarded_one_are_given() -> None:
    base = swiss(10)
    people = (replace(base.players[0], awarded_byes=1), *base.players[1:])
    now = replace(base, players=people)
    now = ask(now, GiveBye.KEY, 1, people[3].name)
    snapshot, _ = published(now)
    assert set(snapshot.rounds[0].byes) == {people[0].id, people[3].id}
    assert [len(table.seats) for table in snapshot.rounds[0].tables] == [4, 4]


def test_a_dropped_player_is_not_paired_and_comes_back_on_return() -> None:
    base = swiss(9)
    people = (replace(base.players[0], drops_after=1, returns=3), *base.players[1:])
    now = replace(base, players=people, automatic=True)
    snapshot, ledger = published(now)
    seen = []
    for _ in range(3):
        current = snapshot.rounds[-1]
        seen.append(people[0].id in {each for table in current.tables for each in table.players})
        now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert seen == [True, False, True]


def test_names_typed_before_pairing_are_kept_and_an_unknown_one_stops_it() -> None:
    base = swiss(8)
    names = tuple(player.name for player in base.players[:4])
    row = Row(RowKey(RoundId(1, 1), RowKind.TABLE, 2), 2, names)
    now = replace(base, rounds=(RoundSheet(RoundId(1, 1), (row,)),))
    snapshot, _ = published(now)
    tables = {table.number: table.players for table in snapshot.rounds[0].tables}
    assert tables[2] == tuple(player.id for player in base.players[:4])
    assert set(tables[1]) == {player.id for player in base.players[4:]}
    base = swiss(8)
    row = Row(RowKey(RoundId(1, 1), RowKind.TABLE, 2), 2, ("Nobody Known",))
    snapshot = compute(replace(base, rounds=(RoundSheet(RoundId(1, 1), (row,)),)), Ledger())
    assert snapshot.entries == ()
    assert any("not in Players" in problem.text for problem in snapshot.problems)


def test_a_phase_is_ended_and_the_next_begins_with_those_who_made_the_cut() -> None:
    now = swiss(8, automatic=True)
    snapshot, ledger = published(now)
    now = typed(ask(now, EndPhase.KEY, 1), snapshot)
    snapshot, ledger = published(now, ledger)
    assert len(snapshot.rounds) == 1
    assert snapshot.phases[0].over
    base = swiss(16, rounds=1, automatic=True)
    final = Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", rounds=1, cut=4)
    now = replace(base, phases=(*base.phases, final))
    snapshot, ledger = published(now)
    assert snapshot.phases[1].field == ()
    now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert snapshot.rounds[-1].id == RoundId(2, 1)
    top = {row.player for row in snapshot.phases[0].standings[-1].rows[:4]}
    assert set(snapshot.rounds[-1].tables[0].players) == top


def test_rounds_left_open_follow_the_advice_for_the_field_until_announced() -> None:
    assert compute(swiss(40, rounds=None), Ledger()).phases[0].planned == 5
    now = swiss(32, rounds=None)
    snapshot, ledger = published(now)
    assert snapshot.phases[0].planned == 4
    later = replace(now, players=players(40))
    assert compute(later, Ledger()).phases[0].planned == 5
    assert compute(later, ledger).phases[0].planned == 4


def test_somebody_who_came_late_without_saying_so_is_pointed_out() -> None:
    now = swiss(8)
    _, ledger = published(now)
    late = replace(players(9)[8], place=Place("Players", "A12"))
    snapshot = compute(replace(now, players=(*now.players, late)), ledger)
    (problem,) = snapshot.problems
    assert str(problem.place) == "Players!A12"
    assert "write 2 under “Enters in round”" in fix_text(problem.fix)


def test_an_event_without_seed_name_and_date_and_matches_of_an_odd_number_are_drawn() -> None:
    snapshot, _ = published(replace(swiss(9), seed="", name="", date=""))
    assert len(snapshot.rounds) == 1
    now = swiss(9, mode=Mode.HEAD_TO_HEAD, automatic=True)
    snapshot, ledger = published(now)
    for _ in range(3):
        assert len(snapshot.rounds[-1].byes) == 1
        now, snapshot, ledger = played_on(now, snapshot, ledger, "2-1")
    byes = [each for done in snapshot.rounds for each in done.byes]
    assert len(set(byes)) == 3


def test_players_and_clubs_are_kept_apart_by_name_and_by_setting() -> None:
    base = swiss(16)
    people = [
        replace(player, club="Club" if at < 4 else "") for at, player in enumerate(base.players)
    ]
    people[4] = replace(people[4], keep_apart=("club", people[5].name))
    snapshot, _ = published(replace(base, players=tuple(people)), Ledger())
    unwanted = {people[at].id for at in (0, 1, 2, 3, 5)}
    (table,) = [each for each in snapshot.rounds[0].tables if people[4].id in each.players]
    assert not unwanted & set(table.players)
    base = swiss(16)
    people = tuple(replace(each, club=f"Club {at % 4}") for at, each in enumerate(base.players))
    phase = replace(base.phases[0], settings={"keep_clubs_apart": True})
    now = replace(base, players=people, phases=(phase,))
    snapshot, _ = published(now)
    clubs = {player.id: player.club for player in people}
    for table in snapshot.rounds[0].tables:
        assert len({clubs[each] for each in table.players}) == 4


def without_place(now: Event, ledger: Ledger) -> list[str]:
    problems = compute(now, ledger).problems
    return [each.text for each in problems if "is at no table" in each.text]


def two_rounds(**first: int) -> tuple[Event, Ledger]:
    """Round 2 is being played; the first player is as told when it is paired."""
    now, ledger = swiss(9), Ledger()
    snapshot, ledger = published(now, ledger)
    now = replace(typed(now, snapshot), players=(
        replace(now.players[0], **first), *now.players[1:],
    ))  # fmt: skip
    _, ledger = published(ask(now, PairRound.KEY, 2), ledger)
    return now, ledger


def test_whoever_was_dropped_by_mistake_and_is_back_after_the_pairing_is_told_of() -> None:
    dropped, ledger = two_rounds(drops_after=1)
    assert without_place(dropped, ledger) == []
    first = replace(dropped.players[0], drops_after=None)
    back = replace(dropped, players=(first, *dropped.players[1:]))
    (message,) = without_place(back, ledger)
    assert message == (
        f"{first.name} is at no table of Round 2, though still in the event and seated in the "
        "round before."
    )
    row = Row(RowKey(RoundId(1, 2), RowKind.ABSENT, 1), 0, (first.name,))
    absent = replace(back, rounds=(*back.rounds, RoundSheet(RoundId(1, 2), (row,))))
    assert without_place(absent, ledger) == []


def test_nobody_who_is_disqualified_or_has_not_come_back_is_missed() -> None:
    now, ledger = two_rounds()
    assert without_place(now, ledger) == []
    snapshot, _ = published(now, ledger)
    cheat = now.players[3]
    out = (Penalty(2, cheat.name, "Cheating", "Disqualification"),)
    other = typed(now, snapshot, lambda table: "B" if table.players[0] == cheat.id else "A")
    thrown_out = replace(other, penalties=out)
    snapshot, ledger = published(ask(thrown_out, PairRound.KEY, 3), ledger)
    current = snapshot.current_round
    assert current is not None
    assert current.id.number == 3
    assert cheat.id not in {each for table in current.tables for each in table.players}
    assert without_place(thrown_out, ledger) == []


def test_a_name_under_off_camera_that_nobody_has_is_told() -> None:
    now = swiss(4)
    off = (now.players[0].name.upper(), "Nemo Nobody")
    screen = Screen("Stream", off_camera=off, places={"off_camera": Place("Screens", "H5")})
    found = compute(replace(now, screens=(screen,)), Ledger()).problems
    assert [str(each.place) for each in found if "Nemo Nobody" in each.text] == ["Screens!H5"]
    assert not [each for each in found if off[0] in each.text]


def test_a_save_is_told_by_the_clock_of_the_ledger_where_the_zone_is_unknown() -> None:
    asked = swiss(8)
    ledger, _ = Ledger().extended(
        replace(each, at="2026-11-21T11:00:00+01:00") for each in compute(asked, Ledger()).entries
    )
    told = compute(replace(asked, saved="2026-11-21T10:05:00Z"), ledger).as_of
    assert told == "2026-11-21T11:05:00+01:00"
    assert compute(replace(asked, saved="2026-11-21T09:05:00Z"), ledger).as_of.startswith(
        "2026-11-21T11:00"
    )

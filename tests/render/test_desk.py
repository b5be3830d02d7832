"""The desk tells the staff where the event stands, what to do next and what looks odd."""

import io
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from runner.app import desk_files as desk_files
from runner.app import outcomes as desk
from runner.app.desk_facts import waiting_by_sheet
from runner.app.desk_files import DeskFiles
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.app.terminal import Terminal
from runner.app.watch import watch_event
from runner.cli.reporting import text
from runner.compute.decisions.seats import GiveBye
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place, Problem, error, note, warning
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Round
from runner.core.screens import Screen
from runner.core.time_sheet import TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.render.desk.card import state_in_words
from runner.render.desk.desk_page import page
from runner.render.desk.desk_view import desk_view
from runner.render.desk.facts import Facts, WaitingRows
from runner.render.desk.lists import absentees, log
from runner.render.desk.oddities import oddities
from runner.render.desk.status import state_line
from runner.render.desk.steps import steps
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support import events, sample
from tests.support.commands import run
from tests.support.day import Day as Hall
from tests.support.draft_day import DraftDay
from tests.support.folders import data_of, event_folder, workbook_of
from tests.support.reported import into
from tests.support.sample import Plan
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough  # left out of make quick

AT = "2026-11-21T10:40:00+00:00"  # rounds of `events` go out at 10:00
Typed = str | tuple[str, str]


def facts(ledger: Ledger | None = None, **more: object) -> Facts:
    return replace(Facts(AT, entries=ledger.entries if ledger else ()), **more)


def first_step(snapshot: Snapshot | None, known: Facts) -> str:
    return steps(snapshot, known, oddities(snapshot, known) if snapshot else ())[0].words


def typed(now: Event, current: Round, results: Callable[[int], Typed]) -> Event:
    """Results of the current round by table: a text under Result, or Result and Games."""
    rows = []
    for table in current.tables:
        said = results(table.number)
        result, games = said if isinstance(said, tuple) else (said, "")
        places = {
            "result": Place(current.id.sheet, f"G{table.number}"),
            "games": Place(current.id.sheet, f"H{table.number}"),
        }
        key = RowKey(current.id, RowKind.TABLE, table.number)
        rows.append(Row(key, table.number, (), result, games, places=places))
    others = tuple(each for each in now.rounds if each.id != current.id)
    return replace(now, rounds=(*others, RoundSheet(current.id, tuple(rows))))


@pytest.fixture(scope="module")
def second_round() -> tuple[Event, Snapshot, Ledger]:
    """64 players in pods, round 2 is out and nothing of it is in; every next round is asked for."""
    now, snapshot, ledger = events.up_to(
        events.swiss_and_playoff(64, Mode.MULTIPLAYER, swiss=3), 1, 2
    )
    there = (*snapshot.event.rounds, RoundSheet(RoundId(1, 2), ()))
    snapshot = replace(snapshot, event=replace(snapshot.event, rounds=there))
    return replace(now, automatic=False), snapshot, ledger


Day = tuple[Event, Snapshot, Ledger]


def after(day: Day, results: Callable[[int], Typed], **changes: object) -> tuple[Snapshot, Facts]:
    now, snapshot, ledger = day
    current = snapshot.current_round
    assert current is not None
    made, ledger = events.published(replace(typed(now, current, results), **changes), ledger)
    return made, facts(ledger, problems=made.problems)


def mixed(number: int) -> str:
    return "draw" if number % 7 == 0 else "ABCD"[number % 4]


# --- what to do next ------------------------------------------------------------------------------


def test_an_empty_event_asks_for_players() -> None:
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss")
    snapshot, _ = events.published(Event("Friday", phases=(phase,), seed="s"), Ledger())
    assert first_step(snapshot, facts()) == "Type the players on the Players sheet, and save."


def test_a_round_without_a_sheet_wants_an_open_workbook_closed() -> None:
    swiss = replace(events.swiss_and_playoff(16, Mode.MULTIPLAYER, swiss=3), automatic=False)
    now, snapshot, ledger = events.up_to(swiss, 1, 1)
    over, done = events.published(events.typed(now, snapshot), ledger)
    opened = facts(done, open_=True)
    words = [each.words for each in steps(over, opened, ())]
    assert "Round 2 has no sheet yet" in words[1]
    assert ("Round 2 and Round 3 have no sheet yet",) in desk_view(over, opened).waiting
    assert len(steps(over, replace(opened, open_=False), ())) == 1
    there = (*over.event.rounds, RoundSheet(RoundId(1, 2), ()), RoundSheet(RoundId(1, 3), ()))
    prepared = replace(over, event=replace(over.event, rounds=there))
    assert len(steps(prepared, opened, ())) == 1


def test_before_round_1_the_desk_asks_for_the_go() -> None:
    now = replace(events.swiss_and_playoff(64, Mode.MULTIPLAYER), decisions=(), automatic=False)
    snapshot, ledger = events.published(now)
    assert first_step(snapshot, facts(ledger)) == (
        "On Decisions, type yes in Go for Round 1, and save."
    )
    view = desk_view(snapshot, facts(ledger))
    assert (view.headline.number, view.headline.title) == ("64", "Before round 1")


def test_before_round_1_the_desk_says_how_many_screens_the_names_take() -> None:
    def asked(count: int, *screens: Screen) -> list[str]:
        made = sample.snapshot(sample.Plan(players=count, rounds=0))
        event = replace(made.event, screens=screens)
        found = steps(replace(made, event=event), Facts("event.xlsx"), ())
        return [step.words for step in found if "screens" in step.words]

    (words,) = asked(301)
    assert words.endswith("on Screens, one line each, with 1/2 and 2/2 under Part.")
    assert asked(300) == asked(301, Screen("Hall 1", part="A-M")) == []


def test_the_plan_has_minutes_where_rounds_end_when_time_is_up() -> None:
    now = replace(events.swiss_and_playoff(64, Mode.MULTIPLAYER, swiss=3, cut=16), decisions=())
    snapshot, ledger = events.published(now)
    swiss, playoff = desk_view(snapshot, facts(ledger)).plan
    assert snapshot.phases[1].ruleset.round_minutes
    assert " minutes (Magic rules: pods)" in swiss.words
    assert playoff.words.startswith("The top 16 advance, ")
    assert "minutes" not in playoff.words


def test_a_new_round_first_wants_the_workbook_closed_then_slips_then_results(
    second_round: Day,
) -> None:
    _, snapshot, ledger = second_round
    waiting = (WaitingRows("Players", 3, False), WaitingRows("Round 2", 16, True))
    known = facts(
        ledger, waiting=waiting, open_=True, printed=("slips/slips-R1.pdf", "slips/slips-R2.pdf")
    )
    words = [each.words for each in steps(snapshot, known, ())]
    assert words == [
        "Save and close the workbook: 16 tables wait to be written.",
        "Print the slips: slips/slips-R2.pdf.",
        "Type the results of 16 tables on Round 2, and save.",
    ]
    closed = steps(snapshot, replace(known, open_=False), ())
    assert closed[0].file == "slips/slips-R2.pdf", "nobody has it open: it is written by itself"
    blocked = replace(known, open_=False, why="day.xlsx is write-protected.")
    assert (
        steps(snapshot, blocked, ())[0].words == "Check the workbook: 16 tables wait to be written."
    )
    unprinted = steps(snapshot, replace(known, printed=("slips/slips-R20.pdf",), waiting=()), ())
    assert (unprinted[0].words, unprinted[0].file) == ("Print the slips of Round 2.", "")


def test_a_round_in_play_asks_for_the_results_that_are_missing(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda table: "" if table in (4, 7, 9) else mixed(table))
    assert first_step(snapshot, known) == (
        "Type the results of tables 4, 7 and 9 on Round 2, and save."
    )
    view = desk_view(snapshot, known)
    assert (view.headline.number, view.headline.share) == ("13/16", 81)
    assert [each.table.number for each in view.playing] == [4, 7, 9]
    assert [each.time for each in view.playing] == ["", "", ""], "all have the time of the round"
    table = next(each for each in snapshot.rounds[-1].tables if each.number == 7)
    assert tuple(seat.name for seat in view.playing[1].table.seats) == tuple(
        snapshot.players[each].name for each in table.players
    )
    snapshot, known = after(second_round, lambda table: "" if table == 4 else mixed(table))
    assert first_step(snapshot, known) == "Type the result of table 4 on Round 2, and save."


def test_an_error_comes_before_everything_else(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda table: "Jonh" if table == 4 else mixed(table))
    first, second = [each.words for each in steps(snapshot, known, ())]
    assert (first, "result of table 4" in second) == ("Fix cell G4 on Round 2.", True)
    other = error("test.error", Place("Penalties", "B5"), "“Bob” is not in Players.")
    both = replace(known, problems=(*known.problems, other))
    assert first_step(snapshot, both) == "Fix 2 errors. The first is in cell G4 on Round 2."


def test_a_sentence_with_a_hebrew_name_at_its_beginning_is_read_from_the_left(
    second_round: Day,
) -> None:
    snapshot, known = after(second_round, mixed)
    twice = error(
        "test.error", Place("Players", "B5"), "דוד כהן is on the list twice.", "Take one."
    )
    content, _version = page(snapshot, replace(known, problems=(twice,)))
    assert '<bdi dir="ltr">דוד כהן is on the list twice.</bdi>' in content.decode()


def test_when_all_is_in_the_desk_asks_for_the_next_round(second_round: Day) -> None:
    snapshot, known = after(second_round, mixed)
    assert first_step(snapshot, known) == "On Decisions, type yes in Go for Round 3, and save."
    snapshot, known = after(second_round, lambda table: "A")
    assert first_step(snapshot, known) == (
        "Look at 1 thing that looks odd, then on Decisions, type yes in Go for Round 3, and save."
    )


def test_a_playoff_is_announced_and_won() -> None:
    now = replace(events.swiss_and_playoff(32, Mode.MULTIPLAYER, swiss=1, cut=16), automatic=False)
    snapshot, ledger = events.published(now)
    now, snapshot, ledger = events.played_on(now, snapshot, ledger)
    step = steps(snapshot, facts(ledger), ())[0]
    assert step.words == "On Decisions, type yes in Go for Phase 2 Round 1, and save."
    assert step.detail == "Swiss is over; 16 players go on into Playoff."
    now = replace(now, automatic=True)
    for _ in range(3):
        snapshot, ledger = events.published(now, ledger)
        now = events.typed(now, snapshot) if not snapshot.over else now
    assert snapshot.over
    step = steps(snapshot, facts(ledger), ())[0]
    winner = snapshot.players[snapshot.final[0].player].name
    assert step[:3] == ("Nothing is left to do: the event is over.", f"{winner} has won.", "")
    first = desk_view(snapshot, facts(ledger)).places[0]
    assert (first.words, first.name) == ("1", winner)


def test_every_state_of_a_day_has_a_first_step() -> None:
    now = events.swiss_and_playoff(23, Mode.HEAD_TO_HEAD, cut=4)
    snapshot, ledger = events.published(now)
    seen = 0
    while not snapshot.over:
        for half in (lambda table: "" if table % 2 else "2-1", lambda table: "2-1"):
            assert snapshot.current_round is not None
            now = typed(now, snapshot.current_round, half)
            snapshot, ledger = events.published(now, ledger)
            assert steps(snapshot, facts(ledger), ())[0].words.endswith(".")
            assert page(snapshot, facts(ledger))[0]
            seen += 1
    assert seen == 8


# --- what looks odd -------------------------------------------------------------------------------


def odd(day: Day, results: Callable[[int], Typed], **changes: object) -> list[str]:
    snapshot, known = after(day, results, **changes)
    return [str(each) for each in oddities(snapshot, known)]


def test_results_as_they_come_raise_no_doubt(second_round: Day) -> None:
    assert odd(second_round, mixed) == []


def test_a_draw_with_a_clear_winner_by_games_looks_odd(second_round: Day) -> None:
    name = second_round[1].rounds[-1].tables[3].players[1]
    other = second_round[1].players[name].name
    (found,) = odd(second_round, lambda table: ("draw", "0-1-0-0") if table == 4 else mixed(table))
    assert found.startswith("Round 2!H4: Table 4")
    assert f"Table 4 is drawn, but {other} has won more games than anybody else." in found
    assert odd(second_round, lambda t: ("A", "1-0-0-0") if t == 4 else mixed(t)) == []


def test_a_winner_who_had_dropped_looks_odd(second_round: Day) -> None:
    now, snapshot, _ = second_round
    winner = snapshot.rounds[-1].tables[2].players[0]
    gone_since = tuple(
        replace(each, drops_after=1) if each.id == winner else each for each in now.players
    )
    name = snapshot.players[winner].name
    said = f"Round 2!G3: {name} has won table 3, but dropped after round 1."
    found = odd(second_round, lambda t: "A" if t == 3 else mixed(t), players=gone_since)
    assert [each for each in found if each.startswith(said)]
    assert odd(second_round, lambda t: "B" if t == 3 else mixed(t), players=gone_since) == []


def test_a_result_where_nobody_sits_looks_odd(second_round: Day) -> None:
    now, snapshot, ledger = second_round
    current = snapshot.current_round
    assert current is not None
    emptied = typed(now, current, mixed)
    sheet = emptied.rounds[-1]
    rows = [replace(r, seats=("-",) * 4) if r.key.number == 5 else r for r in sheet.rows]
    emptied = replace(emptied, rounds=(*emptied.rounds[:-1], replace(sheet, rows=tuple(rows))))
    made, ledger = events.published(emptied, ledger)
    found = [str(each) for each in oddities(made, facts(ledger))]
    assert [each for each in found if each.startswith("Round 2!G5: Nobody sits at table 5")]


def test_many_equal_results_in_a_row_look_dragged_down(second_round: Day) -> None:
    (found,) = odd(second_round, lambda table: "B" if 3 <= table <= 9 else mixed(table))
    assert "Tables 3 to 9 all have the same result, “B”." in found
    assert odd(second_round, lambda table: "B" if 3 <= table <= 6 else mixed(table)) == []


def test_results_that_were_made_up_do_not_look_dragged_down(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda table: "B")
    assert [each for each in oddities(snapshot, known) if "the same result" in each.text]
    sheet = snapshot.event.rounds[-1]
    made_up = replace(sheet, rows=tuple(replace(each, rehearsed=True) for each in sheet.rows))
    rounds = (*snapshot.event.rounds[:-1], made_up)
    rehearsed = replace(snapshot, event=replace(snapshot.event, rounds=rounds))
    assert not [each for each in oddities(rehearsed, known) if "the same result" in each.text]


def test_what_looks_odd_is_what_was_typed_and_not_what_penalties_make_of_it() -> None:
    now, snapshot, ledger = events.up_to(events.swiss_and_playoff(16, Mode.HEAD_TO_HEAD), 1, 1)
    winner = snapshot.rounds[-1].tables[0].players[0]
    lost = (Penalty(1, snapshot.players[winner].name, "Late", "Match loss"),)
    games = ("2-1", "1-2", "2-0", "0-2")
    typed_ = replace(now, automatic=False, penalties=lost), snapshot, ledger
    results = lambda table: ("A", "2-0") if table == 1 else games[table % 4]  # noqa: E731
    made, known = after(typed_, results)
    assert made.rounds[-1].tables[0].seats[0].outcome is Outcome.PENALTY_LOSS
    assert oddities(made, known) == ()


def test_a_round_full_of_draws_looks_odd(second_round: Day) -> None:
    found = odd(second_round, lambda table: "ID" if table % 2 else mixed(table))
    assert [each for each in found if " drawn" in each] == [
        "Round 2: 9 of 16 tables are drawn, 8 of them by agreement. Compare them with the slips."
    ]


def test_a_result_changed_after_its_round_looks_odd_until_the_next_one(second_round: Day) -> None:
    now, snapshot, ledger = second_round
    current = snapshot.current_round
    assert current is not None
    first = now.rounds[0]
    rows = [replace(r, result="C") if r.key.number == 6 else r for r in first.rows]
    corrected = replace(now, rounds=(replace(first, rows=tuple(rows)), *now.rounds[1:]))
    made, later = events.published(corrected, ledger)
    (found,) = (str(each) for each in oddities(made, facts(later)))
    assert "Table 6 of Round 1 was changed after Round 2 went out: “A” became “C”." in found
    undone, later = events.published(now, later)
    assert oddities(undone, facts(later)) == (), "it was typed back"
    made, later = events.published(corrected, later)
    going_on = typed(replace(corrected, automatic=True), current, mixed)
    made, later = events.published(going_on, later)
    assert made.rounds[-1].id == RoundId(1, 3)
    assert oddities(made, facts(later)) == ()


def test_a_table_long_after_its_time_looks_odd(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda table: "" if table in (4, 7) else mixed(table))
    clock = snapshot.clocks[RoundId(1, 2)]
    ends = datetime.fromisoformat(clock.ends)
    for minutes, many in ((5, 0), (25, 2)):
        late = replace(known, at=(ends + timedelta(minutes=minutes)).isoformat())
        found = [str(each) for each in oddities(snapshot, late)]
        assert len(found) == many
    assert (
        "Table 4 is still playing, 25 minutes after its extra turns should have ended." in found[0]
    )
    more = (TimeExtension(2, 7, 20),)
    snapshot, known = after(
        second_round, lambda table: "" if table in (4, 7) else mixed(table), extensions=more
    )
    late = replace(known, at=(ends + timedelta(minutes=25)).isoformat())
    assert [each.place.cell for each in oddities(snapshot, late)] == ["G4"], "7 has more time"
    assert [bool(each.time) for each in desk_view(snapshot, known).playing] == [False, True]


def test_late_tables_come_up_by_themselves_and_the_page_is_not_made_anew_at_each_look(
    second_round: Day, tmp_path: Path
) -> None:
    """Nobody saves while the hall waits for the last table."""
    snapshot, known = after(second_round, lambda table: "" if table in (4, 7) else mixed(table))
    ends = datetime.fromisoformat(snapshot.clocks[RoundId(1, 2)].ends)
    clock = [ends]
    keeper = DeskFiles(tmp_path, tmp_path / ".runner", lambda: clock[0])
    keeper.show(snapshot, (), known.entries, (), (), None)
    shown = tmp_path / "desk.html"
    made = [(clock[0], shown.read_text())]
    assert "Looks odd" not in made[0][1]
    while clock[0] < ends + timedelta(minutes=30):
        clock[0] += timedelta(seconds=10)
        assert keeper.refresh() is None
        if shown.read_text() != made[-1][1]:
            made.append((clock[0], shown.read_text()))
    first, text = made[1]
    assert first - ends == timedelta(minutes=10, seconds=10)
    assert text.count("is still playing, 10 minutes after its extra turns should have ended.") == 2
    assert 4 <= len(made) <= 6, "how late they are is told anew every few minutes"
    assert all(now - before >= timedelta(minutes=5) for (before, _), (now, _) in pairwise(made))
    assert made[-1][1].count("is still playing, 25 minutes after") == 2
    _, facts = keeper.shown
    assert facts is not None
    assert "| 2 look odd |" in desk.status_line(snapshot, facts)


def test_a_table_that_is_late_after_others_comes_up_at_once(
    second_round: Day, tmp_path: Path
) -> None:
    more = (TimeExtension(2, 7, 2),)
    snapshot, known = after(
        second_round, lambda table: "" if table in (4, 7) else mixed(table), extensions=more
    )
    ends = datetime.fromisoformat(snapshot.clocks[RoundId(1, 2)].ends)
    clock = [ends]
    keeper = DeskFiles(tmp_path, tmp_path / ".runner", lambda: clock[0])
    keeper.show(snapshot, (), known.entries, (), (), None)
    for minutes, many in ((9, 0), (11, 1), (13, 2)):
        clock[0] = ends + timedelta(minutes=minutes)
        keeper.refresh()
        assert (tmp_path / "desk.html").read_text().count("is still playing, ") == many


def test_a_desk_that_could_not_be_written_is_written_as_soon_as_it_can(pipeline: Pipeline) -> None:
    """A browser reads it just then, on Windows; or the disk is full for a moment."""
    desk = pipeline.folder.root / "desk.html"
    desk.mkdir()  # which no file takes the place of
    pipeline.run(data_of(pipeline.folder))
    assert pipeline.desk.refresh() is not None
    desk.rmdir()
    assert pipeline.desk.refresh() is None
    assert "<title>" in desk.read_text(encoding="utf-8")


def test_trouble_that_comes_again_is_shown_once(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder))
    full = error("test.error", Place(), "The disk is full.", "Make room on it.")
    other = error("test.error", Place(), "Runner may not write there.", "Change who may.")
    for each in (full, full, other, full):
        pipeline.desk.trouble(each)
    _, facts = pipeline.desk.shown
    assert facts.problems == (full, other)


def test_many_tables_that_are_late_for_the_same_time_are_told_of_in_one_line(
    second_round: Day,
) -> None:
    more = tuple(TimeExtension(2, table, 20) for table in (1, 2))
    snapshot, known = after(second_round, lambda table: "", extensions=more)
    ends = datetime.fromisoformat(snapshot.clocks[RoundId(1, 2)].ends)
    late = replace(known, at=(ends + timedelta(minutes=45)).isoformat())
    words = [each.text for each in oddities(snapshot, late)]
    assert words == [
        "Table 1 is still playing, 25 minutes after its extra turns should have ended.",
        "Table 2 is still playing, 25 minutes after its extra turns should have ended.",
        "14 tables are still playing, 45 minutes after their extra turns should have ended: "
        "3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16.",
    ]


def test_a_no_show_who_is_still_in_is_asked_about(second_round: Day) -> None:
    (found,) = odd(second_round, lambda t: "A, C no-show" if t == 4 else mixed(t))
    name = second_round[1].players[second_round[1].rounds[-1].tables[3].players[2]].name
    assert f"{name} did not turn up at table 4, and is still in." in found


# --- who, what and when ---------------------------------------------------------------------------


def test_who_is_out_and_why(second_round: Day) -> None:
    now, _, ledger = second_round
    p = {each.id: each for each in now.players}
    changed = {
        "P001": replace(p["P001"], drops_after=1, notes="left for the train"),
        "P002": replace(p["P002"], drops_after=2),
        "P003": replace(p["P003"], drops_after=1, returns=2),
        "P004": replace(p["P004"], drops_after=1, returns=3),
        "P005": replace(p["P005"], drops_after=7),
    }
    late = Player("P900", "Zed Late", enters=3)
    people = (*(changed.get(each.id, each) for each in now.players), late)
    out = (
        Penalty(2, p["P006"].name, "Theft", "Disqualification"),
        Penalty(2, p["P007"].name, "Rage again", "Disqualification"),
        Penalty(1, p["P007"].name, "Rage", "DQ"),
        Penalty(2, p["P008"].name, "Late", "Match loss"),
    )
    snapshot, _ = events.published(replace(now, players=people, penalties=out), ledger)
    current = snapshot.current_round
    assert current is not None
    missed = replace(current, absent=("P009",))
    swiss = snapshot.phases[0]
    swiss = replace(swiss, rounds=(*swiss.rounds[:-1], missed))
    snapshot = replace(snapshot, phases=(swiss, *snapshot.phases[1:]))
    name = {each: p[each].name for each in p}
    assert [each.name for each in absentees(snapshot)] == [
        name["P009"], "Zed Late", *sorted([name["P002"], name["P006"]]),
        *sorted([name["P001"], name["P004"], name["P007"]]),
    ], "what is of this round comes first"  # fmt: skip
    found = {each.name: (each.why, each.note) for each in absentees(snapshot)}
    assert found == {
        p["P001"].name: ("dropped after round 1", "left for the train"),
        p["P002"].name: ("leaves after this round", ""),
        p["P004"].name: ("dropped after round 1, returns in round 3", ""),
        p["P006"].name: ("disqualified in round 2", ""),
        p["P007"].name: ("disqualified in round 1", ""),
        p["P009"].name: ("absent in round 2", ""),
        "Zed Late": ("enters in round 3", ""),
    }


def test_every_kind_of_line_in_the_ledger_is_told_in_words(second_round: Day) -> None:
    _, snapshot, ledger = second_round
    paired = ledger.entries[-1].data
    ids = snapshot.rounds[-1].tables[0].players
    other = snapshot.players["P001" if "P001" not in ids else "P002"]
    swap = {"table": 1, "old": list(ids), "new": [*ids[:3], other.id], "reason": "asked to"}
    changed = {"changes": [swap], "byes": [], "absent": []}
    data = {
        EntryKind.OVERRIDDEN: changed,
        EntryKind.RESEATED: changed,
        EntryKind.CORRECTED: {"table": 4, "old": "A", "new": "draw"},
        EntryKind.UNDONE: {"what": "paired", "line": 3, "told": "Round 2 was paired"},
        EntryKind.PLAYER: {"player": other.id, "old": [1, None, None], "new": [1, 2, None]},
        EntryKind.RENAMED: {"was": {other.id: "Anna"}, "names": {other.id: other.name}},
        EntryKind.SEED: {"sha256": "8bf140db34c3", "roll": "4711"},
        EntryKind.RESUMED: {"lost": [{"lines": 20, "seal": "3cf7a1611240"}]},
        EntryKind.ERASED: {"player": "P014", "changed": [2], "lost": [{"lines": 3, "seal": "0"}]},
        EntryKind.ROUND_ADDED: {"rounds": 4, "planned": 3, "reason": "time left"},
        EntryKind.CUT_ANEW: {"field": ["P001"], "redrawn": True},
        EntryKind.COMPARED: {"same": False, "previews": 2, "changed": ["Bo drops after round 1"]},
        EntryKind.DECKS: {"drawn": ["P001", "P002"]},
    }
    lines = {
        kind: log(snapshot, [Entry(kind, RoundId(1, 2), data.get(kind, paired), AT)])
        for kind in EntryKind
    }
    untold = {EntryKind.WRITTEN, EntryKind.DOCUMENT, EntryKind.PROVED, EntryKind.CLEARED,
              EntryKind.RESULTS, EntryKind.REFUSED, EntryKind.RETYPED,
              EntryKind.UNDO_REFUSED, EntryKind.REPORTED, EntryKind.ARRIVED,
              EntryKind.RULED, EntryKind.RULING_UNDONE, EntryKind.RULING_WRITTEN,
              EntryKind.RULING_CLEARED}  # fmt: skip
    assert {kind for kind, said in lines.items() if not said} == untold
    for kind, said in lines.items():
        assert not [each.words for each in said if each.words.endswith(f": {kind.value}.")], kind
    _byes_are_told_with_their_reason(snapshot, paired)
    moved = " ".join(each.words for each in lines[EntryKind.OVERRIDDEN])
    assert moved.startswith("Round 2: table 1 ")
    assert other.name in moved
    assert "asked to" in moved
    corrected, out = (vars(lines[kind][0]) for kind in (EntryKind.CORRECTED, EntryKind.PAIRED))
    assert tuple(corrected.values()) == (
        "10:40", "Round 2: table 4, result draw instead of A.", "", True)  # fmt: skip
    assert (out.pop("words").split(":")[0], *out.values()) == (
        "Round 2 went out",
        "10:40",
        "",
        False,
    )
    assert lines[EntryKind.PLAYER][0].words.startswith(other.name)
    assert lines[EntryKind.ROUND_ADDED][0].reason == "time left"


def _byes_are_told_with_their_reason(snapshot: Snapshot, paired: dict[str, object]) -> None:
    """A bye that was decided before its round went out stands in the line that sent it out."""
    who, second = snapshot.players["P003"].name, RoundId(1, 2)
    asked = Decision(GiveBye.KEY, second, player=who.upper(), reason="Judge call")
    data = {**paired, "byes": ["P003"], "spent": [["give a bye", 1, 2, who.casefold(), 0, 1]]}
    entries = [Entry(EntryKind.PAIRED, second, data, AT)]
    for decisions, reason in (((asked,), "Judge call"), ((), "")):
        now = replace(snapshot, event=replace(snapshot.event, decisions=decisions))
        given, out = log(now, entries)
        assert (given.words, given.reason, given.by_hand) == (
            f"Round 2: {who} was given a bye.", reason, True
        )  # fmt: skip
        assert out.words.endswith(f"; bye: {who}.")


def test_what_was_done_comes_latest_first(second_round: Day) -> None:
    _, snapshot, ledger = second_round
    words = [each.words for each in desk_view(snapshot, facts(ledger)).log]
    assert words == ["Round 2 went out: 16 tables.", "Round 1 went out: 16 tables."]


@pytest.mark.parametrize(
    ("least", "proved", "said"),
    [(6, False, "proved best"), (4, True, "proved best"), (4, False, "not proved (≥ 4)")],
)
def test_how_good_a_rounds_pairing_is_and_why_is_told_with_names(
    second_round: Day, least: int, proved: bool, said: str
) -> None:
    _, snapshot, ledger = second_round
    latest = snapshot.pairings[-1]
    assert latest.certificate is not None
    made = replace(
        latest.certificate,
        points_mismatch=Fraction(6), lower_bound=Fraction(least), proved_optimal=proved,
        notes=("P003 was paired down.",),
    )  # fmt: skip
    pairings = (*snapshot.pairings[:-1], replace(latest, certificate=made))
    now = replace(snapshot, pairings=pairings)
    line = desk_view(now, facts(ledger)).rounds[0]
    assert (line.title, line.points, line.proof) == ("Round 2", "6", said)
    assert line.notes == (f"{snapshot.players['P003'].name} was paired down.",)
    cell = f'<td class="proved">{said}</td>' if said == "proved best" else f"<td>{said}</td>"
    assert cell in page(now, facts(ledger))[0].decode()


def test_problems_stand_with_errors_first_and_with_cell_and_fix(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda table: "Jonh" if table == 4 else mixed(table))
    more = warning("test.warning", Place("Players", "C9"), "Odd.", "Look.")
    view = desk_view(snapshot, replace(known, problems=(more, *known.problems)))
    assert [each.severity for each in view.problems] == ["error", "warning"]
    text = page(snapshot, replace(known, problems=(more, *known.problems)))[0].decode()
    assert "Round 2!G4" in text
    assert "Type A, B, C, D or draw." in text


# --- the page -------------------------------------------------------------------------------------


def test_the_same_event_and_facts_give_the_same_bytes(second_round: Day) -> None:
    snapshot, known = after(second_round, mixed)
    assert page(snapshot, known) == page(snapshot, known)
    later = replace(known, at="2026-11-21T10:41:00+00:00")
    assert page(snapshot, later)[1] != page(snapshot, known)[1]


def test_names_and_notes_can_do_no_harm() -> None:
    snapshot = sample.snapshot(Plan(players=26, waiting=7))
    nasty = "</script><script>alert(1)</script>"
    noted = {key: replace(each, notes=nasty) for key, each in snapshot.players.items()}
    snapshot = replace(snapshot, players=noted)
    text = page(
        snapshot, facts(changes=(nasty,), why=nasty, waiting=(WaitingRows(nasty, 2, False),))
    )[0].decode()
    assert sample.SCRIPT not in text
    assert nasty not in text
    assert text.count("<script") == 1


def test_a_desk_of_180_players_is_made_in_a_few_milliseconds() -> None:
    snapshot = sample.snapshot(Plan(players=180, rounds=5, planned=6, waiting=45))
    known = facts(
        problems=tuple(
            warning("test.warning", Place("Players", f"C{at}"), "Odd.") for at in range(60)
        )
    )
    page(snapshot, known)
    taken = []
    for _ in range(9):
        start = time.process_time()
        page(snapshot, known)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.050


# --- in an event's folder -------------------------------------------------------------------------

NOTE = "plays with a broken arm"


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    people = tuple(replace(each, notes=NOTE) for each in players(18))
    return event_folder(tmp_path / "friday", events.planned(people))


def shown(folder: EventFolder) -> str:
    return (folder.root / "desk.html").read_text(encoding="utf-8").replace("\u00a0", " ")


def test_each_run_brings_the_desk_up_to_date(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder))
    assert "On Decisions, type yes in Go for Round 1" in shown(folder)
    pipeline.run(data_of(folder), publish_next=True)
    assert "Round 1 went out: 5 tables." in shown(folder)
    script = (folder.root / ".runner" / "desk-version.js").read_text()
    version = script.split('"')[1]
    assert f'data-version="{version}"' in shown(folder)


def test_nothing_of_the_desk_reaches_the_site(pipeline: Pipeline, tmp_path: Path) -> None:
    play(pipeline, 1)
    assert NOTE in shown(pipeline.folder), "the desk shows private notes"
    files = [each for each in (tmp_path / "site").rglob("*") if each.is_file()]
    assert len(files) > 20
    for file in files:
        assert "desk" not in file.name
        content = file.read_bytes()
        assert NOTE.encode() not in content
        assert b"desk.html" not in content
        assert b"for the staff only" not in content


def test_names_that_wait_are_told_until_they_are_written(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    lock = folder.root / ".~lock.friday.xlsx#"
    lock.write_text("Ana,ana,laptop,21.11.2026 10:00,file:///x;")
    pipeline.run(data_of(folder), publish_next=True)
    assert "5 tables wait to be written" in shown(folder)
    assert pipeline.write_names(unlocked_for=0).why
    assert "is open in LibreOffice by Ana on laptop" in shown(folder)
    lock.unlink()
    pipeline.write_names(unlocked_for=0)
    assert "to be written" not in shown(folder)
    assert "Waiting for the workbook" not in shown(folder)


def test_slips_that_are_printed_later_are_seen(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    pipeline.write_names(unlocked_for=0)
    assert "Print the slips of Round 1." in shown(folder)
    (folder.root / "slips").mkdir()
    (folder.root / "slips" / "slips-R1.pdf").write_bytes(b"%PDF")
    pipeline.desk.refresh()
    assert 'href="slips/slips-R1.pdf"' in shown(folder)
    written = (folder.root / "desk.html").stat().st_mtime_ns
    pipeline.desk.refresh()
    assert (folder.root / "desk.html").stat().st_mtime_ns == written, "nothing was new"


def test_a_workbook_that_cannot_be_read_is_said_with_the_age_of_the_last_good_state(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    minute = iter(range(10, 60))
    times = lambda: datetime(2026, 11, 21, 14, next(minute), tzinfo=UTC)  # noqa: E731
    pipeline.desk = DeskFiles(folder.root, folder.lock.parent, times)
    pipeline.run(data_of(folder), publish_next=True)
    assert "As of 14:10" in shown(folder)
    for _ in range(2):
        pipeline.run(b"this is no workbook")
        text = shown(folder)
        assert "The workbook cannot be used since 14:11 UTC." in text
        assert "What is below is from 14:10 UTC" in text
        assert "Round 1 went out" in text
    pipeline.run(data_of(folder))
    assert "cannot be used since" not in shown(folder)


def test_a_workbook_that_was_missing_and_is_back_as_it_was_shows_the_good_state_of_now(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    minute = iter(range(10, 60))
    times = lambda: datetime(2026, 11, 21, 14, next(minute), tzinfo=UTC)  # noqa: E731
    pipeline.desk = DeskFiles(folder.root, folder.lock.parent, times)
    report = pipeline.run(data_of(folder), publish_next=True)
    pipeline.write_names(unlocked_for=0)
    pipeline.run(data_of(folder))
    _, before = pipeline.desk.shown
    assert report.waiting
    assert not before.waiting
    gone = error("test.error", Place(), "friday.xlsx is missing.", "Put it back.", fatal=True)
    assert pipeline.desk.unusable((gone,), "") is None
    assert "friday.xlsx is missing." in shown(folder)
    assert "The workbook cannot be used since" in shown(folder)
    pipeline.run(data_of(folder))
    text = shown(folder)
    assert "is missing" not in text
    assert "cannot be used since" not in text
    _, facts = pipeline.desk.shown
    assert replace(facts, at="", good_at="") == replace(before, at="", good_at="")
    assert facts.at > before.at
    assert "Round 1 went out" in text


def test_a_runner_that_never_read_the_workbook_says_what_it_knows(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    Pipeline(folder, tmp_path / "site").run(b"this is no workbook")
    text = shown(folder)
    assert "The workbook cannot be used since" in text
    assert "What is below is from" in text


def test_a_desk_that_cannot_be_written_is_a_problem_and_stops_nothing(pipeline: Pipeline) -> None:
    (pipeline.folder.root / "desk.html").mkdir()
    report = pipeline.run(data_of(pipeline.folder), publish_next=True)
    assert report.published is not None
    assert [each.kind for each in report.entries] == [EntryKind.SEED, EntryKind.PAIRED]
    assert [each for each in report.problems if "The desk, desk.html, cannot be" in each.text]


def test_a_workbook_that_was_never_looked_at_is_not_called_bad(pipeline: Pipeline) -> None:
    """The disk was full, or another Runner at work, when the watch began."""
    full = error("test.error", Place(), "The disk is full.", "Make room on it.")
    pipeline.desk.trouble(full)
    snapshot, known = pipeline.desk.shown
    assert known is not None
    line = desk.status_line(snapshot, known)
    assert line == "The workbook has not been read yet | 1 error | Make room on it."
    assert "has not been read yet" in shown(pipeline.folder)
    assert "cannot be used" not in shown(pipeline.folder)


def test_a_mistake_in_the_desk_is_a_problem_and_stops_nothing(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(desk_files.desk_page, "page", broken)
    report = pipeline.run(data_of(folder), publish_next=True)
    assert report.published is not None
    assert "ZeroDivisionError: oh" in report.problems[-1].text


# --- the terminal ---------------------------------------------------------------------------------


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_rewrites_the_state_in_place_and_keeps_other_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out = Tty()
    terminal = Terminal(out)
    terminal.state("one")
    terminal.state("one")
    terminal.say("happened")
    terminal.state("a state that is far too long")
    terminal.close()
    assert out.getvalue() == ("\r\x1b[2Kone\r\x1b[2Khappened\none\r\x1b[2Ka state that is fa…\n")


def test_a_terminal_that_understands_nothing_gets_plain_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal(out := Tty())
    terminal.state("one")
    terminal.say("happened")
    terminal.close()
    assert out.getvalue() == "one\nhappened\n"


def test_a_file_gets_the_state_only_when_it_changes() -> None:
    out = io.StringIO()
    terminal = Terminal(out)
    for state in ("one", "one", "two"):
        terminal.state(state)
    terminal.say("happened")
    terminal.close()
    assert out.getvalue() == "one\ntwo\nhappened\n"


@pytest.mark.parametrize("out", [io.StringIO(), Tty()], ids=["file", "window"])
def test_nothing_is_said_once_the_terminal_is_closed(out: io.StringIO) -> None:
    """What still runs in the background would say it after the last words."""
    terminal = Terminal(out)
    terminal.state("one")
    terminal.close()
    before = out.getvalue()
    terminal.say("Slips: somewhere")
    terminal.state("two")
    terminal.close()
    assert out.getvalue() == before


def test_the_glance_is_one_line(second_round: Day) -> None:
    snapshot, known = after(second_round, lambda t: "Jonh" if t == 4 else "A" if t < 9 else "")
    line = desk.status_line(snapshot, replace(known, waiting=(WaitingRows("Round 2", 4, True),)))
    assert (
        line
        == "Round 2 of 3: 7/16 in | 1 error | 4 tables wait to be written | Fix cell G4 on Round 2."
    )
    line = desk.status_line(
        snapshot,
        replace(known, waiting=(WaitingRows("Round 2", 1, True), WaitingRows("Notes", 3, False))),
    )
    assert (
        line
        == "Round 2 of 3: 7/16 in | 1 error | 1 table waits to be written | Fix cell G4 on Round 2."
    )


def test_one_of_a_thing_is_told_as_one() -> None:
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss")
    now = Event("Friday", phases=(phase,), seed="s", players=players(1))
    snapshot, _ = events.published(now)
    known = facts(waiting=(WaitingRows("Round 1", 1, True),), open_=True)
    line = desk.status_line(snapshot, known)
    assert line.startswith("1 player, no round out yet | 1 table waits to be written | "), line
    lines = [*map(text, desk.status_messages(snapshot, known))]
    assert lines[0] == "1 player, no round out yet."
    assert "· Round 1: 1 row waits until the workbook is closed." in lines
    closed = [*map(text, desk.status_messages(snapshot, replace(known, open_=False)))]
    build = "Bring everything up to date: runner build EVENT_DIR"
    assert f"· Round 1: 1 row waits until Runner writes it. {build}" in closed
    words = [each.words for each in steps(snapshot, known, ())]
    assert any("1 table waits to be written" in each for each in words)


def changes(sheet: str, many: int) -> tuple[CellChange, ...]:
    return tuple(CellChange(sheet, f"B{row}", "Ana") for row in range(2, 2 + many))


@pytest.mark.parametrize("sheet", ["Round 2", "round 2", "ROUND 2", "Phase 2 Round 1", "Round2"])
def test_names_wait_on_a_rounds_tab_however_it_is_spelt(sheet: str) -> None:
    assert facts(waiting=waiting_by_sheet(changes(sheet, 3))).names_wait == 3


def test_nobody_waits_for_what_is_on_other_tabs() -> None:
    others = ("Players", "Rounds to come", "Round robin notes")
    waiting = waiting_by_sheet(change for sheet in others for change in changes(sheet, 3))
    assert facts(waiting=waiting).names_wait == 0


def test_a_drawn_table_that_plays_on_is_told_as_playing_everywhere() -> None:
    now = events.swiss_and_playoff(16, Mode.MULTIPLAYER, swiss=1, cut=4)
    playoff = replace(now.phases[1], settings={"drawn_elimination": "play_on"})
    now, snapshot, ledger = events.up_to(replace(now, phases=(now.phases[0], playoff)), 2, 1)
    current = snapshot.current_round
    assert current is not None
    drawn, _ = events.published(typed(now, current, lambda table: "draw"), ledger)
    assert desk.status_line(drawn, facts()).startswith("Playoff, round 1: 0/1 in | ")
    assert state_line(drawn) == "Playoff, round 1: the table is still playing."
    over, _ = events.published(typed(now, current, lambda table: "B"), ledger)
    assert state_line(over) == (
        "Playoff, round 1 of 1: all results are in. The event has no further round."
    )


def test_an_event_that_is_not_over_is_not_said_to_have_no_further_round(second_round: Day) -> None:
    now, snapshot, ledger = second_round
    current = snapshot.current_round
    assert current is not None
    left = tuple(replace(each, drops_after=2) for each in now.players)
    nobody, _ = events.published(replace(typed(now, current, mixed), players=left), ledger)
    assert not nobody.over
    assert state_line(nobody) == "Round 2 of 3: all results are in."


def test_a_run_is_told_with_what_it_published_and_where_the_event_stands(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    report = pipeline.run(data_of(folder), publish_next=True)
    out, state, made = map(text, desk.of_report(report))
    assert out == "Round 1 is out: 5 tables."
    assert state == "Round 1 of 3: all 5 tables still playing."
    assert re.fullmatch(r"\d+ pages changed, in \d+\.\d\d s\. No problems found\.", made)


def test_a_problem_is_said_once_and_again_when_it_is_gone(pipeline: Pipeline) -> None:
    report = pipeline.run(data_of(pipeline.folder))
    bad: Problem = error("test.error", Place("Round 1", "G4"), "Wrong.")
    worse = replace(report, problems=(*report.problems, bad))
    assert [*map(text, desk.changes_since(worse, report.problems))] == ["✗ Round 1!G4: Wrong."]
    assert desk.changes_since(worse, worse.problems) == []
    assert [*map(text, desk.changes_since(report, worse.problems))] == ["✓ Gone: Round 1!G4."]


def penalised(workbook: Path, infraction: str) -> None:
    line = {"A5": 1, "B5": "Nobody Knows", "C5": infraction, "D5": "Warning"}
    cells = [CellChange("Penalties", cell, typed) for cell, typed in line.items()]
    aside = workbook.with_suffix(".aside")
    aside.write_bytes(edit(workbook.read_bytes(), cells))
    aside.replace(workbook)


def test_the_watch_is_quiet_and_gives_signs_of_life(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runner.app.watch.BEAT", 0.05)
    said: list[str] = []
    states: list[str] = []
    runs: list[Report] = []
    run = pipeline.run

    def noted(data: bytes) -> Report:
        runs.append(run(data))
        return runs[-1]

    monkeypatch.setattr(pipeline, "run", noted)
    lock = folder.root / ".~lock.friday.xlsx#"
    lock.write_text("Ana,ana,laptop,21.11.2026 10:00,file:///x;")  # names wait: one hand types
    penalised(workbook_of(folder), "Rage")
    stop = threading.Event()
    thread = threading.Thread(
        target=watch_event,
        args=(pipeline, workbook_of(folder), into(said, states), None, stop),
        daemon=True,
    )
    thread.start()
    alive = folder.root / ".runner" / "desk-alive.js"
    until(lambda: any("18 players, no round out yet" in each for each in states), (said, states))
    until(lambda: alive.exists() and '"watching": true' in alive.read_text(), (said, states))
    for many, words in enumerate(("Tardiness", "Slow play"), 2):
        penalised(workbook_of(folder), words)
        until(lambda many=many: len(runs) == many, (said, states))  # type: ignore[misc]
    stop.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert [each.snapshot is not None for each in runs] == [True] * 3
    assert sum("Nobody Knows" in each for each in said) == 1, said
    assert len(said) == len(set(said))
    assert '"watching": false' in alive.read_text()


def test_a_desk_that_was_only_built_claims_no_watch(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    pipeline.run(data_of(folder))
    alive = folder.root / ".runner" / "desk-alive.js"
    assert '"watching": null' in alive.read_text()
    pipeline.desk.beat(watching=False)
    pipeline.run(data_of(folder), publish_next=True)
    assert '"watching": false' in alive.read_text()


def test_runner_status_says_the_desk_once(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    before = {each: each.stat().st_mtime_ns for each in folder.root.rglob("*")}
    answer = run("status", folder.root)
    assert answer.startswith("Round 1 of 3: 0/5 in.\nNext: Print the slips of Round 1.")
    assert "table 1 plays: " in answer
    assert {each: each.stat().st_mtime_ns for each in folder.root.rglob("*")} == before
    workbook_of(folder).write_bytes(b"no workbook")
    answer = run("status", folder.root, code=1)
    assert answer.startswith("The workbook cannot be used.")


def test_the_terminal_counts_what_is_to_be_fixed_and_lists_it() -> None:
    many = tuple(
        error("test.error", Place("Players", f"B{row}"), "No name.", "Type it.")
        for row in range(5, 17)
    )
    told = (
        *many,
        warning("test.warning", Place("Event"), "No seed.", "Type one."),
        note("test.note", Place(), "Fine."),
    )
    lines = [*map(text, desk.status_messages(None, facts(problems=told)))]
    at = lines.index("To fix: 12 errors, 1 warning.")
    assert [line[0] for line in lines[at + 1 :]] == ["✗"] * 12 + ["!", "·"]
    notes = desk.status_messages(None, facts(problems=told[-1:]))
    assert not any("To fix" in text(line) for line in notes)


@pytest.mark.parametrize(("address", "links"), [
    ("", []),
    ("https://example.org/friday", ["", "display/", "overlay/"]),
    ("https://example.org/friday/index.html", ["", "display/", "overlay/"]),
])  # fmt: skip
def test_the_desk_leads_to_pages_screens_and_stream(address: str, links: list[str]) -> None:
    snapshot, _ = events.published(replace(events.swiss(8), address=address))
    said = page(snapshot, facts())[0].decode()
    assert re.findall(r'href="https://example\.org/friday/(.*?)"', said) == links


def test_a_draft_comes_before_the_rounds_of_its_phase() -> None:
    swiss = events.phase(1, "swiss", Mode.HEAD_TO_HEAD, rounds=1, name="Swiss")
    top = events.phase(2, "single_elimination", Mode.DRAFT, cut=8, name="Top 8")
    day = DraftDay(events.event(16, swiss, top, automatic=False, decisions=()))
    day.ask("pair round", 1)
    day.play("A")
    done = "Round 1 of 1: all results are in. Top 8"
    where = "type yes in Go for"
    begins = f"{done} begins with a draft: {where} Make pods on Decisions."
    assert state_line(day.snapshot) == begins
    day.ask("make pods", phase=2)
    drafting = f"{done} is being drafted: {where} Start building on Decisions."
    assert state_line(day.snapshot) == drafting
    day.ask("start building", phase=2)
    ready = f"{done}, round 1 is ready: {where} Phase 2 Round 1 on Decisions."
    assert state_line(day.snapshot) == ready


@pytest.mark.parametrize(("players", "done", "words"), [
    (8, 0, "0 of 2 tables are in"), (8, 1, "1 of 2 tables is in"), (4, 0, "0 of 1 table is in"),
])  # fmt: skip
def test_a_round_that_is_being_played_says_so_in_good_english(
    players: int, done: int, words: str
) -> None:
    snapshot = Hall(events.swiss_and_playoff(players, Mode.MULTIPLAYER, swiss=2, cut=4)).snapshot
    for table in range(1, done + 1):
        snapshot = sample.with_result(snapshot, table)
    assert state_in_words(snapshot, Facts(AT)) == f"Round 1 of 2 is being played: {words}"

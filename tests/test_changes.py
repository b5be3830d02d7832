"""What changed between two saves, in words."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from typing import Any

import pytest
from workbooks import NAMES, book, edited, row, small_event

from runner.changes import changes
from runner.model import (
    Decision,
    DecisionKind,
    Event,
    Mode,
    Penalty,
    Phase,
    Player,
    RoundId,
    RoundSheet,
    RoundStart,
    Row,
    RowKey,
    RowKind,
    TimeExtension,
)
from runner.workbook.read import read

BEFORE = small_event()


def sheet(*rows: Row) -> Event:
    return replace(BEFORE, rounds=(RoundSheet(RoundId(1, 1), rows),))


def rows_of(event: Event) -> tuple[Row, ...]:
    return event.rounds[0].rows


def with_player(at: int, **changed: Any) -> Event:
    players = list(BEFORE.players)
    players[at] = replace(players[at], **changed)
    return replace(BEFORE, players=tuple(players))


def told(after: Event, before: Event = BEFORE) -> list[str]:
    return list(changes(before, after))


def test_nothing_is_said_where_nothing_changed() -> None:
    assert told(BEFORE) == []
    assert told(replace(BEFORE, saved="2026-11-21T14:00:00Z")) == []


def test_the_first_save_says_how_much_there_is() -> None:
    assert changes(None, BEFORE) == ("Friday cEDH: 7 players, 1 phase, 1 result.",)


def test_a_result_is_told_with_its_round_and_table() -> None:
    first, second = rows_of(BEFORE)
    assert told(sheet(first, replace(second, result="B"))) == ["Round 1, table 2: result B"]
    assert told(sheet(replace(first, result="C"), second)) == [
        "Round 1, table 1: result C, before A"
    ]
    assert told(sheet(replace(first, result=""), second)) == ["Round 1, table 1: result A cleared"]


def test_a_drop_and_its_taking_back_are_told() -> None:
    gone = with_player(0, drops_after=2)
    assert told(gone) == ["Ana Example drops after round 2"]
    assert told(BEFORE, gone) == ["Ana Example does not drop any more, before after round 2"]
    assert told(with_player(0, drops_after=1), gone) == [
        "Ana Example drops after round 1, before after round 2"
    ]
    assert told(with_player(1, drops_after=0)) == ["Bo Sample never came"]
    assert told(with_player(0, drops_after=2, returns=4), gone) == [
        "Ana Example returns in round 4"
    ]


def test_a_late_player_is_told_with_the_round() -> None:
    late = replace(BEFORE, players=(*BEFORE.players, Player("", "Bo Late", enters=3)))
    assert told(late) == ["Players: Bo Late added, enters in round 3"]
    assert told(BEFORE, late) == ["Players: Bo Late taken out"]


def test_a_pasted_list_is_told_by_its_number() -> None:
    many = tuple(Player("", f"New {at:02}") for at in range(40))
    after = replace(BEFORE, players=(*BEFORE.players, *many))
    assert told(after) == ["Players: 40 added, from New 00 to New 39"]
    assert told(BEFORE, after) == ["Players: 40 taken out, from New 00 to New 39"]


def test_a_corrected_name_is_the_same_player_by_id_or_by_row() -> None:
    assert told(with_player(2, name="Cyrus Trial")) == [
        "Players: Cy Trial is called Cyrus Trial now"
    ]
    nobody = replace(BEFORE, players=tuple(replace(each, id="") for each in BEFORE.players))
    there = read(book(nobody))[0]
    assert there is not None
    typed = edited(lambda loaded: _type(loaded, "Players", "B7", "Cyrus Trial"), book(nobody))
    renamed = read(typed)[0]
    assert renamed is not None
    assert list(changes(there, renamed)) == ["Players: Cy Trial is called Cyrus Trial now"]


def _type(loaded: Any, name: str, cell: str, text: str) -> None:
    loaded[name][cell] = text


def test_ids_that_runner_gives_are_not_told() -> None:
    nobody = replace(BEFORE, players=tuple(replace(each, id="") for each in BEFORE.players))
    assert told(BEFORE, nobody) == []


def test_another_player_in_the_same_row_with_another_id_is_another_player() -> None:
    assert told(with_player(6, id="P009", name="New Person")) == [
        "Players: New Person added",
        "Players: Gus Demo taken out",
    ]


def test_two_players_who_changed_places_are_told_as_one_thing() -> None:
    first, second = rows_of(BEFORE)
    ana, bo, cy, dee = NAMES[:4]
    eve, flo, gus = NAMES[4:]
    after = sheet(
        replace(first, seats=(ana, flo, cy, dee)), replace(second, seats=(eve, bo, gus, ""))
    )
    assert told(after) == ["Round 1: Bo Sample and Flo Case changed places (table 1 and table 2)"]
    turned = sheet(replace(first, seats=(bo, ana, cy, dee)), second)
    assert told(turned) == ["Round 1: Ana Example and Bo Sample changed places (both table 1)"]


def test_three_in_a_ring_are_told_seat_by_seat() -> None:
    first, second = rows_of(BEFORE)
    ana, bo, cy, dee = NAMES[:4]
    assert told(sheet(replace(first, seats=(bo, cy, ana, dee)), second)) == [
        "Round 1, table 1, seat A: Bo Sample instead of Ana Example",
        "Round 1, table 1, seat B: Cy Trial instead of Bo Sample",
        "Round 1, table 1, seat C: Ana Example instead of Cy Trial",
    ]


def test_a_seat_filled_or_emptied_is_told() -> None:
    first, second = rows_of(BEFORE)
    eve, flo, gus = NAMES[4:]
    late = sheet(first, replace(second, seats=(eve, flo, gus, "Bo Late")))
    assert told(late) == ["Round 1, table 2, seat D: Bo Late added"]
    assert told(BEFORE, late) == ["Round 1, table 2, seat D: Bo Late taken out"]


def test_names_that_runner_wrote_are_told_by_the_number_of_tables() -> None:
    filled = tuple(
        row(2, "Ana Example", "Bo Sample", "Cy Trial", "Dee Probe", table=at) for at in range(1, 9)
    )
    blank = tuple(replace(each, seats=("", "", "", "")) for each in filled)
    was = replace(BEFORE, rounds=(RoundSheet(RoundId(1, 2), blank),))
    now = replace(BEFORE, rounds=(RoundSheet(RoundId(1, 2), filled),))
    assert told(now, was) == ["Round 2: 8 tables filled with names"]
    assert told(was, now) == ["Round 2: 8 tables emptied"]
    few = replace(BEFORE, rounds=(RoundSheet(RoundId(1, 2), (*filled[:1], *blank[1:])),))
    assert told(few, was) == [
        "Round 2, table 1 filled with names: Ana Example, Bo Sample, Cy Trial, Dee Probe"
    ]


def test_byes_and_absences_are_told() -> None:
    bye = Row(RowKey(RoundId(1, 1), RowKind.BYE, 1), 1, ("Bo Late",))
    away = Row(RowKey(RoundId(1, 1), RowKind.ABSENT, 1), 1, ("Cy Away",))
    after = sheet(*rows_of(BEFORE), bye, away)
    assert told(after) == ["Round 1: Bo Late has a bye", "Round 1: Cy Away is absent"]
    assert told(BEFORE, after) == [
        "Round 1: Bo Late no longer has a bye",
        "Round 1: Cy Away is no longer absent",
    ]
    other = sheet(*rows_of(BEFORE), replace(bye, seats=("Dee Else",)), away)
    assert told(other, after) == ["Round 1, the bye: Dee Else instead of Bo Late"]


def test_results_of_a_rehearsal_are_told_by_their_number() -> None:
    made_up = sheet(*(replace(each, result="A", rehearsed=True) for each in rows_of(BEFORE)))
    bare = sheet(*(replace(each, result="") for each in rows_of(BEFORE)))
    assert told(made_up, bare) == ["Round 1: 2 results made up by the rehearsal"]
    assert told(bare, made_up) == ["Round 1: 2 made-up results taken out"]
    real = sheet(*(replace(each, rehearsed=False) for each in rows_of(made_up)))
    assert told(real, made_up) == [
        "Round 1, table 1: result A is real now",
        "Round 1, table 2: result A is real now",
    ]


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision(DecisionKind.PAIR, RoundId(1, 4)), "Pair round 4"),
        (Decision(DecisionKind.PAIR, RoundId(2, 1)), "Pair phase 2 round 1"),
        (Decision(DecisionKind.REPAIR, RoundId(1, 3), reason="spill"), "Re-pair round 3 (spill)"),
        (
            Decision(DecisionKind.BYE, RoundId(1, 4), "Ana Example"),
            "Give a bye, round 4: Ana Example",
        ),
        (
            Decision(DecisionKind.SEAT, RoundId(1, 4), "Ana Example", table=7),
            "Seat a player, round 4, table 7: Ana Example",
        ),
        (Decision(DecisionKind.ADD_ROUND, RoundId(1, 6)), "Add round 6"),
        (Decision(DecisionKind.UNDO, RoundId(1, 0)), "Undo the last decision"),
        (Decision(DecisionKind.END_PHASE, RoundId(1, 0)), "End phase 1"),
        (Decision(DecisionKind.CUT_ANEW, RoundId(2, 0)), "Cut anew, phase 2"),
    ],
)
def test_decisions_are_told_with_their_yes(decision: Decision, words: str) -> None:
    after = replace(BEFORE, decisions=(decision,))
    assert told(after) == [f"Decisions: {words}, yes"]
    assert told(BEFORE, after) == [f"Decisions: {words}, taken back"]


def test_penalties_and_times_are_told_whatever_row_they_stand_in() -> None:
    one = Penalty(2, "Ana Example", "Tardiness", "Game loss")
    two = Penalty(2, "Bo Sample", "", "Warning")
    was = replace(BEFORE, penalties=(one,))
    assert told(replace(BEFORE, penalties=(two, one)), was) == [
        "Penalties: round 2, Bo Sample: Warning"
    ]
    assert told(BEFORE, was) == [
        "Penalties: round 2, Ana Example: Game loss (Tardiness), taken back"
    ]
    timed = replace(
        BEFORE,
        extensions=(TimeExtension(3, 12, 5, "deck check"), TimeExtension(3, None, 10)),
        starts=(RoundStart(3, "14:10"),),
    )
    assert told(timed) == [
        "Time: round 3, table 12: 5 minutes more (deck check)",
        "Time: round 3, all tables: 10 minutes more",
        "Time: round 3 began at 14:10",
    ]


def test_settings_are_told_by_the_headings_of_their_columns() -> None:
    phase = replace(BEFORE.phases[0], rounds=4, settings={"round_minutes": 80})
    after = replace(
        BEFORE,
        venue="Hall 2",
        phases=(phase, Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination")),
    )
    assert told(after) == [
        "Event: venue “Hall 2”",
        "Phases: Swiss: rounds 4, before 2",
        "Phases: Swiss: Minutes a round 80",
        "Phases: 2, Top 16, added",
    ]  # fmt: skip


def others(value: Any) -> Any:
    """Some other value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, tuple):
        return ("Somebody Else",)
    if isinstance(value, dict):
        return {"Commander": "Tymna"}
    return 3 if value is None else f"{value}x"


def one_field_changed(thing: Any, but: set[str]) -> Iterator[tuple[str, Any]]:
    for field in fields(thing):
        if field.name not in but:
            yield field.name, replace(thing, **{field.name: others(getattr(thing, field.name))})


def test_no_field_changes_in_silence() -> None:
    """Walks the model, so that a field that is new tomorrow is told too."""
    lists = {"phases", "players", "rounds", "penalties", "decisions", "extensions", "starts"}
    typed_lists = {
        each.name
        for each in fields(Event)
        if each.name not in {"public_columns", "saved"}
        and each.default is not MISSING
        and isinstance(each.default, tuple)
    }
    assert lists <= typed_lists
    for name, after in one_field_changed(BEFORE, typed_lists | {"saved"}):
        assert told(after), name
    for name, player in one_field_changed(BEFORE.players[0], {"id", "place"}):
        assert told(replace(BEFORE, players=(player, *BEFORE.players[1:]))), name
    for name, phase in one_field_changed(BEFORE.phases[0], {"number", "place", "mode"}):
        assert told(replace(BEFORE, phases=(phase,))), name
    bye = Decision(DecisionKind.BYE, RoundId(1, 4), "Ana Example", "late")
    for name, decision in one_field_changed(bye, {"place", "round", "kind"}):
        was = replace(BEFORE, decisions=(bye,))
        assert len(told(replace(BEFORE, decisions=(decision,)), was)) == 2, name
    fine = Penalty(2, "Ana Example", "Tardiness", "Warning")
    for name, penalty in one_field_changed(fine, {"place"}):
        was = replace(BEFORE, penalties=(fine,))
        assert len(told(replace(BEFORE, penalties=(penalty,)), was)) == 2, name
    for name, changed in one_field_changed(rows_of(BEFORE)[0], {"key", "table", "places"}):
        assert told(sheet(changed, rows_of(BEFORE)[1])), name

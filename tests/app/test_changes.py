"""What changed between two saves, in words."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, replace
from functools import lru_cache
from typing import Any

import pytest
from openpyxl import Workbook

from runner.app.history import as_text
from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import AddRound, EndPhase
from runner.compute.decisions.repair import CutAnew, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, TakeBackBye
from runner.compute.decisions.undo import Undo
from runner.core.decks import Deck
from runner.core.event import Decision, DraftLine, Event, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player, Shown
from runner.core.round_sheet import RoundSheet, Row
from runner.core.screens import Screen, Show
from runner.core.time_sheet import RoundStart, TimeExtension
from runner.rules.settings import ValueKind
from runner.workbook.column import CellKind, Column, Writer
from runner.workbook.read.phases import PHASES, SettingColumn, whole_sheet
from runner.workbook.read.read import read
from runner.workbook.round_schema import round_columns
from runner.workbook.schema import DECISION, DRAFT, EVENT, PENALTY, PLAYERS, SCREEN, SHEETS, TIME
from tests.support.soak import some
from tests.support.workbooks import NAMES, book, edited, row, small_event

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
    assert told(BEFORE, gone) == ["Ana Example no longer drops, before after round 2"]
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


@pytest.mark.thorough
def test_a_corrected_name_is_the_same_player_by_id_or_by_row() -> None:
    assert told(with_player(2, name="Cyrus Trial")) == [
        "Players: Cy Trial is now called Cyrus Trial"
    ]
    nobody = replace(BEFORE, players=tuple(replace(each, id="") for each in BEFORE.players))
    there = read(book(nobody))[0]
    assert there is not None
    typed = edited(lambda loaded: _type(loaded, "Players", "B7", "Cyrus Trial"), book(nobody))
    renamed = read(typed)[0]
    assert renamed is not None
    assert list(changes(there, renamed)) == ["Players: Cy Trial is now called Cyrus Trial"]


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


@pytest.mark.parametrize(("decision", "words"), [
    (Decision(PairRound.KEY, RoundId(1, 4)), "Pair round 4"),
    (Decision(PairRound.KEY, RoundId(2, 1)), "Pair Phase 2, round 1"),
    (Decision(RepairRound.KEY, RoundId(1, 3), reason="spill"), "Re-pair round 3 (spill)"),
    (Decision(GiveBye.KEY, RoundId(1, 4), "Ana Example"), "Give a bye, round 4: Ana Example"),
    (
        Decision(SeatPlayer.KEY, RoundId(1, 4), "Ana Example", table=7),
        "Seat a player, round 4, table 7: Ana Example",
    ),
    (Decision(AddRound.KEY, RoundId(1, 6)), "Add round 6"),
    (Decision(Undo.KEY, RoundId(1, 0)), "Undo the last decision"),
    (Decision(EndPhase.KEY, RoundId(1, 0)), "End phase 1"),
    (Decision(CutAnew.KEY, RoundId(2, 0)), "Redo the cut, phase 2"),
])  # fmt: skip
def test_decisions_are_told_with_their_yes(decision: Decision, words: str) -> None:
    after = replace(BEFORE, decisions=(decision,))
    assert told(after) == [f"Decisions: {words}, yes"]
    assert told(BEFORE, after) == [f"Decisions: {words}, taken back"]


def test_lines_that_have_changed_places_are_told_once() -> None:
    give = Decision(GiveBye.KEY, RoundId(1, 4), "Ana Example")
    back = replace(give, kind=TakeBackBye.KEY)
    one, other = (replace(BEFORE, decisions=each) for each in ((give, back), (back, give)))
    assert told(other, one) == ["Decisions: the same lines in another order"]
    assert content(one) != content(other)


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


def drafted(*spots: tuple[str, int | None, int | None], phase: int = 1) -> Event:
    return replace(BEFORE, draft=tuple(DraftLine(phase, *spot) for spot in spots))


def test_pods_are_told_by_players_and_not_by_lines() -> None:
    was = drafted(("P001", 1, 1), ("P002", 1, 2), ("P003", 1, 3))
    swapped = drafted(("P003", 1, 3), ("P002", 1, 1), ("P001", 1, 2))
    ana, bo, cy = NAMES[:3]
    assert told(swapped, was) == [
        f"Draft: {ana} and {bo} changed places (pod 1, seat 1 and pod 1, seat 2)"
    ]
    assert told(drafted(("P003", 1, 3), ("P002", 1, 2), ("P001", 1, 1)), was) == []
    assert told(drafted(("P001", 2, None), ("P002", None, None), ("P003", 1, 3)), was) == [
        f"Draft: {ana}: pod 2, no seat, before pod 1, seat 1",
        f"Draft: {bo}: in no pod, before pod 1, seat 2",
    ]
    assert told(drafted(("P001", 1, 1), ("P002", 1, 2)), was) == [
        f"Draft: {cy}: in no pod, before pod 1, seat 3"
    ]


def test_many_in_other_pods_are_told_by_their_number() -> None:
    full = drafted(*((f"P{at:03}", at % 2 + 1, at // 2 + 1) for at in range(16)))
    assert told(full) == ["Draft: 16 players in 2 pods, 16 changed"]
    empty = drafted(*((f"P{at:03}", None, None) for at in range(16)))
    assert told(empty, full) == ["Draft: no pods, 16 changed"]
    assert told(empty) == []


def test_settings_are_told_by_the_headings_of_their_columns() -> None:
    phase = replace(
        BEFORE.phases[0], rounds=4, settings={**BEFORE.phases[0].settings, "round_minutes": 80}
    )
    after = replace(
        BEFORE,
        venue="Hall 2",
        phases=(phase, Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination")),
    )
    assert told(after) == [
        "Event: venue “Hall 2”", "Phases: Swiss: rounds 4, before 2",
        "Phases: Swiss: Minutes a round 80", "Phases: 2, Top 16, added",
    ]  # fmt: skip


def test_a_phase_is_told_by_the_name_that_was_typed_and_its_choices_as_words() -> None:
    day = replace(BEFORE.phases[0], name="Swiss_A")
    before = replace(BEFORE, phases=(day,))
    named = replace(BEFORE, phases=(replace(day, name="Day_1 final"),))
    assert told(named, before) == ["Phases: Day_1 final: name Day_1 final, before Swiss_A"]
    assert told(replace(BEFORE, phases=(replace(day, type="round_robin"),)), before) == [
        "Phases: Swiss_A: type round robin, before swiss"
    ]


def others(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, Deck):
        return value._replace(state="checked")
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
    for name, after in one_field_changed(BEFORE, typed_lists | {"saved", "places", "mark"}):
        assert told(after), name
    for name, player in one_field_changed(BEFORE.players[0], {"id", "place", "places", "team"}):
        assert told(replace(BEFORE, players=(player, *BEFORE.players[1:]))), name
    but = {"number", "place", "places", "mode", "limited", "stages"}  # mode and limited: below
    for name, phase in one_field_changed(BEFORE.phases[0], but):
        assert told(replace(BEFORE, phases=(phase,))), name
    sealed = replace(BEFORE.phases[0], mode=Mode.HEAD_TO_HEAD, limited="sealed")
    assert told(replace(BEFORE, phases=(sealed,)))
    bye = Decision(GiveBye.KEY, RoundId(1, 4), "Ana Example", "late")
    known = {"place", "places", "round", "kind", "phase_typed"}
    for name, decision in one_field_changed(bye, known):
        was = replace(BEFORE, decisions=(bye,))
        assert len(told(replace(BEFORE, decisions=(decision,)), was)) == 2, name
    fine = Penalty(2, "Ana Example", "Tardiness", "Warning")
    for name, penalty in one_field_changed(fine, {"place"}):
        was = replace(BEFORE, penalties=(fine,))
        assert len(told(replace(BEFORE, penalties=(penalty,)), was)) == 2, name
    spot = DraftLine(1, "P001", 2, 5)
    for name, line in one_field_changed(spot, {"places", "phase", "name"}):
        assert told(replace(BEFORE, draft=(line,)), replace(BEFORE, draft=(spot,))), name
    own = {"key", "table", "places", "remark"}  # the last is Runner's
    for name, changed in one_field_changed(rows_of(BEFORE)[0], own):
        assert told(sheet(changed, rows_of(BEFORE)[1])), name


PRIVATE = {
    ("Players", "keep_apart"), ("Players", "notes"), ("Round 1", "note"), ("Draft", "note"),
    ("Screens", "off_camera"), ("Event", "publish_to"), ("Players", "deck"),
}  # fmt: skip
"""Columns that `workbook.txt` leaves out (docs/history.md); their changes are told all the same."""
RUNNERS = {"id", "key", "table", "recommended", "rehearsal"}
"""What Runner fills, and nobody types; “Table” of other sheets than a round's is typed."""
VALUES: dict[CellKind, str | int] = {
    CellKind.TEXT: "Another Text", CellKind.NEW_NAME: "Zoe New", CellKind.NAME: NAMES[5],
    CellKind.COUNT: 4, CellKind.FLAG: "yes", CellKind.DATE: "2026-12-24",
    CellKind.TIME: "14:35", CellKind.RESULT: "B", CellKind.LIST: "Gus Demo",
}  # fmt: skip
SETTING_VALUES: dict[ValueKind, str | int] = {
    ValueKind.FLAG: "yes", ValueKind.COUNT: 3, ValueKind.NUMBER: 2,
    ValueKind.TEXT: "5", ValueKind.KEYS: "OMW%", ValueKind.NUMBERS: "2, 1",
    ValueKind.RANGES: "13, 20-24",
}  # fmt: skip
TYPED: dict[tuple[str, str], str | int] = {
    ("Event", "time_zone"): "Europe/Lisbon", ("Event", "accent"): "#0A7A3C",
    ("Event", "logo"): "logo.png", ("Event", "prizes"): "1: 200 €",
    ("Event", "language"): "Deutsch",
    ("Event", "automatic"): "yes", ("Players", "drops_after"): 2, ("Round 1", "games"): "1-0-0-0",
    ("Phases", "pod_size"): 3, ("Phases", "setting opponent_floor"): "1/6",
    ("Phases", "setting own_floor"): "1/6", ("Phases", "setting game_floor"): "1/6",
    ("Phases", "setting start"): 500, ("Decisions", "go"): "no", ("Screens", "part"): "A-F",
    ("Screens", "inches"): 65,
}  # fmt: skip
"""Where the value of its kind would make no sense."""


@lru_cache(maxsize=1)
def full_book() -> bytes:
    """A workbook with a line in each of its lists, and a second phase."""
    players = list(BEFORE.players)
    people = ("Cy Core", "Di Dune", "Eva Elm", "Flo Fir", "Gus Glen")
    players[0] = replace(players[0], drops_after=1, returns=3, team=True, members=people)
    who = players[0].name
    plain = book(
        replace(
            BEFORE, public_columns=("Commander", "Decklist", "Pronouns"), players=tuple(players),
            phases=(*BEFORE.phases, Phase(2, "Top 4", Mode.MULTIPLAYER, "single_elimination")),
            penalties=(Penalty(1, who, "Tardiness", "Game loss"),),
            extensions=(TimeExtension(1, 1, 5, "deck check"),),
            screens=(Screen("Hall 1", Show.PAIRINGS),), draft=(DraftLine(1, who, 1, 2),),
        )
    )  # fmt: skip
    line: dict[str, str | int] = {
        "Decision": "Give a bye", "Phase": 1, "Round": 1, "Player": who, "Reason": "late",
        "Go": "yes", "Table": 1,
    }  # fmt: skip

    def decide(loaded: Workbook) -> None:
        for at, cell in enumerate(loaded["Decisions"][4], 1):
            if cell.value in line:
                loaded["Decisions"].cell(5, at).value = line[str(cell.value)]

    return edited(decide, plain)


def cells() -> Iterator[tuple[str, str, Column]]:
    """Each sheet, its first filled row (a sheet of labels: "") and each column to type into."""
    yield from (("Event", "", each) for each in EVENT.columns if each.key not in RUNNERS)
    sheets = [
        (PLAYERS.name, PLAYERS.columns), (PENALTY.name, PENALTY.columns), (TIME.name, TIME.columns),
        (SCREEN.name, SCREEN.columns), (DRAFT.name, [
            each for each in DRAFT.columns if each.writer is not Writer.RUNNER
        ]),
        (DECISION.name, DECISION.columns), (PHASES.name, whole_sheet().columns),
        ("Round 1", round_columns(4)),
    ]  # fmt: skip
    assert {*dict(sheets), "Event"} == {*(each.name for each in SHEETS), PHASES.name, "Round 1"}
    for name, columns in sheets:
        for each in columns:
            if each.key not in RUNNERS or (each.key == "table" and name != "Round 1"):
                yield name, "5", each


def value(sheet: str, column: Column) -> str | int:
    if (sheet, column.key) in TYPED:
        return TYPED[sheet, column.key]
    if isinstance(column, SettingColumn):
        setting = column.setting
        if setting.choices:
            return [*setting.choices][-1]
        if setting.allowed:
            return setting.allowed[-1]
        if setting.words:
            return [*setting.words][-1]
        return SETTING_VALUES[setting.kind]
    return column.choices[-1].label if column.choices else VALUES[column.kind]


def typed_in(sheet: str, row_: str, column: Column) -> bytes:
    def change(loaded: Workbook) -> None:
        page, new = loaded[sheet], value(sheet, column)
        if not row_:
            places = (
                (row, at) for row, line in enumerate(page.iter_rows(), 1)
                for at, each in enumerate(line, 1) if each.value == column.heading
            )  # fmt: skip
            found, at = next(places)
            page.cell(found, at + 1).value = new
            return
        columns = {each.value: at for at, each in enumerate(page[4], 1)}
        row_number = int(row_)
        if column.kind is CellKind.TIME:  # which stands in a line without a table
            row_number += 1
            page.cell(row_number, columns["Round"]).value = 1
        if column.key == "goes_on":
            page.cell(row_number, columns["Clock stopped at"]).value = "09:00"
        if column.heading not in columns:  # one that only some events have
            columns[column.heading] = page.max_column + 1
            page.cell(4, columns[column.heading]).value = column.heading
        page.cell(row_number, columns[column.heading]).value = new

    return edited(change, full_book())


@pytest.mark.soak
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sheet", "row_", "column"),
    some(cells(), 2),
    ids=lambda each: each.key if isinstance(each, Column) else str(each),
)
def test_whatever_is_typed_stands_in_the_text_and_its_change_is_told(
    sheet: str, row_: str, column: Column
) -> None:
    before, _, _ = read(full_book())
    after, problems, _ = read(typed_in(sheet, row_, column))
    assert before is not None
    assert after is not None, [str(each) for each in problems]
    said = list(changes(before, after))
    assert said, (sheet, column.key)
    old, new = content(before).splitlines(), content(after).splitlines()
    differ = [line for line in (*old, *new) if (line in old) != (line in new)]
    if (sheet, column.key) in PRIVATE:
        assert not differ
        return
    assert differ, (sheet, column.key)
    if column.key not in ("go", "seed"):
        shown = str(value(sheet, column))
        meant = {shown, *(each.value for each in column.choices if each.label == shown)}
        meant = {each.casefold() for each in meant}
        words = {each.replace("_", " ") for each in meant} | meant
        assert any(word in line.casefold() for word in words for line in differ), differ
        assert any(word in line.casefold() for word in words for line in said), said


def test_how_names_are_shown_is_told_in_the_words_of_the_sheets() -> None:
    assert told(replace(BEFORE, names_shown=Shown.INITIAL)) == [
        "Event: names shown “first name and initial”, before “full names”"
    ]
    shy = with_player(0, shown=Shown.HIDDEN)
    assert told(shy) == ["Ana Example: shown as “hidden”"]
    assert told(with_player(0, handle="Kraken"), shy) == [
        "Ana Example: shown as “Kraken”, before “hidden”"
    ]
    assert told(BEFORE, with_player(0, handle="Kraken")) == [
        "Ana Example: shown as nothing, before “Kraken”"
    ]
    text = content(replace(shy, names_shown=Shown.HANDLE)).splitlines()
    assert "Event, names shown: handles" in text
    assert "Player P001, shown as: hidden" in text
    assert "shown" not in content(BEFORE)


@dataclass(frozen=True, slots=True)
class PlayerWithAllergy(Player):
    """A player with a column that this version does not have yet."""

    allergy: str = ""


@pytest.mark.parametrize("public", [False, True])
def test_a_new_column_stays_out_of_the_text_until_it_is_marked_as_public(
    public: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = {"public": True} if public else {}
    column = Column("allergy", "Allergy", "What the kitchen has to know.", **marked)
    columns = (*PLAYERS.columns, column)
    monkeypatch.setattr(as_text, "PLAYERS", replace(PLAYERS, columns=columns))

    def allergic_to(what: str) -> Event:
        ana = PlayerWithAllergy("P001", "Ana Example", allergy=what)
        return replace(BEFORE, players=(ana, *BEFORE.players[1:]))

    was, now = allergic_to("peanuts"), allergic_to("walnuts")
    assert told(now, was) == ["Ana Example: allergy “walnuts”, before “peanuts”"]
    assert ("Player P001, allergy: walnuts" in content(now).splitlines()) is public
    assert ("nuts" in content(now)) is public
    assert (content(now) == content(was)) is not public


def test_only_marked_columns_stand_in_the_text() -> None:
    private = {(sheet, column.key) for sheet, _, column in cells() if not column.public}
    in_other_words = {("Event", "seed"), ("Players", "shown_as")}
    assert private == PRIVATE | in_other_words


def test_what_runner_marks_a_workbook_with_is_not_told() -> None:
    marked = replace(BEFORE, mark="8d5f0c11a2b3c4d5", heads=("2:182d84e4", "4:e889e79f"))
    assert changes(BEFORE, marked) == ()
    assert changes(BEFORE, replace(marked, venue="Hall 9")) == ("Event: venue “Hall 9”",)

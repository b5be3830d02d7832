"""Everything an organiser can get wrong in the workbook: sentence, cell, and what is kept."""

from dataclasses import replace
from datetime import datetime
from functools import cache

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from runner.compute.decisions.pair import PairRound
from runner.core.actions import History
from runner.core.identifiers import CURRENT, RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Place, Problem, Severity
from runner.core.round_sheet import RoundSheet
from runner.workbook.read.read import read
from runner.workbook.xlsx.grid import Moment, Shared
from tests.support.problems import codes, fix_text
from tests.support.workbooks import (
    NAMES,
    at,
    book,
    edited,
    event_in,
    row,
    small_event,
    with_cell,
    with_cells,
    with_parts,
)

ROUND = RoundId(1, 1)


def said(data: bytes) -> list[str]:
    return [str(each) for each in read(data)[1]]


def rows(data: bytes) -> dict[str, tuple[str, ...]]:
    sheet = event_in(data).sheet(ROUND)
    assert sheet is not None
    return {str(each.key): (*filter(None, each.seats), each.result) for each in sheet.rows}


def renamed(sheet: str, title: str) -> bytes:
    return edited(lambda loaded: setattr(loaded[sheet], "title", title))


@pytest.mark.parametrize("sheet", ["Event", "Phases", "Players"])
def test_without_a_sheet_that_everything_needs_nothing_is_published(sheet: str) -> None:
    data = edited(lambda loaded: loaded.remove(loaded[sheet]))
    problem = at(data, sheet)
    assert problem.fatal
    assert problem.code == "sheet.missing"
    assert History() in problem.fix
    assert read(data)[0] is None


@pytest.mark.parametrize(("sheet", "title"), [("Players", "Playrs"), ("Round 2", "Ruond 2")])
def test_a_renamed_sheet_is_guessed(sheet: str, title: str) -> None:
    fix = f"Rename the sheet “{title}” to “{sheet}”."
    assert fix_text(at(renamed(sheet, title), sheet).fix) == fix


@pytest.mark.parametrize(
    ("old", "new"), [("Players", " PLAYERS"), ("Round 1", "round1"), ("Round 1", "ROUND 01")]
)
def test_case_and_spaces_of_a_tab_do_not_matter(old: str, new: str) -> None:
    data = renamed(old, new)
    assert not said(data)
    assert len(event_in(data).players) == 7
    assert read(data)[2].rounds[ROUND].rows == read(book())[2].rounds[ROUND].rows


@pytest.mark.parametrize("name", ["Round 1", "Round 2"])
def test_a_sheet_that_is_missing_comes_by_itself_and_nothing_is_said_of_it(name: str) -> None:
    data = edited(lambda loaded: loaded.remove(loaded[name]))
    assert len(event_in(data).rounds) == 1
    assert name not in {each.place.sheet for each in read(data)[1]}


def test_no_sheet_to_copy_two_of_one_round_and_a_round_that_nobody_plays_are_told() -> None:
    data = edited(lambda loaded: [loaded.remove(loaded[f"Round {each}"]) for each in (1, 2)])
    problem = at(data, "Round 1")
    assert not problem.fatal
    assert problem.text == "The sheet “Round 1” is missing."
    assert "workbook of a new event" in fix_text(problem.fix)
    data = edited(lambda loaded: loaded.move_sheet(copied(loaded, "Round 1", "round 01"), -9))
    assert "both round 1" in at(data, "round 01").text
    assert read(data)[2].rounds[ROUND].sheet == "Round 1"
    data = edited(lambda loaded: copied(loaded, "Round 1", "Round 2026"))
    assert "No event has that many rounds" in fix_text(at(data, "Round 2026").fix)
    assert len(event_in(data).rounds) == 2


def copied(loaded: Workbook, name: str, title: str) -> Worksheet:
    copy = loaded.copy_worksheet(loaded[name])
    copy.title = title
    copy["G5"] = "C"
    return copy


COPIES = (
    "Round 1 (2)", "Round 1_2", "Round 1-2", "Round 1+2", "Round 1.2", "Round 1 2", "Round 1²",
    "Copy of Round 1", "Round 1 backup", "1. Round 1", "Round  1 - old",
    "Ｒｏｕｎｄ １",
)  # fmt: skip


@cache
def with_rounds(rounds: int) -> bytes:
    more = tuple(RoundSheet(RoundId(1, number), (row(number),)) for number in range(2, rounds + 1))
    phase = replace(small_event().phases[0], rounds=rounds)
    return book(small_event(phases=(phase,), rounds=(*small_event().rounds, *more)))


@pytest.mark.thorough
@pytest.mark.parametrize("title", COPIES)
@pytest.mark.parametrize("rounds", [2, pytest.param(12, marks=pytest.mark.thorough)])
def test_a_copied_tab_is_no_round_and_is_told_once(title: str, rounds: int) -> None:
    sound = with_rounds(rounds)
    data = edited(lambda loaded: copied(loaded, "Round 1", title), sound)
    problem = at(data, title)
    assert problem.severity is Severity.WARNING
    assert "What counts is “Round 1”." in fix_text(problem.fix)
    assert said(data) == [str(problem)]
    assert read(data)[2].rounds.keys() == read(sound)[2].rounds.keys()
    assert [each.rows for each in event_in(data).rounds] == [
        each.rows for each in event_in(sound).rounds
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("title", COPIES)
def test_a_round_whose_tab_is_only_like_its_own_name_is_to_be_renamed(title: str) -> None:
    data = renamed("Round 1", title)
    problem = at(data, "Round 1")
    assert problem.code == "sheet.renamed"
    assert f"“{title}”" in fix_text(problem.fix)
    assert codes(read(data)[1]) == [problem.code]


@pytest.mark.parametrize(("name", "twin"), [("Players", "Players."), ("Event", "(Event)")])
def test_of_two_tabs_the_one_counts_that_is_spelt_as_it_should_be(name: str, twin: str) -> None:
    def change(loaded: Workbook) -> None:
        other = loaded.create_sheet(twin, 0)
        other["A4"], other["B5"] = "Name", "Nobody At All"

    assert event_in(edited(change)).players == event_in(book()).players


@pytest.mark.parametrize(("sheet", "cell", "heading", "renamed"), [
    ("Players", "B4", "Name", "Naem"), ("Round 1", "G4", "Result", "Resultt"),
    ("Round 1", "F4", "Seat D", "Seat Dee"), ("Phases", "B4", "Mode", "Modes"),
    ("Penalties", "B4", "Player", "Playr"), ("Decisions", "F4", "Go", "Goo"),
])  # fmt: skip
def test_a_renamed_heading_is_guessed_at_its_cell(
    sheet: str, cell: str, heading: str, renamed: str
) -> None:
    problem = at(with_cell(sheet, cell, renamed), sheet, cell)
    assert problem.fatal
    assert problem.text == f"The heading “{heading}” is missing from “{sheet}”."
    assert fix_text(problem.fix) == f"Rename “{renamed}” to “{heading}”."


def test_a_heading_that_is_gone_is_told_with_its_row() -> None:
    problem = at(with_cell("Players", "B4", None), "Players")
    assert fix_text(problem.fix) == "Type it above its column, into row 4."


def test_headings_are_found_wherever_they_stand_and_however_they_are_spelt() -> None:
    def change(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        sheet.insert_rows(1, 6)
        sheet.insert_cols(1, 2)
        sheet["D10"] = " PLAYER_name "
        sheet["C10"] = None

    found = event_in(edited(change)).players
    assert [each.name for each in found] == list(NAMES)
    assert str(found[0].place) == "Players!D11"


@pytest.mark.thorough
def test_a_column_of_the_organisers_own_is_left_alone_or_published() -> None:
    cells: dict[str, object] = {"M4": "Pronouns", "M5": "she", "N4": "Paid", "N5": 12}
    data = with_cells("Players", cells | {"K5": "Tymna"})
    assert event_in(data).players[0].extra == {"Commander": "Tymna"}
    asked = edited(lambda loaded: setattr(loaded["Event"]["B12"], "value", PUBLIC), data)
    public = event_in(asked).players[0].extra
    assert public == {"Pronouns": "she", "Paid": "12", "Commander": "Tymna"}


PUBLIC = "pronouns, Paid, Commander"


def test_what_is_private_is_not_published_even_when_asked_for() -> None:
    data = with_cell("Event", "B12", "Notes, Pronoums")
    assert any("“Notes” is private" in text for text in said(data))
    assert any("no column “Pronoums”" in text for text in said(data))
    assert not event_in(data).players[0].extra


def test_a_misspelt_label_is_guessed_and_a_setting_may_stand_on_event() -> None:
    problem = at(with_cell("Event", "A8", "Seeed"), "Event", "A8")
    assert fix_text(problem.fix) == "Did you mean “Seed”?"
    data = with_cells("Event", {"A20": "Points for a win", "B20": "7", "A21": "draw", "B21": 0.5})
    assert event_in(data).settings == {"win": 7, "draw": 0.5}


@pytest.mark.thorough
def test_a_seed_that_ends_as_that_of_another_drawing_is_read_without_that() -> None:
    data = with_cell("Event", "B8", "my redraw 2")
    assert event_in(data).seed == "my"
    assert event_in(with_cell("Event", "B8", "my redraw 1 redraw 2")).seed == "my"
    problem = at(data, "Event", "B8")
    assert (problem.text[:33], fix_text(problem.fix)) == (
        "The seed is “my”: “redraw 2” at i", "Type “my”, or another seed.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [("2026-13-45", True), ("2026-2-30", True), ("2026-02-28", False), ("a Saturday", False)],
)
def test_a_day_that_no_calendar_has_is_told_with_its_cell(text: str, told: bool) -> None:
    data = with_cell("Event", "B5", text)
    assert event_in(data).date == text
    assert (
        any("Event!B5: " in each and "not a day of the calendar" in each for each in said(data))
        == told
    )


def phases_of(*rows: tuple[str | None, ...]) -> list[tuple[Mode, str | None]]:
    """Mode and preset of each phase, read from such rows: name, mode, type, preset."""
    cells = {
        f"{letter}{row}": value
        for row, values in enumerate(rows, 5)
        for letter, value in zip("ABCD", values, strict=True)
    }
    return [(phase.mode, phase.preset) for phase in event_in(with_cells("Phases", cells)).phases]


@pytest.mark.thorough
def test_an_empty_mode_or_preset_is_that_of_the_row_above() -> None:
    pods, duels = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD
    first = ("Swiss", "Multiplayer", "Swiss", "TopDeck")
    assert phases_of(first, ("Day 2", None, "Swiss", None)) == [(pods, "topdeck")] * 2
    assert phases_of(first, ("Day 2", None, "Swiss", "mmta")) == [(pods, "topdeck"), (pods, "mmta")]
    other = ("Top 8", "Head-to-head", "Single elimination", None)
    assert phases_of(first, other) == [(pods, "topdeck"), (duels, None)]


@pytest.mark.thorough
@pytest.mark.parametrize(("text", "key"), [
    ("Magic rules: pods", "mamtr"), ("magic rules, pods", "mamtr"), ("mamtr", "mamtr"),
    ("Multiplayer Addendum to the Magic Tournament Rules", "mamtr"),
    ("Magic rules, two players", "mtr"), ("Hareruya, shop", "hareruya-shop"),
    ("hareruya-shop", "hareruya-shop"),
])  # fmt: skip
def test_a_preset_is_known_by_its_name_and_by_its_code(text: str, key: str) -> None:
    assert phases_of(("Swiss", "Multiplayer", "Swiss", text)) == [(Mode.MULTIPLAYER, key)]


@pytest.mark.parametrize(("cell", "value", "message", "fix"), [
    ("B5", "Multiplayr", "“Multiplayr” is not a choice for Mode.", "“Multiplayer”"),
    ("B5", None, "Choose Multiplayer or Head-to-head", "how many sit at a table"),
    ("C5", "Swis", "“Swis” is not a type of phase.", "“Swiss”"),
    ("D5", "mamtrr", "There is no preset “mamtrr”.", "“mamtr”"),
    ("D5", "xyz", "There is no preset “xyz”.", "Magic rules: pods"),
    ("J5", "lots", "“lots” does not fit Points for a win", "preset"),
])  # fmt: skip
def test_rules_that_cannot_be_understood_stop_everything(
    cell: str, value: object, message: str, fix: str
) -> None:
    problem = at(with_cell("Phases", cell, value), "Phases", cell)
    assert problem.fatal
    assert message in problem.text
    assert fix in fix_text(problem.fix)


def test_a_type_that_is_paired_by_hand_is_kept_and_without_a_phase_nothing_is_played() -> None:
    data = with_cell("Phases", "C5", "Pentagram of doom")
    assert at(data, "Phases", "C5").severity is Severity.WARNING
    assert event_in(data).phases[0].type == "pentagram_of_doom"

    def change(loaded: Workbook) -> None:
        for cell in loaded["Phases"][5]:
            cell.value = None

    data = edited(change)
    assert read(data)[0] is None
    assert at(data, "Phases", "A5").fatal


@pytest.mark.thorough
def test_modes_are_understood_as_people_write_them() -> None:
    assert event_in(with_cell("Phases", "B5", "1v1")).phases[0].mode is Mode.HEAD_TO_HEAD
    assert event_in(with_cell("Phases", "B5", "head to head")).phases[0].mode is Mode.HEAD_TO_HEAD


@pytest.mark.parametrize(
    ("cells", "cell", "message", "left"),
    [
        ({"B12": "Ana Example"}, "B12", "rows 5 and 12", 7),
        ({"B12": " ana  EXAMPLE"}, "B12", "rows 5 and 12", 7),
        ({"B12": "Ana\u00a0Exam\u200bple"}, "B12", "rows 5 and 12", 7),
        ({"A12": "P001", "B12": "Hal New"}, "A12", "rows 5 and 12", 7),
        ({"B6": None, "C6": "Turm 3"}, "B6", "no name", 6),
        ({"E6": 3, "F6": 3}, "F6", "in round 3, having dropped after round 3", 7),
        ({"M4": "Name"}, "M4", "two columns “Name”", 7),
    ],
    ids=["equal names", "but for case", "but for odd spaces", "a copied id", "no name",
         "returns before leaving", "two columns of one heading"],
)  # fmt: skip
def test_what_cannot_be_on_players_is_told_at_its_cell_and_the_others_play(
    cells: dict[str, object], cell: str, message: str, left: int
) -> None:
    data = with_cells("Players", cells)
    problem = at(data, "Players", cell)
    assert message in problem.text
    assert not problem.fatal
    assert len(event_in(data).players) == left


def test_a_name_of_two_or_of_a_formula_is_refused_and_a_number_kept_with_a_warning() -> None:
    assert at(with_cell("Players", "B6", "Ana Example"), "Players", "B6").fatal
    problem = at(with_cell("Players", "B6", '=A1&"x"'), "Players", "B6")
    assert 'formula (=A1&"x")' in problem.text
    assert "Paste Special" in fix_text(problem.fix)
    data = with_cell("Players", "B6", 42)
    assert at(data, "Players", "B6").severity is Severity.WARNING
    assert event_in(data).players[1].name == "42"


@pytest.mark.parametrize(("heading", "advice"), [
    ("Name", "second word"), ("PLAYER", "second word"), ("Player name", "second word"),
    ("First name", "one cell"), ("Surname", "one cell"),
])  # fmt: skip
def test_a_pasted_heading_plays_nowhere(heading: str, advice: str) -> None:
    data = with_cells("Players", {"B12": heading})
    problem = at(data, "Players", "B12")
    assert "heading of a pasted list" in problem.text
    assert advice in fix_text(problem.fix)
    assert [player.name for player in event_in(data).players] == [*NAMES]


def test_what_a_formula_came_to_is_good_enough_for_a_club() -> None:
    def compute(xml: bytes) -> bytes:
        return xml.replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>")

    data = with_parts(with_cell("Players", "C6", "=1+1"), sheet4=compute)
    assert event_in(data).players[1].club == "2"
    assert not said(data)


@pytest.mark.parametrize(
    ("value", "message"),
    [("#REF!", "shows the error #REF!"), (datetime(2026, 6, 1), "turned into a date")],
)
def test_a_name_that_is_no_text_is_refused(value: object, message: str) -> None:
    problem = at(with_cell("Players", "B6", value), "Players", "B6")
    assert problem.severity is Severity.ERROR
    assert message in problem.text


@pytest.mark.parametrize(("cell", "value", "message"), [
    ("D6", "two", "“two” is not a whole number."), ("D6", 1.5, "“1.5” is not a whole number."),
    ("D6", -1, "-1 is not possible here."), ("D6", 0, "0 is not possible here."),
    ("E6", "-2", "-2 is not possible here."), ("E6", "9" * 400, "is not possible here."),
    ("E6", datetime(2026, 6, 1), "turned into a date"),
])  # fmt: skip
def test_counts_are_whole_and_in_bounds(cell: str, value: object, message: str) -> None:
    data = with_cell("Players", cell, value)
    assert message in at(data, "Players", cell).text
    assert event_in(data).players[1].enters == 1
    assert event_in(data).players[1].drops_after is None


def test_counts_may_be_typed_as_text_and_merged_cells_are_told_below_the_headings() -> None:
    player = event_in(with_cells("Players", {"D6": " 2 ", "E6": 3.0})).players[1]
    assert (player.enters, player.drops_after) == (2, 3)

    def change(loaded: Workbook) -> None:
        loaded["Players"].merge_cells("A1:F1")
        loaded["Players"].merge_cells("C7:C8")
        loaded["Round 1"].merge_cells("C5:D5")

    data = edited(change)
    assert "C7:C8 are merged" in at(data, "Players", "C7").text
    assert "C5:D5 are merged" in at(data, "Round 1", "C5").text
    assert len(said(data)) == 2


@pytest.mark.parametrize("cell", ["G6", "H6"])
def test_a_date_where_a_result_belongs_is_an_error(cell: str) -> None:
    data = with_cell("Round 1", cell, datetime(2026, 6, 1), "d-mmm")
    problem = at(data, "Round 1", cell)
    assert "turned into a date or time (2026-06-01)" in problem.text
    assert fix_text(problem.fix) == "Format the cell as text and type it again."
    assert rows(data)["R1T2"][-1] == ""


@pytest.mark.parametrize(("value", "shown", "message"), [
    pytest.param(2 / 24 + 1 / 1440, "h:mm", "(02:01)", id="a time"),
    pytest.param("=G5", "", "formula", id="a formula", marks=pytest.mark.thorough),
    pytest.param("#N/A", "", "#N/A", id="an error", marks=pytest.mark.thorough),
])  # fmt: skip
def test_what_is_no_text_is_refused_as_a_result(value: object, shown: str, message: str) -> None:
    assert message in at(with_cell("Round 1", "G6", value, shown), "Round 1", "G6").text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("value", "text"), [(2, "2"), (2.0, "2"), (True, "TRUE"), (" draw ", "draw"), (0.5, "0.5")]
)
def test_a_result_is_kept_as_it_was_typed(value: object, text: str) -> None:
    data = with_cell("Round 1", "G6", value)
    assert rows(data)["R1T2"][-1] == text
    assert not said(data)


def test_a_result_counts_by_table_number_before_the_names_are_there() -> None:
    sheet = event_in(with_cell("Round 2", "G7", "B")).sheet(RoundId(1, 2))
    assert sheet is not None
    assert [(each.table, each.result) for each in sheet.rows if each.result] == [(3, "B")]


def test_a_row_without_a_key_is_known_by_its_table_a_bye_or_an_absence() -> None:
    data = with_cells("Round 1", {"A6": None, "G6": "A", "B30": 17, "C30": "Ana", "G30": "C"})
    found = rows(data)
    assert found["R1T2"] == (*NAMES[4:], "A")
    assert found["R1T17"] == ("Ana", "C")
    assert read(data)[2].rounds[ROUND].rows[RowKey(ROUND, RowKind.TABLE, 17)] == 30
    assert not said(data)
    data = with_cells("Round 1", {"B30": "Bye", "C30": "Ana", "B31": "absent", "C31": "Bo"})
    assert rows(data)["R1B5"] == ("Ana", "")
    assert rows(data)["R1A9"] == ("Bo", "")
    assert not said(data)


@pytest.mark.parametrize(
    ("cells", "cell", "message", "key", "result"),
    [
        ({"B30": None, "C30": "Ana"}, "B30", "no table number", "R1T1", "A"),
        ({"B30": "x", "C30": "Ana"}, "B30", "“x” is not a", "R1T1", "A"),
        ({"B30": 1, "G30": "C"}, "B30", "Table 1 appears in rows 5 and 30", "R1T1", "A"),
        ({"A6": "R2T2", "G6": "A"}, "A6", "R2T2 belongs to Round 2", "R1T2", None),
        ({"A6": "hello", "G6": "A"}, "A6", "Type R1T2, or clear the cell.", "R1T2", "A"),
        ({"B6": 9}, "B6", "read as table 2", "R1T2", ""),
    ],
    ids=["no table", "no number", "a table twice", "a key of another round", "no key at all",
         "a number that contradicts its key"],
)  # fmt: skip
def test_a_row_whose_table_is_not_clear_is_told(
    cells: dict[str, object], cell: str, message: str, key: str, result: str | None
) -> None:
    data = with_cells("Round 1", cells)
    problem = at(data, "Round 1", cell)
    assert message in f"{problem.text} {fix_text(problem.fix)}"
    assert rows(data).get(key, (None,))[-1] == result


def test_a_sheet_copied_for_a_further_round_is_read_as_its_own() -> None:
    def change(loaded: Workbook) -> None:
        copy = loaded.copy_worksheet(loaded["Round 2"])
        copy.title = "Round 3"
        copy["G6"] = "D"

    data = edited(change)
    assert at(data, "Round 3", "A5").severity is Severity.WARNING
    sheet = event_in(data).sheet(RoundId(1, 3))
    assert sheet is not None
    assert [str(each.key) for each in sheet.rows if each.result] == ["R3T2"]


def test_a_note_marks_what_a_rehearsal_made_up_and_places_are_the_cells_of_the_row() -> None:
    sheet = event_in(with_cell("Round 1", "I5", "Rehearsal")).rounds[0]
    assert [each.rehearsed for each in sheet.rows[:2]] == [True, False]
    first = event_in(book()).rounds[0].rows[1]
    assert str(first.place("seat 3")) == "Round 1!E6"
    assert str(first.place("result")) == "Round 1!G6"
    assert str(first.place("weather")) == "Round 1"
    assert set(first.places) >= {"seat 1", "seat 4", "result", "games", "note"}


def test_a_penalty_needs_round_player_and_penalty() -> None:
    data = with_cells("Penalties", {"A5": 1, "B5": "Ana Example", "A6": 1, "D6": "Warning"})
    assert "nothing under Penalty" in at(data, "Penalties", "D5").text
    assert "nothing under Player" in at(data, "Penalties", "B6").text
    assert event_in(data).penalties == ()


@pytest.mark.parametrize(("go", "counts"), [("yes", 1), ("Y", 1), (True, 1), ("no", 0), (None, 0)])
def test_a_decision_counts_when_go_says_yes(go: object, counts: int) -> None:
    data = with_cell("Decisions", "F5", go)
    decisions = event_in(data).decisions
    assert len(decisions) == counts
    assert all(each.kind == PairRound.KEY and each.round == ROUND for each in decisions)
    assert not said(data)


@pytest.mark.thorough
@pytest.mark.parametrize("phase", [None, 1])
def test_a_late_player_is_seated_in_the_current_round_unless_another_is_typed(
    phase: int | None,
) -> None:
    line = {"A9": "Seat a player", "B9": phase, "C9": None, "D9": "Ana", "F9": "yes"}
    decisions = event_in(with_cells("Decisions", line)).decisions
    assert [each.round for each in decisions if each.kind == "seat a player"] == [CURRENT]
    data = with_cells("Decisions", {**line, "A9": "Delete round"})
    assert "needs a round" in at(data, "Decisions", "C9").text


@pytest.mark.parametrize(("cells", "cell", "message"), [
    ({"F5": "maybe"}, "F5", "“maybe” is not a choice for Go."),
    ({"F5": "yes", "A5": "Pear round"}, "A5", "“Pear round” is not a choice"),
    ({"F5": "yes", "A5": None}, "A5", "there is no decision"),
    ({"F5": "yes", "C5": None}, "C5", "needs a round"),
    ({"F5": "yes", "C5": "one"}, "C5", "not a whole number"),
    ({"F5": "yes", "A5": "Give a bye"}, "D5", "who gets the bye"),
])  # fmt: skip
def test_a_decision_that_cannot_be_made_is_told(
    cells: dict[str, object], cell: str, message: str
) -> None:
    data = with_cells("Decisions", cells)
    assert message in at(data, "Decisions", cell).text
    assert event_in(data).decisions == ()


def test_all_problems_come_at_once() -> None:
    def change(loaded: Workbook) -> None:
        loaded["Players"]["B6"] = "=1"
        loaded["Players"]["D7"] = "x"
        loaded["Round 1"]["G6"] = datetime(2026, 1, 6)
        loaded["Phases"]["D5"] = "nope"
        loaded["Event"]["B7"] = "strict"
        loaded["Decisions"]["F5"] = "?"

    places = {str(each.place) for each in read(edited(change))[1]}
    assert places == {
        "Players!B6", "Players!D7", "Round 1!G6", "Phases!D5", "Event!B7", "Decisions!F5",
    }  # fmt: skip


def test_the_layout_tells_where_to_write() -> None:
    layout = read(book())[2]
    assert layout.players is not None
    assert layout.players.cell("id", layout.players.rows["cy trial"]) == "A7"
    round_ = layout.rounds[ROUND]
    assert round_.cell("seat 2", round_.rows[RowKey(ROUND, RowKind.TABLE, 2)]) == "D6"
    assert round_.cell("table", round_.rows[RowKey(ROUND, RowKind.BYE, 1)]) == "B10"
    assert (round_.seats, round_.header, round_.last_row) == (4, 4, 21)
    assert str(layout.fields["rehearsal"].place) == "Event!B15"
    assert "Round 1" in layout.parts


def test_the_time_of_the_last_save_is_told() -> None:
    def saved(xml: bytes, when: bytes) -> bytes:
        return xml.replace(
            b"</cp:coreProperties>", b"<dcterms:modified xmlns:dcterms='x'>" + when +
            b"</dcterms:modified></cp:coreProperties>",
        )  # fmt: skip

    at_noon = with_parts(book(), core=lambda xml: saved(xml, b"2026-11-21T12:00:00Z"))
    assert event_in(at_noon).saved == "2026-11-21T12:00:00+00:00"
    assert event_in(with_parts(book(), core=lambda xml: saved(xml, b"noon"))).saved == ""
    assert event_in(book(small_event())).saved == ""


def test_a_workbook_that_has_screens_and_no_language_is_read_without_a_word() -> None:
    """Older ones were made so."""

    def older(loaded: Workbook) -> None:
        loaded.remove(loaded["Screens"])
        sheet = loaded.create_sheet("Screens")
        sheet["A4"], sheet["B4"], sheet["A5"] = "Name", "Shows", "door"
        loaded["Event"].delete_rows(_language_row(loaded))

    data = edited(older)
    assert read(data)[1] == read(book())[1]
    assert [screen.name for screen in event_in(data).screens] == ["door"]
    assert event_in(data).language == ""


def _language_row(loaded: Workbook) -> int:
    return next(cell.row for cell in loaded["Event"]["A"] if cell.value == "Language")


def test_what_is_no_prize_is_told_with_its_cell() -> None:
    def type_(loaded: Workbook) -> None:
        rows = {row[0].value: row for row in loaded["Event"].iter_rows()}
        rows["Prizes"][1].value = "1: 200 €\nfor all: a hug; 2-4: 50 €, 0151 234 567 89"

    event, (problem,), _ = read(edited(type_))
    assert event is not None
    assert [str(each) for each in event.prizes] == ["1: 200 €", "2-4: 50 €, 0151 234 567 89"]
    assert problem.severity is Severity.WARNING
    assert problem.text == "“for all: a hug” is no place with a prize, so it is left out."
    assert problem.place.sheet == "Event"
    assert problem.place.cell.startswith("B")


def _with_language(typed: str) -> tuple[str, tuple[Problem, ...]]:
    def type_(loaded: Workbook) -> None:
        loaded["Event"].cell(_language_row(loaded), 2).value = typed

    event, problems, _ = read(edited(type_))
    assert event is not None
    return event.language, tuple(problems)


@pytest.mark.thorough
@pytest.mark.parametrize(("typed", "code"), [
    ("", ""), ("Deutsch", "de"), (" german ", "de"), ("de", "de"), ("de_AT", "de"),
    ("pt-BR", "pt"), ("日本語", "ja"), ("Japanese", "ja"), ("francais", "fr"),
    ("ESPAÑOL", "es"), ("English", "en"), ("en-GB", "en"),
])  # fmt: skip
def test_a_language_may_be_written_in_many_ways(typed: str, code: str) -> None:
    assert _with_language(typed) == (code, ())


@pytest.mark.parametrize(("typed", "fix"), [
    ("Klingon", "Choose English, Deutsch, Español, Français, Italiano, Português or 日本語."),
    ("Duetsch", "Did you mean “Deutsch”?"),
])  # fmt: skip
def test_of_a_language_that_runner_has_not_the_pages_are_in_english(typed: str, fix: str) -> None:
    language, (problem,) = _with_language(typed)
    assert language == ""
    assert (problem.severity, fix_text(problem.fix)) == (Severity.WARNING, fix)
    assert problem.text == (
        f"“{typed}” is not a language that Runner has, so pages are in English."
    )
    assert str(problem.place) == "Event!B19"


@pytest.mark.parametrize(("stored", "shown"), [
    ("2026-11-22T00:00:00.000Z", "2026-11-22"), ("2026-11-22", "2026-11-22"),
    ("2026-11-22T14:05:00", "2026-11-22 14:05"), ("2026-11-22T14:04:59.700Z", "2026-11-22 14:05"),
    ("2026-11-22T14:05:07.000+02:00", "2026-11-22 14:05:07"), ("1899-12-30T14:05:00.000Z", "14:05"),
    ("14:05:00.000Z", "14:05"), ("soon", "soon"), ("2026-99-99T1", "2026-99-99 1"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31 23:59:59"),
])  # fmt: skip
def test_a_date_written_out_is_shown_as_any_other(stored: str, shown: str) -> None:
    """As some programs write date cells, with zeros and a Z at their end."""
    assert Shared().value({"t": "d"}, stored, None) == Moment(shown)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["none", "Draw", "bye", "C"])
def test_a_name_that_means_a_result_is_told(name: str) -> None:
    data = with_cell("Players", "B5", name)
    (problem,) = [each for each in read(data)[1] if "means something else" in each.text]
    assert problem.place == Place("Players", "B5")
    assert "seat letter" in fix_text(problem.fix)
    assert event_in(data).players[0].name == name


@pytest.mark.parametrize(("typed", "name"), [("", "Phase 1"), ("Español", "Fase 1")])
def test_a_phase_without_a_name_has_its_number_in_the_language_of_the_event(
    typed: str, name: str
) -> None:
    def nameless(loaded: Workbook) -> None:
        loaded["Event"].cell(_language_row(loaded), 2).value = typed
        loaded["Phases"]["A5"].value = None

    assert event_in(edited(nameless)).phases[0].name == name

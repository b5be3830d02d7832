"""The new workbook: the same bytes always, read by others, and help wherever one types."""

import re
import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from runner.app.sample_players import players
from runner.core.decks import Decklists
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.render.templating import folder
from runner.workbook.column import CellKind, Column
from runner.workbook.read.phases import whole_sheet
from runner.workbook.round_schema import round_columns
from runner.workbook.schema import SHEETS
from runner.workbook.template import style
from runner.workbook.template.template import Plan, template
from tests.support.workbooks import NAMES, book, small_event


def sheet(name: str, data: bytes | None = None) -> Worksheet:
    return load_workbook(BytesIO(data or book()))[name]


def rule(of: Worksheet, cell: str) -> object:
    found = [each for each in of.data_validations.dataValidation if cell in each.cells]
    assert len(found) == 1
    return found[0]


def test_the_same_plan_gives_the_same_bytes_and_nothing_tells_when_it_was_made() -> None:
    assert book() == book()
    with zipfile.ZipFile(BytesIO(book())) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml")
    assert b"modified" not in core
    assert b"created" not in core


@pytest.mark.thorough
def test_another_reader_finds_the_same_and_no_cell_is_a_formula() -> None:
    other = CalamineWorkbook.from_filelike(BytesIO(book()))
    assert other.sheet_names[:6] == ["Start here", "Event", "Phases", "Players", "Round 1",
                                     "Round 2"]  # fmt: skip
    cells = other.get_sheet_by_name("Players").to_python()
    assert [line[1] for line in cells if line[1] in NAMES] == list(NAMES)
    assert all(other.get_sheet_by_name(name).to_python() for name in other.sheet_names)
    people = tuple(Player("", name) for name in ("=1+1", "+1", "@x", "#REF!", "-2"))
    loaded = load_workbook(BytesIO(book(small_event(players=people, name="=cmd()"))))
    kinds = {cell.data_type for each in loaded for line in each.iter_rows() for cell in line}
    assert "f" not in kinds
    assert "e" not in kinds


def test_in_a_round_results_and_names_are_text_and_only_keys_tables_and_headings_locked() -> None:
    round_ = sheet("Round 1")
    for letters in "CDEFGHI":
        assert round_.column_dimensions[letters].number_format == "@"
    assert round_["G5"].number_format == "@"
    round_ = sheet("Round 1")
    lock = round_.protection
    assert lock.sheet
    assert lock.password is None
    assert not any((lock.formatColumns, lock.insertColumns, lock.sort, lock.formatCells))
    assert all(round_[cell].protection.locked for cell in ("A5", "B5", "B10", "A4"))
    assert not any(round_[cell].protection.locked for cell in ("C5", "F5", "G5"))
    for letters in "ABCDEFGHIJ":  # empty cells, and columns of the organiser's own
        assert not round_.column_dimensions[letters].protection.locked
    assert not sheet("Players").protection.sheet


def choices(formula: str) -> list[str]:
    if formula.startswith('"'):
        return formula.strip('"').split(",")
    of = load_workbook(BytesIO(book(small_event())))
    ((tab, cells),) = of.defined_names[formula].destinations
    return [str(cell.value) for (cell,) in of[tab][cells.replace("$", "")]]


@pytest.mark.thorough
@pytest.mark.parametrize("column", [each for one in SHEETS for each in one.columns if each.choices])
def test_every_column_with_choices_has_a_dropdown_with_hint_and_error(column: Column) -> None:
    schema = next(one for one in SHEETS if column in one.columns)
    star = replace(small_event(), phases=(Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss",
                                                variant="star"),))  # fmt: skip
    asked = replace(small_event(), decklists=Decklists.ASKED)
    with_column = {"colours": star, "deck": asked}.get(column.key)
    of = sheet(schema.name, book(with_column) if with_column else None)
    if schema.name == "Event":
        cell = f"B{4 + schema.columns.index(column)}"
    else:
        cell = next(each for each in of[4] if each.value == column.heading).offset(1).coordinate
    found = rule(of, cell)
    assert found.type == "list"
    assert choices(found.formula1) == [choice.label for choice in column.choices]
    assert len(found.formula1) <= 257, "more is cut off by spreadsheets"
    assert found.prompt == column.help
    assert found.error
    assert found.showErrorMessage == column.strict
    assert not {"Colours", "Deck check"} & {cell.value for cell in sheet("Players")[4]}


def test_a_setting_with_choices_has_its_dropdown_and_rare_ones_are_folded_away() -> None:
    of = sheet("Phases")
    headings = {cell.value: cell.coordinate for cell in of[4]}
    for column in whole_sheet().columns:
        if column.kind is CellKind.SETTING and column.choices:
            cell = of[headings[column.heading]].offset(1).coordinate
            assert rule(of, cell).type == "list"
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", settings={"own_floor": "1/5"})
    of = sheet("Phases", book(small_event(phases=(phase,), rounds=())))
    columns = {cell.value: cell.column_letter for cell in of[4]}
    hidden = {text for text, at in columns.items() if of.column_dimensions[at].hidden}
    assert "Starting stack" in hidden
    assert "Floor for oneself" not in hidden
    assert "Points for a win" not in hidden


@pytest.mark.parametrize(
    ("mode", "offered"), [(Mode.MULTIPLAYER, "A,B,C,D,draw,ID"), (Mode.HEAD_TO_HEAD, "2-0,2-1,1-2")]
)
def test_usual_results_are_offered_and_any_may_be_typed(mode: Mode, offered: str) -> None:
    phase = Phase(1, "Swiss", mode, "swiss", rounds=1, settings={"uneven": "byes"})
    of = sheet("Round 1", book(small_event(phases=(phase,), rounds=())))
    result = next(cell for cell in of[4] if cell.value == "Result").offset(1).coordinate
    assert offered in rule(of, result).formula1
    assert not rule(of, result).showErrorMessage


def test_every_list_has_room_for_late_players_and_its_headings_in_view() -> None:
    loaded = load_workbook(BytesIO(book()))
    area = loaded.defined_names["Player_names"].attr_text
    assert area.startswith("Players!$B$5:$B$")
    assert int(area.rpartition("$")[2]) > 500 + len(NAMES)
    assert rule(loaded["Penalties"], "B200").formula1 == "Player_names"
    for of in load_workbook(BytesIO(book())).worksheets[2:]:
        assert of.freeze_panes.endswith("5")
        assert of.print_title_rows == "$4:$4"
        assert of.page_setup.fitToHeight == 0
        assert of.sheet_properties.pageSetUpPr.fitToPage


@pytest.mark.thorough
def test_wide_sheets_print_on_several_pages_and_long_ones_upright() -> None:
    many = small_event(players=players(118), rounds=())
    loaded = load_workbook(BytesIO(template(Plan(many))))
    assert loaded["Phases"].page_setup.fitToWidth >= 2
    assert loaded["Phases"].print_title_cols == "$A:$A"
    assert loaded["Round 1"].page_setup.orientation == "portrait"
    assert loaded["Standings"].page_setup.orientation == "portrait"
    few = load_workbook(BytesIO(book(small_event(rounds=()))))
    assert few["Round 1"].page_setup.orientation == "landscape"


def test_the_colours_are_those_of_the_pages_and_headings_are_told_apart() -> None:
    tokens = (folder("site") / "css" / "tokens.css").read_text("utf-8").upper()
    long = re.sub(r"#(\w)(\w)(\w)\b", r"#\1\1\2\2\3\3", tokens)
    fills = [look.fill for look in style.LOOKS if look.fill and look.fill != style.AMBER]
    for colour in (*fills, *(look.ink for look in style.LOOKS), style.BAND, style.LINE):
        assert f"#{colour}" in long, colour
    for columns in (*(one.columns for one in SHEETS), whole_sheet().columns, round_columns(5)):
        headings = [column.heading.casefold() for column in columns]
        assert len(set(headings)) == len(headings)


@pytest.mark.thorough
def test_a_small_event_has_a_fifth_seat_for_when_five_are_left() -> None:
    headings = [cell.value for cell in sheet("Round 1", template(Plan(small_event(), tables=3)))[4]]
    assert "Seat E" not in headings, "who has byes needs none"
    pods = replace(small_event().phases[0], settings={})
    few, many = (
        [cell.value for cell in sheet("Round 1", template(Plan(now)))[4]]
        for now in (small_event(phases=(pods,)), small_event(phases=(pods,), players=players(40)))
    )
    assert "Seat E" in few
    assert "Seat E" not in many


@pytest.mark.parametrize("door", [True, False])
def test_the_first_sheet_explains_the_day_where_it_is_run(door: bool) -> None:
    made = load_workbook(BytesIO(template(Plan(Event("Friday"), door=door))))
    said = " ".join(str(cell.value) for row in made["Start here"] for cell in row if cell.value)
    assert ("runner watch" in said) != door
    assert ("runner rehearse" in said) != door
    assert ("Press Pair on Runner’s page" in said) == door
    assert "once you close it for a moment" in said  # in Excel
    assert "while the workbook is open in a LibreOffice" in said
    assert "{" not in said

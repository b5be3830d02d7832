"""Names straight into a workbook that is open, by the same rules as into one that is closed."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest

from runner.core.actions import StartReachable
from runner.workbook.layout import SheetLayout
from runner.workbook.live import Addition, Excel, Live, State
from runner.workbook.live.rule import settle
from runner.workbook.write.merge import PairingMark, RightCell
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_position, cell_reference
from runner.workbook.xlsx.sheets import NewSheet
from tests.support.one_sheet import HEADINGS, NAMES, ON_DISK, SHEET, workbook

pytestmark = pytest.mark.thorough  # left out of make quick


class Open:
    """A program that has the workbook open: cells that can be typed into."""

    name = "Stand-in"
    start = "stand-in --open"

    def __init__(self, cells: Mapping[str, Any] = ON_DISK) -> None:
        self.cells = dict(cells)
        self.hidden: set[str] = set()
        self.state = ""
        self.jobs: list[Mapping[str, Any]] = []
        self.looks: dict[str, str] = {}

    def names(self) -> list[str]:
        return [SHEET]

    def read(self, sheet: str, cell: str) -> str:
        return str(self.cells.get(cell, ""))

    def covered(self, sheet: str, cell: str) -> bool:
        return cell in self.hidden

    def write(self, *arguments: Any) -> Any:
        if len(arguments) == 4:
            _, cell, value, like = arguments
            self.cells[cell], self.looks[cell] = value or "", like
            return None
        self.jobs.append(arguments[1])
        return {"state": self.state} if self.state else settle(arguments[1]["cells"], self)

    def insert(self, row: int = 99, column: int = 99) -> None:
        places = {cell: cell_position(cell) for cell in self.cells}
        self.cells = {
            cell_reference(at + (at >= row), to + (to >= column)): self.cells[cell]
            for cell, (at, to) in places.items()
        }


def given(program: Open, changes: list[CellChange] = NAMES, live: Live | None = None) -> Any:
    data = workbook(ON_DISK)
    return (live or Live([program])).write(Path("event.xlsx"), data, changes, {SHEET: 1})


def test_names_appear_in_the_open_workbook_and_a_new_row_looks_like_the_last() -> None:
    program = Open()
    answer = given(program)
    assert (answer.state, answer.written, answer.kept) == (State.DONE, tuple(NAMES), ())
    assert [program.cells[cell] for cell in ("B2", "C2", "B3")] == ["Ann", "Bo", "Cy"]
    assert program.jobs[0]["title"] == "Runner: Round 1"
    row = [CellChange(SHEET, "A4", "R1T3", like_row=3), CellChange(SHEET, "B4", "Dee", like_row=3)]
    program = Open()
    assert given(program, row).written == tuple(row)
    assert (program.looks["A4"], program.looks["B4"]) == ("A3", "B3")
    program = Open(ON_DISK | {"D4": "2-0"})
    assert given(program, row).moved == tuple(row)
    assert "B4" not in program.cells


def test_what_was_typed_or_is_merged_stays_and_what_runner_wrote_itself_is_replaced() -> None:
    program = Open(ON_DISK | {"B2": "Zoë", "D3": "2-0"})
    answer = given(program)
    assert [(each.change, each.found) for each in answer.kept] == [(NAMES[0], "Zoë")]
    assert answer.written == tuple(NAMES[1:])
    assert (program.cells["B2"], program.cells["D3"]) == ("Zoë", "2-0")
    program = Open(ON_DISK | {"B2": "Ann", "C2": "Bo"})
    given(program, [CellChange(SHEET, "B2", "Dee", frozenset({"Ann"})),
                    CellChange(SHEET, "C2", None, frozenset({"Bo"}))])  # fmt: skip
    assert (program.cells["B2"], program.cells["C2"]) == ("Dee", "")
    program = Open()
    program.hidden.add("C2")
    assert [each.change.cell for each in given(program).kept] == ["C2"]


@pytest.mark.parametrize("row", [1, 2, 3])
def test_a_row_put_in_since_the_last_save_keeps_names_out_of_wrong_rows(row: int) -> None:
    program = Open()
    program.insert(row=row)
    answer = given(program)
    wrong = {change.cell for change in NAMES if cell_position(change.cell)[0] >= row or row == 1}
    assert {change.cell for change in answer.moved} == wrong
    assert {change.cell for change in answer.written} == {change.cell for change in NAMES} - wrong


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_column_put_in_since_the_last_save_keeps_names_out_of_wrong_columns(column: int) -> None:
    program = Open()
    program.insert(column=column)
    answer = given(program)
    right = {change.cell for change in NAMES if cell_position(change.cell)[1] < column}
    assert {change.cell for change in answer.written} == right


def test_who_undoes_a_name_is_not_fought_with_until_the_workbook_was_closed() -> None:
    program = Open()
    live = Live([program])
    given(program, live=live)
    del program.cells["B2"]
    assert given(program, live=live).written == ()
    assert "B2" not in program.cells
    live.closed()
    assert given(program, live=live).written == (NAMES[0],)


def test_a_cell_that_is_right_on_the_disk_is_written_over_what_runner_wrote_since_alone() -> None:
    for typed, stands in (("", "Ann"), ("Zoë", "Zoë")):
        disk = workbook(ON_DISK | {"B2": "Ann", "B3": "Cy"})
        program = Open(ON_DISK | {"B2": "Ann", "B3": "Cy"})
        live = Live([program])
        path, names = Path("event.xlsx"), {"B2": "Ann", "B3": "Cy"}
        right = [RightCell(CellChange(SHEET, cell, name)) for cell, name in names.items()]
        live.write(path, disk, [CellChange(SHEET, "B2", None, frozenset({"Ann"}))], {SHEET: 1})
        program.cells["B2"] = typed
        del program.cells["B3"]  # by hand
        live.write(path, disk, (), {SHEET: 1}, right=right)
        assert program.cells["B2"] == stands
        assert "B3" not in program.cells


def test_a_cell_that_is_right_on_the_disk_is_written_over_what_the_mark_says_was_left() -> None:
    marked = {"A5": "R1 pairing 2", "B2": "Ann", "C2": "Bo", "B3": "Cy"}
    disk = workbook(ON_DISK | marked | {"A5": ""})
    mark = PairingMark(SHEET, "R1 pairing 3", CellChange(SHEET, "A5", "R1 pairing 3",
                                                         frozenset({"R1 pairing 2"})))  # fmt: skip
    left = {"R1 pairing 2": frozenset({"Dee"})}
    right = [RightCell(CellChange(SHEET, cell, marked[cell]), left) for cell in ("B2", "C2", "B3")]
    for since, there in (("R1 pairing 2", "Ann"), ("", "Dee")):
        program = Open(ON_DISK | marked | {"A5": since, "B2": "Dee", "C2": "Zoë", "B3": "Cy"})
        Live([program]).write(Path("event.xlsx"), disk, (), {SHEET: 1}, (), [mark], right)
        assert [program.cells[cell] for cell in ("B2", "C2", "B3")] == [there, "Zoë", "Cy"]
        assert program.cells["A5"] == "R1 pairing 3"


def test_nobody_is_told_to_let_a_program_in_for_cells_that_are_right_on_the_disk() -> None:
    program = Open()
    program.state = "unreachable"
    mark = PairingMark(SHEET, "R1 pairing 3", CellChange(SHEET, "A5", "R1 pairing 3"))
    right = [RightCell(NAMES[0], {"R1 pairing 2": frozenset()})]
    answer = Live([program]).write(Path("event.xlsx"), workbook(ON_DISK), (), {SHEET: 1}, (),
                                   [mark], right)  # fmt: skip
    assert (answer.state, answer.why) == (State.DONE, "")


def test_nothing_is_written_to_a_sheet_that_is_gone_or_not_there_yet() -> None:
    program = Open()
    cell = {"sheet": "Round 9", "cell": "B2", "value": "Ann", "text": "Ann", "ours": [],
            "anchors": [], "like": ""}  # fmt: skip
    assert settle([cell], program)["moved"] == [0]
    assert "B2" not in program.cells
    program = Open()
    assert given(program, [CellChange("Round 2", "B2", "Ann")]).state is State.DONE
    assert program.jobs == []


def test_who_cannot_be_reached_is_told_how_and_busy_is_not_done() -> None:
    program = Open()
    program.state = "unreachable"
    answer = given(program)
    assert answer.state is State.UNREACHABLE
    assert answer.action == StartReachable("Stand-in", "stand-in --open")
    assert "\n" not in answer.why
    program = Open()
    program.state = "busy"
    assert given(program).state is State.BUSY


def test_of_several_the_program_that_has_it_open_is_found_and_else_the_first_told_of() -> None:
    other, program = Open(), Open()
    other.state = "not open"
    assert given(program, live=Live([other, program])).written == tuple(NAMES)
    one, two = Open(), Open()
    one.name, two.name = "One", "Two"
    one.state = two.state = "unreachable"
    answer = given(one, live=Live([one, two]))
    assert isinstance(answer.action, StartReachable)
    assert answer.action.program == "One"


ORDER = ["no bridge", "unreachable", "not open", "failed", "read-only", "busy"]


@pytest.mark.parametrize(("less", "more"), list(combinations(ORDER, 2)))
def test_of_several_programs_the_one_that_is_furthest_along_is_told_of(
    less: str, more: str
) -> None:
    one, two = Open(), Open()
    one.name, two.name = "One", "Two"
    one.state, two.state = less, more
    for programs in ([one, two], [two, one]):
        answer = given(one, live=Live(programs))
        assert answer.state is State(more)
        if more in ("unreachable", "not open"):
            assert isinstance(answer.action, StartReachable)
            assert answer.action.program == "Two"
        else:
            assert "Two " in answer.why


class Workbook:
    """An open workbook with several sheets; `typing`: somebody is in the middle of a cell."""

    def __init__(self, *names: str) -> None:
        self.sheets = {name: dict(ON_DISK) for name in names}
        self.typing = False
        self.fails: str = ""

    def names(self) -> list[str]:
        return list(self.sheets)

    def read(self, sheet: str, cell: str) -> str:
        return str(self.sheets[sheet].get(cell, ""))

    def covered(self, sheet: str, cell: str) -> bool:
        return False

    def write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        if self.fails == "write":
            raise RuntimeError("refused")
        self.sheets[sheet][cell] = value

    def editing(self) -> bool:
        return self.typing

    def copy(self, sheet: str, name: str) -> None:
        there = list(self.sheets)
        at = there.index(sheet) + 1
        made = {**self.sheets, name: dict(self.sheets[sheet])}
        self.sheets = {each: made[each] for each in (*there[:at], name, *there[at:])}

    def blank(self, sheet: str, area: str) -> None:
        (top, left), (bottom, right) = (cell_position(each) for each in area.split(":"))
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self.sheets[sheet].pop(cell_reference(row, column), None)

    def rename(self, sheet: str, name: str) -> None:
        self.sheets = {name if each == sheet else each: at for each, at in self.sheets.items()}

    def remove(self, sheet: str) -> None:
        del self.sheets[sheet]


NEW = {
    "name": "Round 2", "like": SHEET, "anchors": [["A1", "Key"], ["A2", "R1T1"], ["A3", "R1T2"]],
    "blank": ["B2:D90", "A4:A90"], "cells": [["A2", "R2T1"], ["A3", "R2T2"]],
}  # fmt: skip


def test_new_sheets_are_their_models_copies_without_anything_typed_in_order() -> None:
    book = Workbook(SHEET, "Decisions")
    book.sheets[SHEET] |= {"B2": "Ann", "D3": "2-0", "A9": "typed below"}
    before = dict(book.sheets[SHEET])
    assert settle([], book, [NEW])["added"] == ["added"]
    assert book.names() == [SHEET, "Round 2", "Decisions"]
    assert book.sheets["Round 2"] == HEADINGS | {"A2": "R2T1", "A3": "R2T2"}
    assert book.sheets[SHEET] == before
    assert settle([], book, [NEW])["added"] == ["there"]
    assert settle([], book, [{**NEW, "name": "ROUND 2"}])["added"] == ["there"]
    book = Workbook(SHEET)
    later = {**NEW, "name": "Round 3", "cells": []}
    assert settle([], book, [later, NEW])["added"] == ["added", "added"]
    assert book.names() == [SHEET, "Round 2", "Round 3"]


def test_no_sheet_is_made_of_a_changed_model_or_while_somebody_types_or_left_unfinished() -> None:
    book = Workbook(SHEET)
    book.typing = True
    assert settle([], book, [NEW])["added"] == ["typing"]
    book.sheets[SHEET]["A3"] = "R1T9"
    assert settle([], book, [NEW])["added"] == ["moved"]
    assert settle([], book, [{**NEW, "like": "Round 9"}])["added"] == ["moved"]
    assert book.names() == [SHEET]
    book = Workbook(SHEET, "Round 2 (new)")
    book.fails = "write"
    with pytest.raises(RuntimeError):
        settle([], book, [NEW])
    assert book.names() == [SHEET, "Round 2 (new)"], "what somebody called so stays"


class Range:
    def __init__(self, cells: dict[str, Any], cell: str) -> None:
        self._cells, self.address = cells, cell
        self.merge_cells = False

    @property
    def value(self) -> Any:
        return self._cells.get(self.address)

    @value.setter
    def value(self, value: Any) -> None:
        # As Excel does: an apostrophe makes text and is not part of it, anything else is guessed.
        self._cells[self.address] = value[1:] if str(value).startswith("'") else eval(str(value))

    @property
    def formula(self) -> Any:
        return self.value

    def clear_contents(self) -> None:
        self._cells.pop(self.address, None)

    def copy(self) -> None: ...

    def paste(self, paste: str) -> None:
        assert paste == "formats"


class XlWings:
    """As much of xlwings as is used; `editing`: Excel refuses calls while a cell is edited."""

    def __init__(self, path: Path, cells: dict[str, Any]) -> None:
        self.editing = False
        sheet = type("Sheet", (), {"name": SHEET, "range": lambda _, cell: Range(cells, cell)})()
        sheets = type("Sheets", (list,), {"__getitem__": lambda _, name: sheet})([sheet])
        book = type("Book", (), {"fullname": str(path), "sheets": sheets})()
        self._app = type("App", (), {"books": [book]})()

    @property
    def apps(self) -> list[Any]:
        if self.editing:
            raise RuntimeError("call was rejected by callee")
        return [self._app]


def test_excel_takes_names_as_text_and_waits_while_a_cell_is_edited(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    cells: dict[str, Any] = dict(ON_DISK) | {"B3": "Zoë", "C3": 3.0}
    fake = XlWings(path, cells)
    live = Live([Excel(fake)])
    changes = [
        *NAMES, CellChange(SHEET, "C3", 4, frozenset({"3"})), CellChange(SHEET, "D2", "=1+1"),
    ]  # fmt: skip
    fake.editing = True
    assert live.write(path, workbook(ON_DISK), changes, {SHEET: 1}).state is State.BUSY
    assert cells["B3"] == "Zoë"
    fake.editing = False
    answer = live.write(path, workbook(ON_DISK), changes, {SHEET: 1})
    assert [each.found for each in answer.kept] == ["Zoë"]
    assert (cells["B2"], cells["C2"], cells["C3"], cells["D2"]) == ("Ann", "Bo", 4, "=1+1")
    assert live.write(tmp_path / "other.xlsx", workbook(ON_DISK), [CellChange(SHEET, "D3", "x")],
                      {SHEET: 1}).state is State.NOT_OPEN  # fmt: skip


class LockedSheet:
    """As much of a sheet as is used for a new one: Excel refuses what a lock forbids."""

    LETS: ClassVar[dict[str, bool]] = dict.fromkeys(
        ("AllowFormattingCells", "AllowFormattingColumns", "AllowFormattingRows",
         "AllowInsertingColumns", "AllowInsertingRows", "AllowInsertingHyperlinks",
         "AllowDeletingColumns", "AllowDeletingRows", "AllowSorting", "AllowFiltering",
         "AllowUsingPivotTables"), False
    )  # fmt: skip

    def __init__(self, book: Any, name: str, cells: dict[str, Any]) -> None:
        self.book, self.name, self.cells, self.api = book, name, cells, self
        self.ProtectContents, self.ProtectDrawingObjects, self.ProtectScenarios = True, False, False
        self.lets = self.LETS | {"AllowSorting": True}

    @property
    def Protection(self) -> Any:  # noqa: N802 - Excel's name
        assert self.ProtectContents
        return type("Protection", (), self.lets)

    def Unprotect(self, password: str) -> None:  # noqa: N802
        assert password == ""
        self.ProtectContents = False

    def Protect(self, *, Contents: bool, **lets: bool) -> None:  # noqa: N802, N803
        self.ProtectContents = Contents
        self.lets = {key: lets[key] for key in self.LETS}

    def copy(self, after: Any, name: str) -> None:
        made = LockedSheet(self.book, name, dict(self.cells))
        self.book.sheets.insert(self.book.sheets.index(after) + 1, made)
        self.book.sheets.active = made

    def activate(self) -> None:
        self.book.sheets.active = self

    def delete(self) -> None:
        self.book.sheets.remove(self)

    def range(self, area: str) -> Any:
        (top, left), (bottom, right) = (cell_position(each) for each in (area.split(":") * 2)[:2])
        cells = [cell_reference(row, column) for row in range(top, bottom + 1)
                 for column in range(left, right + 1)]  # fmt: skip
        sheet = self

        class Cells(Range):
            def clear_contents(self) -> None:
                for each in cells:
                    sheet.cells.pop(each, None)

            @property
            def value(self) -> Any:
                return sheet.cells.get(area)

            @value.setter
            def value(self, value: Any) -> None:
                assert not sheet.ProtectContents, "Excel refuses it"
                sheet.cells[area] = value[1:]

        return Cells(self.cells, area)


class LockedSheets(list[Any]):
    active: Any = None

    def __getitem__(self, name: Any) -> Any:
        return next(each for each in self if each.name == name)


def test_excel_gets_a_new_sheet_that_is_locked_as_its_model_and_stays_where_one_works(
    tmp_path: Path,
) -> None:
    path = tmp_path / "event.xlsx"
    book = type("Book", (), {"fullname": str(path), "sheets": LockedSheets()})()
    model = LockedSheet(book, SHEET, dict(ON_DISK) | {"B2": "Ann"})
    book.sheets.append(model)
    book.sheets.active = model
    fake = type("XlWings", (), {"apps": [type("App", (), {"books": [book]})()]})
    place = SheetLayout(SHEET, {"key": "A", "seat 1": "B", "seat 2": "C", "result": "D"}, 1, 3)
    changes = (CellChange("Round 2", "A2", "R2T1"), CellChange("Round 2", "A3", "R2T2"),
               CellChange("Round 2", "B2", None))  # fmt: skip
    addition = Addition(NewSheet("Round 2", SHEET, changes), place)
    live = Live([Excel(fake)])
    given = live.write(path, workbook(ON_DISK), (), {SHEET: 1}, [addition])
    assert (given.state, given.added) == (State.DONE, ("Round 2",))
    assert [each.name for each in book.sheets] == [SHEET, "Round 2"]
    made = book.sheets["Round 2"]
    assert made.cells == HEADINGS | {"A2": "R2T1", "A3": "R2T2"}
    assert (made.ProtectContents, made.lets) == (True, model.lets)
    assert book.sheets.active is model
    row = [
        CellChange(SHEET, "A4", "R1T3"),
        CellChange(SHEET, "B4", "Dee"),
    ]  # cells below are locked
    assert live.write(path, workbook(ON_DISK), row, {SHEET: 1}).written == tuple(row)
    assert (model.cells["A4"], model.cells["B4"], model.ProtectContents) == ("R1T3", "Dee", True)
    assert live.write(path, workbook(ON_DISK), (), {SHEET: 1}, [addition]).added == ()

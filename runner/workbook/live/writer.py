"""From what Runner changes for in the workbook on the disk to a job for the program that has it
open."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from runner.core.actions import Action, StartReachable
from runner.workbook.layout import SheetLayout
from runner.workbook.write.merge import Kept, PairingMark, RightCell
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_position, cell_reference
from runner.workbook.xlsx.scan import SheetXml
from runner.workbook.xlsx.sheets import NewSheet

_HEAD = ("key", "table")
_ROWS_BELOW = 200  # so far below the last saved row somebody may have typed since

Headers = Mapping[str, int]
"""For each sheet the row of its headings."""

_Cell = tuple[str, str]  # its sheet and its name
_Over = tuple[str, dict[str, list[str]]]


class State(Enum):
    """What became of a job: `DONE`, as far as the rules allow; or why nothing could be done. The
    others are in the order of how far it got, from not at all to nearly: of several programs the
    organiser is told of the one that got furthest, which is likely the one that has the
    workbook."""

    DONE = "done"
    NO_BRIDGE = "no bridge"
    UNREACHABLE = "unreachable"
    NOT_OPEN = "not open"
    FAILED = "failed"
    READ_ONLY = "read-only"
    BUSY = "busy"


_WHY = {
    State.BUSY: "{program} is busy. The names wait a moment.",
    State.READ_ONLY: "{program} has it open read-only. The names wait.",
    State.FAILED: "{program} would not take the names. They wait until it is closed.",
    State.NO_BRIDGE: "{program} has no Python bridge on this computer (on Debian: the package "
    "python3-uno). The names wait until the workbook is closed.",
}
"""What keeps names out, for each state in which starting the program otherwise would not help."""


class Program(Protocol):
    """A spreadsheet program: `start` is the command that makes it reachable."""

    name: str
    start: str

    def write(self, workbook: Path, job: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job, and answer as `settle` does, or with a state."""


@dataclass(frozen=True, slots=True)
class LiveWriteResult:
    """What was written into the open workbook, and what was not: `kept` is the organiser's, `moved`
    are cells whose rows or headings are not where they were at the last save. `why` says what kept
    the names out, and `action` what would let them in. `added` are the sheets that were made,
    `typing` those that wait because somebody types in a cell just now, and `unlike` those whose
    model is not as it was at the last save."""

    state: State
    written: tuple[CellChange, ...] = ()
    kept: tuple[Kept, ...] = ()
    moved: tuple[CellChange, ...] = ()
    why: str = ""
    action: Action | None = None
    added: tuple[str, ...] = ()
    typing: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """A sheet to be made, and where things stand on the one that it is copied from."""

    sheet: NewSheet
    model: SheetLayout


class Live:
    """Writes each name once into an open workbook, by the first of the programs that has it open.
    Whoever undoes a name or clears its cell has their way until the workbook is closed, or the
    round is paired again."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self._programs = programs
        self._given: dict[_Cell, str] = {}  # what each cell was given last, for its pairing
        self._marks: dict[str, list[str]] = {}  # of each sheet, as they came
        self._texts: dict[_Cell, str] = {}  # what each cell was given last, for any
        self._unsaved: dict[_Cell, str] = {}  # the same, since the workbook was saved
        self._saved = b""

    def write(
        self,
        workbook: Path,
        data: bytes,
        changes: Sequence[CellChange],
        headers: Headers,
        additions: Sequence[Addition] = (),
        marks: Sequence[PairingMark] = (),
        right: Sequence[RightCell] = (),
    ) -> LiveWriteResult:
        """Write what is wanted into the workbook whose bytes on the disk are `data`, and make the
        sheets that it lacks. A mark is written where all that is wanted on its sheet is, and not
        counted. The cells that are `right` on the disk are written where the open workbook has been
        written for another pairing since."""
        self._forget_former_pairings(marks)
        if data != self._saved:
            self._saved = data
            self._unsaved.clear()
        book = Book(data)
        sheets = {each.sheet for each in changes} | {each.sheet.like for each in additions}
        sheets |= {each.change.sheet for each in right}
        layouts = {name: book.scan(name) for name in sheets & book.parts.keys()}
        new = [each for each in additions
               if ("", each.sheet.name) not in self._given
               and each.sheet.like in layouts]  # fmt: skip
        wanted = [each for each in changes
                  if each.sheet in layouts and not self._is_given(each)]  # fmt: skip
        marked = {mark.sheet: mark.change.cell for mark in marks if mark.change}
        back = {each.change: over for each in right
                if each.change.sheet in layouts and not self._is_given(each.change)
                and (over := self._over(each, marked))}  # fmt: skip
        if not wanted and not new and not back:
            return LiveWriteResult(State.DONE)
        held = {change.sheet for change in changes if self._is_given(change)}
        both = [*wanted, *back]
        names = {each.sheet: None for each in both} | {each.sheet.name: None for each in new}
        job = {
            "title": f"Runner: {', '.join(names)}",  # what Undo calls it
            "cells": [
                *(self._cell(each, layouts, headers, marks) for each in wanted),
                *(
                    self._cell(change, layouts, headers, ()) | {"over": over}
                    for change, over in back.items()
                ),
                *(
                    self._mark(mark.change, layouts[mark.sheet], headers.get(mark.sheet))
                    for mark in marks
                    if mark.change and mark.sheet in layouts and mark.sheet not in held
                ),
            ],
            "sheets": [_new(addition, layouts[addition.sheet.like]) for addition in new],
        }
        refused: list[tuple[State, Program]] = []
        for program in self._programs:
            answer = program.write(workbook, job)
            if "state" not in answer:
                result = _result(answer, both, new)
                self._unsaved |= {_at(change): change.text for change in result.written}
                self._given |= {_at(change): change.text for change in result.written}
                self._given |= {("", name): "" for name in result.added}
                not_there = {*result.moved, *(kept.change for kept in result.kept)}
                self._texts |= {_at(each): each.text
                                for each in (*wanted, *result.written)
                                if each not in not_there}  # fmt: skip
                return result
            refused.append((State(answer["state"]), program))
        if not refused:
            why = "No spreadsheet program can be reached. The names wait until it is closed."
            return LiveWriteResult(State.NO_BRIDGE, why=why)
        state, program = max(refused, key=lambda answer: list(State).index(answer[0]))
        if not wanted and not new and state is not State.BUSY:
            return LiveWriteResult(State.DONE)  # and as far as is known nothing waits
        why = _WHY.get(state, "The names wait until the workbook is closed.")
        start = None if state in _WHY else StartReachable(program.name, program.start)
        return LiveWriteResult(state, why=why.format(program=program.name), action=start)

    def closed(self) -> None:
        """Note that nobody has the workbook open any more: further cells are written into the
        file."""
        self._given.clear()
        self._marks.clear()
        self._texts.clear()
        self._unsaved.clear()

    def _is_given(self, change: CellChange) -> bool:
        return self._given.get(_at(change)) == change.text

    def _over(self, right: RightCell, marked: Mapping[str, str]) -> _Over | None:
        """What of a cell that is right on the disk is ours in the open workbook, by the mark there;
        without marks, what it was given since the disk was."""
        change = right.change
        if right.left and change.sheet in marked:
            left = {mark: sorted(ours) for mark, ours in right.left.items()}
            return marked[change.sheet], left
        given = self._unsaved.get(_at(change), change.text)
        return None if given == change.text else (change.cell, {given: [given]})

    def _forget_former_pairings(self, marks: Sequence[PairingMark]) -> None:
        """Forget the cells written for a round once other names are to stand there."""
        for mark in marks:
            known = self._marks.setdefault(mark.sheet, [])
            if mark.text not in known:
                known.append(mark.text)
                self._given = {
                    cell: text for cell, text in self._given.items() if cell[0] != mark.sheet
                }

    def _cell(
        self,
        change: CellChange,
        layouts: Mapping[str, SheetXml],
        headers: Headers,
        marks: Sequence[PairingMark],
    ) -> dict[str, Any]:
        """Return a cell of the job. Where the mark is no longer that of the disk, the names of a
        pairing have been written since, and what the disk says of the cell is past."""
        row, column = cell_position(change.cell)
        anchors = _anchors(layouts[change.sheet], row, column, headers.get(change.sheet))
        job = _wish(change, change.ours, anchors, like=_like(change, row, column))
        given = self._texts.get(_at(change))
        mark = next((each for each in marks if each.sheet == change.sheet), None)
        if given is not None and mark and mark.change:
            job["since"] = (mark.change.cell, mark.before, given)
        return job

    def _mark(self, change: CellChange, layout: SheetXml, header: int | None) -> dict[str, Any]:
        """Return the mark of a pairing, over that of any other; its row has nothing else that could
        tell whether it has been moved."""
        _, column = cell_position(change.cell)
        anchors = [_anchor(layout, header, column)] if header else []
        ours = change.ours | {*self._marks[change.sheet]}
        return _wish(change, ours, anchors, like="") | {"with_all": True}


def _at(change: CellChange) -> _Cell:
    return change.sheet, change.cell


Anchor = tuple[str, str]
"""A cell, and what it must still say."""


def _wish(
    change: CellChange, ours: Iterable[str], anchors: Sequence[Anchor], like: str
) -> dict[str, Any]:
    return {
        "sheet": change.sheet, "cell": change.cell, "value": change.value, "text": change.text,
        "ours": sorted(ours), "anchors": anchors, "like": like,
    }  # fmt: skip


def _like(change: CellChange, row: int, column: int) -> str:
    """Return the cell whose looks a new one takes on; "" where its own stay."""
    if change.like_column:
        return f"{change.like_column}{row}"
    below = change.like_row is not None and row > change.like_row
    return cell_reference(change.like_row, column) if below and change.like_row else ""


def _anchor(layout: SheetXml, row: int, column: int) -> Anchor:
    return cell_reference(row, column), layout.text(row, column)


def _headings(layout: SheetXml, header: int | None) -> list[int]:
    """Return the columns that have a heading."""
    row = layout.rows.get(header) if header is not None else None
    return [cell.column for cell in row.cells if cell.text] if row else []


def _anchors(layout: SheetXml, row: int, column: int, header: int | None) -> list[Anchor]:
    """Return the heading of the cell's column, and what stands first in its row; a row that is
    blank must be so still, in all columns with a heading. A row or a column that somebody has put
    in or taken out since the last save moves one of them."""
    there, headed = layout.rows.get(row), header is not None and layout.rows.get(header) is not None
    anchors = [_anchor(layout, header, column)] if header and headed else []
    filled = [cell for cell in there.cells if cell.text] if there else []
    firm = next((cell for cell in filled if not cell.formula and cell.column != column), None)
    if firm is not None:
        return [*anchors, (cell_reference(row, firm.column), firm.text)]
    blank = [] if filled else _headings(layout, header)
    return [*anchors, *((cell_reference(row, each), "") for each in blank)]


def _new(addition: Addition, layout: SheetXml) -> dict[str, Any]:
    """Return a new sheet. All that stands under its model's headings goes, saved or not; the
    headings and the keys must stand where they stood at the last save."""
    sheet, model = addition.sheet, addition.model
    below, rows = model.last_row + _ROWS_BELOW, range(model.header + 1, model.last_row + 1)
    _, key = cell_position(f"{model.columns['key']}1") if "key" in model.columns else (0, 0)
    blank = [
        f"{letters}{(model.last_row if column in _HEAD else model.header) + 1}:{letters}{below}"
        for column, letters in model.columns.items()
    ]
    blank += [
        f"{change.cell}:{change.cell}"
        for change in sheet.changes
        if change.value is None and cell_position(change.cell)[0] < model.header
    ]
    return {
        "name": sheet.name,
        "like": sheet.like,
        "anchors": [
            *(_anchor(layout, model.header, each) for each in _headings(layout, model.header)),
            *(_anchor(layout, row, key) for row in rows if key),
        ],
        "blank": blank,
        "cells": [
            (change.cell, change.value) for change in sheet.changes if change.value is not None
        ],
    }


def _result(
    answer: Mapping[str, Any], wanted: Sequence[CellChange], new: Sequence[Addition]
) -> LiveWriteResult:
    many = len(wanted)  # what follows in the job are marks
    sheets: dict[str, list[str]] = defaultdict(list)
    for addition, became in zip(new, answer["added"], strict=True):
        sheets[became].append(addition.sheet.name)
    return LiveWriteResult(
        State.DONE,
        tuple(wanted[number] for number in answer["written"] if number < many),
        tuple(Kept(wanted[number], text) for number, text in answer["kept"] if number < many),
        tuple(wanted[number] for number in answer["moved"] if number < many),
        added=tuple(sheets["added"]),
        typing=tuple(sheets["typing"]),
        unlike=tuple(sheets["moved"]),
    )

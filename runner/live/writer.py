"""From what Runner wishes for in the workbook on the disk to a job for the program that has it
open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from runner.workbook.archive import Archive
from runner.workbook.cells import Layout, scan
from runner.workbook.parts import cell_position, cell_reference, shared_strings, sheet_parts
from runner.workbook.wishes import Kept, Wish

Headers = Mapping[str, int]
"""For each sheet the row of its headings."""


class State(Enum):
    """What became of a job: `DONE`, as far as the rules allow; or why nothing could be done."""

    DONE = "done"
    UNREACHABLE = "unreachable"
    NOT_OPEN = "not open"
    NO_BRIDGE = "no bridge"
    READ_ONLY = "read-only"
    BUSY = "busy"
    FAILED = "failed"


class Program(Protocol):
    """A spreadsheet program: `start` is the line that makes it reachable."""

    name: str
    start: str

    def write(self, workbook: Path, job: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job, and answer as `settle` does, or with a state."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """What was written into the open workbook, and what was not: `kept` is the organiser's, `moved`
    are cells whose rows or headings are not where they were at the last save."""

    state: State
    written: tuple[Wish, ...] = ()
    kept: tuple[Kept, ...] = ()
    moved: tuple[Wish, ...] = ()
    why: str = ""


class Live:
    """Writes each name once into an open workbook, by the first of the programs that has it open.

    Whoever undoes a name or clears its cell has their way until the workbook is closed.
    """

    def __init__(self, programs: Sequence[Program]) -> None:
        self._programs = programs
        self._given: set[tuple[str, str, str]] = set()

    def write(self, workbook: Path, data: bytes, wishes: Sequence[Wish], headers: Headers) -> Given:
        """Write what is wished for the workbook whose bytes on the disk are `data`."""
        layouts = _layouts(data, {wish.sheet for wish in wishes})
        wanted = [
            wish for wish in wishes if wish.sheet in layouts and _sign(wish) not in self._given
        ]
        if not wanted:
            return Given(State.DONE)
        answer: dict[str, Any] = {"state": State.NO_BRIDGE.value}
        best: Program | None = None
        job = {
            "title": _title(wanted),
            "cells": [_cell(wish, layouts[wish.sheet], headers.get(wish.sheet)) for wish in wanted],
        }
        for program in self._programs:
            found = program.write(workbook, job)
            if best is None or "state" not in found or answer["state"] == State.NO_BRIDGE.value:
                answer, best = found, program
            if "state" not in answer:
                break
        if "state" in answer:
            return Given(State(answer["state"]), why=self._why(State(answer["state"]), best))
        given = _given(answer, wanted)
        self._given |= {_sign(wish) for wish in given.written}
        return given

    def closed(self) -> None:
        """Nobody has it open any more: what follows is written into the file."""
        self._given.clear()

    @staticmethod
    def _why(state: State, program: Program | None) -> str:
        """One line for the organiser."""
        if program is None:
            return "No spreadsheet program can be reached. The names wait until it is closed."
        at_once = f"To have them at once, start {program.name} so: {program.start}"
        return {
            State.BUSY: f"{program.name} is busy. The names wait a moment.",
            State.READ_ONLY: f"{program.name} has it open read-only. The names wait.",
            State.FAILED: f"{program.name} would not take the names. They wait until it is closed.",
            State.NO_BRIDGE: f"{program.name} has no Python bridge on this computer (on Debian: "
            "apt install python3-uno). The names wait until the workbook is closed.",
        }.get(state, f"The names wait until the workbook is closed. {at_once}")


def _sign(wish: Wish) -> tuple[str, str, str]:
    return wish.sheet, wish.cell, wish.text


def _title(wishes: Sequence[Wish]) -> str:
    """What Undo calls it."""
    return f"Runner: {', '.join(dict.fromkeys(wish.sheet for wish in wishes))}"


def _layouts(data: bytes, sheets: set[str]) -> dict[str, Layout]:
    archive = Archive(data)
    parts, strings = sheet_parts(archive), shared_strings(archive)
    return {name: scan(archive.read(parts[name]), strings) for name in sheets & parts.keys()}


def _cell(wish: Wish, layout: Layout, header: int | None) -> dict[str, Any]:
    row, column = cell_position(wish.cell)
    below = wish.like_row is not None and row > wish.like_row
    return {
        "sheet": wish.sheet,
        "cell": wish.cell,
        "value": wish.value,
        "text": wish.text,
        "ours": sorted(wish.ours),
        "anchors": _anchors(layout, row, column, header),
        "like": cell_reference(wish.like_row, column) if below and wish.like_row else "",
    }


def _anchors(layout: Layout, row: int, column: int, header: int | None) -> list[tuple[str, str]]:
    """The heading of the cell's column, and what stands first in its row; a row that is blank must
    be so still, in all columns with a heading.

    A row or a column that somebody has put in or taken out since the last save moves one of them.
    """
    headings = layout.row(header) if header is not None else None
    there = layout.row(row)
    anchors = []
    if headings is not None:
        said = layout.text(headings.number, column)
        anchors.append((cell_reference(headings.number, column), said))
    filled = [cell for cell in there.cells if cell.text] if there else []
    firm = next((cell for cell in filled if not cell.formula and cell.column != column), None)
    if firm is not None:
        anchors.append((cell_reference(row, firm.column), firm.text))
    elif not filled and headings is not None:
        anchors += [(cell_reference(row, each.column), "") for each in headings.cells if each.text]
    return anchors


def _given(answer: Mapping[str, Any], wanted: Sequence[Wish]) -> Given:
    return Given(
        State.DONE,
        tuple(wanted[number] for number in answer["written"]),
        tuple(Kept(wanted[number], found) for number, found in answer["kept"]),
        tuple(wanted[number] for number in answer["moved"]),
    )

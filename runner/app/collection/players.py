"""`players.xlsx` beside the events: names that may be one person's, for the organiser to say yes or
no in its first column.

A line with something typed in that column is never changed. New proposals are added below, and
those that are none any more go; not while a program has the file open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import WHO as FILE
from runner.circuit.people import Line, People, Who, linkable, named
from runner.circuit.proposals import Proposal, proposals
from runner.circuit.summary import Summary
from runner.core import names
from runner.core.language import count
from runner.core.problems import Place, Problem, error, note, warning
from runner.disk import (
    HeldError,
    content_if_there,
    disk_problem,
    held_problem,
    read_regular_file,
    real,
    replace_synced,
)
from runner.workbook.template import style
from runner.workbook.write.locks import locked_by, open_in
from runner.workbook.xlsx.guard import Refused, admit

SHEET = "Same person"
HEADINGS = ("Same?", "Name", "In", "Name", "In", "Why")
_WIDTHS = (10, 30, 22, 30, 22, 60)
_WORDS = {"yes": True, "y": True, "no": False, "n": False}
_AGAIN = "Put it right, or back from a copy. Until then what was read of it last holds."
_LAST = f".{FILE}"  # a copy of the file as it was last read


class Row(NamedTuple):
    """A row of the sheet: its number, what it says, and whether it is as Runner wrote it."""

    number: int
    line: Line
    untouched: bool


class Read(NamedTuple):
    """The file as it was: its content (None if there is none), its lines, and what is wrong with
    it. `usable`: it can be added to."""

    data: bytes | None = None
    rows: tuple[Row, ...] = ()
    problems: tuple[Problem, ...] = ()
    usable: bool = True

    @property
    def answered(self) -> tuple[Line, ...]:
        """The lines that say yes or no."""
        return tuple(each.line for each in self.rows if each.line.same is not None)


def read(folder: Path, events: Mapping[str, Summary]) -> Read:
    """Return what the organiser has said of the names in these events; of a file that cannot be
    used, what was last read of it. Raises OSError where the disk fails."""
    last = folder / _LAST
    try:
        data = read_regular_file(folder / FILE)
    except FileNotFoundError:
        last.unlink(missing_ok=True)
        return Read()
    except OSError as reason:
        now = Read(problems=(disk_problem(reason),), usable=False)
    else:
        now = _read(data, events)
    before = content_if_there(last)
    if now.usable:
        if before != now.data:
            replace_synced(last, now.data or b"")
        return now
    return now if before is None else now._replace(rows=_read(before, events).rows)


def _read(data: bytes, events: Mapping[str, Summary]) -> Read:
    try:
        admit(data)
        sheet = load_workbook(BytesIO(data))[SHEET]
    except Refused as reason:
        return _useless(data, str(reason))
    except KeyError:
        return _useless(data, f"It has no sheet “{SHEET}”.")
    except Exception as reason:  # whatever openpyxl says of a file that is no good
        return _useless(data, f"It cannot be read: {type(reason).__name__}.")
    if tuple(_text(cell.value) for cell in sheet[1][: len(HEADINGS)]) != HEADINGS:
        return _useless(data, f"Its first row is not {', '.join(HEADINGS)}.")
    known = named(events)
    problems, rows = list[Problem](), list[Row]()
    for number, values in enumerate(sheet.iter_rows(min_row=2, values_only=True), 2):
        texts = [_text(value) for value in (*values, *[None] * len(HEADINGS))]
        if any(texts):
            row = _row(number, texts)
            rows.append(row)
            problems += _wrong(row, texts, events, known)
    return Read(data, tuple(rows), tuple(problems))


def _useless(data: bytes, why: str) -> Read:
    what = f"{FILE} is not used, and stays as it is. {why}"
    return Read(data, (), (error("persons.unusable", Place(), what, _AGAIN),), usable=False)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.clean(str(value)) if value is not None else ""


def _row(number: int, texts: Sequence[str]) -> Row:
    said, one, its, other, their, why, *more = texts
    untouched = not said and bool(why) and not any(more)
    line = Line(Who(one, its), Who(other, their), _WORDS.get(said.casefold()))
    return Row(number, line, untouched)


def _wrong(
    row: Row, texts: Sequence[str], events: Mapping[str, Summary], known: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield what keeps a line on which something is typed from being used."""
    line = row.line
    if texts[0] and line.same is None:
        what = f"“{texts[0]}” is neither yes nor no, so this line of {FILE} is not used."
        yield error("persons.neither", _at("A", row), what, "Type yes or no, or empty the cell.")
    if line.same is None:
        return
    slugs = {each.casefold() for each in events}
    for columns, who in (("BC", line.one), ("DE", line.other)):
        if not names.key(who.name):
            what = f"This line of {FILE} has no name here."
            yield error("persons.no-name", _at(columns[0], row), what, "Type the name.")
        elif who.event and who.event.casefold() not in slugs:
            what = f"No event is called “{who.event}”, so this line of {FILE} joins nobody."
            fix = "Type the name of the event’s folder, or empty the cell for every event."
            yield warning("persons.no-event", _at(columns[1], row), what, fix)
        elif not _has(known.get(names.key(who.name), {}), who.event):
            what = f"No event shows “{who.name}”, so this line of {FILE} says nothing."
            fix = "Delete the line if the name was erased; else type it as the event shows it."
            yield warning("persons.nobody", _at(columns[0], row), what, fix)


def _has(there: Mapping[str, object], event: str) -> bool:
    return any(event.casefold() in ("", each.casefold()) for each in there)


def _at(column: str, row: Row) -> Place:
    return Place(SHEET, f"{column}{row.number}")


def clashes(known: People, asked: Read, column: str) -> Iterator[Problem]:
    """Yield what would make two players of one event the same person, and is therefore not done."""
    rows = {each.line: each for each in asked.rows}
    for event, line, value in known.clashes:
        twice = f"two players of {event} would be one person"
        if line is None:
            what = f"“{value}” stands for more than one person under {column}: {twice}."
            yield warning("persons.value-twice", Place(), what, f"Correct {column} in {event}.")
            continue
        where = _at("A", rows[line])
        what = f"Not everybody is joined by this line of {FILE}: {twice}."
        fix = "Type no, or under In the events in which it is the same person."
        yield warning("persons.two-in-one", where, what, fix)


def propose(
    folder: Path, asked: Read, events: Mapping[str, Summary], known: People, *, every: bool
) -> Problem | None:
    """Write what is newly proposed into the file, and take out what is not any more, if these are
    `every` event. Returns why that has to wait. Raises OSError where the disk fails."""
    if not asked.usable:
        return None
    who = tuple((where, each.name) for where, each in linkable(events))
    key = (who, known.persons, tuple(known.ids.items()), asked.answered)
    wanted = _proposals(_Asked(key, events, known, asked.answered))
    there, now = {row.line.like for row in asked.rows}, {each.like for each in wanted}
    new = [each for each in wanted if each.like not in there]
    stale = [row for row in asked.rows if row.untouched and row.line.like not in now and every]
    path = folder / FILE
    if not new and not stale:
        return None
    if locked_by(path) or (asked.data is not None and open_in(path)):
        what = f"{FILE} is open, so {count(len(new), 'new proposal')} will be added later."
        return note("persons.open", Place(), what, "Close it; they follow at the next run.")
    data = _written(asked, new, stale)
    try:
        if content_if_there(path) != asked.data:  # saved meanwhile: the next run sees it
            return None
        replace_synced(real(path) if path.exists() else path, data)
    except HeldError:
        return held_problem(path)
    return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What proposals follow from; what has the same `key` has the same proposals."""

    key: tuple[object, ...]
    events: Mapping[str, Summary] = field(compare=False)
    known: People = field(compare=False)
    answered: Sequence[Line] = field(compare=False)


@lru_cache(maxsize=1)
def _proposals(asked: _Asked) -> list[Proposal]:
    """Return the proposals; a watch asks for them at every save, and names rarely change."""
    return proposals(asked.events, asked.known, asked.answered)


def _written(asked: Read, new: Sequence[Proposal], stale: Sequence[Row]) -> bytes:
    book = load_workbook(BytesIO(asked.data)) if asked.data is not None else _empty()
    sheet = book[SHEET]
    below = max((row.number for row in asked.rows), default=1) + 1
    for at, (one, other, why) in enumerate(new, below):
        for column, text in enumerate((*one, *other, why), 2):
            cell = sheet.cell(at, column)
            cell.value = names.clean(text) or None
            if cell.data_type == "f":  # a name that begins with "="
                cell.data_type = "s"
    for row in sorted(stale, reverse=True):
        sheet.delete_rows(row.number)
    result = BytesIO()
    book.save(result)
    return result.getvalue()


def _empty() -> Workbook:
    """Return the workbook without a line."""
    book = Workbook()
    style.register(book)
    sheet = book.active
    assert isinstance(sheet, Worksheet)  # noqa: S101 - a new workbook has one
    sheet.title, sheet.freeze_panes = SHEET, "A2"
    for column, (heading, width) in enumerate(zip(HEADINGS, _WIDTHS, strict=True), 1):
        cell = sheet.cell(1, column, heading)
        style.dress(cell, style.HEADINGS[column > 1, False])
        sheet.column_dimensions[cell.column_letter].width = width
    choices = DataValidation("list", formula1='"yes,no"', allow_blank=True)
    choices.prompt = (
        "yes: the same person. no: two people. Under In stands the folder of an event; empty is "
        "every event."
    )
    choices.showInputMessage = True
    choices.add("A2:A20000")
    sheet.add_data_validation(choices)
    return book

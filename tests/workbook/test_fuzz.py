"""Workbooks that are spoilt, by chance and by hand: nothing raises, nothing hangs, nothing goes
wrong in silence, and the last good site stays. `tests/fuzzing.py` says how they are spoilt and what
may come of it. A failure names its seed; `python -m tests.support.fuzzing SEED 1` does it again."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from runner.compute.compute import compute
from runner.core.event import Event, Penalty
from runner.core.problems import Problem
from runner.ledger.ledger import Ledger
from runner.workbook.read.read import read
from tests.support import fuzzing, processes
from tests.support.soak import SOAKING
from tests.support.workbooks import book, edited, small_event, sound_event, with_parts

pytestmark = pytest.mark.thorough  # left out of make quick

CHUNKS, CHUNK = (40, 250) if SOAKING else (1, 40)
EXAMPLES = 1_000 if SOAKING else 12

mistakes = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_spoilt_workbook_harms_anything(chunk: int) -> None:
    """In a process of its own, for it may use no more memory than there is to be had."""
    done = processes.run("spoil_workbooks", chunk * CHUNK, CHUNK, text=True, check=False)
    lines = [json.loads(each) for each in done.stdout.splitlines()]
    assert done.returncode == 0, (lines[-1], done.stderr[-3000:])
    assert [each for each in lines if "wrong" in each] == []
    counts = Counter(lines[-1]["counts"])
    assert counts.total() == CHUNK
    assert lines[-1]["memory"] < fuzzing.MOST_MEMORY
    outcomes = {each.split()[1] for each in counts}
    assert {"refused", "same"} <= outcomes <= {"refused", "same", "told", "meant"}


def test_a_seed_gives_the_same_workbook_and_the_second_way_of_reading_notices_a_lie() -> None:
    assert fuzzing.mutated(123)[2] == fuzzing.mutated(123)[2]
    for base in fuzzing.bases():
        assert fuzzing.faithful(base.workbook)
        assert sum(map(len, fuzzing.plainly_read(base.workbook).values())) > 100
    assert not fuzzing.faithful(with_parts(book(), sheet4=lambda xml: xml[:-40]))


def sheet_xml(change: Callable[[str], str]) -> bytes:
    return with_parts(book(), sheet4=lambda xml: change(xml.decode()).encode())


@pytest.mark.parametrize(("old", "new"), [
    ('r="B7"', 'r="B8"'),  # a cell of another row would overwrite what stands there
    ('r="B7"', 'r="A7"'),  # twice the same cell: which one counts?
    ('<row r="7"', '<row r="8"'),  # twice the same row
    ('<row r="7"', '<row r="１２"'), ('<row r="7"', '<row r="0"'),
    ('<c r="B7"', 'Bo<c r="B7"'),  # whose tag is lost?
    ("</is></c>", '</is>>1" s="15"><is><t>Bo</t></is></c>'), ('r="B7"', 'r="7"'),
    ('<c r="B7"', '<c t="x" r="B7"'),
])  # fmt: skip
def test_a_sheet_that_contradicts_itself_is_damaged(old: str, new: str) -> None:
    def spoil(xml: str) -> str:
        assert old in xml
        spoilt = xml.replace(old, new, 1)
        return (
            spoilt.replace(' t="inlineStr" t="x"', "")
            if 't="x"' not in new
            else (
                spoilt.replace('<c t="x" r="B7"', '<c r="B7"').replace(
                    'r="B7" s="27" t="inlineStr"', 'r="B7" s="27" t="x"'
                )
            )
        )

    event, problems, _ = read(sheet_xml(spoil))
    assert event is None
    assert "damaged" in problems[0].text


@pytest.mark.parametrize(("part", "old", "new", "said"), [
    ("workbook.xml.rels", 'Id="rId6"', 'Id="other"', "“Round 2” is not in it"),
    (
        "workbook.xml.rels", 'relationships/worksheet" Target="/xl/worksheets/sheet6.xml"',
        'relationships/1E400" Target="/xl/worksheets/sheet6.xml"', "of no kind",
    ),
    ("workbook", 'name="Round 2"', 'name="Round 1"', "Two sheets are called “Round 1”"),
    ("workbook", 'name="Round 2"', 'name="ROUND 1"', "Two sheets are called “ROUND 1”"),
])  # fmt: skip
def test_a_sheet_that_nobody_can_find_is_damage(part: str, old: str, new: str, said: str) -> None:
    def spoil(xml: bytes) -> bytes:
        assert old.encode() in xml
        return xml.replace(old.encode(), new.encode(), 1)

    event, problems, _ = read(with_parts(book(), **{part: spoil}))
    assert event is None
    assert said in problems[0].text


def test_a_label_of_the_event_too_far_down_or_below_very_many_others_is_told() -> None:
    def far(loaded: Workbook) -> None:
        sheet = loaded["Event"]
        row = next(each[0].row for each in sheet.iter_rows() if each[0].value == "Rehearsal")
        sheet[f"A{row}"].value = None
        sheet["A1000000"], sheet["B1000000"] = "Rehearsal", "yes"

    assert [str(each.place) for each in read(edited(far))[1]] == ["Event!A1000000"]

    def long(loaded: Workbook) -> None:
        sheet = loaded["Event"]
        for row in range(30, 300):
            sheet[f"A{row}"] = f"My own line {row}"
        sheet["A300"], sheet["B300"] = "Points for a win", 9

    assert [str(each.place) for each in read(edited(long))[1]] == ["Event!A300"]


RUBBISH = st.one_of(
    st.text(max_size=30).filter(lambda each: each.isprintable()), st.integers(-(10**18), 10**18),
    st.floats(allow_nan=False, allow_infinity=False), st.booleans(),
    st.dates(date(1901, 1, 1), date(2100, 1, 1)), st.just(datetime(2026, 1, 6)),
    st.just(time(1, 6)),
    st.sampled_from(
        (
            "=A1", "=1/0", "#REF!", "#N/A", "=HYPERLINK(\"x\")", "1-6", "2-1", "A", "draw", "yes",
            "R1T1", "R9T9", "P001", "Ana Example", "ana  example", "bye", "-1", "1e9", "9" * 40,
            "x" * 600, "\u202eA", "<b>", "ID", "A B", "Seat A", "Name", "Players", " ",
        )
    ),
)  # fmt: skip
SHEETS = ("Event", "Phases", "Players", "Round 1", "Round 2", "Penalties", "Time", "Decisions")
Mistake = Callable[[Workbook], object]


@st.composite
def a_cell(draw: st.DrawFn) -> Mistake:
    sheet, value = draw(st.sampled_from(SHEETS)), draw(RUBBISH)
    row, column = draw(st.integers(1, 14)), draw(st.integers(1, 16))

    def type_it(loaded: Workbook) -> None:
        if sheet in loaded.sheetnames:
            loaded[sheet].cell(row, column).value = value

    return type_it


@st.composite
def a_block(draw: st.DrawFn) -> Mistake:
    sheet, corner = (
        draw(st.sampled_from(SHEETS)),
        draw(st.tuples(st.integers(1, 12), st.integers(1, 9))),
    )
    lines = draw(st.lists(st.lists(RUBBISH, min_size=1, max_size=4), min_size=1, max_size=6))

    def paste(loaded: Workbook) -> None:
        if sheet in loaded.sheetnames:
            for down, line in enumerate(lines):
                for right, value in enumerate(line):
                    loaded[sheet].cell(corner[0] + down, corner[1] + right).value = value

    return paste


@st.composite
def lines_moved(draw: st.DrawFn) -> Mistake:
    sheet, at = draw(st.sampled_from(SHEETS)), draw(st.integers(1, 9))
    how = draw(st.integers(0, 5))
    count = draw(st.integers(1, 3))

    def change(loaded: Workbook) -> None:
        if sheet not in loaded.sheetnames:
            return
        each = loaded[sheet]
        match how:
            case 0:
                each.insert_rows(at, count)
            case 1:
                each.insert_cols(at, count)
            case 2:
                each.delete_rows(at, count)
            case 3:
                each.delete_cols(at, count)
            case 4:
                each.move_range(f"A{at}:H{at + count}", rows=count, cols=at % 3)
            case _:
                each.merge_cells(f"B{at}:{get_column_letter(1 + count)}{at + count}")

    return change


@st.composite
def a_tab(draw: st.DrawFn) -> Mistake:
    sheet, how = draw(st.sampled_from(SHEETS)), draw(st.integers(0, 3))
    name = draw(st.sampled_from(("Round 3", "Round 1 (2)", "Plyers", "Sheet1", "🔥", "round 2 ")))

    def change(loaded: Workbook) -> None:
        if sheet not in loaded.sheetnames or len(loaded.sheetnames) < 3:
            return
        match how:
            case 0 if name not in loaded.sheetnames:
                loaded[sheet].title = name
            case 1:
                loaded.copy_worksheet(loaded[sheet])
            case 2:
                del loaded[sheet]
            case _:
                loaded.move_sheet(sheet, -2)

    return change


@pytest.mark.soak
@mistakes
@given(st.lists(st.one_of(a_cell(), a_cell(), a_block(), lines_moved(), a_tab()), max_size=5))
def test_nothing_that_is_typed_raises(made: list[Mistake]) -> None:
    def spoil(loaded: Workbook) -> None:
        for each in made:
            each(loaded)

    try:
        data = edited(spoil)
    except Exception:
        return
    event, problems, _ = read(data)
    assert event is not None or any(each.fatal for each in problems)
    assert all(each.text and each.text[-1] in ".?!" for each in problems)
    if event is not None and not any(each.fatal for each in problems):
        snapshot = compute(event, Ledger())
        assert all(each.text for each in snapshot.problems)
        if event != sound():
            assert problems or snapshot.problems or fuzzing.faithful(data)


@cache
def sound() -> Event | None:
    return read(book())[0]


# What no cell of a kind can mean, and so must be named with its cell.
NEVER_A_NUMBER = st.one_of(
    st.sampled_from(("three", "-1", "1.5", "1-6", "#REF!", "=1/0", "x", "1e9", "100000", "--2")),
    st.integers(100_000, 10**15), st.integers(-(10**15), -1),
    st.floats(0.01, 99.9).filter(lambda each: not each.is_integer()), st.booleans(),
    st.dates(date(1950, 1, 1), date(2100, 1, 1)),
)  # fmt: skip
NEVER_A_NAME = st.one_of(
    st.sampled_from(("=A1", "=\"Ana\"&\" Example\"", "#REF!", "#N/A", "#VALUE!")),
    st.dates(date(1950, 1, 1), date(2100, 1, 1)),
)  # fmt: skip
NEVER_A_RESULT = st.one_of(
    NEVER_A_NAME,
    st.sampled_from(("Z", "who knows", "A-", "B wins I think", "7-0-0-0-0-0", "½", "E", "A, B")),
    st.integers(10, 10**12),
    st.just(time(1, 6)),
)
NEVER_A_CHOICE = st.sampled_from(("maybe so", "42", "#REF!", "yess", "-", "competetive"))
WRONG: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    **{
        ("Players", heading): NEVER_A_NUMBER
        for heading in (
            "Enters in round", "Drops after round", "Returns in round", "Awarded byes",
            "Fixed table",
        )
    },
    ("Players", "Name"): NEVER_A_NAME, ("Round 1", "Seat A"): NEVER_A_NAME,
    ("Round 1", "Seat D"): NEVER_A_NAME, ("Round 1", "Result"): NEVER_A_RESULT,
    ("Round 1", "Games"): NEVER_A_NAME, ("Penalties", "Round"): NEVER_A_NUMBER,
    ("Penalties", "Player"): NEVER_A_NAME, ("Phases", "Mode"): NEVER_A_CHOICE,
    ("Phases", "Preset"): NEVER_A_CHOICE, ("Phases", "Rounds"): NEVER_A_NUMBER,
    ("Phases", "Cut"): NEVER_A_NUMBER, ("Time", "Round"): NEVER_A_NUMBER,
    ("Time", "Extra minutes"): NEVER_A_NUMBER, ("Decisions", "Go"): NEVER_A_CHOICE,
}  # fmt: skip


@cache
def filled() -> bytes:
    event = small_event(penalties=(Penalty(1, "Ana Example", "Tardiness", "Warning"),))

    def more(loaded: Workbook) -> None:
        for column, value in zip("ABC", (1, 2, 5), strict=True):
            loaded["Time"][f"{column}5"] = value
        loaded["Decisions"]["F5"] = "no"

    return edited(more, book(event))


@pytest.mark.soak
@mistakes
@given(st.data())
def test_what_a_cell_cannot_mean_is_told_with_the_cell(data: st.DataObject) -> None:
    sheet, heading = data.draw(st.sampled_from(sorted(WRONG)))
    value = data.draw(WRONG[sheet, heading])
    where: list[str] = []

    def change(loaded: Workbook) -> None:
        row = next(
            line
            for line in loaded[sheet].iter_rows(max_row=12)
            if heading in [each.value for each in line]
        )
        at = next(each for each in row if each.value == heading)
        cell = loaded[sheet].cell(at.row + 1, at.column)
        cell.value = value
        where.append(cell.coordinate)

    problems = everything_wrong(edited(change, filled()))
    assert (sheet, where[0]) in {(each.place.sheet, each.place.cell) for each in problems}, (
        sheet, heading, value, [str(each) for each in problems],
    )  # fmt: skip


def everything_wrong(data: bytes) -> tuple[Problem, ...]:
    event, problems, _ = read(data)
    if event is None or any(each.fatal for each in problems):
        return problems
    return (*problems, *compute(event, Ledger()).problems)


HARMLESS_MOVES: dict[str, Mistake] = {
    "a column inserted on the left": lambda book: book["Players"].insert_cols(1),
    "two rows above the headings": lambda book: book["Round 1"].insert_rows(1, 2),
    "an empty row between players": lambda book: book["Players"].insert_rows(7),
    "columns in another order": lambda book: [
        book["Players"].move_range("C4:C20", cols=30),
        book["Players"].move_range("D4:D20", cols=-1),
    ],
    "sheets in another order": lambda book: book.move_sheet("Event", 5),
    "a sheet of one's own": lambda book: book.create_sheet("Snacks")["A1"].__setattr__("value", 7),
    "merged cells above the headings": lambda book: book["Players"].merge_cells("A1:D2"),
}


@pytest.mark.parametrize("name", HARMLESS_MOVES)
def test_what_is_only_moved_is_read_as_before(name: str) -> None:
    event = sound_event(edited(HARMLESS_MOVES[name]))
    assert without_places(event) == without_places(sound())


def without_places(event: Event | None) -> Any:
    assert event is not None
    return (
        event.name,
        event.seed,
        [replace(each, place=Problem.__new__) for each in event.players],  # type: ignore[arg-type]
        [(each.name, each.mode, each.rounds) for each in event.phases],
        [
            (sheet.id, [(row.key, row.seats, row.result) for row in sheet.rows])
            for sheet in event.rounds
        ],
    )


@pytest.mark.parametrize(
    ("sheet", "heading"),
    [("Players", "Name"), ("Round 1", "Result"), ("Round 1", "Seat B"), ("Penalties", "Player")],
)
def test_a_column_that_is_needed_and_deleted_keeps_the_last_site(sheet: str, heading: str) -> None:
    def delete(loaded: Workbook) -> None:
        for line in loaded[sheet].iter_rows(max_row=10):
            for each in line:
                if each.value == heading:
                    loaded[sheet].delete_cols(each.column)
                    return

    problems = read(edited(delete))[1]
    assert any(each.fatal and f"“{heading}”" in each.text for each in problems)


@pytest.mark.parametrize("sheet", ["Event", "Phases", "Players"])
@pytest.mark.parametrize("how", ["deleted", "renamed"])
def test_a_sheet_that_is_needed_and_gone_keeps_the_last_site(sheet: str, how: str) -> None:
    def lose(loaded: Workbook) -> None:
        if how == "deleted":
            del loaded[sheet]
        else:
            loaded[sheet].title = "My list"

    problems = read(edited(lose))[1]
    assert any(each.fatal and each.place.sheet == sheet for each in problems)

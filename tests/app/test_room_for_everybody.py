"""A sheet has a seat for everybody who sits at its tables: made so, or widened when need be."""

import io
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from runner.core.event import Event, Mode, RoundId
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from tests.support.clerk import R1, R2, Clerk
from tests.support.events import event, phase
from tests.support.folders import new_workbook
from tests.support.organiser import At
from tests.support.problems import fix_text
from tests.support.workbooks import edited, with_parts

pytestmark = pytest.mark.thorough  # left out of make quick


def pods(players: int, size: int = 4, **more: object) -> Event:
    """An event of pods whose first round is asked for."""
    return event(players, phase(1, rounds=2, pod_size=size, **more), automatic=False)


def narrow(now: Event, seats: int = 4) -> bytes:
    """Its workbook as it was made before: round sheets with so many seats only."""

    def change(book: openpyxl.Workbook) -> None:
        for sheet in book.worksheets:
            if sheet.title.startswith("Round"):
                while "Seat" in str(sheet.cell(4, 3 + seats).value):
                    sheet.delete_cols(3 + seats)

    return edited(change, new_workbook(now))


def headings(data: bytes, sheet: str = "Round 1") -> list[object]:
    """The headings of a sheet, in their order."""
    found: Worksheet = openpyxl.load_workbook(io.BytesIO(data))[sheet]
    return [cell.value for cell in found[4]]


def offered_in(sheet: Worksheet) -> str:
    """What the dropdown under Result has in it."""
    result = next(cell.column_letter for cell in sheet[4] if cell.value == "Result")
    (found,) = [rule for rule in sheet.data_validations.dataValidation
                if f"{result}5" in rule.sqref]  # fmt: skip
    return str(found.formula1).strip('"')


@pytest.mark.parametrize(("players", "size"), [(5, 4), (8, 3), (10, 3), (4, 3), (5, 3), (5, 5)])
@pytest.mark.parametrize("before", [False, True])
def test_everybody_sits_in_a_cell_of_the_sheet(
    tmp_path: Path, players: int, size: int, before: bool
) -> None:
    now = pods(players, size)
    me = Clerk(tmp_path / "ev", now, narrow(now, size) if before else None)
    me.counts_heads()
    assert len(me.snapshot.rounds[0].there) == players
    assert not me.problems or not before or size == 3, [str(each) for each in me.problems]
    me.play()
    me.ask("Pair round", R2)
    assert me.snapshot.rounds[-1].id == R2
    me.counts_heads()
    assert not me.lost


def test_six_become_five(tmp_path: Path) -> None:
    now = pods(6)
    me = Clerk(tmp_path / "ev", now, narrow(now))
    assert "Seat E" not in headings(me.doc, "Round 2")
    gone = me.snapshot.rounds[0].tables[0].players[0]
    me.play()
    me.put((me.player(me.name(gone), "drops_after"), 1))
    assert headings(me.doc, "Round 2")[-1] == "Seat E", "as soon as it is known"
    me.ask("Pair round", R2)
    assert [len(table.seats) for table in me.snapshot.rounds[-1].tables] == [5]
    me.counts_heads()
    assert me.put((me.at(R2, 1, "result"), "E")).rounds[-1].finished
    assert not me.told("E"), "the fifth seat wins as any other"


@pytest.mark.parametrize("quote", [b'"', b"&quot;"], ids=["Excel", "LibreOffice"])
def test_a_seat_that_is_added_is_in_the_dropdown_of_results_and_may_win(
    tmp_path: Path, quote: bytes
) -> None:
    def saved(xml: bytes) -> bytes:
        return xml.replace(b'"A,B,C,D,draw"', quote + b"A,B,C,D,draw" + quote)

    now = pods(12)
    data = with_parts(new_workbook(now), sheet5=saved, sheet6=saved)
    me = Clerk(tmp_path / "ev", now, data)
    me.play()
    gone = [player for table in me.snapshot.rounds[0].tables for player in table.players][:7]
    me.put(*((me.player(me.name(player), "drops_after"), 1) for player in gone))
    book = openpyxl.load_workbook(io.BytesIO(me.doc))
    assert headings(me.doc, "Round 2")[-1] == "Seat E"
    assert [offered_in(book[f"Round {number}"]) for number in (1, 2)] == [
        "A,B,C,D,draw", "A,B,C,D,E,draw",
    ]  # fmt: skip
    me.ask("Pair round", R2)
    assert me.put((me.at(R2, 1, "result"), "E")).rounds[-1].finished


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_a_top_five(tmp_path: Path, mode: Mode) -> None:
    top = phase(2, "single_elimination", name="Top 5", cut=5)
    first = phase(1, mode=mode, rounds=1)
    now = event(12, first, top, automatic=False)
    me = Clerk(tmp_path / "ev", now, template(Plan(event(12, first, automatic=False))))
    assert "Phase 2 Round 1" not in openpyxl.load_workbook(io.BytesIO(me.doc)).sheetnames
    for column, value in (("A", "Top 5"), ("B", "Multiplayer"), ("C", "Single elimination"),
                          ("G", 5)):  # fmt: skip
        me.type(At("Phases", f"{column}6"), value)
    me.done()
    me.play("A" if mode is Mode.MULTIPLAYER else "2-0")
    me.ask("Pair round", RoundId(2, 1))
    assert [len(table.seats) for table in me.snapshot.rounds[-1].tables] == [5]
    me.counts_heads()


def own_columns(sheet: Worksheet) -> None:
    """What an organiser may have beside the table: notes, a formula, colours, a merged cell."""
    sheet["J4"], sheet["J5"], sheet["K5"] = "Judge", "Mia", "=LEN(J5)"
    sheet["L6"] = '=IF(FALSE,1,"")'
    sheet["K5"].fill = PatternFill("solid", start_color="FFAA00")
    sheet.merge_cells("M4:N5")
    sheet["J3"] = "mine"


def test_what_the_organiser_has_beside_the_table_stays(tmp_path: Path) -> None:
    now = pods(5)
    data = edited(lambda book: own_columns(book["Round 1"]), narrow(now))
    me = Clerk(tmp_path / "ev", now, data)
    assert headings(me.doc).index("Seat E") == 14, "right of the merged cells"
    me.counts_heads()
    assert not me.lost
    sheet = openpyxl.load_workbook(io.BytesIO(me.doc))["Round 1"]
    assert sheet["K5"].fill.start_color.rgb == "00FFAA00"
    assert sheet["K5"].value == "=LEN(J5)"
    assert sheet["O4"].font.b, "it looks like the headings beside it"
    assert not sheet["O5"].protection.locked


def deleted(book: openpyxl.Workbook) -> Worksheet:
    """The round's sheet without its fourth and fifth seats."""
    sheet: Worksheet = book["Round 1"]
    sheet.delete_cols(6, 2)
    return sheet


@pytest.mark.parametrize(
    ("room", "change"),
    [
        (True, deleted),
        (False, lambda book: deleted(book).merge_cells("J4:XFD4")),
        (False, lambda book: deleted(book).cell(4000, 300, "far out")),
    ],
    ids=["a column deleted", "no column free", "too far out to tell"],
)
def test_where_the_sheet_has_no_room_everybody_plays_all_the_same(
    tmp_path: Path, room: bool, change: Callable[[openpyxl.Workbook], object]
) -> None:
    """The organiser deletes a seat's column while the round is out, and has the workbook open."""
    me = Clerk(tmp_path / "ev", pods(10))
    before = [table.players for table in me.snapshot.rounds[0].tables]
    four = next(each.number for each in me.snapshot.rounds[0].tables if len(each.seats) == 4)
    lock = me.root / ".~lock.ev.xlsx#"
    lock.write_text(",ann,desk,21.11.2026 09:05,;")
    me.rework(change)
    for _ in range(2):
        me.done()
        assert [table.players for table in me.snapshot.rounds[0].tables] == before
        assert not me.snapshot.rounds[0].absent
        told = me.told("plays there anyway")
        assert [str(each.place) for each in told] == [f"Round 1!E{four + 4}"]
        assert "“Seat D”" in fix_text(told[0].fix)
    lock.unlink()
    me.done()
    assert bool(me.told("plays there anyway")) is not room
    assert [table.players for table in me.snapshot.rounds[0].tables] == before


def test_who_has_no_cell_may_be_typed_elsewhere(tmp_path: Path) -> None:
    now = pods(10)
    me = Clerk(tmp_path / "ev", now)
    four = next(table for table in me.snapshot.rounds[0].tables if len(table.seats) == 4)
    three = next(table for table in me.snapshot.rounds[0].tables if len(table.seats) == 3)
    last = four.players[3]
    me.rework(deleted)
    assert read(me.doc)[2].rounds[R1].seats == 3
    free = 1 + max(table.number for table in me.snapshot.rounds[0].tables)
    me.put((me.at(R1, free, "A"), me.name(last)))
    tables = {table.number: table.players for table in me.snapshot.rounds[0].tables}
    assert tables[free] == (last,)
    assert last not in tables[four.number]
    assert len(tables[three.number]) == 3


# --- sheets that were deleted ---------------------------------------------------------------------


def tabs(data: bytes) -> list[str]:
    """The round sheets, in their order."""
    names = openpyxl.load_workbook(io.BytesIO(data)).sheetnames
    return [name for name in names if "Round" in name]


def test_deleted_sheets_of_rounds_that_nobody_has_played_are_made_anew(tmp_path: Path) -> None:
    now = event(8, phase(1, rounds=4), automatic=False)
    me = Clerk(tmp_path / "ev", now)
    me.rework(lambda book: [book.remove(book[f"Round {number}"]) for number in (2, 4)])
    assert tabs(me.doc) == ["Round 1", "Round 3"]
    me.done()
    assert tabs(me.doc) == [f"Round {number}" for number in (1, 2, 3, 4)]
    assert not me.problems
    me.rework(lambda book: book.remove(book["Round 1"]))
    me.done()
    assert {*tabs(me.doc)} == {f"Round {number}" for number in (1, 2, 3, 4)}
    me.counts_heads()


def test_one_that_has_results_is_never_made_anew(tmp_path: Path) -> None:
    now = event(8, phase(1, rounds=2), automatic=False)
    me = Clerk(tmp_path / "ev", now)
    me.play()
    kept = me.doc
    me.rework(lambda book: book.remove(book["Round 1"]))
    me.workbook.write_bytes(me.doc)
    report = me.pipeline.run(me.doc)
    assert report.snapshot is None
    fatal = [each for each in report.problems if each.fatal]
    assert [each.place.sheet for each in fatal] == ["Round 1"]
    me.pipeline.write_names(unlocked_for=0)
    assert tabs(me.workbook.read_bytes()) == ["Round 2"]
    me.doc = kept
    me.done()
    assert not me.problems

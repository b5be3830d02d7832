"""A number that slipped: too many rounds, points that no match brings, figures without measure."""

import io
import random
import subprocess
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.ledger.entries import EntryKind
from runner.pairing.state import PairingInput, from_document
from runner.rules.ruleset import ruleset, to_document
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from runner.workbook.write import created_sheets
from runner.workbook.write.write_back import Outcome
from tests.support.clerk import R1, R2, Clerk
from tests.support.events import event, phase, planned
from tests.support.folders import new_workbook
from tests.support.organiser import At
from tests.support.problems import fix_text
from tests.support.scribe import Scribe, Value, go, result, results, say
from tests.support.soak import some
from tests.support.workbooks import at, edited, with_cell, with_parts

pytestmark = pytest.mark.thorough


def rounds(number: Value) -> Callable[[Workbook], None]:
    def change(book: Workbook) -> None:
        book["Phases"]["E5"] = number

    return change


def sheets(me: Scribe) -> list[int]:
    me.close()
    event = read(me.data)[0]
    return [sheet.id.number for sheet in event.rounds]


def lines(me: Scribe) -> list[Value]:
    found = load_workbook(BytesIO(me.data))["Decisions"].iter_rows(min_row=5)
    return [line[2].value for line in found if line[0].value == "Pair round"]  # type: ignore[misc]


@pytest.fixture
def me(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "friday", planned(18, rounds=3))


@pytest.mark.parametrize("number", [100, 500, 2026, 99_999, 10**15, -1, 0, 2.5, "5OO", "５００"])
def test_a_number_of_rounds_that_nobody_plays_holds_everything_up(
    me: Scribe, number: Value
) -> None:
    me.change(rounds(number))
    assert "Phases!E5" in me.told("Type a whole number from 1 to 99 under Rounds")
    assert me.report.snapshot is None
    me.change(rounds(3), go(1))
    assert sheets(me) == [1, 2, 3]
    assert me.round.id == RoundId(1, 1)


def test_more_rounds_than_any_day_has_are_asked_about(me: Scribe) -> None:
    me.change(rounds(50))
    assert "Phases!E5: Swiss would have 50 rounds." in me.told("would have 50 rounds")
    assert me.report.snapshot is None
    assert sheets(me) == [1, 2, 3]
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None
    assert sheets(me) == [1, 2, 3]
    me.change(go(1))
    assert me.round.id == RoundId(1, 1)
    me.change(results(me.round, lambda _: "A"), rounds(5))
    assert me.report.snapshot is not None


def test_more_rounds_than_usual_are_told_and_their_sheets_come_by_and_by(me: Scribe) -> None:
    me.change(rounds(30))
    assert "more than 10 are unusual for 18 players" in me.told("Swiss has 30 rounds")
    assert me.report.snapshot is not None
    assert sheets(me) == lines(me) == [1, 2, 3]
    for number in (1, 2):
        me.change(go(number))
        me.close()
        me.change(results(me.round, lambda _: "A"))
    assert sheets(me) == lines(me) == [1, 2, 3, 4]
    me.change(rounds(10))
    assert not me.problems
    assert sheets(me) == lines(me) == [*range(1, 11)]


@pytest.mark.parametrize(
    "more", ["1e40", "1e400", "1e9999", "1e999999999", "1e-40", "-10001", "1e5"]
)
def test_points_that_no_match_brings_are_told_at_their_cell(me: Scribe, more: str) -> None:
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "A"))
    first = me.round
    me.change(result(first.id, 1, f"A {more}, B 1, C 0, D 0"), go(2))
    assert me.told(f"“A {more}” is").startswith("Round 1!")
    assert me.round.id == first.id
    assert not me.ledger.rounds.keys() - {first.id}
    me.change(result(first.id, 1, "A 10000, B -1, C 1/3, D 0.25"))
    assert me.round.id == RoundId(1, 2)


@pytest.mark.parametrize(("heading", "value", "why"), [
    ("Points for a win", 1e308, "at most 10000"), ("Points for a win", "1e400", "at most 10000"),
    ("Points for a win", "1e-300", "at most 15 decimals"),
    ("Points for a win", "1e9999", "it should be a number"),
    ("Points for a win", "1,000", "two ways"), ("Points for a win", "3²", "ordinary figures"),
    ("Points for a draw", "½", "ordinary figures"),
    ("Extra turns", 2.5, "a whole number or players_left"),
    ("Extra turns", "50%", "a whole number or players_left"), ("Extra turns", 100, "at most 99"),
    ("Extra-turn minutes", 10**6, "at most 600"), ("Most byes", 1e18, "at most 9999"),
    ("Wager of a bye", 1e6, "at most 100"), ("Seat factors", "1, 1e9, 1, 1", "at most 10000"),
    ("Points by place", "1e400", "at most 10000"), ("Cut at points", 10**7, "at most 1000000"),
    ("First pod", 10**9, "at most 9999"), ("Advance from a group", 10**9, "at most 1000"),
])  # fmt: skip
def test_every_setting_has_its_bounds(heading: str, value: Value, why: str) -> None:
    def change(book: Workbook) -> None:
        sheet = book["Event"]
        sheet["A40"], sheet["B40"] = heading, value

    problem = at(edited(change), "Event", "B40")
    assert problem.fatal
    assert why in f"{problem.text} {fix_text(problem.fix)}"


@pytest.mark.parametrize(("sheet", "cell", "most"), [
    ("Players", "D6", 999), ("Players", "E6", 999), ("Players", "F6", 999),
    ("Players", "H6", 99), ("Players", "I6", 99_999), ("Phases", "E5", 99), ("Phases", "F5", 5),
    ("Phases", "G5", 9999), ("Penalties", "A5", 999), ("Time", "A5", 999),
    ("Time", "B5", 99_999), ("Time", "C5", 600),
])  # fmt: skip
def test_every_whole_number_has_its_bounds(sheet: str, cell: str, most: int) -> None:
    def change(book: Workbook) -> None:
        if sheet == "Time":
            book[sheet]["A5"] = 1
        book[sheet][cell] = most + 1

    problem = at(edited(change), sheet, cell)
    assert f"to {most} under" in fix_text(problem.fix)
    assert problem.fatal is (sheet == "Phases")


def test_a_formula_that_comes_to_too_much_is_told() -> None:
    phase_ = phase(1, settings={"win": "1/2", "opponent_floor": "1/win"})
    rules, problems = ruleset(phase_, {})
    assert rules.opponent_floor == 1
    assert "comes to 2: it should be at most 1." in problems[0].text
    state = {"mode": "multiplayer", "preset": "mamtr", "seed": "s", "round": 1, "players": [],
             "settings": to_document(rules)}  # fmt: skip
    assert isinstance(from_document(state), PairingInput)


@pytest.mark.parametrize("typed", ["2-1²", "A ½, B 0", "3²"])
def test_raised_figures_are_not_read_as_others(typed: str) -> None:
    assert "ordinary figures" in fix_text(
        at(with_cell("Round 1", "G5", typed), "Round 1", "G5").fix
    )


def test_the_number_of_a_decision_may_be_ever_so_long() -> None:
    assert read(with_cell("Decisions", "C5", "9" * 5000))[0] is not None


# --- unused sheets --------------------------------------------------------------------------------


Change = Callable[[Workbook], object]


@pytest.fixture
def ten(tmp_path: Path) -> Scribe:
    """Three rounds, that became ten by a slip."""
    ten = Scribe(tmp_path / "friday", planned(18, rounds=3))
    ten.change(rounds(10))
    ten.close()
    assert tabs(ten) == [*range(1, 11)]
    return ten


def typed(sheet: str, cell: str, value: str | int | None) -> Change:
    def change(book: Workbook) -> None:
        book[sheet][cell] = value

    return change


def tabs(ten: Scribe) -> list[int]:
    names = openpyxl.load_workbook(BytesIO(ten.data)).sheetnames
    return [int(name[6:]) for name in names if name.startswith("Round ")]


def corrected(ten: Scribe, number: int = 3) -> list[int]:
    ten.change(rounds(number))
    ten.close()
    return tabs(ten)


def test_the_sheets_of_a_slip_go_with_their_lines(ten: Scribe) -> None:
    ten.change(rounds(5))
    done = ten.pipeline.write_names(unlocked_for=0)
    assert done.outcome is Outcome.WRITTEN
    assert done.removed == tuple(f"Round {number}" for number in range(6, 11))
    assert tabs(ten) == lines(ten) == [1, 2, 3, 4, 5]
    assert "Round 9 and Round 10 are gone again" in ten.desk
    assert ten.saved().problems == ()
    assert ten.pipeline.write_names(unlocked_for=0).outcome is Outcome.NOTHING


def test_they_come_again_and_the_event_is_played(ten: Scribe) -> None:
    assert corrected(ten) == [1, 2, 3]
    assert corrected(ten, 4) == lines(ten) == [1, 2, 3, 4]
    ten.change(go(1))
    ten.close()
    assert ten.round.id.number == 1
    assert corrected(ten, 1) == [1, 2, 3]  # those of the new workbook are the organiser's


def commented(book: Workbook) -> None:
    book["Round 7"]["C6"].comment = Comment("the finals table", "Ana")


def named(book: Workbook) -> None:
    book.defined_names["best"] = DefinedName("best", attr_text="'Round 7'!$C$6")


def charted(book: Workbook) -> None:
    chart = BarChart()
    chart.add_data(Reference(book["Round 7"], min_col=2, min_row=5, max_row=8))
    book.create_sheet("Mine").add_chart(chart)


TOUCHED: dict[str, Change] = {
    "a note": typed("Round 7", "I9", "feature match"),
    "a word beyond the table": typed("Round 7", "Z300", "mine"),
    "a name": typed("Round 7", "C6", "Ana"),
    "a cell that Runner wrote": typed("Round 7", "B6", 40),
    "another title": typed("Round 7", "A1", "The finals"),
    "a comment": commented,
    "cells merged": lambda book: book["Round 7"].merge_cells("K20:M20"),
    "a formula elsewhere": typed("Event", "E30", "='Round 7'!B6"),
    "a formula that may name any sheet": typed("Event", "E30", '=INDIRECT("x")'),
    "a name for a cell": named,
    "a chart elsewhere": charted,
    "a link": lambda book: setattr(book["Event"]["E30"], "hyperlink", "#'Round 7'!A1"),
}


@pytest.mark.parametrize("touch", TOUCHED)
def test_a_sheet_that_a_hand_has_touched_stays(ten: Scribe, touch: str) -> None:
    ten.change(TOUCHED[touch])
    every = touch == "a formula that may name any sheet"
    assert corrected(ten) == ([*range(1, 11)] if every else [1, 2, 3, 7])
    if touch == "a note":
        assert openpyxl.load_workbook(BytesIO(ten.data))["Round 7"]["I9"].value == "feature match"


def test_a_line_that_a_hand_has_touched_stays(ten: Scribe) -> None:
    def reason(book: Workbook) -> None:
        for line in book["Decisions"].iter_rows(min_row=5):
            if line[2].value == 8:
                line[4].value = "the finals"

    ten.change(reason)
    assert corrected(ten) == [1, 2, 3]
    assert lines(ten) == [1, 2, 3, 8]


def test_the_sheet_that_is_open_gives_way_to_the_one_before_it(ten: Scribe) -> None:
    def seen(book: Workbook) -> None:
        book.active = book.sheetnames.index("Round 9")

    ten.change(seen)
    assert corrected(ten) == [1, 2, 3]
    assert str(openpyxl.load_workbook(BytesIO(ten.data)).active) == '<Worksheet "Round 3">'


def test_while_an_editor_has_it_open_they_stay(ten: Scribe) -> None:
    lock = ten.folder.root / ".~lock.friday.xlsx#"
    lock.write_text(",ana,hall,now,;")
    assert corrected(ten) == [*range(1, 11)]
    lock.unlink()
    ten.close()
    assert tabs(ten) == [1, 2, 3]


def test_without_a_note_of_who_made_them_they_stay(ten: Scribe) -> None:
    (ten.folder.root / ".runner" / "made.json").write_text('{"Round 7": 3, "Round 8": [4]}')
    assert created_sheets.known(ten.workbook) == {"Round 8": []}
    assert corrected(ten) == [*range(1, 11)]


def test_a_phase_that_does_not_know_its_rounds_keeps_its_sheets(ten: Scribe) -> None:
    ten.change(typed("Phases", "E5", None))
    ten.close()
    planned_now = ten.report.snapshot.phases[0].planned if ten.report.snapshot else None
    assert tabs(ten) == [*range(1, max(planned_now or 10, 3) + 1)]


CELLS = ("C6", "G6", "H7", "I8", "M40")


@pytest.mark.soak
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_nothing_typed_is_ever_lost_and_nothing_unused_stays(tmp_path: Path, seed: int) -> None:
    """Rounds go up and down, and now and then somebody types on a sheet that may not last."""
    chance = random.Random(seed)
    ten = Scribe(tmp_path / "friday", planned(12, rounds=2))
    kept: dict[tuple[int, str], str] = {}
    for turn in range(10):
        number = chance.choice([*range(1, 11), 30])
        changes = [rounds(number)]
        if chance.random() < 0.4:
            at, cell = chance.choice(tabs(ten)), chance.choice(CELLS)
            kept[at, cell] = f"note {turn}"
            changes.append(typed(f"Round {at}", cell, kept[at, cell]))
        there = tabs(ten)
        ten.change(*changes)
        ten.close()
        book = openpyxl.load_workbook(BytesIO(ten.data))
        for (at, cell), text in kept.items():
            assert book[f"Round {at}"][cell].value == text
        assert ten.report.snapshot is not None
        touched = {at for at, _ in kept}
        wanted = {*range(1, number + 1)} if number < 30 else {1, 2, *there}
        assert {*tabs(ten)} == wanted | touched | {1, 2}, number
        assert book.active is not None


def as_saved_by_libreoffice(ten: Scribe, profile: Path) -> bytes:
    out = profile.with_name("out")
    command = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless",
               "--convert-to", "xlsx", "--outdir", str(out), str(ten.workbook)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (out / ten.workbook.name).read_bytes()


@pytest.mark.office
def test_libreoffice_saves_them_they_go_and_it_opens_what_is_left(
    ten: Scribe, tmp_path: Path
) -> None:
    ten.change(typed("Round 7", "I9", "feature match"))
    ten.saved(as_saved_by_libreoffice(ten, tmp_path / "profile"))
    assert corrected(ten) == [1, 2, 3, 7]
    again = as_saved_by_libreoffice(ten, tmp_path / "profile")
    assert ten.saved(again).problems == ten.report.problems
    assert tabs(ten) == [1, 2, 3, 7]
    assert openpyxl.load_workbook(BytesIO(again))["Round 7"]["I9"].value == "feature match"


# --- room for everybody ---------------------------------------------------------------------------


def pods(players: int, size: int = 4, **more: object) -> Event:
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
    found: Worksheet = openpyxl.load_workbook(io.BytesIO(data))[sheet]
    return [cell.value for cell in found[4]]


def offered_in(sheet: Worksheet) -> str:
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
        return xml.replace(b'"A,B,C,D,draw,ID"', quote + b"A,B,C,D,draw,ID" + quote)

    now = pods(12)
    data = with_parts(new_workbook(now), sheet5=saved, sheet6=saved)
    me = Clerk(tmp_path / "ev", now, data)
    me.play()
    gone = [player for table in me.snapshot.rounds[0].tables for player in table.players][:7]
    me.put(*((me.player(me.name(player), "drops_after"), 1) for player in gone))
    book = openpyxl.load_workbook(io.BytesIO(me.doc))
    assert headings(me.doc, "Round 2")[-1] == "Seat E"
    assert [offered_in(book[f"Round {number}"]) for number in (1, 2)] == [
        "A,B,C,D,draw,ID", "A,B,C,D,E,draw,ID",
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
    sheet: Worksheet = book["Round 1"]
    sheet.delete_cols(6, 2)
    return sheet


@pytest.mark.parametrize(("room", "change"), [
    (True, deleted),
    (False, lambda book: deleted(book).merge_cells("J4:XFD4")),
    (False, lambda book: deleted(book).cell(4000, 300, "far out")),
], ids=["a column deleted", "no column free", "too far out to tell"])  # fmt: skip
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


def sheet_names(data: bytes) -> list[str]:
    names = openpyxl.load_workbook(io.BytesIO(data)).sheetnames
    return [name for name in names if "Round" in name]


def test_deleted_sheets_of_rounds_that_nobody_has_played_are_made_anew(tmp_path: Path) -> None:
    now = event(8, phase(1, rounds=4), automatic=False)
    me = Clerk(tmp_path / "ev", now)
    me.rework(lambda book: [book.remove(book[f"Round {number}"]) for number in (2, 4)])
    assert sheet_names(me.doc) == ["Round 1", "Round 3"]
    me.done()
    assert sheet_names(me.doc) == [f"Round {number}" for number in (1, 2, 3, 4)]
    assert not me.problems
    me.rework(lambda book: book.remove(book["Round 1"]))
    me.done()
    assert {*sheet_names(me.doc)} == {f"Round {number}" for number in (1, 2, 3, 4)}
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
    assert sheet_names(me.workbook.read_bytes()) == ["Round 2"]
    me.doc = kept
    me.done()
    assert not me.problems


# --- typed early ----------------------------------------------------------------------------------


TOO_EARLY = "was typed before the round was paired, so it does not count."


def out(me: Scribe) -> dict[int, bool]:
    return {table.number: table.finished for table in me.round.tables}


def scribe(root: Path, **more: object) -> Scribe:
    """Fourteen players; round 1 is played but for table 1."""
    me = Scribe(root, planned(14, rounds=3, **more))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "A" if table > 1 else None))
    return me


@pytest.mark.parametrize("by_itself", [False, True])
def test_an_early_result_does_not_count_when_its_round_goes_out(
    tmp_path: Path, by_itself: bool
) -> None:
    me = scribe(tmp_path / "friday", automatic=by_itself)
    early = (result(R2, 1, "B"), result(R2, 3, "C"), result(R2, 5, "A"))
    if by_itself:
        me.change(result(R1, 1, "D"), *early)
    else:
        me.change(result(R1, 1, "D"), *early)
        assert "is not paired yet, so this result does not count." in me.told("Round 2!G5")
        me.change(go(2))
    assert me.round.id == R2
    assert not any(out(me).values())
    assert TOO_EARLY in me.told("Round 2!G5")
    assert "at table 5" in me.told("Round 2!G9")
    assert "set aside: table 1 (B), table 3 (C), table 5 (A)" in me.desk
    me.close()  # Runner clears what was set aside
    me.saved()
    assert me.told("set aside").endswith("Type them again when they are in.")
    assert not any(out(me).values())
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1]
    assert "table 3 (C)" in me.told("set aside")
    assert "table 1" not in me.told("set aside")


def test_the_same_result_counts_once_it_was_cleared(tmp_path: Path) -> None:
    """The workbook stays open all the time."""
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    me.change(result(R2, 2, "A"))
    assert [table for table, done in out(me).items() if done] == [2]
    me.change(result(R2, 1, None))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1, 2]
    kinds = [each.kind for each in me.ledger.entries]
    assert kinds.count(EntryKind.RETYPED) == 1
    me.change(result(R2, 1, "A"), result(R2, 2, "B"))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1, 2]


def test_another_result_counts_at_once(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    me.change(result(R2, 1, "C"))
    assert out(me)[1]
    me.change(result(R2, 1, "B"))  # a correction
    assert out(me)[1]
    assert me.round.tables[0].seats[1].outcome is not None


def test_results_of_a_round_taken_back_do_not_count_for_the_next_seating(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 3, "C"), go(2))
    me.close()
    me.change(result(R2, 1, "A"), result(R2, 2, "B"))
    me.change(say("Delete round", 2))
    me.change(result(R2, 3, "A"))

    def again(book: object) -> None:
        go(2)(book)  # type: ignore[arg-type]

    def cleared(book: object) -> None:
        sheet = book["Decisions"]  # type: ignore[index]
        for line in sheet.iter_rows(min_row=5):
            line[5].value = None if line[2].value == 2 else line[5].value

    me.change(cleared)
    me.change(again)
    assert me.round.id == R2
    assert not any(out(me).values())


def test_a_round_that_is_back_keeps_its_early_results_aside(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 3, "C"), go(2))
    me.change(result(R2, 1, "A"))
    me.change(say("Delete round", 2))
    me.change(say("Undo the last decision"))
    assert me.round.id == R2
    assert [table for table, done in out(me).items() if done] == [1]


def test_names_typed_beside_it_make_it_a_match(tmp_path: Path) -> None:
    """A round that the organiser has written down in whole is taken as it stands."""
    me = scribe(tmp_path / "friday")
    names = [
        f"{me.report.snapshot.players[each].name}" for each in ("P001", "P002", "P003", "P004")
    ]  # type: ignore[union-attr]

    def by_hand(book: object) -> None:
        for seat, name in enumerate(names):
            book["Round 2"].cell(5, 3 + seat).value = name  # type: ignore[index]

    me.change(result(R1, 1, "D"), by_hand, result(R2, 1, "B"), result(R2, 2, "A"), go(2))
    assert [table for table, done in out(me).items() if done] == [1]


@pytest.mark.parametrize("type_", ["round_robin", "single_elimination"])
def test_other_phases_do_the_same(tmp_path: Path, type_: str) -> None:
    first = phase(1, type_, Mode.HEAD_TO_HEAD, name="Duel")
    event: Event = replace(planned(4, first), automatic=True)
    me = Scribe(tmp_path / "duel", event)
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda _: "2-0"), result(R2, 1, "2-1"))
    assert me.round.id == R2
    assert not any(out(me).values())
    assert TOO_EARLY in me.told("Round 2!")


def test_nobody_is_told_that_runner_clears_a_cell_of_a_workbook_on_the_web(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    assert "Runner clears it when the workbook is closed." in me.told("Round 2!G5")
    me.pipeline.folder.web.parent.mkdir(exist_ok=True)
    me.pipeline.folder.web.write_text("{}")
    me.saved()
    told = me.told("Round 2!G5")
    assert TOO_EARLY in told
    assert "In the workbook on the web, clear the cell" in told
    assert "Runner clears" not in told
    me.change(result(R2, 1, None))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1]

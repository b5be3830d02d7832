"""Sheets that a slip of a number brought go again once it is corrected, unless a hand was there."""

import random
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

from runner.workbook.write import created_sheets
from runner.workbook.write.write_back import Outcome
from tests.support.events import planned
from tests.support.scribe import Scribe, go

pytestmark = pytest.mark.thorough  # left out of make quick

Change = Callable[[Workbook], object]


@pytest.fixture
def me(tmp_path: Path) -> Scribe:
    """Three rounds, that became ten by a slip."""
    me = Scribe(tmp_path / "friday", planned(18, rounds=3))
    me.change(rounds(10))
    me.close()
    assert tabs(me) == [*range(1, 11)]
    return me


def rounds(number: int) -> Change:
    def change(book: Workbook) -> None:
        book["Phases"]["E5"] = number

    return change


def typed(sheet: str, cell: str, value: str | int | None) -> Change:
    def change(book: Workbook) -> None:
        book[sheet][cell] = value

    return change


def tabs(me: Scribe) -> list[int]:
    """The rounds that have a sheet."""
    names = openpyxl.load_workbook(BytesIO(me.data)).sheetnames
    return [int(name[6:]) for name in names if name.startswith("Round ")]


def lines(me: Scribe) -> list[object]:
    """The rounds that a line on Decisions pairs."""
    found = openpyxl.load_workbook(BytesIO(me.data))["Decisions"].iter_rows(min_row=5)
    return [line[2].value for line in found if line[0].value == "Pair round"]


def corrected(me: Scribe, number: int = 3) -> list[int]:
    me.change(rounds(number))
    me.close()
    return tabs(me)


def test_the_sheets_of_a_slip_go_with_their_lines(me: Scribe) -> None:
    me.change(rounds(5))
    done = me.pipeline.write_names(unlocked_for=0)
    assert done.outcome is Outcome.WRITTEN
    assert done.removed == tuple(f"Round {number}" for number in range(6, 11))
    assert tabs(me) == lines(me) == [1, 2, 3, 4, 5]
    assert "Round 9 and Round 10 are gone again" in me.desk
    assert me.saved().problems == ()
    assert me.pipeline.write_names(unlocked_for=0).outcome is Outcome.NOTHING


def test_they_come_again_and_the_event_is_played(me: Scribe) -> None:
    assert corrected(me) == [1, 2, 3]
    assert corrected(me, 4) == lines(me) == [1, 2, 3, 4]
    me.change(go(1))
    me.close()
    assert me.round.id.number == 1
    assert corrected(me, 1) == [1, 2, 3]  # those of the new workbook are the organiser's


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
def test_a_sheet_that_a_hand_has_touched_stays(me: Scribe, touch: str) -> None:
    me.change(TOUCHED[touch])
    every = touch == "a formula that may name any sheet"
    assert corrected(me) == ([*range(1, 11)] if every else [1, 2, 3, 7])
    if touch == "a note":
        assert openpyxl.load_workbook(BytesIO(me.data))["Round 7"]["I9"].value == "feature match"


def test_a_line_that_a_hand_has_touched_stays(me: Scribe) -> None:
    def reason(book: Workbook) -> None:
        for line in book["Decisions"].iter_rows(min_row=5):
            if line[2].value == 8:
                line[4].value = "the finals"

    me.change(reason)
    assert corrected(me) == [1, 2, 3]
    assert lines(me) == [1, 2, 3, 8]


def test_the_sheet_that_is_open_gives_way_to_the_one_before_it(me: Scribe) -> None:
    def seen(book: Workbook) -> None:
        book.active = book.sheetnames.index("Round 9")

    me.change(seen)
    assert corrected(me) == [1, 2, 3]
    assert str(openpyxl.load_workbook(BytesIO(me.data)).active) == '<Worksheet "Round 3">'


def test_while_an_editor_has_it_open_they_stay(me: Scribe) -> None:
    lock = me.folder.root / ".~lock.friday.xlsx#"
    lock.write_text(",ana,hall,now,;")
    assert corrected(me) == [*range(1, 11)]
    lock.unlink()
    me.close()
    assert tabs(me) == [1, 2, 3]


def test_without_a_note_of_who_made_them_they_stay(me: Scribe) -> None:
    (me.folder.root / ".runner" / "made.json").write_text('{"Round 7": 3, "Round 8": [4]}')
    assert created_sheets.known(me.workbook) == {"Round 8": []}
    assert corrected(me) == [*range(1, 11)]


def test_a_phase_that_does_not_know_its_rounds_keeps_its_sheets(me: Scribe) -> None:
    me.change(typed("Phases", "E5", None))
    me.close()
    planned_now = me.report.snapshot.phases[0].planned if me.report.snapshot else None
    assert tabs(me) == [*range(1, max(planned_now or 10, 3) + 1)]


CELLS = ("C6", "G6", "H7", "I8", "M40")


@pytest.mark.parametrize("seed", range(6))
def test_nothing_typed_is_ever_lost_and_nothing_unused_stays(tmp_path: Path, seed: int) -> None:
    """Rounds go up and down, and now and then somebody types on a sheet that may not last."""
    chance = random.Random(seed)
    me = Scribe(tmp_path / "friday", planned(12, rounds=2))
    kept: dict[tuple[int, str], str] = {}
    for turn in range(10):
        number = chance.choice([*range(1, 11), 30])
        changes = [rounds(number)]
        if chance.random() < 0.4:
            at, cell = chance.choice(tabs(me)), chance.choice(CELLS)
            kept[at, cell] = f"note {turn}"
            changes.append(typed(f"Round {at}", cell, kept[at, cell]))
        there = tabs(me)
        me.change(*changes)
        me.close()
        book = openpyxl.load_workbook(BytesIO(me.data))
        for (at, cell), text in kept.items():
            assert book[f"Round {at}"][cell].value == text
        assert me.report.snapshot is not None
        touched = {at for at, _ in kept}
        wanted = {*range(1, number + 1)} if number < 30 else {1, 2, *there}
        assert {*tabs(me)} == wanted | touched | {1, 2}, number
        assert book.active is not None


def as_saved_by_libreoffice(me: Scribe, profile: Path) -> bytes:
    out = profile.with_name("out")
    command = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless",
               "--convert-to", "xlsx", "--outdir", str(out), str(me.workbook)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (out / me.workbook.name).read_bytes()


@pytest.mark.office
def test_libreoffice_saves_them_they_go_and_it_opens_what_is_left(
    me: Scribe, tmp_path: Path
) -> None:
    me.change(typed("Round 7", "I9", "feature match"))
    me.saved(as_saved_by_libreoffice(me, tmp_path / "profile"))
    assert corrected(me) == [1, 2, 3, 7]
    again = as_saved_by_libreoffice(me, tmp_path / "profile")
    assert me.saved(again).problems == me.report.problems
    assert tabs(me) == [1, 2, 3, 7]
    assert openpyxl.load_workbook(BytesIO(again))["Round 7"]["I9"].value == "feature match"

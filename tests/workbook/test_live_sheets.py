"""A round without a sheet gets one in the open workbook, as it would in one that is closed."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.watch import watch_event
from runner.core.identifiers import RoundId
from runner.ledger.parsing import parse
from runner.workbook.live import Addition, LibreOffice, Live, LiveWriteResult, State
from runner.workbook.write.write_back import Outcome
from runner.workbook.xlsx.edit import CellChange
from tests.support.events import planned
from tests.support.folders import new_workbook
from tests.support.office import Office, needs_office, pipe
from tests.support.organiser import Watched
from tests.support.reported import into
from tests.support.waiting import PATIENCE, until

pytestmark = needs_office


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(f"sheets-{os.getpid()}-") / "friday"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def office(root: Path) -> Iterator[Office]:
    office = Office(root / "friday.xlsx", windows=True)
    yield office
    office.quit()


@pytest.fixture
def folder(root: Path) -> EventFolder:
    """An event whose plan has grown to three rounds, while the workbook has a sheet for one."""
    for each in (*root.iterdir(), root.parent / "site"):
        if each.is_dir() and each.name not in (".office", ".brand"):
            shutil.rmtree(each)
        elif each.is_file():
            each.unlink()
    book = openpyxl.load_workbook(BytesIO(new_workbook(planned(8, rounds=1))))
    cell = beside(book["Phases"], "Rounds")
    book["Phases"][cell] = 3
    book.save(root / "friday.xlsx")
    return EventFolder(root)


def beside(sheet: Any, heading: str) -> str:
    found = next(each for row in sheet.iter_rows() for each in row if each.value == heading)
    return f"{found.column_letter}{found.row + 1}"


@pytest.fixture
def path(folder: EventFolder) -> Path:
    return folder.root / "friday.xlsx"


def ran(folder: EventFolder) -> Pipeline:
    pipeline = Pipeline(folder, folder.root.parent / "site")
    pipeline.run((folder.root / "friday.xlsx").read_bytes())
    return pipeline


def lacking(pipeline: Pipeline) -> list[Addition]:
    last = pipeline.last
    assert last is not None
    models = {each.sheet: each for each in last.layout.rounds.values()}
    return [Addition(each, models[each.like]) for each in last.missing_sheets]


def add(live: Live, pipeline: Pipeline, path: Path) -> LiveWriteResult:
    return live.write(path, path.read_bytes(), (), {}, lacking(pipeline))


def look(sheet: Any) -> dict[str, Any]:
    """All that makes a round's sheet what it is, but what stands in its cells."""
    lock = sheet.protection
    return {
        "dropdowns": sorted(
            (str(each.sqref), each.type, str(each.formula1), str(each.prompt))
            for each in sheet.data_validations.dataValidation
        ),
        "colours": sorted(
            (str(each.sqref), rule.formula) for each in sheet.conditional_formatting
            for rule in each.rules
        ),
        "widths": {key: sheet.column_dimensions[key].width for key in "ABCHIJ"},
        "hidden": {key: sheet.column_dimensions[key].hidden for key in "ABCHIJ"},
        "frozen": sheet.freeze_panes,
        "lock": (lock.sheet, lock.formatCells, lock.insertRows, lock.sort, lock.password),
    }  # fmt: skip


def test_the_sheets_of_further_rounds_come_into_the_open_workbook(
    folder: EventFolder, path: Path, office: Office
) -> None:
    pipeline = ran(folder)
    assert [each.sheet.name for each in lacking(pipeline)] == ["Round 3", "Round 2"]
    before = openpyxl.load_workbook(path).sheetnames
    rows = [cell.row for cell in openpyxl.load_workbook(path)["Round 1"]["A"] if cell.value]
    last = rows[-1]
    office.open()
    office.go("Players", "B5")
    office.type("Round 1", "C5", "Ana, typed just now")
    office.type("Round 1", "H5", "A")
    office.type("Round 1", f"C{last + 3}", "below everything")
    office.remark("Round 1", "H5", "looked at by the judge")
    live = Live([LibreOffice(pipe(path))])
    given = add(live, pipeline, path)
    assert (given.state, given.added) == (State.DONE, ("Round 3", "Round 2"))
    at = before.index("Round 1") + 1
    assert office.sheets() == [*before[:at], "Round 2", "Round 3", *before[at:]]
    assert office.shown() == "Players"
    assert office.read("Round 1", "C5") == "Ana, typed just now"
    assert office.remarks("Round 1") - office.remarks("Round 2") == 1
    area = "A3:J6"
    assert office.looks("Round 2", area) == office.looks("Round 1", area)
    assert office.looks("Round 3", area) == office.looks("Round 1", area)
    assert add(live, pipeline, path).added == ()
    office.save()
    office.close()
    saved = openpyxl.load_workbook(path)
    for number in (2, 3):
        sheet = saved[f"Round {number}"]
        keys = [sheet[f"A{row}"].value for row in range(5, last + 1)]
        assert keys[0] == f"R{number}T1"
        assert all(str(key).startswith(f"R{number}") for key in keys)
        assert {sheet[f"{c}{r}"].value for c in "CDEFGHIJ" for r in range(5, last + 9)} == {None}
        assert look(sheet) == look(saved["Round 1"])
    again = ran(folder)
    assert lacking(again) == []
    assert again.write_names(unlocked_for=0).outcome in (Outcome.NOTHING, Outcome.WRITTEN)
    assert openpyxl.load_workbook(path).sheetnames == saved.sheetnames


def test_an_undo_takes_the_sheets_away_and_they_are_not_forced_on_anybody(
    folder: EventFolder, path: Path, office: Office
) -> None:
    pipeline = ran(folder)
    before = openpyxl.load_workbook(path).sheetnames
    office.open()
    live = Live([LibreOffice(pipe(path))])
    assert len(add(live, pipeline, path).added) == 2
    office.undo()
    assert office.sheets() == before
    assert add(live, pipeline, path).added == ()
    office.save()
    office.close()
    live.closed()
    again = ran(folder)
    assert again.write_names(unlocked_for=0).outcome is Outcome.WRITTEN
    assert "Round 3" in openpyxl.load_workbook(path).sheetnames


def test_no_sheet_comes_while_somebody_types_in_a_cell(
    folder: EventFolder, path: Path, office: Office
) -> None:
    pipeline = ran(folder)
    live = Live([LibreOffice(pipe(path))])
    office.show()
    office.go("Penalties", "B5")
    office.keys("Slow p")
    until(office.typing, "somebody who types")
    names = [CellChange("Round 1", "C5", "Ana")]
    given = live.write(path, path.read_bytes(), names, {}, lacking(pipeline))
    assert (given.written, given.typing) == (tuple(names), ("Round 3", "Round 2"))
    office.keys("lay")
    office.enter()
    until(lambda: office.read("Penalties", "B5") == "Slow play", "what was typed")
    assert add(live, pipeline, path).added == ("Round 3", "Round 2")
    assert office.read("Penalties", "B5") == "Slow play"
    office.close()


def test_a_model_that_was_changed_since_the_last_save_is_not_copied(
    folder: EventFolder, path: Path, office: Office
) -> None:
    pipeline = ran(folder)
    office.open()
    office.type("Round 1", "A6", "R1T99")
    given = add(Live([LibreOffice(pipe(path))]), pipeline, path)
    assert (given.added, given.unlike) == ((), ("Round 3", "Round 2"))
    assert "Round 2" not in office.sheets()
    office.close()


@pytest.mark.parametrize("live", [True, False], ids=["live", "without"])
def test_a_workbook_that_stays_open_gets_its_next_round_or_is_told_why_not(
    folder: EventFolder, path: Path, office: Office, live: bool
) -> None:
    """The sheet comes, then the names; with no way in they come when it is closed."""
    stop, said = threading.Event(), list[str]()
    office.open()
    programs = Live([LibreOffice(pipe(path))]) if live else None
    watched = Watched(folder, folder.root.parent / "site")
    watching = threading.Thread(
        target=watch_event, args=(watched, path, into(said), None, stop), kwargs={"live": programs},
        daemon=True,
    )  # fmt: skip
    watching.start()

    def heard(words: str) -> Callable[[], bool]:
        return lambda: any(words in line for line in said)

    try:
        if not live:
            until(heard("Round 2 and Round 3 have no sheet yet. They come when friday.xlsx is"))
            desk = folder.root / "desk.html"
            until(lambda: "have no sheet yet" in desk.read_text())
            return
        until(heard("Added Round 2 and Round 3 to the open friday.xlsx"))
        go = beside(openpyxl.load_workbook(path)["Decisions"], "Go")
        office.type("Decisions", go, "yes")
        office.save()
        until(lambda: office.read("Round 1", "C5") != "")
        office.save()
        seated = [row for row in office.area("Round 1", "C5:G9") if row[0]]
        for number in range(len(seated)):
            office.type("Round 1", f"H{5 + number}", "A")
        row = int(go[1:]) + 1
        for column, text in (("A", "Pair round"), ("B", "1"), ("C", "2"), (go[0], "yes")):
            office.type("Decisions", f"{column}{row}", text)
        office.save()
        until(lambda: office.read("Round 2", "C5") != "")
        names = {name for row in office.area("Round 2", "C5:G9") for name in row if name}
        assert len(names) == 8
        office.save()
    finally:
        seen = len(watched.writings)
        office.close()
        try:
            until(lambda: watched.is_done(since=seen), said)
        finally:
            stop.set()
            watching.join(PATIENCE)
    ledger, _ = parse(folder.ledger.read_bytes())
    assert RoundId(1, 2) in ledger.rounds
    assert "overridden" not in {entry.kind.value for entry in ledger.entries}
    assert openpyxl.load_workbook(path).sheetnames.count("Round 2") == 1
    assert not any(line.startswith("✗") for line in said), said

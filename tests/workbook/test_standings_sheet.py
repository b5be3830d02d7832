"""The Standings sheet of the workbook: Runner fills it, and nothing else is touched."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.workbook.schema import OLD_RECORD
from tests.support.events import planned
from tests.support.folders import data_of, event_folder, workbook_of

pytestmark = pytest.mark.thorough  # left out of make quick

COLUMNS = 9


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(8))


@pytest.fixture
def pipeline(folder: EventFolder, tmp_path: Path) -> Pipeline:
    made = Pipeline(folder, tmp_path / "site")
    made.run(data_of(folder), publish_next=True)
    made.write_names(unlocked_for=0)
    return made


def run(pipeline: Pipeline) -> None:
    pipeline.run(data_of(pipeline.folder))
    pipeline.write_names(unlocked_for=0)


def edit(folder: EventFolder, sheet: str, **cells: object) -> None:
    book = openpyxl.load_workbook(workbook_of(folder))
    for cell, value in cells.items():
        book[sheet][cell] = value
    book.save(workbook_of(folder))


def sheet_of(folder: EventFolder) -> Worksheet:
    return openpyxl.load_workbook(workbook_of(folder))["Standings"]


def lines(folder: EventFolder) -> list[tuple[object, ...]]:
    rows = sheet_of(folder).iter_rows(min_row=5, max_col=COLUMNS, values_only=True)
    return [tuple(row) for row in rows if any(value is not None for value in row)]


def results(folder: EventFolder, *typed: str) -> None:
    sheet = openpyxl.load_workbook(workbook_of(folder))["Round 1"]
    heads = {cell.value: cell.column_letter for cell in sheet[4]}
    edit(folder, "Round 1", **{f"{heads['Result']}{5 + at}": text for at, text in enumerate(typed)})


def test_it_waits_for_all_results_and_follows_a_correction(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    results(folder, "A")
    run(pipeline)
    assert lines(folder) == []
    assert sheet_of(folder)["A1"].value == "Standings"
    results(folder, "A", "B")
    run(pipeline)
    before = lines(folder)
    ranking = pipeline.desk.shown[0].phases[0].standings[-1]
    people = pipeline.desk.shown[0].players
    assert [line[1] for line in before] == [people[row.player].name for row in ranking.rows]
    assert [line[:1] + line[2:4] for line in before[:3]] == [
        (1, 7, "1-0-0"), (2, 7, "1-0-0"), (3, 0, "0-1-0")]  # fmt: skip
    assert [cell.value for cell in sheet_of(folder)[4]][4:7] == ["MW%", "OAMP", "OMW%"]
    assert sheet_of(folder)["A1"].value == "Standings after Round 1"
    results(folder, "draw", "B")
    run(pipeline)
    assert [line[2] for line in lines(folder)] == [7, 1, 1, 1, 1, 0, 0, 0]


def test_it_is_emptied_without_a_ranking_and_a_renamed_player_is_renamed_here_too(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    results(folder, "A", "B")
    run(pipeline)
    assert lines(folder)
    results(folder, "A", "")
    run(pipeline)
    assert lines(folder) == []
    results(folder, "A", "B")
    run(pipeline)
    first = lines(folder)[0][1]
    players = openpyxl.load_workbook(workbook_of(folder))["Players"]
    name = next(cell for row in players for cell in row if cell.value == first)
    edit(folder, "Players", **{name.coordinate: "Zoe Newname"})
    run(pipeline)
    assert lines(folder)[0][1] == "Zoe Newname"
    results(folder, "B", "A")
    run(pipeline)
    assert first not in [line[1] for line in lines(folder)]


def test_what_somebody_wrote_there_stays_and_is_told(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    edit(folder, "Standings", B6="ask Ana about the deck", K5="mine")
    results(folder, "A", "B")
    pipeline.run(data_of(folder))
    done = pipeline.write_names(unlocked_for=0)
    assert [(kept.change.cell, kept.found) for kept in done.kept] == [
        ("B6", "ask Ana about the deck")
    ]
    sheet = sheet_of(folder)
    assert (sheet["B6"].value, sheet["K5"].value) == ("ask Ana about the deck", "mine")
    assert sheet["A6"].value is not None


def test_a_workbook_without_the_sheet_or_its_headings_is_left_as_it_is(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    edit(folder, "Standings", B4="Who")
    results(folder, "A", "B")
    run(pipeline)
    assert lines(folder) == []
    book = openpyxl.load_workbook(workbook_of(folder))
    del book["Standings"]
    book.save(workbook_of(folder))
    report = pipeline.run(data_of(folder))
    assert not [problem for problem in report.problems if "Standings" in str(problem)]


def test_a_workbook_made_when_draws_stood_before_losses_gets_the_new_heading(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    edit(folder, "Standings", D4=OLD_RECORD)
    results(folder, "A", "B")
    run(pipeline)
    assert sheet_of(folder)["D4"].value == "Wins-losses-draws"
    assert lines(folder)[-1][3] == "0-1-0"

"""Emperor from a new workbook to the last result: single elimination, unless something else is
asked for."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from runner.app.event_folder import EventFolder
from runner.cli import main
from runner.core.event import Event
from runner.workbook.read.read import read
from tests.support.folders import data_of, workbook_of
from tests.support.workbooks import edited


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


def made(folder: Path, *more: str) -> Event:
    run("new", str(folder), "--mode", "emperor", *more)
    event, _, _ = read(data_of(EventFolder(folder)))
    assert event is not None
    return event


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("more", "types"),
    [
        ((), ["single_elimination"]),
        (("--rounds", "4"), ["swiss"]),
        (("--cut", "4"), ["swiss", "single_elimination"]),
    ],
)
def test_what_is_offered(more: tuple[str, ...], types: list[str], tmp_path: Path) -> None:
    assert [phase.type for phase in made(tmp_path / "cup", *more).phases] == types


@pytest.mark.thorough
@pytest.mark.parametrize(("teams", "rounds"), [(4, 2), (6, 3)])
def test_it_is_played_to_the_end(teams: int, rounds: int, tmp_path: Path) -> None:
    """As many rounds as the rules have for so few teams (MTR Appendix E)."""
    event, site = tmp_path / "cup", str(tmp_path / "site")
    made(event, "--sample", str(teams))
    run("rehearse", str(event), "--site", site, "--rounds", str(rounds))
    document = json.loads(run("export", str(event)))
    assert len(document["rounds"]) == rounds
    assert len(document["rounds"][-1]["tables"]) == 1
    assert "The ledger is whole." in run("verify", str(event))


def test_a_rehearsal_ends_where_everybody_has_dropped(tmp_path: Path) -> None:
    def drop(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        head = next(row for row in sheet.iter_rows(max_row=12) if row[0].value == "Id")
        column = next(each.column for each in head if each.value == "Drops after round")
        for row in range(head[0].row + 1, head[0].row + 5):
            sheet.cell(row, column).value = 1

    event, site = tmp_path / "cup", str(tmp_path / "site")
    made(event, "--sample", "4")
    workbook = workbook_of(EventFolder(event))
    workbook.write_bytes(edited(drop, workbook.read_bytes()))
    assert "Made up 2 results." in run("rehearse", str(event), "--site", site, "--rounds", "2")

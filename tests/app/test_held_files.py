"""On Windows, what a program has open: the organiser is told to close it, and all else goes on."""

import subprocess
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.disk import UnreadableError, read_settled
from runner.process_locks import named_lock
from tests.support.commands import run
from tests.support.events import planned
from tests.support.folders import event_folder
from tests.support.pretend_windows import held, pretended
from tests.support.processes import ROOT, module

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    folder = event_folder(tmp_path / "friday", planned(8, automatic=True))
    Pipeline(folder, tmp_path / "site").run((folder.root / "friday.xlsx").read_bytes())
    return folder


def runner(*words: str) -> str:
    with pretended(told=True):
        done = subprocess.run(
            [*module("runner"), *words], cwd=ROOT, capture_output=True, check=False
        )
    said = (done.stdout + done.stderr).decode()
    assert "Traceback" not in said
    return said


def test_slips_in_a_viewer_stay_and_the_round_is_printed_once_it_is_closed(
    folder: EventFolder,
) -> None:
    root = str(folder.root)
    runner("next", root)
    runner("print", root, "slips")
    slips = next((folder.root / "slips").glob("*.pdf"))
    slips.write_bytes(b"of before")
    folder.memory("slips").unlink()
    with held(slips):
        said = runner("print", root, "slips")
    assert "slips-R1.pdf is open in another program" in said
    assert "Close the PDF; it follows at the next save or the next run." in said
    assert slips.read_bytes() == b"of before"
    runner("print", root, "slips")
    assert slips.read_bytes().startswith(b"%PDF")


def test_a_table_held_by_a_spreadsheet_program_keeps_no_page_back(
    folder: EventFolder, tmp_path: Path
) -> None:
    site, workbook = tmp_path / "site", folder.root / "friday.xlsx"
    table = next((site / "data").glob("*.csv"))
    table.write_bytes(b"of before")
    (site / "index.html").unlink()
    with held(table):
        said = runner("build", str(folder.root), "--site", str(site))
    assert f"{table.name} is open in another program" in said
    assert "Close it there;" in said
    assert (site / "index.html").exists()
    assert workbook.exists()
    runner("build", str(folder.root), "--site", str(site))
    assert table.read_bytes() != b"of before"


def test_a_command_beside_a_watch_says_that_the_watch_writes_into_the_open_workbook(
    folder: EventFolder,
) -> None:
    workbook = folder.root / "friday.xlsx"
    lock = workbook.with_name(".~lock.friday.xlsx#")
    lock.write_text("Ann Lee,ann,hall,18.07.2025 14:05,file:///home/ann;")
    with named_lock(folder.lock.with_name("watching.lock")):
        said = run("next", folder.root, "--site", folder.root / "site")
    assert (
        "friday.xlsx is open. The watch of this event writes names into it: at once where it "
        "reaches the open workbook, otherwise when it is closed."
    ) in said
    assert "save and close" not in said
    said = run("build", folder.root, "--site", folder.root / "site")  # nobody watches
    assert "friday.xlsx is open in LibreOffice by Ann Lee" in said


def test_the_desk_in_another_program_is_told(folder: EventFolder, tmp_path: Path) -> None:
    desk = folder.root / "desk.html"
    desk.write_bytes(b"of before")
    with held(desk):
        said = runner("build", str(folder.root), "--site", str(tmp_path / "site"))
    assert "The desk, desk.html, cannot be brought up to date: another program holds it." in said


def test_a_workbook_that_nobody_else_may_read_is_tried_again_and_told(folder: EventFolder) -> None:
    workbook, pauses = folder.root / "friday.xlsx", list[float]()
    with held(workbook, exclusively=True):
        said = runner("build", str(folder.root))
        with pretended(), pytest.raises(UnreadableError):
            read_settled(workbook, pauses.append)
    assert "Close the program that holds it" in said
    assert len(pauses) == 50

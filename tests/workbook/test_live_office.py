"""The same with LibreOffice itself, reached over its pipe while it has the workbook open."""

import os
import pickle
import subprocess
import sys
import threading
import time
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from runner.app.pipeline import Pipeline
from runner.app.watch import watch_event
from runner.core.actions import StartReachable
from runner.core.identifiers import RoundId
from runner.ledger.parsing import parse
from runner.workbook.live import LibreOffice, Live, State
from runner.workbook.write.write_back import Outcome, write_back
from runner.workbook.xlsx.edit import CellChange
from tests.support import processes
from tests.support.events import planned
from tests.support.folders import event_folder, workbook_of
from tests.support.office import Office, needs_office, pipe
from tests.support.one_sheet import NAMES, ON_DISK, SHEET, text, workbook
from tests.support.organiser import Watched
from tests.support.reported import into
from tests.support.waiting import PATIENCE, until

pytestmark = needs_office


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "event.xlsx"
    file.write_bytes(workbook(ON_DISK))
    return file


def test_names_appear_in_libreoffice_and_the_organiser_saves_them(
    path: Path, office: Office
) -> None:
    live = Live([LibreOffice(pipe(path))])
    data = path.read_bytes()
    assert live.write(path, data, NAMES, {SHEET: 1}).state is State.NOT_OPEN
    office.open()
    office.type(SHEET, "C2", "Zoë")  # not saved yet, and the organiser's
    office.type(SHEET, "D3", "2-0")
    changes = [
        *NAMES, CellChange(SHEET, "C3", "=1+1"), CellChange(SHEET, "D2", 12),
        CellChange(SHEET, "A2", None),
    ]  # fmt: skip
    answer = live.write(path, data, changes, {SHEET: 1})
    assert answer.state is State.DONE
    assert [(each.change.cell, each.found) for each in answer.kept] == [
        ("C2", "Zoë"),
        ("A2", "R1T1"),
    ]
    assert [change.cell for change in answer.written] == ["B2", "B3", "C3", "D2"]
    assert path.read_bytes() == data  # the file is the organiser's to save
    waiting = write_back(path, sha256(data).hexdigest(), NAMES, unlocked_for=0)
    assert waiting.outcome is Outcome.WAITING
    office.save()
    office.close()
    saved = path.read_bytes()
    expected = {"B2": "Ann", "C2": "Zoë", "B3": "Cy", "C3": "=1+1", "D2": "12", "D3": "2-0"}
    assert {cell: text(saved, cell) for cell in expected} == expected
    assert openpyxl.load_workbook(BytesIO(saved))[SHEET]["C3"].data_type == "s"
    after = write_back(path, sha256(saved).hexdigest(), NAMES, unlocked_for=0)
    assert after.outcome is Outcome.NOTHING
    assert [each.found for each in after.kept] == ["Zoë"]


def test_one_undo_takes_back_all_that_runner_wrote(path: Path, office: Office) -> None:
    live = Live([LibreOffice(pipe(path))])
    office.open()
    office.type(SHEET, "D3", "2-0")
    live.write(path, path.read_bytes(), NAMES, {SHEET: 1})
    assert office.read(SHEET, "B3") == "Cy"
    ran = processes.run("office/undo", pipe(path), text=True, timeout=PATIENCE)
    assert ran.stdout.strip() == "Runner: Round 1"
    assert [office.read(SHEET, cell) for cell in ("B2", "C2", "B3", "D3")] == ["", "", "", "2-0"]
    assert live.write(path, path.read_bytes(), NAMES, {SHEET: 1}).written == ()
    assert office.read(SHEET, "B3") == ""
    office.close()


def test_a_libreoffice_that_cannot_be_reached_is_named_with_the_line_that_helps(path: Path) -> None:
    answer = Live([LibreOffice("nobody-listens")]).write(path, path.read_bytes(), NAMES, {SHEET: 1})
    assert answer.state is State.UNREACHABLE
    command = 'soffice --accept="pipe,name=nobody-listens;urp"'
    assert answer.action == StartReachable("LibreOffice", command)


def test_libreoffice_outlives_a_runner_that_is_killed_while_it_writes(
    path: Path, office: Office
) -> None:
    office.open()
    data = path.read_bytes()
    many = [CellChange(SHEET, f"F{row}", f"name {row}") for row in range(2, 400)]
    for pause in (0.35, 0.5, 0.65, 0.8):
        runner = subprocess.Popen(
            processes.command("write_live"), cwd=processes.ROOT, stdin=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        assert runner.stdin is not None
        runner.stdin.write(pickle.dumps((pipe(path), path, many)))
        runner.stdin.close()
        time.sleep(pause)
        os.killpg(runner.pid, 9)
        runner.wait()
        office.type(SHEET, "D2", f"after {pause}")
        assert office.read(SHEET, "D2") == f"after {pause}"
    live = Live([LibreOffice(pipe(path))])
    began = time.monotonic()
    assert live.write(path, data, many, {}).state is State.DONE
    sys.stdout.write(f"398 names live: {time.monotonic() - began:.2f} s\n")
    assert office.read(SHEET, "F399") == "name 399"
    office.close()


def test_a_round_is_played_while_the_workbook_stays_open(tmp_path: Path) -> None:
    """Names appear and are saved with the first result; the ledger has the round once."""
    event = planned(8)
    folder = event_folder(tmp_path / "friday", event)
    path = workbook_of(folder)
    loaded = Pipeline(folder, tmp_path / "site")
    loaded.run(path.read_bytes())
    loaded.write_names(unlocked_for=0)
    decisions = openpyxl.load_workbook(path)["Decisions"]
    go = next(cell for row in decisions.iter_rows() for cell in row if cell.value == "Go")
    office = Office(path)
    stop, said = threading.Event(), list[str]()
    live = Live([LibreOffice(pipe(path))])
    office.open()
    watched = Watched(folder, tmp_path / "site")
    watching = threading.Thread(
        target=watch_event, args=(watched, path, into(said), None, stop), kwargs={"live": live},
        daemon=True,
    )  # fmt: skip
    watching.start()
    try:
        office.type("Decisions", f"{go.column_letter}{go.row + 1}", "yes")
        office.save()
        until(lambda: any("into the open friday.xlsx" in line for line in said), said)
        seats = {
            office.read("Round 1", f"{column}{row}")
            for column in "CDEFGH"
            for row in (2, 3, 4, 5, 6)
        }
        assert {player.name for player in event.players} <= seats
        office.save()
        seen = len(watched.writings)
        office.close()
        until(lambda: watched.is_done(since=seen), said)
    finally:
        stop.set()
        watching.join(PATIENCE)
        office.quit()
    ledger, _ = parse(folder.ledger.read_bytes())
    kinds = [entry.kind.value for entry in ledger.entries]
    assert kinds[:2] == ["seed", "paired"]
    assert "overridden" not in kinds
    assert RoundId(1, 1) in ledger.rounds
    assert not any("Wrote" in line and "open" not in line for line in said), said

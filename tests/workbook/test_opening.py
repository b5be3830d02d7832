"""`runner watch --open`: the workbook comes up in a program that Runner can write into."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from runner.workbook.live import LibreOffice, Live, State
from runner.workbook.live.office import listening, open_in_libreoffice
from tests.support.events import planned
from tests.support.folders import event_folder, workbook_of
from tests.support.office import pipe, with_windows
from tests.support.one_sheet import NAMES, ON_DISK, SHEET, workbook
from tests.support.waiting import until

_NOTES_ARGUMENTS = '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.new" && mv "$0.new" "$0.told"\n'


def program(folder: Path, name: str) -> Path:
    """A program of that name which only notes what it was started with; the file with its notes."""
    made = folder / name
    made.write_text(_NOTES_ARGUMENTS)
    made.chmod(0o755)
    return folder / f"{name}.told"


def told(notes: Path) -> list[str]:
    until(notes.exists, f"{notes} is there")
    return notes.read_text().splitlines()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "with space.xlsx"
    file.write_bytes(workbook(ON_DISK))
    return file


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="a program of a shell's")
def test_watch_opens_the_workbook_and_follows_it(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", planned(8))
    notes = program(tmp_path, "soffice")
    command = [sys.executable, "-m", "runner", "watch", str(folder.root), "--open", "--no-proof"]
    command += ["--site", str(tmp_path / "site")]
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as watch:
        workbook = str(workbook_of(folder).resolve())
        assert told(notes) == ["--norestore", "--accept=pipe,name=runner;urp", workbook]
        until((tmp_path / "site" / "index.html").exists, "the site is there")
        watch.terminate()
        said = watch.communicate()[0]
    assert "friday.xlsx opens in LibreOffice; names appear in it while it is open." in said


def test_where_there_is_no_libreoffice_the_usual_program_is_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(path.parent))
    assert not open_in_libreoffice(path)


@pytest.mark.office
def test_names_appear_in_the_workbook_that_it_opened(path: Path) -> None:
    start = [
        *listening("soffice", path, pipe(path)),
        *("--headless", f"-env:UserInstallation={(path.parent / '.office').as_uri()}"),
        *with_windows(path.parent / ".brand"),
    ]
    with subprocess.Popen(start, start_new_session=True) as office:
        live = Live([LibreOffice(pipe(path))])
        data = path.read_bytes()
        until(
            lambda: live.write(path, data, NAMES, {SHEET: 1}).state is State.DONE,
            "names are in the open workbook",
        )
        os.killpg(office.pid, signal.SIGKILL)

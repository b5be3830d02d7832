"""The standalone program is no Python: nothing is started as if it were one."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from runner import resources
from runner.app import own_window
from runner.app.background_job import runner
from runner.app.own_window import kept_open
from runner.workbook.live import office

PACKAGING = Path(__file__).parents[2] / "packaging"


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def test_a_checkout_is_not_standalone() -> None:
    assert not resources.standalone()
    assert runner("print", "x") == [sys.executable, "-m", "runner", "print", "x"]


@pytest.mark.usefixtures("frozen")
def test_its_children_are_started_by_its_own_name() -> None:
    assert runner("print", "x") == [sys.executable, "print", "x"]


@pytest.mark.usefixtures("frozen")
def test_it_is_not_asked_for_the_bridge_to_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command[0])
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", run)
    office.interpreter.cache_clear()
    try:
        assert office.interpreter() is None
    finally:
        office.interpreter.cache_clear()
    assert sys.executable not in asked


def test_programs_that_it_starts_find_their_own_libraries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{tmp_path}:/before")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", str(tmp_path))
    monkeypatch.setenv("_PYI_APPLICATION_HOME_DIR", str(tmp_path))
    monkeypatch.setenv("FONTCONFIG_FILE", "/mine")
    monkeypatch.setenv("SSL_CERT_FILE", "/mine.pem")
    runpy.run_path(str(PACKAGING / "surroundings.py"))
    assert os.environ["LD_LIBRARY_PATH"] == "/before"
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    assert "DYLD_LIBRARY_PATH" not in os.environ
    assert "_PYI_APPLICATION_HOME_DIR" not in os.environ  # so that a child of ours sets them anew
    assert os.environ["FONTCONFIG_FILE"] == "/mine"  # what somebody has set stays
    assert os.environ["SSL_CERT_FILE"] == "/mine.pem"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked, on a Windows where Runner has a window to itself."""
    found: list[str] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", ["runner.exe"])
    monkeypatch.setattr(own_window, "programs_in_this_window", lambda: 1)
    monkeypatch.setattr("builtins.input", found.append)
    return found


def ended(reason: BaseException) -> object:
    """How a start ends that fails for that reason."""
    try:
        with kept_open():
            raise reason
    except SystemExit as end:
        return end.code


def test_a_start_that_failed_waits_until_it_is_read(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(SystemExit(1)) == 1
    assert ended(RuntimeError("the disk says no")) == 1
    assert len(asked) == 2
    assert "the disk says no" in capsys.readouterr().err


def test_an_end_that_was_asked_for_closes_the_window(asked: list[str]) -> None:
    assert ended(SystemExit(0)) == 0
    assert asked == []


@pytest.mark.parametrize(
    ("name", "value"), [("platform", "linux"), ("argv", ["runner.exe", "status"])]
)
def test_it_waits_for_nobody_elsewhere(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    monkeypatch.setattr(sys, name, value)
    assert ended(SystemExit(2)) == 2
    assert asked == []


@pytest.mark.parametrize("programs", [0, 2])
def test_a_window_that_was_open_before_stays_anyway(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, programs: int
) -> None:
    monkeypatch.setattr(own_window, "programs_in_this_window", lambda: programs)
    assert ended(SystemExit(1)) == 1
    assert asked == []


def test_a_window_without_a_keyboard_ends(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: str) -> None:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    assert ended(SystemExit(1)) == 1

"""The standalone program is no Python: nothing is started as if it were one."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from runner import resources
from runner.app.background_job import runner
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

"""What many tests begin with."""

import os
import re
import secrets
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from tests.support.office import Office
from tests.support.pretend_windows import Faults, pretended

settings.register_profile("untimed", deadline=None)  # how long a case takes is for benchmarks/
settings.register_profile("repeatable", settings.get_profile("untimed"), derandomize=True)
settings.load_profile("untimed")

os.environ["TERM"] = "xterm"  # whatever the tests are started in
os.environ.pop("NO_COLOR", None)
if hasattr(os, "nice"):  # a command that lowers its priority must not lower that of all later tests
    os.nice = lambda increment: 0

_LEFT_OUT = re.compile(r"^pytestmark = .*\b(thorough|browser)\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file of which `make quick` runs no test: half of all tests are in those."""
    if "not thorough" not in config.option.markexpr or collection_path.suffix != ".py":
        return None
    return bool(_LEFT_OUT.search(collection_path.read_text("utf-8"))) or None


@pytest.fixture
def pipeline(folder: EventFolder, tmp_path: Path) -> Pipeline:
    """What publishes the event of a test's own folder."""
    return Pipeline(folder, tmp_path / "site")


@pytest.fixture(autouse=True)
def _same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw seeds and marks of new events from the test's name: a run repeats the one before."""
    drawn = count()

    def token_hex(size: int = 32) -> str:
        return sha256(f"{request.node.nodeid} {next(drawn)}".encode()).hexdigest()[: 2 * size]

    monkeypatch.setattr(secrets, "token_hex", token_hex)


@pytest.fixture(params=["this system", "windows"])
def platform(request: pytest.FixtureRequest) -> Iterator[str]:
    """This system, and then Windows, as far as that can be pretended."""
    if request.param == "windows":
        with pretended(told=True):
            yield "windows"
    else:
        yield "this system"


@pytest.fixture(params=["this system", "windows"])
def faulty_platform(request: pytest.FixtureRequest) -> Iterator[str]:
    """The same, with a Windows on which every third call fails in some way."""
    if request.param == "windows":
        with pretended(Faults(0.3, seed=1), told=True) as faults:
            yield "windows"
        sys.stdout.write(f"what failed, by its code: {dict(faults.met)}\n")
    else:
        yield "this system"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, from the system's packages."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def office(path: Path) -> Iterator[Office]:
    """LibreOffice, with a test's own workbook open."""
    office = Office(path)
    yield office
    office.quit()

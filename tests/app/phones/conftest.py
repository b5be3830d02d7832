"""A hall that takes results by phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runner.app.http import Server
from tests.support.phones import serving, started
from tests.support.scribe import Scribe


@pytest.fixture
def day(tmp_path: Path) -> Scribe:
    """Eight players in two pods in round 1, whose results two players report."""
    return started(tmp_path / "friday")


@pytest.fixture
def server(day: Scribe) -> Iterator[Server]:
    """The hall's server of the event."""
    with serving(day) as server:
        yield server

"""Each test holds for both servers."""

from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from tests.support.services import DOOR, HALL, Service, running


@pytest.fixture(autouse=True)
def settings_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for settings that is empty at first."""
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "own")


@pytest.fixture(params=[HALL, DOOR])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def service(name: str, tmp_path: Path) -> Iterator[Service]:
    with running(name, tmp_path) as service:
        yield service

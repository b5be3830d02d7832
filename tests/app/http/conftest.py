"""Each test holds for both servers."""

from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from tests.support.services import DOOR, HALL, Service, running


@pytest.fixture(autouse=True, scope="module")
def settings_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own = tmp_path_factory.mktemp("settings") / "own"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(platformdirs, "user_config_path", lambda *_, **__: own)
        yield


@pytest.fixture(scope="module", params=[HALL, DOOR])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def lasting(name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server for all tests of a file that neither change it nor leave a connection open."""
    with running(name, tmp_path_factory.mktemp("lasting")) as service:
        yield service


@pytest.fixture
def service(name: str, tmp_path: Path) -> Iterator[Service]:
    with running(name, tmp_path) as service:
        yield service

"""No door of a test remembers anything among the settings of whoever runs it."""

from collections.abc import Iterator

import platformdirs
import pytest


@pytest.fixture(scope="session", autouse=True)
def settings_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder that is empty at first."""
    folder = tmp_path_factory.mktemp("settings")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(platformdirs, "user_config_path", lambda *_, **__: folder / "Runner")
        patched.setenv("XDG_CONFIG_HOME", str(folder))  # of the programs that a door starts
        yield

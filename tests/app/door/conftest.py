"""A local page of one event, which remembers nothing among the settings of who runs the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs
import pytest

from runner.app.door.event_index import Entry
from tests.support.doors import Opened, Visitor, an_event, opened
from tests.support.waiting import PATIENCE


@pytest.fixture(scope="session", autouse=True)
def settings_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("settings")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(platformdirs, "user_config_path", lambda *_, **__: folder / "Runner")
        patched.setenv("XDG_CONFIG_HOME", str(folder))  # of the programs that a door starts
        yield


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """The workbook of an event in a folder of events."""
    return an_event(tmp_path / "my “events” 🎲" / "friday’s Ü", 8)


@pytest.fixture
def door(workbook: Path) -> Iterator[Opened]:
    with opened(workbook.parents[1]) as found:
        yield found


@pytest.fixture
def visitor(door: Opened) -> Visitor:
    return door.visitor()


@pytest.fixture
def entry(door: Opened) -> Entry:
    return door.server.app.events.entries(wait=PATIENCE)[0]


@pytest.fixture
def do(visitor: Visitor, entry: Entry) -> Callable[..., str]:
    """Does something, and reads the page that says what came of it."""

    def do(action: str, /, **fields: str) -> str:
        answer = visitor.post(f"/event/{entry.id}/do/{action}", fields)
        assert answer.status == 303, answer
        return visitor.get(answer.to).text

    return do

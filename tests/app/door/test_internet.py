"""The pages on the internet, from the local page: put there, how it stands, taken down."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runner.app.door.event_index import Entry
from runner.app.event_folder import EventFolder
from runner.app.upload import state
from runner.app.upload.destination import destination
from runner.app.upload.secrets import secret_for
from tests.support.doors import Visitor, words
from tests.support.keyrings import InMemory

Do = Callable[..., str]

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def ring() -> Iterator[InMemory]:
    with InMemory.used() as ring:
        yield ring


def test_pages_go_to_an_empty_repository_and_come_down_again(
    visitor: Visitor, do: Do, entry: Entry, tmp_path: Path
) -> None:
    place, hall = tmp_path / "pages.git", f"/event/{entry.id}/hall"
    subprocess.run(["git", "init", "--quiet", "--bare", place], check=True)
    assert "Put it on the internet" in words(visitor.get(hall).text)
    said = words(do("publish", to=f"file://{place}"))
    assert f"Published to file://{place}" in said
    assert f"The pages are at file://{place}" in said
    files = subprocess.run(["git", "--git-dir", place, "ls-tree", "-r", "--name-only", "pages"],
                           capture_output=True, text=True, check=True).stdout.split()  # fmt: skip
    assert {"index.html", "version.js", ".nojekyll"} <= {*files}
    assert "is up to date" in words(do("publish"))
    assert "Removed" in words(do("take-down"))
    assert state.read(EventFolder(entry.root)) is None


def test_what_cannot_be_reached_is_said_and_a_password_is_kept_in_the_keyring_alone(
    do: Do, entry: Entry, tmp_path: Path
) -> None:
    to = f"file://{tmp_path}/none.git"
    said = words(do("publish", to=to, secret="a token of mine"))
    assert "The pages are not on the internet" in said
    assert "does not exist" in said
    assert secret_for(destination(to, entry.root)) == "a token of mine"
    assert "cannot publish to" in words(do("publish", to="https://example.org/pages"))
    assert "password in it" in words(do("publish", to="https://me:mine@example.org/pages.git"))
    for path in entry.root.rglob("*"):
        if path.is_file():
            assert b"a token of mine" not in path.read_bytes(), path

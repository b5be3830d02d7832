"""What a door had running, the next one offers; never what was stopped, nor what is over."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from runner.app.door.programs import HALL, WATCH
from runner.app.door.settings import ToResume
from tests.support.doors import Opened, Visitor, an_event, opened
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two events, and settings of one's own."""
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "own")
    for name in ("friday", "sunday"):
        an_event(tmp_path / "events" / name)
    return tmp_path / "events"


def address(door: Opened, name: str) -> str:
    entries = door.server.door.events.entries(wait=PATIENCE)
    return next(f"/event/{each.id}" for each in entries if each.root.name == name)


def watched(door: Opened) -> set[str]:
    running = door.server.door.programs.running()
    return {root.name for kind, root in running if kind == WATCH}


def first_page(door: Opened, visitor: Visitor) -> str:
    door.server.door.events.entries(wait=PATIENCE)
    return visitor.get("/").text


def test_one_button_begins_all_of_it_again(folder: Path) -> None:
    with opened(folder) as door:
        visitor = door.visitor()
        assert "When Runner ended" not in first_page(door, visitor)
        for name in ("friday", "sunday"):
            visitor.post(f"{address(door, name)}/do/watch")
        visitor.post(f"{address(door, 'friday')}/do/show")
        visitor.post(f"{address(door, 'sunday')}/do/unwatch")
        assert "When Runner ended" not in first_page(door, visitor)
    with opened(folder) as door:
        visitor = door.visitor()
        page = first_page(door, visitor)
        assert "it watched “" in page
        assert "” and showed it in the hall." in page
        assert not watched(door)
        page = visitor.get(visitor.post("/go-on").to).text
        assert "All of it goes on." in page
        assert "When Runner ended" not in page
        assert watched(door) == {"friday"}
        assert (HALL, folder / "friday") in door.server.door.programs.running()


def test_what_is_left_is_offered_no_more(folder: Path) -> None:
    with opened(folder) as door:
        door.visitor().post(f"{address(door, 'friday')}/do/watch")
    with opened(folder) as door:
        visitor = door.visitor()
        assert "Go on with it" in first_page(door, visitor)
        assert "It stays as it is." in visitor.get(visitor.post("/leave").to).text
        assert "There is nothing to go on with." in visitor.get(visitor.post("/go-on").to).text
        assert not watched(door)
    assert not list(ToResume())


def test_what_somebody_else_watches_or_is_not_here_is_not_offered(folder: Path) -> None:
    with opened(folder) as door:
        for name in ("friday", "sunday"):
            door.visitor().post(f"{address(door, name)}/do/watch")
    (folder / "sunday").rename(folder.parent / "elsewhere")
    with opened(folder) as door, opened(folder) as other:
        other.visitor().post(f"{address(other, 'friday')}/do/watch")
        until(lambda: "Watched in another window" in first_page(door, door.visitor()), "")
        assert "When Runner ended" not in first_page(door, door.visitor())
    (folder.parent / "elsewhere").rename(folder / "sunday")
    with opened(folder) as door:
        assert "When Runner ended" in first_page(door, door.visitor())


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[["watch"]]', '{"a": 1}', "[[1, 2]]", "null"])
def test_a_damaged_memory_is_none(folder: Path, damage: str) -> None:
    own = folder.parent / "own"
    own.mkdir()
    (own / "running.json").write_text(damage)
    assert not list(ToResume())


def test_where_nothing_can_be_remembered_all_else_works(folder: Path) -> None:
    (folder.parent / "own").write_text("a file where the folder would be")
    with opened(folder) as door:
        visitor = door.visitor()
        visitor.post(f"{address(door, 'friday')}/do/watch")
        assert watched(door) == {"friday"}

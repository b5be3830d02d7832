"""Many events on the first page: there at once, searched, and told apart."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.doors import Opened, an_event, opened
from tests.support.waiting import until


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("many") / "events"
    made.mkdir()
    first = an_event(made / "evening 0").parent
    for number in range(1, 15):
        copied = Path(shutil.copytree(first, made / f"evening {number}"))
        (copied / "evening 0.xlsx").rename(copied / f"evening {number}.xlsx")
    return made


@pytest.fixture
def door(folder: Path) -> Iterator[Opened]:
    with opened(folder) as found:
        yield found


def test_no_page_waits_for_many_workbooks(door: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not known yet comes into the page by itself."""
    inside = door.server.door.events
    monkeypatch.setattr(inside, "_want", lambda *_: None)
    monkeypatch.setattr(inside._condition, "wait_for", lambda *_: pytest.fail("waited"))
    page = door.visitor().get("/").text
    assert page.count("<li class=") == 15
    assert page.count("Runner takes a look") >= 15


@pytest.mark.thorough
def test_events_of_one_name_are_told_apart_and_found(door: Opened) -> None:
    visitor = door.visitor()
    until(lambda: "Runner takes a look" not in visitor.get("/").text)
    page = visitor.get("/").text
    assert page.count("<bdi>Friday") == 15
    for number in range(15):
        assert f'<p class="path"><bdi>evening {number}</bdi></p>' in page
    found = visitor.get("/?q=EVENING%2014%20fri").text
    assert found.count("<li class=") == 1
    assert "1 of 15 events" in found
    none = visitor.get("/?q=%3Cb%3Enobody").text
    assert "No event has “&lt;b&gt;nobody”" in none
    assert "There is no event here yet" not in none
    assert visitor.get("/?q=evening%201").text.count("<li class=") == 6  # 1 and 10 to 14
    assert visitor.get("/?q=2026-11").text.count("<li class=") == 15

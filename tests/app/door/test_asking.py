"""Nothing is published or printed from a workbook with open errors before somebody has said so."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from runner.app.door import actions
from runner.app.door.event_index import Entry
from runner.workbook.read.read import read
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.doors import Opened, Visitor

pytestmark = pytest.mark.thorough


Do = Callable[..., str]
"""Does something, and reads the page that says what came of it."""


def type_the_first_name_again(workbook: Path, below: int = 1) -> str:
    """Below the list of players, so that both lines are left out; the name."""
    event, _, layout = read(workbook.read_bytes())
    assert event
    assert layout.players
    cell = layout.players.cell("name", layout.players.last_row + below)
    assert cell
    name = event.players[0].name
    change = CellChange(layout.players.sheet, cell, name)
    workbook.write_bytes(edit(workbook.read_bytes(), [change]))
    return name


def made(workbook: Path) -> dict[str, bytes]:
    """All files but those that Runner looks things up in for itself."""
    found = workbook.parent.rglob("*")
    return {
        str(each): each.read_bytes()
        for each in found
        if each.is_file() and ".runner" not in str(each)
    }


def asked(page: str) -> tuple[str, dict[str, str]]:
    """Where the question's form goes, and what is hidden in it."""
    form = re.search(r'<form method="(?:post|get)" action="([^"]+)">(.*?)all the same', page, re.S)
    assert form, page
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', form[2])
    return form[1], {name: html.unescape(value) for name, value in fields}


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("next", {}), ("print", {"which": "players"}), ("rehearse", {"rounds": "1"}),
        ("show", {}), ("pages", {}),
    ],
)  # fmt: skip
def test_it_names_the_errors_and_asks(
    door: Opened,
    visitor: Visitor,
    workbook: Path,
    name: str,
    fields: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    do: Do,
) -> None:
    monkeypatch.setattr(actions, "open_page", lambda _: True)
    twice = type_the_first_name_again(workbook)
    before = made(workbook)
    page = do(name, **fields)
    assert "open in the workbook" in page
    assert "Players!" in page
    assert html.escape(twice) in page
    assert made(workbook) == before
    assert not door.server.door.programs.running()
    action, hidden = asked(page)
    assert action.endswith(f"/do/{name}")
    assert fields.items() <= hidden.items()
    type_the_first_name_again(workbook)
    page = visitor.get(visitor.post(action, hidden).to).text
    assert "all the same" in page  # the errors are others now
    told = visitor.get(visitor.post(*asked(page)).to).text
    assert "all the same" not in told
    assert 'class="notice good"' in told, told


def test_an_export_asks_as_well(visitor: Visitor, workbook: Path, entry: Entry) -> None:
    type_the_first_name_again(workbook)
    answer = visitor.get(f"/event/{entry.id}/export")
    assert answer.status == 303
    action, hidden = asked(visitor.get(answer.to).text)
    query = "&".join(f"{name}={value}" for name, value in hidden.items())
    document = visitor.get(f"{action}?{query}")
    assert document.status == 200, query
    assert "attachment" in document.headers["Content-Disposition"]

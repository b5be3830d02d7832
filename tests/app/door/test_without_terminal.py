"""What only a terminal could do before: a name taken out, rounds drawn again, rules compared."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from runner.app.door.event_index import Entry
from runner.app.door.programs import WATCH
from runner.cli.group import COMMANDS
from runner.workbook.read.read import read
from tests.support.doors import Opened, Visitor

pytestmark = pytest.mark.thorough


def test_a_name_is_taken_out_and_the_watch_goes_on(
    door: Opened, visitor: Visitor, workbook: Path, entry: Entry
) -> None:
    def do(action: str, /, **fields: str) -> str:
        answer = visitor.post(f"/event/{entry.id}/do/{action}", fields)
        page = visitor.get(answer.to).text
        said = html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", page, flags=re.S))
        assert not re.search(rf"\brunner (?:{'|'.join(COMMANDS)})\b|Ctrl|(?<!\S)--\w", said), said
        return page

    event, _, _ = read(workbook.read_bytes())
    assert event
    name = event.players[2].name
    do("next")
    do("watch")
    assert "Type the name" in do("erase", name=" ")
    before = workbook.read_bytes()
    page = do("erase", name=name, also="Ossie")
    assert "No undo" in page
    assert workbook.read_bytes() == before
    form = re.search(r'<form method="post" action="([^"]+erase)">(.*?)for good', page, re.S)
    assert form
    hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[2]))
    assert hidden["also"] == "Ossie"
    told = visitor.get(visitor.post(form[1], {k: html.unescape(v) for k, v in hidden.items()}).to)
    assert 'class="notice good"' in told.text, told.text
    for file in workbook.parent.rglob("*"):
        assert not file.is_file() or name.encode() not in file.read_bytes(), file
    assert door.server.door.programs.running() == [(WATCH, workbook.parent)]
    assert "out the same" in do("verify")
    assert "nothing to compare" in do("compare")

"""Killed at any moment: the workbook can be read, the ledger is whole, no page is half there."""

import json
import random
from hashlib import sha256
from pathlib import Path

import pytest

from runner.app.journal import append, read
from runner.app.publish import publish
from runner.workbook.write.write_back import Outcome, recover, write_back
from tests.support.one_sheet import BASE, NAMES, TYPED, text
from tests.support.processes import killed_after
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.soak, pytest.mark.thorough, pytest.mark.usefixtures("faulty_platform")]

KILLS = 200 if SOAKING else 5


@pytest.mark.parametrize("kill", range(KILLS))
def test_the_ledger_is_whole_and_holds_all_that_was_announced(tmp_path: Path, kill: int) -> None:
    path = tmp_path / "ledger.jsonl"
    said = killed_after("append_to_ledger", path, seconds=random.Random(kill).uniform(0, 0.05))
    lines = [json.loads(line) for line in read(path).complete.splitlines()]
    assert [line["line"] for line in lines] == list(range(len(lines)))
    assert len(lines) >= len(said.splitlines())
    append(path, b"{}\n")
    assert path.read_bytes().endswith(b"}\n{}\n") or path.read_bytes() == b"{}\n"


@pytest.mark.parametrize("kill", range(KILLS))
def test_no_page_is_half_there_and_the_next_run_clears_up(tmp_path: Path, kill: int) -> None:
    root = tmp_path / "site"
    killed_after("publish_again_and_again", root, seconds=random.Random(kill).uniform(0.01, 0.1))
    pages = [path for path in root.glob("p/*") if path.is_file()]
    for page in [*pages, *root.glob("version.js")]:
        assert page.stat().st_size % 2000 == 0
        assert len(set(page.read_bytes().split())) == 1
    publish({"version.js": b"new"}, root)
    assert sorted(path.name for path in root.iterdir()) == [
        ".manifest.json", ".publishing.lock", "version.js",
    ]  # fmt: skip


@pytest.mark.parametrize("kill", range(KILLS))
@pytest.mark.parametrize("saving", [False, True])
def test_the_workbook_is_whole_and_no_edit_is_lost(tmp_path: Path, kill: int, saving: bool) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(BASE)
    how = ["typed"] if saving else []
    for name in how:  # the save falls into the moment of the exchange
        (tmp_path / name).write_bytes(TYPED)
    killed_after("write_names", path, *how, seconds=random.Random(kill).uniform(0, 0.06))
    found = recover(path)
    assert found.kept == ()
    for _ in range(3):
        now = sha256(path.read_bytes()).hexdigest()
        if write_back(path, now, NAMES, unlocked_for=0).outcome is Outcome.NOTHING:
            break
    assert text(path.read_bytes(), "B2") == "Ann"
    if (tmp_path / "saved").exists():
        assert text(path.read_bytes(), "D2") == "2-0"

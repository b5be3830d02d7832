"""Killed at any moment: the workbook can be read, the ledger is whole, no page is half there."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from runner.app.publish import append, publish, read
from runner.workbook.write.write_back import Outcome, recover, write_back
from tests.workbook.test_write_back import BASE, NAMES, TYPED, text

pytestmark = [pytest.mark.soak, pytest.mark.thorough]

KILLS = 200 if "RUNNER_SOAK" in os.environ else 5

LEDGER = """
import json, sys
from pathlib import Path
from runner.app.publish import append, read
path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    count = len(read(path).complete.splitlines())
    append(path, json.dumps({"line": count, "text": "x" * 5000}).encode() + b"\\n")
    print(count, flush=True)
"""

SITE = """
import sys
from itertools import count
from pathlib import Path
from runner.app.publish import publish
root = Path(sys.argv[1])
print("ready", flush=True)
for version in count():
    pages = {f"p/{n}.html": b"%d " % version * 2000 for n in range(version % 7, version % 7 + 40)}
    publish(pages | {"version.js": b"%d " % version * 2000}, root)
"""

WRITE_BACK = """
import sys
from hashlib import sha256
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.workbook.test_write_back import SHEET
from runner.workbook.write.write_back import recover, write_back
path = Path(sys.argv[1])
print("ready", flush=True)
for turn in range(10**6):
    recover(path)
    ours = frozenset(str(number) for number in range(turn + 1))
    read = sha256(path.read_bytes()).hexdigest()
    write_back(path, read, [CellChange(SHEET, "E5", turn, ours)], unlocked_for=0)
"""


def killed_after(script: str, *arguments: Path, seconds: float) -> str:
    """Run a script, kill it so many seconds after it is ready; returns what it printed."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        time.sleep(seconds)
        program.send_signal(signal.SIGKILL)
        return program.stdout.read()


@pytest.mark.parametrize("kill", range(KILLS))
def test_the_ledger_is_whole_and_holds_all_that_was_announced(tmp_path: Path, kill: int) -> None:
    path = tmp_path / "ledger.jsonl"
    said = killed_after(LEDGER, path, seconds=random.Random(kill).uniform(0, 0.05))
    lines = [json.loads(line) for line in read(path).complete.splitlines()]
    assert [line["line"] for line in lines] == list(range(len(lines)))
    assert len(lines) >= len(said.splitlines())
    append(path, b"{}\n")
    assert path.read_bytes().endswith(b"}\n{}\n") or path.read_bytes() == b"{}\n"


@pytest.mark.parametrize("kill", range(KILLS))
def test_no_page_is_half_there_and_the_next_run_clears_up(tmp_path: Path, kill: int) -> None:
    root = tmp_path / "site"
    killed_after(SITE, root, seconds=random.Random(kill).uniform(0.01, 0.1))
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
    script = WRITE_BACK
    if saving:  # the save falls into the moment of the exchange: the worst place to be killed in
        (tmp_path / "typed").write_bytes(TYPED)
        script = script.replace("path = Path(sys.argv[1])\n", SAVING)
    killed_after(
        script, path, Path(__file__).parents[2], seconds=random.Random(kill).uniform(0, 0.06)
    )
    (tmp_path / "typed").unlink(missing_ok=True)
    found = recover(path)
    assert found.kept == ()
    for _ in range(3):
        now = sha256(path.read_bytes()).hexdigest()
        if write_back(path, now, NAMES, unlocked_for=0).outcome is Outcome.NOTHING:
            break
    assert text(path.read_bytes(), "B2") == "Ann"
    if (tmp_path / "saved").exists():
        assert text(path.read_bytes(), "D2") == "2-0"


SAVING = """
path = Path(sys.argv[1])
import os, time
from runner.workbook import displaced
exchange, turns = displaced.exchange, [0]

def save_first(first, second):
    turns[0] += 1
    if turns[0] == 2:
        os.replace(path.with_name("typed"), path)
        path.with_name("saved").touch()
    result = exchange(first, second)
    time.sleep(0.005)
    return result

displaced.exchange = save_first
"""

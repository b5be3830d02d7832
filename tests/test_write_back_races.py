"""An editor saves at any moment while the names are written; no edit is ever lost."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from test_write_back import BASE, NAMES, SHEET, text

from runner.workbook.surgery import CellChange, edit
from runner.workbook.wishes import Wish
from runner.workbook.write_back import Outcome, WriteBack, recover, write_back

EDITOR = """
import os, sys, time

def wait(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass

def save(way, path, content, pause):
    beside = path + ".editor"
    if way == "in place":
        with open(path, "wb") as file:
            file.write(content[:999]); file.flush(); wait(pause); file.write(content[999:])
        return
    if way == "through an old handle":
        file = open(path, "r+b")
        wait(pause)
        file.write(content); file.truncate(); file.close()
        return
    with open(beside, "wb") as file:
        file.write(content)
    if way == "delete and rename":
        os.rename(path, path + ".backup")
        wait(pause)
        os.rename(beside, path)
        os.unlink(path + ".backup")
    else:
        os.replace(beside, path)

print("ready", flush=True)
for line in sys.stdin:
    way, path, source, delay, pause = line.rstrip("\\n").split("|")
    content = open(source, "rb").read()
    print("go", flush=True)
    wait(float(delay))
    save(way, path, content, float(pause))
    print("saved", flush=True)
"""
WAYS = ("rename", "in place", "delete and rename", "through an old handle")


class Editor:
    """A program of its own that saves when it is told to, some time later."""

    def __init__(self) -> None:
        self.program = subprocess.Popen(
            [sys.executable, "-c", EDITOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.hear("ready")

    def hear(self, word: str) -> None:
        assert self.program.stdout is not None
        assert self.program.stdout.readline().strip() == word

    def will_save(self, way: str, path: Path, source: Path, delay: float, pause: float) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(f"{way}|{path}|{source}|{delay}|{pause}\n")
        self.program.stdin.flush()
        self.hear("go")


def one_write_back(path: Path, wishes: list[Wish]) -> WriteBack:
    """What the pipeline does: finish what was left, read, write back."""
    recover(path)
    try:
        read = path.read_bytes()
    except FileNotFoundError:
        return WriteBack(Outcome.STALE)
    return write_back(path, sha256(read).hexdigest(), wishes, unlocked_for=0)


def until_done(path: Path, wishes: list[Wish]) -> None:
    for _ in range(40):
        if one_write_back(path, wishes).outcome is Outcome.NOTHING:
            return
    raise AssertionError("the names never arrived")


@pytest.mark.parametrize(
    "trials",
    [
        60,
        pytest.param(
            3000,
            marks=[
                pytest.mark.soak,
                pytest.mark.skipif("RUNNER_SOAK" not in os.environ, reason="takes minutes"),
            ],
        ),
    ],
)
def test_no_edit_is_lost_whenever_the_editor_saves(tmp_path: Path, trials: int) -> None:
    chance = random.Random(trials)
    editor = Editor()
    outcomes: Counter[Outcome] = Counter()
    for trial in range(trials):
        folder = tmp_path / str(trial)
        folder.mkdir()
        path, source = folder / "event.xlsx", folder / "edited"
        path.write_bytes(BASE)
        source.write_bytes(edit(BASE, [CellChange(SHEET, "D2", f"typed {trial}")]))
        way = chance.choice(WAYS)
        editor.will_save(way, path, source, chance.uniform(0, 0.012), chance.choice([0, 0.004]))
        outcome = one_write_back(path, NAMES).outcome
        outcomes[outcome] += 1
        editor.hear("saved")
        until_done(path, NAMES)
        assert text(path.read_bytes(), "D2") == f"typed {trial}", (way, trial, outcome)
        assert [text(path.read_bytes(), wish.cell) for wish in NAMES] == ["Ann", "Bo", "Cy"]
        shutil.rmtree(folder)
    editor.program.communicate(timeout=5)
    assert outcomes.keys() == {Outcome.WRITTEN, Outcome.STALE, Outcome.WAITING}, outcomes


def test_an_editor_that_saves_all_the_time_loses_nothing(tmp_path: Path) -> None:
    path, source = tmp_path / "event.xlsx", tmp_path / "edited"
    path.write_bytes(BASE)
    editor = Editor()
    for number in range(12):
        source.write_bytes(edit(path.read_bytes(), [CellChange(SHEET, f"D{number + 2}", number)]))
        editor.will_save("rename", path, source, 0.003, 0)
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            one_write_back(path, NAMES)
        editor.hear("saved")
    until_done(path, NAMES)
    editor.program.communicate(timeout=5)
    typed = [text(path.read_bytes(), f"D{number + 2}") for number in range(12)]
    assert typed == [str(number) for number in range(12)]

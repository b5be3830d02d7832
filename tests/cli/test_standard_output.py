"""What commands print, as processes that load every solver: text, JSON or CSV of Runner's alone."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp

import pytest

from runner.core.phase import Mode
from runner.pairing.state import to_document
from tests.support import processes
from tests.support.processes.noisy_libraries import NOISE
from tests.support.soak import some
from tests.support.states import event

pytestmark = pytest.mark.thorough  # left out of make quick

EVENTS = {
    "pods": ("--sample", "32"),
    "two": ("--sample", "12", "--mode", "head_to_head"),
    "wager": ("--sample", "17", "--preset", "hareruya-averaged"),
}
"""By the name of each: what `runner new` is told. Their third rounds need a linear programme, a
matching, and an average over all orders."""


def run(*words: str, given: str = "", noisy: bool = True) -> subprocess.CompletedProcess[str]:
    """A command of Runner's as a process, beside libraries that print."""
    module = "tests.support.processes.noisy_libraries" if noisy else "runner"
    done = subprocess.run(
        [sys.executable, "-m", module, *words], input=given, capture_output=True, text=True,
        cwd=processes.ROOT, check=False, encoding="utf-8",
    )  # fmt: skip
    assert NOISE not in done.stdout + done.stderr
    assert "HiGHS" not in done.stdout + done.stderr
    return done


@cache
def _made(name: str) -> Path:
    """One of `EVENTS` with two rounds that are over; made once for each process of tests."""
    folder = Path(mkdtemp()) / name
    assert run("new", str(folder), *EVENTS[name]).returncode == 0
    assert run("rehearse", str(folder), "--rounds", "2").returncode == 0
    return folder


def copied(name: str, into: Path) -> str:
    return str(shutil.copytree(_made(name), into / name))


@pytest.mark.parametrize(("name", "noisy"), [("pods", False), *((name, True) for name in EVENTS)])
def test_json_and_csv_come_alone(name: str, noisy: bool, tmp_path: Path) -> None:
    folder = copied(name, tmp_path)
    for words in (
        ("export", folder), ("export", folder, "--snapshot"),
        ("export", folder, "--for", "edh-matchmaker"), ("status", "--json", folder),
        ("players", folder, "-", "--json"),
    ):  # fmt: skip
        done = run(*words, given="Ana Berg\n", noisy=noisy)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)
    done = run("export", folder, "--for", "topdeck", noisy=noisy)
    assert (done.returncode, done.stderr) == (0, "")
    assert len({len(row) for row in csv.reader(io.StringIO(done.stdout))}) == 1


@pytest.mark.soak
@pytest.mark.parametrize("noisy", some([True, False], 2), ids=str)
@pytest.mark.parametrize(("mode", "players", "settings"), [
    (Mode.MULTIPLAYER, 32, {}), (Mode.MULTIPLAYER, 64, {}),
    (Mode.MULTIPLAYER, 22, {"uneven": "byes", "max_byes": 2}), (Mode.HEAD_TO_HEAD, 33, {}),
])  # fmt: skip
def test_a_round_is_paired_as_json_and_nothing_else(
    mode: Mode, players: int, settings: dict[str, str | int], noisy: bool
) -> None:
    *_, (state, _) = islice(event(players, mode, settings=settings), 4)
    done = run("pair", given=json.dumps(to_document(state)), noisy=noisy)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["tables"]


@pytest.mark.parametrize("name", ["pods", "two"])
def test_commands_for_people_print_no_line_of_a_library(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path)
    for words in (
        ("build", folder), ("rehearse", folder, "--rounds", "3"), ("verify", "--prove", folder),
        ("verify", folder),
    ):  # fmt: skip
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout
    done = run("verify", "--published", f"{folder}/site")
    assert "cannot be drawn again yet" in done.stderr  # before the event is over
    done = run("verify", "--prove", "--json", folder)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_site_that_cannot_be_verified_yet_is_told_as_json_too(tmp_path: Path) -> None:
    folder = copied("pods", tmp_path)
    run("build", folder)
    done = run("verify", "--json", "--published", f"{folder}/site")
    assert (done.returncode, "cannot be drawn again yet" in done.stderr) == (1, True)
    told = json.loads(done.stdout)
    (line,) = told["lines"]
    assert (told["format"], told["result"], line["result"]) == (
        "runner-verify/1", "unchecked", "unchecked",
    )  # fmt: skip
    assert line["text"] in done.stderr


def test_what_is_told_of_a_finished_event_is_json_and_nothing_else(tmp_path: Path) -> None:
    folder = copied("pods", tmp_path)
    assert run("rehearse", folder, "--rounds", "9").returncode == 0
    for words in (
        ("verify", "--json", folder), ("verify", "--json", "--published", f"{folder}/site"),
        ("compare", "--json", folder), ("history", "--json", folder),
        ("history", "--json", folder, "1"), ("doctor", "--json", folder),
    ):  # fmt: skip
        done = run(*words)
        assert done.stderr == "", words
        assert json.loads(done.stdout)["format"].startswith(f"runner-{words[0][:5]}"), words


def test_a_watch_prints_no_line_of_a_library(tmp_path: Path) -> None:
    done = run("watch", copied("pods", tmp_path), "--with-input")
    assert "Watching" in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="a shell of other systems")
def test_a_watch_without_standard_output_lets_no_library_print_into_its_files(
    tmp_path: Path,
) -> None:
    """The first file that is opened takes the place of a descriptor that is closed."""
    folder = copied("pods", tmp_path)
    command = (sys.executable, "-m", "tests.support.processes.noisy_libraries")
    for words in (("rehearse", folder, "--rounds", "3"), ("watch", folder, "--with-input")):
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" </dev/null >&- 2>&-', "sh", *command, *words],
            cwd=processes.ROOT, check=False,
        )  # fmt: skip
        assert done.returncode == 0, words
    files = [path for path in Path(folder).rglob("*") if path.is_file()]
    assert not [path for path in files if NOISE.encode() in path.read_bytes()]
    assert not [path for path in files if b"HiGHS" in path.read_bytes()]


def test_without_the_reservation_the_noise_would_be_heard() -> None:
    code = (
        "import sys; from tests.support.processes.noisy_libraries import NoisyImports;"
        "sys.meta_path.insert(0, NoisyImports()); import numpy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=processes.ROOT, check=True
    )
    assert done.stdout == f"{NOISE}: numpy\n"

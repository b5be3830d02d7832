"""The tests keep the rules of their own house: what is shared is in support, and nothing looks
behind a wall."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
FILES = sorted(TESTS.rglob("*.py"))
ROOMS = sorted(path.name for path in TESTS.iterdir() if path.is_dir() and path.name[0] not in "._")


@cache
def trees() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(TESTS)): ast.parse(path.read_text(encoding="utf-8")) for path in FILES
    }


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Every import, each as the full name and what it is called in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, name.asname or name.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                yield f"{node.module}.{name.name}", name.asname or name.name


def private(name: str) -> bool:
    parts = [part for part in name.split(".") if part != "_"]  # the one that says a text
    return any(part[:1] == "_" and part[:2] != "__" for part in parts)


def reached_into(tree: ast.AST) -> Iterator[str]:
    """Every private name of Runner's that is imported, asked for, or put in another's place."""
    ours = {}
    for full, name in imported(tree):
        if full.split(".")[0] == "runner":
            ours[name] = full
            if private(full):
                yield full
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in ours and private(node.attr):
                yield f"{ours[node.value.id]}.{node.attr}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("attr"):
            words = [each.value for each in node.args if isinstance(each, ast.Constant)]
            name = next((each for each in words if isinstance(each, str)), "")
            whose = ast.unparse(node.args[0])
            if private(name) and (name.startswith("runner.") or whose.split(".")[0] in ours):
                yield f"{whose} {name}"


@pytest.mark.thorough
def test_nothing_is_imported_from_a_test_module() -> None:
    for path, tree in trees().items():
        names = [name for name, _ in imported(tree) if name.startswith("tests.")]
        assert not [name for name in names if not name.startswith("tests.support")], path


@pytest.mark.thorough
def test_no_private_name_of_runner_s_is_touched() -> None:
    for path, tree in trees().items():
        assert not [*reached_into(tree)], path


@pytest.mark.parametrize("room", [each for each in ROOMS if each not in ("support", "days")])
def test_every_room_of_the_tests_is_one_of_runner_s(room: str) -> None:
    assert (TESTS.parent / "runner" / room / "__init__.py").exists()


@pytest.mark.parametrize(
    "text",
    ["from runner.app.watch import _x", "from runner.app import watch; watch._x",
     "import runner.app.watch as w; w._x()", 'setattr("runner.app.watch._x", 3)',
     'from runner.app import watch; monkeypatch.setattr(watch, "_x", 3)',
     'from runner.app import watch; monkeypatch.setattr(watch.Y, "_x", 3)'],
)  # fmt: skip
def test_a_private_name_is_seen_however_it_is_reached(text: str) -> None:
    assert [*reached_into(ast.parse(text))]


def test_files_of_an_event_are_read_so_that_nothing_is_waited_for() -> None:
    """A pipe in the place of a file would be; `read_regular_file` of runner.disk looks first."""
    root = TESTS.parent / "runner"
    for path in (*(root / "app").rglob("*.py"), *(root / "workbook" / "write").rglob("*.py")):
        assert ".read_bytes()" not in path.read_text(encoding="utf-8"), path


@pytest.mark.thorough
def test_every_benchmark_of_make_bench_can_be_loaded_as_it_is_started() -> None:
    lines = [line for line in (ROOT / "Makefile").read_text().splitlines() if "benchmarks" in line]
    started = {*re.findall(r"benchmarks[./](\w+)", "\n".join(lines))}
    assert len(started) > 10
    for name in started:
        plain = any(f"benchmarks/{name}.py" in line for line in lines)
        where = ROOT / "benchmarks" if plain else ROOT
        module = name if plain else f"benchmarks.{name}"
        command = [sys.executable, "-c", f"import {module}"]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": str(where)}, cwd=where, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (name, done.stderr)

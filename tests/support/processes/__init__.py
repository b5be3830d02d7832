"""Programs that tests start, talk to and kill; LibreOffice's own Python runs those in `office/`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
OFFICE_PYTHON = "/usr/bin/python3"


def module(name: str) -> list[str]:
    """What runs a module: as if on Windows where the test is there."""
    pretended = ["tests.support.pretend_windows"] if "PRETENDED_FAULTS" in os.environ else []
    return [sys.executable, "-m", *pretended, name]


def command(name: str, *arguments: object) -> list[str]:
    if name.startswith("office/"):
        start = [OFFICE_PYTHON, str(Path(__file__).parent / f"{name}.py")]
    else:
        start = module(f"tests.support.processes.{name}")
    return [*start, *map(str, arguments)]


def start(name: str, *arguments: object, **more: Any) -> subprocess.Popen[str]:
    """One that goes on beside the test, heard and spoken to in lines."""
    return subprocess.Popen(
        command(name, *arguments), cwd=ROOT, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, **more,
    )  # fmt: skip


def run(name: str, *arguments: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(name, *arguments), cwd=ROOT, **{"capture_output": True, "check": True, **more}
    )


def hear(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().rstrip("\n")


def say(program: subprocess.Popen[str], line: str) -> None:
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")
    program.stdin.flush()


def killed_after(name: str, *arguments: object, seconds: float) -> str:
    """Start one, kill it so many seconds after it is ready; returns what it said until then."""
    with start(name, *arguments) as program:
        assert hear(program) == "ready"
        time.sleep(seconds)
        program.send_signal(signal.SIGKILL)
        assert program.stdout is not None
        return program.stdout.read()

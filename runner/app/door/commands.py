"""Commands of Runner's that are run to their end: what they are asked to do, and what they say."""

import os
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from runner.app.beside import APART, runner
from runner.app.door.words import without_commands

_PATIENCE = 300.0  # seconds that the longest may take: a rehearsal of a large event


class Said(NamedTuple):
    """How a command ended: whether well, its lines for people, and its output as it came."""

    ok: bool
    lines: tuple[str, ...]
    output: bytes = b""

    @property
    def last(self) -> str:
        """The line that tells the most: the mistake, or where there is none the first."""
        return (self.lines[-1] if not self.ok else self.lines[0]) if self.lines else ""


def environment() -> dict[str, str]:
    """In which Runner's own programs run: every line at once, and as UTF-8."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def run(words: Sequence[str], given: bytes | None = None) -> Said:
    """Run a command and wait for it; what it says where it fails as well."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            runner(*words), input=given or b"", capture_output=True, check=False,
            timeout=_PATIENCE, env=environment(), creationflags=APART,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Said(False, ("It took too long, and was stopped. Nothing is lost.",))
    except (OSError, ValueError) as reason:
        return Said(False, (f"It could not be started: {reason}.",))
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return Said(done.returncode == 0, tuple(_lines(said)), done.stdout)


def _lines(text: str) -> list[str]:
    """Its lines without what is only for a terminal."""
    found = []
    for line in text.splitlines():
        words = line.strip()
        if words.startswith(("Usage: ", "Try '")):
            continue
        found.append(without_commands(words.removeprefix("Error: ")))
    return [words for words in found if words]

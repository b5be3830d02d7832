"""Programs that run all day beside the door: watches and hall servers, one of a kind an event.

Each ends when its input does, so that none is left behind however the door ends. What they say is
kept, the latest lines of it, to be shown.
"""

import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread, current_thread
from typing import NamedTuple

from runner.app.beside import APART, group, runner
from runner.app.door.commands import environment
from runner.app.door.words import without_commands

WATCH, HALL = "watch", "hall"
_KEPT = 200  # lines
_PATIENCE = 15.0  # seconds for what is being written
_LONGEST = 2000  # letters of a line

Heard = Callable[[str], None]


_NO_REASON = (
    "It did not say why: another program may have ended it, or the memory was full. Nothing is "
    "lost: begin again. If it ends once more, “Check this computer” on the page More may say why."
)
_MISTAKES = ("✗ ", "Error: ")  # how lines begin that say what went wrong
_TRACE = "Traceback (most recent call last):"


class Line(NamedTuple):
    """What a program has said, and when: "14:05:10"; `mistake` where it was marked as one."""

    at: str
    words: str
    mistake: bool = False


class Program:
    """One program, which runs, has ended because it was asked to, or has ended by itself."""

    def __init__(self, words: Sequence[str], heard: Heard, **variables: str) -> None:
        """`variables` are added to its environment; secrets go there, and not among the `words`,
        which other users can list."""
        self._lines: deque[Line] = deque(maxlen=_KEPT)
        self._heard = heard
        self._asked = False
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            runner(*words), process_group=group(), creationflags=APART,
            env=environment() | variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
        self._hearing = Thread(target=self._hear, daemon=True)
        self._hearing.start()

    @property
    def on(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    @property
    def failed(self) -> bool:
        """Whether it has ended by itself, which it should not."""
        return not self.on and not self._asked

    @property
    def lines(self) -> tuple[Line, ...]:
        """What it has said, the latest last."""
        return tuple(self._lines)

    @property
    def why(self) -> str:
        """Why it has ended, where it has by itself: its last line, if that is a mistake, and
        nothing has ended it in the midst of its work."""
        if not self.failed:
            return ""
        if current_thread() is not self._hearing:
            self._hearing.join(1.0)
        last = self.lines[-1] if self._lines else None
        killed = self._process.returncode < 0
        return last.words if last and last.mistake and not killed else _NO_REASON

    def heard(self, word: str, seconds: float) -> bool:
        """Wait so long for a line with that in it; whether there is one."""
        until = time.monotonic() + seconds
        while not any(word in line.words for line in self.lines):
            if time.monotonic() > until or not self.on:
                return False
            time.sleep(0.05)
        return True

    def end(self) -> None:
        """Let it come to its end, and end it where it does not."""
        self._asked = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()

    def ended(self) -> None:
        """Wait until it has come to its end."""
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()

    def _hear(self) -> None:
        trace = False
        for line in self._process.stdout or ():
            trace = trace or line.startswith(_TRACE)
            mistake = line.startswith(_MISTAKES) or (trace and not line.startswith(" "))
            words = without_commands(line.rstrip()[:_LONGEST]).removeprefix("Error: ")
            if words:
                self._lines.append(Line(f"{datetime.now():%H:%M:%S}", words, mistake))
                self._heard(words)
        self._process.wait()
        self._heard("")


class Programs:
    """All programs of a door, by kind and event, for any thread."""

    def __init__(self, heard: Callable[[str, Path, str], None]) -> None:
        """`heard` is told of each line: the kind, the event's folder, the words; an end is ""."""
        self._heard = heard
        self._found: dict[tuple[str, Path], Program] = {}
        self._lock = Lock()
        self._over = False

    def start(
        self, kind: str, root: Path, words: Sequence[str], **variables: str
    ) -> Program | None:
        """Start one, unless it runs already; None where the door is about to end."""
        with self._lock:
            found = self._found.get((kind, root))
            if self._over or (found and found.on):
                return None if self._over else found
            made = Program(words, lambda line: self._heard(kind, root, line), **variables)
            self._found[kind, root] = made
            return made

    def find(self, kind: str, root: Path) -> Program | None:
        """The one that runs, or ran last."""
        with self._lock:
            return self._found.get((kind, root))

    def stop(self, kind: str, root: Path) -> bool:
        """End one; whether there was one to end."""
        found = self.find(kind, root)
        if found is None or not found.on:
            return False
        found.end()
        found.ended()
        return True

    def running(self) -> list[tuple[str, Path]]:
        """What runs just now."""
        with self._lock:
            return [key for key, program in self._found.items() if program.on]

    def end(self) -> None:
        """End all of them, and start none again."""
        with self._lock:
            self._over = True
            found = [program for program in self._found.values() if program.on]
        for program in found:
            program.end()
        for program in found:
            program.ended()

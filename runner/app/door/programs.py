"""Processes of Runner's own: commands that are run to their end, and programs that run all day, a
watch and a hall server for each event. Both report typed events (`runner.app.events`).

A program ends when its input does, so that none is left behind however Runner ends.
"""

import os
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Condition, Lock, Thread, current_thread
from typing import NamedTuple, TypeVar

from runner.app.background_job import APART, group, reporting
from runner.app.door.wording import in_words
from runner.app.events import (
    Address,
    Document,
    Ended,
    Event,
    Following,
    Message,
    Watching,
    decode,
    message,
)
from runner.core.actions import Part, Parts

WATCH, HALL = "watch", "hall"
_LONGEST_COMMAND = 300.0  # seconds: a rehearsal of a large event
_KEPT = 200  # lines
_PATIENCE = 15.0  # seconds for what is being written
_LONGEST = 2000  # letters of a line
_NO_REASON = (
    "It did not say why: another program may have ended it, or the memory was full. Nothing is "
    "lost: begin again. If it ends once more, “Check this computer” on the page More may say why."
)
_TRACE = "Traceback (most recent call last):"
_Kind = TypeVar("_Kind")


class RefusedError(Exception):
    """Something cannot be done: `parts` say why, `more` what was reported, `seen` is a key."""

    def __init__(self, *parts: Part, more: tuple[str, ...] = ()) -> None:
        self.parts, self.more, self.seen = parts, more, ""


def environment() -> dict[str, str]:
    """Return the environment of Runner's own programs: each line is written at once, as UTF-8."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


class Outcome(NamedTuple):
    """How a command ended: whether well, its events, and its standard output as it came."""

    ok: bool
    events: tuple[Event, ...]
    output: bytes = b""

    @property
    def lines(self) -> tuple[str, ...]:
        """The events that have words, as the page shows them; the reason of a failure last."""
        return tuple(filter(None, map(in_words, self.events)))

    @property
    def reason(self) -> Parts:
        """Why the command failed; () where it did not say."""
        last = self.first(Ended) or (self.events[-1] if self.events else None)
        return last.parts if isinstance(last, Ended | Message) else ()

    def first(self, kind: type[_Kind]) -> _Kind | None:
        """Return the first event of a kind."""
        return next((each for each in self.events if isinstance(each, kind)), None)


def run(words: Sequence[str], data: bytes = b"") -> Outcome:
    """Run a command to its end, with `data` as its standard input."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            reporting(*words), input=data, capture_output=True, check=False,
            timeout=_LONGEST_COMMAND, env=environment(), creationflags=APART,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome(False, (message("It took too long, and was stopped. Nothing is lost."),))
    except (OSError, ValueError) as reason:
        return Outcome(False, (message(f"It could not be started: {reason}."),))
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    events = [event for line in lines if (event := decode(line))]
    if done.returncode and not any(isinstance(each, Ended | Document) for each in events):
        events += [*map(message, done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:])]
    return Outcome(done.returncode == 0, tuple(events), done.stdout)


class Line(NamedTuple):
    """A report of a program in words, and its time: "14:05:10"."""

    at: str
    words: str


class Program:
    """A program that is running, has ended on request, or has ended by itself."""

    def __init__(
        self, words: Sequence[str], heard: Callable[[str], None], **variables: str
    ) -> None:
        """`heard` gets each line in words, and "" at the end. `variables` are added to the
        environment; secrets go there and not into `words`, which other users can list."""
        self._lines: deque[Line] = deque(maxlen=_KEPT)
        self._begun: list[Watching | Following | Address] = []
        self._ended: Ended | None = None
        self._trace = ""
        self._heard = heard
        self._asked = self._over = False
        self._news = Condition()
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            reporting(*words), process_group=group(), creationflags=APART,
            env=environment() | variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def on(self) -> bool:
        """Whether it is running."""
        return self._process.poll() is None

    @property
    def failed(self) -> bool:
        """Whether it has ended by itself, which it should not."""
        return not self.on and not self._asked

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its reports, the latest last."""
        return tuple(self._lines)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The addresses of the pages, those for other devices first; () if it is not running."""
        return tuple(self._of(Address)) if self.on else ()

    @property
    def reason(self) -> Parts:
        """The reported reason why it has ended by itself; () while it is running."""
        if not self.failed:
            return ()
        if current_thread() is not self._reader:
            self._reader.join(1.0)
        if self._ended:
            return self._ended.parts
        killed = self._process.returncode < 0
        return (self._trace if self._trace and not killed else _NO_REASON,)

    def began(self, kind: type[Watching | Following | Address], seconds: float = 0.0) -> bool:
        """Wait up to so many seconds for an event of that kind, or for the end; return whether it
        came."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._of(kind), seconds)
            return bool(self._of(kind))

    def end(self) -> None:
        """Ask it to end, by the end of its input."""
        self._asked = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()

    def ended(self) -> None:
        """Wait until it has ended; kill it if that takes too long."""
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()

    def _of(self, kind: type[_Kind]) -> list[_Kind]:
        return [each for each in self._begun if isinstance(each, kind)]

    def _read(self) -> None:
        for line in self._process.stdout or ():
            event = decode(line)
            with self._news:
                if isinstance(event, Ended):
                    self._ended = event
                elif isinstance(event, Watching | Following | Address):
                    self._begun.append(event)
                self._news.notify_all()
            text = (in_words(event) if event else line.rstrip())[:_LONGEST]
            # A line that is no event is of a library, or of Python's last words.
            if not event and (
                text.startswith(_TRACE) or (self._trace and text and not text.startswith(" "))
            ):
                self._trace = text
            if text:
                self._lines.append(Line(f"{datetime.now():%H:%M:%S}", text))
                self._heard(text)
        self._process.wait()
        with self._news:
            self._over = True
            self._news.notify_all()
        self._heard("")


class Programs:
    """All programs of a local page, by kind and event, for any thread."""

    def __init__(self, heard: Callable[[str, Path, str], None]) -> None:
        """`heard` gets each line: the kind, the event's folder, the words; an end is ""."""
        self._heard = heard
        self._programs: dict[tuple[str, Path], Program] = {}
        self._lock = Lock()
        self._over = False

    def start(self, kind: str, root: Path, words: Sequence[str], **variables: str) -> Program:
        """Start one, unless it is running. Raises RefusedError while Runner is ending."""
        with self._lock:
            if self._over:
                raise RefusedError("Runner is about to end.")
            program = self._programs.get((kind, root))
            if program is None or not program.on:
                program = Program(words, lambda line: self._heard(kind, root, line), **variables)
                self._programs[kind, root] = program
            return program

    def find(self, kind: str, root: Path) -> Program | None:
        """Return the one that is running, or ran last."""
        with self._lock:
            return self._programs.get((kind, root))

    def stop(self, kind: str, root: Path) -> bool:
        """Stop one; return whether it was running."""
        program = self.find(kind, root)
        if program is None or not program.on:
            return False
        program.end()
        program.ended()
        return True

    def running(self) -> list[tuple[str, Path]]:
        """Return all that are running."""
        with self._lock:
            return [key for key, program in self._programs.items() if program.on]

    def end(self) -> None:
        """Stop all of them, and start none again."""
        with self._lock:
            self._over = True
            running = [program for program in self._programs.values() if program.on]
        for program in running:
            program.end()
        for program in running:
            program.ended()

"""Work of Runner's own that is done beside a watch, by a program for each, so that no page waits
for it: the documents of a round, and the proof of its pairing."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock, Thread

from runner import resources
from runner.disk import wait_for_lock

Say = Callable[[str], None]

APART = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""On Windows what a process group is elsewhere: Ctrl-C is for the watch, which ends the others."""
_PATIENCE = 10.0  # seconds for what is nearly done, or does not want to end


class Beside:
    """One kind of work, done by one program at a time; what it says is said on lines of its own.

    With `anew` it starts over: what runs looks for something that nobody needs any more, and is
    ended. Otherwise what runs is finished, and done once more.
    """

    def __init__(self, command: Sequence[str], say: Say, busy: Path, *, anew: bool) -> None:
        """`busy` is the lock that the program holds while it must not be stopped."""
        self._command, self._say, self._busy, self._anew = command, say, busy, anew
        self._lock = Lock()
        self._program: subprocess.Popen[str] | None = None
        self._again = self._over = False

    def start(self) -> None:
        """There is something to do."""
        with self._lock:
            if self._over:
                return
            if self._program is not None and self._program.poll() is None:
                if not self._anew:
                    self._again = True
                    return
                self._stop(self._program)
            self._begin()

    def end(self) -> None:
        """Nothing is left behind: what starts over is ended, anything else may come to its end."""
        with self._lock:
            self._over, program = True, self._program
        if program is None:
            return
        try:
            if self._anew:
                self._stop(program)
            program.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()

    def _begin(self) -> None:
        self._program = subprocess.Popen(  # noqa: S603 - our own program
            self._command, process_group=group(), creationflags=APART,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
        Thread(target=self._hear, args=(self._program,), daemon=True).start()

    def _hear(self, program: subprocess.Popen[str]) -> None:
        with program:  # its input stays open for as long, and ends with us, whatever ends us
            for line in program.stdout or ():
                self._say(line.rstrip("\n"))
        with self._lock:
            if self._again and not self._over:
                self._again = False
                self._begin()

    def _stop(self, program: subprocess.Popen[str]) -> None:
        """End it, as far as possible while it writes nothing."""
        try:
            with wait_for_lock(self._busy):
                program.kill()
        except OSError:
            program.kill()
        program.wait()


def group() -> int | None:
    """The process group of a program that is started: one of its own, where systems have them."""
    return 0 if hasattr(os, "setpgid") else None


def runner(*words: str) -> list[str]:
    """The command line of a command of Runner's."""
    module = () if resources.standalone() else ("-m", "runner")
    return [sys.executable, *module, *words]

"""Jobs of the watch in processes of their own: printing documents, proving a round's pairing."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Lock, Thread

from runner import resources
from runner.app.events import OPTION, Emit, Ended, Level, Message, decode, message
from runner.process_locks import wait_for_lock

APART = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""On Windows what a process group is elsewhere: Ctrl-C is for the watch, which ends the others."""
_PATIENCE = 10.0  # seconds for what is nearly done, or does not want to end


class BackgroundJob:
    """One kind of job, run by one process at a time; `emit` gets the events of the process.

    With `restart` a running process is killed when the job is started again: its result is
    outdated. Otherwise it may finish, and the job is run once more.
    """

    def __init__(self, command: Sequence[str], emit: Emit, busy: Path, *, restart: bool) -> None:
        """`busy` is the lock that the process holds while it must not be stopped."""
        self._command, self._emit, self._busy, self._restart = command, emit, busy, restart
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None
        self._again = self._over = False

    def start(self) -> None:
        """Run the job, now or after the running process."""
        with self._lock:
            if self._over:
                return
            if self._process is not None and self._process.poll() is None:
                if not self._restart:
                    self._again = True
                    return
                self._stop(self._process)
            self._begin()

    def end(self) -> None:
        """Leave no process behind: restartable jobs are killed, others are allowed to finish."""
        with self._lock:
            self._over, process = True, self._process
        if process is None:
            return
        try:
            if self._restart:
                self._stop(process)
            elif process.stdin:
                process.stdin.close()  # by which one that goes on for ever knows that it is over
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _begin(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            self._command, process_group=group(), creationflags=APART,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
        Thread(target=self._read, args=(self._process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        with process:  # its input stays open for as long, and ends with us, whatever ends us
            for line in process.stdout or ():
                event = decode(line) or message(line.rstrip("\n"))
                if isinstance(event, Ended):
                    event = Message(event.parts, Level.ERROR)
                self._emit(event)
        with self._lock:
            if self._again and not self._over:
                self._again = False
                self._begin()

    def _stop(self, process: subprocess.Popen[str]) -> None:
        """Kill it, if possible while it writes nothing."""
        try:
            with wait_for_lock(self._busy):
                process.kill()
        except OSError:
            process.kill()
        process.wait()


def group() -> int | None:
    """Return the process group for a new process: one of its own, where the system has groups."""
    return 0 if hasattr(os, "setpgid") else None


def runner(*words: str) -> list[str]:
    """Return the command line of a command of Runner's, to be run as a process."""
    module = () if resources.standalone() else ("-m", "runner")
    return [sys.executable, *module, *words]


def reporting(*words: str) -> list[str]:
    """Return the same for a command whose events are read."""
    return runner(OPTION, *words)

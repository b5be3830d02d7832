"""Write to a terminal: permanent lines, and below them one status line that is updated in place.

Writing never blocks the caller. A terminal may be stopped (Ctrl-S, text being selected in a
window), its reader gone or its disk full, so a thread of its own writes the text as far as
possible."""

import io
import os
import shutil
import signal
import sys
import time
from collections import deque
from threading import Condition, Lock, Thread, current_thread, main_thread
from typing import TextIO

_CLEAR = "\r\x1b[2K"

KEPT = 1000
"""So many lines wait for a terminal that stands still; older ones are not shown."""

LAST_WORDS = 2.0
"""Seconds that a terminal has at the end for what it has not shown yet."""


class Terminal:
    """On a terminal the status line is rewritten in place, cut to the window's width; in a file or
    a pipe it is an ordinary line, written whenever it changes. Thread-safe."""

    def __init__(self, out: TextIO | None) -> None:
        if hasattr(signal, "SIGTTOU") and current_thread() is main_thread():
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # or a program in the background stops
        self._rewrites = out is not None and out.isatty() and understood()
        self._state = ""
        self._closed = False
        self._lock = Lock()
        self._writer = _Writer(out) if out is not None else None

    def say(self, line: str) -> None:
        """Write a permanent line; do nothing once the terminal is closed."""
        with self._lock:
            if self._closed:
                return
            if self._rewrites:
                self._write(f"{_CLEAR}{line}\n{self._shown()}")
            else:
                self._write(f"{line}\n")

    def state(self, line: str) -> None:
        """Set the status line."""
        with self._lock:
            if line == self._state or self._closed:
                return
            self._state = line
            self._write(f"{_CLEAR}{self._shown()}" if self._rewrites else f"{line}\n")

    def close(self, last: str = "") -> None:
        """Write a last line below the status line, which stays, and wait up to LAST_WORDS seconds
        until everything is written."""
        with self._lock:
            if self._rewrites and self._state:
                self._write("\n")
            if last and not self._closed:
                self._write(f"{last}\n")
            self._state, self._closed = "", True
        if self._writer is not None:
            self._writer.finish(LAST_WORDS)

    def _shown(self) -> str:
        width = shutil.get_terminal_size().columns - 1
        return self._state if len(self._state) <= width else self._state[: max(0, width - 1)] + "…"

    def _write(self, text: str) -> None:
        if self._writer is not None:
            self._writer.take(text)


class _Writer:
    """Write texts in order, in a thread of its own."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waiting: deque[str] = deque(maxlen=KEPT)
        self._busy = False
        self._changed = Condition()
        Thread(target=self._work, daemon=True).start()

    def take(self, text: str) -> None:
        with self._changed:
            self._waiting.append(text)
            self._changed.notify_all()

    def finish(self, within: float) -> None:
        """Wait until everything is written, at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy, within)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting)
                text, self._busy = "".join(self._waiting), True
                self._waiting.clear()
            try:
                _write(self._out, text)
            except (OSError, ValueError):  # nobody reads it any more, or not just now
                continue


def understood() -> bool:
    """Return whether the terminal can rewrite a line and show colours; old Windows consoles
    cannot."""
    if os.environ.get("TERM") == "dumb":
        return False
    if sys.platform != "win32":
        return True
    import ctypes
    from ctypes import wintypes

    kernel, mode = ctypes.windll.kernel32, wintypes.DWORD()
    kernel.GetStdHandle.restype = wintypes.HANDLE
    console = wintypes.HANDLE(kernel.GetStdHandle(-11))  # standard output
    known = kernel.GetConsoleMode(console, ctypes.byref(mode))
    return bool(known and kernel.SetConsoleMode(console, mode.value | 4))  # letters that command


def _write(out: TextIO, text: str) -> None:
    """Write to the file descriptor, since the lock of the stream's buffer could block the exit."""
    raw = getattr(getattr(out, "buffer", None), "raw", None)
    if not isinstance(raw, io.RawIOBase):
        out.write(text)
        out.flush()
        return
    left = memoryview(text.encode(out.encoding or "utf-8", "backslashreplace"))
    while left:
        written = raw.write(left)
        if written is None:  # one that never waits, and is full
            time.sleep(0.05)
        left = left[written or 0 :]

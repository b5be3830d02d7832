"""A quiet terminal: lines that stay, and below them one that is always the latest state."""

import shutil
from threading import Lock
from typing import TextIO

_CLEAR = "\r\x1b[2K"


class Terminal:
    """Where the terminal is one, the state is rewritten in place, cut to the window's width; in a
    file or a pipe it is a line like others, once each time it changes. For any thread."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._rewrites = out.isatty()
        self._state = ""
        self._closed = False
        self._lock = Lock()

    def say(self, line: str) -> None:
        """A line that stays; nothing once the terminal is closed, when others write there."""
        with self._lock:
            if self._closed:
                return
            if self._rewrites:
                self._write(f"{_CLEAR}{line}\n{self._shown()}")
            else:
                self._write(f"{line}\n")

    def state(self, line: str) -> None:
        """The state as it is now."""
        with self._lock:
            if line == self._state or self._closed:
                return
            self._state = line
            self._write(f"{_CLEAR}{self._shown()}" if self._rewrites else f"{line}\n")

    def close(self) -> None:
        """Leave the state as the last line."""
        with self._lock:
            if self._rewrites and self._state:
                self._write("\n")
            self._state, self._closed = "", True

    def _shown(self) -> str:
        width = shutil.get_terminal_size().columns - 1
        return self._state if len(self._state) <= width else self._state[: max(0, width - 1)] + "…"

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

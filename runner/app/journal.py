"""An append-only file of lines: each is on the disk before it is used."""

import os
from dataclasses import dataclass
from pathlib import Path

from runner.app.event_folder import OWN
from runner.disk import fingerprint, read_regular_file, replace_synced, sync_directory
from runner.process_locks import wait_for_lock

_KNOWN_BY = 256  # bytes before what is new, which tell whether the file is the same
_PIECE = 1 << 16  # bytes that are read at a time from the end


@dataclass(frozen=True, slots=True)
class Journal:
    """The complete lines of a journal, and the torn last line that a crash may have left."""

    complete: bytes
    torn: bytes = b""


class Tail:
    """A journal that is read again and again: only what was added since is read."""

    def __init__(self, path: Path) -> None:
        self.length = 0
        """Bytes of the complete lines that have been read."""
        self._path = path
        self._end = b""  # the last of them, by which the same file is known again

    def read(self) -> tuple[bytes, bool]:
        """Return the complete lines that were added since the last time, and whether they follow
        those. False: the file is another, and these are all its lines."""
        before, end = self.length, self._end
        data = self._after(before - len(end))
        if not (same := data.startswith(end)):
            before, end, data = 0, b"", self._after(0)
        complete = data[: data.rfind(b"\n") + 1]
        new = complete[len(end) :]
        self.length, self._end = before + len(new), complete[-_KNOWN_BY:]
        return new, same

    def _after(self, length: int) -> bytes:
        try:
            return read_regular_file(self._path, after=length)
        except FileNotFoundError:
            return b""


class GrownError(OSError):
    """Another process has added lines since the journal was read: it must be read again."""


def read(path: Path) -> Journal:
    """Read a journal; a missing file is an empty journal."""
    try:
        data = read_regular_file(path)
    except FileNotFoundError:
        return Journal(b"")
    end = data.rfind(b"\n") + 1
    return Journal(data[:end], data[end:])


def replace(path: Path, lines: bytes) -> None:
    """Replace the content of a journal; it is on the disk on return."""
    with wait_for_lock(_lock(path)):
        replace_synced(path, lines)


def append(path: Path, lines: bytes, *, after: int | None = None) -> None:
    """Add whole lines, and come back when they are on the disk; a torn last line goes first.

    `after` is the length in bytes of what was read: GrownError is raised where there is more by
    now, so that two processes never continue from the same line. Raises ValueError where `lines`
    doesn't end a line, and OSError where the disk fails: the journal is as before then.
    """
    if not lines.endswith(b"\n"):
        raise ValueError("a journal takes whole lines")
    with wait_for_lock(_lock(path)):
        length = _complete(path)
        if after is not None and length != after:
            raise GrownError(f"{path.name} has grown since it was read")
        fresh = not path.exists()
        with path.open("ab", buffering=0) as file:
            file.truncate(length)
            try:
                left = memoryview(lines)
                while left:
                    left = left[file.write(left) :]
                os.fsync(file.fileno())
            except OSError:
                file.truncate(length)
                raise
        if fresh:
            sync_directory(path.parent)


def _complete(path: Path) -> int:
    """Return where the last complete line of a journal ends."""
    try:
        _inode, at, _time = fingerprint(path)
    except FileNotFoundError:
        return 0
    while at:
        at = max(0, at - _PIECE)
        if end := read_regular_file(path, after=at).rfind(b"\n") + 1:
            return at + end
    return 0


def _lock(path: Path) -> Path:
    own = path.parent if path.parent.parent.name == OWN else path.parent / OWN
    return own / f"{path.name}.lock"

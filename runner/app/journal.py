"""An append-only file of lines: each is on the disk before it is used."""

import os
from dataclasses import dataclass
from pathlib import Path

from runner.app.event_folder import OWN
from runner.disk import read_regular_file, replace_synced, sync_directory, wait_for_lock


@dataclass(frozen=True, slots=True)
class Journal:
    """The complete lines of a journal, and the torn last line that a crash may have left."""

    complete: bytes
    torn: bytes = b""


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
        length = len(read(path).complete)
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


def _lock(path: Path) -> Path:
    own = path.parent if path.parent.parent.name == OWN else path.parent / OWN
    return own / f"{path.name}.lock"

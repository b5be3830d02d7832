"""Bytes that are on the disk when the call returns, and files that are whole or not there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def write_synced(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Make a new file with these bytes and wait until they are on the disk.

    Raises FileExistsError where something is there already: nothing is ever written over.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_directory(folder: Path) -> None:
    """Wait until what was made, renamed or removed in a folder is on the disk.

    Windows has no such call, and some network shares refuse it: there it does nothing.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def replace_synced(path: Path, data: bytes) -> None:
    """Replace a file that only Runner writes, so that a crash leaves the old one or the new."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    write_synced(temporary, data)
    temporary.replace(path)
    sync_directory(path.parent)


def read_settled(path: Path, pause: Callable[[float], None], *, attempts: int = 50) -> bytes | None:
    """All bytes of a file that nobody changed while they were read, or None.

    A file that is missing for a moment, as in the middle of a save, is waited for: `pause` is
    called with seconds between attempts.
    """
    for _ in range(attempts):
        try:
            before = fingerprint(path)
            data = path.read_bytes()
            if before == fingerprint(path):
                return data
        except OSError:  # gone for a moment, or held by its editor (Windows)
            pass
        pause(0.02)
    return None


def fingerprint(path: Path) -> tuple[int, int, int]:
    """What changes when a file is saved: inode, size in bytes, time of change in ns."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


_BINARY: int = getattr(os, "O_BINARY", 0)

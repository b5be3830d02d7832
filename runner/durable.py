"""Bytes that are on the disk when the call returns, and files that are whole or not there."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def exclusive(lock: Path) -> Iterator[bool]:
    """Hold a lock among Runner's own processes; yields False, at once, where another holds it.

    The operating system lets go of it when its process ends, however that happens. The file
    stays, so that nobody ever locks one that is about to vanish.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        yield _locked(descriptor)
    finally:
        os.close(descriptor)


class BusyError(OSError):
    """Another Runner was at the same files for longer than its work can take."""


@contextmanager
def alone(lock: Path, *, patience: float = 10.0) -> Iterator[None]:
    """Hold a lock as `exclusive` does, waiting for it for so many seconds.

    Raises BusyError after that.
    """
    deadline = time.monotonic() + patience
    while True:
        with exclusive(lock) as ours:
            if ours:
                yield
                return
        if time.monotonic() > deadline:
            raise BusyError(f"another Runner holds {lock}")
        time.sleep(0.02)


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def fingerprint(path: Path) -> tuple[int, int, int]:
    """What changes when a file is saved: inode, size in bytes, time of change in ns."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


_BINARY: int = getattr(os, "O_BINARY", 0)

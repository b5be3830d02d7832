"""Bytes that are on the disk when the call returns, and files that are whole or not there."""

import errno
import getpass
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from runner.core.problems import Place, Problem, error


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
    stays, so that nobody ever locks one that is about to vanish. On a disk that knows no locks
    (some network shares) it holds among the processes of this computer.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        held = _locked(descriptor)
        if held is None:
            with _exclusive_here(lock) as held:
                yield bool(held)
        else:
            yield held
    finally:
        os.close(descriptor)


@contextmanager
def _exclusive_here(lock: Path) -> Iterator[bool]:
    """The same by a lock in this computer's folder for temporary files."""
    name = sha256(os.fsencode(lock.resolve())).hexdigest()[:32]
    descriptor = os.open(
        Path(tempfile.gettempdir()) / f"runner-{name}.lock", os.O_RDWR | os.O_CREAT, 0o666
    )
    try:
        yield _locked(descriptor) is not False
    finally:
        os.close(descriptor)


@contextmanager
def signed(lock: Path) -> Iterator[str]:
    """Hold a lock with one's name on it; yields "" where it is ours, and else who holds it and
    since when. A lock that a crash left behind is nobody's."""
    with exclusive(lock) as ours:
        if not ours:
            yield _signature(lock)
            return
        since = datetime.now().astimezone().isoformat(timespec="minutes").replace("T", " ")
        words = f"{_user()} on {socket.gethostname()}, process {os.getpid()}, since {since[:16]}"
        replace_content(lock, words.encode())
        try:
            yield ""
        finally:
            replace_content(lock, b"")


def _signature(lock: Path) -> str:
    try:
        return lock.read_text(encoding="utf-8", errors="replace").strip() or "another process"
    except OSError:
        return "another process"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to tell
        return "somebody"


def replace_content(path: Path, data: bytes) -> None:
    """Other content for a file that must stay the same file; for words that nothing rests on, so a
    disk that fails does no harm."""
    try:
        with path.open("r+b") as file:
            file.write(data)
            file.truncate()
    except OSError:
        return


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


def _locked(descriptor: int) -> bool | None:
    """Whether the lock is ours now; None where the disk knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _FAR, os.SEEK_SET)  # what is locked there can't be read
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as reason:
        return None if reason.errno in _NO_LOCKS else False
    return True


def fingerprint(path: Path) -> tuple[int, int, int]:
    """What changes when a file is saved: inode, size in bytes, time of change in ns."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def disk_problem(reason: OSError) -> Problem:
    """What a disk would not do, or whom it is waited for, for an organiser."""
    if isinstance(reason, BusyError):
        return error(
            Place(),
            "Another Runner is publishing this event.",
            "Close the other window, or wait a moment.",
        )
    where = f" ({reason.filename})" if reason.filename else ""
    if reason.errno in {errno.ENOSPC, errno.EDQUOT}:
        return error(
            Place(),
            f"The disk is full{where}.",
            "Make room on it, for instance by emptying the trash. Nothing is lost; what is missing "
            "follows at the next save or the next run.",
        )
    if reason.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return error(
            Place(),
            f"Runner may not write there{where}.",
            "Put the event and the site into folders of your own, or change who may write to them.",
        )
    said = reason.strerror or str(reason) or type(reason).__name__
    return error(
        Place(),
        f"The disk refused: {said}{where}.",
        "Check that the disk or the network share is there; the rest follows at the next save.",
    )


_FAR = 1 << 30
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL})
_BINARY: int = getattr(os, "O_BINARY", 0)

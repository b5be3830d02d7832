"""Locks on files among the processes of Runner; the system releases those of one that ends."""

import errno
import getpass
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from runner.disk import BusyError, make_own, replace_content

_FAR = 1 << 30
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL})


@contextmanager
def try_lock(lock: Path) -> Iterator[bool]:
    """Hold a lock among Runner's own processes; yield False, at once, where another holds it.

    The operating system releases it when its process ends, however that happens. The file stays,
    so that nobody locks one that is about to be removed. On a disk without locks (some network
    shares) the lock holds among the processes of this computer.
    """
    make_own(lock.parent)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        held = _locked(descriptor)
        if held is None:
            with _try_lock_here(lock) as held:
                yield bool(held)
        else:
            yield held
    finally:
        os.close(descriptor)


def locks_hold(lock: Path) -> bool:
    """Return whether the file system of `lock`, a file that is made, keeps a second lock out."""
    with lock.open("wb") as first, lock.open("r+b") as second:
        return _locked(first.fileno()) is True and _locked(second.fileno()) is False


@contextmanager
def _try_lock_here(lock: Path) -> Iterator[bool]:
    """Hold a lock as `try_lock` does, in this computer's folder for temporary files."""
    name = sha256(os.fsencode(lock.resolve())).hexdigest()[:32]
    descriptor = os.open(
        Path(tempfile.gettempdir()) / f"runner-{name}.lock", os.O_RDWR | os.O_CREAT, 0o666
    )
    try:
        yield _locked(descriptor) is not False
    finally:
        os.close(descriptor)


@contextmanager
def named_lock(lock: Path) -> Iterator[str]:
    """Hold a lock that names its holder; yield "", or who else holds it and since when. A lock
    that a crash left behind is free."""
    with try_lock(lock) as ours:
        if not ours:
            yield signature(lock)
            return
        since = datetime.now().astimezone().isoformat(timespec="minutes").replace("T", " ")
        words = f"{_user()} on {socket.gethostname()}, process {os.getpid()}, since {since[:16]}"
        replace_content(lock, words.encode())
        try:
            yield ""
        finally:
            replace_content(lock, b"")


def signature(lock: Path) -> str:
    """Return who holds a lock and since when, as `named_lock` wrote it."""
    try:
        return lock.read_text(encoding="utf-8", errors="replace").strip() or "another process"
    except OSError:
        return "another process"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to tell
        return "somebody"


@contextmanager
def wait_for_lock(lock: Path, *, patience: float = 10.0) -> Iterator[None]:
    """Hold a lock as `try_lock` does, waiting for it for `patience` seconds. Raises BusyError after
    that."""
    deadline = time.monotonic() + patience
    while True:
        with try_lock(lock) as ours:
            if ours:
                yield
                return
        if time.monotonic() > deadline:
            raise BusyError(f"another Runner holds {lock}")
        time.sleep(0.02)


def _locked(descriptor: int) -> bool | None:
    """Return whether the lock is ours now; None where the file system has no locks."""
    try:
        _lock(descriptor)
    except OSError as reason:
        return None if reason.errno in _NO_LOCKS else False
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)  # what is locked there can't be read
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""Files that are written atomically and synced, and read safely."""

import errno
import os
import stat
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from runner.core.problems import Place, Problem, error

AWAY_FOR, LOOK_AGAIN = 2.0, 0.02
"""Seconds that a workbook may be away, as in the middle of Excel's save; and between looks."""


class NotAFileError(OSError):
    """Something else stands where a file should be."""


class UnreadableError(OSError):
    """A file that this user may not read."""


class HeldError(OSError):
    """A file that another program has open, so that no other can take its place (Windows)."""


class BusyError(OSError):
    """Another Runner was at the same files for longer than its work can take."""


def read_regular_file(path: Path, *, after: int = 0) -> bytes:
    """Return all bytes of a regular file, or those after the first so many.

    Raises NotAFileError for a pipe, a folder, a device or a circular link, some of which would
    block for ever; UnreadableError; or FileNotFoundError.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _BINARY | _AT_ONCE)
    except PermissionError as reason:
        if path.is_dir():  # as Windows puts it
            raise no_file(path) from None
        raise UnreadableError(reason.errno, reason.strerror, str(path)) from None
    except OSError as reason:
        if reason.errno in _NO_FILE:
            raise no_file(path) from None
        raise
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise no_file(path)
        with open(descriptor, "rb", closefd=False) as file:
            file.seek(after)
            return file.read()
    finally:
        os.close(descriptor)


def contents_once_there(path: Path) -> bytes:
    """The same of a file that may be away for a moment, as a workbook is in the middle of a save.
    Raises FileNotFoundError once it has been away for `AWAY_FOR` seconds."""
    until = time.monotonic() + AWAY_FOR
    while True:
        try:
            return read_regular_file(path)
        except FileNotFoundError:
            if time.monotonic() >= until:
                raise
        time.sleep(LOOK_AGAIN)


def content_if_there(path: Path) -> bytes | None:
    """Return the content of a file; None if there is none."""
    try:
        return read_regular_file(path)
    except FileNotFoundError:
        return None


def no_file(path: Path) -> NotAFileError:
    """The error for what is no file, to be raised or told."""
    return NotAFileError(errno.EINVAL, "no file", str(path))


def real(path: Path) -> Path:
    """Where a path leads, through all links. Raises NotAFileError where they go in a circle."""
    try:
        return path.resolve()
    except RuntimeError:
        raise no_file(path) from None


def make_own(folder: Path) -> None:
    """Make a folder in an event's folder. Raises FileNotFoundError if that is gone."""
    if folder.parent.name == ".runner":
        folder.parent.mkdir(exist_ok=True)
    folder.mkdir(exist_ok=True)


def write_synced(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Make a new file with these bytes and wait until they are on the disk.

    Raises FileExistsError where something is there already: nothing is ever overwritten.
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


def replace_synced(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Replace a file that only Runner writes, so that a crash leaves the old one or the new.

    `mode` is that of the new file, less the umask: 0o600 where it holds a secret.
    Raises HeldError where another program has it open (Windows): it is as it was then.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    remove_patiently(temporary)
    write_synced(temporary, data, mode=mode)
    try:
        replace_patiently(temporary, path)
    except HeldError:
        remove_patiently(temporary)
        raise
    sync_directory(path.parent)


def replace_unsynced(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Replace a file that can be made again, without waiting for the disk; one that has the data
    already stays as it is. `mode` is that of a new file, less the umask. Raises HeldError as
    `replace_synced` does."""
    try:
        if read_regular_file(path) == data:
            return
    except OSError:
        pass
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    remove_patiently(temporary)
    with open(temporary, "wb", opener=partial(os.open, mode=mode)) as file:
        file.write(data)
    try:
        replace_patiently(temporary, path)
    except HeldError:
        remove_patiently(temporary)
        raise


def retry_while_locked(step: Callable[[], object]) -> None:
    """Try again while Windows says that a file is locked. Raises PermissionError if it lasts."""
    for pause in _PAUSES:
        try:
            step()
        except PermissionError:
            time.sleep(pause)
        else:
            return
    step()


def replace_patiently(temporary: Path, path: Path) -> None:
    """Put a file in the place of another. Raises HeldError where a program has that open."""
    _unless_held(path, lambda: temporary.replace(path))


def remove_patiently(path: Path) -> None:
    """Remove a file, if it is there. Raises HeldError where a program has it open."""
    _unless_held(path, lambda: path.unlink(missing_ok=True))


def _unless_held(path: Path, step: Callable[[], object]) -> None:
    try:
        retry_while_locked(step)
    except PermissionError as reason:
        if held(reason):
            raise HeldError(errno.EACCES, "another program holds it", str(path)) from None
        raise


def held(reason: OSError) -> bool:
    """Whether Windows says that a program has the file open, not that it is read-only."""
    return getattr(reason, "winerror", None) in _HELD


def read_settled(path: Path, pause: Callable[[float], None], *, attempts: int = 50) -> bytes | None:
    """All bytes of a file that nobody changed while they were read, or None.

    A file that is missing for a moment, as in the middle of a save, is waited for: `pause` is
    called with seconds between attempts. Raises UnreadableError where it could not be read to the
    last.
    """
    unreadable: UnreadableError | None = None
    for _ in range(attempts):
        try:
            before = fingerprint(path)
            data = read_regular_file(path)
            if before == fingerprint(path):
                return data
        except UnreadableError as reason:  # or held by its editor for a moment (Windows)
            unreadable = reason
        except OSError:  # gone for a moment
            unreadable = None
        pause(0.02)
    if unreadable:
        raise unreadable
    return None


def replace_content(path: Path, data: bytes) -> None:
    """Other content for a file that must stay the same file; for words that nothing rests on, so a
    disk that fails does no harm."""
    try:
        with path.open("r+b") as file:
            file.write(data)
            file.truncate()
    except OSError:
        return


def fingerprint(path: Path) -> tuple[int, int, int]:
    """What changes when a file is saved: inode, size in bytes, time of change in ns. Raises
    NotAFileError for anything else, and OSError where there is nothing."""
    try:
        status = path.stat()
    except OSError as reason:
        if reason.errno in _NO_FILE:
            raise no_file(path) from None
        raise
    if not stat.S_ISREG(status.st_mode):
        raise no_file(path)
    return status.st_ino, status.st_size, status.st_mtime_ns


def fingerprint_if_there(path: Path) -> tuple[int, int, int] | None:
    """Return the `fingerprint` of a file; None where there is none."""
    try:
        return fingerprint(path)
    except OSError:
        return None


def disk_problem(reason: OSError) -> Problem:
    """Return the problem for an organiser of what the disk refused, or of a lock waited for."""
    name, where = reason.filename, f" ({reason.filename})" if reason.filename else ""
    if isinstance(reason, HeldError) or held(reason):
        return held_problem(Path(name or ""))
    what = reason.strerror or str(reason) or type(reason).__name__
    code, text, fix = next(
        words
        for kind, numbers, *words in _PROBLEMS
        if isinstance(reason, kind) and (not numbers or reason.errno in numbers)
    )
    return error(f"disk.{code}", Place(), text.format(name=name, where=where, what=what), fix)


_PROBLEMS: tuple[tuple[type[OSError], frozenset[int], str, str, str], ...] = (
    (BusyError, frozenset(), "locked", "Another Runner is publishing this event.",
     "Close the other window, or wait a moment."),
    (NotAFileError, frozenset(), "not-a-file",
     "{name} is not a file: a folder, a pipe or a loop of links is there.",
     "Put the file back, or remove what is there in its place."),
    (UnreadableError, frozenset(), "unreadable", "Runner is not allowed to read {name}.",
     "Close the program that holds it, or change who may read it."),
    (OSError, frozenset({errno.ENOSPC, errno.EDQUOT}), "full", "The disk is full{where}.",
     "Make room on it, for instance by emptying the trash. Nothing is lost; what is missing "
     "follows at the next save or the next run."),
    (OSError, frozenset({errno.EACCES, errno.EPERM, errno.EROFS}), "not-writable",
     "Runner is not allowed to write there{where}.",
     "Put the event and the site into folders of your own, or change who may write to them."),
    (OSError, frozenset(), "failed", "The disk reported: {what}{where}.",
     "Check that the disk or the network share is there; the rest follows at the next save."),
)  # fmt: skip
"""By the class of an exception and its numbers, if any: code, text, and what to do. The first
that fits holds."""


def held_problem(path: Path) -> Problem:
    """A file that somebody has open, for an organiser."""
    close = "Close the PDF" if path.suffix.lower() == ".pdf" else "Close it there"
    return error(
        "disk.file-held",
        Place(),
        f"{path} is open in another program, so it stays as it was.",
        f"{close}; it follows at the next save or the next run.",
    )


_PAUSES = (0.02, 0.1, 0.5)  # seconds
_HELD = frozenset({5, 32, 33})  # access denied, sharing violation, lock violation
_NO_FILE = frozenset({errno.ELOOP, errno.EISDIR, errno.ENXIO})
_BINARY: int = getattr(os, "O_BINARY", 0)
_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)

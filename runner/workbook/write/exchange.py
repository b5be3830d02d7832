"""Exchange two files, atomically on Linux and macOS, so that the replaced file is never lost.

Replacing a file destroys what somebody may have saved a moment ago. After an exchange the file
displaced can be compared with the one that was read, and given back. Linux and macOS exchange in
one step. Windows does it in two, each of which may fail, and be finished later: `ReplaceFileW` puts
the first file into the place of the second, and the second under a third name; from there it takes
the first one's. Of its errors, 1177 leaves nothing under the second's name: what was there has the
third one. What is found on the disk counts, not which error it was.
"""

import ctypes
import errno
import os
import sys
import time
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from runner.disk import HeldError, retry_while_locked

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux
_RENAME_SWAP = 2  # macOS


class Exchange(Enum):
    """The result of an exchange: `GONE` means that one of the files was missing at that moment."""

    DONE = auto()
    GONE = auto()
    UNSUPPORTED = auto()


def exchange(first: Path, second: Path) -> Exchange:
    """Let two files of one file system change places in one step. Raises OSError for what is
    neither a missing file nor a system that cannot do it: nothing is lost then, and `finish` is to
    be called before either is read."""
    try:
        _exchange(first, second)
    except FileNotFoundError:
        return Exchange.GONE
    except OSError as reason:
        if reason.errno in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EXDEV}:
            return Exchange.UNSUPPORTED
        raise
    return Exchange.DONE


if sys.platform == "win32":
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)

    def replace_file(replaced: Path, replacement: Path, backup: Path) -> int:
        """Return the function of Windows for it."""
        ctypes.set_last_error(0)
        names = (ctypes.c_wchar_p(str(path)) for path in (replaced, replacement, backup))
        return 0 if _kernel.ReplaceFileW(*names, 0, None, None) else ctypes.get_last_error() or 1175

    def _exchange(first: Path, second: Path) -> None:
        exchange_by_replacing(first, second, replace_file)

else:

    def _exchange(first: Path, second: Path) -> None:
        library = ctypes.CDLL(None, use_errno=True)
        old, new = os.fsencode(first), os.fsencode(second)
        if sys.platform == "darwin":
            failed = library.renamex_np(old, new, _RENAME_SWAP)
        elif hasattr(library, "renameat2"):
            failed = library.renameat2(_AT_FDCWD, old, _AT_FDCWD, new, _RENAME_EXCHANGE)
        else:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        if failed:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(first), None, str(second))


_GONE = frozenset({2, 3})
_UNSUPPORTED = frozenset({1, 17, 50})  # no such function, another volume, not supported
PAUSES = (0.02, 0.1, 0.3)  # seconds: what looks at each new file for viruses is soon done


def exchange_by_replacing(
    first: Path, second: Path, replace_file: Callable[[Path, Path, Path], int]
) -> None:
    """Let two files change places. `replace_file` takes the file to replace, the one that replaces
    it and a name for the replaced one, and returns 0 or the error of Windows. Raises
    FileNotFoundError where one was not there, OSError with ENOTSUP where the disk cannot do it, and
    HeldError where somebody holds one of them, or comes in between: `finish` is to be called then
    before either is read."""
    third = third_name(first)
    for pause in (*PAUSES, None):
        if third.exists():  # the next one would be written over it
            raise HeldError(errno.EACCES, "somebody saved in the middle of it", str(second))
        code = replace_file(second, first, third)
        if not code:
            retry_while_locked(lambda: third.rename(first))
            return
        finish(first, second)
        if code in _GONE:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(second))
        if code in _UNSUPPORTED:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(second))
        if pause is None:
            raise HeldError(errno.EACCES, f"another program holds it (error {code})", str(second))
        time.sleep(pause)


def third_name(first: Path) -> Path:
    """Return where the second file lies between the two steps."""
    return first.with_name(first.name + ".third")


def finish(first: Path, second: Path) -> bool:
    """Finish, or undo, an exchange that was cut off between its steps; whether that is done with.
    It is not where all three files are there: the second has been saved anew in between."""
    third = third_name(first)
    if not third.exists():
        return True
    if not first.exists():
        retry_while_locked(lambda: third.rename(first))
        return True
    if second.exists():
        return False
    try:
        retry_while_locked(lambda: put_where_nothing_is(third, second))
    except FileExistsError:
        return False
    return True


def put_where_nothing_is(path: Path, to: Path) -> None:
    """Rename a file atomically without replacing another. Raises FileExistsError if one exists, and
    OSError if the disk does not support it."""
    if sys.platform == "win32":
        path.rename(to)
        return
    os.link(path, to)
    path.unlink()

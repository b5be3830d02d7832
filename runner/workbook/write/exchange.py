"""Two files change places in one step, so that whatever was there before is still there to see.

Replacing a file destroys what somebody may have saved a moment ago. After an exchange the file
displaced can be compared with the one that was read, and given back.
"""

import ctypes
import errno
import os
import sys
from enum import Enum, auto
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux
_RENAME_SWAP = 2  # macOS


class Exchange(Enum):
    """How an exchange went: `GONE` means that one of the files was not there just then."""

    DONE = auto()
    GONE = auto()
    UNSUPPORTED = auto()


def exchange(first: Path, second: Path) -> Exchange:
    """Let two files of one file system change places in one step.

    Raises OSError for what is neither a missing file nor a system that cannot do it.
    """
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

    def _exchange(first: Path, second: Path) -> None:
        # ReplaceFileW puts `first` in the place of `second` and the old `second` under a third
        # name, in one step; `recover_names` finishes the second step after a crash.
        third = _third_name(first)
        replaced = ctypes.windll.kernel32.ReplaceFileW(
            str(second), str(first), str(third), 0, None, None
        )
        if not replaced:
            raise ctypes.WinError()
        third.rename(first)

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


def _third_name(first: Path) -> Path:
    return first.with_name(first.name + ".third")


def recover_names(first: Path) -> None:
    """Finish an exchange that was cut off between its two steps (Windows only)."""
    third = _third_name(first)
    if third.exists() and not first.exists():
        third.rename(first)

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

    Raises OSError for what is neither a missing file nor a system that cannot do it: nothing is
    lost then, and `finish` of replace_file.py is to be called before either is read.
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
    from runner.workbook.write.replace_file import exchange_by_replacing, replace_file

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

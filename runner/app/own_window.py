"""A window that Windows has opened for this program alone, at a double-click: it closes when the
program ends, and with it goes what was said of why."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_open() -> Iterator[None]:
    """Run what may fail; where it did in such a window, wait until somebody has read why."""
    try:
        yield
    except SystemExit as end:
        if end.code:
            _wait()
        raise
    except Exception:
        traceback.print_exc()
        _wait()
        raise SystemExit(1) from None


def _wait() -> None:
    if _alone():
        try:
            input("\nRunner could not start, or has ended too early. Enter closes this window. ")
        except (EOFError, OSError, KeyboardInterrupt):
            return


def _alone() -> bool:
    """Whether no other program, such as one that started this, shares the window."""
    return sys.platform == "win32" and len(sys.argv) == 1 and programs_in_this_window() == 1


def programs_in_this_window() -> int:
    """How many programs have this console; 0 where there is none."""
    if sys.platform != "win32":
        return 0
    import ctypes

    two = (ctypes.c_ulong * 2)()
    return int(ctypes.windll.kernel32.GetConsoleProcessList(two, 2))

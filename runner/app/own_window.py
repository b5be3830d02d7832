"""Keep a console window open that Windows opened for this program alone, at a double-click.

It closes when the program ends, with all messages in it.
"""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_open() -> Iterator[None]:
    """Run a function; if it fails in such a window, wait until somebody has read the reason."""
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
    """Return whether no other program, such as the one that started this, shares the window."""
    return sys.platform == "win32" and len(sys.argv) == 1 and programs_in_this_window() == 1


def programs_in_this_window() -> int:
    """Return how many programs use this console; 0 if there is none."""
    if sys.platform != "win32":
        return 0
    import ctypes

    two = (ctypes.c_ulong * 2)()
    return int(ctypes.windll.kernel32.GetConsoleProcessList(two, 2))

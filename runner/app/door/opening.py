"""Opens a file, a folder or a page in whatever this computer opens it with."""

import os
import subprocess
import sys
import webbrowser
from pathlib import Path

_SOON = 3.0  # seconds in which a program that cannot open it says so


def open_path(path: Path) -> str:
    """Open a file or a folder; "", or why it does not open."""
    by_hand = f"Open it yourself: {path}"
    if sys.platform == "win32":
        try:
            os.startfile(path)  # noqa: S606 - a file of an event's folder
        except OSError as reason:
            return f"Windows cannot open {path.name}: {reason.strerror}. {by_hand}"
        return ""
    opener = "open" if sys.platform == "darwin" else "xdg-open"
    try:
        started = subprocess.Popen(  # noqa: S603 - a file that was found in an event's folder
            [opener, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        code = started.wait(_SOON)
    except subprocess.TimeoutExpired:
        return ""  # it is the program itself that runs
    except OSError:
        return f"There is nothing here that opens files by itself. {by_hand}"
    return f"No program here opens {path.name}. {by_hand}" if code else ""


def open_page(address: str) -> bool:
    """Open a page in the browser; whether there is one."""
    try:
        return webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return False

"""What opens workbooks, folders and pages on this computer, and whether names can appear in a
workbook while it is open: where LibreOffice opens workbooks and Runner can reach it."""

import os
import subprocess
import sys
import webbrowser
from functools import cache
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.workbook.live.office import interpreter, libreoffice

BACK = "here"
"""Instead of a link: the workbook in the folder counts again."""
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PATIENCE = 5.0  # seconds for the desktop to answer
_SOON = 3.0  # seconds in which a program that cannot open a file says so


def names_appear(root: Path, link: str = "") -> bool:
    """Return whether names go into the open workbook of an event: not into one that is on the web,
    already or at the new `link`; again where that is `BACK`."""
    web = link != BACK if link else EventFolder(root).web.exists()
    return not web and reachable()


@cache
def reachable() -> bool:
    """Return whether LibreOffice opens workbooks here, and there is a Python that can talk to it.
    False on Windows and macOS, where this is untested and the default program opens them."""
    if sys.platform in ("win32", "darwin") or libreoffice() is None:
        return False
    usual = _usual()
    return ("libreoffice" in usual or not usual) and interpreter() is not None


def _usual() -> str:
    """Return the default program for workbooks, in lower case; "" if the desktop does not report
    it."""
    try:
        answer = subprocess.run(  # noqa: S603 - the desktop's own
            ["xdg-mime", "query", "default", _KIND],  # noqa: S607
            capture_output=True, text=True, timeout=_PATIENCE, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip().lower()


def open_path(path: Path) -> str:
    """Open a file or a folder. Return "", or a sentence that says why it cannot be opened."""
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
    """Open a page in the browser. Return whether there is a browser."""
    try:
        return webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return False

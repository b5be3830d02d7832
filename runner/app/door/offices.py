"""Whether names can appear in a workbook while it is open: in LibreOffice, where that is what opens
workbooks here and Runner can reach it."""

import subprocess
import sys
from functools import cache
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.workbook.live.office import interpreter, libreoffice

BACK = "here"
"""Instead of a link: the workbook in the folder counts again."""
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PATIENCE = 5.0


def names_appear(root: Path, link: str = "") -> bool:
    """Whether names go into the open workbook of that event; into none that lies on the web, there
    or at a new `link`, and again where that is “here”."""
    web = link != BACK if link else EventFolder(root).web.exists()
    return not web and reachable()


@cache
def reachable() -> bool:
    """Whether LibreOffice opens workbooks here, and a Python is there that can talk to it. On
    Windows and macOS nobody has tried, and the usual program opens them."""
    if sys.platform in ("win32", "darwin") or libreoffice() is None:
        return False
    usual = _usual()
    return ("libreoffice" in usual or not usual) and interpreter() is not None


def _usual() -> str:
    """What the desktop opens workbooks with, in small letters; "" where it does not say."""
    try:
        said = subprocess.run(  # noqa: S603 - the desktop's own
            ["xdg-mime", "query", "default", _KIND],  # noqa: S607
            capture_output=True, text=True, timeout=_PATIENCE, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip().lower()

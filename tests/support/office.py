"""A LibreOffice without a window that opens one file and does what it is told."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from runner.workbook import live
from tests.support import processes
from tests.support.waiting import PATIENCE

needs_office = [
    pytest.mark.office,
    pytest.mark.skipif(
        not Path("/usr/lib/python3/dist-packages/uno.py").exists(),
        reason="needs LibreOffice’s own Python bridge",
    ),
]

_INPUT_BAR = """<?xml version="1.0" encoding="UTF-8"?>
<interface domain="sc"><requires lib="gtk+" version="3.20"/>
<object class="GtkBox" id="InputBar"><child><object class="GtkBox" id="background">
<child><object class="GtkScrolledWindow" id="scrolledwindow">
<child><object class="GtkViewport"><child>
<object class="GtkDrawingArea" id="sc_input_window"/></child></object></child></object></child>
<child><object class="GtkButton" id="up"/></child>
<child><object class="GtkButton" id="down"/></child>
</object></child></object></interface>
"""
_POSITION_BOX = """<?xml version="1.0" encoding="UTF-8"?>
<interface domain="sc"><requires lib="gtk+" version="3.20"/>
<object class="GtkBox" id="PosBox"><child><object class="GtkComboBoxText" id="pos_window">
<property name="has_entry">True</property><child internal-child="entry">
<object class="GtkEntry"/></child></object></child></object></interface>
"""


def with_windows(place: Path) -> list[str]:
    """What lets a LibreOffice show a spreadsheet's window, so that keys can be pressed in it.
    Debian's packages without a desktop lack the two descriptions of the input line: they are put
    into a folder that stands in for LibreOffice's own, whose other files it links to."""
    real = Path("/usr/lib/libreoffice")
    parts = Path("share/config/soffice.cfg/modules/scalc/ui")
    if (real / parts / "inputbar.ui").exists() or not real.is_dir():
        return []
    (place / parts).mkdir(parents=True)
    for folder in (parts, *parts.parents):
        for each in (real / folder).glob("*"):
            link = place / folder / each.name
            if each.name == "presets":
                shutil.copytree(each, link)
            elif not link.exists():
                link.symlink_to(each)
    (place / parts / "inputbar.ui").write_text(_INPUT_BAR)
    (place / parts / "posbox.ui").write_text(_POSITION_BOX)
    return [f"-env:BRAND_BASE_DIR={place.as_uri()}"]


def pipe(path: Path) -> str:
    return f"runner-{path.parent.parent.name}-{path.parent.name}"


class Office:
    """Opens, types into, saves and closes one workbook; `quit` ends it."""

    def __init__(self, path: Path, *, windows: bool = False) -> None:
        profile = (path.parent / ".office").as_uri()
        self._office = subprocess.Popen(
            ["soffice", f"-env:UserInstallation={profile}", "--headless", "--norestore",
             *(with_windows(path.parent / ".brand") if windows else ()),
             f"--accept=pipe,name={pipe(path)};urp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ours = Path(live.__file__).parent  # the folder of what Runner itself asks LibreOffice with
        self._bridge = processes.start("office/orders", pipe(path), path.as_uri(), ours)
        assert processes.hear(self._bridge) == "ready"

    def _do(self, *order: str) -> str:
        processes.say(self._bridge, "\t".join(order))
        return processes.hear(self._bridge)

    def _done(self, *order: str) -> None:
        assert self._do(*order) == "ok"

    def open(self) -> None:
        self._done("open")

    def show(self) -> None:
        """Open with a window, for keys to be pressed in."""
        self._done("show")

    def go(self, sheet: str, cell: str) -> None:
        self._done("go", sheet, cell)

    def keys(self, text: str) -> None:
        self._done("keys", text)

    def enter(self) -> None:
        self._done("enter")

    def typing(self) -> bool:
        """Whether a cell is being typed in, as Runner sees it."""
        return self._do("typing") == "True"

    def sheets(self) -> list[str]:
        return list(json.loads(self._do("sheets")))

    def shown(self) -> str:
        return self._do("shown")

    def area(self, sheet: str, area: str) -> list[list[str]]:
        return [list(row) for row in json.loads(self._do("area", sheet, area))]

    def looks(self, sheet: str, area: str) -> object:
        return json.loads(self._do("looks", sheet, area))

    def clear(self, sheet: str, area: str) -> None:
        self._done("clear", sheet, area)

    def undo(self) -> None:
        self._done("undo")

    def remark(self, sheet: str, cell: str, words: str) -> None:
        self._done("remark", sheet, cell, words)

    def remarks(self, sheet: str) -> int:
        return int(self._do("remarks", sheet))

    def type(self, sheet: str, cell: str, text: str) -> None:
        self._done("type", sheet, cell, text)

    def read(self, sheet: str, cell: str) -> str:
        return self._do("read", sheet, cell)

    def save(self) -> None:
        self._done("save")

    def close(self) -> None:
        self._done("close")

    def quit(self) -> None:
        self._bridge.communicate("quit\n", timeout=PATIENCE)
        self._office.wait(timeout=PATIENCE)

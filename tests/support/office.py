"""A LibreOffice without a window that opens one file and does what it is told."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from runner.workbook import live
from tests.support.waiting import PATIENCE

needs_office = [
    pytest.mark.office,
    pytest.mark.skipif(
        not Path("/usr/lib/python3/dist-packages/uno.py").exists(),
        reason="needs LibreOffice's own Python bridge",
    ),
]

_BRIDGE = """
import json, sys, time, uno
from com.sun.star.awt import KeyEvent
from com.sun.star.beans import PropertyValue
pipe, url, ours = sys.argv[1:]
sys.path.insert(0, ours)
import bridge
resolve = uno.getComponentContext().ServiceManager.createInstance(
    "com.sun.star.bridge.UnoUrlResolver").resolve
for _ in range(300):
    try:
        context = resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
book = None
keyboard = context.ServiceManager.createInstance("com.sun.star.awt.Toolkit")
def press(letter, code=0):
    key = KeyEvent()
    key.KeyChar, key.KeyCode = uno.Char(letter), code
    key.Source = book.CurrentController.Frame.ComponentWindow
    keyboard.keyPress(key)
    keyboard.keyRelease(key)
print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.rstrip("\\n").split("\\t")
    answer = "ok"
    if word == "open":
        hidden = PropertyValue("Hidden", 0, True, 0)
        book = desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))
    elif word == "show":
        book = desktop.loadComponentFromURL(url, "_blank", 0, ())
        frame = book.CurrentController.Frame
        frame.activate()
        frame.ContainerWindow.setFocus()
        frame.ComponentWindow.setFocus()
    elif word == "go":
        sheet = book.Sheets.getByName(rest[0])
        book.CurrentController.setActiveSheet(sheet)
        book.CurrentController.select(sheet.getCellRangeByName(rest[1]))
    elif word == "keys":
        for letter in rest[0]:
            press(letter)
    elif word == "enter":
        press(chr(13), 1280)
    elif word == "typing":
        answer = str(bridge.Book(book).editing())
    elif word == "sheets":
        answer = json.dumps(list(book.Sheets.ElementNames))
    elif word == "shown":
        answer = book.CurrentController.ActiveSheet.Name
    elif word == "area":
        area = book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1])
        answer = json.dumps(area.getFormulaArray())
    elif word == "looks":
        area = book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1])
        size = area.RangeAddress
        cells = [area.getCellByPosition(x, y) for x in range(size.EndColumn - size.StartColumn + 1)
                 for y in range(size.EndRow - size.StartRow + 1)]
        answer = json.dumps([
            (each.CellBackColor, each.CharWeight, each.CharColor, each.HoriJustify.value,
             each.CellProtection.IsLocked, each.Validation.Type.value,
             each.Validation.getFormula1())
            for each in cells
        ])
    elif word == "clear":
        book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1]).clearContents(31)
    elif word == "undo":
        book.UndoManager.undo()
    elif word == "remark":
        sheet = book.Sheets.getByName(rest[0])
        sheet.Annotations.insertNew(sheet.getCellRangeByName(rest[1]).CellAddress, rest[2])
    elif word == "remarks":
        answer = str(book.Sheets.getByName(rest[0]).Annotations.Count)
    elif word == "type":
        book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1]).setString(rest[2])
    elif word == "read":
        answer = book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1]).getString()
    elif word == "save":
        book.store()
    elif word == "close":
        book.close(True)
    elif word == "quit":
        desktop.terminate()
    print(answer, flush=True)
"""


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
    into a folder that stands in for LibreOffice's own, whose other files it links to.
    """
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


_OURS = str(Path(live.__file__).parent)  # the folder of what Runner itself asks LibreOffice with


class Office:
    """Opens, types into, saves and closes one workbook; `quit` ends it."""

    def __init__(self, path: Path, *, windows: bool = False) -> None:
        pipe = f"runner-{path.parent.parent.name}-{path.parent.name}"
        profile = (path.parent / ".office").as_uri()
        self._office = subprocess.Popen(
            ["soffice", f"-env:UserInstallation={profile}", "--headless", "--norestore",
             *(with_windows(path.parent / ".brand") if windows else ()),
             f"--accept=pipe,name={pipe};urp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._bridge = subprocess.Popen(
            ["/usr/bin/python3", "-c", _BRIDGE, pipe, path.as_uri(), _OURS],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._hear() == "ready"

    def _hear(self) -> str:
        assert self._bridge.stdout is not None
        return self._bridge.stdout.readline().rstrip("\n")

    def _do(self, *order: str) -> str:
        assert self._bridge.stdin is not None
        self._bridge.stdin.write("\t".join(order) + "\n")
        self._bridge.stdin.flush()
        return self._hear()

    def open(self) -> None:
        assert self._do("open") == "ok"

    def show(self) -> None:
        """Open with a window, for keys to be pressed in."""
        assert self._do("show") == "ok"

    def go(self, sheet: str, cell: str) -> None:
        assert self._do("go", sheet, cell) == "ok"

    def keys(self, text: str) -> None:
        assert self._do("keys", text) == "ok"

    def enter(self) -> None:
        assert self._do("enter") == "ok"

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
        """Colours, weights, locks and dropdowns of cells."""
        return json.loads(self._do("looks", sheet, area))

    def clear(self, sheet: str, area: str) -> None:
        assert self._do("clear", sheet, area) == "ok"

    def undo(self) -> None:
        assert self._do("undo") == "ok"

    def remark(self, sheet: str, cell: str, words: str) -> None:
        assert self._do("remark", sheet, cell, words) == "ok"

    def remarks(self, sheet: str) -> int:
        return int(self._do("remarks", sheet))

    def type(self, sheet: str, cell: str, text: str) -> None:
        assert self._do("type", sheet, cell, text) == "ok"

    def read(self, sheet: str, cell: str) -> str:
        return self._do("read", sheet, cell)

    def save(self) -> None:
        assert self._do("save") == "ok"

    def close(self) -> None:
        assert self._do("close") == "ok"

    def quit(self) -> None:
        self._bridge.communicate("quit\n", timeout=PATIENCE)
        self._office.wait(timeout=PATIENCE)

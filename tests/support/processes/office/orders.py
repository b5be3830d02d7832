"""Does in LibreOffice what it is told, an order a line and an answer to each: PIPE URL OURS. The
parts of an order are parted by tabs: what to do, and with what. `ours` is the folder of what Runner
itself asks LibreOffice with."""

import json
import sys

import uno
from com.sun.star.awt import KeyEvent
from com.sun.star.beans import PropertyValue
from desktop import context, desktop

pipe, url, ours = sys.argv[1:]
sys.path.insert(0, ours)
import bridge  # noqa: E402

ENTER = chr(13), 1280


class Orders:
    """Every order is a method; what it gives back is the answer, and nothing is "ok"."""

    def __init__(self, office):
        self.desktop = desktop(office)
        self.keyboard = office.ServiceManager.createInstance("com.sun.star.awt.Toolkit")
        self.book = None

    def _area(self, sheet, cells):
        return self.book.Sheets.getByName(sheet).getCellRangeByName(cells)

    def _press(self, letter, code=0):
        key = KeyEvent()
        key.KeyChar, key.KeyCode = uno.Char(letter), code
        key.Source = self.book.CurrentController.Frame.ComponentWindow
        self.keyboard.keyPress(key)
        self.keyboard.keyRelease(key)

    def open(self):
        hidden = PropertyValue("Hidden", 0, True, 0)
        self.book = self.desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))

    def show(self):
        self.book = self.desktop.loadComponentFromURL(url, "_blank", 0, ())
        frame = self.book.CurrentController.Frame
        frame.activate()
        frame.ContainerWindow.setFocus()
        frame.ComponentWindow.setFocus()

    def go(self, sheet, cell):
        self.book.CurrentController.setActiveSheet(self.book.Sheets.getByName(sheet))
        self.book.CurrentController.select(self._area(sheet, cell))

    def keys(self, text):
        for letter in text:
            self._press(letter)

    def enter(self):
        self._press(*ENTER)

    def typing(self):
        return str(bridge.Book(self.book).editing())

    def sheets(self):
        return json.dumps(list(self.book.Sheets.ElementNames))

    def shown(self):
        return self.book.CurrentController.ActiveSheet.Name

    def area(self, sheet, cells):
        return json.dumps(self._area(sheet, cells).getFormulaArray())

    def looks(self, sheet, cells):
        area = self._area(sheet, cells)
        size = area.RangeAddress
        found = [
            area.getCellByPosition(x, y)
            for x in range(size.EndColumn - size.StartColumn + 1)
            for y in range(size.EndRow - size.StartRow + 1)
        ]
        return json.dumps([
            (cell.CellBackColor, cell.CharWeight, cell.CharColor, cell.HoriJustify.value,
             cell.CellProtection.IsLocked, cell.Validation.Type.value,
             cell.Validation.getFormula1())
            for cell in found
        ])  # fmt: skip

    def clear(self, sheet, cells):
        self._area(sheet, cells).clearContents(31)

    def undo(self):
        self.book.UndoManager.undo()

    def remark(self, sheet, cell, words):
        annotations = self.book.Sheets.getByName(sheet).Annotations
        annotations.insertNew(self._area(sheet, cell).CellAddress, words)

    def remarks(self, sheet):
        return str(self.book.Sheets.getByName(sheet).Annotations.Count)

    def type(self, sheet, cell, text):
        self._area(sheet, cell).setString(text)

    def read(self, sheet, cell):
        return self._area(sheet, cell).getString()

    def save(self):
        self.book.store()

    def close(self):
        self.book.close(True)

    def quit(self):
        self.desktop.terminate()


orders = Orders(context(pipe, patience=30))
print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.rstrip("\n").split("\t")
    found = getattr(orders, word)(*rest)
    print("ok" if found is None else found, flush=True)

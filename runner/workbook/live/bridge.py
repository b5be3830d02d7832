"""Runs in LibreOffice's own Python: one job from standard input, written into the open workbook.

`python bridge.py PIPE WORKBOOK`, the job as JSON. The answer is one line of JSON: what `settle`
says, or `{"state": ...}` with "unreachable", "not open", "read-only" or "busy".

All cells are read and written in one go in LibreOffice's own main thread, so nothing that somebody
types can come in between; and as one step that Undo takes back.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import uno  # type: ignore[import-not-found]  # LibreOffice brings it
import unohelper  # type: ignore[import-not-found]
from com.sun.star.awt import XCallback  # type: ignore[import-not-found]
from com.sun.star.frame import XStatusListener  # type: ignore[import-not-found]
from com.sun.star.util import URL  # type: ignore[import-not-found]
from rule import settle  # type: ignore[import-not-found]  # beside this file

_UNTIL_BEGUN = 5.0  # seconds; a dialog or a long computation keeps LibreOffice from it
_LOOKS = (
    "CharFontName", "CharHeight", "CharWeight", "CharPosture", "CharColor", "CellBackColor",
    "IsCellBackgroundTransparent", "HoriJustify", "VertJustify", "ParaIndent", "IsTextWrapped",
    "NumberFormat", "CellProtection", "TopBorder", "BottomBorder", "LeftBorder", "RightBorder",
    "Validation",
)  # fmt: skip


class Book:
    """The open workbook in LibreOffice; `Sheets` in rule.py says what each method does."""

    # ruff: noqa: D102

    def __init__(self, document: Any) -> None:
        self._document = document
        self._sheets: dict[str, Any] = {}
        self._texts: dict[tuple[str, str], str] = {}

    def names(self) -> list[str]:
        return list(self._document.Sheets.ElementNames)

    def _sheet(self, sheet: str) -> Any:
        if sheet not in self._sheets:
            self._sheets[sheet] = self._document.Sheets.getByName(sheet)
        return self._sheets[sheet]

    def _cell(self, sheet: str, cell: str) -> Any:
        return self._sheet(sheet).getCellRangeByName(cell)

    def read(self, sheet: str, cell: str) -> str:
        if (sheet, cell) not in self._texts:
            range_ = self._cell(sheet, cell)
            formula = range_.Type.value == "FORMULA"
            self._texts[sheet, cell] = str(range_.Formula if formula else range_.String)
        return self._texts[sheet, cell]

    def covered(self, sheet: str, cell: str) -> bool:
        if not self._sheet(sheet).getIsMerged():
            return False
        range_ = self._cell(sheet, cell)
        cursor = range_.Spreadsheet.createCursorByRange(range_)
        cursor.collapseToMergedArea()
        whole, own = cursor.RangeAddress, range_.RangeAddress
        return (whole.StartColumn, whole.StartRow) != (own.StartColumn, own.StartRow)

    def write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        target = self._cell(sheet, cell)
        if isinstance(value, int):
            target.setValue(value)
        else:
            target.setString(value or "")  # clearContents leaves a cell that is locked as it was
        if like:
            model = self._cell(sheet, like)
            for look in _LOOKS:
                target.setPropertyValue(look, model.getPropertyValue(look))

    def editing(self) -> bool:
        return any(_types(controller.Frame) for controller in _all(self._document.Controllers))

    def copy(self, sheet: str, name: str) -> None:
        """Insert a copy of a sheet right after it, without its comments."""
        sheets = self._document.Sheets
        sheets.copyByName(sheet, name, self.names().index(sheet) + 1)
        remarks = sheets.getByName(name).Annotations
        for number in reversed(range(remarks.Count)):
            remarks.removeByIndex(number)

    def blank(self, sheet: str, area: str) -> None:
        range_ = self._sheet(sheet).getCellRangeByName(area)
        for row, texts in enumerate(range_.getFormulaArray()):
            for column, text in enumerate(texts):
                if text:
                    range_.getCellByPosition(column, row).setString("")

    def rename(self, sheet: str, name: str) -> None:
        self._sheets.pop(sheet, self._sheet(sheet)).setName(name)

    def remove(self, sheet: str) -> None:
        self._sheets.pop(sheet, None)
        self._document.Sheets.removeByName(sheet)


class _Listener(unohelper.Base, XStatusListener):  # type: ignore[misc]  # LibreOffice brings them
    """Told at once how a command stands when it is asked for."""

    enabled = False

    def statusChanged(self, event: Any) -> None:  # noqa: N802 - LibreOffice's name
        self.enabled = event.IsEnabled

    def disposing(self, _: object) -> None:
        pass


def _types(frame: Any) -> bool:
    """Return whether somebody is typing in a cell of this window: only then can one choose there
    between typing over and typing in between."""
    command = URL()
    command.Complete, command.Main = ".uno:InsertMode", ".uno:InsertMode"
    command.Protocol, command.Path = ".uno:", "InsertMode"
    window = frame.queryDispatch(command, "", 0)
    listener = _Listener()
    if window is not None:
        window.addStatusListener(listener, command)
        window.removeStatusListener(listener, command)
    return listener.enabled


def _all(enumeration: Any) -> Any:
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


class _Turn(unohelper.Base, XCallback):  # type: ignore[misc]  # LibreOffice brings them
    """LibreOffice calls it when nothing else is going on in its main thread."""

    def __init__(self, document: Any, job: dict[str, Any]) -> None:
        self._document = document
        self._job = job
        self.answer: dict[str, Any] = {"state": "busy"}
        self.begun = threading.Event()
        self.done = threading.Event()

    def notify(self, _: object) -> None:
        """Never lets an exception out: it would be LibreOffice's."""
        self.begun.set()
        undo = self._document.UndoManager
        try:
            undo.enterUndoContext(self._job["title"])
            try:
                self.answer = settle(self._job["cells"], Book(self._document), self._job["sheets"])
            finally:
                undo.leaveUndoContext()
        except Exception as reason:
            self.answer = {"state": "failed", "why": str(reason)}
        self.done.set()


def main(pipe: str, workbook: str, job: dict[str, Any]) -> dict[str, Any]:
    """Do the job from standard input, and print the answer."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    try:
        office = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    except Exception:
        return {"state": "unreachable"}
    services = office.ServiceManager
    document = document_of(services.createInstance("com.sun.star.frame.Desktop"), workbook)
    if document is None:
        return {"state": "not open"}
    if document.isReadonly():
        return {"state": "read-only"}
    turn = _Turn(document, job)
    services.createInstance("com.sun.star.awt.AsyncCallback").addCallback(turn, None)
    if turn.begun.wait(_UNTIL_BEGUN):
        turn.done.wait()
    return turn.answer


def document_of(desktop: Any, workbook: str) -> Any:
    """Return the open document that is this file, by whatever name it was opened."""
    wanted = Path(workbook).resolve()
    for document in _all(desktop.Components.createEnumeration()):
        if (
            document.supportsService("com.sun.star.sheet.SpreadsheetDocument")
            and document.URL
            and Path(uno.fileUrlToSystemPath(document.URL)).resolve() == wanted
        ):
            return document
    return None


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], sys.argv[2], json.load(sys.stdin))) + "\n")
    sys.stdout.flush()
    os._exit(0)  # the bridge is known to fall over when it is taken down

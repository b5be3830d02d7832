"""Excel, reached through xlwings, on Windows and macOS.

Tested against a stand-in for xlwings only: Runner's makers had no Excel at hand. Excel refuses all
calls while a cell is being edited; then the names wait for the next turn. What is written this way
cannot be undone in Excel, which forgets its steps whenever another program writes. New sheets need
Excel on Windows: elsewhere the lock on a sheet cannot be opened for a moment and closed again as it
was, so that they wait until the workbook is closed.
"""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from runner.workbook.live.rule import settle


class Excel:
    """The Excel that runs on this computer."""

    name = "Excel"
    start = "pip install 'runner-tournaments[live]', and open the workbook in Excel"

    def __init__(self, xlwings: Any = None) -> None:
        self._xlwings = xlwings

    def write(self, workbook: Path, job: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job in the open workbook; the answer is as LibreOffice's. Never raises."""
        try:
            xlwings = self._xlwings or importlib.import_module("xlwings")
        except ImportError:
            return {"state": "no bridge"}
        try:
            book = _book(xlwings, workbook.resolve())
            if book is None:
                return {"state": "not open"}
            return settle(list(job["cells"]), book, job["sheets"])
        except Exception:  # whatever COM or AppleScript says: most of all that a cell is edited
            return {"state": "busy"}


class _Book:
    def __init__(self, book: Any) -> None:
        self._book = book
        self._locks: dict[str, _Lock] = {}

    def names(self) -> list[str]:
        return [sheet.name for sheet in self._book.sheets]

    def _cell(self, sheet: str, cell: str) -> Any:
        return self._book.sheets[sheet].range(cell)

    def read(self, sheet: str, cell: str) -> str:
        range_ = self._cell(sheet, cell)
        formula = str(range_.formula or "")
        if formula.startswith("=") and range_.value != formula:
            return formula
        value = range_.value
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return "" if value is None else str(value)

    def covered(self, sheet: str, cell: str) -> bool:
        range_ = self._cell(sheet, cell)
        return bool(range_.merge_cells) and range_.merge_area[0, 0].address != range_.address

    def write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        """Text, a whole number, or None for a blank cell; a lock on the cell is opened for it."""
        try:
            self._write(sheet, cell, value, like)
        except Exception:
            api = self._book.sheets[sheet].api
            lock = _Lock(api)
            api.Unprotect("")
            try:
                self._write(sheet, cell, value, like)
            finally:
                lock.close(api)

    def _write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        target = self._cell(sheet, cell)
        if like:
            self._cell(sheet, like).copy()
            target.paste(paste="formats")
        if value is None:
            target.clear_contents()
        elif isinstance(value, str):
            # The apostrophe makes it text, whatever it looks like; Excel doesn't show it.
            target.value = f"'{value}"
        else:
            target.value = value

    def editing(self) -> bool:
        """Never while it answers: it refuses all calls then."""
        return False

    def copy(self, sheet: str, name: str) -> None:
        """A copy of a sheet right behind it; Excel shows it, so whoever works is taken back."""
        model, shown = self._book.sheets[sheet], self._book.sheets.active
        lock = _Lock(model.api)
        model.copy(after=model, name=name)
        self._locks[name] = lock
        self._book.sheets[name].api.Unprotect("")
        shown.activate()

    def blank(self, sheet: str, area: str) -> None:
        self._book.sheets[sheet].range(area).clear_contents()

    def rename(self, sheet: str, name: str) -> None:
        """Another name for a sheet, which is locked as its model again."""
        tab = self._book.sheets[sheet]
        self._locks.pop(sheet).close(tab.api)
        tab.name = name

    def remove(self, sheet: str) -> None:
        self._book.sheets[sheet].delete()


class _Lock:
    """The protection of a sheet: what users may do."""

    _LETS = (
        "AllowFormattingCells", "AllowFormattingColumns", "AllowFormattingRows",
        "AllowInsertingColumns", "AllowInsertingRows", "AllowInsertingHyperlinks",
        "AllowDeletingColumns", "AllowDeletingRows", "AllowSorting", "AllowFiltering",
        "AllowUsingPivotTables",
    )  # fmt: skip

    def __init__(self, sheet: Any) -> None:
        self._locked = bool(sheet.ProtectContents)
        self._lets = {name: bool(getattr(sheet.Protection, name)) for name in self._LETS}
        self._lets |= {
            "DrawingObjects": bool(sheet.ProtectDrawingObjects),
            "Scenarios": bool(sheet.ProtectScenarios),
        }

    def close(self, sheet: Any) -> None:
        """The same lock for another sheet, without a password."""
        if self._locked:
            sheet.Protect(Contents=True, **self._lets)


def _book(xlwings: Any, workbook: Path) -> _Book | None:
    for app in xlwings.apps:
        for book in app.books:
            if Path(book.fullname).resolve() == workbook:
                return _Book(book)
    return None

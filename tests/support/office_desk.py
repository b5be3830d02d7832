"""The same organiser at a real LibreOffice, which Runner reaches over its pipe."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.core.event import Event
from runner.workbook.live import LibreOffice
from runner.workbook.live.writer import Program
from tests.support.office import Office, pipe
from tests.support.open_desk import OpenDesk
from tests.support.organiser import At, Value, Watched


class OfficeDesk(OpenDesk):
    """One event after the other in one folder, in one LibreOffice; `end` quits it."""

    def __init__(self, root: Path, event: Event) -> None:
        super().__init__(root, event)
        self.new = self.workbook.read_bytes()
        self.office = Office(self.workbook)
        self.is_open = False

    def program(self) -> Program:
        return LibreOffice(pipe(self.workbook))

    def begins_again(self) -> None:
        """A new event, in the place of the one before."""
        if self.is_open:
            self.office.close()
            self.is_open = False
        shutil.rmtree(self.root / ".runner", ignore_errors=True)
        shutil.rmtree(self.site, ignore_errors=True)
        (self.root / "ledger.jsonl").unlink(missing_ok=True)
        self.workbook.write_bytes(self.new)
        self.pipeline = Watched(EventFolder(self.root), self.site)
        self._begin()

    def end(self) -> None:
        self.office.quit()

    def opens(self) -> None:
        self.office.open()
        self.is_open = True
        self.doc = self.workbook.read_bytes()

    def closes(self) -> None:
        if getattr(self, "is_open", False):
            self.office.close()
            self.is_open = False
        super().closes()

    def type(self, at: At | Mapping[At, Value], value: Value = None) -> None:
        cells = {at: value} if isinstance(at, At) else at
        for (sheet, cell), text in cells.items():
            self.office.type(sheet, cell, str("" if text is None else text))

    def store(self) -> None:
        self.office.save()
        self.doc = self.workbook.read_bytes()

    def seats(self, number: int = 1) -> dict[At, str]:
        if not getattr(self, "is_open", False):
            return super().seats(number)
        found = {at: self.office.read(*at) for at in self.places(number)}
        return {at: text for at, text in found.items() if text}

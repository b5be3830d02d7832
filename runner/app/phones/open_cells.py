"""Results from phones that Runner has written into the workbook while somebody has it open.

They are not saved yet, and count. At the next save their cells have the last word, also where
they are blank: the organiser has cleared them.
"""

from collections.abc import Iterable, Iterator

from runner.app.load import Loaded
from runner.core.identifiers import RoundId
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.phone_results import PhoneResult
from runner.workbook.write.pending_cells import reports_arrived
from runner.workbook.xlsx.edit import CellChange


class OpenCells:
    """What has been written into the open workbook since the save that is on the disk."""

    def __init__(self) -> None:
        self._saved = ""
        self._written: dict[CellChange, tuple[RoundId, int, PhoneResult]] = {}

    def __contains__(self, change: CellChange) -> bool:
        return change in self._written

    def written(self, last: Loaded, there: Iterable[CellChange]) -> None:
        """Note which of the cells that are `there` hold results from phones."""
        if last.digest != self._saved:
            self.closed()
            self._saved = last.digest
        for change in there:
            for line in reports_arrived(last.ledger, [change], last.layout):
                (table,) = line.data["tables"]
                result = last.ledger.phone_results[line.round][table]
                self._written[change] = line.round, table, result

    def arrived(self, save: Loaded) -> Iterator[Entry]:
        """Yield the ledger's lines for what is in its cells by a later save, unless phones have
        sent something else since."""
        if save.digest == self._saved:
            return
        waiting = save.ledger.phone_results
        for round_id, table, result in dict.fromkeys(self._written.values()):
            if waiting.get(round_id, {}).get(table) == result:
                yield Entry(EntryKind.ARRIVED, round_id, {"tables": [table]})

    def closed(self) -> None:
        """Forget everything: nobody has the workbook open, or it has been saved."""
        self._saved = ""
        self._written.clear()

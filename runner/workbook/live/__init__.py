"""Write names into a workbook that is open: they appear without closing it.

The rules are those for a closed workbook: only blank cells and cells that hold what Runner wrote
are changed. The organiser saves the file.
"""

from runner.workbook.live.excel import Excel
from runner.workbook.live.office import LibreOffice
from runner.workbook.live.writer import Addition, Live, LiveWriteResult, State

__all__ = ["Addition", "Excel", "LibreOffice", "Live", "LiveWriteResult", "State"]

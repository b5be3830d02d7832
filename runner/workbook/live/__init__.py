"""Names straight into a workbook that is open: they appear without anybody closing it.

The rules are those of writing while it is closed: only cells that are ours, blank or holding what
Runner wrote; what the organiser typed stays. The file on the disk is the organiser's to save.
"""

from runner.workbook.live.excel import Excel
from runner.workbook.live.office import LibreOffice
from runner.workbook.live.writer import Addition, Live, LiveWriteResult, State

__all__ = ["Addition", "Excel", "LibreOffice", "Live", "LiveWriteResult", "State"]

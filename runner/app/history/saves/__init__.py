"""The workbook as it was at each save, kept small: what is the same in two saves is kept once."""

from runner.app.history.saves.kept import UNUSABLE, DamagedError, Kept
from runner.app.history.saves.store import Store

__all__ = ["UNUSABLE", "DamagedError", "Kept", "Store"]

"""Workbook and ledger held against each other: who is who, who sits where, how it ended.

In: the event as typed, and the ledger. Out: the event with every name understood, problems, and the
lines that the ledger needs. It must never know how a phase pairs or ranks. `reconcile.py` has a
worked example, and each of its steps is a file: `players`, `rows`, `seating`, `results`, `record`.
"""

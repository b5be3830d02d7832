"""Comparison of workbook and ledger: who is who, who sits where, and the results.

In: the event as typed, and the ledger. Out: the event with every name resolved, problems, and the
lines that the ledger needs. Nothing here knows how a phase pairs or ranks. `reconcile.py` has a
worked example; its steps are in `players`, `rows`, `seating` and `reconcile` itself, and
`decisions` has the lines of Decisions.
"""

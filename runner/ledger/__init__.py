"""The ledger: one line for everything that was published or decided, and the state that follows.

In: lines, oldest first. Out: rounds as published, results as they came in, decisions that were
carried out, and a chain of hashes that reveals changed lines. Nothing here knows the workbook, the
rules, or the disk (`app/journal.py` keeps the file).
"""

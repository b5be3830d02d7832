"""The ledger: one line for each thing that was made public or decided, and what the lines come to.

In: lines, oldest first. Out: rounds as they were published, results as they came in, decisions
that are spent, and a chain of hashes that shows when somebody has changed a line. It must never
know the workbook, the rules, or the disk (`app/journal.py` keeps the file).
"""

"""What judges have sent by phone, laid over the workbook until it is there.

In: the workbook as it was read, and the ledger with its rulings. Out: the event that counts, with
the lines that Runner has still to write and without those that it has still to clear; the ledger's
lines about what a save shows; and what the desk has to know. Whatever is computed from an event
begins here (`compute.py`), so that everybody sees the same.
"""

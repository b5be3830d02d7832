"""Compute: an event and its ledger become everything that people want to know.

In: the event as typed (`core.event`), the ledger, the time of the save. Out: a `Snapshot` with
standings, pairings, clocks, problems, and the lines that the ledger needs before any of it goes
out. Pure: no disk, no clock, no chance but the event's seed. It must never know the workbook's
cells, a page, or a file.

    reconcile    what the workbook says against what was published
    checks       what looks wrong
    decisions    what the organiser asks for, and what goes out
"""

"""Compute: derive a `Snapshot` from an event and its ledger.

In: the event as typed (`core.event`), the ledger, the time of the save. Out: a `Snapshot` with
standings, pairings, clocks, problems, and the lines that must be in the ledger before any of it is
published. Pure: no disk, no clock, no randomness except the event's seed. Nothing here knows the
workbook's cells, a page, or a file.

    reconcile    compares the workbook with what was published
    checks       finds likely mistakes
    decisions    carries out the organiser's decisions, and publishes rounds
"""

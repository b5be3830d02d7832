"""What the commands do: folders, files, clocks and other programs, around what is computed.

In: an event's folder. Out: a published site, slips, the ledger's file, names in the workbook, kept
saves. Everything that touches the disk or waits for something is here; no rule of play is.
"""

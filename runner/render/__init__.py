"""Output for people: the public site, the staff's desk, paper, and rules in plain words.

In: a snapshot. Out: file names with their bytes. It must not know the workbook, the disk, or how
results were computed.
"""

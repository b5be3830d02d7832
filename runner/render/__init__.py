"""What people look at: the public site, the staff's desk, paper, and the rules in plain words.

In: a snapshot. Out: names of files with their bytes. It must never know the workbook, the disk, or
how anything was worked out.
"""

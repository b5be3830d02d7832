"""Runner's own cells into a workbook that somebody may be editing: no edit is ever lost.

`wanted` says what should stand in which cell, `merge` what may be written, `write_back` does it by
an exchange of files that is checked afterwards (`exchange`, `displaced`).
"""

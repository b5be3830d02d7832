"""The desk, for the staff of an event: its state, what to do next, what looks wrong.

In: a snapshot and facts outside it (times, files, an open editor). Out: the page `desk.html` beside
the workbook, and shorter text for the terminal. It is for the staff only and may show private
columns; the site must not import it.
"""

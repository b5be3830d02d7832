"""The workbook: what an organiser owns; written, read, and filled in without losing an edit.

In: an .xlsx. Out: an `Event`, and later the same .xlsx with Runner's names in it. Every sheet and
column is declared once, in `schema`; `template` writes what stands there, `read` looks for it,
`write` and `live` fill in what is Runner's. `xlsx` knows the file format and nothing of sheets'
meaning. The package must never know what a page looks like.
"""

"""The judge's card: what policy says at a table of more than two, on the two sides of a sheet.

`first_side.py` and `second_side.py` have its words, `document.py` prints them.
"""

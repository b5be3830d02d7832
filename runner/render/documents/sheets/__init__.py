"""Lists on whole sheets: pairings, tables, standings, the list of players, the seats of a draft.

Each file says what stands on one of them; `sheet.py` makes it into paper.
"""

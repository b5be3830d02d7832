"""What players have to know at the table of a variant, for paper and for the page of rules.

A card is one file with its words, and a line in `registry.py`; `drawing.py` draws its table, and
`figures.py` has what follows from the phase that is played. `documents/sheets/cards.py` prints
them, and `rules_text/table.py` says them on the page. Nothing here knows who plays.
"""

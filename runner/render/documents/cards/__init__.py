"""Table cards: what players of a variant have to know at their table, a card each.

A card is one file with its words, and a line in `registry.py`. `document.py` prints them.
"""

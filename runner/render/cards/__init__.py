"""What players must know at the table of a variant, for paper and for the page of rules.

`card.py` says what a card is and fills in the figures of the phase that is played,
`variant_cards.py` has the cards, and `drawing.py` draws their tables. `documents/sheets/cards.py`
prints them, `rules_text/play.py` shows them on the page. Nothing here knows who plays.
"""

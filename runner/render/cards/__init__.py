"""What players must know at the table of a variant, for paper (`documents/sheets/cards.py`) and for
the page of rules (`rules_text/play.py`). Nothing here knows who plays."""

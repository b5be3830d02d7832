"""What players must know at the table of a variant, for table cards (`documents/sheets/cards.py`)
and for the page of rules (`rules_text/play.py`). Nothing here knows the players."""

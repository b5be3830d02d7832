"""Lists of players as people have them, understood: pasted, CSV, of other programs.

In: bytes or a text, whoever wrote them. Out: an `Understood`: the players with what a workbook has
columns for, and for each line of the source what became of it and why, so that no name is lost in
silence. It must never know what a workbook looks like inside, and changes nothing.

The way of a list: `decoding` makes a text of bytes, `splitting` cells of a text (`pages` those of
HTML, `documents` those of JSON), `columns` says what each column is (`headings` by what stands on
top, else by what stands in it), `order` which half is the last name, `tidy` takes numbers, marks,
addresses and remarks off a name, and `doubles` finds who is there twice. `understand` goes through
all of it: `player_list` finds out what kind of list it is, `row` reads the columns of each, and
`people` makes players of the rows, or says why not (`not_a_name`).
"""

from runner.interchange.players_in.doubles import beside
from runner.interchange.players_in.model import NEEDS_A_LOOK, Entrant, Fate, Line, Understood
from runner.interchange.players_in.understand import understood, understood_cells

__all__ = [
    "NEEDS_A_LOOK",
    "Entrant",
    "Fate",
    "Line",
    "Understood",
    "beside",
    "understood",
    "understood_cells",
]

"""Lists of players as people have them: pasted, CSV, of other programs.

In: bytes or a text, whoever wrote them. Out: a `PlayerList`: the players with what a workbook has
columns for, and for each line of the source what became of it and why, so that no name is lost
silently. It must never know what a workbook looks like inside, and changes nothing.

`patterns` (with `words.toml`) is the table by which everything is told apart: headings, cells of
columns, what stands around a name, lines that are no player. `rows` makes rows of bytes, `columns`
reads their columns, `cells` a cell; `reader` goes through all of it, and `player_list` is what
comes out.
"""

from runner.interchange.player_import.player_list import (
    NEEDS_A_LOOK,
    Entrant,
    LineStatus,
    ListLine,
    PlayerList,
    without_entered,
)
from runner.interchange.player_import.reader import read_player_rows, read_players

__all__ = [
    "NEEDS_A_LOOK",
    "Entrant",
    "LineStatus",
    "ListLine",
    "PlayerList",
    "read_player_rows",
    "read_players",
    "without_entered",
]

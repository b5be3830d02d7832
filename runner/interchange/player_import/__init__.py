"""Lists of players as people have them: pasted, CSV, of other programs.

In: bytes or a text (`reader.read_players`). Out: a `PlayerList`: the players, and for each line of
the source what became of it and why, so that no name is lost silently. It must never know what a
workbook looks like inside.

`patterns.toml` is the table by which everything is told apart: headings, cells of columns, remarks,
what stands around a name, lines that are no player. `rows` makes rows of bytes, `columns` reads
their columns, `cells` a cell; `reader` goes through all of it, and `player_list` is what comes out.
"""

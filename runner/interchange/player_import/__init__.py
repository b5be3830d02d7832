"""Player lists in any form: pasted, CSV, from other programs.

In: bytes or a text (`reader.read_players`). Out: a `PlayerList`: the players, and for each line of
the source what was done with it and why, so that no name is lost silently. Nothing here knows the
inside of a workbook.

`patterns.toml` has the patterns for everything: headings, cells of columns, remarks, text around a
name, lines that are no player. `rows` turns bytes into rows, `columns` interprets their columns,
`cells` a cell; `layout` finds where names stand, `reader` reads them, and `player_list` is the
result.
"""

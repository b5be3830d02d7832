"""The view of a playoff: the players, names and positions of its matches.

In: the tree of a phase. Out: the views for `bracket.html` and `bracket_path.html`. Fonts and pixels
are left to the browser: nothing here knows how wide a name is.
"""

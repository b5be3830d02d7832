"""A playoff as the site shows it: who is in which match, what it is called, and where it stands.

In comes the tree of a phase, out goes what `bracket.html` and `bracket_path.html` say. Fonts and
pixels are the browser's: nothing here knows how wide a name is.
"""

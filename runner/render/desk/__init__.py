"""What the people who run an event look at: where it stands, what to do next, what looks wrong.

In: a snapshot, and facts beside it (times, files, an editor that is open). Out: the page
`desk.html` beside the workbook, and lines for the terminal, which says the same in fewer words. It
is for the staff alone and may show private columns: the site must never know anything of it.
"""

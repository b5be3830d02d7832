"""What the people who run an event look at: where it stands, what to do next, what looks wrong.

The desk is a page beside the workbook, `desk.html`; the terminal says the same in fewer words. It
is for the staff alone: it may show private columns, and nothing of it is ever part of the site.
"""

"""A workbook on the web, followed by a copy in the event's folder.

In: a link as people copy it. Out: the event's workbook, replaced whenever the one on the web has
changed, and a sentence for whatever keeps it from coming. `links.py` knows the services,
`fetch.py` gets what an address has, `copy.py` keeps the copy, and `follow.py` does so again and
again. What happens at a save is not known here.
"""

EVERY, LEAST = 15.0, 5.0
"""Seconds between two questions for it, as a rule and at least."""
LINK = "RUNNER_WATCH_FROM"
"""The environment variable that gives `runner watch` the link: who has it reads the workbook, and
arguments can be listed by every user of a computer."""

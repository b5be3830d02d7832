"""The front door: a page on this computer from which a whole event is run, without a terminal.

What is asked for comes in as HTTP from this computer's own browsers; what goes out are pages, and
commands of Runner's that are run as programs of their own (`commands`, `programs`), so that what
goes wrong in one harms no other. `instance` lets there be one door, `guard` says who may come in,
`server` reads and answers, `routes` says what an address leads to, `pages` gathers what is shown,
`actions` does what is asked. No rule of tournaments is known here, and nothing of an event is kept:
all of it is in the event's folder.
"""

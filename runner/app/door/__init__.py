"""The local page: a page on this computer from which a whole event is run, without a terminal.

Requests come in as HTTP from this computer's own browsers. What is asked for is done by commands of
Runner's in processes of their own (`programs`), which report typed events, so that an error in one
harms no other. `instance` lets there be one local page for each user, `sessions` says who may come
in, `server` reads and answers, `routes` says what an address leads to, `pages` gathers what is
shown, `actions` does what is asked, `wording` says how events and actions look. No rule of
tournaments is known here, and nothing of an event is kept: all of it is in the event's folder.
"""

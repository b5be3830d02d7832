"""Erase a player's name from everything that Runner keeps of an event, on request.

In: the event's folder, its site, and whom to erase. Out: every place that was changed, and the
files that still have the name. `places.py` lists every file that Runner writes.
"""

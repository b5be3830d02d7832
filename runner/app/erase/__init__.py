"""A player's name taken out of everything that Runner keeps of an event, on request.

In: the event's folder, its site, and whom to erase. Out: every place that was changed, and whatever
still has the name. `places.py` lists every file that Runner writes.
"""

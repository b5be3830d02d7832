"""What follows from many events together, computed from the public summary that each publishes.

In go summaries, what an organiser has confirmed, and settings; out come people, ratings and series.
It reads no file, and knows nothing of an event but what everybody may see.
"""

"""What other programs follow an event by: a feed of its rounds, and its times for a calendar.

In comes what everybody may see, out go bytes; no pages, no files, no clock.
"""

from runner.render.feeds.atom import feed
from runner.render.feeds.calendar import calendar

__all__ = ["calendar", "feed"]

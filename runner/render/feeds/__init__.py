"""Data for other programs: an Atom feed of the rounds, and a calendar.

In: what everybody may see. Out: bytes. No pages, no files, no clock.
"""

from runner.render.feeds.atom import feed
from runner.render.feeds.calendar import calendar

__all__ = ["calendar", "feed"]

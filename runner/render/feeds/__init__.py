"""Data for other programs: an Atom feed of the rounds, a calendar, and what search engines read.

In: what everybody may see. Out: bytes. No pages, no files, no clock.
"""

from runner.render.feeds.atom import feed
from runner.render.feeds.calendar import calendar
from runner.render.feeds.search_engines import event_data, robots, sitemap

__all__ = ["calendar", "event_data", "feed", "robots", "sitemap"]

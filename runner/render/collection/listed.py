"""An event as the pages over many events know it, and where they and its own pages are."""

from typing import NamedTuple
from urllib.parse import quote

from runner.circuit.summary import Entrant, Summary
from runner.render import text as texts
from runner.render.directory import file_name

OWN = "-/"
"""The folder of everything but the front page; no event may have that name."""


class Listed(NamedTuple):
    """An event of the list: the name of its folder below the index, and its summary."""

    slug: str
    summary: Summary

    @property
    def href(self) -> str:
        """The address of its front page, from the index."""
        return f"{quote(self.slug)}/index.html"

    @property
    def day(self) -> str:
        """Its day (ISO 8601); "" if none that exists is typed."""
        day = self.summary.date[:10]
        return day if texts.is_day(day) else ""

    @property
    def name(self) -> str:
        """What it is called; the folder's name if the organiser has named it nothing."""
        return self.summary.name or self.slug

    @property
    def when(self) -> str:
        """Its day in words; "" if none that exists is typed."""
        return texts.day(self.day) if self.day else ""

    def page_of(self, entrant: Entrant) -> str:
        """The address of an entrant's page in it, from the index; of a member, of the team's."""
        return f"{quote(self.slug)}/players/{file_name(entrant.team or entrant.id)}.html"

"""A page, and the elements that all pages share."""

from collections.abc import Collection
from types import SimpleNamespace
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import counted
from runner.core.language import current
from runner.render.directory import link
from runner.render.site import crosstable, data_page, draft_page
from runner.render.site.bracket.page import addresses


class Page(NamedTuple):
    """A page, at `path` below the site's root.

    `section` is its entry in the navigation. `view` is everything its template shows, so that equal
    views give equal bytes. `picture` is the preview image of links to the page, from the root, or
    "" for the event's.
    """

    path: str
    template: str
    section: str
    title: str
    description: str
    view: object
    picture: str = ""

    @property
    def root(self) -> str:
        """The relative path to the root: "" or "../"."""
        return "../" * self.path.count("/")


def frame(
    snapshot: Snapshot, style: str, script: str, files: Collection[str], brand: SimpleNamespace
) -> SimpleNamespace:
    """Return the elements around every page. They must not change from save to save, or every page
    would be made and sent again.

    `style` and `script` are checksums that keep browsers from using old files; `files` are the
    paths of all other files. `address` is the event's URL, ending in "/", or "". `bracket` is the
    page of the latest playoff, and `draft` that of the latest booster draft (or, if `sealed`, of
    sealed decks), or "".
    """
    latest = snapshot.drafts[-1] if snapshot.drafts else None
    return SimpleNamespace(
        event=snapshot.event.name,
        language=current().code,
        direction=current().direction,
        rehearsal=snapshot.rehearsal,
        address=address(snapshot),
        style=style,
        script=script,
        data="data/snapshot.json" in files,
        calendar=data_page.CALENDAR in files,
        bracket=next(reversed(tuple(addresses(snapshot).values())), ""),
        crosstable=crosstable.has_any(snapshot),
        statistics=bool(counted(snapshot.phases)),
        draft=draft_page.file_of(latest) if latest else "",
        drafting=draft_page.current(snapshot) is not None,
        sealed=bool(latest and latest.phase.sealed),
        brand=brand,
    )


def address(snapshot: Snapshot) -> str:
    """Return the URL of the event's site, ending in "/", or ""."""
    home = link(snapshot.event.address.strip())
    if home.endswith(".html"):
        return f"{home.rpartition('/')[0]}/"
    return f"{home}/" if home and not home.endswith("/") else home

"""What all pages have in common, and what makes one of them."""

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
    """One page: `path` below the site's root.

    `section` is the entry of the navigation that it belongs to. `view` is all that its template
    shows, so that two equal pages come out as equal bytes. `picture` is what a link to the page is
    shown with elsewhere, from the root, or "" for the event's.
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
        """The way back to the root: "" or "../"."""
        return "../" * self.path.count("/")


def frame(
    snapshot: Snapshot, style: str, script: str, files: Collection[str], brand: SimpleNamespace
) -> SimpleNamespace:
    """Return what stands around every page. Nothing of it may change from save to save, or every
    page would be made and sent anew.

    `style` and `script` are checksums, so that no browser keeps an old file; `files` are all that
    are no pages, by path. `address` is where the event can be found, ending in "/", or "".
    `bracket` is the page of the latest playoff, and `draft` that of the latest booster draft (or,
    `sealed`, of sealed decks), or "".
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
    """Where the event's site can be found, ending in "/", or ""."""
    found = link(snapshot.event.address.strip())
    if found.endswith(".html"):
        return f"{found.rpartition('/')[0]}/"
    return f"{found}/" if found and not found.endswith("/") else found

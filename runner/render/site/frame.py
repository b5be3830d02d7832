"""What all pages have in common, and what makes one of them."""

from collections.abc import Collection
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import counted
from runner.core.language import current
from runner.render.directory import link
from runner.render.site import data_page, draft_page
from runner.render.site.bracket.page import addresses
from runner.render.site.brand import Brand


class Frame(NamedTuple):
    """What stands around every page.

    Nothing here may change from save to save, or every page would be made and sent anew.
    `language` and `direction` are as HTML has them ("de", "ltr").
    `style` and `script` are checksums, so that no browser keeps an old file. `address` is where
    the event can be found, ending in "/", or "". `data` and `calendar` say whether there are such
    files. `bracket` is the page of the latest playoff or ""; `statistics` says whether there are.
    `draft` is the page of the latest booster draft or "", `drafting` whether it is under way, and
    `sealed` whether it is of sealed decks.
    """

    event: str
    language: str
    direction: str
    rehearsal: bool
    address: str
    style: str
    script: str
    data: bool
    calendar: bool
    bracket: str
    statistics: bool
    draft: str
    drafting: bool
    sealed: bool
    brand: Brand


class Page(NamedTuple):
    """One page: `path` below the site's root.

    `section` is the entry of the navigation that it belongs to. `view` is all that its template
    shows, so that two equal pages come out as equal bytes.
    """

    path: str
    template: str
    section: str
    title: str
    description: str
    view: object

    @property
    def root(self) -> str:
        """The way back to the root: "" or "../"."""
        return "../" * self.path.count("/")


def frame(
    snapshot: Snapshot, style: str, script: str, files: Collection[str], brand: Brand
) -> Frame:
    """The frame of one snapshot; `files` are all that are no pages, by path."""
    return Frame(
        snapshot.event.name,
        current().code,
        current().direction,
        snapshot.rehearsal,
        address(snapshot),
        style,
        script,
        "data/snapshot.json" in files,
        data_page.CALENDAR in files,
        next(reversed(tuple(addresses(snapshot).values())), ""),
        bool(counted(snapshot.phases)),
        draft_page.file_of(snapshot.drafts[-1]) if snapshot.drafts else "",
        draft_page.current(snapshot) is not None,
        bool(snapshot.drafts) and snapshot.drafts[-1].phase.sealed,
        brand,
    )


def address(snapshot: Snapshot) -> str:
    """Where the event's site can be found, ending in "/", or ""."""
    found = link(snapshot.event.address.strip())
    if found.endswith(".html"):
        return f"{found.rpartition('/')[0]}/"
    return f"{found}/" if found and not found.endswith("/") else found

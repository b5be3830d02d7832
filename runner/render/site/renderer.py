"""Renders the templates, once for each changed page, and marks each page with its version."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.language import current, speaking
from runner.render import feeds
from runner.render.site import data_page, frame, freshness, static
from runner.render.site.brand import brand
from runner.render.site.frame import Page
from runner.render.site.pages import EMBED, OFFLINE, Pages
from runner.render.site.static import checksum
from runner.render.site.templates import forget, templates

_MARK = b'data-version=""'  # quotes in players' names are escaped, so only the page's own matches


@dataclass(frozen=True, slots=True)
class Site:
    """All files of the site by path from the root, with "/" between folders. `first` are the files
    to publish before the page to embed and the players' pages, which are made only on access, all
    but the first of the players. It is empty if nothing is published yet; then all are made at
    once."""

    files: Mapping[str, bytes]
    first: Mapping[str, bytes] = field(default_factory=dict)


class _Whole(Mapping[str, bytes]):
    """All files, of which those `later` are made together on first access, and those of `each` one
    by one on access."""

    def __init__(
        self, there: Mapping[str, bytes], later: Collection[str],
        make: Callable[[], Mapping[str, bytes]], each: Mapping[str, Callable[[], bytes]],
    ) -> None:  # fmt: skip
        self._there, self._later, self._make = dict(there), dict.fromkeys(later), make
        self._each = each

    def __getitem__(self, name: str) -> bytes:
        if name in self._later:
            self._there |= self._make()
            self._later.clear()
        return self._each[name]() if name in self._each else self._there[name]

    def __contains__(self, name: object) -> bool:
        return name in self._there or name in self._later or name in self._each

    def __iter__(self) -> Iterator[str]:
        return iter({**self._there, **self._later, **self._each})

    def __len__(self) -> int:
        return len({**self._there, **self._later, **self._each})


@dataclass(frozen=True, slots=True)
class _Made:
    """A page as last rendered, with its inputs and its version."""

    frame: SimpleNamespace
    page: Page
    content: bytes
    version: str


class Renderer:
    """Renders successive snapshots, reusing pages whose views are equal."""

    def __init__(self) -> None:
        self._made: dict[str, _Made] = {}
        self._players = ""  # the checksum of the last `players.js`

    def render(self, snapshot: Snapshot, data: Mapping[str, bytes]) -> Site:
        """Return the whole site; `data` are files made elsewhere, included as they are.

        Equal snapshots give equal bytes, regardless of earlier calls.
        """
        with speaking(languages.language(snapshot.event.language)):
            return self._site(snapshot.for_players, data)

    def _site(self, snapshot: Snapshot, data: Mapping[str, bytes]) -> Site:
        around_all = static.files(current())
        looks, pictures = brand(snapshot.event, frame.address(snapshot), data)
        others = {**data, **pictures, **_feeds(snapshot)}
        style, script = (checksum(around_all[path]) for path in (static.STYLE, static.SCRIPT))
        around = frame.frame(snapshot, style, script, others, looks)
        pages = Pages(snapshot, others)
        rendered = {page.path: self._page(around, page) for page in pages}
        own = pages.of_players
        others |= _for_search_engines(snapshot, rendered)
        rendered |= {path: self._page(around, own[path]()) for path in [*own][:1]}
        later = {EMBED: lambda: pages.embed, **own}
        before, spoken = self._players, current()

        def rest() -> Mapping[str, bytes]:
            with speaking(spoken):
                left = {
                    path: self._page(around, make())
                    for path, make in later.items()
                    if path not in rendered
                }
                every = rendered | left
                scripts, _old = freshness.scripts(
                    pages.shared, pages.pairings, _versions(every), before
                )
            self._made = every
            forget()
            self._players = checksum(scripts[freshness.PLAYERS])
            return {path: every[path].content for path in later} | scripts

        ready = {path: page.content for path, page in rendered.items()}
        ready = {**around_all, **others, **pages.styles, **ready}
        if not before:
            return Site(_Whole({**ready, **rest()}, (), dict, pages.cards))
        embedded = {path: page for path, page in self._made.items() if path == EMBED}
        known = _versions(rendered | embedded)  # until the page to embed is made again
        new, old = freshness.scripts(pages.shared, pages.pairings, known, before)
        first = {path: file for path, file in ready.items() if not freshness.of_a_player(path)}
        shown = {**first, **new, **old}
        del shown[freshness.PLAYERS]
        names = [*later, *old, freshness.PLAYERS]
        return Site(_Whole(shown, names, rest, pages.cards), shown)

    def _page(self, around: SimpleNamespace, page: Page) -> _Made:
        before = self._made.get(page.path)
        if before and before.page == page and before.frame == around:
            return before
        template = templates()[page.template]
        text = template.render(frame=around, page=page, view=page.view, root=page.root)
        content = text.encode()
        version = checksum(content)
        marked = content.replace(_MARK, f'data-version="{version}"'.encode(), 1)
        return _Made(around, page, marked, version)


def _versions(rendered: Mapping[str, _Made]) -> dict[str, str]:
    return {path.removesuffix(".html"): page.version for path, page in rendered.items()}


def render(snapshot: Snapshot, data: Mapping[str, bytes]) -> Site:
    """Return the whole site of one snapshot, with a new renderer."""
    return Renderer().render(snapshot, data)


def _feeds(snapshot: Snapshot) -> dict[str, bytes]:
    """Return the files for feed readers and calendars."""
    address = frame.address(snapshot)
    dated = feeds.calendar(snapshot, address)
    files = {data_page.FEED: feeds.feed(snapshot, address)}
    return files | ({data_page.CALENDAR: dated} if dated else {})


def _for_search_engines(snapshot: Snapshot, pages: Collection[str]) -> dict[str, bytes]:
    """Return the files that need a public address, without which there are none. Players' own
    pages are found by links alone."""
    address = frame.address(snapshot)
    if not address or snapshot.rehearsal:
        return {}
    found = [path for path in pages if path != OFFLINE]
    return {
        "sitemap.xml": feeds.sitemap(address, found), "robots.txt": feeds.robots(address),
    }  # fmt: skip

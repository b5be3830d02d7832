"""States of one real site, which are published one after the other, and a visitor of them."""

import posixpath
import random
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Stop
from threading import Thread
from urllib.parse import unquote, urlsplit

from runner.app.publish.folder import Owner, claim, publish
from tests.support import events
from tests.support.hosts import Host
from tests.support.scribe import Scribe, go, results

Files = Mapping[str, bytes]
MARK = "0123456789abcdef"
_LINK = re.compile(rb"""(?:href|src)="([^"#]+)""")


@cache
def states() -> tuple[Files, ...]:
    """A site before round 1, with round 1, with its results, and with round 2."""
    with TemporaryDirectory() as root:
        day = Scribe(Path(root) / "friday", events.planned(8, rounds=2))
        found = [_files(day.site)]
        for changes in (go(1), None, go(2)):
            day.change(changes or results(day.round, lambda _: "A"))
            day.close()
            found.append(_files(day.site))
    return tuple(found)


def put(files: Files, site: Path, mark: str = MARK, name: str = "Friday") -> None:
    """Publish a state into the folder of the site."""
    publish(files, site)
    claim(site, Owner(mark, name), lambda _: True)


def links(page: str, content: bytes) -> Iterator[str]:
    """The files of the site that a page leads to."""
    for link in _LINK.findall(content):
        url = urlsplit(link.decode())
        if url.scheme or url.netloc or not url.path:
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(url.path)))
        yield posixpath.join(path, "index.html") if url.path.endswith("/") else path


class Visitor(Thread):
    """Walks through the pages for as long as the block lasts, and notes what is torn or missing."""

    def __init__(self, host: Host) -> None:
        super().__init__(daemon=True)
        self._get, self._mixes = host.get, host.mixes
        self._over, self._chance = Stop(), random.Random(1)
        self.wrong: list[str] = []
        self.seen = 0

    def __enter__(self) -> "Visitor":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        whole: dict[str, set[bytes]] = {}
        for state in states():
            for name, content in state.items():
                whole.setdefault(name, set()).add(content)
        page = "index.html"
        while not self._over.wait(0.002):
            content = self._get(page)
            if content is None:
                page = "index.html"
                continue
            self.seen += 1
            mixed = self._mixes and _is_mixed(content, whole[page])
            if content not in whole[page] and not mixed:
                self.wrong.append(f"{page} is torn: {len(content)} bytes")
            leads = sorted(set(links(page, content)))
            for name in self._chance.sample(leads, min(4, len(leads))):
                if self._get(name) is None and self._get(page) == content:
                    self.wrong.append(f"{page} leads to {name}, which is not there")
            pages = [name for name in leads if name.endswith(".html")]
            page = self._chance.choice(pages) if pages else "index.html"


def _is_mixed(content: bytes, known: Collection[bytes]) -> bool:
    """Whether this is a known content with the length of another one, as `Host.mixes` explains."""
    return any(len(content) == len(old) for old in known) and any(
        new[: len(content)].ljust(len(content), b"\0") == content for new in known
    )


def _files(site: Path) -> Files:
    paths = (path for path in site.rglob("*") if path.is_file())
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in paths
        if not path.name.startswith(".")
    }

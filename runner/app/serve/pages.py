"""The files of a site as they are sent: what an address means, and its bytes, plain and compressed.

Only what the site's manifest lists is ever shown, by exactly that name. So there is no listing, no
way out of the folder, and nothing to be had that somebody has put beside the pages by mistake.
"""

import gzip
import os
import re
import stat
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from runner.app.media_types import media_type
from runner.app.publish.folder import MANIFEST, of_several, read_manifest
from runner.disk import NotAFileError, read_regular_file
from runner.render.collection.listed import OWN

KEPT = 64 << 20
"""So many bytes of pages are kept in memory; what was asked for least lately goes first."""

_AT_ONCE = 16  # events of one site whose pages are kept in memory
_INDEX = "index.html"

_Signature = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Page:
    """A file: its media type, its bytes, the same by gzip where that is shorter, what stands for
    its content, and when it was changed, in seconds since 1970."""

    kind: str
    content: bytes
    packed: bytes | None
    tag: str
    changed: float

    @property
    def size(self) -> int:
        """Its size in memory, in bytes."""
        return len(self.content) + len(self.packed or b"")


class Folder(NamedTuple):
    """An address without the slash at its end, for which relative links would be wrong; `name` is
    its last part, as it came."""

    name: str


_LANGUAGE = re.compile(rb'<html lang="([a-z]+)"')


class Pages:
    """The pages of one folder, which may change at any time."""

    def __init__(self, root: Path, kept: int = KEPT) -> None:
        """`kept` is how many bytes are kept in memory."""
        self._root, self._most = root.absolute(), kept
        self._names: frozenset[str] = frozenset()
        self._read_of: _Signature | None = None
        self._kept: dict[str, tuple[_Signature, Page]] = {}
        self._size = 0
        self._of_several = False
        self._events: dict[str, Pages] = {}

    def find(self, address: str) -> Page | Folder | None:
        """Return the page or folder at a path, which begins with "/" and is percent-encoded; None
        if there is none. Raises OSError where the disk or the system fails."""
        try:
            path = unquote_to_bytes(address).decode()
        except UnicodeDecodeError:
            return None
        name = path.removeprefix("/")
        if name == "" or name.endswith("/"):
            name += _INDEX
        names = self._listed()
        if name in names:
            return self._page(name)
        if f"{name}/{_INDEX}" in names:
            return Folder(address.rpartition("/")[2])
        if self._of_several and name.startswith("static/fonts/"):  # of pages for results by phone
            return self._page(f"{OWN}{name}") if f"{OWN}{name}" in names else None
        return self._of_event(name, address) if self._of_several else None

    def _of_event(self, name: str, address: str) -> Page | Folder | None:
        """Return a page of one of several events, which has the folder that `name` begins with."""
        slug, below, rest = name.partition("/")
        if slug not in self._events:
            if slug[:1] in ("", ".") or "\\" in slug or read_manifest(self._root / slug) is None:
                return None
            self._events[slug] = Pages(self._root / slug, KEPT // _AT_ONCE)
            if len(self._events) > _AT_ONCE:
                del self._events[next(iter(self._events))]
        if not below:
            return Folder(address.rpartition("/")[2])
        self._events[slug] = pages = self._events.pop(slug)  # asked for last
        return pages.find(f"/{quote(rest)}")

    @property
    def language(self) -> str:
        """The code of the site's language, read from its front page; "" for none."""
        try:
            front = self._page(_INDEX) if _INDEX in self._listed() else None
        except OSError:
            return ""
        match = _LANGUAGE.search(front.content[:200]) if front else None
        return match[1].decode() if match else ""

    @property
    def of_several(self) -> bool:
        """Whether these are the pages of several events."""
        self._listed()
        return self._of_several

    @property
    def title(self) -> str:
        """What the site's owner is called; "" for none."""
        manifest = read_manifest(self._root)
        return manifest.owner.name if manifest else ""

    def _listed(self) -> frozenset[str]:
        """Return the names in the manifest, which is read again if it has changed."""
        signature = _signature(self._root / MANIFEST)
        if signature is None:
            self._names, self._read_of = frozenset(), None
        elif signature != self._read_of:
            manifest = read_manifest(self._root)
            if manifest:
                self._names, self._read_of = frozenset(manifest.files), signature
                self._of_several = of_several(manifest)
            elif self._read_of is None:  # one that is damaged later changes nothing
                raise OSError(f"{self._root / MANIFEST} cannot be read")
        return self._names

    def _page(self, name: str) -> Page | None:
        path = self._root / name
        signature = _signature(path)
        known = self._kept.pop(name, None)
        if known:
            self._size -= known[1].size
        page = known[1] if known and known[0] == signature else signature and self._fresh(path)
        if page and signature:
            self._kept[name] = signature, page
            self._size += page.size
            while self._size > self._most:
                self._size -= self._kept.pop(next(iter(self._kept)))[1].size
        return page

    def _fresh(self, path: Path) -> Page | None:
        """Read a page from the disk; None if it is missing, or a link leads elsewhere."""
        try:
            if not path.resolve().is_relative_to(self._root.resolve()):
                return None
            content, changed = read_regular_file(path), path.stat().st_mtime
        except (FileNotFoundError, NotADirectoryError, NotAFileError):
            return None
        kind = media_type(path.name)
        is_text = kind.startswith("text/") or kind.endswith(("json", "xml"))
        packed = gzip.compress(content, 6, mtime=0) if is_text else content
        tag = blake2b(content, digest_size=12).hexdigest()
        return Page(kind, content, packed if len(packed) < len(content) else None, tag, changed)


def _signature(path: Path) -> _Signature | None:
    """Return what changes with a file; None if there is none, or if it is not a regular file."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns

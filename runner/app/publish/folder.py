"""Write the site's folder: only changed files, each atomically, assets before pages.

A manifest in the folder records what was published: a hash, the size and the time of each file, and
the event that owns the site. It distinguishes a site of Runner's from any other folder. An
unchanged file costs one `stat`; a file that is not in the manifest (`CNAME`, `.nojekyll`) is never
shown or removed.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from runner.disk import HeldError, read_regular_file, remove_patiently, replace_patiently
from runner.ledger.seal import Head
from runner.process_locks import wait_for_lock

_STAGING = ".staging"
LOCK = ".publishing.lock"
_PAGES = frozenset({".html", ".htm"})
_LINKED = "cards/"
MANIFEST = ".manifest.json"
_EVENT, _FILES, _LEDGER = "event", "files", "ledger"
_SNAPSHOT, _FORMAT = Path("data", "snapshot.json"), b'"format":"runner-snapshot/'
_NOBODYS = frozenset({"CNAME", "Thumbs.db", "desktop.ini"})  # left by hosts and by Windows

Entry = tuple[str, int, int]
"""Hash of a published file, its size in bytes, and its time of change in nanoseconds."""


class Owner(NamedTuple):
    """The event that owns a site: its mark, its name, what stands for the folder's own place, and
    the mark of its workbook. All are "" if the manifest has none."""

    mark: str = ""
    name: str = ""
    place: str = ""
    workbook: str = ""


class Manifest(NamedTuple):
    """The owner of a site, its files by name, and how far the ledger went that it was made from;
    None if the manifest has none."""

    owner: Owner
    files: dict[str, Entry]
    head: Head | None = None


def read_manifest(root: Path) -> Manifest | None:
    """Return a folder's manifest, or None if it cannot be read; an older one has files alone."""
    try:
        document = json.loads(read_regular_file(root / MANIFEST))
        files = document.get(_FILES, {}) if _EVENT in document else document
        owner = Owner(**document[_EVENT]) if _EVENT in document else Owner()
        entries = {
            str(name): (str(checksum), int(size), int(changed))
            for name, (checksum, size, changed) in files.items()
        }
        for name in entries:
            check(name)
        ledger = document.get(_LEDGER) if _EVENT in document else None
        head = Head(int(ledger["lines"]), str(ledger["seal"])) if ledger else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Manifest(owner, entries, head) if entries or _EVENT in document else None


SEVERAL = "events:"
"""What the mark of an owner begins with that stands for several events."""


def of_several(manifest: Manifest) -> bool:
    """Return whether a site is the index over several events, which lie in folders of it."""
    return manifest.owner.mark.startswith(SEVERAL)


def whole_manifest(root: Path) -> Manifest | None:
    """Return the manifest of a site; that of several events has the files of all of them."""
    known = read_manifest(root)
    if known is None or not of_several(known):
        return known
    files = dict(known.files)
    for folder in sorted(each for each in root.iterdir() if not each.name.startswith(".")):
        if own := read_manifest(folder):
            files |= {f"{folder.name}/{name}": entry for name, entry in own.files.items()}
    return known._replace(files=files)


def manifest_bytes(owner: Owner, files: Mapping[str, Entry], head: Head | None) -> bytes:
    """Return the manifest as it is stored."""
    facts = {_EVENT: owner._asdict(), _FILES: files, **({_LEDGER: head._asdict()} if head else {})}
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def checksum(content: bytes) -> str:
    """Return the hash of a file as a manifest has it."""
    return blake2b(content, digest_size=16).hexdigest()


def check(name: str) -> None:
    """Raise ValueError for a name that would lie outside of the folder or be hidden."""
    parts = name.split("/")
    if "\\" in name or ":" in name or any(not part or part.startswith(".") for part in parts):
        raise ValueError(f"{name!r} is no name for a file of the site")


def stranger(root: Path) -> str:
    """Return the name of something in a folder that is not a site of Runner's, or "": the folder is
    one, does not exist, or contains nothing of interest.

    A damaged manifest is recognised by the published files beside it.
    """
    if read_manifest(root) or not root.is_dir() or _was_ours(root):
        return ""
    names = (path.name for path in root.iterdir())
    return min((name for name in names if name[0] != "." and name not in _NOBODYS), default="")


def _was_ours(root: Path) -> bool:
    try:
        return (root / MANIFEST).is_file() and _FORMAT in read_regular_file(root / _SNAPSHOT)
    except OSError:
        return False


SUMS = "data/sha256sums.txt"
"""The SHA-256 of a site's other files, as `sha256sum --check` reads it in the site's folder."""


def sha256_sums(files: Mapping[str, bytes]) -> bytes:
    """Return the content of `SUMS`."""
    lines = (f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "".join(lines).encode()


_INTENDED: Entry = ("", -1, -1)


@dataclass(frozen=True, slots=True)
class Published:
    """The files written, left unchanged, removed, and waiting for a program that has them open
    (Windows)."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    held: tuple[str, ...] = ()


def publish(
    files: Mapping[str, bytes],
    root: Path,
    last: Sequence[str] = ("version.js", "pulse.js"),
    *,
    first: Mapping[str, bytes] = MappingProxyType({}),
    head: Head | None = None,
    sums: bool = False,
) -> Published:
    """Make the folder hold these files: assets first, then pages, deletions, and `last`. `head` is
    how far the ledger goes that they were made from. With `sums`, the file `SUMS` is added, with
    the SHA-256 of all others.

    `first` are the files of pages that everybody looks at: they are out, with what says so, before
    all others; what they hold of a name of `last` may be another content than it has in the end.

    Names are relative, with "/" between folders; ValueError is raised for one that would lie
    outside of the folder or be hidden. Stopped at any moment it leaves only whole files, and the
    next call clears up. Raises OSError where the disk fails.
    """
    for name in files:
        check(name)
    root.mkdir(exist_ok=True)
    with wait_for_lock(root / LOCK):
        ends = [name for name in last if name in files]
        return _Site(root).published(files, first, ends, head, sums)


def claim(root: Path, owner: Owner, yields: Callable[[Owner], bool]) -> Owner | None:
    """Assign the site in an existing folder to this event. Return the other owner, if it does not
    give way. Raises OSError where the disk fails."""
    with wait_for_lock(root / LOCK):
        site = _Site(root)
        if site.owner.mark not in ("", owner.mark) and not yields(site.owner):
            return site.owner
        if site.owner != owner:
            site.belongs_to(owner)
    return None


class _Site:
    """One publication into a folder that nobody else publishes to at the same time."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._staging = root / _STAGING
        # A damaged one costs comparing each file, and leaves old pages standing.
        self.owner, self._known, self._head = read_manifest(root) or Manifest(Owner(), {})
        self._now: dict[str, Entry] = {}
        self._written: dict[str, None] = {}
        self._unchanged: dict[str, None] = {}
        self._held: dict[str, None] = {}

    def belongs_to(self, owner: Owner) -> None:
        """Note the owner in the manifest, and forget how far another owner's ledger went."""
        self._head = self._head if owner.mark == self.owner.mark else None
        self.owner = owner
        self._write_manifest(self._known)
        # What a publication that failed has left there goes with it.
        shutil.rmtree(self._staging, ignore_errors=True)

    def published(
        self,
        files: Mapping[str, bytes],
        first: Mapping[str, bytes],
        last: Sequence[str],
        head: Head | None,
        sums: bool,
    ) -> Published:
        shutil.rmtree(self._staging, ignore_errors=True)
        before, self._head = self._head, head or self._head
        names = files.keys() | ({SUMS} if sums else set())
        if names - self._known.keys():
            # Named before they are written, so that a later call can remove them in any case.
            self._write_manifest(dict.fromkeys(sorted(names), _INTENDED) | self._known)
        for name in (*_in_order(first.keys() - set(last)), *filter(first.__contains__, last)):
            self._put(name, first[name])
        for name in _in_order(files.keys() - set(last) - first.keys()):
            self._put(name, files[name])
        if sums:
            self._put(SUMS, sha256_sums(files))
        removed = self._remove(sorted(self._known.keys() - names))
        for name in last:
            self._put(name, files[name])
        if (self._now, self._head) != (self._known, before):
            self._write_manifest(self._now)
        shutil.rmtree(self._staging, ignore_errors=True)
        same = (name for name in self._unchanged if name not in self._written)
        return Published(tuple(self._written), tuple(same), tuple(removed), tuple(self._held))

    def _put(self, name: str, content: bytes) -> None:
        path = self._root / name
        hashed = checksum(content)
        entry = self._standing(path, hashed, content, self._known.get(name))
        if entry is None:
            for folder in reversed(PurePosixPath(name).parents[:-1]):
                (self._root / folder).mkdir(exist_ok=True)  # never what the site lies in
            try:
                entry = self._replace(path, hashed, content)
            except HeldError:
                self._leave(name)
                return
            self._written[name] = None
        else:
            self._unchanged[name] = None
        self._now[name] = entry

    def _leave(self, name: str) -> None:
        self._held[name] = None
        self._now[name] = _INTENDED

    @staticmethod
    def _standing(path: Path, checksum: str, content: bytes, known: Entry | None) -> Entry | None:
        """Return the entry of a file that already has the content, else None."""
        try:
            stat = path.stat()
            entry = checksum, stat.st_size, stat.st_mtime_ns
            if entry == known:
                return entry
            same = stat.st_size == len(content) and read_regular_file(path) == content
        except OSError:
            return None
        return entry if same else None

    def _replace(self, path: Path, checksum: str, content: bytes) -> Entry:
        self._staging.mkdir(exist_ok=True)
        staged = self._staging / path.name
        with staged.open("wb") as file:
            file.write(content)
            file.flush()
            stat = os.fstat(file.fileno())
        replace_patiently(staged, path)
        return checksum, stat.st_size, stat.st_mtime_ns

    def _remove(self, names: Iterable[str]) -> list[str]:
        removed = []
        for name in names:
            path = self._root / name
            if path.is_file():
                try:
                    remove_patiently(path)
                except HeldError:
                    self._leave(name)
                    continue
                removed.append(name)
            for folder in [path.parent, *path.parent.parents]:
                if folder == self._root or not _removed_empty(folder):
                    break
        return removed

    def _write_manifest(self, entries: Mapping[str, Entry]) -> None:
        self._replace(self._root / MANIFEST, "", manifest_bytes(self.owner, entries, self._head))


def _in_order(names: Iterable[str]) -> list[str]:
    """Sort names: assets before the pages that need them, pictures for links elsewhere last."""
    return sorted(
        names,
        key=lambda name: (name.startswith(_LINKED), PurePosixPath(name).suffix in _PAGES, name),
    )


def _removed_empty(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError:
        return False
    return True

"""What a site's folder says of itself: whose site it is, and which files were published.

The manifest is what tells a site of Runner's from any other folder, and its files are all that is
ever shown or taken away there.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from runner.disk import read_regular_file
from runner.ledger.seal import Head

NAME = ".manifest.json"
_EVENT, _FILES, _LEDGER = "event", "files", "ledger"
_SNAPSHOT, _FORMAT = Path("data", "snapshot.json"), b'"format":"runner-snapshot/'
_NOBODYS = frozenset({"CNAME", "Thumbs.db", "desktop.ini"})  # left by hosts and by Windows

Entry = tuple[str, int, int]
"""Hash of a published file, its size in bytes, and its time of change in nanoseconds."""


class Owner(NamedTuple):
    """The event whose site a folder holds: the mark that it is known by, its name, what stands for
    the folder's own place, and the mark of its workbook. All are "" where nobody has said."""

    mark: str = ""
    name: str = ""
    place: str = ""
    workbook: str = ""


class Manifest(NamedTuple):
    """Whose site a folder holds, its files by their names, and how far the ledger went that it was
    made from; None where nobody has said."""

    owner: Owner
    files: dict[str, Entry]
    head: Head | None = None


def read_manifest(root: Path) -> Manifest | None:
    """Return a folder's manifest, or None if it has none that can be read. An older one has files
    alone."""
    try:
        said = json.loads(read_regular_file(root / NAME))
        files = said.get(_FILES, {}) if _EVENT in said else said
        owner = Owner(**said[_EVENT]) if _EVENT in said else Owner()
        entries = {
            str(name): (str(checksum), int(size), int(changed))
            for name, (checksum, size, changed) in files.items()
        }
        for name in entries:
            check(name)
        ledger = said.get(_LEDGER) if _EVENT in said else None
        head = Head(int(ledger["lines"]), str(ledger["seal"])) if ledger else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Manifest(owner, entries, head) if entries or _EVENT in said else None


def manifest_bytes(owner: Owner, files: Mapping[str, Entry], head: Head | None) -> bytes:
    """Return the manifest as it is stored."""
    said = {_EVENT: owner._asdict(), _FILES: files, **({_LEDGER: head._asdict()} if head else {})}
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def check(name: str) -> None:
    """Raise ValueError for a name that would lie outside of the folder or be hidden."""
    parts = name.split("/")
    if "\\" in name or ":" in name or any(not part or part.startswith(".") for part in parts):
        raise ValueError(f"{name!r} is no name for a file of the site")


def stranger(root: Path) -> str:
    """The name of something in a folder that is no site of ours, or "": the folder is one, or it
    is not there yet, or nothing is in it that anybody reads.

    A manifest that was damaged is known by what was published beside it.
    """
    if read_manifest(root) or not root.is_dir() or _was_ours(root):
        return ""
    names = (path.name for path in root.iterdir())
    return min((name for name in names if name[0] != "." and name not in _NOBODYS), default="")


def _was_ours(root: Path) -> bool:
    try:
        return (root / NAME).is_file() and _FORMAT in read_regular_file(root / _SNAPSHOT)
    except OSError:
        return False

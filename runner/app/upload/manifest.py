"""What a target says of the site that it holds: whose it is, how far its ledger went, its files.

Two files that no visitor sees. `.published.json.gz` describes the site after the last upload that
was finished. `.publishing.json.gz` is written before an upload changes anything: the names of which
it may have written anything, and the hash of the first file as it will be once all is done.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from runner.app.publish.folder import check
from runner.ledger.seal import Head

PUBLISHED, PUBLISHING = ".published.json.gz", ".publishing.json.gz"
FORMAT = "runner-published/1"
DIGITS = 16
"""How many hex digits of a file's hash stand in the list."""


@dataclass(frozen=True, slots=True)
class Remote:
    """The site that a target holds. `mark` identifies its event, `name` is what it is called, and
    `files` are hashes by name. `unknown` are the names of an upload that was not finished."""

    mark: str = ""
    name: str = ""
    head: Head | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    @property
    def document(self) -> bytes:
        """The content of `PUBLISHED`."""
        facts = {
            "format": FORMAT, "event": self.mark, "name": self.name, "files": dict(self.files),
            "ledger": self.head._asdict() if self.head else None,
        }  # fmt: skip
        return _packed(facts)


def intention(names: Iterable[str], mark: str, name: str, result: bytes) -> bytes:
    """Return the content of `PUBLISHING` for an upload that may change these names and ends with
    the content `result` of `PUBLISHED`; `mark` and `name` are those of its event."""
    facts = {"event": mark, "name": name, "names": sorted(names), "until": _digest(result)}
    return _packed(facts)


def remote(published: bytes | None, publishing: bytes | None) -> Remote:
    """Return what the two files say; what cannot be read is taken for missing, so that everything
    is sent again."""
    known, begun = _facts(published), _facts(publishing)
    unfinished = begun and begun.get("until") != _digest(published or b"")
    try:
        ledger = known.get("ledger")
        names = [str(each) for each in begun["names"]] if unfinished else []
        files = {str(name): str(checksum) for name, checksum in known.get("files", {}).items()}
        for each in (*files, *names):
            check(each)
        return Remote(
            str(known.get("event") or begun.get("event", "")),
            str(known.get("name") or begun.get("name", "")),
            Head(int(ledger["lines"]), str(ledger["seal"])) if ledger else None,
            files, tuple(names),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        return Remote()


def _packed(facts: Mapping[str, Any]) -> bytes:
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def _facts(packed: bytes | None) -> dict[str, Any]:
    """Return what a file holds; {} where it cannot be read."""
    try:
        facts = json.loads(gzip.decompress(packed or b""))
    except (OSError, EOFError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()

"""What a target says of the site that it holds: whose it is, how far its ledger went, its files.

Two files that no visitor sees. `.published.json.gz` describes the site after the last upload that
was finished, and has a mark of that upload. `.publishing.json.gz` is written before an upload
changes anything: its mark, the names of files that it may change, and which of them may be missing.
It is written again when nothing new is missing any more, before pages may lead to it, and before
files are removed. Equal marks say that the latest upload was finished; equal content would not,
since a state may come back.

A server may still carry out a request of an interrupted upload after the next one has ended. So the
names of that one stand in `.published.json.gz` as `late`, until a later upload has read them back.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runner.app.publish.folder import check
from runner.ledger.seal import Head

PUBLISHED, PUBLISHING = ".published.json.gz", ".publishing.json.gz"
FORMAT = "runner-published/1"
DIGITS = 16
"""How many hex digits of a file's hash stand in the list."""
_LEVEL = 1  # of compression; hashes hardly get smaller by more


@dataclass(frozen=True, slots=True)
class Remote:
    """The site that a target holds. `mark` identifies its event, `name` is what it is called, and
    `files` are hashes by name. `upload` identifies the upload that brought it there, and `unknown`
    are the names of a later one that was not finished; those in `missing` may not be there, and are
    not among `files`. `late` are those that requests of an earlier upload may have changed after
    `since`, in seconds since the epoch."""

    mark: str = ""
    name: str = ""
    head: Head | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    upload: str = ""
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    since: float = 0

    @property
    def document(self) -> bytes:
        """The content of `PUBLISHED`."""
        facts = {
            "format": FORMAT, "event": self.mark, "name": self.name, "files": dict(self.files),
            "ledger": self.head._asdict() if self.head else None, "upload": self.upload,
            "late": self.late, "since": self.since,
        }  # fmt: skip
        return _packed(facts)

    def intention(self, names: Iterable[str], missing: Iterable[str] = ()) -> bytes:
        """Return the content of `PUBLISHING` for the upload that ends with this site, and may
        change these names before; some of them may be `missing` at present."""
        return _packed({"event": self.mark, "name": self.name, "upload": self.upload,
                        "names": sorted(names), "missing": sorted(missing)})  # fmt: skip


def remote(published: bytes | None, publishing: bytes | None) -> Remote:
    """Return what the two files say; what cannot be read is taken for missing, so that everything
    is sent again."""
    known, begun = _facts(published), _facts(publishing)
    unfinished = begun if begun.get("upload") != known.get("upload") else {}
    try:
        ledger, late = known.get("ledger"), tuple(known.get("late", ()))
        names = tuple(unfinished["names"]) if unfinished else ()
        missing = tuple(unfinished["missing"]) if unfinished else ()
        files = {name: checksum for name, checksum in known.get("files", {}).items()
                 if name not in missing}  # fmt: skip
        for each in (*files, *names, *late):
            check(each)
        return Remote(
            str(known.get("event") or begun.get("event", "")),
            str(known.get("name") or begun.get("name", "")),
            Head(int(ledger["lines"]), str(ledger["seal"])) if ledger else None,
            files, str(known.get("upload", "")), names, missing, late,
            float(known.get("since", 0)),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        return Remote()


def _packed(facts: Mapping[str, Any]) -> bytes:
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode(), _LEVEL, mtime=0)


def _facts(packed: bytes | None) -> dict[str, Any]:
    """Return what a file holds; {} where it cannot be read."""
    try:
        facts = json.loads(gzip.decompress(packed or b""))
    except (OSError, EOFError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}

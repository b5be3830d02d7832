"""One save as it lies on the disk: a line that tells of it, then what no save before has had.

The line is a JSON object; after it come the mortar, compressed, and the new pieces (`pieces.py`).
A file is written once and never changed, so that a crash leaves it whole or not there.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from runner.app.history.saves.pieces import PiecedFile

FORMAT = "runner-save/1"


UNUSABLE = "It could not be used"
"""How the words of a save begin that nothing was made of."""


class DamagedError(Exception):
    """A kept save is not as it was written; the text says which and how."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the line of a save tells: its number, when it was kept (ISO 8601), what had changed in
    words, its size in bytes and its SHA-256, and the pieces that it is made of.

    `new` are the pieces that lie in its own file, with their lengths; `mortar` is how many bytes
    the compressed mortar has, and `start` where it begins. `name` is that of the workbook's file,
    or "" in a save of before that was kept.
    """

    number: int
    at: str
    words: tuple[str, ...]
    size: int
    digest: str
    order: tuple[tuple[int, str], ...]
    new: tuple[tuple[str, int], ...]
    mortar: int
    start: int = 0
    name: str = ""

    @property
    def usable(self) -> bool:
        """Whether something was made of it."""
        return not (self.words and self.words[0].startswith(UNUSABLE))

    @property
    def length(self) -> int:
        """How many bytes its file has."""
        return self.start + self.mortar + sum(length for _, length in self.new)

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """Where in its file each of its own pieces begins and ends."""
        found, at = {}, self.start + self.mortar
        for name, length in self.new:
            found[name] = (at, at + length)
            at += length
        return found


def to_bytes(number: int, at: str, words: tuple[str, ...], data: bytes, digest: str,
             cut: PiecedFile, new: tuple[str, ...], name: str = "") -> bytes:  # fmt: skip
    """The file of a save, of whose pieces only those in `new` are not kept yet."""
    mortar = zlib.compress(cut.mortar, 9)
    line = {
        "format": FORMAT,
        "number": number,
        "at": at,
        "words": list(words),
        "size": len(data),
        "sha256": digest,
        "order": [list(place) for place in cut.order],
        "new": [[name, len(cut.pieces[name])] for name in new],
        "mortar": len(mortar),
        **({"name": name} if name else {}),
    }
    head = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return b"".join((head, mortar, *(cut.pieces[name] for name in new)))


def from_line(line: bytes) -> Kept:
    """What the first line of a save's file tells. Raises DamagedError where it tells nothing."""
    try:
        document: dict[str, Any] = json.loads(line)
        if document["format"] != FORMAT:
            raise DamagedError(f"this Runner does not know its format: it is not {FORMAT}")
        return Kept(
            number=int(document["number"]),
            at=datetime.fromisoformat(document["at"]).isoformat(),
            words=tuple(str(line) for line in document["words"]),
            size=int(document["size"]),
            digest=str(document["sha256"]),
            order=tuple((int(length), str(name)) for length, name in document["order"]),
            new=tuple((str(name), int(length)) for name, length in document["new"]),
            mortar=int(document["mortar"]),
            start=len(line),
            name=str(document.get("name", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as reason:
        raise DamagedError("its first line cannot be read") from reason

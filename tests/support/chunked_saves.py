"""Write a history as versions of Runner up to issue 29 kept it: workbooks cut into chunks."""

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path

_SMALLEST = 64


@dataclass(frozen=True, slots=True)
class Cut:
    """A file in chunks; `order` has the bytes of residue before each, and its name."""

    residue: bytes
    order: tuple[tuple[int, str], ...]
    chunks: Mapping[str, bytes]


class ChunkedStore:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._known, self._number = folder, set[str](), 0

    def keep(self, data: bytes, at: str, words: tuple[str, ...], name: str = "") -> Path:
        self._number += 1
        parts = cut(data)
        new = [name for name in parts.chunks if name not in self._known]
        self._known.update(new)
        residue = zlib.compress(parts.residue, 9)
        line = {
            "format": "runner-save/1", "number": self._number, "at": at, "words": list(words),
            "size": len(data), "sha256": sha256(data).hexdigest(),
            "order": [list(place) for place in parts.order],
            "new": [[each, len(parts.chunks[each])] for each in new], "mortar": len(residue),
            **({"name": name} if name else {}),
        }  # fmt: skip
        head = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        path = self._folder / f"{self._number:06}.save"
        path.write_bytes(b"".join((head, residue, *(parts.chunks[each] for each in new))))
        return path


def cut(data: bytes) -> Cut:
    """The file in chunks; one that is no archive is all residue."""
    residue: list[bytes] = []
    order: list[tuple[int, str]] = []
    chunks: dict[str, bytes] = {}
    at = 0
    for start, end in _members(data):
        name = sha256(data[start:end]).hexdigest()[:32]
        chunks[name] = data[start:end]
        order.append((start - at, name))
        residue.append(data[at:start])
        at = end
    return Cut(b"".join((*residue, data[at:])), tuple(order), chunks)


def _members(data: bytes) -> Iterator[tuple[int, int]]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            found = sorted((each.header_offset, each.compress_size) for each in archive.infolist())
    except Exception:
        return
    last = 0
    for header, size in found:
        if header < last or data[header : header + 4] != b"PK\x03\x04":
            continue
        lengths = data[header + 26 : header + 30]
        start = header + 30 + sum(int.from_bytes(lengths[at : at + 2], "little") for at in (0, 2))
        if size >= _SMALLEST and start + size <= len(data):
            yield start, start + size
            last = start + size

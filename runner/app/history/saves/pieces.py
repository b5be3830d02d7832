"""A workbook cut into pieces that are often the same in the next save, and put together again.

A workbook is a zip archive. Its members are taken as they stand, compressed: an editor that saves
a sheet which nobody touched writes the same bytes again. What lies between them (headers, the
directory, all of a file that is no archive) is the mortar. Nothing is inflated, so that the bytes
put together are those that were cut, whatever program wrote them.
"""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

_LOCAL_HEADER = 30  # bytes before the name in a zip's local record
_SMALLEST = 64  # what is smaller goes with the mortar: its name would be longer than itself


@dataclass(frozen=True, slots=True)
class PiecedFile:
    """A file in pieces. `order` says, piece by piece, how many bytes of mortar stand before it and
    which it is; what is left of the mortar ends the file."""

    mortar: bytes
    order: tuple[tuple[int, str], ...]
    pieces: Mapping[str, bytes]


def name_of(piece: bytes) -> str:
    """What a piece is known by: the first half of its SHA-256."""
    return sha256(piece).hexdigest()[:32]


def cut(data: bytes) -> PiecedFile:
    """The file in pieces; one that is no archive is all mortar."""
    mortar: list[bytes] = []
    order: list[tuple[int, str]] = []
    pieces: dict[str, bytes] = {}
    at = 0
    for start, end in _members(data):
        piece = data[start:end]
        name = name_of(piece)
        pieces[name] = piece
        order.append((start - at, name))
        mortar.append(data[at:start])
        at = end
    return PiecedFile(b"".join((*mortar, data[at:])), tuple(order), pieces)


def together(mortar: bytes, order: Sequence[tuple[int, str]], pieces: Mapping[str, bytes]) -> bytes:
    """The file that was cut. Raises KeyError where a piece is missing."""
    parts: list[bytes] = []
    at = 0
    for length, name in order:
        parts += (mortar[at : at + length], pieces[name])
        at += length
    return b"".join((*parts, mortar[at:]))


def _members(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the data of each member lie, in the order of the file, none over another."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            found = sorted(
                (member.header_offset, member.compress_size) for member in archive.infolist()
            )
    except Exception:  # whatever is wrong with an archive: it is kept all the same
        return
    last = 0
    for header, size in found:
        if header < last or data[header : header + 4] != b"PK\x03\x04":
            continue
        lengths = data[header + 26 : header + _LOCAL_HEADER]
        start = (
            header
            + _LOCAL_HEADER
            + sum(int.from_bytes(lengths[at : at + 2], "little") for at in (0, 2))
        )
        if size >= _SMALLEST and start + size <= len(data):
            yield start, start + size
            last = start + size

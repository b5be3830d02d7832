"""A zip archive of which single parts can be replaced, every other byte staying as it is.

Local records are copied as they stand, compressed data, descriptors and gaps included; only the
directory at the end is made anew, because offsets move. `zipfile` cannot do that: it would
inflate and deflate every part, and lose what it does not know.
"""

import struct
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

LARGEST_PART = 256 * 1024 * 1024

_LOCAL = struct.Struct("<4s5H3I2H")
_ENTRY = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_END64 = struct.Struct("<4sQ2H2I4Q")
_LOCATOR = struct.Struct("<4sIQI")
_FULL = 0xFFFFFFFF
_FULL_COUNT = 0xFFFF
_ZIP64_EXTRA = 1
_ENCRYPTED, _DESCRIPTOR = 0x1, 0x8
_STORED, _DEFLATED = 0, 8
_NEW_PART_DATE = 0x21  # 1 January 1980, the earliest a zip can say


class ArchiveError(Exception):
    """The bytes are no zip archive that can be changed safely; the text says why."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One line of the directory: its raw bytes, and where its local record begins and ends."""

    raw: bytes
    name: str
    flags: int
    method: int
    compressed: int
    size: int
    start: int
    end: int = 0


@dataclass(frozen=True, slots=True)
class _Directory:
    """Where the directory lies, how many lines it has, and what follows it."""

    start: int
    end: int
    count: int
    end64: tuple[int, ...] | None
    tail: bytes


class Archive:
    """A zip archive in memory. Raises ArchiveError where the bytes are none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._directory = _find_directory(data)
            self._parts = _read_directory(data, self._directory)
        except (struct.error, IndexError, UnicodeDecodeError) as reason:
            raise ArchiveError("The file is cut short or damaged.") from reason
        self._by_name = {part.name.lower(): part for part in self._parts}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parts in the order of the directory."""
        return tuple(part.name for part in self._parts)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._by_name

    def record(self, name: str) -> bytes:
        """The raw local record of a part: header, compressed data, descriptor."""
        part = self._by_name[name.lower()]
        return self._data[part.start : part.end]

    def sizes(self, name: str) -> tuple[int, int]:
        """How many bytes a part has, inflated and as it lies there, by the directory."""
        part = self._by_name[name.lower()]
        return part.size, part.compressed

    def read(self, name: str) -> bytes:
        """The inflated bytes of a part. Raises ArchiveError where it is missing or damaged."""
        part = self._by_name.get(name.lower())
        if part is None:
            raise ArchiveError(f"The part {name} is missing.")
        if part.flags & _ENCRYPTED:
            raise ArchiveError("The file is encrypted.")
        if part.size > LARGEST_PART:
            raise ArchiveError(f"The part {name} is too large.")
        header = _LOCAL.unpack_from(self._data, part.start)
        begin = part.start + _LOCAL.size + header[9] + header[10]
        return _inflate(part, self._data[begin : begin + part.compressed])

    def rebuilt(self, changed: Mapping[str, bytes], removed: Collection[str] = ()) -> bytes:
        """The archive with these parts replaced, or added at the end where the name is new, and
        without those that are `removed`."""
        contents = {name.lower(): content for name, content in changed.items()}
        gone = {name.lower() for name in removed}
        pieces = [self._data[: min(part.start for part in self._parts)]]
        position = len(pieces[0])
        starts: dict[str, int] = {}
        lines: dict[str, bytes] = {}
        for part in sorted(self._parts, key=lambda part: part.start):
            if part.name.lower() in gone:
                continue
            content = contents.pop(part.name.lower(), None)
            starts[part.name] = position
            if content is None:
                piece, lines[part.name] = self._data[part.start : part.end], part.raw
            else:
                piece, lines[part.name] = _new_record(part.raw, content)
            pieces.append(piece)
            position += len(piece)
        order = [name for name in self.names if name.lower() not in gone]
        for name, content in changed.items():
            if name.lower() in contents:
                piece, lines[name] = _new_record(_blank_line(name), content)
                starts[name] = position
                order.append(name)
                pieces.append(piece)
                position += len(piece)
        directory = b"".join(_moved(lines[name], starts[name]) for name in order)
        return b"".join(
            [*pieces, directory, _end(self._directory, len(order), len(directory), position)]
        )


def _find_directory(data: bytes) -> _Directory:
    at = data.rfind(b"PK\5\6", max(0, len(data) - _END.size - 0xFFFF))
    if at < 0:
        raise ArchiveError("The file is not an .xlsx workbook, or it is cut short.")
    _, _, _, _, count, size, start, comment = _END.unpack_from(data, at)
    tail = data[at : at + _END.size + comment]
    end64 = None
    locator = at - _LOCATOR.size
    if locator >= 0 and data[locator : locator + 4] == b"PK\6\7":
        end64 = _END64.unpack_from(data, _LOCATOR.unpack_from(data, locator)[2])
        if end64[0] != b"PK\6\6":
            raise ArchiveError("The directory of the file is damaged.")
        count, size, start = end64[7], end64[8], end64[9]
    if start + size > at:
        raise ArchiveError("The directory of the file is damaged.")
    return _Directory(start, start + size, count, end64, tail)


def _read_directory(data: bytes, directory: _Directory) -> list[_Part]:
    parts: list[_Part] = []
    at = directory.start
    for _ in range(directory.count):
        fields = _ENTRY.unpack_from(data, at)
        if fields[0] != b"PK\1\2":
            raise ArchiveError("The directory of the file is damaged.")
        length = _ENTRY.size + fields[10] + fields[11] + fields[12]
        parts.append(_part(data[at : at + length], fields))
        at += length
    if not parts:
        raise ArchiveError("The file is an empty archive.")
    if len({part.name.lower() for part in parts}) < len(parts):
        raise ArchiveError("The file holds two parts of one name.")
    return _with_ends(data, parts, directory.start)


def _part(raw: bytes, fields: tuple[int, ...]) -> _Part:
    name = raw[_ENTRY.size : _ENTRY.size + fields[10]]
    size, compressed, start = _wide(raw, fields[9], fields[8], fields[16])
    # Names of parts are ASCII; a foreign one only has to be told apart.
    text = name.decode("utf-8" if fields[3] & 0x800 else "cp437")
    return _Part(raw, text, fields[3], fields[4], compressed, size, start)


def _wide(raw: bytes, size: int, compressed: int, start: int) -> tuple[int, int, int]:
    """Size, compressed size and start, taken from the zip64 field where they are too large."""
    values = [size, compressed, start]
    at = _zip64_at(raw)
    for index, value in enumerate(values):
        if value == _FULL and at is not None:
            (values[index],) = struct.unpack_from("<Q", raw, at)
            at += 8
    return values[0], values[1], values[2]


def _zip64_at(raw: bytes) -> int | None:
    """Where the numbers of the zip64 field of a directory line begin."""
    fields: tuple[int, ...] = _ENTRY.unpack_from(raw)
    at = _ENTRY.size + fields[10]
    end = at + fields[11]
    while at + 4 <= end:
        kind, length = struct.unpack_from("<2H", raw, at)
        if kind == _ZIP64_EXTRA:
            return at + 4
        at += 4 + length
    return None


def _with_ends(data: bytes, parts: list[_Part], end: int) -> list[_Part]:
    """A record reaches to the next one: descriptors and gaps belong to the one before them."""
    starts = sorted(part.start for part in parts)
    following = dict(zip(starts, [*starts[1:], end], strict=True))
    if len(following) < len(parts):
        raise ArchiveError("Two parts of the file lie on each other.")
    for part in parts:
        if data[part.start : part.start + 4] != b"PK\3\4":
            raise ArchiveError("The directory of the file is damaged.")
        if part.start + _LOCAL.size + part.compressed > following[part.start]:
            raise ArchiveError("Two parts of the file lie on each other.")
    return [replace(part, end=following[part.start]) for part in parts]


def _inflate(part: _Part, compressed: bytes) -> bytes:
    try:
        if part.method == _STORED:
            content = compressed
        elif part.method == _DEFLATED:
            content = zlib.decompressobj(-15).decompress(compressed, part.size + 1)
        else:
            raise ArchiveError(f"The part {part.name} is packed in an unknown way.")
    except zlib.error as reason:
        raise ArchiveError(f"The part {part.name} is damaged.") from reason
    if len(content) != part.size or zlib.crc32(content) != _ENTRY.unpack_from(part.raw)[7]:
        raise ArchiveError(f"The part {part.name} is damaged.")
    return content


def _new_record(line: bytes, content: bytes) -> tuple[bytes, bytes]:
    """A local record with new content, and its directory line (the start still to be set)."""
    fields = list(_ENTRY.unpack_from(line))
    name = line[_ENTRY.size : _ENTRY.size + fields[10]]
    comment = line[len(line) - fields[12] :] if fields[12] else b""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    fields[2] = 20
    fields[3] &= ~_DESCRIPTOR
    fields[4] = _DEFLATED
    fields[7:10] = zlib.crc32(content), len(packed), len(content)
    fields[11] = 0
    local = _LOCAL.pack(b"PK\3\4", 20, *fields[3:10], fields[10], 0)
    return local + name + packed, _ENTRY.pack(*fields) + name + comment


def _blank_line(name: str) -> bytes:
    raw = name.encode("ascii")
    return (
        _ENTRY.pack(
            b"PK\1\2", 20, 20, 0, _DEFLATED, 0, _NEW_PART_DATE, 0, 0, 0, len(raw), 0, 0, 0, 0, 0, 0
        )
        + raw
    )


def _moved(line: bytes, start: int) -> bytes:
    """A directory line that says where its record begins now."""
    changed = bytearray(line)
    fields = _ENTRY.unpack_from(line)
    at = _zip64_at(line)
    if fields[16] != _FULL or at is None:
        struct.pack_into("<I", changed, _ENTRY.size - 4, start)
    else:
        struct.pack_into(
            "<Q", changed, at + 8 * (fields[9] == _FULL) + 8 * (fields[8] == _FULL), start
        )
    return bytes(changed)


def _end(directory: _Directory, count: int, size: int, start: int) -> bytes:
    """What closes the archive: the zip64 records where there were some, then the end record."""
    if start + size >= _FULL or count >= _FULL_COUNT:
        raise ArchiveError("The file is too large.")
    signature, disk, first, *_, comment = _END.unpack_from(directory.tail)
    end = _END.pack(signature, disk, first, count, count, size, start, comment)
    end += directory.tail[_END.size :]
    if directory.end64 is None:
        return end
    version = directory.end64[2:6]
    end64 = _END64.pack(b"PK\6\6", 44, *version, count, count, size, start)
    return end64 + _LOCATOR.pack(b"PK\6\7", 0, start + size, 1) + end

"""A zip archive of which single parts can be replaced, every other part staying as it is.

`zipfile` reads the directory and the parts, and writes new parts and the directory. Parts that stay
are not inflated: their local records are copied as they lie there, with compressed data, data
descriptors and gaps.
"""

import copy
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from io import BytesIO

LARGEST_PART = 256 * 1024 * 1024

_LOCAL = struct.Struct("<4s5H3I2H")
_LARGEST = 0xFFFFFFFF
_ENCRYPTED, _UTF_8 = 0x1, 0x800
_ZIP64_EXTRA = 1
_UNPACKED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, IndexError,
    OverflowError, NotImplementedError,
)  # fmt: skip


class ArchiveError(Exception):
    """The bytes are no zip archive that can be changed safely; the text says why."""


class Archive:
    """A zip archive in memory. Raises ArchiveError where the bytes are none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except _DAMAGE as reason:
            raise ArchiveError(
                "The file is cut short or damaged, or no .xlsx workbook."
            ) from reason
        self._parts = {part.filename.lower(): part for part in self._zip.infolist()}
        if not self._parts:
            raise ArchiveError("The file is an empty archive.")
        if len(self._parts) < len(self._zip.infolist()):
            raise ArchiveError("The file holds two parts of one name.")
        self._ends = self._found_ends()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parts in the order of the directory."""
        return tuple(self._zip.namelist())

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    def record(self, name: str) -> bytes:
        """Return the raw local record of a part: header, compressed data, descriptor."""
        start = self._parts[name.lower()].header_offset
        return self._data[start : self._ends[start]]

    def sizes(self, name: str) -> tuple[int, int]:
        """Return how many bytes a part has, inflated and compressed, by the directory."""
        part = self._parts[name.lower()]
        return part.file_size, part.compress_size

    def read(self, name: str) -> bytes:
        """Return a part's inflated bytes. Raises ArchiveError where it is missing or damaged."""
        part = self._parts.get(name.lower())
        if part is None:
            raise ArchiveError(f"The part {name} is missing.")
        if part.flag_bits & _ENCRYPTED:
            raise ArchiveError("The file is encrypted.")
        if part.file_size > LARGEST_PART:
            raise ArchiveError(f"The part {name} is too large.")
        if part.compress_type not in _UNPACKED:
            raise ArchiveError(f"The part {name} is packed in an unknown way.")
        try:
            with self._zip.open(part) as file:
                content = file.read(part.file_size + 1)  # inflates no more, whatever there is
        except _DAMAGE as reason:
            raise ArchiveError(f"The part {name} is damaged.") from reason
        if len(content) != part.file_size:
            raise ArchiveError(f"The part {name} is damaged.")
        return content

    def rebuilt(self, changed: Mapping[str, bytes], removed: Collection[str] = ()) -> bytes:
        """Return the archive with these parts replaced, or added at the end where the name is new,
        and without those that are `removed`. Raises ArchiveError where it would be too large."""
        contents = {name.lower(): content for name, content in changed.items()}
        without = {name.lower() for name in removed}
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as new:
            new.comment = self._zip.comment
            stream.write(self._data[: min(self._ends)])
            new.start_dir = stream.tell()
            for name, part in self._parts.items():
                if name in without:
                    continue
                content = contents.pop(name, None)
                if content is None and not _is_plain(part):
                    content = self.read(name)
                if content is not None:
                    new.writestr(_like(part), content, zipfile.ZIP_DEFLATED)
                    continue
                stays = copy.copy(part)  # zipfile lists what stands in filelist, from start_dir on
                stays.header_offset, stays.extra = new.start_dir, _without_zip64(part.extra)
                new.filelist.append(stays)
                new.start_dir += stream.write(self.record(name))
            for name, content in changed.items():
                if name.lower() in contents:
                    new.writestr(_like(zipfile.ZipInfo(name)), content, zipfile.ZIP_DEFLATED)
        if stream.tell() > _LARGEST:
            raise ArchiveError("The file is too large.")
        return stream.getvalue()

    def _found_ends(self) -> dict[int, int]:
        """Return where each local record begins and ends: it reaches to the next one, so that data
        descriptors and gaps belong to the record before them."""
        starts = sorted(part.header_offset for part in self._parts.values())
        ends = dict(zip(starts, [*starts[1:], self._zip.start_dir], strict=True))
        if len(ends) < len(starts):
            raise ArchiveError("Two parts of the file lie on each other.")
        for part in self._parts.values():
            start = part.header_offset
            if start < 0 or self._data[start : start + 4] != b"PK\3\4":
                raise ArchiveError("The directory of the file is damaged.")
            if start + _LOCAL.size + part.compress_size > ends[start]:
                raise ArchiveError("Two parts of the file lie on each other.")
        return ends


def _is_plain(part: zipfile.ZipInfo) -> bool:
    """Return whether the name in the directory that `zipfile` writes is that in the local
    record."""
    ascii_or_marked = part.filename.isascii() or part.flag_bits & _UTF_8
    return bool(ascii_or_marked) and part.filename == part.orig_filename


def _like(part: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """Describe new content for a part, in the same way on every system."""
    info = zipfile.ZipInfo(part.filename, part.date_time)
    info.create_system, info.external_attr = 0, part.external_attr
    info.internal_attr, info.comment = part.internal_attr, part.comment
    return info


def _without_zip64(extra: bytes) -> bytes:
    """Drop the field for sizes that do not fit; those in the directory do now."""
    kept, at = b"", 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind != _ZIP64_EXTRA:
            kept += extra[at : at + 4 + length]
        at += 4 + length
    return kept + extra[at:]
